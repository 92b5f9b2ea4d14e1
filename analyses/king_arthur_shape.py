"""King Arthur: how long and how close is a game, are there real choices, and does better play win?"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from burgsim.games.chance import POLICY_STREAM, stream_key
from burgsim.games.jit import records
from burgsim.games.king_arthur.hands import score
from burgsim.games.king_arthur.state import ADVENTURE, TARGET
from burgsim.players import seats
from burgsim.report import Column, Figure, Finding, Method, Page, PresetRow, Presets, Prose, Section, Table, figures
from burgsim.report.blocks import players_text, provenance, purposeful, row
from burgsim.report.ladder_block import ladder_items, robust_sentence
from burgsim.report.numbers import count, interval, listing, lower, number, percent, points, pp
from burgsim.simulation.stepwise import Stepwise
from burgsim.statistics.intervals import Interval, proportion_interval
from burgsim.statistics.moments import Moments
from burgsim.statistics.ratings import cyclic_share
from burgsim.studies.compare import Effect
from burgsim.studies.estimates import WIN_UNIT, shares
from burgsim.studies.lab import Arm, Lab, Played, by_game, by_seat
from burgsim.studies.measures import KINDS
from burgsim.studies.rungs import Rungs

GAME = "king-arthur"
COUNTS = (2, 3, 4, 5)
#: Numbers of players at which the whole ladder is asked.
LADDER = (2, 4)
SEALS = {"seals": True}
VARIANTS = {"base": "base game", "seals": "with seals"}
#: What the mask of causes says, by groups of its codes (the mask less 1).
ENDS = {"adventures taken": (0,), "no adversaries left": (1,), "both": (2,), "turn cap": (3, 4, 5, 6)}
#: A win by so few points is close.
CLOSE = 3
PER_TURN = ("0", "1", "2", "3", "4 and more")


class Shape:
    """What the games of a run were like."""

    def __init__(self, run: Played) -> None:
        own = ["turns", "decisions", "end_cause", "ender", "lead_changes"]
        each = ["score", "win_60ths", "rank_before_tiebreak", "targets_offered", "fights", "double_attacks",
                "points_adventures", "sealed_left", "largest_hand"]  # fmt: skip
        names = ("turns", "decisions", "lead_changes", "margin", "drawn", "shared", "close", "ended", "ender_won",
                 "score", "winner", "targets", "fights", "doubled", "adventures", "sealed", "hand")  # fmt: skip
        self.players = run.players
        self._sums = Moments(names)
        self.turns = np.zeros(1, np.int64)
        ends = np.zeros(7, np.int64)
        for games, table in zip(by_game(run, own), by_seat(run, each), strict=True):
            table = {name: values.astype(np.int64) for name, values in table.items()}
            ordered = np.sort(table["score"], axis=1)
            margin = ordered[:, -1] - ordered[:, -2]
            wins = table["win_60ths"]
            ended = games["ender"] > 0
            ender = np.take_along_axis(wins, np.maximum(games["ender"] - 1, 0)[:, None], axis=1)[:, 0] * ended
            sums = {name: values.sum(axis=1) for name, values in table.items()}
            values = (
                games["turns"], games["decisions"], games["lead_changes"], margin,
                (table["rank_before_tiebreak"] == 1).sum(axis=1) > 1, ((wins > 0) & (wins < WIN_UNIT)).any(axis=1),
                margin <= CLOSE, ended, ender, sums["score"], ordered[:, -1], sums["targets_offered"], sums["fights"],
                sums["double_attacks"], sums["points_adventures"], sums["sealed_left"],
                table["largest_hand"].max(axis=1),
            )  # fmt: skip
            self._sums.add(np.stack([np.asarray(v, np.int64) for v in values], axis=1))
            ends += np.bincount(games["end_cause"], minlength=7)
            here = np.bincount(games["turns"], minlength=len(self.turns))
            here[: len(self.turns)] += self.turns
            self.turns = here
        self.games = self._sums.n
        self.ends = {
            name: proportion_interval(int(sum(ends[code] for code in codes)), self.games)
            for name, codes in ENDS.items()
        }

    def mean(self, name: str, unit: float = 1.0) -> Interval:
        """Mean of a number of a game."""
        return self._sums.interval(name, unit=unit)

    def ratio(self, name: str, by: str, unit: float = 1.0) -> Interval:
        """Sum of one number over the sum of another."""
        return self._sums.ratio(name, by).scaled(1 / unit)

    def share(self, name: str) -> Interval:
        """Share of games for which something holds."""
        return proportion_interval(self._sums.total(name), self.games)

    def quantile(self, share: float) -> int:
        """The length that `share` of the games don't exceed."""
        return int(np.searchsorted(np.cumsum(self.turns), share * self.games))


