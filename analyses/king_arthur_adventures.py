"""King Arthur: is any adventure over- or under-priced, dominated, or left to rot, and what is claiming one worth?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from analyses._king_arthur_requirements import easier_than
from burgsim.games.king_arthur.components import ADVENTURES
from burgsim.report import Column, Figure, Finding, Method, Page, PresetRow, Presets, Prose, Section, Table, figures
from burgsim.report.blocks import players_text, provenance, row
from burgsim.report.ladder_block import ladder_items, robust_sentence
from burgsim.report.numbers import count, interval, listing, number, percent, pp
from burgsim.statistics.intervals import Interval, proportion_interval
from burgsim.statistics.moments import Moments
from burgsim.statistics.multiplicity import holm, p_value
from burgsim.studies.compare import Effect
from burgsim.studies.estimates import WIN_UNIT, fork_effects
from burgsim.studies.lab import Arm, Lab, Played, by_game, by_seat
from burgsim.studies.measures import KINDS
from burgsim.studies.rungs import Rungs

GAME = "king-arthur"
COUNTS = (2, 3, 4, 5)
#: Farther than this many standard deviations from the other adventures' mean is out of line.
OUTLIER = 2.0
#: An adventure that is left more than twice as often as the average one rots.
ROTTEN = 2.0
STAGES = {"first four": (0, 4), "next four": (4, 8), "last ones": (8, 13)}
#: Forks with fewer games behind them aren't told.
LEAST_FORKS = 100


class Told:
    """What the games of a run say about each adventure, as intervals by code."""

    def __init__(self, run: Played, worth: Sequence[int]) -> None:
        kinds = ("claimed", "spent", "turn", "share", "won")
        sums = Moments([f"{kind} {name}" for kind in kinds for name in ADVENTURES])
        columns = [f"{what}_{name}" for what in ("owner", "taken_in", "taken_for") for name in ADVENTURES]
        games = by_game(run, ["turns", *columns])
        for part, seats in zip(games, by_seat(run, ["win_60ths"]), strict=True):
            owner, turn, spent = (
                np.stack([part[f"{what}_{name}"] for name in ADVENTURES], axis=1)
                for what in ("owner", "taken_in", "taken_for")
            )
            claimed = owner > 0
            wins = np.take_along_axis(seats["win_60ths"].astype(np.int64), np.maximum(owner - 1, 0), axis=1)
            share = 1000 * turn // part["turns"][:, None]
            sums.add(np.concatenate([claimed, spent, turn, share, wins * claimed], axis=1))
        n, fair = sums.n, 1 / run.players
        totals = [sums.total(f"claimed {name}") for name in ADVENTURES]
        self.games = n
        self.claimed = [proportion_interval(total, n) for total in totals]
        self.left = [proportion_interval(n - total, n) for total in totals]

        def per_claim(kind: str, unit: float) -> list[Interval]:
            return [sums.ratio(f"{kind} {name}", f"claimed {name}").scaled(1 / unit) for name in ADVENTURES]

        self.spent = per_claim("spent", 1.0)
        self.turn = per_claim("turn", 1.0)
        self.share = per_claim("share", 1000.0)
        self.won = [found.shifted(-fair) for found in per_claim("won", float(WIN_UNIT))]
        self.paid = [
            sums.ratio(f"claimed {name}", f"spent {name}").scaled(float(worth[i])) for i, name in enumerate(ADVENTURES)
        ]
        self.gain = [one.scaled(-1.0).shifted(float(worth[i])) for i, one in enumerate(self.spent)]


def answer(lab: Lab) -> Page:
    """Play the arms and the forks and write what they say."""
    rules = lab.game.rules()
    worth = [getattr(rules.adventure_points, name) for name in ADVENTURES]
    names = [_full(rules, name) for name in ADVENTURES]
    presets = lab.game.rules.presets()
    size = {"base": max(2, lab.sizes.table), "preset": max(2, lab.sizes.table // 2)}
    arms = []
    for n in COUNTS:
        arms += [Arm(f"base {n}", n, size["base"])]
        arms += [Arm(f"preset {name} {n}", n, size["preset"], changes=c) for name, c in presets.items() if c]
    runs = lab.play(arms)
    told = {("", n): Told(runs[f"base {n}"][0], worth) for n in COUNTS}
    for name, change in presets.items():
        for n in COUNTS:
            run = runs[f"preset {name} {n}" if change else f"base {n}"][0]
            told[name, n] = Told(Played(run.results, min(run.games, size["preset"])), worth)
    many, half = lab.sizes.forks, max(2, lab.sizes.forks // 2)
    forks = {("", n): lab.fork("claim-adventure", n, many if n == 2 else half) for n in COUNTS}
    for name, change in presets.items():
        forks[name, 2] = lab.fork("claim-adventure", 2, half, changes=change) if change else forks["", 2]
    whole = {key: fork_effects(rows, LEAST_FORKS) for key, rows in forks.items()}
    own = whole["", 2].get("acts", whole["", 2]["all"])["win"]
    rungs = Rungs(lab, [2])
    ladder = [
        rungs.forks(
            Effect.found(2, "wins gained by claiming now", KINDS["win_share"], own), "claim-adventure",
            max(2, lab.sizes.forks // 5), lambda rows: fork_effects(rows, LEAST_FORKS).get("acts", {}).get("win"),
        )
    ]
    covered = dominated(lab.game.rules.build(None), presets)
    return Page(
        slug="king-arthur-adventures",
        game=lab.game.id,
        game_title=lab.game.title,
        title="The adventures",
        question="Is any adventure over- or under-priced, dominated or left to rot, and how good is claiming one?",
        answer=f"{_answer(names, told, whole, covered)} {robust_sentence(ladder, lambda found: 'worth of a claim')}",
        sections=[
            _prices(names, worth, told, size),
            _times(names, told),
            _dominance(lab, names, worth, covered, presets),
            _claiming(names, forks, whole),
            Section(
                "Does it hold for other players?",
                [
                    Prose(
                        "What a claim is worth where the player claims by itself, at two players, for each player "
                        "among copies of itself and for a mixed table. Players with noise can't be forked."
                    ),
                    *ladder_items(ladder, lambda found: "a claim, 2 players"),
                ],
            ),
        ],
        provenance=provenance(lab, "balanced in every seat"),
        presets=_presets(names, told, whole),
        order=20,
    )


def _full(rules: Any, name: str) -> str:
    """The name on the card."""
    return str(type(rules.adventure_points).model_fields[name].description).removeprefix("Points of ")


def outliers(estimates: Sequence[float]) -> dict[int, float]:
    """Which values lie more than OUTLIER standard deviations from the mean of the others, and how many."""
    found = {}
    for i, value in enumerate(estimates):
        others = np.delete(np.asarray(estimates, float), i)
        sd = float(others.std(ddof=1))
        if sd > 0 and abs(value - others.mean()) > OUTLIER * sd:
            found[i] = float(value - others.mean()) / sd
    return found


def _order(intervals: Sequence[Interval]) -> list[int]:
    """Codes from the largest estimate down; those without one at the end."""
    return sorted(range(len(intervals)), key=lambda i: -np.nan_to_num(intervals[i].estimate, nan=-np.inf))


def _rotting(left: Sequence[Interval]) -> list[int]:
    """Adventures that are left more often than ROTTEN times the average, for sure, most often first."""
    limit = ROTTEN * sum(one.estimate for one in left) / len(left)
    return [i for i in _order(left) if left[i].low > limit]


def _answer(names, told, whole, covered) -> str:  # type: ignore[no-untyped-def]
    two = told["", 2]
    known = [i for i in _order(two.paid) if two.paid[i].known]
    rot = {n: _rotting(told["", n].left) for n in COUNTS}
    most = {n: _order(told["", n].left)[0] for n in COUNTS}
    same = sorted({i for codes in rot.values() for i in codes}, key=lambda i: -sum(i in rot[n] for n in COUNTS))
    rotting = (
        "Left more than twice as often as the average: "
        + listing([f"{names[i]} (at {listing([str(n) for n in COUNTS if i in rot[n]])} players)" for i in same])
        if same
        else f"No adventure is left more than twice as often as the average (first at two players: {names[most[2]]})"
    )
    claim = _judged(whole["", 2])
    price = (
        f"{names[known[0]]} pays most at two players, {number(two.paid[known[0]].estimate, 2)} points for each "
        f"knight spent, and {names[known[-1]]} least, {number(two.paid[known[-1]].estimate, 2)}. "
        if known
        else ""
    )
    pairs = [pair for pairs in covered.values() for pair in pairs]
    return (
        f"{price}{rotting}. {'No adventure is' if not pairs else 'Some are'} dominated by another. At two "
        f"players, {claim}."
    )


def _rows(names, told, n: int, worth) -> list[dict[str, Any]]:  # type: ignore[no-untyped-def]
    return [
        {"label": names[i], "points": worth[i], **row(told.paid[i], "paid"), **row(told.spent[i], "spent"),
         **row(told.gain[i], "gain"), **row(told.claimed[i], "claimed"), **row(told.left[i], "left"),
         **row(told.turn[i], "turn"), **row(told.share[i], "share"), **row(told.won[i], "won"), "games": told.games,
         "table": players_text(n)}
        for i in range(len(names))
    ]  # fmt: skip


def _prices(names, worth, told, size) -> Section:  # type: ignore[no-untyped-def]
    findings = []
    for n in COUNTS:
        paid = told["", n].paid
        known = [i for i in _order(paid) if paid[i].known]
        if len(known) < 3:
            continue
        out = {known[i]: z for i, z in outliers([paid[i].estimate for i in known]).items()}
        top, low = known[0], known[-1]
        tied = [i for i in known[1:] if paid[i].high >= paid[top].low]
        first = f"{names[top]} pays most for a knight" + (
            f" (not told apart from {listing([names[i] for i in tied])})" if tied else ""
        )
        odd = listing([f"{names[i]} ({number(z, 1, True)} sd)" for i, z in out.items()])
        findings.append(
            Finding(
                f"At {n} players {first}, {names[low]} least: {number(paid[low].estimate, 2)} points. "
                + (f"Out of line with the other twelve: {odd}." if out else "None of them is out of line."),
                paid[top], "points a knight",
                f"{number(paid[top].estimate / paid[low].estimate, 2)} times as much; out of line is more than two "
                "standard deviations from the mean of the others",
                told["", n].games, "balanced in every seat", digits=2,
            )
        )  # fmt: skip
    frame = [
        row(told[name, 2].paid[i], label=names[i], series=name)
        for i in _order(told["", 2].paid)
        for name in ("design", "flat", "no_ones")
        if told[name, 2].paid[i].known
    ]
    table = [entry for n in COUNTS for entry in _rows(names, told["", n], n, worth)]
    return Section(
        "Is any adventure over- or under-priced?",
        [
            *findings,
            Prose(
                "An adversary costs its strength in knights and is worth its strength in points at the end, if it is "
                "kept: one point a knight. An adventure makes more of the same knights; its gain is its points less "
                "the strengths spent on it. A claimer's win share isn't the adventure's doing: who claims one often "
                "has more of them. What claiming is worth is measured further down."
            ),
            Figure(
                figures.intervals(
                    pd.DataFrame(frame), "points a knight", "points for each knight spent", 1.0, "kept in hand"
                ),
                "Points for each knight spent, two players, under the three tables of strengths (95%).",
                "Thirteen adventures, three marks each, all compared with one point a knight.",
            ),
            Table(
                "prices", "Points of the adventures and knights spent on them", table,
                [
                    Column("label", "adventure"),
                    Column("points"),
                    Column("spent", "knights spent", low="spent_low", high="spent_high"),
                    Column("paid", "points a knight", low="paid_low", high="paid_high"),
                    Column("gain", "gain", "points difference", low="gain_low", high="gain_high"),
                    Column("won", "claimer's win share above fair", "pp", low="won_low", high="won_high"),
                    Column("games"),
                ],
                group="table", fold=True,
            ),
            Method(
                f"{count(size['base'], 'games')} a number of players, {count(size['preset'], 'games')} under each "
                "preset. Strengths spent are those of the cards paid with, in the games in which the adventure was "
                "claimed; in the base game without overpaying they are the knights paid for them. Ratios of sums over "
                "games, with the delta method. Intervals are one adventure each."
            ),
        ],
    )  # fmt: skip


def _times(names, told) -> Section:  # type: ignore[no-untyped-def]
    findings = []
    for n in COUNTS:
        left, share = told["", n].left, told["", n].share
        average = sum(one.estimate for one in left) / len(left)
        rot = _rotting(left)
        most = _order(left)[0]
        early, late = _order([one.scaled(-1.0) for one in share]), _order(share)
        words = (
            f"{listing([f'{names[i]} ({percent(left[i].estimate)})' for i in rot])} "
            + (f"{'is' if len(rot) == 1 else 'are'} left more than twice as often as the average "
               f"({percent(average)})")
            if rot
            else f"{names[most]} is left most often, but not for sure twice as often as the average "
            f"({percent(average)})"
        )  # fmt: skip
        when = [f"{names[i]} after {percent(share[i].estimate, 0)}" for i in (early[0], late[0])]
        findings.append(
            Finding(
                f"At {n} players {words}. The earliest to be claimed is {when[0]} of the game on average, the latest "
                f"{when[1]}.",
                left[most], "share", f"{number(left[most].estimate / average, 1)} times the average" if average else "",
                told["", n].games, "balanced in every seat",
            )
        )  # fmt: skip
    order = _order(told["", 2].left)
    grid = pd.DataFrame(
        {
            **{f"left, {n}": [told["", n].left[i].estimate for i in order] for n in COUNTS},
            **{f"when, {n}": [told["", n].share[i].estimate for i in order] for n in COUNTS},
        },
        index=[names[i] for i in order],
    )
    table = [
        {"table": f"{players_text(n)}, {name}", "label": names[i], **row(told[name, n].claimed[i], "claimed"),
         **row(told[name, n].left[i], "left"), **row(told[name, n].turn[i], "turn"),
         **row(told[name, n].share[i], "share"), **row(told[name, n].paid[i], "paid"), "games": told[name, n].games}
        for n in COUNTS
        for name in ("design", "flat", "no_ones")
        for i in range(len(names))
    ]  # fmt: skip
    return Section(
        "Which adventures are left, and when are the others claimed?",
        [
            *findings,
            Prose(
                "A game that ends because the adventures are taken leaves one of the thirteen; a game that ends for "
                "want of adversaries leaves more. Why an adventure was left (no cards, or better things to do) isn't "
                "recorded."
            ),
            Figure(
                figures.matrix(grid, "share", "", "players", None, 0),
                "Left: share of games in which nobody claims it. When: how far into the game it is claimed, on average "
                "over the games in which it is. By number of players.",
                "A grid of thirteen adventures by two times four columns.",
            ),
            Table(
                "times", "Claim rates and times under the three tables of strengths", table,
                [
                    Column("label", "adventure"),
                    Column("claimed", "claimed", "share", low="claimed_low", high="claimed_high"),
                    Column("left", "left", "share", low="left_low", high="left_high"),
                    Column("turn", "turn of the table", "", low="turn_low", high="turn_high"),
                    Column("share", "how far into the game", "share", low="share_low", high="share_high"),
                    Column("paid", "points a knight", "", low="paid_low", high="paid_high"),
                    Column("games"),
                ],
                group="table", fold=True,
                note="Turns and points a knight are means over the games in which the adventure is claimed.",
            ),
        ],
    )  # fmt: skip


def dominated(rules: Any, presets: Mapping[str, Mapping[str, Any]]) -> dict[str, list[tuple[int, int]]]:
    """By preset: pairs (a, b) of which a asks no more and pays no less."""
    found = {}
    for name, change in presets.items():
        own = type(rules).build(change)
        worth = [getattr(own.adventure_points, name) for name in ADVENTURES]
        found[name] = [(a, b) for a, b in easier_than(own) if worth[a] >= worth[b]]
    return found


def _dominance(lab: Lab, names, worth, covered, presets) -> Section:  # type: ignore[no-untyped-def]
    rules = lab.game.rules()
    pairs = {name: list(easier_than(lab.game.rules.build(change))) for name, change in presets.items()}
    table = [
        {"easier": names[a], "easier_points": worth[a], "harder": names[b], "harder_points": worth[b],
         "cost_a": getattr(rules.adventure_cost, ADVENTURES[a]), "cost_b": getattr(rules.adventure_cost, ADVENTURES[b]),
         "where": listing([name for name in pairs if (a, b) in pairs[name]])}
        for a, b in sorted({pair for found in pairs.values() for pair in found})
    ]  # fmt: skip
    hits = sorted({pair for found in covered.values() for pair in found})
    sentence = (
        "No adventure is dominated under any of the three tables of strengths: whenever one asks no more than another, "
        "it also pays less."
        if not hits
        else "Dominated: "
        + listing(
            [
                f"{names[b]} by {names[a]} (under {listing([n for n in covered if (a, b) in covered[n]])})"
                for a, b in hits
            ]
        )
        + ". Whatever is enough for the first is enough for the second, which pays no less."
    )
    free = lab.game.rules.build({"adventure_cost.saxons": "total 4"})
    saxons, sword = ADVENTURES.index("saxons"), ADVENTURES.index("excalibur")
    colourless = (saxons, sword) in dominated(free, {"design": {"adventure_cost.saxons": "total 4"}})["design"]
    check = (
        "If the Saxons asked for a total of 4 in any colour, as one source prints it, they would dominate Excalibur."
        if colourless
        else "Even with a total of 4 in any colour the Saxons wouldn't dominate Excalibur."
    )
    return Section(
        "Is any adventure dominated by another?",
        [
            Finding(sentence, effect=f"exact: {len(ADVENTURES) * (len(ADVENTURES) - 1)} pairs under each table"),
            Prose(
                f"{check} Dominated means: every hand of adversaries that is enough for it is also enough for another "
                "one that pays at least as many points."
            ),
            Table(
                "easier", "Adventures that ask no more than another", table,
                [
                    Column("easier", "asks no more"), Column("cost_a", "requirement"),
                    Column("easier_points", "points"),
                    Column("harder", "than"), Column("cost_b", "requirement"), Column("harder_points", "points"),
                    Column("where", "under"),
                ],
                fold=len(table) > 12,
            ),
            Method(
                "For each pair, hands that are enough for the second and not for the first were searched among all "
                "smallest ones that the box allows. This is a count and holds whoever plays."
            ),
        ],
    )  # fmt: skip


def _judged(found: Mapping[str, Mapping[str, Interval]]) -> str:
    """In words what claiming is worth where the player claims and where it doesn't."""
    said = []
    for name, where in (("acts", "claims by itself"), ("waits", "would rather wait")):
        if name in found:
            win = found[name]["win"]
            worth = (
                f"is worth {pp(win.estimate)} of wins against not claiming in that turn"
                if win.excludes(0.0)
                else "isn't known to win more or less than not claiming in that turn"
            )
            said.append(f"where the player {where}, a claim {worth}")
    return "; ".join(said) if said else "too few claims were forked to tell what one is worth"


