"""Examples from a game that is really played, for the page that explains what the numbers mean."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from burgsim.games.game import SCORE, WIN_60THS, Game
from burgsim.players import seats
from burgsim.simulation.batch import Table
from burgsim.simulation.ranges import in_parts
from burgsim.simulation.run import rules_of
from burgsim.simulation.warm import prepare
from burgsim.statistics.coverage import Row, coverage_table
from burgsim.statistics.intervals import Interval
from burgsim.statistics.moments import Moments, PairedDifference, independent_difference
from burgsim.studies.compare import PART
from burgsim.studies.ladder import RANDOM
from burgsim.studies.values import Value, ablation, association, decision_value, gift

#: The game whose games are the examples, and what is done to it.
GAME, PLAYERS, POLICY = "burgundy-cards", 2, "balanced"
CHANGE: Mapping[str, Any] = {"start_silver": 2}
CHANGE_WORDS = "everybody starts with two silver in place of one"
BLOCKS = 40
Told = Callable[[str], None]


@dataclass(frozen=True)
class Examples:
    """What the page shows.

    `blocks` are intervals for seat 1's win share from separate runs of `block` deals, `all_deals` the one from all of
    them; `by_deals` what the interval is after so many. `score` and `share` are changed less unchanged rules on the
    same deals (mean score; seat 1's win share), `score_apart` from two runs on different deals. `before` and `after`
    are mean scores and mean win shares.
    """

    game: Game
    deals: int
    block: int
    blocks: tuple[Interval, ...]
    all_deals: Interval
    by_deals: Mapping[int, Interval]
    score: PairedDifference
    score_apart: Interval
    share: PairedDifference
    before: tuple[Interval, float]
    after: tuple[Interval, float]
    players: Mapping[str, Interval]
    presets: Mapping[str, Interval]
    values: tuple[Value, ...]
    coverage: tuple[Row, ...]
    seed: int
    played: int


def examples(
    *, deals: int = 20_000, repeats: int = 1000, seed: int = 1, workers: int | None = None, told: Told | None = None
) -> Examples:
    """Play the examples and measure the intervals.

    Parameters
    ----------
    deals : int
        Behind each example, at least 400.
    repeats : int
        Experiments a row of the table of coverage.
    told : callable, optional
        Gets a line when something begins.
    """
    say = told or (lambda line: None)
    deals = max(400, deals - deals % BLOCKS)
    game = prepare(GAME)
    played = 0

    def rows(changes: Mapping[str, Any], policy: str = POLICY, first: int = 0) -> np.ndarray:
        nonlocal played
        table = Table(game, PLAYERS, rules_of(game, changes), seats(game, PLAYERS, [policy]), seed)

        def work(start: int, count: int) -> tuple[np.ndarray]:
            return (table.play(start, count)[1][:, :, [SCORE, WIN_60THS]].astype(np.int16),)

        played += deals
        found = [r[0] for _, r in in_parts(work, first, first + deals, PART, workers)]
        return np.concatenate(found)

    say("intervals and pairs")
    plain, changed, elsewhere = rows({}), rows(CHANGE), rows(CHANGE, first=deals)
    block = deals // BLOCKS
    wins = plain[:, 0, 1]
    blocks = tuple(_share(wins[i * block : (i + 1) * block]) for i in range(BLOCKS))
    by_deals = {n: _share(wins[:n]) for n in (100, 1_000, 10_000, 100_000) if n <= deals}
    total, total_changed = plain[:, :, 0].sum(axis=1), changed[:, :, 0].sum(axis=1)
    pair = Moments(["a", "b"]).add(np.column_stack([total_changed, total]))
    apart = independent_difference(
        Moments(1).add(elsewhere[:, :, 0].sum(axis=1)), 0, Moments(1).add(total), 0, unit=PLAYERS
    )
    won = Moments(["a", "b"]).add(np.column_stack([changed[:, 0, 1], wins]))
    say("players and presets")
    policies = [name for name in game.policies if name != RANDOM]
    by_player = {name: _share(rows({}, name)[:, 0, 1]) for name in policies}
    by_preset = {name: _share(rows(changes)[:, 0, 1]) for name, changes in game.rules.presets().items()}
    say("values")
    some = max(400, deals // 4)
    values = (
        ablation(
            GAME, PLAYERS, {"purchase_price": 10}, what="buying cards", games=some, seed=seed, workers=workers
        ),
        decision_value(GAME, PLAYERS, "complete-set", games=some, seed=seed, workers=workers),
        gift(GAME, PLAYERS, "seat_silver", 1, games=some, seed=seed, workers=workers),
        association(GAME, PLAYERS, "silver_left", games=some, seed=seed, workers=workers),
    )
    say("coverage")
    return Examples(
        game, deals, block, blocks, _share(wins), by_deals, pair.difference("a", "b", unit=PLAYERS), apart,
        won.difference("a", "b", unit=60), _level(plain), _level(changed), by_player, by_preset, values,
        tuple(coverage_table(repeats)), seed, played + some * (2 + 8 + (1 + PLAYERS) + 1),
    )  # fmt: skip


def _share(wins: np.ndarray) -> Interval:
    return Moments(1).add(wins).share(0)


def _level(rows: np.ndarray) -> tuple[Interval, float]:
    """Mean score of a player, and mean win share over the seats."""
    score = Moments(1).add(rows[:, :, 0].sum(axis=1)).interval(0, unit=PLAYERS)
    return score, float(rows[:, :, 1].mean() / 60.0)