class Followed:
    """What games show that are followed decision by decision: choices of a turn, and who leads on the way."""

    def __init__(self, lab: Lab, players: int, games: int) -> None:
        game = lab.game
        table = seats(game, players, ["balanced"])
        desks = records(players, game.desk)
        for i, seat in enumerate(table):
            desks[i]["weights"] = seat.weights
        self.players, self.games = players, games
        self.targets = np.zeros(len(PER_TURN), np.int64)
        self.adventures = np.zeros(len(PER_TURN), np.int64)
        self.sums = Moments(["turns", "one", "empty", "asked", "passed", "claims", "several"])
        self.leads = {0.5: [0, 0], 0.75: [0, 0]}
        for number_ in range(games):
            step = Stepwise(game, players)
            step.deal(lab.seed, number_)
            step.reveal()
            for i in range(players):
                desks[i]["rng"] = stream_key(step.key, POLICY_STREAM + i)
            targets: dict[int, int] = {}
            adventures: dict[int, int] = {}
            standing: dict[int, list[int]] = {}
            asked = passed = 0
            while not step.over:
                actor, turn = step.actor, int(step.state["turn"])
                if turn not in standing:
                    standing[turn] = [int(score(step.state, step.rules, i)) for i in range(players)]
                actions = step.legal()
                pick = 0
                if len(actions) > 1:
                    desks[actor]["actions"][: len(actions)] = actions
                    pick = int(table[actor].policy.function(step.state, step.rules, actor, len(actions), desks[actor]))
                frame = int(step.state["frame"])
                if frame == TARGET:
                    targets[turn] = len(actions) - 1
                    asked += 1
                    passed += pick == len(actions) - 1
                elif frame == ADVENTURE:
                    adventures[turn] = len(actions) - 1
                step.play(actions[pick])
            turns = int(step.state["turn"])
            for turn in range(1, turns + 1):
                self.targets[min(targets.get(turn, 0), len(PER_TURN) - 1)] += 1
                self.adventures[min(adventures.get(turn, 0), len(PER_TURN) - 1)] += 1
            each = range(1, turns + 1)
            self.sums.add([[
                turns, sum(targets.get(turn, 0) < 2 for turn in each),
                sum(turn not in targets and turn not in adventures for turn in each), asked, passed,
                sum(adventures.get(turn, 0) > 0 for turn in each), sum(adventures.get(turn, 0) > 1 for turn in each),
            ]])  # fmt: skip
            rows = step.result()[1]
            for share, found in self.leads.items():
                at = max((turn for turn in standing if turn <= 1 + share * turns), default=1)
                best = max(standing[at])
                if standing[at].count(best) == 1:
                    found[0] += rows[standing[at].index(best)]["win_60ths"] == WIN_UNIT
                    found[1] += 1
        self.turns = int(self.targets.sum())

    def share(self, part: str, of: str = "turns") -> Interval:
        """A share of all turns (or of "asked", "claims"); the game is the cluster."""
        return self.sums.ratio(part, of)

    def leader(self, share: float) -> Interval:
        """How often who is alone in the lead after that part of the turns wins alone."""
        return proportion_interval(*self.leads[share])