def _fork_row(found: Mapping[str, Interval], **more: Any) -> dict[str, Any]:
    entry = {**more, "forks": found["win"].n}
    for name, one in found.items():
        entry |= row(one, name)
    return entry


def _claiming(names, forks, whole) -> Section:  # type: ignore[no-untyped-def]
    rows, two = [], {}
    where = {"all": "all", "acts": "claims", "waits": "waits"}
    for (preset, n), found in whole.items():
        if preset == "design":  # the same as the rules as they are
            continue
        drawn = forks[preset, n]
        table = f"{players_text(n)}{f', {preset}' if preset else ''}"
        parts: list[tuple[str, Any]] = [("all", found)]
        for i, name in enumerate(names):
            parts.append((name, fork_effects(drawn, LEAST_FORKS, drawn["mark"] == i + 1)))
            if (preset, n) == ("", 2):
                two[i] = parts[-1][1]
        for stage, (first, end) in STAGES.items():
            at = (drawn["stage"] >= first) & (drawn["stage"] < end)
            parts.append((f"as one of the {stage}", fork_effects(drawn, LEAST_FORKS, at)))
        for what, effects in parts:
            rows += [
                _fork_row(effects[key], table=table, what=what, player=where[key])
                for key in where
                if key in effects and effects[key]["win"].n >= LEAST_FORKS
            ]
    findings: list[Any] = [_whole_finding(n, whole["", n]) for n in COUNTS]
    own = {i: effects["acts"] for i, effects in two.items() if "acts" in effects}
    if own:
        adjusted = dict(zip(own, holm([p_value(effect["lead"]) for effect in own.values()]), strict=True))
        up = [i for i in own if adjusted[i] < 0.05 and own[i]["lead"].estimate > 0]
        down = [i for i in own if adjusted[i] < 0.05 and own[i]["lead"].estimate < 0]
        top = max(own, key=lambda i: own[i]["lead"].estimate)
        said = [f"adds to the lead for {len(up)} of {len(own)} adventures"] if up else []
        said += [f"takes from it for {listing([names[i] for i in down])}"] if down else []
        findings.append(
            Finding(
                "At two players a claim that the player makes by itself "
                + (f"{listing(said)}, after Holm's correction. " if said else
                   "shows no effect for any single adventure after Holm's correction. ")
                + f"The estimate is largest for {names[top]}.",
                own[top]["lead"], "points difference", f"{pp(own[top]['win'].estimate)} of wins",
                own[top]["lead"].n, "balanced in every seat", counted="forks",
            )
        )  # fmt: skip
    items: list[Any] = []
    frame = [
        row(effects[key]["lead"], label=names[i], series=series)
        for i, effects in sorted(two.items(), key=lambda found: -_lead(found[1]))
        for key, series in (("acts", "the player claims"), ("waits", "the player waits"))
        if key in effects
    ]
    if frame:
        items.append(
            Figure(
                figures.intervals(pd.DataFrame(frame), "points difference", "lead gained by claiming now", 0.0,
                                  "no difference"),
                "Lead at the end when the adventure is claimed now, less when nothing is claimed in this turn; two "
                "players (95%, one adventure each), by what the player itself would do.",
                "A dot and a whisker for each adventure and judgement.",
            )
        )  # fmt: skip
    if rows:
        items.append(
            Table(
                "forks", "Claiming now, against claiming nothing in this turn", rows,
                [
                    Column("what"),
                    Column("player", "the player by itself"),
                    Column("win", "wins", "pp", low="win_low", high="win_high"),
                    Column("lead", "lead", "points difference", low="lead_low", high="lead_high"),
                    Column("score", "own score", "points difference", low="score_low", high="score_high"),
                    Column("forks"),
                ],
                group="table", fold=True,
            )
        )
    refused = {n: 1 - float(forks["", n]["chosen"].mean()) for n in COUNTS if len(forks["", n]["chosen"])}
    waits = listing([f"{percent(share, 0)} at {n}" for n, share in refused.items()])
    return Section(
        "How good a move is claiming an adventure?",
        [
            *findings,
            *items,
            Prose(
                "Not claiming now doesn't mean never: the adventure can be claimed a turn later, unless somebody else "
                "is faster or the game ends. So the number is the price of waiting a turn, not the adventure's points. "
                "A claim that a player passes up comes up again turn after turn, so such opportunities weigh heavily "
                f"among all{f' ({waits} players)' if waits else ''} and are told apart."
            ),
            Method(
                "In each game one opportunity is drawn from all that come up: a player could claim an adventure. Four "
                "futures are played from it in both arms alike; all that the player can't see is dealt anew for each. "
                "In one arm the player claims the adventure that it likes best, in the other claims are off its list "
                f"until its turn ends. The game is the cluster; rows with fewer than {LEAST_FORKS} forks are left out."
            ),
        ],
    )  # fmt: skip


