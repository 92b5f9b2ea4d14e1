"""What rollouts bring, as rows for the terminal, parts of a page, and a page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from burgsim import __version__
from burgsim.games.game import Game
from burgsim.games.jit import kernel_hash
from burgsim.report import figures
from burgsim.report.blocks import players_text, row
from burgsim.report.document import Column, Figure, Finding, Item, Method, Page, Provenance, Section, Table
from burgsim.report.numbers import interval, percent
from burgsim.studies.rollouts import PAYS, Rollouts

METHOD = (
    "Before each decision the player deals anew all that it can't see, several times, plays its favourite options on "
    "to the end in each of these worlds, and takes the option with the best margin; all options meet the same worlds. "
    "One such player sits among copies of itself without rollouts, in all rotations of the seats on the same deals; a "
    "deal is one observation. The curve is called flat from the fewest worlds that no larger number surely beats, "
    "paired by deal (95%): with more deals it may be found to rise further."
)


def rollouts_sentence(found: Rollouts) -> str:
    """What thinking ahead brings, in words."""
    best, fair = found.best, 1.0 / found.players
    at = f"At {players_text(found.players)} {found.player} with {best.worlds} sampled worlds a decision"
    if best.share.low > fair:
        said = f"{at} wins {interval(best.share, 'share')} of its games against copies without"
        enough = PAYS * fair
        how = "surely more than" if best.share.low > enough else "about" if best.share.high > enough else "less than"
        said += f", {how} the {percent(enough, 0)} that makes it a clearly better player"
        if found.first_to_pay is not None and found.first_to_pay > found.points[0].worlds:
            said += f"; with fewer than {found.first_to_pay} it isn't sure to be better at all"
    else:
        said = f"{at} wins {interval(best.share, 'share')} of its games against copies without, no sure gain"
    first = found.points[0]
    if first.share.high < fair:
        said += f". With {first.worlds} it is worse ({percent(first.share.estimate)}): the best of noisy numbers is "
        said += "often wrong"
    return f"{said}."


def flat_sentence(found: Rollouts) -> str:
    """Where the curve flattens, in words."""
    last = found.points[-1]
    if found.flat is None:
        return f"More worlds still help at {last.worlds}, the most that were tried."
    return (
        f"From {found.flat} worlds on the curve is flat as far as {found.deals} deals can tell: none of the larger "
        f"numbers, up to {last.worlds}, surely wins more."
    )


def rollout_rows(found: Rollouts) -> list[list[str]]:
    """A header and a row for each number of worlds."""
    rows = [["worlds", "win share", "more than the row above", "seconds a game"]]
    for p in found.points:
        gain = "" if p.gain is None else p.gain.text("pp", 100, sign=True)
        rows.append([str(p.worlds), p.share.text("%", 100), gain, f"{p.seconds:.3f}"])
    return rows


def rollout_items(found: Sequence[Rollouts], name: str = "rollouts") -> list[Item]:
    """Findings, the curve, the table and how it was measured."""
    items: list[Item] = [
        Finding(f"{rollouts_sentence(one)} {flat_sentence(one)}", one.best.share, "share",
                f"a fair share is {percent(1 / one.players, 0)}", one.deals, f"{one.player}, width {one.width}",
                counted="deals")
        for one in found
    ]  # fmt: skip
    curve = pd.DataFrame(
        [row(p.share.scaled(float(one.players)), x=i, series=players_text(one.players))
         for one in found for i, p in enumerate(one.points)]
    )  # fmt: skip
    table = [
        {"players": players_text(one.players), "worlds": p.worlds, **row(p.share, "share"),
         "gain": None if p.gain is None else p.gain.estimate, "gain_low": None if p.gain is None else p.gain.low,
         "gain_high": None if p.gain is None else p.gain.high, "seconds": p.seconds, "deals": one.deals}
        for one in found for p in one.points
    ]  # fmt: skip
    return [
        *items,
        Figure(
            figures.curves(curve, "times a fair share", "win share", "sampled worlds a decision", 1.0, "fair",
                           [str(p.worlds) for p in max(found, key=lambda one: len(one.points)).points]),
            "Win share of one player with rollouts among copies without, in fair shares (95%).",
            "Rising lines that flatten to the right.",
        ),
        Table(name, "Win share by number of sampled worlds", table,
              [Column("worlds"), Column("share", "win share", "share", low="share_low", high="share_high"),
               Column("gain", "more than the row above", "pp", low="gain_low", high="gain_high"),
               Column("seconds", "seconds a game", digits=3), Column("deals")],
              group="players"),
        Method(METHOD),
    ]  # fmt: skip


def rollouts_page(found: Rollouts, game: Game, command: str, changes: Mapping[str, Any]) -> Page:
    """The page that `burgsim rollouts --out` writes."""
    return Page(
        slug=f"rollouts-{found.players}",
        game=game.id,
        game_title=game.title,
        title=f"Thinking ahead at {players_text(found.players)}",
        question="How much better is a player who tries its moves out in sampled worlds, and how many does it take?",
        answer=f"{rollouts_sentence(found)} {flat_sentence(found)}",
        sections=[Section("What do rollouts bring?", rollout_items([found]))],
        provenance=Provenance(
            version=__version__, kernel=kernel_hash(), seed=found.seed, games=found.games, command=command,
            players=f"one {found.player} with rollouts, the others without",
            rules={k: str(v) for k, v in changes.items()} or {"rules": "the default rules"},
        ),
        order=165,
    )  # fmt: skip
