"""Carcassonne: what it is worth to draw a tile of each kind rather than another tile."""

from __future__ import annotations

from collections.abc import Mapping
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


@jit
def _stacks(states, rules, log, deal, seed, first, stacks):  # type: ignore[no-untyped-def]
    """The order of the stack of games first, first + 1, ... (seed as the runs have it)."""
    for i in range(len(stacks)):
        deal(states[0], rules[0], 2, game_key(seed, first + i), log[0])
        for place in range(stacks.shape[1]):
            stacks[i, place] = states[0].stack[place]


def answer(lab: Lab) -> Page:
    """Play the games and compare who drew what."""
    presets = {name: changes for name, changes in lab.game.rules.presets().items() if changes}
    size = max(2, lab.sizes.headline // 4)
    arms = [Arm("third", 2, size), *(Arm(name, 2, max(2, size // 4), changes=c) for name, c in presets.items())]
    runs = lab.play(arms)
    worth = {name: _worth(lab, run[0]) for name, run in runs.items()}
    table = _table(worth["third"])
    return Page(
        slug="carcassonne-tiles",
        game=lab.game.id,
        game_title=lab.game.title,
        title="What a tile is worth",
        question="What is it worth to draw a tile of each kind, and not the opponent's next one?",
        answer=_answer(table),
        sections=[_kinds(table, runs["third"][0].games)],
        provenance=provenance(lab, "balanced in both seats"),
        presets=_presets(worth),
        order=40,
    )


def _draws(lab: Lab, games: int) -> np.ndarray:
    """Copies of each kind that seat 1 draws in the first 70 turns less those of seat 2: int64 (games, kinds).

    The stack is a fair shuffle, whoever plays, so who draws a tile is a lottery.
    """
    states, log = records(1, lab.game.state), records(1, LOG)
    rules = records(1, lab.game.rules_record)
    rules[:] = lab.game.rules().pack(2)
    stacks = np.zeros((games, DRAWN - 1), np.uint8)
    with np.errstate(over="ignore"):
        _stacks(states, rules, log, lab.game.deal, np.uint64(lab.seed), 0, stacks)
    found = np.zeros((games, len(KIND)), np.int64)
    each = np.arange(games)
    for place in range(stacks.shape[1]):
        np.add.at(found, (each, stacks[:, place]), 1 if place % 2 == 0 else -1)
    return found


def _worth(lab: Lab, run: Played) -> dict[int, dict[str, Interval]]:
    """By kind of the base game: lead and win share gained by drawing one that the other seat would have drawn.

    Games in which a tile left the game are left out, since the draws change seats behind it. The slope of the lead over
    the difference of copies is that of one tile swapped; two seats change by a swap, so copies count half.
    """
    draws = _draws(lab, run.games)
    kinds = [kind for kind, tile in enumerate(KIND) if tile.set == "base"]
    moments = {kind: Moments(["lead", "win", "copies"]) for kind in kinds}
    at = 0
    for seats, games in zip(by_seat(run, ["score", "win_60ths"]), by_game(run, ["discards"]), strict=True):
        n = len(games["discards"])
        kept = games["discards"] == 0
        score, wins = (seats[name].astype(np.int64)[kept] for name in ("score", "win_60ths"))
        here = draws[at : at + n][kept]
        lead, won = score[:, 0] - score[:, 1], wins[:, 0] - wins[:, 1]
        for kind, sums in moments.items():
            copies = here[:, kind]
            sums.add(np.stack([lead * copies, won * copies, copies * copies], axis=1))
        at += n
    return {kind: {"lead": _scaled(sums.ratio("lead", "copies"), 2.0),
                   "win": _scaled(sums.ratio("win", "copies"), 2.0 / (2 * WIN_UNIT))}
            for kind, sums in moments.items()}  # fmt: skip


def _scaled(interval: Interval, by: float) -> Interval:
    from dataclasses import replace

    return replace(
        interval, estimate=interval.estimate * by, low=interval.low * by, high=interval.high * by, se=interval.se * by
    )


def _table(worth: Mapping[int, Mapping[str, Interval]]) -> pd.DataFrame:
    kinds = sorted(worth, key=lambda kind: -worth[kind]["lead"].estimate)
    adjusted = benjamini_hochberg([p_value(worth[kind]["lead"]) for kind in kinds], any_dependence=True)
    rows: list[dict[str, Any]] = []
    for kind, p in zip(kinds, adjusted, strict=True):
        found = worth[kind]
        tile = KIND[kind]
        rows.append(
            {"tile": NAMES[kind], "shows": _shows(kind), "copies": tile.copies - (NAMES[kind] == "D"),
             **row(found["lead"], "lead"), **row(found["win"], "win"), "p": float(p),
             "told": "yes" if p <= FALSE else "no"}
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


def _kinds(table: pd.DataFrame, games: int) -> Section:
    top = table.iloc[0]
    lead = Interval(top.lead, top.lead_low, top.lead_high, (top.lead_high - top.lead_low) / 3.92, games)
    frame = table.rename(columns={"lead": "value", "lead_low": "low", "lead_high": "high"}).assign(
        label=[f"{r.tile}: {r.shows}" for r in table.itertuples()]
    )
    sure = int((table.told == "yes").sum())
    return Section(
        "What is drawing a tile worth?",
        [
            Finding(
                f"Drawing tile {top.tile} ({top.shows}) instead of leaving it to the opponent is worth most: "
                f"{points(top.lead, signed=True)} of lead.",
                lead, "points difference", f"{pp(top.win)} of wins", games, "balanced in both seats",
            ),
            Prose(
                f"Of {len(table)} kinds, {sure} are told apart from a swap that changes nothing, with at most one in "
                f"{round(1 / FALSE)} of them named by chance. A tile counts here for what the one who draws it makes "
                "of it and for what the other one then can't."
            ),
            Figure(
                figures.intervals(frame, "points difference", "lead gained by drawing it", 0.0, "no effect"),
                "Lead gained by drawing a tile that the opponent would have drawn, by kind, two players (95%).",
                "A dot and a whisker for each kind of tile of the base game, best first.",
            ),
            Table(
                "tiles", "Worth of drawing a tile, by kind", table,
                [
                    Column("tile"), Column("shows"), Column("copies"),
                    Column("lead", "lead", "points difference", low="lead_low", high="lead_high", digits=2),
                    Column("win", "wins", "pp", low="win_low", high="win_high"),
                    Column("p", "adjusted p", digits=4), Column("told", "told apart"),
                ],
                fold=True,
                note="A swap of one tile between the seats. Intervals stand alone; the adjusted p holds the share of "
                "false alarms (Benjamini and Yekutieli).",
            ),
            Method(
                "The stack is a fair shuffle, so who draws a tile is a lottery: the difference of what both drew, kind "
                "by kind, is set at random before anybody plays. The slope of the lead over that difference is the "
                f"worth of a swap. {count(games, 'games')} of two balanced players, base game; those in which a tile "
                "fitted nowhere are left out, and the last tile of the stack, which seat 1 always draws."
            ),
        ],
    )  # fmt: skip


def _presets(worth: Mapping[str, Mapping[int, Mapping[str, Interval]]]) -> Presets:
    best = max(worth["third"], key=lambda kind: worth["third"][kind]["lead"].estimate)
    rows = [
        PresetRow(name, f"lead by drawing {NAMES[best]}, 2 players", found[best]["lead"], found[best]["lead"].n)
        for name, found in worth.items()
    ]
    first = {name: NAMES[max(found, key=lambda kind: found[kind]["lead"].estimate)] for name, found in worth.items()}
    same = len(set(first.values())) == 1
    said = (
        f"Tile {NAMES[best]} is the best to draw under all editions' ways to count."
        if same
        else "The best tile to draw differs: "
        + listing([f"{tile} under `{name}`" for name, tile in first.items()])
        + ", which may be chance."
    )
    return Presets(f"lead gained by drawing tile {NAMES[best]}", said, rows, "points difference")
