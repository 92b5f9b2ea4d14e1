"""Luck and skill: how much of the result each source of chance, the seat and the player explain.

Each deal is played as it is (A), as a second deal (B), and once a source with that source of B and all else of A. Half
the mean square of what changes is the source's total share of the variance, its interplay with the others included
(Jansen 1999; Saltelli and others 2010); what the source alone determines is the rest after all the others are drawn
anew. Only between A and B, and between seats and players, there is nothing held in common.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from burgsim.games.game import SCORE, WIN_60THS, UserError
from burgsim.players import rotate, seats
from burgsim.simulation.ranges import in_parts
from burgsim.simulation.redraw import TwoDeals, sources_of
from burgsim.simulation.run import rules_of
from burgsim.simulation.warm import prepare
from burgsim.statistics.intervals import NAN, Interval, null_interval
from burgsim.statistics.moments import Moments
from burgsim.statistics.quantiles import t_critical
from burgsim.studies.compare import PART
from burgsim.studies.ladder import default_rungs
from burgsim.studies.tournament import Tournament, play_tournament

#: What of a seat's result is explained: its column of this module's rows, and how it is called.
OUTCOMES = {"win": "who wins", "lead": "lead over the best rival", "score": "points"}
#: Moments of a game at which the leader is looked up, as shares of its turns.
TENTHS = 10
Told = Callable[[int], None]


@dataclass(frozen=True)
class Share:
    """A source's shares of the variance: `total` would change with it; `alone` is determined by it only."""

    total: Interval
    alone: Interval


@dataclass(frozen=True)
class Explained:
    """What explains one outcome. `sources`, `seat`, `player` and `pairing` are shares of one whole variance.

    `alone` of all sources, what they do together, seat, player and pairing add up to 1. `player` and `pairing` (a
    player in a seat, beyond both) are None where the same player sits everywhere. `sd` is that of a seat's result.
    """

    outcome: str
    sources: Mapping[str, Share]
    together: float
    seat: Interval | None
    player: Interval | None
    pairing: Interval | None
    sd: float

    @property
    def luck(self) -> float:
        """What chance explains, all sources together."""
        return 1.0 - sum(i.estimate for i in (self.seat, self.player, self.pairing) if i is not None)


@dataclass(frozen=True)
class Leaders:
    """Who leads when. `wins[i]` is the win share of whoever leads after (i + 1) tenths of the turns (shared wins count
    as parts), `leads[i]` how often there is a single leader then. The last change is a share of the game's turns.
    """

    wins: tuple[Interval, ...]
    leads: tuple[Interval, ...]
    changes: Interval
    last_change: Interval
    from_behind: Interval


@dataclass(frozen=True)
class Upset:
    """How often the weaker of two players (by win share over all) finishes ahead; a tie is half."""

    weaker: str
    stronger: str
    rate: Interval


@dataclass(frozen=True)
class Luck:
    """Luck and skill at one table."""

    game: str
    players: int
    table: tuple[str, ...]
    seed: int
    deals: int
    played: int
    explained: tuple[Explained, ...]
    leaders: Leaders | None
    upsets: tuple[Upset, ...]
    upset_games: int

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""

        def plain(interval: Interval | None) -> Any:
            return None if interval is None else interval.to_dict()

        return {
            "game": self.game, "players": self.players, "table": list(self.table), "seed": self.seed,
            "deals": self.deals, "games": self.played,
            "explained": {
                e.outcome: {
                    "sources": {name: {"total": s.total.to_dict(), "alone": s.alone.to_dict()}
                                for name, s in e.sources.items()},
                    "together": None if math.isnan(e.together) else e.together, "seat": plain(e.seat),
                    "player": plain(e.player), "pairing": plain(e.pairing), "sd": e.sd,
                } for e in self.explained
            },
            "leaders": None if self.leaders is None else {
                "wins": [i.to_dict() for i in self.leaders.wins], "leads": [i.to_dict() for i in self.leaders.leads],
                "lead_changes": self.leaders.changes.to_dict(), "last_change": self.leaders.last_change.to_dict(),
                "from_behind": self.leaders.from_behind.to_dict(),
            },
            "upsets": [{"weaker": u.weaker, "stronger": u.stronger, "rate": u.rate.to_dict()} for u in self.upsets],
            "upset_games": self.upset_games,
        }  # fmt: skip


