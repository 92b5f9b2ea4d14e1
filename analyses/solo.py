"""The card game: how hard is the solo game against Aaron?"""

from __future__ import annotations

import numpy as np
import pandas as pd

from burgsim.report import Column, Figure, Finding, Method, Page, PresetRow, Presets, Prose, Section, Table, figures
from burgsim.report.blocks import provenance, purposeful, row
from burgsim.report.ladder_block import ladder_items, robust_sentence
from burgsim.report.numbers import listing, percent, points
from burgsim.statistics.intervals import Interval, proportion_interval
from burgsim.statistics.moments import Moments
from burgsim.studies.compare import Effect
from burgsim.studies.estimates import WON, means, paired
from burgsim.studies.lab import Arm, Lab
from burgsim.studies.measures import KINDS
from burgsim.studies.rungs import Rungs

GAME = "burgundy-cards"
ROUNDS = "ABCDE"
#: Aaron's piles: the rules' 3 to 7 cards, and fewer or more in each.
PILES = {first: [first + i for i in range(5)] for first in (1, 2, 3, 4, 5, 6, 7)}


def answer(lab: Lab) -> Page:
    """Play the arms and write what they say."""
    presets = lab.game.rules.presets()
    policies = ["random", *(name for name in purposeful(lab) if name != "balanced")]
    arms = [Arm("headline", 1, lab.sizes.headline)]
    arms += [Arm(policy, 1, lab.sizes.table, (policy,)) for policy in policies]
    arms += [Arm(f"piles {first}", 1, lab.sizes.table, changes={"aaron_piles": p}) for first, p in PILES.items()]
    arms += [
        Arm(f"greedy piles {first}", 1, lab.sizes.table, ("greedy",), {"aaron_piles": p}) for first, p in PILES.items()
    ]
    arms += [Arm(f"preset {name}", 1, lab.sizes.table, changes=c) for name, c in presets.items()]
    rungs = Rungs(lab, [1])
    for first in (2, 3, 4):
        arms += rungs.arms(f"ladder piles {first}", 1, {"aaron_piles": PILES[first]})
    played = lab.play(arms)
    runs = {name: found[0] for name, found in played.items()}
    won = {name: won_share(run) for name, run in runs.items()}
    lost = lost_in(runs["headline"])
    worst = int(np.argmax([lost[letter].estimate for letter in ROUNDS]))
    margins = margin_by_round(runs["headline"])
    headline = won["headline"]
    best = max(policies, key=lambda name: won[name].estimate)
    ladder = [
        rungs.row(
            Effect.found(1, "games won", KINDS["win_share"], _won_change(runs[f"piles {first}"], runs["piles 3"]),
                         variant=words),
            [f"ladder piles {first}", "ladder piles 3"], played, lambda changed, same: _won_change(changed[0], same[0]),
        )
        for first, words in ((4, "one card more in each pile"), (2, "one card fewer in each pile"))
    ]  # fmt: skip
    text = (
        f"A good player beats Aaron in {percent(headline.estimate)} of games. Most losses come in round "
        f"{ROUNDS[worst]} ({percent(lost[ROUNDS[worst]].estimate)} of all games). One card more in each of Aaron's "
        f"piles brings the win rate to {percent(won['piles 4'].estimate)}, one less to "
        f"{percent(won['piles 2'].estimate)}. {robust_sentence(ladder, lambda found: found.effect.variant)}"
    )
    return Page(
        slug="solo",
        game=lab.game.id,
        game_title=lab.game.title,
        title="Solo against Aaron",
        question="How often does a player beat Aaron, when are games lost, and how does the difficulty scale?",
        answer=text,
        sections=[
            _rates(lab, policies, won, runs, best),
            _rounds(lab, lost, margins),
            _piles(lab, won),
            Section(
                "Does it hold for other players?",
                [
                    Prose(
                        "How much one card more or fewer in each of Aaron's piles changes the share of games won, for "
                        "players of several strengths on the same deals. Who hardly ever wins has little to lose."
                    ),
                    *ladder_items(ladder, lambda found: found.effect.variant),
                ],
            ),
        ],
        provenance=provenance(lab, "balanced, unless a table says otherwise"),
        presets=_presets(won, presets),
        order=30,
    )