def _lead(effects: Mapping[str, Mapping[str, Interval]]) -> float:
    """What adventures are sorted by: the effect where the player claims, else over all forks."""
    return float(np.nan_to_num(effects["acts" if "acts" in effects else "all"]["lead"].estimate, nan=-np.inf))


def _whole_finding(n: int, found: Mapping[str, Mapping[str, Interval]]) -> Finding:
    shown = found["acts"] if "acts" in found else found["all"]
    return Finding(
        f"At {n} players, {_judged(found)}.", shown["win"], "pp",
        f"{'where the player claims' if 'acts' in found else 'over all'}; lead at the end "
        f"{interval(shown['lead'], 'points difference')}",
        shown["win"].n, "balanced in every seat", counted="forks",
    )  # fmt: skip


def _presets(names, told, whole) -> Presets:  # type: ignore[no-untyped-def]
    presets = [name for name, n in told if n == 2 and name]
    paid = {name: told[name, 2].paid for name in presets}
    order = {name: [i for i in _order(paid[name]) if paid[name][i].known] for name in presets}
    shown = [*order["design"][:2], *order["design"][-2:]]
    rows = [
        PresetRow(name, f"{names[i]}, 2 players", paid[name][i], told[name, 2].games)
        for i in dict.fromkeys(shown)
        for name in presets
    ]
    said = []
    for which, at in (("pays most", 0), ("pays least", -1)):
        firsts = {name: order[name][at] for name in presets if order[name]}
        if len(set(firsts.values())) == 1:
            said.append(f"All three tables agree at two players that {names[next(iter(firsts.values()))]} {which}.")
        else:
            told_apart = listing([f"{names[i]} under `{name}`" for name, i in firsts.items()])
            said.append(f"They disagree about which {which} at two players: {told_apart}.")
    rotting: dict[int, list[str]] = {}
    for name in presets:
        by_code: dict[int, list[str]] = {}
        for n in COUNTS:
            for i in _rotting(told[name, n].left):
                by_code.setdefault(i, []).append(str(n))
        for i, counts in by_code.items():
            rotting.setdefault(i, []).append(f"`{name}` at {listing(counts)}")
    alike = all(
        len({frozenset(_rotting(told[name, n].left)) for name in presets}) == 1 for n in COUNTS
    )  # fmt: skip
    left = "; ".join(f"{names[i]} ({', '.join(tables)} players)" for i, tables in rotting.items())
    if not rotting:
        said.append("Under none of them is an adventure left more than twice as often as the average.")
    else:
        said.append(f"They {'agree' if alike else 'disagree'} about which are left more than twice as often: {left}.")
    wins = {name: whole[name, 2].get("acts", whole[name, 2]["all"])["win"] for name in presets}
    signs = {name: (0 if not one.excludes(0.0) else int(np.sign(one.estimate))) for name, one in wins.items()}
    values = listing([f"{pp(one.estimate)} under `{name}`" for name, one in wins.items()])
    said.append(
        f"Claiming where the player claims {'wins more' if 1 in signs.values() else 'wins less'} than waiting under "
        f"all three ({values})."
        if len(set(signs.values())) == 1 and 0 not in signs.values()
        else f"Whether claiming where the player claims wins more isn't settled alike under all three ({values})."
    )
    return Presets(
        "points for each knight spent, for the adventures that pay most and least under design",
        " ".join(said), rows, "points a knight",
    )  # fmt: skip
