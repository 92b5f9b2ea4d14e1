"""The Castles of Burgundy: how strong is each of the nine estates, on the same dice and draws?"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from burgsim.report import Column, Figure, Finding, Method, Page, PresetRow, Presets, Prose, Section, Table, figures
from burgsim.report.blocks import players_text, provenance, row
from burgsim.report.numbers import count, listing, percent, points, pp
from burgsim.statistics.intervals import Interval
from burgsim.statistics.moments import Moments
from burgsim.statistics.multiplicity import holm, p_value
from burgsim.studies.estimates import WIN_UNIT
from burgsim.studies.lab import Arm, Lab, by_seat

GAME = "burgundy-board"
COUNTS = (2, 3, 4)
ESTATES = tuple(range(1, 10))
#: What players who logged thousands of games say: which estate is far ahead, and which is behind.
PEOPLE = {"best": 8, "worst": 1}


@dataclass(frozen=True)
class Strength:
    """The estates at one number of players, each held by one seat among others that are drawn.

    `score` and `win` are an estate's mean less that of all nine on the same deals; `scored` is its own mean, `alike`
    the mean score of a table at which all have it. `ranks` are the places that the data allow.
    """

    score: list[Interval]
    win: list[Interval]
    scored: list[Interval]
    alike: list[Interval]
    ranks: list[tuple[int, int]]

    def order(self) -> list[int]:
        """Estates from the strongest (by wins) to the weakest, counted from 0."""
        return sorted(range(9), key=lambda e: -self.win[e].estimate)


def given(estate: int, seat: int) -> dict[str, Any]:
    """One seat (from 0) has an estate, the others different ones that are drawn."""
    return {"estates": [estate if i == seat else 0 for i in range(4)]}


def answer(lab: Lab) -> Page:
    """Play the arms and write what they say."""
    size = max(2, lab.sizes.deals // 5)
    presets = lab.game.rules.presets()
    arms = []
    for n in COUNTS:
        arms += [Arm(f"all {e} {n}", n, size, changes={"estates": [e] * 4}) for e in ESTATES]
        arms += [Arm(f"one {e} {s} {n}", n, size, changes=given(e, s)) for e in ESTATES for s in range(n)]
    for name, change in presets.items():
        arms += [
            Arm(f"preset {name} {e} {s}", 2, size, changes={**change, **given(e, s)}) for e in ESTATES for s in range(2)
        ]
    runs = {name: found[0] for name, found in lab.play(arms).items()}
    told = {n: _strength(runs, n, f"one {{}} {{}} {n}", [f"all {e} {n}" for e in ESTATES]) for n in COUNTS}
    under = {name: _strength(runs, 2, f"preset {name} {{}} {{}}", []) for name in presets}
    return Page(
        slug="burgundy-board-estates",
        game=lab.game.id,
        game_title=lab.game.title,
        title="The nine estates",
        question="How strong is each estate against the others?",
        answer=_answer(told),
        sections=[_strengths(told, size), _ranks(told), _alike(told)],
        provenance=provenance(lab, "balanced in every seat"),
        presets=_presets(under),
        order=20,
    )


def _strength(runs: Any, n: int, arm: str, alike: Sequence[str]) -> Strength:
    score, win = Moments(9), Moments(9)
    held = [[by_seat(runs[arm.format(e, s)], ["score", "win_60ths"]) for s in range(n)] for e in ESTATES]
    for parts in zip(*itertools.chain.from_iterable(held), strict=True):
        # a deal is all its seats and estates together: who holds the estate, summed over seats
        seats = [parts[n * e : n * e + n] for e in range(9)]
        for moments, column in ((score, "score"), (win, "win_60ths")):
            own = [sum(part[column][:, s].astype(np.int64) for s, part in enumerate(of)) for of in seats]
            moments.add(np.stack(own, axis=1))
    away = np.eye(9) - 1 / 9
    pairs = list(itertools.combinations(range(9), 2))
    ahead = [win.difference(a, b, unit=float(WIN_UNIT * n)).interval for a, b in pairs]
    sure = holm([p_value(interval) for interval in ahead]) < 0.05
    better = {(a, b) if interval.estimate > 0 else (b, a)
              for (a, b), interval, known in zip(pairs, ahead, sure, strict=True) if known}  # fmt: skip
    tables = []
    for name in alike:
        total = Moments(1)
        for part in by_seat(runs[name], ["score"]):
            total.add(part["score"].astype(np.int64).sum(axis=1)[:, None])
        tables.append(total.interval(0, unit=float(n)))
    return Strength(
        score=[score.contrast(weights, unit=float(n)) for weights in away],
        win=[win.contrast(weights, unit=float(WIN_UNIT * n)) for weights in away],
        scored=[score.interval(e, unit=float(n)) for e in range(9)],
        alike=tables,
        ranks=[
            (1 + sum((other, e) in better for other in range(9)), 9 - sum((e, other) in better for other in range(9)))
            for e in range(9)
        ],
    )


def _answer(told: dict[int, Strength]) -> str:
    best = {n: ESTATES[told[n].order()[0]] for n in COUNTS}
    worst = {n: ESTATES[told[n].order()[-1]] for n in COUNTS}
    two = told[2]
    top, low = two.order()[0], two.order()[-1]
    again = "at every number of players" if len(set(best.values())) == 1 else "at two players"
    return (
        f"Estate {best[2]} is the strongest {again}: among others its owner wins {pp(two.win[top].estimate)} "
        "and scores "
        f"{points(two.score[top].estimate, signed=True)} against the mean of all nine at two players. Estate "
        f"{worst[2]} "
        f"is the weakest there ({pp(two.win[low].estimate)}, {points(two.score[low].estimate, signed=True)}). People "
        f"say that estate {PEOPLE['best']} is far ahead and estate {PEOPLE['worst']} behind."
    )


def _strengths(told: dict[int, Strength], size: int) -> Section:
    frame = [
        row(told[n].win[e], label=f"estate {ESTATES[e]}", series=players_text(n))
        for e in told[2].order() for n in COUNTS
    ]  # fmt: skip
    table = [
        {"table": players_text(n), "estate": ESTATES[e], **row(told[n].win[e], "win"), **row(told[n].score[e], "score"),
         **row(told[n].scored[e], "scored"), "places": _places(told[n].ranks[e]), "deals": told[n].win[e].n}
        for n in COUNTS for e in told[n].order()
    ]  # fmt: skip
    findings = []
    for n in COUNTS:
        top = told[n].order()[0]
        second = told[n].order()[1]
        findings.append(
            Finding(
                f"At {n} players estate {ESTATES[top]} wins most; its owner wins "
                f"{percent(told[n].win[top].estimate + 1 / n)} of games instead of {percent(1 / n)}.",
                told[n].win[top], "pp",
                f"{points(told[n].score[top].estimate, signed=True)} of score; the next, estate {ESTATES[second]}, "
                f"{pp(told[n].win[second].estimate)}",
                told[n].win[top].n, "balanced in every seat", counted="deals",
            )
        )  # fmt: skip
    return Section(
        "Which estate wins?",
        [
            *findings,
            Figure(
                figures.intervals(pd.DataFrame(frame), "pp", "wins more than the mean of the nine", 0.0, "mean"),
                "What the owner of an estate wins more than the mean of the nine estates (95%, each alone); the others "
                "at the table have different estates, drawn at random.",
                "Nine rows with three marks each, the strongest estate first.",
            ),
            Table(
                "estates", "Each estate against the mean of the nine", table,
                [
                    Column("estate"),
                    Column("win", "wins", "pp", low="win_low", high="win_high"),
                    Column("score", "score", "points difference", low="score_low", high="score_high"),
                    Column("scored", "mean score", "points", low="scored_low", high="scored_high"),
                    Column("places", "places"),
                    Column("deals"),
                ],
                group="table",
                note="'Places' are the ranks that the data allow: how many estates are better for sure, and how many "
                "are not worse for sure (Holm over the 36 pairs of a table).",
            ),
            Method(
                "Each of the nine estates is given to each seat in turn, the other seats drawing different ones of the "
                f"rest; {count(size, 'deals')} a seat and estate. All of them play the same dice and draws, so "
                "estates are compared deal by deal. The start castle is the player's own choice."
            ),
        ],
    )  # fmt: skip


def _places(ends: tuple[int, int]) -> str:
    return str(ends[0]) if ends[0] == ends[1] else f"{ends[0]} to {ends[1]}"


def _ranks(told: dict[int, Strength]) -> Section:
    orders = {n: [ESTATES[e] for e in told[n].order()] for n in COUNTS}
    said = [f"at {n} players " + ", ".join(str(e) for e in orders[n]) for n in COUNTS]
    where = {
        which: listing([f"{orders[n].index(estate) + 1} of 9 at {n}" for n in COUNTS])
        for which, estate in PEOPLE.items()
    }
    return Section(
        "What people say",
        [
            Prose(
                f"From the strongest to the weakest: {'; '.join(said)}. Players who logged their games say that estate "
                f"{PEOPLE['best']} is by far the best: here its place is {where['best']} players. They say that estate "
                f"{PEOPLE['worst']} is behind most: here its place is {where['worst']} players."
            ),
        ],
    )


def _alike(told: dict[int, Strength]) -> Section:
    frame = [
        row(told[n].alike[e], label=f"estate {ESTATES[e]}", series=players_text(n)) for e in range(9) for n in COUNTS
    ]
    table = [
        {"table": players_text(n), "estate": ESTATES[e], **row(told[n].alike[e], "score"), "deals": told[n].alike[e].n}
        for n in COUNTS for e in range(9)
    ]  # fmt: skip
    spread = {n: [interval.estimate for interval in told[n].alike] for n in COUNTS}
    apart = listing([f"{points(max(v) - min(v))} at {n}" for n, v in spread.items()])
    return Section(
        "What is scored when all have the same estate?",
        [
            Prose(
                f"The estates with the highest and the lowest mean scores are {apart} players apart. At such a table "
                "all compete for the same kinds of tiles, so it isn't the same question as the one above."
            ),
            Figure(
                figures.intervals(pd.DataFrame(frame), "points", "mean score", None),
                "Mean score of a table at which all players have the same estate (95%).",
                "Nine rows with three marks each.",
            ),
            Table(
                "alike", "Mean score when all have the estate", table,
                [Column("estate"), Column("score", "mean score", "points", low="score_low", high="score_high"),
                 Column("deals")],
                group="table", fold=True,
            ),
        ],
    )  # fmt: skip


def _presets(under: dict[str, Strength]) -> Presets:
    names = list(under)
    first = {name: under[name].order() for name in names}
    shown = dict.fromkeys(e for name in names for e in (first[name][0], first[name][-1]))
    rows = [
        PresetRow(name, f"estate {ESTATES[e]}, 2 players", under[name].win[e], under[name].win[e].n)
        for e in shown for name in names
    ]  # fmt: skip
    ends = {(ESTATES[first[name][0]], ESTATES[first[name][-1]]) for name in names}
    same = (
        f"Both tables of animals agree at two players: estate {next(iter(ends))[0]} wins most, estate "
        f"{next(iter(ends))[1]} least."
        if len(ends) == 1
        else "The two tables of animals disagree about the ends: "
        + listing([f"{best} and {worst} under `{n}`" for n, (best, worst) in zip(names, sorted(ends), strict=False)])
        + "."
    )
    return Presets("wins more than the mean of the nine estates, 2 players", same, rows, "pp")
