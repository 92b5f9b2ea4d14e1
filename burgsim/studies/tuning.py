"""Weights for a policy, found by CMA-ES on win share against a declared field.

One candidate sits in each seat in turn, the others are the field; every candidate of a generation plays the same deals,
the next generation plays new ones. What is kept is the mean of the search distribution, and only if it holds up against
the start on deals that the search never saw. Score is no goal in the end: a table that scores more can lose to one that
wins more. But where many weights are far from right, the mean score of a table of equals shows sooner where to go, so a
stage may begin with it (`goal = "score"`), for stages on the share of wins (ties split) to go on from. Where a search
on wins finds players who win by keeping others down, so that a table of them scores less than people do, `least_score`
holds it to weights with which a table of equals scores at least that.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from burgsim.games import load
from burgsim.games.game import SCORE, WIN_60THS, UserError
from burgsim.games.given import parse_toml, read_text
from burgsim.players import Seat, rotate, seats
from burgsim.players.tuned import FOLDER, OF_STYLE, store_weights, tuned_weights, variant_names
from burgsim.simulation.batch import Table
from burgsim.simulation.disk import why
from burgsim.simulation.ranges import in_parts

#: What a point below `least_score` takes from a candidate's share of wins: more than a point of score ever brought.
SHARE_A_POINT = 0.05


@dataclass(frozen=True)
class Tuned:
    """What a search found: the weights, and the win share (or the mean score) of start and result on fresh deals."""

    weights: dict[str, float]
    start_share: float
    share: float
    difference_se: float
    games: int
    improved: bool


@dataclass(frozen=True)
class Measured:
    """The tables at which a candidate is measured, each with the seat that it has there."""

    tables: tuple[tuple[Table, int], ...]
    goal: str = "wins"

    @classmethod
    def among(
        cls, game_id: str, players: int, candidate: Seat, field: Sequence[Seat], seed: int, rules: Any,
        goal: str = "wins",
    ) -> Measured:  # fmt: skip
        """A candidate in each seat in turn, a policy of the field in all others; in the solo game it plays alone.

        With the goal "score" there is no field: it is a table of equals.
        """
        game = load(game_id)
        if goal == "score" or players == 1:
            return cls(((Table(game, players, rules, seats(game, players, [candidate]), seed), 0),), goal)
        tables = []
        for opponent in field:
            table = seats(game, players, [candidate, *[opponent] * (players - 1)])
            tables += [(Table(game, players, rules, rotate(table, by), seed), by) for by in range(players)]
        return cls(tuple(tables), goal)

    def on_deals(self, first: int, deals: int) -> np.ndarray:
        """For each deal, float64 (deals,): the candidate's win share, the mean over the tables (solo: 1 for a win), or
        the mean score of the table of equals.
        """
        total = np.zeros(deals)
        for table, by in self.tables:
            _, rows = table.play(first, deals)
            total += rows[:, :, SCORE].mean(axis=1) if self.goal == "score" else rows[:, by, WIN_60THS] / 60.0
        return total / len(self.tables)


def shares_on_deals(
    game_id: str, players: int, candidate: Seat, field: Sequence[Seat], first: int, deals: int, seed: int, rules: Any
) -> np.ndarray:
    """Win share of a candidate on each deal: float64 (deals,), over its seats and the policies of the field."""
    return Measured.among(game_id, players, candidate, field, seed, rules).on_deals(first, deals)


def tune(
    game_id: str,
    players: int,
    policy: str | Seat,
    field: Sequence[str | Seat],
    *,
    rules: Any = None,
    start: dict[str, float] | None = None,
    generations: int = 40,
    population: int = 16,
    deals: int = 500,
    check_deals: int = 20_000,
    seed: int = 1,
    workers: int | None = None,
    progress: Callable[[int, float], None] | None = None,
    goal: str = "wins",
    least_score: float = 0.0,
    sigma: float = 0.7,
    diagonal: bool = False,
) -> Tuned:
    """Search weights for `policy` at a number of players.

    Parameters
    ----------
    field : sequence of str
        Opponents (specs or seats); each fills all other seats in turn.
    start : dict, optional
        Weights to start from; the policy's tuned (else own) weights when left out.
    deals : int
        New deals a generation; each is played once a seat and opponent.
    progress : callable, optional
        Called with (generation, best share of it).
    goal : "wins" or "score"
        The share of wins against the field, or the mean score of a table of equals.
    least_score : float
        With the goal "wins": the mean score in points that a table of equals should reach; what is missing counts
        against a candidate (SHARE_A_POINT). 0 asks for none.
    sigma : float
        How widely the search begins; less where the start is good already.
    diagonal : bool
        Weights are taken for independent of each other (separable CMA-ES: Ros and Hansen 2008), which learns their
        scales sooner where there are many.

    Raises
    ------
    UserError
        The search library is missing, or the policy has nothing to tune.
    """
    try:
        import cma
    except ImportError:
        raise UserError("tuning needs the package cma: pip install 'burgsim[tuning]'") from None
    game = load(game_id)
    rules = rules or game.rules()
    base = seats(game, players, [policy])[0]
    if start:
        base = base.with_weights(start)
    names = [name for name in base.policy.weights if not name.startswith(OF_STYLE)]
    if not names:
        raise UserError(f"policy {policy} has no weights to tune")
    centre = np.array([base.named_weights()[name] for name in names])
    step = np.array([max(0.3 * abs(base.policy.weights[name][0]), 0.12) for name in names])
    opponents = [seats(game, players, [spec])[0] for spec in field]

    def seat_at(point: np.ndarray) -> Seat:
        return base.with_weights(dict(zip(names, map(float, centre + step * point), strict=True)))

    def measured(point: np.ndarray, goal: str = goal) -> Measured:
        return Measured.among(game_id, players, seat_at(point), opponents, seed, rules, goal)

    def value_of(point: np.ndarray, first: int) -> float:
        value = float(measured(point).on_deals(first, deals).mean())
        if least_score:
            score = float(measured(point, "score").on_deals(first, deals).mean())
            value -= SHARE_A_POINT * max(0.0, least_score - score)
        return value

    search = cma.CMAEvolutionStrategy(
        np.zeros(len(names)),
        sigma,
        {"popsize": population, "seed": seed, "verbose": -9, "maxiter": generations, "CMA_diagonal": diagonal},
    )
    for generation in range(generations):
        points = search.ask()
        first = generation * deals

        def work(start: int, count: int, points: Any = points, first: int = first) -> tuple[np.ndarray]:
            chosen = points[start : start + count]
            return (np.array([value_of(point, first) for point in chosen]),)

        values = np.concatenate([rows[0] for _, rows in in_parts(work, 0, population, population, workers)])
        search.tell(points, [-value for value in values])
        if progress is not None:
            progress(generation + 1, float(values.max()))
    found = search.result.xfavorite
    first = generations * deals

    # made once: a range may be a single deal, and making the tables takes longer than to play it
    start_and_found = [measured(np.zeros(len(names))), measured(found)]

    def check(start: int, count: int) -> tuple[np.ndarray]:
        return (np.stack([one.on_deals(start, count) for one in start_and_found], axis=1),)

    checked = [rows[0] for _, rows in in_parts(check, first, first + check_deals, check_deals, workers)]
    before, after = np.concatenate(checked).T
    gain = after - before
    error = float(gain.std(ddof=1) / np.sqrt(len(gain)))
    risen = gain.mean()
    if least_score:
        short = [
            max(0.0, least_score - float(measured(point, "score").on_deals(first, check_deals).mean()))
            for point in (np.zeros(len(names)), found)
        ]
        risen += SHARE_A_POINT * (short[0] - short[1])
    improved = bool(risen > 2 * error)
    weights = (seat_at(found) if improved else base).named_weights()
    return Tuned(
        weights={name: round(value, 4) for name, value in weights.items()},
        start_share=float(before.mean()),
        share=float(after.mean()),
        difference_se=error,
        games=len(gain) * (1 if goal == "score" else players * max(1, len(opponents))),
        improved=improved,
    )


@dataclass(frozen=True)
class Stage:
    """One step of a game's tuning plan (players/weights/GAME/plan.toml)."""

    policy: str
    players: int
    field: tuple[str, ...]
    start: str = ""
    variant: str = ""
    changes: dict[str, Any] | None = None
    generations: int = 40
    population: int = 16
    deals: int = 400
    check_deals: int = 20_000
    goal: str = "wins"
    least_score: float = 0.0
    sigma: float = 0.7
    diagonal: bool = False

    @property
    def name(self) -> str:
        """What the stage makes, in words."""
        return f"{self.policy}{f'@{self.variant}' if self.variant else ''}, {self.players} players"


