"""The card game: what is completing a set worth: the rewards, the bonuses, the points, and the decision itself?"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from burgsim.report import Column, Figure, Finding, Method, Page, PresetRow, Presets, Prose, Section, Table, figures
from burgsim.report.blocks import p_text, players_text, provenance, row
from burgsim.report.ladder_block import ladder_items, robust_sentence
from burgsim.report.numbers import interval, listing, number, percent, points, pp
from burgsim.statistics.equivalence import verdict
from burgsim.statistics.multiplicity import holm, p_value
from burgsim.studies.compare import Effect
from burgsim.studies.estimates import FIRST_SEAT, MARGIN, SCORE, Measure, fork_effects, measure, paired, score_change
from burgsim.studies.lab import Arm, Lab
from burgsim.studies.measures import KINDS
from burgsim.studies.rungs import Rungs

GAME = "burgundy-cards"
COUNTS = (2, 3, 4)
TYPES = ("castle", "mine", "cloister", "knowledge", "ship", "pasture", "building")
ROUNDS = "ABCDE"
#: Forks with fewer games behind them aren't told.
LEAST_FORKS = 100
#: Half a point a player is the smallest effect on the score that this page calls one.
SMALLEST = 0.5
SETS = Measure(
    "sets", "sets completed", "sets", tuple(f"sets_in_{r.lower()}" for r in ROUNDS),
    lambda v, n: sum(v[f"sets_in_{r.lower()}"].sum(axis=1) for r in ROUNDS), per_player=True,
)  # fmt: skip
MEASURES = (SCORE, SETS, MARGIN, FIRST_SEAT)
NO_REWARD: dict[str, Any] = {f"round_reward.{r}": "" for r in ROUNDS}
NO_FIRST: dict[str, Any] = {f"first_bonus.{t}": 0 for t in TYPES}
NO_SEVEN: dict[str, Any] = {f"all_seven.p{n}": [] for n in COUNTS}
#: The contrasts declared beforehand, and the name of the weights of players who know that the rule has gone.
HEADLINES: dict[str, tuple[dict[str, Any], str]] = {
    "no round reward": (NO_REWARD, "no_round_reward"),
    "no '1st' bonus": (NO_FIRST, "no_first_bonus"),
    "no 'all 7' bonus": (NO_SEVEN, "no_all_seven"),
}
#: Which opportunities: all, or those where the player by itself completes a set or doesn't.
WHO = {"all": "all", "acts": "completes", "waits": "doesn't"}
IN_WORDS = {
    "larger": "a gain of more than half a point",
    "smaller": "a loss of more than half a point",
    "equivalent": "less than half a point, too little to matter",
    "not yet known": "whether it reaches half a point is not yet known",
}
ROUND_GONE: dict[str, dict[str, Any]] = {f"no reward in round {r}": {f"round_reward.{r}": ""} for r in ROUNDS}


def answer(lab: Lab) -> Page:
    """Play the arms and the forks and write what they say."""
    changes = {name: change for name, (change, _) in HEADLINES.items()} | ROUND_GONE
    default = lab.game.rules()
    set_points = {t: getattr(default.set_points, t) for t in TYPES}
    points_changed = {
        f"{t} sets {sign}1": {f"set_points.{t}": set_points[t] + step}
        for t in TYPES
        for sign, step in (("+", 1), ("-", -1))
    }
    presets = lab.game.rules.presets()
    arms = []
    for n in COUNTS:
        arms += [Arm(f"rules {n}", n, lab.sizes.deals)]
        arms += [Arm(f"{name} {n}", n, lab.sizes.deals, changes=c) for name, c in (changes | points_changed).items()]
        arms += [
            Arm(f"{name} adapted {n}", n, lab.sizes.deals, (f"balanced@{weights}",), c)
            for name, (c, weights) in HEADLINES.items()
        ]
    for name, change in presets.items():
        if change:
            arms += [Arm(f"preset {name}", 2, lab.sizes.deals, changes=change)]
            arms += [Arm(f"preset {name} without", 2, lab.sizes.deals, changes={**change, **NO_REWARD})]
    rungs = Rungs(lab, [2], deals=max(2, lab.sizes.deals // 40))
    for name, change in {"rules": {}, **{name: change for name, (change, _) in HEADLINES.items()}}.items():
        arms += rungs.arms(f"{name} at", 2, change)
    played = lab.play(arms)
    runs = {name: found[0] for name, found in played.items()}
    effects = {
        (name, n): paired(runs[f"{name} {n}"], runs[f"rules {n}"], MEASURES)
        for n in COUNTS
        for name in changes | points_changed
    }
    adapted = {
        (name, n): paired(runs[f"{name} adapted {n}"], runs[f"rules {n}"], MEASURES)
        for n in COUNTS
        for name in HEADLINES
    }
    forks = {n: lab.fork("complete-set", n, lab.sizes.forks) for n in COUNTS}
    whole = {n: fork_effects(forks[n], LEAST_FORKS) for n in COUNTS}
    own = whole[2].get("acts", whole[2]["all"])

    ladder = [
        rungs.row(
            Effect.found(2, "mean score", KINDS["score"], effects[name, 2]["score"].interval, SMALLEST, name),
            [f"{name} at", "rules at"], played, score_change,
        )
        for name in HEADLINES
    ]  # fmt: skip
    now = Effect.found(2, "wins gained by completing now", KINDS["win_share"], own["win"], variant="the move")
    ladder.append(
        rungs.forks(
            now, "complete-set", max(2, lab.sizes.forks // 20),
            lambda rows: fork_effects(rows, LEAST_FORKS).get("acts", {}).get("win"),
        )
    )  # fmt: skip

    lost = [interval(effects[_name(i), 2]["score"].interval.scaled(-1.0), "points") for i in range(3)]
    text = (
        f"At two players the round rewards add {lost[0]} to a player's score; the '1st' cards {lost[1]} and the 'all "
        f"7' cards {lost[2]}. To complete a set now, where the player does so by itself, brings "
        f"{interval(own['lead'], 'points difference')} of lead and {interval(own['win'], 'pp')} of wins against not "
        f"doing so in this turn. {robust_sentence(ladder, lambda found: found.effect.variant)}"
    )
    return Page(
        slug="set-bonus",
        game=lab.game.id,
        game_title=lab.game.title,
        title="What completing a set is worth",
        question="What are the rewards and bonuses for a set worth, and how good a move is completing one?",
        answer=text,
        sections=[
            _kinds(),
            _headlines(lab, effects, adapted, runs),
            _rounds(effects),
            _points_by_type(effects),
            _forks(lab, forks, whole),
            Section(
                "Does it hold for other players?",
                [
                    Prose(
                        "At two players the three rules are taken away and the move is forked for each player among "
                        "copies of itself, and for a mixed table; nobody is tuned for the change. Players with noise "
                        "can't be forked."
                    ),
                    *ladder_items(ladder, lambda found: found.effect.variant),
                ],
            ),
        ],
        provenance=provenance(lab, "balanced in every seat"),
        presets=_presets(lab, runs, presets, effects),
        order=20,
    )


def _name(i: int) -> str:
    return list(HEADLINES)[i]


def _kinds() -> Section:
    return Section(
        "Three questions with three names",
        [
            Prose(
                "**Ablation, players as they are**: the rule is taken away and the same players play the same deals. "
                "It says what the rule adds to the game as it is played.\n\n"
                "**Ablation, players adapted**: the same, with players tuned anew for the game without the rule. It "
                "says what a group that knows the change would see.\n\n"
                "**Decision value**: in one game, at one moment, the set is completed or not, and everything else is "
                "played on alike. It says how good the move is.\n\n"
                "How many points players with more sets score is none of these: whoever has better cards completes "
                "more sets and scores more elsewhere too. This page doesn't use it."
            )
        ],
    )


def _headlines(lab: Lab, effects, adapted, runs) -> Section:  # type: ignore[no-untyped-def]
    rows = []
    for n in COUNTS:
        for name in HEADLINES:
            for kind, found in (("as they are", effects[name, n]), ("adapted", adapted[name, n])):
                entry: dict[str, Any] = {"label": name, "series": f"players {kind}", "group": players_text(n)}
                for of in MEASURES:
                    entry |= row(found[of.name].interval, of.name)
                entry |= row(found["score"].interval)
                entry["gain"] = found["score"].gain
                entry["gain_win"] = found["first_seat"].gain
                entry["deals"] = found["score"].interval.n
                rows.append(entry)
    data = pd.DataFrame(rows)
    adjusted = holm([p_value(effects[name, n]["score"].interval) for n in COUNTS for name in HEADLINES])
    findings = []
    for i, name in enumerate(HEADLINES):
        interval = effects[name, 2]["score"].interval
        said = verdict(interval, SMALLEST)
        usual = measure(runs["rules 2"], SCORE)
        sd = usual.se * usual.n**0.5
        fewer = effects[name, 2]["sets"].interval
        findings.append(
            Finding(
                f"Two players, {name}: scores change by {points(interval.estimate, signed=True)}, sets completed by "
                f"{number(fewer.estimate, 2, True)}: {IN_WORDS[said.word]}.",
                interval, "points difference",
                f"{abs(interval.estimate) / sd:.2f} standard deviations of a table's mean score; "
                f"{p_text(adjusted[i])} (Holm)",
                interval.n, "balanced", counted="paired deals", digits=2,
            )
        )  # fmt: skip
    return Section(
        "What the rewards and bonuses add",
        [
            *findings,
            Prose(
                "The average win share can't move: all seats play alike. What can move is the score, the margin, how "
                "many sets are completed, and whether a seat gains; the table has them all."
            ),
            Figure(
                figures.intervals(
                    data, "points difference", "change of a player's mean score", 0.0, "the rules", SMALLEST
                ),
                "Change of the mean score when a rule is taken away, same deals (95%). Grey: under half a point.",
                "Three groups of three rules, each with two marks.",
            ),
            Table(
                "ablation", "Rules taken away, against the rules as they are", data,
                [
                    Column("label", "change"),
                    Column("series", "who plays"),
                    Column("score", "mean score", "points difference", low="score_low", high="score_high"),
                    Column("sets", "sets a player", "difference", low="sets_low", high="sets_high", digits=2),
                    Column("margin", "winner's margin", "points difference", low="margin_low", high="margin_high"),
                    Column("first_seat", "seat 1's wins", "pp", low="first_seat_low", high="first_seat_high"),
                    Column("gain", "gain of pairing, score", digits=1),
                    Column("gain_win", "gain of pairing, wins", digits=1),
                    Column("deals"),
                ],
                group="group",
                note="Gain of pairing: how many times fewer deals the same precision took because both sides play the "
                "same cards.",
            ),
            Method(
                "Every variant plays the same deals as the rules, by named streams of chance, and differences are "
                "taken deal by deal. The nine p-values of the players as they are are corrected together (Holm). "
                "Weights of the adapted players are data of the project, found by the same search on the changed "
                "rules; where it found nothing that wins more, they are those of the players as they are."
            ),
        ],
    )  # fmt: skip


def _rounds(effects) -> Section:  # type: ignore[no-untyped-def]
    rows = [
        {"label": name, "group": players_text(n), **row(effects[name, n]["score"].interval),
         **row(effects[name, n]["sets"].interval, "sets"), "deals": effects[name, n]["score"].interval.n}
        for n in COUNTS for name in ROUND_GONE
    ]  # fmt: skip
    data = pd.DataFrame(rows)
    two = data[data.group == players_text(2)]
    most = two.loc[two.value.abs().idxmax()]
    return Section(
        "Which round's reward counts most?",
        [
            Finding(
                f"At two players the reward of round {most.label[-1]} adds most: without it scores change by "
                f"{points(most.value, 2, signed=True)}.",
                effects[most.label, 2]["score"].interval, "points difference", "", int(most.deals), "balanced",
                counted="paired deals", digits=2,
            ),
            Figure(
                figures.intervals(
                    data, "points difference", "change of a player's mean score", 0.0, "the rules", SMALLEST
                ),
                "Change of the mean score when one round pays nothing for a set (95%). Grey: under half a point.",
                "Five rows in each of three groups.",
            ),
            Table(
                "rounds", "One round without a reward", data,
                [Column("label", "change"), Column("value", "mean score", "points difference", low="low", high="high"),
                 Column("sets", "sets a player", "difference", low="sets_low", high="sets_high", digits=2),
                 Column("deals")],
                group="group", fold=True,
            ),
        ],
    )  # fmt: skip


def _points_by_type(effects) -> Section:  # type: ignore[no-untyped-def]
    rows = []
    for n in COUNTS:
        for t in TYPES:
            for sign in "+-":
                found = effects[f"{t} sets {sign}1", n]
                rows.append(
                    {"label": t, "series": f"{sign}1 point", "group": players_text(n), **row(found["score"].interval),
                     **row(found["sets"].interval, "sets"), "deals": found["score"].interval.n}
                )  # fmt: skip
    data = pd.DataFrame(rows)
    two = data[(data.series == "+1 point") & (data.group == players_text(2))]
    most, least = two.loc[two.value.idxmax()], two.loc[two.value.idxmin()]
    return Section(
        "What does one point more or less for a type do?",
        [
            Finding(
                f"A point more for a set of {most.label}s adds {points(most.value, 2)} to a score at two players, for "
                f"{least.label}s {points(least.value, 2)}.",
                effects[f"{most.label} sets +1", 2]["score"].interval, "points difference",
                "about the number of such sets a player completes", int(most.deals), "balanced",
                counted="paired deals", digits=2,
            ),
            Prose("The players don't know what changed beyond what their weights see: they read a set's points, so "
                  "they do follow it a little."),
            Figure(
                figures.intervals(
                    data, "points difference", "change of a player's mean score", 0.0, "the rules"
                ),
                "Change of the mean score when sets of one type are worth a point more or less (95%).",
                "Seven types a number of players with two marks each, left and right of zero.",
            ),
            Table(
                "types", "Set points up or down by one", data,
                [Column("label", "type"), Column("series", "change"),
                 Column("value", "mean score", "points difference", low="low", high="high", digits=2),
                 Column("sets", "sets a player", "difference", low="sets_low", high="sets_high", digits=3),
                 Column("deals")],
                group="group", fold=True,
            ),
        ],
    )  # fmt: skip


def _forks(lab: Lab, forks, whole) -> Section:  # type: ignore[no-untyped-def]
    rows, cells = [], pd.DataFrame(np.nan, index=list(TYPES), columns=list(ROUNDS))
    for n in COUNTS:
        drawn = forks[n]
        parts = [("all", None)]
        parts += [(t, drawn["mark"] == i + 1) for i, t in enumerate(TYPES)]
        parts += [(f"round {letter}", drawn["stage"] == r) for r, letter in enumerate(ROUNDS)]
        for what, where in parts:
            for name, found in fork_effects(drawn, LEAST_FORKS, where).items():
                if what == "all" or found["win"].n >= LEAST_FORKS:
                    rows.append({"table": players_text(n), "what": what, "player": WHO[name], **_fork_row(found)})
    for i, t in enumerate(TYPES):
        for r, letter in enumerate(ROUNDS):
            cell = fork_effects(forks[2], LEAST_FORKS, (forks[2]["mark"] == i + 1) & (forks[2]["stage"] == r))
            if "acts" in cell:
                cells.loc[t, letter] = cell["acts"]["win"].estimate
    data = pd.DataFrame(rows)
    own = whole[2].get("acts", whole[2]["all"])
    win = own["win"]
    rounds = data[
        (data.table == players_text(2)) & data.what.str.startswith("round") & (data.player == WHO["acts"])
    ]
    when = ""
    if len(rounds):
        best = rounds.loc[rounds.win.idxmax()]
        when = f" At two players it is worth most in {best.what}: {pp(best.win)} of wins."
    waits = [f"{percent(1 - float(forks[n]['chosen'].mean()), 0)} at {n}" for n in COUNTS if len(forks[n]["chosen"])]
    picture: list[Any] = []
    if cells.notna().any(axis=None):
        picture = [
            Figure(
                figures.matrix(cells, "pp", "type", "round", 0.0),
                "Gain in win share from completing now where the player does so by itself, by type and round, two "
                "players. Empty: fewer than 100 forks.",
                "A grid of seven types by five rounds.",
            )
        ]
    return Section(
        "How good a move is completing a set?",
        [
            Finding(
                f"At two players, completing a set now rather than not in this turn is worth {pp(win.estimate)} of "
                f"wins and {points(own['lead'].estimate)} of lead where the player does so by itself.",
                win, "pp", f"{points(own['score'].estimate)} of the own score"
                + (f"; where it would rather not, {interval(whole[2]['waits']['win'], 'pp')}"
                   if "waits" in whole[2] else ""),
                win.n, "balanced", counted="forks",
            ),
            Prose(
                "A set that isn't completed now can often be completed a turn later: the move is another thing than "
                f"the set.{when} An opportunity that a player passes up comes up again, so such ones weigh heavily "
                f"among all{f' ({listing(waits)} players)' if waits else ''} and are told apart."
            ),
            *picture,
            Table(
                "forks", "Completing now, against no completing action in this turn", data,
                [
                    Column("what"),
                    Column("player", "the player by itself"),
                    Column("win", "wins", "pp", low="win_low", high="win_high"),
                    Column("lead", "lead", "points difference", low="lead_low", high="lead_high"),
                    Column("score", "own score", "points difference", low="score_low", high="score_high"),
                    Column("forks"),
                ],
                group="table", fold=True,
            ),
            Method(
                "In each game one opportunity is drawn from all that come up: a decision that lists actions which "
                "complete a set, and others. Four futures are played from it in both arms alike; all that the player "
                "can't see is dealt anew for each. In the second arm completing actions are off the player's list "
                "until the turn ends. The game is the cluster."
            ),
        ],
    )  # fmt: skip


def _fork_row(found) -> dict[str, Any]:  # type: ignore[no-untyped-def]
    entry: dict[str, Any] = {"forks": found["win"].n}
    for name in ("win", "lead", "score"):
        entry |= row(found[name], name)
    return entry


def _presets(lab: Lab, runs, presets, effects) -> Presets:  # type: ignore[no-untyped-def]
    found = {}
    for name, change in presets.items():
        found[name] = (
            paired(runs[f"preset {name} without"], runs[f"preset {name}"], [SCORE])["score"].interval
            if change
            else effects["no round reward", 2]["score"].interval
        )
    low, high = min(found, key=lambda n: found[n].estimate), max(found, key=lambda n: found[n].estimate)
    one_sign = all(i.high < 0 for i in found.values()) or all(i.low > 0 for i in found.values())
    verdict_text = (
        f"Taking the round rewards away changes scores by {points(found[low].estimate, signed=True)} ({low}) to "
        f"{points(found[high].estimate, signed=True)} ({high}): "
        + ("the sign doesn't depend on the assumed numbers, the size does." if one_sign else "even the sign depends.")
    )
    return Presets(
        "change of a player's mean score without any round reward, two players",
        verdict_text,
        [PresetRow(name, "no round reward", interval, interval.n) for name, interval in found.items()],
        "points difference",
    )
