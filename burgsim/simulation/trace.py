"""One game of a run, decision by decision: as text, as JSON lines, and as a page.

The kernel plays the game and writes down what was chosen; a `Stepwise` game then makes the same moves, with events and
states. So a trace shows the very game that `simulate` played, noise and rollouts included.
docs/trace-format.md specifies the lines.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from burgsim.games import load
from burgsim.games.game import END_CAUSE, Game, UserError
from burgsim.games.jit import copy_state, records
from burgsim.players import Seat, seats
from burgsim.simulation.batch import Table
from burgsim.simulation.stepwise import Stepwise

FORMAT = 1


@dataclass(frozen=True)
class Step:
    """A decision and what followed until the next one.

    `number` counts the decisions with two or more options from 1 (None when there was only one). `scores` is what the
    policy thought of each option, None when it has no opinion in numbers. `after` is the state in JSON types.
    """

    number: int | None
    seat: int
    pending: list[str]
    move: tuple
    options: list[tuple]
    scores: list[float | None] | None
    events: list[dict[str, Any]]
    after: dict[str, Any]


@dataclass(frozen=True)
class Trace:
    """A whole game. `opening` are the events of the set-up, `setup` the state after it."""

    game: Game
    players: int
    seed: int
    number: int
    seats: Sequence[Seat]
    rules: Any
    setup: dict[str, Any]
    opening: list[dict[str, Any]]
    steps: list[Step]
    result: dict[str, Any]

    @property
    def names(self) -> list[str]:
        """The seats as they are called in text: "seat 1 (greedy)"."""
        return [f"seat {i} ({seat.label})" for i, seat in enumerate(self.seats, 1)]

    def header(self) -> dict[str, Any]:
        """The first line: what is played, by whom, with which rules, from which set-up."""
        return {
            "line": "game",
            "format": FORMAT,
            "game": self.game.id,
            "players": self.players,
            "seed": self.seed,
            "number": self.number,
            "seats": [seat.to_dict() for seat in self.seats],
            "rules": self.rules.model_dump(mode="json"),
            "setup": self.setup,
        }

    def lines(self, every: int | None = None) -> Iterator[dict[str, Any]]:
        """The lines of the file. The whole state stands after each turn, or after every `every` decisions."""
        yield self.header()
        new_turn = self.game.words.NEW_TURN
        for count, step in enumerate(self.steps, 1):
            yield {
                "line": "decision",
                "number": step.number,
                "seat": step.seat,
                "pending": step.pending,
                "options": len(step.options),
                "move": step.move,
            }
            for event in step.events:
                yield {"line": "event", **event}
            turn = any(event["event"] == new_turn for event in step.events)
            last = count == len(self.steps)
            if last or (turn if every is None else count % every == 0):
                yield {"line": "state", "state": step.after}
        yield {"line": "result", **self.result}

    def jsonl(self, every: int | None = None) -> str:
        """The game as JSON lines (docs/trace-format.md)."""
        return "".join(json.dumps(line, separators=(",", ":"), ensure_ascii=False) + "\n" for line in self.lines(every))

    def text(self, tables: bool = True) -> str:
        """The game as a session report; `tables` shows the table after each turn."""
        return "\n".join(self._report(tables)) + "\n"

    def html(self) -> str:
        """The game as one page that can be stepped through."""
        from burgsim.report.trace_page import trace_page

        return trace_page(self)

    def _report(self, tables: bool) -> Iterator[str]:
        words, names = self.game.words, self.names
        yield self.game.title
        seated = f"{self.players} players" if self.players > 1 else "solo"
        yield f"{seated}, seed {self.seed}, game {self.number}: {', '.join(names)}"
        changes = [f"{path} = {value}" for path, value in self.rules.changes().items()]
        yield f"Rules: {'; '.join(changes)}" if changes else "Rules: the defaults"
        yield ""
        yield "Set-up"
        yield from (f"  {line}" for line in words.setup_text(self.setup, names))
        yield from self._headings(self.opening)
        before = self.setup
        for step in self.steps:
            mine = [event for event in step.events if not words.heading(event, names)]
            split = next((i for i, event in enumerate(step.events) if words.heading(event, names)), len(step.events))
            now, later = step.events[:split], step.events[split:]
            told = [text for event in now if (text := words.say(event, names))]
            choice = f"  [1 of {len(step.options)}]" if len(step.options) > 1 else ""
            yield f"  {words.describe(step.move)}{': ' + '; '.join(told) if told else ''}{choice}"
            if mine and later and tables:
                yield ""
                yield from (f"    {line}" for line in words.table_text(step.after, names))
            yield from self._headings(later)
            before = step.after
        yield ""
        if tables:
            yield from (f"    {line}" for line in words.table_text(before, names))
            yield ""
        yield from self._outcome()

    def _headings(self, events: Sequence[Mapping[str, Any]]) -> Iterator[str]:
        """Headings among the events of a new turn, with what is told in between."""
        words, names = self.game.words, self.names
        for event in events:
            if title := words.heading(event, names):
                yield ""
                yield title
            elif told := words.say(event, names):
                yield f"  {told}"

    def _outcome(self) -> Iterator[str]:
        yield "Result"
        for name, seat in zip(self.names, self.result["seats"], strict=True):
            points = ", ".join(f"{label.replace('_', ' ')} {n}" for label, n in seat["points"].items() if n)
            yield f"  {name}: {seat['score']} points ({points or 'none'}), rank {seat['rank']}"
        shared = len(self.result["winners"]) > 1
        winners = " and ".join(self.names[seat - 1] for seat in self.result["winners"])
        if self.players == 1:
            yield f"  {'won' if winners else 'lost'} ({self.result['end']})"
        else:
            yield f"  {winners} {'share the win' if shared else 'wins'}"


def trace(
    game_id: str,
    players: int,
    seed: int = 0,
    game: int = 0,
    specs: Sequence[str | Seat] | str | Seat | None = None,
    rules: Any = None,
    check: bool = False,
) -> Trace:
    """The game that `simulate` plays under this seed and number.

    Parameters
    ----------
    game_id, players, seed, game
        Which game: its id, seats at the table, the run's seed and the game's number in the run.
    specs : as for `burgsim.players.seats`
        Who sits where; the game's `balanced` when left out.
    rules : Rules, optional
        The defaults when left out.
    check : bool
        Verify the game's invariants as it is played.

    Raises
    ------
    UserError
        What is wrong with the request, in a line.
    RuntimeError
        The trace and the kernel disagree about the game (an error in burgsim).
    """
    loaded = load(game_id)
    if game < 0:
        raise UserError(f"games are numbered from 0, so there is no game {game}")
    rules = rules if rules is not None else loaded.rules()
    table = Table(loaded, players, rules, seats(loaded, players, specs), seed, check)
    game_row, seat_rows, chosen = table.record(game)
    play = Stepwise(loaded, players, rules)
    play.deal(seed, game)
    play.reveal()
    setup, opening = play.snapshot(), play.events
    choices = iter(chosen)
    minds = _Minds(play, table.seats)
    steps = []
    asked = 0
    while not play.over:
        seat, listed, moves = play.actor, play.legal(), play.moves()
        pending = play.snapshot()["pending"]
        forced = len(listed) == 1
        action = listed[0] if forced else next(choices, None)
        if action not in listed:
            raise RuntimeError(f"{game_id} game {game}: the trace lost the kernel's game at decision {asked + 1}")
        scores = None if forced else minds.scores(seat)
        asked += not forced
        play.events = []
        play.play(action)
        steps.append(
            Step(
                None if forced else asked, seat + 1, pending, moves[listed.index(action)], moves, scores, play.events,
                play.snapshot(),
            )
        )  # fmt: skip
    own_game, own_seats = play.result()
    kernel_seats = [dict(zip(loaded.seat_columns, map(int, row), strict=True)) for row in seat_rows]
    if next(choices, None) is not None or own_seats != kernel_seats or own_game["turns"] != int(game_row[0]):
        raise RuntimeError(f"{game_id} game {game}: the trace ends otherwise than the kernel's game")
    return Trace(
        loaded, players, seed, game, table.seats, rules, setup, opening, steps,
        outcome(loaded, own_game, own_seats),
    )  # fmt: skip


def outcome(game: Game, game_row: Mapping[str, int], rows: Sequence[Mapping[str, int]]) -> dict[str, Any]:
    """The last line of a trace: scores by category, ranks, winners, and the game's counters."""
    told = []
    for number, row in enumerate(rows, 1):
        left = {name: value for name, value in row.items() if not name.startswith("points_")}
        solo = set(game.null_columns) if len(rows) > 1 else set()
        points = {name: row[f"points_{name}"] for name in game.categories}
        counters = {name: value for name, value in left.items() if name not in solo}
        told.append({"seat": number, "score": row["score"], "points": points, **counters})
    return {
        "turns": game_row["turns"],
        "end": game.end_causes[game_row[game.game_columns[END_CAUSE]]],
        "winners": [seat["seat"] for seat in told if seat["win_60ths"] > 0],
        "seats": told,
    }


class _Minds:
    """What the policies think of the options: they are asked again, on a copy, with a stream of their own."""

    def __init__(self, play: Stepwise, table: Sequence[Seat]) -> None:
        self.play, self.seats = play, table
        self.view = records(1, play.game.state)[0]
        self.desks = records(len(table), play.game.desk)
        for desk, seat in zip(self.desks, table, strict=True):
            desk["weights"][:] = seat.weights

    def scores(self, seat: int) -> list[float | None] | None:
        """The policy's score of each listed action; None when it gives none."""
        play, desk = self.play, self.desks[seat]
        copy_state(self.view, play.state)
        with np.errstate(over="ignore"):
            if self.seats[seat].from_user:
                play.game.hide(self.view, play.rules, seat, play.key, play.log)
            desk["rng"], desk["scored"] = 0, 0
            if "wants_scores" in desk.dtype.names:
                desk["wants_scores"] = 1
            n = int(play.game.legal(self.view, play.rules, desk))
            self.seats[seat].policy.function(self.view, play.rules, seat, n, desk)
        if not desk["scored"]:
            return None
        return [float(score) if math.isfinite(score) else None for score in desk["scores"][:n]]
