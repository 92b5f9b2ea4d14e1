"""What is a rule, a move or a resource worth? Four questions with four names, and a fifth number that answers none.

ablation, frozen    the rule is taken away, the players don't notice: what it adds to the game as it is played
ablation, adapted   the same with players tuned for the game without it: what a group that knows would see
decision value      one decision taken in two ways, everything else alike: how good the move is
gift                one seat gets more of something at the start: what it is worth to have it
association         who has more of it does better: that is no effect, since luck gives both
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from burgsim.games.game import SCORE, TIEBREAK, WIN_60THS, Game, UserError
from burgsim.players import Seat, seats
from burgsim.simulation.batch import Table
from burgsim.simulation.forks import COLUMNS, ForkTable
from burgsim.simulation.ranges import in_parts
from burgsim.simulation.run import rules_of
from burgsim.simulation.warm import prepare
from burgsim.statistics.intervals import Interval, null_interval
from burgsim.statistics.moments import Moments
from burgsim.statistics.quantiles import t_critical
from burgsim.studies.compare import PART, prepared, until
from burgsim.studies.gifts import POINTS, check_gift, seat_rule
from burgsim.studies.looks import Plan
from burgsim.studies.measures import nearest
from burgsim.studies.study_file import Study, Variant

FROZEN = "ablation, frozen"
ADAPTED = "ablation, adapted"
DECISION = "decision value"
GIFT = "gift"
ASSOCIATION = "association"
Told = Callable[[int], None]


@dataclass(frozen=True)
class Value:
    """What something is worth, under one of the four names (or the fifth).

    `measures` holds intervals by measure: "win_share" as a fraction, "score" and "lead" in points. `parts` are the same
    by part (seat, round, kind); `n` counts the independent units, `unit` says what they are.
    """

    name: str
    what: str
    players: int
    measures: Mapping[str, Interval]
    parts: Mapping[str, Mapping[str, Interval]]
    n: int
    unit: str
    note: str

    @property
    def causal(self) -> bool:
        """Whether the number says what would change; an association doesn't."""
        return self.name != ASSOCIATION

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "name": self.name, "what": self.what, "players": self.players, "causal": self.causal, "n": self.n,
            "unit": self.unit, "note": self.note,
            "measures": {name: interval.to_dict() for name, interval in self.measures.items()},
            "parts": {part: {name: interval.to_dict() for name, interval in found.items()}
                      for part, found in self.parts.items()},
        }  # fmt: skip


def adapted_seats(
    game: Game,
    players: int,
    table: Sequence[Seat],
    changes: Mapping[str, Any],
    *,
    seed: int = 1,
    workers: int | None = None,
    generations: int = 15,
    population: int = 12,
    deals: int = 200,
    check_deals: int = 4_000,
) -> list[Seat]:
    """The same players with weights tuned for changed rules, each against the table as it was.

    A player whose search finds nothing better on fresh deals stays as it is, and so does one without weights.
    """
    from burgsim.studies.tuning import tune

    rules = rules_of(game, changes)
    made: dict[tuple[str, bytes], Seat] = {}
    result = []
    for i, seat in enumerate(table):
        mark = (seat.policy.name, seat.weights.tobytes())
        if mark not in made:
            made[mark] = seat
            if any(not name.startswith("style_") for name in seat.policy.weights):
                field = [other for j, other in enumerate(table) if j != i][:1] or [seat]
                found = tune(
                    game.id, players, seat, field, rules=rules, generations=generations, population=population,
                    deals=deals, check_deals=check_deals, seed=seed + 1_000_003, workers=workers,
                )  # fmt: skip
                if found.improved:
                    made[mark] = seat.with_weights(found.weights, f"{seat.label} (adapted)")
        result.append(made[mark])
    return seats(game, players, result)


def ablation(
    game_id: str,
    players: int,
    without: Mapping[str, Any],
    *,
    what: str = "the rule",
    specs: Sequence[str] = ("balanced",),
    changes: Mapping[str, Any] | None = None,
    adapted: bool | str = False,
    games: int = 100_000,
    seed: int = 1,
    workers: int | None = None,
) -> Value:
    """The game with a rule less the game without it, on the same deals.

    Parameters
    ----------
    without : mapping
        Changes that take the rule away, on top of `changes`.
    adapted : bool or str
        False: the players stay as they are (frozen). True tunes them for the game without the rule; a name takes their
        weights of that name.
    games : int
        Deals, each played once with the rule and once without.
    """
    study = Study(
        title=what, game=game_id, players=players, games=games, seed=seed,
        baseline={"seats": list(specs), "set": dict(changes or {})},  # type: ignore[arg-type]
        variants={"without": Variant(set=dict(without), adapted=adapted)},
    )  # fmt: skip
    comparison = prepared(study, Plan.made(games), workers=workers, adapt=adapted_seats)
    wanted = comparison.arms[players][-1].name
    found = {e.quantity.key: e.difference.scaled(-1.0) for e in until(comparison) if e.variant == wanted}
    names = {"score": "score", "margin": "margin", "decisions": "decisions", "turns": "turns"}
    measures = {name: found[key] for name, key in names.items() if key in found}
    parts = {f"seat {i}": {"win_share": found[f"win_share seat {i}"]} for i in range(1, players + 1)}
    return Value(
        ADAPTED if adapted else FROZEN, what, players, measures, parts, games, "deals",
        "the game with it less the game without it; a win share can only move between seats",
    )  # fmt: skip


