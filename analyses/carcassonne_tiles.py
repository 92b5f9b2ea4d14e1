"""Carcassonne: what it is worth to draw a tile of each kind rather than another tile."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd

from burgsim.games.carcassonne.components import KIND, NAMES
from burgsim.games.chance import game_key
from burgsim.games.game import LOG
from burgsim.games.jit import jit, records
from burgsim.report import Column, Figure, Finding, Method, Page, PresetRow, Presets, Prose, Section, Table, figures
from burgsim.report.blocks import provenance, row
from burgsim.report.numbers import count, listing, points, pp
from burgsim.statistics.intervals import Interval
from burgsim.statistics.moments import Moments
from burgsim.statistics.multiplicity import benjamini_hochberg, p_value
from burgsim.studies.estimates import WIN_UNIT
from burgsim.studies.lab import Arm, Lab, Played, by_game, by_seat

GAME = "carcassonne"
#: The base game's tiles other than the start tile, and so many turns.
DRAWN = 71
#: The share of false alarms among the tiles that are named.
FALSE = 0.05
#: The base game's kinds of tiles, and those for which the editions' ways to count are compared.
KINDS = tuple(kind for kind, tile in enumerate(KIND) if tile.set == "base")
FEW = tuple(NAMES.index(name) for name in ("C", "A", "V"))
Worth = dict[str, Interval]


def given(kind: int, seat: int) -> dict[str, Any]:
    """A seat (from 0) draws a tile of a kind that else the other one draws."""
    return {"gift_tile": kind + 1, "gift_seat": seat + 1}


@jit
def _stacks(states, rules, log, deal, seed, first, stacks):  # type: ignore[no-untyped-def]
    """The order of the stack of games first, first + 1, ... (seed as the runs have it)."""
    for i in range(len(stacks)):
        deal(states[0], rules[0], 2, game_key(seed, first + i), log[0])
        for place in range(stacks.shape[1]):
            stacks[i, place] = states[0].stack[place]


def answer(lab: Lab) -> Page:
    """Play the games with each tile given to one seat and to the other, and others as the stack falls."""
    presets = {name: changes for name, changes in lab.game.rules.presets().items() if changes}
    deals, size = max(2, lab.sizes.deals // 5), max(2, lab.sizes.headline // 4)
    arms = [Arm("shuffled", 2, size)]
    arms += [Arm(f"{kind} {seat}", 2, deals, changes=given(kind, seat)) for kind in KINDS for seat in range(2)]
    arms += [
        Arm(f"preset {name} {kind} {seat}", 2, deals, changes={**change, **given(kind, seat)})
        for name, change in presets.items() for kind in FEW for seat in range(2)
    ]  # fmt: skip
    runs = {name: found[0] for name, found in lab.play(arms).items()}
    worth = {kind: _worth(lab, kind, runs[f"{kind} 0"], runs[f"{kind} 1"]) for kind in KINDS}
    under = {"third": {kind: worth[kind] for kind in FEW}}
    under |= {
        name: {
            kind: _worth(lab, kind, runs[f"preset {name} {kind} 0"], runs[f"preset {name} {kind} 1"]) for kind in FEW
        }
        for name in presets
    }
    table = _table(worth, _lottery(lab, runs["shuffled"]))
    return Page(
        slug="carcassonne-tiles",
        game=lab.game.id,
        game_title=lab.game.title,
        title="What a tile is worth",
        question="What is it worth to draw a tile of each kind, and not the opponent's next one?",
        answer=_answer(table),
        sections=[_kinds(table, deals, size)],
        provenance=provenance(lab, "balanced in both seats"),
        presets=_presets(under),
        order=40,
    )


def _worth(lab: Lab, kind: int, one: Played, other: Played) -> Worth:
    """Lead and wins of seat 1 when a tile is given to it, less those when it is given to seat 2, on the same deals.

    Left out are deals in which the two tiles are of one kind, so that nothing changes, and those in which a tile left
    the game in either arm, since the draws change seats behind it.
    """
    moments = Moments(["lead", "win"])
    columns = ["score", "win_60ths"]
    moved = np.any(_stacks_of(lab, one.games, given(kind, 0)) != _stacks_of(lab, one.games, given(kind, 1)), axis=1)
    at = 0
    for mine, theirs, a, b in zip(
        by_seat(one, columns), by_seat(other, columns), by_game(one, ["discards"]), by_game(other, ["discards"]),
        strict=True,
    ):  # fmt: skip
        n = len(a["discards"])
        kept = moved[at : at + n] & (a["discards"] == 0) & (b["discards"] == 0)
        ahead = [[part[name][:, 0].astype(np.int64) - part[name][:, 1] for name in columns] for part in (mine, theirs)]
        moments.add(np.stack([ahead[0][i] - ahead[1][i] for i in range(2)], axis=1)[kept])
        at += n
    return {"lead": moments.interval("lead"), "win": moments.interval("win", unit=2.0 * WIN_UNIT)}


def _stacks_of(lab: Lab, games: int, changes: Mapping[str, Any]) -> np.ndarray:
    """The first 70 tiles of the stacks of games 0, 1, ... in the order in which they are drawn: uint8 (games, 70)."""
    states, log = records(1, lab.game.state), records(1, LOG)
    rules = records(1, lab.game.rules_record)
    rules[:] = lab.game.rules.build(changes).pack(2)
    stacks = np.zeros((games, DRAWN - 1), np.uint8)
    with np.errstate(over="ignore"):
        _stacks(states, rules, log, lab.game.deal, np.uint64(lab.seed), 0, stacks)
    return stacks


def _draws(lab: Lab, games: int) -> np.ndarray:
    """Copies of each kind that seat 1 draws in the first 70 turns less those of seat 2: int64 (games, kinds).

    The stack is a fair shuffle, whoever plays, so who draws a tile is a lottery.
    """
    stacks = _stacks_of(lab, games, {})
    found = np.zeros((games, len(KIND)), np.int64)
    each = np.arange(games)
    for place in range(stacks.shape[1]):
        np.add.at(found, (each, stacks[:, place]), 1 if place % 2 == 0 else -1)
    return found


def _lottery(lab: Lab, run: Played) -> dict[int, Interval]:
    """By kind: lead gained by drawing one that the other seat would have drawn, from who drew what by the shuffle.

    Games in which a tile left the game are left out, since the draws change seats behind it. The slope of the lead over
    the difference of copies is that of one tile swapped; two seats change by a swap, so copies count half.
    """
    draws = _draws(lab, run.games)
    moments = {kind: Moments(["lead", "copies"]) for kind in KINDS}
    at = 0
    for seats, games in zip(by_seat(run, ["score"]), by_game(run, ["discards"]), strict=True):
        n = len(games["discards"])
        kept = games["discards"] == 0
        score = seats["score"].astype(np.int64)[kept]
        here = draws[at : at + n][kept]
        lead = score[:, 0] - score[:, 1]
        for kind, sums in moments.items():
            copies = here[:, kind]
            sums.add(np.stack([lead * copies, copies * copies], axis=1))
        at += n
    return {kind: _scaled(sums.ratio("lead", "copies"), 2.0) for kind, sums in moments.items()}


def _scaled(interval: Interval, by: float) -> Interval:
    return replace(
        interval, estimate=interval.estimate * by, low=interval.low * by, high=interval.high * by, se=interval.se * by
    )


def _table(worth: Mapping[int, Worth], lottery: Mapping[int, Interval]) -> pd.DataFrame:
    kinds = sorted(worth, key=lambda kind: -worth[kind]["lead"].estimate)
    adjusted = benjamini_hochberg([p_value(worth[kind]["lead"]) for kind in kinds], any_dependence=True)
    rows: list[dict[str, Any]] = []
    for kind, p in zip(kinds, adjusted, strict=True):
        found = worth[kind]
        tile = KIND[kind]
        rows.append(
            {"tile": NAMES[kind], "shows": _shows(kind), "copies": tile.copies - (NAMES[kind] == "D"),
             **row(found["lead"], "lead"), **row(found["win"], "win"), **row(lottery[kind], "shuffle"), "p": float(p),
             "deals": found["lead"].n, "told": "yes" if p <= FALSE else "no"}
        )  # fmt: skip
    return pd.DataFrame(rows)


def _shows(kind: int) -> str:
    """What a tile shows, in short: "city NEW with shield, road S"."""
    said = []
    for part in KIND[kind].parts:
        edges = "".join("NESW"[e] for e in part.edges)
        name = ("", "", "road", "city", "cloister")[part.sort]
        if name:
            said.append(f"{name} {edges}".strip() + (" with shield" if part.shields else ""))
    return ", ".join(said)


def _answer(table: pd.DataFrame) -> str:
    sure = table[table.told == "yes"]
    up, down = sure[sure.lead > 0], sure[sure.lead < 0]
    best = listing([f"{r.tile} ({r.shows}; {points(r.lead, signed=True)})" for r in up.head(3).itertuples()])
    worst = listing([f"{r.tile} ({r.shows}; {points(r.lead, signed=True)})" for r in down[::-1].head(3).itertuples()])
    if not len(sure):
        return "No kind of tile is told apart from the others for sure."
    parts = []
    if len(up):
        parts.append(f"Best to draw, in points of lead, {'is' if len(up) == 1 else 'are'} {best}")
    if len(down):
        parts.append(f"{'worst' if parts else 'Worst'} to draw {'is' if len(down) == 1 else 'are'} {worst}")
    return "; ".join(parts) + ". That is against leaving the tile to the opponent."


def _kinds(table: pd.DataFrame, deals: int, games: int) -> Section:
    top = table.iloc[0]
    used = int(top.deals)
    lead = Interval(top.lead, top.lead_low, top.lead_high, (top.lead_high - top.lead_low) / 3.92, used)
    named = [f"{r.tile}: {r.shows}" for r in table.itertuples()]
    ways = {"lead": "given", "shuffle": "as the stack falls"}
    frame = pd.concat(
        table.rename(columns={way: "value", f"{way}_low": "low", f"{way}_high": "high"})[["value", "low", "high"]]
        .assign(label=named, series=said)
        for way, said in ways.items()
    )  # fmt: skip
    sure = int((table.told == "yes").sum())
    apart = int(((table.lead_low > table.shuffle_high) | (table.lead_high < table.shuffle_low)).sum())
    return Section(
        "What is drawing a tile worth?",
        [
            Finding(
                f"Drawing tile {top.tile} ({top.shows}) instead of leaving it to the opponent is worth most: "
                f"{points(top.lead, signed=True)} of lead.",
                lead, "points difference", f"{pp(top.win)} of wins", used, "balanced in both seats",
                counted="paired deals",
            ),
            Prose(
                f"Of {len(table)} kinds, {sure} are told apart from a swap that changes nothing, with at most one in "
                f"{round(1 / FALSE)} of them named by chance. A tile counts here for what the one who draws it makes "
                "of it and for what the other one then can't. "
                + (
                    "Both ways of measuring agree for every kind: no two intervals are apart."
                    if apart == 0
                    else f"The two ways of measuring have intervals apart for {apart} of {len(table)} kinds."
                )
            ),
            Figure(
                figures.intervals(frame, "points difference", "lead gained by drawing it", 0.0, "no effect"),
                "Lead gained by drawing a tile that the opponent would have drawn, by kind, two players (95%).",
                "Two dots and whiskers for each kind of tile of the base game, best first.",
            ),
            Table(
                "tiles", "Worth of drawing a tile, by kind", table,
                [
                    Column("tile"), Column("shows"), Column("copies"),
                    Column("lead", "lead, given", "points difference", low="lead_low", high="lead_high", digits=2),
                    Column("win", "wins, given", "pp", low="win_low", high="win_high"),
                    Column("shuffle", "lead, as the stack falls", "points difference", low="shuffle_low",
                           high="shuffle_high", digits=2),
                    Column("p", "adjusted p", digits=4), Column("told", "told apart"), Column("deals", "deals, given"),
                ],
                fold=True,
                note="A swap of one tile between the seats. Intervals stand alone; the adjusted p is that of the lead "
                "by gift and holds the share of false alarms (Benjamini and Yekutieli).",
            ),
            Method(
                "Given: one of the copies of a kind, by lot, changes places with another tile of its round, so that "
                f"seat 1 draws it in one game and seat 2 in the other, on the same {count(deals, 'deals')} of the base "
                "game; what is told is the lead of seat 1 in the first less that in the second. Left out are deals in "
                "which both tiles are of one kind, and those in which a tile fitted nowhere and left the game, since "
                "the draws change seats behind it. As the stack falls: the shuffle is fair, so who draws a tile is a "
                "lottery, and the slope of the lead over how many more copies a seat drew is the worth of a swap, over "
                f"{count(games, 'games')} (without those in which a tile left the game, and without the last tile of "
                "the stack, which seat 1 always draws)."
            ),
        ],
    )  # fmt: skip


def _presets(under: Mapping[str, Mapping[int, Worth]]) -> Presets:
    rows = [
        PresetRow(name, f"lead by drawing {NAMES[kind]}, 2 players", found[kind]["lead"], found[kind]["lead"].n)
        for kind in FEW for name, found in under.items()
    ]  # fmt: skip
    order = {
        name: listing([NAMES[kind] for kind in sorted(FEW, key=lambda kind: -found[kind]["lead"].estimate)])
        for name, found in under.items()
    }
    said = (
        f"Under all editions' ways to count these tiles come in the same order: {order['third']}."
        if len(set(order.values())) == 1
        else "The order of these tiles differs: "
        + listing([f"{names} under `{name}`" for name, names in order.items()])
        + ", which may be chance."
    )
    named = listing([NAMES[kind] for kind in FEW])
    return Presets(f"lead gained by drawing tiles {named}", said, rows, "points difference")
