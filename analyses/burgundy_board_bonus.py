"""The Castles of Burgundy: what is finishing an area or a colour worth, by phase and size, as a move and as a rule?"""

from __future__ import annotations

from typing import Any

import pandas as pd

from burgsim.games.burgundy_board.components import TYPES
from burgsim.report import Column, Figure, Finding, Method, Page, PresetRow, Presets, Prose, Section, Table, figures
from burgsim.report.blocks import p_text, players_text, provenance, row, verdict_text
from burgsim.report.ladder_block import ladder_items, robust_sentence
from burgsim.report.numbers import count, interval, listing, number, percent, points, pp
from burgsim.statistics.equivalence import verdict
from burgsim.statistics.intervals import Interval
from burgsim.statistics.multiplicity import holm, p_value
from burgsim.studies.compare import Effect
from burgsim.studies.estimates import MARGIN, SCORE, Measure, fork_effects, measure, paired, score_change
from burgsim.studies.lab import Arm, Lab
from burgsim.studies.measures import KINDS
from burgsim.studies.rungs import Rungs

GAME = "burgundy-board"
COUNTS = (2, 3, 4)
RANDOM = {"estates": [0, 0, 0, 0]}
PHASES = "ABCDE"
#: A point a player is the smallest effect on the score that this page calls one.
SMALLEST = 1.0
MATTERS = "1 point"
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
    "bonus tiles pay nothing": NO_BONUS,
}
FLAT = {"every phase pays 6": {"phase_points": [6] * 5}}
#: Kinds of forks: what they are marks of.
FORKS = {"complete-area": "an area", "complete-colour": "a colour"}
#: Which opportunities: all, or those where the player by itself finishes or doesn't.
WHO = {"all": "all", "acts": "finishes", "waits": "doesn't"}


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
    whole = {key: fork_effects(rows, LEAST_FORKS) for key, rows in forks.items()}
    lost = {name: interval(effects[name, 2]["score"].interval.scaled(-1.0), "points") for name in HEADLINES}
    ladder = _ladder(lab, effects, whole)
    return Page(
        slug="burgundy-board-bonus",
        game=lab.game.id,
        game_title=lab.game.title,
        title="Finishing an area or a colour",
        question="What are the points for areas, phases and bonus tiles worth, and how good a move is finishing one?",
        answer=f"At two players the points for the size of areas add {lost['no points for size']} to a player's score, "
        f"those for the phase {lost['no points for the phase']} and bonus tiles {lost['bonus tiles pay nothing']}. "
        f"{_moves(whole)} {robust_sentence(ladder, lambda found: found.effect.variant)}",
        sections=[
            _ablation(runs, effects),
            _phases(effects),
            _forks(forks, whole),
            Section(
                "Does it hold for other players?",
                [
                    Prose(
                        "The same at two players by who plays, each among copies of itself, and for a mixed table: the "
                        "change of the score without a rule, and what finishing an area now is worth where the player "
                        "does it by itself."
                    ),
                    *ladder_items(ladder, lambda found: found.effect.variant),
                ],
            ),
        ],
        provenance=provenance(lab, "balanced in every seat, unless a table says otherwise", RANDOM),
        presets=_presets(runs, presets),
        order=40,
    )