def answer(lab: Lab) -> Page:
    """Play the arms, follow some games and write what they say."""
    presets = {name: change for name, change in lab.game.rules.presets().items() if change}
    table = lab.sizes.table
    size = {"base": max(2, table), "half": max(2, table // 2), "pairs": max(2, table // 20),
            "followed": max(2, lab.sizes.forks // 50)}  # fmt: skip
    players = ["balanced", *(name for name in purposeful(lab) if name != "balanced"), "random"]
    pairs = list(itertools.combinations(players, 2))
    arms = []
    for n in COUNTS:
        arms += [Arm(f"base {n}", n, size["base"]), Arm(f"seals {n}", n, size["half"], changes=SEALS)]
        arms += [Arm(f"preset {name} {n}", n, size["half"], changes=c) for name, c in presets.items()]
        if n > 2:
            one = ("balanced", *["greedy"] * (n - 1))
            arms += [Arm(f"ladder {n}", n, size["pairs"], one, rotated=True)]
    arms += [Arm(f"{a} and {b}", 2, size["pairs"], (a, b), rotated=True) for a, b in pairs]
    arms += [Arm("ladder seals", 2, size["pairs"], ("balanced", "greedy"), SEALS, rotated=True)]
    rungs = Rungs(lab, LADDER, deals=max(2, table // 10))
    for n in LADDER:
        arms += rungs.arms("base by", n) + rungs.arms("seals by", n, SEALS)
    runs = lab.play(arms)
    shapes = {(name, n): Shape(runs[f"{name} {n}"][0]) for n in COUNTS for name in VARIANTS}
    for name in ("design", *presets):
        for n in COUNTS:
            run = runs[f"preset {name} {n}" if name in presets else f"base {n}"][0]
            shapes[name, n] = Shape(Played(run.results, min(run.games, size["half"])))
    followed = {n: Followed(lab, n, size["followed"]) for n in COUNTS}
    ladder = [
        rungs.row(
            Effect.found(n, "turns of a game", KINDS["turns"], variant="with seals",
                         difference=_longer(runs[f"seals {n}"], [runs[f"base {n}"][0].up_to(size["half"])])),
            ["seals by", "base by"], runs, _longer,
        )
        for n in LADDER
    ]  # fmt: skip
    won = {pair: shares(runs[f"{pair[0]} and {pair[1]}"])[0] for pair in pairs}
    return Page(
        slug="king-arthur-shape",
        game=lab.game.id,
        game_title=lab.game.title,
        title="The shape of the game",
        question="How long and how close is a game, are there real choices in a turn, and does better play win?",
        answer=f"{_answer(shapes, followed, won)} That seals change the length: "
        + lower(robust_sentence(ladder, lambda found: players_text(found.players))),
        sections=[
            _length(shapes),
            _endings(shapes),
            _closeness(shapes, followed),
            _choices(shapes, followed, size),
            _skill(players, won, runs, size),
            _seals(shapes, runs, won),
            Section(
                "Do the seals change the length for other players, too?",
                [
                    Prose(
                        "The same deals with and without seals, for each player among copies of itself and for mixed "
                        "tables. All of them were tuned or written for the base game."
                    ),
                    *ladder_items(ladder, lambda found: players_text(found.players), "seals-by-player"),
                ],
            ),
        ],
        provenance=provenance(lab, "balanced in every seat, unless a table says otherwise"),
        presets=_presets(shapes, ("design", *presets)),
        order=30,
    )


def _longer(changed: Sequence[Played], same: Sequence[Played]) -> Interval:
    """Change of a game's turns on the same deals, all rotations of a deal together."""
    found = Moments(["changed", "same"])
    for parts in zip(*(by_game(run, ["turns"]) for run in (*changed, *same)), strict=True):
        half, turns = len(changed), [part["turns"] for part in parts]
        found.add(np.stack([np.sum(side, axis=0) for side in (turns[:half], turns[half:])], axis=1))
    return found.difference("changed", "same", unit=float(len(changed))).interval


def _at_counts(text: Mapping[int, str]) -> str:
    """ "61 at 2, 66 at 3 and 70 at 4" players."""
    return listing([f"{words} at {n}" for n, words in text.items()])


def _answer(shapes, followed, won) -> str:  # type: ignore[no-untyped-def]
    turns = {n: shapes["base", n].mean("turns").estimate for n in COUNTS}
    drawn = [shapes["base", n].share("drawn").estimate for n in COUNTS]
    few = {n: followed[n].share("one").estimate for n in COUNTS}
    better = (
        f"At two players balanced wins {percent(won['balanced', 'greedy'].estimate)} of games against greedy, so "
        + ("better play wins." if won["balanced", "greedy"].low > 0.5 else "it isn't shown that better play wins.")
        if ("balanced", "greedy") in won
        else ""
    )
    ties, one = (
        f"{percent(min(found), 0).rstrip('%')} to {percent(max(found), 0)}" for found in (drawn, list(few.values()))
    )
    return (
        f"The turns of all players come to {_at_counts({n: number(mean) for n, mean in turns.items()})} players. In "
        f"{ties} of games, depending on the number of players, several reach the best score, and in {one} of turns "
        f"there is at most one adversary to fight. {better}"
    )


def _length(shapes) -> Section:  # type: ignore[no-untyped-def]
    table, outlines = [], []
    for name, words in VARIANTS.items():
        for n in COUNTS:
            shape = shapes[name, n]
            turns = shape.mean("turns")
            table.append(
                {"table": words, "players": n, **row(turns, "turns"), **row(turns.scaled(1 / n), "each"),
                 "q05": shape.quantile(0.05), "q50": shape.quantile(0.5), "q95": shape.quantile(0.95),
                 "games": shape.games}
            )  # fmt: skip
    for n in COUNTS:
        counts = shapes["base", n].turns
        cut = int(np.searchsorted(np.cumsum(counts), 0.999 * counts.sum())) + 1
        outlines += [{"x": x, "count": c, "series": players_text(n)} for x, c in enumerate(counts[:cut]) if c]
    findings = []
    for n in COUNTS:
        shape = shapes["base", n]
        turns = shape.mean("turns")
        low, high = shape.quantile(0.05), shape.quantile(0.95)
        findings.append(
            Finding(
                f"A game of {n} takes {number(turns.estimate, 1)} turns, {number(turns.estimate / n, 1)} for each "
                f"player; nine in ten take {low} to {high}.",
                turns, "turns",
                f"a long game takes {number(high / low, 1)} times the turns of a short one" if low else "",
                shape.games, "balanced in every seat",
            )
        )  # fmt: skip
    first, last = (shapes["base", n].mean("turns") for n in (COUNTS[0], COUNTS[-1]))
    times = last.estimate / first.estimate
    sure = first.high < last.low or last.high < first.low
    change = (
        f"From {COUNTS[0]} to {COUNTS[-1]} players the whole game becomes {number(abs(times - 1) * 100)}% "
        f"{'longer' if times > 1 else 'shorter'}, "
        if sure
        else f"From {COUNTS[0]} to {COUNTS[-1]} players the length of the whole game doesn't change for sure, "
    )
    own = last.estimate / COUNTS[-1] / (first.estimate / COUNTS[0])
    return Section(
        "How long is a game?",
        [
            *findings,
            Prose(f"{change}while a player's own turns go to {number(own * 100)}% of what they are with two."),
            Figure(
                figures.distribution(pd.DataFrame(outlines), "turns of all players", means=False),
                "Length of the base game by number of players; the longest thousandth is cut off.",
                "Four outlines under each other, one a number of players.",
            ),
            Table(
                "length", "Turns of a game", table,
                [
                    Column("players"),
                    Column("turns", "turns of all", low="turns_low", high="turns_high"),
                    Column("each", "turns of each", low="each_low", high="each_high"),
                    Column("q05", "5% end by"), Column("q50", "half end by"), Column("q95", "95% end by"),
                    Column("games"),
                ],
                group="table",
            ),
            Method("A turn is one player's go. How long one takes at a table isn't simulated."),
        ],
    )  # fmt: skip


def _endings(shapes) -> Section:  # type: ignore[no-untyped-def]
    table, bars, findings = [], {}, []
    for name, words in VARIANTS.items():
        for n in COUNTS:
            shape = shapes[name, n]
            ender = shape.ratio("ender_won", "ended", WIN_UNIT)
            bars[f"{players_text(n)}, {words}"] = {end: one.estimate for end, one in shape.ends.items()}
            entry = {"table": words, "players": n, **row(ender, "ender"), "fair": 1 / n, "games": shape.games}
            for i, one in enumerate(shape.ends.values()):
                entry |= row(one, f"end{i}")
            table.append(entry)
    for n in COUNTS:
        shape = shapes["base", n]
        main = max(shape.ends, key=lambda end: shape.ends[end].estimate)
        ender = shape.ratio("ender_won", "ended", WIN_UNIT)
        beats = (
            "more often than a fair share"
            if ender.low > 1 / n
            else "less often than a fair share"
            if ender.high < 1 / n
            else "about as often as a fair share"
        )
        findings.append(
            Finding(
                f"At {n} players the commonest end is: {main}, {percent(shape.ends[main].estimate)} of games. Who "
                f"brings the end about wins {percent(ender.estimate)} of games, {beats}.",
                shape.ends[main], "share", f"the ender's wins are {pp(ender.estimate - 1 / n)} from one in {n}",
                shape.games, "balanced in every seat",
            )
        )  # fmt: skip
    cap = max((shapes[key].ends["turn cap"] for key in shapes if key[0] in VARIANTS), key=lambda one: one.estimate)
    return Section(
        "How does a game end?",
        [
            *findings,
            Prose(
                "No game of balanced players reached the turn cap; the share of such games is below "
                f"{percent(cap.high, 3)} for sure."
                if cap.estimate == 0
                else f"At worst {percent(cap.estimate, 3)} of a table's games reach the turn cap."
            ),
            Figure(
                figures.stacked(pd.DataFrame.from_dict(bars, orient="index"), "share", "share of games", 0),
                "Why games end.",
                "Eight bars, one a number of players and variant, cut into causes.",
            ),
            Table(
                "ends", "Causes of the end, and how often the ender wins", table,
                [
                    Column("players"),
                    *[Column(f"end{i}", end, "share", low=f"end{i}_low", high=f"end{i}_high")
                      for i, end in enumerate(ENDS)],
                    Column("ender", "ender wins", "share", low="ender_low", high="ender_high"),
                    Column("games"),
                ],
                group="table",
                note="The ender is the player in whose turn the first cause of the end came.",
            ),
        ],
    )  # fmt: skip


def _closeness(shapes, followed) -> Section:  # type: ignore[no-untyped-def]
    table, curve, findings = [], [], []
    for name, words in VARIANTS.items():
        for n in COUNTS:
            shape = shapes[name, n]
            table.append(
                {"table": words, "players": n, "score": shape.mean("score", n).estimate,
                 "adventures": shape.ratio("adventures", "score").estimate, **row(shape.mean("margin"), "margin"),
                 **row(shape.share("close"), "close"), **row(shape.share("drawn"), "drawn"),
                 "shared": shape.share("shared").estimate, "leads": shape.mean("lead_changes").estimate,
                 "games": shape.games}
            )  # fmt: skip
    for n in COUNTS:
        shape = shapes["base", n]
        margin, leads = shape.mean("margin"), shape.mean("lead_changes")
        half, late = followed[n].leader(0.5), followed[n].leader(0.75)
        curve += [row(one, x=x, series=players_text(n)) for x, one in enumerate((half, late))]
        ahead = f"{'more' if half.low > 1 / n else 'not for sure more'} than a fair share"
        findings.append(
            Finding(
                f"At {n} players the winner is {points(margin.estimate)} ahead on average, the lead changes hands "
                f"{number(leads.estimate, 1)} times, and {percent(shape.share('drawn').estimate)} of games need the "
                f"tie-break. Who leads half-way wins {interval(half, 'share')} of games ({ahead}), who leads after "
                f"three quarters {interval(late, 'share')}.",
                margin, "points",
                f"{percent(shape.share('close').estimate, 0)} are won by {CLOSE} points or fewer; the margin is "
                f"{percent(margin.estimate / shape.mean('winner').estimate, 0)} of the winner's score",
                shape.games, "balanced in every seat",
            )
        )  # fmt: skip
    return Section(
        "How close is it?",
        [
            *findings,
            Figure(
                figures.curves(pd.DataFrame(curve), "share", "leader's wins", "part of the turns played",
                               ticks=["half", "three quarters"]),
                "How often the player who is alone in the lead wins alone (95%, from games followed turn by turn).",
                "Four short rising lines.",
            ),
            Table(
                "closeness", "Scores, margins, ties and changes of the lead", table,
                [
                    Column("players"),
                    Column("score", "mean score", digits=1),
                    Column("adventures", "of it adventures", "share", digits=1),
                    Column("margin", "margin", digits=1, low="margin_low", high="margin_high"),
                    Column("close", f"won by {CLOSE} or less", "share", low="close_low", high="close_high"),
                    Column("drawn", "best score tied", "share", low="drawn_low", high="drawn_high"),
                    Column("shared", "win shared", "share", digits=1),
                    Column("leads", "changes of the lead", digits=1),
                    Column("games"),
                ],
                group="table",
                note="Margins are before the tie-break. The lead changes when another player than before is ahead of "
                "all others after a turn.",
            ),
        ],
    )  # fmt: skip


def _choices(shapes, followed, size) -> Section:  # type: ignore[no-untyped-def]
    table, bars, findings = [], {}, []
    for n in COUNTS:
        told, shape = followed[n], shapes["base", n]
        part = told.targets / told.turns
        one, several, passed = told.share("one"), told.share("several", "claims"), told.share("passed", "asked")
        bars[f"fights, {players_text(n)}"] = dict(zip(PER_TURN, part, strict=True))
        bars[f"adventures, {players_text(n)}"] = dict(zip(PER_TURN, told.adventures / told.turns, strict=True))
        offered = shape.ratio("targets", "turns")
        table.append(
            {"players": n, **row(offered, "offered"), "fights": shape.ratio("fights", "turns").estimate,
             "decisions": shape.ratio("decisions", "turns").estimate, **row(one, "one"),
             **row(told.share("empty"), "empty"), **row(passed, "passed"), **row(several, "several"),
             "games": shape.games, "followed": told.games}
        )  # fmt: skip
        findings.append(
            Finding(
                f"At {n} players a turn offers {number(offered.estimate, 1)} different adversaries to fight; in "
                f"{interval(one, 'share')} of turns it is one or none."
                + (f" When an adventure can be claimed, there are several in {interval(several, 'share')} of "
                   "cases." if several.known else "")
                + (f" The player leaves a possible fight alone in {interval(passed, 'share')} of cases."
                   if passed.known else ""),
                offered, "targets a turn",
                f"{number(shape.ratio('decisions', 'turns').estimate, 1)} decisions a turn, payment included",
                shape.games, "balanced in every seat",
            )
        )  # fmt: skip
    return Section(
        "Are there real choices?",
        [
            *findings,
            Figure(
                figures.stacked(pd.DataFrame.from_dict(bars, orient="index"), "share", "share of turns", 0),
                "How many different adversaries a player could fight, and how many adventures claim, in a turn.",
                "Eight bars, two a number of players, cut by the number of options.",
            ),
            Table(
                "choices", "Options of a turn", table,
                [
                    Column("players"),
                    Column("offered", "targets a turn", digits=2, low="offered_low", high="offered_high"),
                    Column("fights", "fights", digits=2),
                    Column("decisions", "decisions", digits=2),
                    Column("games"),
                    Column("one", "one target or none", "share", low="one_low", high="one_high"),
                    Column("empty", "nothing to fight or claim", "share", low="empty_low", high="empty_high"),
                    Column("passed", "fights left alone", "share", low="passed_low", high="passed_high"),
                    Column("several", "several to claim", "share", low="several_low", high="several_high"),
                    Column("followed", "games followed"),
                ],
                note="Targets, fights and decisions are means of a turn; the shares are of turns, of turns with a "
                "target (left alone) and of turns with an adventure to claim (several).",
            ),
            Method(
                "Targets, fights and decisions a turn are counted in all games (ratios of sums, delta method). What is "
                f"told of single turns comes from {count(size['followed'], 'games')} a number of players that were "
                "followed decision by decision (ratios by game). Equal adversaries count once; a "
                "decision has at least two options. How much the options differ in what they are worth isn't measured."
            ),
        ],
    )  # fmt: skip


def _skill(players: Sequence[str], won, runs, size) -> Section:  # type: ignore[no-untyped-def]
    grid = pd.DataFrame(np.nan, index=list(players), columns=list(players))
    for (a, b), one in won.items():
        grid.loc[a, b], grid.loc[b, a] = one.estimate, 1 - one.estimate
    order = list(grid.mean(axis=1).sort_values(ascending=False).index)
    grid = grid.loc[order, order]
    wins = np.nan_to_num(grid.to_numpy()) * 2 * size["pairs"]
    turned, sure = [], 0
    for i, a in enumerate(order):
        for b in order[i + 1 :]:
            one = won[a, b] if (a, b) in won else won[b, a].scaled(-1.0).shifted(1.0)
            sure += one.excludes(0.5)
            if one.high < 0.5:
                turned.append(f"{b} beats {a}")
    table = [{"label": f"{a} against {b}", **row(one), "deals": one.n, "games": 2 * one.n}
             for (a, b), one in won.items()]  # fmt: skip
    findings: list[Any] = []
    for a, b in (("balanced", "greedy"), ("greedy", "random"), (order[0], order[1])):
        one = won.get((a, b)) or (won[b, a].scaled(-1.0).shifted(1.0) if (b, a) in won else None)
        if one is None or (findings and (a, b) == ("balanced", "greedy")):
            continue
        which = (
            "wins more than half of its games against"
            if one.low > 0.5
            else "wins less than half of its games against"
            if one.high < 0.5
            else "can't be told from"
        )
        findings.append(
            Finding(
                f"Two players: {a} {which} {b} ({percent(one.estimate)}).",
                one, "share", f"{number(one.estimate / (1 - one.estimate), 1)} games won for each lost"
                if 0 < one.estimate < 1 else "", one.n, "all seats in turn", counted="deals",
            )
        )  # fmt: skip
    more = []
    for n in COUNTS[1:]:
        one = shares(runs[f"ladder {n}"])[0]
        more.append({"players": n, **row(one), "fair": 1 / n, "times": one.estimate * n, "deals": one.n,
                     "games": n * one.n})  # fmt: skip
    told = _at_counts({entry["players"]: f"{number(entry['times'], 1)} fair shares" for entry in more})
    pairs = len(order) * (len(order) - 1) // 2
    return Section(
        "Does better play win?",
        [
            *findings,
            Prose(
                f"In {sure} of {pairs} pairs of players one wins more than half for sure. Ordered by their mean win "
                + (f"share, the order is turned round in: {listing(turned)}. " if turned else
                   "share, no player loses for sure to one that stands below it. ")
                + f"{percent(cyclic_share(wins), 0)} of the differences (in log odds) fit no single scale of strength. "
                f"One balanced player among greedy ones wins {told} players."
            ),
            Figure(
                figures.matrix(grid, "share", "wins of", "against", 0.5, 0),
                "Share of two-player games that the row wins against the column; in italics below a half. Ordered by "
                "the mean.",
                "A square grid of players, large numbers above the diagonal.",
            ),
            Table(
                "pairs", "Win share of the first against the second, two players", table,
                [Column("label", "pair"), Column("value", "wins", "share", low="low", high="high"), Column("deals"),
                 Column("games")],
                fold=True,
            ),
            Table(
                "ladder", "One balanced player among greedy ones", more,
                [Column("players"), Column("value", "wins", "share", low="low", high="high"),
                 Column("fair", "fair share", "share", digits=0), Column("times", "fair shares", digits=1),
                 Column("deals"), Column("games")],
            ),
            Method(
                f"Each pair plays {count(size['pairs'], 'deals')}, every deal with both seatings; with more players "
                "every deal in all rotations. The deal is the cluster, ties are split. Each interval stands alone; of "
                "so many pairs that are even one in twenty would look uneven."
            ),
        ],
    )  # fmt: skip


def _seals(shapes, runs, won) -> Section:  # type: ignore[no-untyped-def]
    table, findings = [], []
    for n in COUNTS:
        base, seals = shapes["base", n], shapes["seals", n]
        longer = seals.mean("turns").estimate / base.mean("turns").estimate
        sure = seals.mean("turns").low > base.mean("turns").high or seals.mean("turns").high < base.mean("turns").low
        doubled = seals.ratio("doubled", "fights")
        table.append(
            {"players": n, "longer": longer, **row(doubled, "doubled"), **row(seals.mean("sealed"), "sealed"),
             "offered": base.ratio("targets", "turns").estimate,
             "offered_seals": seals.ratio("targets", "turns").estimate,
             "leads": base.mean("lead_changes").estimate, "leads_seals": seals.mean("lead_changes").estimate,
             "games": seals.games}
        )  # fmt: skip
        findings.append(
            f"{number(longer, 2)} times as many turns at {n}" if sure else f"no sure change at {n}"
        )
    text = f"With seals a game takes {listing(findings)} players."
    plain, sealed = won.get(("balanced", "greedy")), shares(runs["ladder seals"])[0]
    if plain is not None:
        apart = "no sure change from"
        if sealed.low > plain.high or sealed.high < plain.low:
            apart = "more than" if sealed.estimate > plain.estimate else "less than"
        text += (
            f" The balanced player wins {percent(sealed.estimate)} against greedy, {apart} {percent(plain.estimate)} "
            "without seals."
        )
    return Section(
        "What do the seals change?",
        [
            Finding(text, sealed, "share", "balanced against greedy, two players, with seals", sealed.n,
                    "all seats in turn", counted="deals"),
            Table(
                "seals", "The game with seals against the base game", table,
                [
                    Column("players"), Column("longer", "turns, times the base game", digits=2),
                    Column("doubled", "double attacks, of fights", "share", low="doubled_low", high="doubled_high"),
                    Column("sealed", "seals left on the table", low="sealed_low", high="sealed_high"),
                    Column("offered", "targets a turn", digits=1), Column("offered_seals", "with seals", digits=1),
                    Column("leads", "changes of the lead", digits=1), Column("leads_seals", "with seals", digits=1),
                    Column("games"),
                ],
                note="A target that can be attacked in two ways counts twice. The players' weights are those of the "
                "base game.",
            ),
        ],
    )  # fmt: skip


def _presets(shapes, presets: Sequence[str]) -> Presets:  # type: ignore[no-untyped-def]
    rows, differ, alike, turned = [], [], [], []
    for n in COUNTS:
        turns = {name: shapes[name, n].mean("turns") for name in presets}
        rows += [PresetRow(name, f"turns, {players_text(n)}", one, one.n) for name, one in turns.items()]
        order = sorted(presets, key=lambda name: turns[name].estimate)
        low, high = order[0], order[-1]
        if turns[low].high < turns[high].low:
            differ.append(
                f"{number(turns[low].estimate, 1)} (`{low}`) to {number(turns[high].estimate, 1)} (`{high}`) at {n}"
            )
        main = {
            name: max(shapes[name, n].ends, key=lambda end: shapes[name, n].ends[end].estimate)
            for name in presets
        }
        if len(set(main.values())) == 1:
            taken = [shapes[name, n].ends[main[name]].estimate for name in presets]
            alike.append(f"{main['design']} at {n} ({percent(min(taken), 0).rstrip('%')} to {percent(max(taken), 0)})")
        else:
            told = listing([f"{end} under `{name}`" for name, end in main.items()])
            turned.append(f"at {n} players {told}")
    said = [
        f"The length depends on the table of strengths by more than chance: {listing(differ)} players."
        if differ
        else "The length doesn't depend on the table of strengths by more than chance."
    ]
    if alike:
        said.append(f"They agree about the commonest end: {listing(alike)} players.")
    if turned:
        said.append(f"They disagree about it: {'; '.join(turned)}.")
    return Presets("turns of a game", " ".join(said), rows, "turns")