def decision_value(
    game_id: str,
    players: int,
    mark: str,
    *,
    spec: str = "balanced",
    changes: Mapping[str, Any] | None = None,
    games: int = 20_000,
    futures: int = 4,
    seed: int = 1,
    workers: int | None = None,
    progress: Told | None = None,
) -> Value:
    """One decision taken in two ways (see burgsim.simulation.forks): marked action less none in this turn.

    Futures are the same in both arms, with all that the seat can't see drawn anew; a game is one observation. `parts`
    are by stage of the game.
    """
    game = prepare(game_id)
    table = ForkTable(
        game, players, rules_of(game, changes), seats(game, players, [spec]), mark, futures, seed
    )
    stages: dict[int, Moments] = {}
    for _, (rows,) in in_parts(table.play, 0, games, PART, workers, progress):
        _add_forks(stages, rows)
    whole = Moments(list(_GAINED))
    for sums in stages.values():
        whole.merge(sums)

    def effects(sums: Moments) -> dict[str, Interval]:
        return {name: sums.interval(name, unit=float(unit * futures)) for name, (_, unit) in _GAINED.items()}

    parts = {f"stage {stage + 1}": effects(stages[stage]) for stage in sorted(stages)}
    note = (
        f"one opportunity drawn from each game that has one ({whole.n:,} of {games:,}), {futures} futures each; "
        "the other arm does without for the rest of the turn"
    )
    return Value(DECISION, mark, players, effects(whole), parts, whole.n, "forks", note)


#: What a fork gains: its columns, and what they are divided by.
_GAINED = {"score": ("score", 1), "lead": ("lead", 1), "win_share": ("win", 60)}


def _add_forks(stages: dict[int, Moments], rows: np.ndarray) -> None:
    """Add forked games (rows of COLUMNS) to the sums by stage; games without an opportunity are left out."""
    columns = {name: rows[:, i].astype(np.int64) for i, name in enumerate(COLUMNS)}
    gained = np.stack([columns[f"{c}_with"] - columns[f"{c}_without"] for c, _ in _GAINED.values()], axis=1)
    met = columns["opportunities"] > 0
    for stage in set(columns["stage"][met].tolist()):
        stages.setdefault(stage, Moments(list(_GAINED))).add(gained[met & (columns["stage"] == stage)])


def gift(
    game_id: str,
    players: int,
    give: str,
    amount: int = 1,
    *,
    specs: Sequence[str] = ("balanced",),
    changes: Mapping[str, Any] | None = None,
    games: int = 50_000,
    seed: int = 1,
    workers: int | None = None,
    progress: Told | None = None,
) -> Value:
    """What it is worth to a seat, drawn fairly, to be given more of something at the start.

    On every deal each seat is given it in turn, which is the mean over the draw without the noise of drawing. "points"
    are added at the end, to the scores of the games played; anything else is a rule given by seat, and is played.

    Returns
    -------
    Value
        Of the seat that gets it: win share, score, and lead over the best rival; by seat, too.
    """
    game = prepare(game_id)
    base = dict(changes or {})
    check_gift(game, players, base, give, amount)
    table = seats(game, players, list(specs))
    plain = Table(game, players, rules_of(game, base), table, seed)
    given: list[Table] = []
    if give != POINTS:
        rule = seat_rule(game, players, give, base)
        for seat in range(players):
            values = [value + amount * (i == seat) for i, value in enumerate(rule.values[:players])]
            rules = rules_of(game, base | rule.with_values(values))
            given.append(Table(game, players, rules, table, seed))

    def work(start: int, count: int) -> tuple[np.ndarray]:
        before = plain.play(start, count)[1].astype(np.int64)
        gained = []
        for seat in range(players):
            after = given[seat].play(start, count)[1].astype(np.int64) if given else with_points(before, seat, amount)
            gained += [
                after[:, seat, WIN_60THS] - before[:, seat, WIN_60THS],
                after[:, seat, SCORE] - before[:, seat, SCORE],
                _lead(after, seat) - _lead(before, seat),
            ]
        return (np.stack(gained, axis=1),)

    names = [f"{name} {seat + 1}" for seat in range(players) for name in ("win_share", "score", "lead")]
    moments = Moments(names)
    for _, rows in in_parts(work, 0, games, PART, workers, progress):
        moments.add(rows[0])

    def of(weights: Mapping[str, float], unit: float) -> Interval:
        return moments.contrast([weights.get(name, 0.0) for name in names], unit=unit)

    units = {"win_share": 60.0, "score": 1.0, "lead": 1.0}
    whole = {
        name: of({f"{name} {seat}": 1.0 for seat in range(1, players + 1)}, unit * players)
        for name, unit in units.items()
    }
    parts = {
        f"seat {seat}": {name: of({f"{name} {seat}": 1.0}, unit) for name, unit in units.items()}
        for seat in range(1, players + 1)
    }
    played = "given before the game, and played with"
    note = "points at the end, which change nobody's play" if give == POINTS else played
    return Value(GIFT, f"{amount} more of {give}", players, whole, parts, games, "deals", note)