def _ladder(lab: Lab, effects, whole) -> list[Any]:  # type: ignore[no-untyped-def]
    """The headlines at two players as players of other strengths see them."""
    rungs = Rungs(lab, [2], changes=RANDOM)
    arms = rungs.arms("rules by", 2)
    for name, change in HEADLINES.items():
        arms += rungs.arms(f"{name} by", 2, change)
    runs = lab.play(arms)
    rows = [
        rungs.row(
            Effect.found(2, "mean score", KINDS["score"], effects[name, 2]["score"].interval, SMALLEST, name),
            [f"{name} by", "rules by"], runs, score_change,
        )
        for name in HEADLINES
    ]  # fmt: skip
    found = whole["complete-area", 2]
    own = found.get("acts", found["all"])["win"]
    move = Effect.found(2, "wins gained by finishing now", KINDS["win_share"], own, variant="finishing an area")
    rows.append(
        rungs.forks(
            move, "complete-area", max(2, lab.sizes.forks // 5),
            lambda forked: fork_effects(forked, LEAST_FORKS).get("acts", {}).get("win"),
        )
    )  # fmt: skip
    return rows


def _moves(whole) -> str:  # type: ignore[no-untyped-def]
    """What finishing now is worth at two players, where the player does so by itself and where it doesn't."""
    said = []
    for kind, what in FORKS.items():
        found = whole[kind, 2]
        if "acts" not in found:
            return "Too few such moves were forked to tell what one is worth."
        text = f"finishing {what} now, where the player does so by itself, brings {_worth(found['acts'])}"
        if "waits" in found:
            text += f", and where it would rather not {_worth(found['waits'])}"
        said.append(text)
    text = f"Against not finishing in that turn, {'; '.join(said)}"
    return f"{text}. (The lead is the score less that of the best other player at the end.)"


def _worth(found: dict[str, Interval]) -> str:
    lead, win = found["lead"], found["win"]
    if not lead.excludes(0.0) and not win.excludes(0.0):
        return f"nothing for sure ({interval(lead, 'points difference')} of lead)"
    return f"{interval(lead, 'points difference')} of lead and {interval(win, 'pp')} of wins"


def _ablation(runs, effects) -> Section:  # type: ignore[no-untyped-def]
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
    usual = {
        of.name: f"{listing([number(measure(runs[f'rules {n}'], of).estimate, 1) for n in COUNTS])}"
        for of in (SCORE, AREAS, BONUSES)
    }
    usual["score"] += f" points (at {listing([str(n) for n in COUNTS])} players, as in what follows)"
    findings = []
    for name in HEADLINES:
        found = effects[name, 2]
        findings.append(
            Finding(
                f"Two players, {name}: scores change by {points(found['score'].interval.estimate, signed=True)}, areas "
                f"completed by {number(found['areas'].interval.estimate, 2, True)} a player.",
                found["score"].interval, "points difference",
                f"{verdict_text(verdict(found['score'].interval, SMALLEST), MATTERS)}; {p_text(adjusted[name, 2])} "
                "(all nine together)",
                found["score"].interval.n, "balanced in every seat", counted="paired deals",
            )
        )  # fmt: skip
    return Section(
        "What the rules for finishing add",
        [
            *findings,
            Prose(
                "The rule is taken away and the same players play the same deals; they see that the points are gone, "
                "but their weights are those found for the game as it is. The average win share can't move, since all "
                "seats play alike; what can is the score and what is finished. Bonus tiles that pay nothing are still "
                f"taken. By the rules as they are a player scores {usual['score']}, finishes {usual['areas']} areas "
                f"and takes {usual['bonuses']} bonus tiles."
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
    findings = []
    for n in COUNTS:
        found = {name: effects[name, n]["score"].interval for name in names}
        first, second = sorted(names, key=lambda name: found[name].estimate)[:2]
        apart = found[first].high < found[second].low
        findings.append(
            Finding(
                f"At {n} players those of phase {first[6]} do: without them scores change by "
                f"{points(found[first].estimate, signed=True)}."
                if apart
                else f"At {n} players phases {first[6]} and {second[6]} count most, too close to tell apart: "
                f"without them scores change by {points(found[first].estimate, signed=True)} and "
                f"{points(found[second].estimate, signed=True)}.",
                found[first], "points difference", "", found[first].n, "balanced in every seat",
                counted="paired deals",
            )
        )  # fmt: skip
    return Section(
        "Which phase's points count most?",
        [
            *findings,
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
    rows, items = [], []
    for (kind, n), drawn in forks.items():
        table = f"{FORKS[kind]}, {players_text(n)}"
        parts = [("all", None)]
        parts += [(f"in phase {letter}", drawn["stage"] == i) for i, letter in enumerate(PHASES)]
        if kind == "complete-area":
            parts += [(f"of {k} cells" if k > 1 else "of 1 cell", drawn["mark"] == k) for k in range(1, 9)]
        else:
            parts += [(f"of {name}s" if name != "knowledge" else "of knowledge", drawn["mark"] == i + 1)
                      for i, name in enumerate(TYPES)]  # fmt: skip
        for what, where in parts:
            for name, found in fork_effects(drawn, LEAST_FORKS, where).items():
                if found["lead"].n >= LEAST_FORKS or what == "all":
                    rows.append(
                        {"table": table, "what": what, "player": WHO[name], **row(found["lead"], "lead"),
                         **row(found["win"], "win"), **row(found["score"], "score"), "forks": found["lead"].n}
                    )  # fmt: skip
    for kind, what in FORKS.items():
        shown = [
            {"label": entry["what"], "series": players_text(n), "value": entry["lead"], "low": entry["lead_low"],
             "high": entry["lead_high"]}
            for n in COUNTS for entry in rows
            if entry["table"] == f"{what}, {players_text(n)}" and entry["player"] == WHO["acts"]
        ]  # fmt: skip
        if shown:
            items.append(
                Figure(
                    figures.intervals(
                        pd.DataFrame(shown), "points difference", f"lead gained by finishing {what} now", 0.0,
                        "no difference",
                    ),
                    f"Lead at the end when {what} is finished now, less when none is in this turn (95%), where the "
                    f"player does so by itself, by phase and {'size' if kind == 'complete-area' else 'colour'}.",
                    "A row for all, each phase and each size or colour, with a mark for each number of players.",
                )
            )  # fmt: skip
    waits = {
        kind: listing([f"{percent(1 - float(forks[kind, n]['chosen'].mean()), 0)} at {n}" for n in COUNTS])
        for kind in FORKS
        if all(len(forks[kind, n]["chosen"]) for n in COUNTS)
    }
    weigh = "; ".join(f"for {FORKS[kind]} {said}" for kind, said in waits.items())
    return Section(
        "How good a move is finishing?",
        [
            *[_fork_finding(kind, n, found) for (kind, n), found in whole.items()],
            Prose(
                f"{_by_phase(rows)}Not finishing now doesn't mean never: the number is the price of waiting a turn. An "
                "opportunity that a player passes up comes up again turn after turn, so such ones weigh heavily among "
                f"all{f' ({weigh} players)' if weigh else ''} and are told apart."
            ),
            *items,
            Table(
                "forks", "Finishing now, against not in this turn", rows,
                [
                    Column("what"),
                    Column("player", "the player by itself"),
                    Column("lead", "lead", "points difference", low="lead_low", high="lead_high"),
                    Column("win", "wins", "pp", low="win_low", high="win_high"),
                    Column("score", "own score", "points difference", low="score_low", high="score_high"),
                    Column("forks"),
                ],
                group="table", fold=True,
                note=f"Rows with fewer than {LEAST_FORKS} forks are left out. The lead is the score less that of the "
                "best other player.",
            ),
            Method(
                "In each game one opportunity is drawn from all that come up: a placement would finish an area (or the "
                "last cell of a colour whose bonus is there). Four futures are played from it in both arms alike; "
                "later tiles, goods and dice are drawn anew for each. In one arm the player takes the finishing "
                "placement that it likes best, in the other such placements are off its list until its turn ends. The "
                "game is the cluster; "
                f"{listing([count(len(forks['complete-area', n]['mark']), 'forks') + f' at {n}' for n in COUNTS])} "
                "players for areas."
            ),
        ],
    )  # fmt: skip


def _fork_finding(kind: str, n: int, found: dict[str, dict[str, Interval]]) -> Finding:
    """What finishing is worth where the player does so by itself (over all, when there are too few of those)."""
    where = "where the player does so by itself" if "acts" in found else "over all opportunities"
    shown = found.get("acts", found["all"])
    win = shown["win"]
    tells = f"changes wins by {pp(win.estimate)}" if win.excludes(0.0) else "isn't known to change wins"
    other = f"; where it would rather not, {interval(found['waits']['win'], 'pp')}" if "waits" in found else ""
    return Finding(
        f"At {n} players finishing {FORKS[kind]} now instead of not in this turn {tells} {where}.",
        win, "pp", f"{interval(shown['lead'], 'points difference')} of lead{other}", win.n,
        "balanced in every seat", counted="forks",
    )  # fmt: skip


def _by_phase(rows: list[dict[str, Any]]) -> str:
    """Where finishing an area is worth most at two players, by phase and by size."""
    here = {
        entry["what"]: entry for entry in rows
        if entry["table"] == f"{FORKS['complete-area']}, {players_text(2)}" and entry["player"] == WHO["acts"]
    }  # fmt: skip
    said = []
    for word in ("in phase ", "of "):
        of = [entry for what, entry in here.items() if what.startswith(word)]
        if len(of) > 1:
            high, low = (pick(of, key=lambda entry: entry["lead"]) for pick in (max, min))
            sure = high["lead_low"] > low["lead_high"]
            said.append(
                f"{high['what']} ({points(high['lead'], signed=True)}) and least {low['what']} "
                f"({points(low['lead'], signed=True)}){'' if sure else ', which may be chance'}"
            )
    if not said:
        return ""
    return f"At two players a finished area brings most lead {'; by size most '.join(said)}.\n\n"


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
    return Presets(
        "change of a player's mean score without a rule, 2 players", said, rows, "points difference", counted="deals"
    )