def luck(
    game_id: str,
    players: int,
    specs: Sequence[str] = ("balanced",),
    *,
    changes: Mapping[str, Any] | None = None,
    deals: int = 20_000,
    upsets: int = 0,
    seed: int = 1,
    workers: int | None = None,
    progress: Told | None = None,
) -> Luck:
    """Tell luck from skill.

    Parameters
    ----------
    specs : sequence of str
        One player for all seats, or one a seat: then each deal is played in all rotations, and the share of the player
        is known, too.
    deals : int
        Each played once more than twice the number of sources (and in all rotations).
    upsets : int
        Games of a tournament of the game's ladder, for how often the weaker finish ahead; 0 for none.

    Raises
    ------
    UserError
        The game's sources can't be drawn apart, or a player has noise or rollouts.
    """
    if deals < 2:
        raise UserError("luck takes at least two deals")
    game = prepare(game_id)
    game.check_players(players)
    table = seats(game, players, list(specs))
    rules = rules_of(game, changes)
    names = sources_of(game).names
    arms = [frozenset[str](), frozenset(names), *(frozenset([name]) for name in names)]
    mixed = len({seat.label for seat in table}) > 1
    by = players if mixed else 1
    tables = [TwoDeals(game, players, rules, rotate(table, turned), seed) for turned in range(by)]

    def work(start: int, count: int) -> tuple[np.ndarray, ...]:
        cells, led = [], None
        for one in tables:
            rows, leaders, turns = one.play(start, count, arms, follow=players > 1 and one is tables[0])
            cells.append(np.stack([_outcomes(r) for r in rows], axis=1))
            if one is tables[0] and players > 1:
                led = _followed(leaders, turns, rows[0])
        whole = np.stack(cells, axis=2)  # deal, arm, rotation, seat, outcome
        return (whole, np.zeros((count, 1), np.int64) if led is None else led)

    columns, shown = _columns(names, by * players), _shown(players)
    sums = {name: Moments(columns) for name in shown}
    means = {name: Moments(by * players) for name in shown}
    led = Moments(_LED)
    for _, (whole, followed) in in_parts(work, 0, deals, PART, workers, progress):
        for o, name in enumerate(OUTCOMES):
            if name in sums:
                cells = whole[..., o].astype(np.int64).reshape(len(whole), len(arms), by * players)
                sums[name].add(_squares(cells))
                means[name].add(cells[:, 0] + cells[:, 1])
        if players > 1:
            led.add(followed)
    explained = [_explain(name, names, sums[name], means[name], players, by) for name in shown]
    found = None
    if upsets > 0 and players > 1:
        found = play_tournament(
            game_id, players, default_rungs(game), games=upsets, seed=seed, changes=changes, workers=workers,
            ratings=False,
        )  # fmt: skip
    return Luck(
        game_id, players, tuple(seat.label for seat in table), seed, deals, deals * by * len(arms), tuple(explained),
        _leaders(led) if players > 1 else None, _upsets(found) if found else (), found.games if found else 0,
    )  # fmt: skip


def _upsets(cup: Tournament) -> tuple[Upset, ...]:
    """Every pair, the strongest first."""
    found = []
    for place, i in enumerate(cup.order):
        for j in cup.order[place + 1 :]:
            found.append(Upset(cup.policies[j], cup.policies[i], cup.rate(j, i)))
    return tuple(found)


def _shown(players: int) -> list[str]:
    return [name for name in OUTCOMES if players > 1 or name != "lead"]


def _outcomes(rows: np.ndarray) -> np.ndarray:
    """Win (60ths), lead and score of each seat, int16 (games, players, 3)."""
    score = rows[:, :, SCORE].astype(np.int64)
    lead = score.copy()
    if score.shape[1] > 1:
        for seat in range(score.shape[1]):
            lead[:, seat] -= np.delete(score, seat, axis=1).max(axis=1)
    return np.stack([rows[:, :, WIN_60THS], lead, score], axis=2).astype(np.int16)


def _columns(names: Sequence[str], cells: int) -> list[str]:
    return ["apart", *(f"total {name}" for name in names), *(f"others {name}" for name in names)]


def _squares(cells: np.ndarray) -> np.ndarray:
    """Sums over cells of squared differences, int64 (deals, columns): A and B, A and each source anew, B and that."""
    a, b = cells[:, :1], cells[:, 1:2]
    anew = cells[:, 2:]
    return np.concatenate([((x - y) ** 2).sum(axis=2) for x, y in ((a, b), (a, anew), (b, anew))], axis=1)


def _explain(
    outcome: str, names: Sequence[str], sums: Moments, means: Moments, players: int, rotations: int
) -> Explained:
    cells = players * rotations
    within = float(sums.mean()[0]) / (2 * cells)
    # both deals count: half their sum has half the variance of one
    mean, cov = means.mean(unit=2.0), means.cov(unit=2.0) / means.n
    parts: dict[str, Interval | None] = {"seat": None, "player": None, "pairing": None}
    if players > 1:
        for name, form in _forms(players, rotations).items():
            parts[name] = _quadratic(mean, cov, form, means.n)
    between = sum(part.estimate for part in parts.values() if part is not None)
    whole = within + between
    if whole <= 0.0:
        nothing = null_interval(NAN, sums.n, 0.95, "the result never varies")
        return Explained(outcome, {name: Share(nothing, nothing) for name in names}, NAN, None, None, None, 0.0)
    sources = {}
    for name in names:
        total = sums.ratio(f"total {name}", "apart").scaled(within / whole)
        alone = sums.ratio(f"others {name}", "apart").scaled(-1.0).shifted(1.0).scaled(within / whole)
        sources[name] = Share(total, alone)
    together = within / whole - sum(share.alone.estimate for share in sources.values())
    scaled = {name: None if part is None else part.scaled(1.0 / whole) for name, part in parts.items()}
    unit = 60.0 if outcome == "win" else 1.0
    return Explained(outcome, sources, together, **scaled, sd=math.sqrt(whole) / unit)