def with_points(rows: np.ndarray, seat: int, amount: int) -> np.ndarray:
    """Rows of results, int64 (games, players, columns), as they are when a seat has more points at the end."""
    rows = rows.copy()
    rows[:, seat, SCORE] += amount
    score, ties = rows[:, :, SCORE], rows[:, :, TIEBREAK]
    best = score.max(axis=1, keepdims=True)
    among = np.where(score == best, ties, np.iinfo(np.int64).min)
    first = among == among.max(axis=1, keepdims=True)
    rows[:, :, WIN_60THS] = np.where(first, 60 // first.sum(axis=1, keepdims=True), 0)
    return rows


def association(
    game_id: str,
    players: int,
    counter: str,
    *,
    specs: Sequence[str] = ("balanced",),
    changes: Mapping[str, Any] | None = None,
    games: int = 50_000,
    seed: int = 1,
    workers: int | None = None,
    progress: Told | None = None,
) -> Value:
    """How much better the result of a seat with one more of a counter is: description, not effect.

    The slope of a straight line through all seats of all games, clustered by game (Liang and Zeger 1986).
    """
    game = prepare(game_id)
    columns = list(game.seat_columns)
    if counter not in columns:
        raise UserError(f"there is no counter {counter!r}; {nearest(counter, columns, 'counters')}")
    table = Table(game, players, rules_of(game, changes), seats(game, players, list(specs)), seed)
    at = columns.index(counter)

    def work(start: int, count: int) -> tuple[np.ndarray]:
        rows = table.play(start, count)[1].astype(np.int64)
        x, win, score = rows[:, :, at], rows[:, :, WIN_60THS], rows[:, :, SCORE]
        sums = {"x": x, "xx": x * x, "win": win, "x win": x * win, "score": score, "x score": x * score}
        return (np.stack([sums[name].sum(axis=1) for name in _LINE], axis=1),)

    sums = Moments(list(_LINE))
    for _, found in in_parts(work, 0, games, PART, workers, progress):
        sums.add(found[0])
    measures = {"win_share": _slope(sums, players, "win", 60), "score": _slope(sums, players, "score", 1)}
    note = (
        "an association: seats with more of it also had better cards and better players, so this is not what one more "
        "would bring"
    )
    return Value(ASSOCIATION, counter, players, measures, {}, games, "games", note)


#: Sums over the seats of a game, from which a straight line follows.
_LINE = ("x", "xx", "win", "x win", "score", "x score")


def _slope(sums: Moments, players: int, of: str, unit: int) -> Interval:
    """Slope of the line through all seats, from the sums of _LINE by game; its error is that of the games' residuals.

    With the means mx and my a seat adds (x - mx)(y - my - slope (x - mx)) to its game's residual: a contrast of sums.
    """
    games, seats_in_all = sums.n, sums.n * players
    x, xx, y, xy = (sums.total(name) for name in ("x", "xx", of, f"x {of}"))
    spread = Fraction(xx) - Fraction(x * x, seats_in_all)
    if spread == 0 or games < 3:
        return null_interval(math.nan, games, 0.95, "regression, clustered")
    slope = (xy - Fraction(x * y, seats_in_all)) / spread
    mx, my = Fraction(x, seats_in_all), Fraction(y, seats_in_all)
    weights = {f"x {of}": Fraction(1), "x": 2 * slope * mx - my, of: -mx, "xx": -slope}
    error = sums.contrast([float(weights.get(name, 0)) for name in _LINE]).se
    se = error * games / float(spread) / unit
    value, half = float(slope) / unit, t_critical(0.95, games - 1) * se
    return Interval(value, value - half, value + half, se, games, 0.95, "regression, clustered")


def _lead(rows: np.ndarray, seat: int) -> np.ndarray:
    """Points over the best of the others, int64 (games,)."""
    others = np.delete(rows[:, :, SCORE], seat, axis=1)
    return rows[:, seat, SCORE] - others.max(axis=1)
