"""Carcassonne: what each expansion changes: length, scores, the seats, lead changes, and skill against luck."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from burgsim.report import Column, Figure, Finding, Method, Page, PresetRow, Presets, Prose, Section, Table, figures
from burgsim.report.blocks import players_text, provenance, row
from burgsim.report.numbers import count, listing, number, percent, points, pp
from burgsim.statistics.fairness import seat_advantages
from burgsim.statistics.intervals import Interval
from burgsim.statistics.moments import Moments
from burgsim.studies.estimates import MARGIN, SCORE, means, measure, seat_moments, shares, totals
from burgsim.studies.lab import Arm, Lab, Played, by_game

GAME = "carcassonne"
COUNTS = (2, 4)
TABLES: dict[str, dict[str, bool]] = {
    "base game": {},
    "River": {"river": True},
    "Inns & Cathedrals": {"inns": True},
    "Traders & Builders": {"traders": True},
    "all sets": {"river": True, "inns": True, "traders": True},
}
#: The weaker player who tells how much skill decides.
WEAKER = "greedy"
#: With all sets balanced plays by weights that were tuned for them.
TUNED = {"all sets": "balanced@all"}
POINTS = {
    "roads": ("roads", "open_roads"), "cities": ("cities", "open_cities"),
    "cloisters": ("cloisters", "open_cloisters"), "fields": ("fields",), "goods": ("goods",),
}  # fmt: skip


def answer(lab: Lab) -> Page:
    """Play the arms and write what they say."""
    size = max(2, lab.sizes.table // 2)
    matches = max(2, lab.sizes.table // 5)
    presets = {name: changes for name, changes in lab.game.rules.presets().items() if changes}
    arms = [
        Arm(f"{name} {n}", n, size, (TUNED.get(name, "balanced"),), changes)
        for name, changes in TABLES.items()
        for n in COUNTS
    ]
    arms += [
        Arm(f"{name} match", 2, matches, (TUNED.get(name, "balanced"), WEAKER), changes, rotated=True)
        for name, changes in TABLES.items()
    ]
    arms += [
        Arm(f"preset {name} {river}", 2, size, changes={**changes, "river": river})
        for name, changes in presets.items() for river in (False, True)
    ]  # fmt: skip
    runs = lab.play(arms)
    facts = {(name, n): _facts(runs[f"{name} {n}"][0]) for name in TABLES for n in COUNTS}
    skill = {name: shares(runs[f"{name} match"])[0] for name in TABLES}
    return Page(
        slug="carcassonne-expansions",
        game=lab.game.id,
        game_title=lab.game.title,
        title="What the expansions change",
        question="How do the expansions change length, scores, the seats, the race, and what skill is worth?",
        answer=_answer(facts, skill),
        sections=[_shape(runs, facts, size), _skill(skill, matches)],
        provenance=provenance(lab, "balanced in every seat, unless a table says otherwise"),
        presets=_presets(runs, facts, presets),
        order=30,
    )  # fmt: skip


def _facts(run: Played) -> dict[str, Interval]:
    """Numbers of a table: tiles, turns, lead changes, score, margin, seat 1 above fair, double turns."""
    columns = ["tiles", "turns", "lead_changes", "discards", "complete_cities"]
    moments = Moments(columns)
    for part in by_game(run, columns):
        moments.add(np.stack([part[name] for name in columns], axis=1))
    found = {name: moments.interval(name) for name in columns}
    found |= {"score": measure(run, SCORE), "margin": measure(run, MARGIN)}
    found["first"] = seat_advantages(seat_moments([run], "win_60ths"))[0]
    return found | totals(run, ["double_turns"])


def _answer(facts: Mapping[tuple[str, int], Mapping[str, Interval]], skill: Mapping[str, Interval]) -> str:
    base, whole = facts["base game", 2], facts["all sets", 2]
    adds = listing(
        [
            f"{name} {points(facts[name, 2]['score'].estimate - base['score'].estimate, signed=True)}"
            for name in TABLES
            if name not in ("base game", "all sets")
        ]
    )
    return (
        f"At two players a player scores {points(base['score'].estimate)} in the base game and "
        f"{points(whole['score'].estimate)} with all sets ({adds}). The lead changes "
        f"{number(base['lead_changes'].estimate, 1)} times a game, {number(whole['lead_changes'].estimate, 1)} with "
        f"all sets; a strong player beats a greedy one in {percent(skill['base game'].estimate)} of games, "
        f"{percent(skill['all sets'].estimate)} with all sets."
    )


def _shape(runs, facts, size) -> Section:  # type: ignore[no-untyped-def]
    table: list[dict[str, Any]] = []
    for (name, n), found in sorted(facts.items(), key=lambda item: item[0][1]):
        entry: dict[str, Any] = {"table": players_text(n), "set": name, "games": runs[f"{name} {n}"][0].games}
        for what, interval in found.items():
            entry |= row(interval, what)
        table.append(entry)
    stacked = {}
    for name in TABLES:
        found = totals(runs[f"{name} 2"][0], [f"points_{part}" for parts in POINTS.values() for part in parts])
        stacked[name] = {
            word: sum(found[f"points_{part}"].estimate for part in parts) for word, parts in POINTS.items()
        }
    base = facts["base game", 2]
    findings = []
    for name in list(TABLES)[1:]:
        found = facts[name, 2]
        seats = means(runs[f"{name} 2"], "score")
        more = found["score"].estimate - base["score"].estimate
        findings.append(
            Finding(
                f"{name}: {number(found['tiles'].estimate, 0)} tiles, {points(more, signed=True)} a player at two "
                f"players; {number(found['lead_changes'].estimate, 1)} lead changes instead of "
                f"{number(base['lead_changes'].estimate, 1)}.",
                found["score"], "points",
                f"the winner is {points(found['margin'].estimate)} ahead instead of {points(base['margin'].estimate)}",
                seats[0].n, "balanced in every seat",
            )
        )  # fmt: skip
    return Section(
        "Length, scores and the race",
        [
            *findings,
            Figure(
                figures.stacked(pd.DataFrame.from_dict(stacked, orient="index"), "points", "mean points of a player"),
                "Where points come from, two players; what was incomplete at the end is counted with the rest.",
                "Five bars, one a combination of sets, cut by roads, cities, cloisters, fields and goods.",
            ),
            Table(
                "sets", "What each set changes", table,
                [
                    Column("set"), Column("tiles", digits=1), Column("turns", digits=1),
                    Column("score", "mean score", "points", low="score_low", high="score_high"),
                    Column("margin", "margin of the winner", "points", low="margin_low", high="margin_high"),
                    Column("first", "seat 1 above fair", "pp", low="first_low", high="first_high"),
                    Column("lead_changes", "lead changes", low="lead_changes_low", high="lead_changes_high", digits=2),
                    Column("double_turns", "double turns a player", digits=2),
                    Column("complete_cities", "complete cities", digits=1),
                    Column("discards", "tiles that fit nowhere", digits=3),
                    Column("games"),
                ],
                group="table",
            ),
            Method(
                "Balanced players with each set, alone and together. Their weights are those of the base game, but "
                "with all sets those found for all sets, so a part of that difference is that of better play. A lead "
                "change is counted after each scoring, when another seat than before is ahead of all others. "
                f"{count(size, 'games')} a table."
            ),
        ],
    )  # fmt: skip


def _skill(skill: Mapping[str, Interval], matches: int) -> Section:
    base, whole = skill["base game"], skill["all sets"]
    frame = pd.DataFrame([row(interval, label=name) for name, interval in skill.items()])
    apart = whole.estimate - base.estimate
    sure = not (whole.low <= base.high and base.low <= whole.high)
    return Section(
        "Skill against luck",
        [
            Finding(
                f"The balanced player beats the greedy one in {percent(base.estimate)} of base games and in "
                f"{percent(whole.estimate)} with all sets.",
                whole, "share", f"{pp(apart)} against the base game" + ("" if sure else ", not told apart for sure"),
                whole.n, f"balanced against {WEAKER}", counted="deals",
            ),
            Prose(
                "The more often the better player wins, the less is left to the order of the tiles. That holds for "
                "these two players; balanced plays all sets by weights found for them, single ones by those of the "
                "base game."
            ),
            Figure(
                figures.intervals(frame, "share", "win share of the balanced player", 0.5, "even"),
                "How often the better of two players wins, by set (95%).",
                "A dot for each combination of sets, right of the line at one half.",
            ),
            Method(f"Each deal is played twice with the seats changed; {count(matches, 'deals')} a set."),
        ],
    )  # fmt: skip


def _presets(runs: Mapping[str, Sequence[Played]], facts: Any, presets: Mapping[str, Any]) -> Presets:
    rows = []
    more = {}
    for name in ("third", *presets):
        plain, river = (
            (facts["base game", 2]["score"], facts["River", 2]["score"])
            if name == "third"
            else (measure(runs[f"preset {name} {with_river}"][0], SCORE) for with_river in (False, True))
        )
        more[name] = river.estimate - plain.estimate
        rows += [PresetRow(name, "mean score, base game", plain, plain.n),
                 PresetRow(name, "mean score, with the River", river, river.n)]  # fmt: skip
    told = listing([f"{points(value, signed=True)} under `{name}`" for name, value in more.items()])
    said = f"The River adds {told}. The other sets are played with the third way to count."
    return Presets("mean score with and without the River, 2 players", said, rows, "points")