def _forms(players: int, rotations: int) -> dict[str, np.ndarray]:
    """Matrices Q with m'Qm the variance between seats, players and the rest, for cell means m (rotation by seat)."""
    cells = players * rotations
    seat = np.array([s for _ in range(rotations) for s in range(players)])
    if rotations == 1:
        return {"seat": (np.eye(cells) - 1.0 / cells) / cells}
    role = np.array([(s - by) % players for by in range(rotations) for s in range(players)])
    level = np.full((cells, cells), 1.0 / cells)
    by_seat = (seat[:, None] == seat[None, :]) / rotations
    by_role = (role[:, None] == role[None, :]) / rotations
    return {
        "seat": (by_seat - level) / cells,
        "player": (by_role - level) / cells,
        "pairing": (np.eye(cells) - by_seat - by_role + level) / cells,
    }


def _quadratic(mean: np.ndarray, cov: np.ndarray, form: np.ndarray, n: int) -> Interval:
    """A variance between means, less what the errors of the means add to it; its error to the second order.

    Small variances may come out below zero; they are given as they come, since cutting them off would bias them.
    """
    value = float(mean @ form @ mean - np.trace(form @ cov))
    spread = form @ cov
    se = math.sqrt(max(0.0, 4.0 * float(mean @ form @ cov @ form @ mean) + 2.0 * float(np.trace(spread @ spread))))
    half = t_critical(0.95, n - 1) * se
    return Interval(value, value - half, value + half, se, n, 0.95, "variance of means")


_LED = [
    *(f"win {i}" for i in range(TENTHS)), *(f"lead {i}" for i in range(TENTHS)), "changes", "last", "behind", "won",
]  # fmt: skip
#: The time of the last change is kept in parts of the game's turns.
_FINE = 10_000


def _followed(leaders: np.ndarray, turns: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """Of each game: the leader's wins and whether there is one, at each tenth; changes; how a winner came from behind.

    int64 (games, len(_LED)). A change is another seat ahead of all others than the one that was so last; a win is from
    behind when somebody else was ahead at half-time.
    """
    games = len(leaders)
    out = np.zeros((games, len(_LED)), np.int64)
    at = np.arange(games)
    wins = rows[:, :, WIN_60THS].astype(np.int64)
    for tenth in range(TENTHS):
        place = np.maximum(-(-turns * (tenth + 1) // TENTHS) - 1, 0)
        leader = leaders[at, place].astype(np.int64)
        out[:, tenth] = np.where(leader > 0, wins[at, leader - 1], 0)
        out[:, TENTHS + tenth] = leader > 0
    # nobody ahead: whoever was ahead last
    turn = np.arange(leaders.shape[1])
    known = np.maximum.accumulate(np.where(leaders > 0, turn, -1), axis=1)
    held = np.where(known >= 0, leaders[at[:, None], np.maximum(known, 0)], 0)
    changed = (held[:, 1:] != held[:, :-1]) & (held[:, :-1] > 0) & (turn[1:] < turns[:, None])
    out[:, 2 * TENTHS] = changed.sum(axis=1)
    first = np.argmax(held > 0, axis=1)
    last = np.where(changed.any(axis=1), leaders.shape[1] - 1 - np.argmax(changed[:, ::-1], axis=1), first)
    out[:, 2 * TENTHS + 1] = (last + 1) * _FINE // turns
    half = leaders[at, np.maximum(-(-turns // 2) - 1, 0)].astype(np.int64)
    own = np.where(half > 0, wins[at, half - 1], 0)
    out[:, 2 * TENTHS + 2] = np.where(half > 0, 60 - own, 0)
    out[:, 2 * TENTHS + 3] = np.where(half > 0, 60, 0)
    return out


def _leaders(led: Moments) -> Leaders:
    return Leaders(
        wins=tuple(led.ratio(f"win {i}", f"lead {i}").scaled(1.0 / 60.0) for i in range(TENTHS)),
        leads=tuple(led.interval(f"lead {i}") for i in range(TENTHS)),
        changes=led.interval("changes"),
        last_change=led.interval("last", unit=float(_FINE)),
        from_behind=led.ratio("behind", "won"),
    )

