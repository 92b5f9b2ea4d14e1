"""The Castles of Burgundy: how strong is each of the nine estates, on the same dice and draws?"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from burgsim.report import Column, Figure, Finding, Method, Page, PresetRow, Presets, Prose, Section, Table, figures
from burgsim.report.blocks import players_text, provenance, row
from burgsim.report.ladder_block import ladder_items, robust_sentence
from burgsim.report.numbers import count, interval, listing, percent, points, pp
from burgsim.statistics.intervals import Interval
from burgsim.statistics.moments import Moments
from burgsim.statistics.ranks import Place, places
from burgsim.studies.compare import Effect
from burgsim.studies.estimates import WIN_UNIT
from burgsim.studies.lab import Arm, Lab, Played, by_seat
from burgsim.studies.measures import KINDS
from burgsim.studies.rungs import Rungs

GAME = "burgundy-board"
COUNTS = (2, 3, 4)
ESTATES = tuple(range(1, 10))
#: What players who logged thousands of games say: which estate is far ahead, and which is behind.
PEOPLE = {"best": 8, "worst": 1}


@dataclass(frozen=True)
class Strength:
    """The estates at one number of players, each held by one seat among others that are drawn.

    `score`, `lead` (over the best other seat) and `win` are an estate's mean less that of all nine on the same deals;
    `scored` and `won` are its own means, `alike` the mean score of a table at which all have it and `spread` the
    highest of these less the lowest. `ranks` are the places (by wins) that the data allow.
    """

    score: list[Interval]
    lead: list[Interval]
    win: list[Interval]
    scored: list[Interval]
    won: list[Interval]
    alike: list[Interval]
    spread: Interval | None
    ranks: list[Place]

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
    ladder = _ladder(lab, told[2])
    return Page(
        slug="burgundy-board-estates",
        game=lab.game.id,
        game_title=lab.game.title,
        title="The nine estates",
        question="How strong is each estate against the others?",
        answer=f"{_answer(told)} {robust_sentence(ladder, lambda found: found.effect.variant)}",
        sections=[
            _strengths(told, size),
            _people(told),
            _alike(told),
            Section(
                "Does it hold for other players?",
                [
                    Prose(
                        "What the strongest and the weakest estate win more than the mean of the nine at two players, "
                        "by who plays: each among copies of itself, and a mixed table."
                    ),
                    *ladder_items(ladder, lambda found: found.effect.variant),
                ],
            ),
        ],
        provenance=provenance(lab, "balanced in every seat, unless a table says otherwise"),
        presets=_presets(under),
        order=20,
    )


def _ladder(lab: Lab, two: Strength) -> list[Any]:
    """The ends of the order at two players, as players of other strengths see them."""
    rungs = Rungs(lab, [2], changes={"estates": [0, 0, 0, 0]})
    held = list(itertools.product(ESTATES, range(2)))
    runs = lab.play([arm for e, s in held for arm in rungs.arms(f"one {e} {s} by", 2, given(e, s))])
    rows = []
    for end in (0, -1):
        at = two.order()[end]

        def seen(*arms: Sequence[Played], at: int = at) -> Interval:
            win = Moments(9)
            for parts in zip(*(zip(*(by_seat(run, ["win_60ths"]) for run in arm), strict=True) for arm in arms),
                             strict=True):  # fmt: skip
                owned = [
                    sum(part["win_60ths"][:, s].astype(np.int64) for part in arm)
                    for (_, s), arm in zip(held, parts, strict=True)
                ]
                win.add(np.stack([owned[2 * e] + owned[2 * e + 1] for e in range(9)], axis=1))
            return win.contrast(_away()[at], unit=float(WIN_UNIT * 2 * len(arms[0])))

        effect = Effect.found(2, "wins more than the mean of the nine", KINDS["win_share"], two.win[at],
                              variant=f"estate {ESTATES[at]}")  # fmt: skip
        rows.append(rungs.row(effect, [f"one {e} {s} by" for e, s in held], runs, seen))
    return rows


def _away() -> np.ndarray:
    """One estate less the mean of all nine, a row each."""
    return np.eye(9) - 1 / 9


def _strength(runs: Any, n: int, arm: str, alike: Sequence[str]) -> Strength:
    sums = {name: Moments(9) for name in ("score", "lead", "win_60ths")}
    held = [[by_seat(runs[arm.format(e, s)], ["score", "win_60ths"]) for s in range(n)] for e in ESTATES]
    for parts in zip(*itertools.chain.from_iterable(held), strict=True):
        # a deal is all its seats and estates together: who holds the estate, summed over seats
        seats = [[_owned(part, s) for s, part in enumerate(parts[n * e : n * e + n])] for e in range(9)]
        for name, moments in sums.items():
            moments.add(np.stack([sum(owner[name] for owner in of) for of in seats], axis=1))
    score, lead, win = sums.values()
    tables = Moments(9)
    spread = None
    if alike:
        for parts in zip(*(by_seat(runs[name], ["score"]) for name in alike), strict=True):
            tables.add(np.stack([part["score"].astype(np.int64).sum(axis=1) for part in parts], axis=1))
        means = [tables.interval(e, unit=float(n)) for e in range(9)]
        high, low = (pick(range(9), key=lambda e: means[e].estimate) for pick in (max, min))
        spread = tables.difference(high, low, unit=float(n)).interval
    return Strength(
        score=[score.contrast(weights, unit=float(n)) for weights in _away()],
        lead=[lead.contrast(weights, unit=float(n)) for weights in _away()],
        win=[win.contrast(weights, unit=float(WIN_UNIT * n)) for weights in _away()],
        scored=[score.interval(e, unit=float(n)) for e in range(9)],
        won=[win.share(e, unit=WIN_UNIT * n) for e in range(9)],
        alike=means if alike else [],
        spread=spread,
        ranks=places(win),
    )


def _owned(part: Mapping[str, np.ndarray], seat: int) -> dict[str, np.ndarray]:
    """Score, lead over the best other seat, and wins of a seat."""
    score = part["score"].astype(np.int64)
    others = np.delete(score, seat, axis=1).max(axis=1)
    return {"score": score[:, seat], "lead": score[:, seat] - others,
            "win_60ths": part["win_60ths"][:, seat].astype(np.int64)}  # fmt: skip


def _answer(told: dict[int, Strength]) -> str:
    top = {n: told[n].order()[0] for n in COUNTS}
    low = {n: told[n].order()[-1] for n in COUNTS}
    said = []
    for word, ends in (("strongest", top), ("weakest", low)):
        by: dict[int, list[int]] = {}
        for n in COUNTS:
            by.setdefault(ESTATES[ends[n]], []).append(n)
        which = [
            f"estate {estate}" + (f" at {listing([str(n) for n in at])}" if len(by) > 1 else "")
            for estate, at in by.items()
        ]
        where = " players" if len(by) > 1 else " at every number of players"
        wins = listing([f"{interval(told[n].won[ends[n]], 'share')} at {n}" for n in COUNTS])
        said.append(f"The {word} is {listing(which)}{where}: among different estates its owner wins {wins} players.")
    fair = listing([percent(1 / n) for n in COUNTS])
    return (
        f"{' '.join(said)} (Fair would be {fair}.) People say that estate {PEOPLE['best']} is far ahead and estate "
        f"{PEOPLE['worst']} behind."
    )


def _strengths(told: dict[int, Strength], size: int) -> Section:
    frame = [
        row(told[n].win[e], label=f"estate {ESTATES[e]}", series=players_text(n))
        for e in told[2].order() for n in COUNTS
    ]  # fmt: skip
    table = [
        {"table": players_text(n), "estate": ESTATES[e], **row(told[n].won[e], "won"), **row(told[n].win[e], "win"),
         **row(told[n].lead[e], "lead"), **row(told[n].score[e], "score"), **row(told[n].scored[e], "scored"),
         "places": str(told[n].ranks[e]), "deals": told[n].win[e].n}
        for n in COUNTS for e in told[n].order()
    ]  # fmt: skip
    findings = []
    for n in COUNTS:
        top, second = told[n].order()[:2]
        findings.append(
            Finding(
                f"At {n} players estate {ESTATES[top]} wins most; its owner wins {percent(told[n].won[top].estimate)} "
                f"of games instead of {percent(1 / n)}.",
                told[n].won[top], "share",
                f"{pp(told[n].win[top].estimate)} against the mean of the nine, with "
                f"{points(told[n].lead[top].estimate, signed=True)} of lead; the next, estate {ESTATES[second]}, has "
                f"{pp(told[n].win[second].estimate)}",
                told[n].win[top].n, "balanced in every seat", counted="deals",
            )
        )  # fmt: skip
    return Section(
        "Which estate wins?",
        [
            *findings,
            *_odd(told),
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
                    Column("won", "wins", "share", low="won_low", high="won_high"),
                    Column("win", "wins, against the mean", "pp", low="win_low", high="win_high"),
                    Column("lead", "lead", "points difference", low="lead_low", high="lead_high"),
                    Column("score", "score", "points difference", low="score_low", high="score_high"),
                    Column("scored", "mean score", "points", low="scored_low", high="scored_high"),
                    Column("places", "places"),
                    Column("deals"),
                ],
                group="table",
                note="Wins are those of who holds the estate; the next three columns are less the mean of the nine. "
                "The lead is over the best other player. 'Places' are the ranks by wins that the data allow: which "
                "estates are better or worse for sure, all 36 pairs of a table corrected together (Holm).",
            ),
            Method(
                "Each of the nine estates is given to each seat in turn, the other seats drawing different ones of the "
                f"rest; {count(size, 'deals')} a seat and estate. All of them play the same dice and draws, so "
                "estates are compared deal by deal. The start castle is the player's own choice."
            ),
        ],
    )  # fmt: skip


def _odd(told: dict[int, Strength]) -> list[Prose]:
    """Estates that score more than the mean and win less, or the other way about."""
    odd = [
        f"estate {ESTATES[e]} at {n} players ({points(told[n].score[e].estimate, signed=True)}, "
        f"{points(told[n].lead[e].estimate, signed=True)} of lead, {pp(told[n].win[e].estimate)})"
        for n in COUNTS for e in told[n].order()
        if told[n].score[e].excludes(0.0) and told[n].win[e].excludes(0.0)
        and (told[n].score[e].estimate > 0) != (told[n].win[e].estimate > 0)
    ]  # fmt: skip
    if not odd:
        return []
    return [
        Prose(
            "A score alone doesn't tell who wins, since what an estate leaves to the others raises or lowers their "
            f"scores as well. On one side of the mean by score and on the other by wins: {listing(odd)}."
        )
    ]


def _people(told: dict[int, Strength]) -> Section:
    said = [
        f"at {n} players " + ", ".join(f"{ESTATES[e]} ({told[n].ranks[e]})" for e in told[n].order()) for n in COUNTS
    ]
    where = {
        which: listing([f"{told[n].ranks[ESTATES.index(estate)]} at {n}" for n in COUNTS])
        for which, estate in PEOPLE.items()
    }
    return Section(
        "What people say",
        [
            Prose(
                f"Players who logged their games say that estate {PEOPLE['best']} is by far the best: here its place "
                f"among the nine is {where['best']} players. They say that estate {PEOPLE['worst']} is behind most: "
                f"here its place is {where['worst']} players.\n\nFrom the most wins to the fewest, with the places "
                f"that the data allow: {'; '.join(said)}."
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
    apart = listing([f"{interval(gap, 'points')} at {n}" for n in COUNTS if (gap := told[n].spread) is not None])
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
    return Presets("wins more than the mean of the nine estates, 2 players", same, rows, "pp", counted="deals")