def won_share(run) -> Interval:  # type: ignore[no-untyped-def]
    """Share of games won (Wilson's interval)."""
    games = wins = 0
    for frame in run.seats(["won"]):
        games += len(frame)
        wins += int(frame["won"].sum())
    return proportion_interval(wins, games)


def _won_change(changed, same) -> Interval:  # type: ignore[no-untyped-def]
    """Change of the share of games won on the same deals."""
    return paired(changed, same, [WON])["won"].interval


def lost_in(run) -> dict[str, Interval]:  # type: ignore[no-untyped-def]
    """Share of all games that are lost in each round."""
    counts = np.zeros(6, np.int64)
    for frame in run.seats(["lost_in"]):
        counts += np.bincount(frame["lost_in"].fillna(0).to_numpy(dtype=np.int64), minlength=6)
    return {letter: proportion_interval(int(counts[i + 1]), int(counts.sum())) for i, letter in enumerate(ROUNDS)}


def margin_by_round(run) -> dict[str, tuple[Interval, int]]:  # type: ignore[no-untyped-def]
    """Mean of your points less Aaron's after each round, over the games that got there, and how many did."""
    found = {}
    for letter in ROUNDS:
        moments = Moments([letter])
        for frame in run.seats([f"margin_{letter.lower()}"]):
            moments.add(frame.dropna().to_numpy(dtype=np.int64))
        found[letter] = (moments.interval(0), moments.n)
    return found


def _rates(lab: Lab, policies, won, runs, best) -> Section:  # type: ignore[no-untyped-def]
    names = ["balanced", *policies]
    rows = []
    for name in names:
        run = runs["headline" if name == "balanced" else name]
        interval = won["headline" if name == "balanced" else name]
        mine, aarons = means([run], "score")[0], means([run], "aaron_score")[0]
        rows.append({"label": name, **row(interval), **row(mine, "score"), **row(aarons, "aaron"), "games": interval.n})
    data = pd.DataFrame(rows).sort_values("value", ascending=False)
    good = won["headline"]
    return Section(
        "How often does a player win?",
        [
            Finding(
                f"The balanced player wins {percent(good.estimate)} of its games against Aaron; the best of the "
                f"others, {best}, {percent(won[best].estimate)}, and greedy play {percent(won['greedy'].estimate)}.",
                good, "share",
                f"{percent(good.estimate - won['greedy'].estimate)} of games lie between greedy and balanced play",
                good.n, "balanced",
            ),
            Prose(
                f"A player who draws every move at random wins {percent(won['random'].estimate)}: what lies between is "
                "what play decides."
            ),
            Figure(
                figures.intervals(data, "share", "games won", None),
                "Share of games won against Aaron by player, with 95% intervals (Wilson).",
                "One row a player, from random near zero to balanced at the top.",
            ),
            Table(
                "players", "Win rate and scores by player", data,
                [
                    Column("label", "player"),
                    Column("value", "games won", "share", low="low", high="high"),
                    Column("score", "own score", "points", low="score_low", high="score_high"),
                    Column("aaron", "Aaron's score", "points", low="aaron_low", high="aaron_high"),
                    Column("games"),
                ],
                note="Scores are those at the end of the game, which is earlier when it is lost earlier.",
            ),
            Method("Each game is one observation. All players play the same deals, so their order is safer than the "
                   "intervals let it look."),
        ],
    )  # fmt: skip