def read_plan(game_id: str) -> list[Stage]:
    """The stages of a game's plan, in order.

    Raises
    ------
    UserError
        There is no plan, or a stage has a wrong key.
    """
    file = FOLDER / game_id / "plan.toml"
    if not file.is_file():
        raise UserError(f"{game_id} has no tuning plan ({file.name})")
    stages = []
    for number, table in enumerate(parse_toml(read_text(file, "plan"), f"plan {file}").get("stage", []), 1):
        players = table.pop("players")
        for count in players if isinstance(players, list) else [players]:
            values = {**table, "players": count, "field": tuple(table.get("field", ()))}
            try:
                stages.append(Stage(**values))
            except TypeError as error:
                raise UserError(f"{file.name}, stage {number}: {error}") from None
    return stages


def run_stage(game_id: str, stage: Stage, seed: int, workers: int | None = None, progress: Any = None) -> Tuned:
    """Do one stage of the plan and keep its weights as data.

    `start` names where the search begins: a number of players ("p2": the policy's tuned weights for that many, those of
    the stage's variant if it has some), another policy ("balanced": its tuned weights, the style's own left alone),
    "default", or nothing for what is there.
    """
    game = load(game_id)
    policy = game.policies[stage.policy]
    start: dict[str, float] | None = None
    if stage.start == "default":
        start = {name: value for name, (value, _) in policy.weights.items()}
    elif stage.start.startswith("p") and stage.start[1:].isdigit():
        row = stage.variant if stage.variant in variant_names(policy) else ""
        start = tuned_weights(policy, int(stage.start[1:]), row)
    elif stage.start:
        other = tuned_weights(game.policies[stage.start], stage.players)
        start = {name: value for name, value in other.items() if not name.startswith(OF_STYLE)}
    found = tune(
        game_id,
        stage.players,
        stage.policy,
        stage.field,
        rules=game.rules.build(stage.changes) if stage.changes else None,
        start=start,
        generations=stage.generations,
        population=stage.population,
        deals=stage.deals,
        check_deals=stage.check_deals,
        seed=seed,
        workers=workers,
        progress=progress,
        goal=stage.goal,
        least_score=stage.least_score,
        sigma=stage.sigma,
        diagonal=stage.diagonal,
    )
    what, field = "win share", " and ".join(stage.field) or "the solo opponent"
    if stage.goal == "score":
        what, field = "mean score", "itself"
    note = (
        f"{what} {found.start_share:.4f} before, {found.share:.4f} after (standard error of the difference "
        f"{found.difference_se:.4f}, {found.games} games), against {field}"
    )
    made_by = f"burgsim tune {game_id} --seed {seed} (stage: {stage.name})"
    try:
        store_weights(policy, stage.players, found.weights, made_by, variant=stage.variant, note=note)
    except OSError as error:
        raise UserError(f"the weights of {game_id}: {why(error)}") from None
    return found
