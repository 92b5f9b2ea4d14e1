"""What thinking ahead brings: one player with rollouts among players without, by the number of worlds it samples.

All numbers of worlds are asked on the same deals, in all rotations of the seats, so that what a step adds is paired.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from burgsim.games.game import WIN_60THS, UserError
from burgsim.players import rotate, seats
from burgsim.players.seat import DEFAULT_WIDTH
from burgsim.simulation.batch import Table
from burgsim.simulation.ranges import in_parts
from burgsim.simulation.run import rules_of
from burgsim.simulation.warm import prepare
from burgsim.statistics.intervals import Interval
from burgsim.statistics.moments import Moments

#: What thinking ahead should bring a player: this multiple of a fair share (60% of the games at two players).
PAYS = 1.2
WORLDS = (4, 8, 16, 32, 64, 128)
Told = Callable[[int, int], None]


@dataclass(frozen=True)
class Worlds:
    """One number of worlds: the win share, what it adds to the number before (None for the first), seconds a game of
    one core.
    """

    worlds: int
    share: Interval
    gain: Interval | None
    seconds: float


@dataclass(frozen=True)
class Rollouts:
    """The win share of a player with rollouts among copies of itself without, by number of worlds."""

    game: str
    players: int
    player: str
    width: int
    seed: int
    deals: int
    points: tuple[Worlds, ...]
    flat: int | None

    @property
    def games(self) -> int:
        """Games played."""
        return self.deals * self.players * len(self.points)

    @property
    def best(self) -> Worlds:
        """The number of worlds with the largest win share."""
        return max(self.points, key=lambda point: point.share.estimate)

    @property
    def first_to_pay(self) -> int | None:
        """The fewest worlds that surely win more than a fair share; None where none does."""
        sure = [point.worlds for point in self.points if point.share.low > 1.0 / self.players]
        return sure[0] if sure else None

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "game": self.game, "players": self.players, "player": self.player, "width": self.width, "seed": self.seed,
            "deals": self.deals, "games": self.games, "fair": 1.0 / self.players, "first_to_pay": self.first_to_pay,
            "flat_from": self.flat,
            "points": [{"worlds": p.worlds, "win_share": p.share.to_dict(), "seconds_a_game": p.seconds,
                        "gain": None if p.gain is None else p.gain.to_dict()} for p in self.points],
        }  # fmt: skip


def rollouts(
    game_id: str,
    players: int,
    worlds: Sequence[int] = WORLDS,
    *,
    spec: str = "balanced",
    width: int = DEFAULT_WIDTH,
    changes: Mapping[str, Any] | None = None,
    deals: int = 100,
    seed: int = 1,
    workers: int | None = None,
    progress: Told | None = None,
) -> Rollouts:
    """Play a player with rollouts among copies of itself without.

    Parameters
    ----------
    worlds : sequence of int
        Numbers of sampled worlds a decision, each at least 1.
    width : int
        How many of the policy's favourite actions are played on.
    deals : int
        Each in all rotations, for every number of worlds.

    Raises
    ------
    UserError
        Fewer than two players, no worlds, too few deals.
    """
    game = prepare(game_id)
    game.check_players(players)
    asked = sorted(set(worlds))
    if players < 2:
        raise UserError("a player is compared with others at the table: rollouts need at least two players")
    if not asked or asked[0] < 1:
        raise UserError("name numbers of worlds, each at least 1: 8,16,32,64")
    if deals < 2:
        raise UserError("rollouts take at least two deals")
    if "rollouts=" in spec or "width=" in spec:
        raise UserError(f"{spec} has rollouts already; name the player without them")
    rules = rules_of(game, changes)
    total = deals * len(asked)
    columns, seconds = [], []
    for place, count in enumerate(asked):
        own = f"{spec},rollouts={count},width={width}"
        table = seats(game, players, [own, *[spec] * (players - 1)])
        tables = [Table(game, players, rules, rotate(table, by), seed) for by in range(players)]

        def work(first: int, number: int, tables: Sequence[Table] = tables) -> tuple[np.ndarray, np.ndarray]:
            began = time.thread_time()
            won = [one.play(first, number)[1][:, by, WIN_60THS].astype(np.int64) for by, one in enumerate(tables)]
            spent = np.full(number, (time.thread_time() - began) / number)
            return np.sum(won, axis=0), spent

        told = (lambda done, place=place: progress(place * deals + done, total)) if progress is not None else None
        parts = [rows for _, rows in in_parts(work, 0, deals, deals, workers, told)]
        columns.append(np.concatenate([part[0] for part in parts]))
        seconds.append(float(np.concatenate([part[1] for part in parts]).mean()) / players)
    unit = 60.0 * players
    sums = Moments([str(count) for count in asked]).add(np.stack(columns, axis=1))
    points = tuple(
        Worlds(
            count, sums.share(i, unit=int(unit)),
            sums.difference(i, i - 1, unit=unit).interval if i else None, seconds[i],
        )
        for i, count in enumerate(asked)
    )  # fmt: skip
    return Rollouts(game_id, players, seats(game, players, [spec])[0].label, width, seed, deals, points,
                    _flat(sums, asked, unit))  # fmt: skip


def _flat(sums: Moments, asked: Sequence[int], unit: float) -> int | None:
    """The fewest worlds that no larger number surely beats; None where that is the largest itself."""
    for i, count in enumerate(asked[:-1]):
        later = [sums.difference(j, i, unit=unit).interval for j in range(i + 1, len(asked))]
        if not any(gain.low > 0.0 for gain in later):
            return count
    return None
