"""What levels the seats, as tables for the terminal and as a page."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from burgsim import __version__
from burgsim.games.game import Game
from burgsim.games.jit import kernel_hash
from burgsim.report import figures
from burgsim.report.blocks import players_text, row
from burgsim.report.document import Column, Figure, Finding, Item, Method, Page, Prose, Provenance, Section, Table
from burgsim.report.numbers import listing, pp
from burgsim.report.study_page import slug_of
from burgsim.studies.levelling import Levelled

METHOD = (
    "The same player in every seat, all compensations on the same deals. A seat's share grows with what it gets, and "
    "the root of the shares is found by Newton's method; between whole numbers a compensation is by lot (1.3 is 2 in "
    "three games of ten, else 1). Amounts are relative to the seat that gets least, whose own amount is that of the "
    "rules. Intervals by the delta method, 95%, a deal being one observation. The best whole numbers are checked on "
    "deals that the search didn't see. Points at the end change nobody's play; a resource is played with."
)


def level_sentence(found: Levelled) -> str:
    """What levels the seats, in words and numbers."""
    who = f"With {found.by}, for {found.player} at {found.players} players"
    before = pp(found.before_residual.estimate)
    if not found.found:
        return f"{who}, nothing that the rule allows levels the seats (the farthest is {before} from a fair share)."
    parts = [f"{g.estimate:.2f} for seat {i + 1}" for i, g in enumerate(found.given) if round(g.estimate, 2) > 0]
    whole = [f"{w} for seat {i + 1}" for i, w in enumerate(found.whole) if w]
    left = found.whole_residual.estimate
    better = abs(left) < abs(found.before_residual.estimate)
    return (
        f"{who}, seats are level at {listing(parts) or 'nothing'} more than the seat that gets least (the farthest "
        f"seat is {before} from a fair share now). In whole numbers: {listing(whole) or 'nothing'}, which leaves "
        f"{pp(left)}{'' if better else ': no nearer to fair than now'}."
    )


def level_rows(found: Levelled) -> list[list[str]]:
    """A header and one row a seat."""
    rows = [["seat", "win share now", "given", "win share then", "whole", "win share with whole"]]
    for i in range(found.players):
        after = "" if math.isnan(found.after[i]) else f"{100 * found.after[i]:.2f}"
        given = found.given[i].text(sign=True) if found.found and found.given[i].se else "0" if found.found else "none"
        rows.append([
            str(i + 1), found.before[i].text("%", 100), given, after, str(found.whole[i]),
            found.whole_shares[i].text("%", 100),
        ])  # fmt: skip
    return rows


def level_page(
    game: Game, players: int, found: Sequence[Levelled], seed: int, command: str, changes: Mapping[str, Any]
) -> Page:
    """The page that `burgsim level --out` writes."""
    kinds = list(dict.fromkeys(one.by for one in found))
    sections = [_section(game, [one for one in found if one.by == kind]) for kind in kinds]
    return Page(
        slug=f"level-{slug_of('-'.join(k.split('.')[0] for k in kinds))}-{players}",
        game=game.id,
        game_title=game.title,
        title=f"Levelling the seats with {listing([k.split('.')[0].replace('_', ' ') for k in kinds])}",
        question=f"How much must which seat be given at {players} players, so that all win equally often?",
        answer=" ".join(level_sentence(one) for one in (found[-1:] if len(kinds) == 1 else _last(found, kinds))),
        sections=sections,
        provenance=Provenance(
            version=__version__, kernel=kernel_hash(), seed=seed, games=sum(one.played for one in found),
            command=command, players="as the tables say, the same in every seat",
            rules={k: str(v) for k, v in changes.items()} or {"rules": "the game's default rules"},
        ),
        order=150,
    )  # fmt: skip


def _last(found: Sequence[Levelled], kinds: Sequence[str]) -> list[Levelled]:
    return [[one for one in found if one.by == kind][-1] for kind in kinds]


def _section(game: Game, found: Sequence[Levelled]) -> Section:
    rows, frame = [], []
    for one in found:
        for i in range(one.players):
            rows.append({
                "player": one.player, "seat": i + 1, **row(one.before[i], "before"), **row(one.given[i], "given"),
                "after": one.after[i], "whole": one.whole[i], **row(one.whole_shares[i], "checked"),
                "deals": one.deals,
            })  # fmt: skip
            if one.found and one.given[i].se:
                frame.append(row(one.given[i], label=f"seat {i + 1}", group=one.player))
    strongest = found[-1]
    unit = strongest.unit
    left = strongest.whole_residual
    items: list[Item] = [
        Finding(level_sentence(strongest), left, "pp", "what the best whole numbers leave, on fresh deals",
                strongest.deals, strongest.player, counted="deals"),
        Prose("By player, in order of what they were named: " + " ".join(level_sentence(one) for one in found[:-1]))
        if len(found) > 1 else Prose("Only one player was asked."),
        Table(
            slug_of(strongest.by), f"What each seat must get: {strongest.by}", rows,
            [
                Column("seat"),
                Column("before", "win share now", "share", low="before_low", high="before_high"),
                Column("given", f"more ({unit})", low="given_low", high="given_high", digits=2),
                Column("after", "win share then", "share", digits=2),
                Column("whole", "whole"),
                Column("checked", "win share with whole", "share", low="checked_low", high="checked_high"),
                Column("deals"),
            ],
            group="player",
        ),
        Method(METHOD),
    ]  # fmt: skip
    if frame:
        items.append(
            Figure(
                figures.intervals(pd.DataFrame(frame), unit, f"more {unit} than the seat that gets least"),
                f"What levels the seats at {players_text(strongest.players)}, by who plays (95%).",
                "Rows of dots with whiskers, one a seat, in groups by player.",
            )
        )
    return Section(f"With {strongest.by.split('.')[0].replace('_', ' ')}", items)
