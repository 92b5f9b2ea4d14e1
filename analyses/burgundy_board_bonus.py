"""The Castles of Burgundy: what is finishing an area or a colour worth, by phase and size, as a move and as a rule?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from burgsim.games.burgundy_board.components import TYPES
from burgsim.report import Column, Figure, Finding, Method, Page, PresetRow, Presets, Prose, Section, Table, figures
from burgsim.report.blocks import p_text, players_text, provenance, row
from burgsim.report.numbers import count, interval, listing, number, points, pp
from burgsim.statistics.equivalence import verdict
from burgsim.statistics.intervals import Interval
from burgsim.statistics.moments import Moments
from burgsim.statistics.multiplicity import holm, p_value
from burgsim.studies.estimates import MARGIN, SCORE, Measure, paired
from burgsim.studies.lab import Arm, Lab

GAME = "burgundy-board"
COUNTS = (2, 3, 4)
RANDOM = {"estates": [0, 0, 0, 0]}
PHASES = "ABCDE"
#: A point a player is the smallest effect on the score that this page calls one.
SMALLEST = 1.0
#: Forks below this number aren't shown.
LEAST_FORKS = 100
AREAS = Measure(
    "areas", "areas completed", "areas", tuple(f"areas_{letter}" for letter in PHASES),
    lambda v, n: sum(v[f"areas_{letter}"].sum(axis=1) for letter in PHASES), per_player=True,
)  # fmt: skip
BONUSES = Measure(
    "bonuses", "bonus tiles", "tiles", ("large_bonuses", "small_bonuses"),
    lambda v, n: (v["large_bonuses"] + v["small_bonuses"]).sum(axis=1), per_player=True,
)  # fmt: skip
MEASURES = (SCORE, AREAS, BONUSES, MARGIN)
NO_SIZE = {"area_points": [0] * 8}
NO_PHASE = {"phase_points": [0] * 5}
NO_BONUS = {f"bonus_{size}.p{n}": 0 for size in ("large", "small") for n in COUNTS}
HEADLINES: dict[str, dict[str, Any]] = {
    "no points for size": NO_SIZE,
    "no points for the phase": NO_PHASE,
    "no bonus tiles": NO_BONUS,
}
FLAT = {"every phase pays 6": {"phase_points": [6] * 5}}
#: Kinds of forks: what they are marks of.
FORKS = {"complete-area": "an area", "complete-colour": "a colour"}


def answer(lab: Lab) -> Page:
    """Play the arms and the forks and write what they say."""
    size = max(2, lab.sizes.deals // 2)
    changes: dict[str, dict[str, Any]] = {**HEADLINES, **FLAT}
    usual = lab.game.rules().phase_points
    changes |= {
        f"phase {letter} pays nothing": {"phase_points": [p if i != at else 0 for i, p in enumerate(usual)]}
        for at, letter in enumerate(PHASES)
    }
    presets = lab.game.rules.presets()
    arms = []
    for n in COUNTS:
        arms += [Arm(f"rules {n}", n, size, changes=RANDOM)]
        arms += [Arm(f"{name} {n}", n, size, changes={**change, **RANDOM}) for name, change in changes.items()]
    for name, change in presets.items():
        arms += [Arm(f"preset {name}", 2, size, changes={**change, **RANDOM})]
        arms += [
            Arm(f"preset {name} {rule}", 2, size, changes={**change, **gone, **RANDOM})
            for rule, gone in HEADLINES.items()
        ]
    runs = {name: found[0] for name, found in lab.play(arms).items()}
    effects = {(name, n): paired(runs[f"{name} {n}"], runs[f"rules {n}"], MEASURES) for n in COUNTS for name in changes}
    forks = {
        (kind, n): lab.fork(kind, n, max(2, lab.sizes.forks // (1 if n == 2 else 2)), changes=RANDOM)
        for kind in FORKS
        for n in COUNTS
    }
    whole = {key: fork_effect(rows) for key, rows in forks.items()}
    area, colour = whole["complete-area", 2], whole["complete-colour", 2]
    lost = {name: -effects[name, 2]["score"].interval.estimate for name in HEADLINES}
    return Page(
        slug="burgundy-board-bonus",
        game=lab.game.id,
        game_title=lab.game.title,
        title="Finishing an area or a colour",
        question="What are the points for areas, phases and bonus tiles worth, and how good a move is finishing one?",
        answer=f"At two players the points for the size of areas add {points(lost['no points for size'])} to a "
        f"player's score, those for the phase {points(lost['no points for the phase'])}, bonus tiles "
        f"{points(lost['no bonus tiles'])}. To finish an area now, rather than not in this turn, is worth "
        f"{points(area['lead'].estimate)} of lead and {pp(area['win'].estimate)} of wins; a colour "
        f"{points(colour['lead'].estimate)} and {pp(colour['win'].estimate)}.",
        sections=[_ablation(effects), _phases(effects), _forks(forks, whole)],
        provenance=provenance(lab, "balanced in every seat", RANDOM),
        presets=_presets(runs, presets),
        order=40,
    )


def fork_effect(rows: Mapping[str, np.ndarray], where: np.ndarray | None = None) -> dict[str, Interval]:
    """Finishing less not finishing: score, lead and win share, clustered by game."""
    chosen = {name: values if where is None else values[where] for name, values in rows.items()}
    futures = int(chosen["futures"][0]) if len(chosen["futures"]) else 1
    moments = Moments(["score", "lead", "win"])
    moments.add(
        np.stack([chosen[f"{name}_with"] - chosen[f"{name}_without"] for name in ("score", "lead", "win")], axis=1)
    )
    units = {"score": futures, "lead": futures, "win": 60 * futures}
    return {name: moments.interval(name, unit=float(unit)) for name, unit in units.items()}


def _ablation(effects) -> Section:  # type: ignore[no-untyped-def]
    shown = [*HEADLINES, *FLAT]
    rows = [
        {"label": name, "group": players_text(n), **row(effects[name, n]["score"].interval),
         **{key: value for of in MEASURES for key, value in row(effects[name, n][of.name].interval, of.name).items()},
         "gain": effects[name, n]["score"].gain, "deals": effects[name, n]["score"].interval.n}
        for n in COUNTS for name in shown
    ]  # fmt: skip
    adjusted = dict(
        zip(
            [(name, n) for n in COUNTS for name in HEADLINES],
            holm([p_value(effects[name, n]["score"].interval) for n in COUNTS for name in HEADLINES]),
            strict=True,
        )
    )
    findings = []
    for name in HEADLINES:
        found = effects[name, 2]
        said = verdict(found["score"].interval, SMALLEST)
        findings.append(
            Finding(
                f"Two players, {name}: scores change by {points(found['score'].interval.estimate, signed=True)}, areas "
                f"completed by {number(found['areas'].interval.estimate, 2, True)} a player.",
                found["score"].interval, "points difference",
                f"{said.word} (against {points(SMALLEST)}); {p_text(adjusted[name, 2])} (Holm)",
                found["score"].interval.n, "balanced in every seat", counted="paired deals",
            )
        )  # fmt: skip
    return Section(
        "What the rules for finishing add",
        [
            *findings,
            Prose(
                "The rule is taken away and the same players play the same deals; they see that the points are "
                "gone, but "
                "their weights are those found for the game as it is. The average win share can't move, since "
                "all seats "
                "play alike; what can is the score and what is finished."
            ),
            Figure(
                figures.intervals(
                    pd.DataFrame(rows), "points difference", "change of a player's mean score", 0.0, "the rules",
                    SMALLEST,
                ),
                "Change of the mean score when a rule is changed, same deals (95%). Grey: under one point.",
                "Three groups of four rules.",
            ),
            Table(
                "ablation", "Rules for finishing changed, against the rules as they are", rows,
                [
                    Column("label", "change"),
                    Column("score", "mean score", "points difference", low="score_low", high="score_high"),
                    Column("areas", "areas a player", "difference", low="areas_low", high="areas_high", digits=2),
                    Column("bonuses", "bonus tiles a player", "difference", low="bonuses_low", high="bonuses_high",
                           digits=2),
                    Column("margin", "winner's margin", "points difference", low="margin_low", high="margin_high"),
                    Column("gain", "gain of pairing", digits=1),
                    Column("deals"),
                ],
                group="group",
                note="Gain of pairing: how many times fewer deals the same precision took because both sides play the "
                "same dice and draws.",
            ),
            Method("Differences are taken deal by deal; the nine p-values are corrected together (Holm)."),
        ],
    )  # fmt: skip


def _phases(effects) -> Section:  # type: ignore[no-untyped-def]
    names = [f"phase {letter} pays nothing" for letter in PHASES]
    rows = [
        {"label": name, "series": players_text(n), "table": players_text(n), **row(effects[name, n]["score"].interval),
         **row(effects[name, n]["areas"].interval, "areas"), "deals": effects[name, n]["score"].interval.n}
        for n in COUNTS for name in names
    ]  # fmt: skip
    two = {name: effects[name, 2]["score"].interval for name in names}
    most = min(two, key=lambda name: two[name].estimate)
    return Section(
        "Which phase's points count most?",
        [
            Finding(
                f"At two players those of phase {most[6]} do: without them scores change by "
                f"{points(two[most].estimate, signed=True)}.",
                two[most], "points difference", "", two[most].n, "balanced in every seat", counted="paired deals",
            ),
            Figure(
                figures.intervals(
                    pd.DataFrame(rows).sort_values("label", kind="stable"), "points difference",
                    "change of a player's mean score", 0.0, "the rules", SMALLEST,
                ),
                "Change of the mean score when one phase pays nothing for an area (95%). Grey: under one point.",
                "Five rows with three marks each.",
            ),
            Table(
                "phases", "One phase without points", rows,
                [Column("label", "change"), Column("value", "mean score", "points difference", low="low", high="high"),
                 Column("areas", "areas a player", "difference", low="areas_low", high="areas_high", digits=2),
                 Column("deals")],
                group="table", fold=True,
            ),
        ],
    )  # fmt: skip


def _forks(forks, whole) -> Section:  # type: ignore[no-untyped-def]
    rows, findings = [], []
    for (kind, n), found in forks.items():
        table = f"{FORKS[kind]}, {players_text(n)}"
        parts = [("all", None)]
        parts += [(f"in phase {letter}", found["stage"] == i) for i, letter in enumerate(PHASES)]
        if kind == "complete-area":
            parts += [(f"of {k} cells" if k > 1 else "of 1 cell", found["mark"] == k) for k in range(1, 9)]
        else:
            parts += [(f"of {name}s" if name != "knowledge" else "of knowledge", found["mark"] == i + 1)
                      for i, name in enumerate(TYPES)]  # fmt: skip
        for what, where in parts:
            if where is None or where.sum() >= LEAST_FORKS:
                effect = fork_effect(found, where)
                own = found["chosen"] if where is None else found["chosen"][where]
                rows.append(
                    {"table": table, "what": what, **row(effect["lead"], "lead"), **row(effect["win"], "win"),
                     **row(effect["score"], "score"), "chosen": float(own.mean()) if len(own) else float("nan"),
                     "forks": effect["lead"].n}
                )  # fmt: skip
        effect = whole[kind, n]
        findings.append(
            Finding(
                f"At {n} players finishing {FORKS[kind]} now instead of not in this turn changes wins by "
                f"{pp(effect['win'].estimate)}.",
                effect["win"], "pp", f"{interval(effect['lead'], 'points difference')} of lead",
                effect["win"].n, "balanced in every seat", counted="forks",
            )
        )  # fmt: skip
    frame = pd.DataFrame(
        [
            {"label": entry["what"], "series": players_text(n), "value": entry["lead"], "low": entry["lead_low"],
             "high": entry["lead_high"]}
            for n in COUNTS for entry in rows if entry["table"] == f"{FORKS['complete-area']}, {players_text(n)}"
        ]
    )  # fmt: skip
    return Section(
        "How good a move is finishing?",
        [
            *findings,
            Figure(
                figures.intervals(
                    frame, "points difference", "lead gained by finishing an area now", 0.0, "no difference"
                ),
                "Lead at the end when an area is finished now, less when none is in this turn (95%), by phase "
                "and size.",
                "A row for all, each phase and each size, with a mark for each number of players.",
            ),
            Table(
                "forks", "Finishing now, against not in this turn", rows,
                [
                    Column("what"),
                    Column("lead", "lead", "points difference", low="lead_low", high="lead_high"),
                    Column("win", "wins", "pp", low="win_low", high="win_high"),
                    Column("score", "own score", "points difference", low="score_low", high="score_high"),
                    Column("chosen", "the player does it by itself", "share", digits=0),
                    Column("forks"),
                ],
                group="table", fold=True,
                note=f"Rows with fewer than {LEAST_FORKS} forks are left out.",
            ),
            Method(
                "In each game one opportunity is drawn from all that come up: a placement would finish an area (or the "
                "last cell of a colour whose bonus is there). Four futures are played from it in both arms "
                "alike; later "
                "tiles, goods and dice are drawn anew for each. In one arm the player takes the finishing "
                "placement that "
                "it likes best, in the other such placements are off its list until its turn ends. The game is the "
                "cluster; "
                f"{listing([count(len(forks['complete-area', n]['mark']), 'forks') + f' at {n}' for n in COUNTS])} "
                "players for areas. Not finishing now doesn't mean never: the number is the price of waiting a turn."
            ),
        ],
    )  # fmt: skip


def _presets(runs, presets) -> Presets:  # type: ignore[no-untyped-def]
    found = {
        (name, rule): paired(runs[f"preset {name} {rule}"], runs[f"preset {name}"], (SCORE,))["score"].interval
        for name in presets
        for rule in HEADLINES
    }
    rows = [PresetRow(name, f"{rule}, 2 players", found[name, rule], found[name, rule].n)
            for rule in HEADLINES for name in presets]  # fmt: skip
    effects = {name: {rule: found[name, rule].estimate for rule in HEADLINES} for name in presets}
    orders = {tuple(sorted(HEADLINES, key=effect.__getitem__)) for effect in effects.values()}
    said = (
        "The order of the three rules is the same under both tables of animals."
        if len(orders) == 1
        else "The order of the three rules isn't the same under both tables of animals."
    )
    return Presets("change of a player's mean score without a rule, 2 players", said, rows, "points difference")