def _rounds(lab: Lab, lost, margins) -> Section:  # type: ignore[no-untyped-def]
    rows = [
        {"round": letter, **row(lost[letter]), **row(margins[letter][0], "margin"), "reached": margins[letter][1]}
        for letter in ROUNDS
    ]
    data = pd.DataFrame(rows)
    curve = pd.DataFrame(
        {"x": range(5), "value": data.margin, "low": data.margin_low, "high": data.margin_high,
         "series": "games that got there"}
    )  # fmt: skip
    worst = max(ROUNDS, key=lambda letter: lost[letter].estimate)
    tight = min(ROUNDS, key=lambda letter: margins[letter][0].estimate)
    return Section(
        "When are games lost?",
        [
            Finding(
                f"Round {worst} is where Aaron wins: {percent(lost[worst].estimate)} of all games end in defeat there.",
                lost[worst], "share", "", lost[worst].n, "balanced",
            ),
            Prose(
                f"The lead is smallest after round {tight}, {points(margins[tight][0].estimate)} on average over the "
                "games that get there. Games that are lost drop out of the later rounds, so the curve is kinder at its "
                "end than the game is."
            ),
            Figure(
                figures.curves(curve, "points", "your points less Aaron's", "after round", 0.0, "level",
                               ticks=list(ROUNDS)),
                "How the margin moves, over the games that reach each comparison.",
                "A line over five rounds.",
            ),
            Table(
                "rounds", "Games lost and margin by round", data,
                [
                    Column("round"),
                    Column("value", "lost in this round", "share", low="low", high="high"),
                    Column("margin", "mean margin", "points difference", low="margin_low", high="margin_high"),
                    Column("reached", "games that got there"),
                ],
            ),
        ],
    )  # fmt: skip


def _piles(lab: Lab, won) -> Section:  # type: ignore[no-untyped-def]
    rows = []
    for series, prefix in (("balanced", "piles"), ("greedy", "greedy piles")):
        rows += [
            row(won[f"{prefix} {first}"], x=first - 1, series=series, piles="-".join(map(str, piles)),
                games=won[f"{prefix} {first}"].n)
            for first, piles in PILES.items()
        ]  # fmt: skip
    data = pd.DataFrame(rows)
    ticks = ["-".join(map(str, piles)) for piles in PILES.values()]
    more, fewer, same = (won[f"piles {first}"] for first in (4, 2, 3))
    return Section(
        "How does the difficulty scale?",
        [
            Finding(
                f"With one card more in each pile than the rules say the balanced player wins "
                f"{percent(more.estimate)} instead of {percent(same.estimate)}, with one fewer "
                f"{percent(fewer.estimate)}.",
                more, "share", "beside: with piles 4-5-6-7-8", more.n, "balanced",
            ),
            Figure(
                figures.curves(data, "share", "games won", "cards in Aaron's piles, A to E", ticks=ticks),
                "Win rate over Aaron's pile sizes; the rules say 3-4-5-6-7.",
                "Two falling curves, balanced above greedy.",
            ),
            Table(
                "piles", "Win rate by pile sizes", data,
                [Column("piles", "Aaron's piles"), Column("value", "games won", "share", low="low", high="high"),
                 Column("games")],
                group="series",
            ),
            Method("Same deals for all pile sizes; the player's own cards stay the same as far as the deck allows."),
        ],
    )  # fmt: skip


def _presets(won, presets) -> Presets:  # type: ignore[no-untyped-def]
    rates = {name: won[f"preset {name}"] for name in presets}
    low, high = min(rates, key=lambda n: rates[n].estimate), max(rates, key=lambda n: rates[n].estimate)
    verdict = (
        f"The win rate depends on numbers that nobody has told us: from {percent(rates[low].estimate)} ({low}) to "
        f"{percent(rates[high].estimate)} ({high}). Read it as a range, {listing([low, high])} being its ends; the "
        "order of the players and the round of most losses are what this page is for."
    )
    return Presets(
        "share of games that the balanced player wins",
        verdict,
        [PresetRow(name, "games won", interval, interval.n) for name, interval in rates.items()],
        "share",
    )
