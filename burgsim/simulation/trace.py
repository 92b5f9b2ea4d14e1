"""One game of a run, decision by decision: as text and as JSON lines (as a page: burgsim.report.trace_page).

The kernel plays the game and writes down what was chosen; a `Stepwise` game then makes the same moves, with events and
states. So a trace shows the very game that `simulate` played, noise and rollouts included.
docs/trace-format.md specifies the lines.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from burgsim.games import load
from burgsim.games.game import END_CAUSE, NEW_TURN, Game, UserError
from burgsim.games.jit import copy_state, records
from burgsim.players import Seat, seats
from burgsim.players.user_file import raised
from burgsim.simulation.batch import Table
from burgsim.simulation.stepwise import Stepwise

FORMAT = 1
#: The kernel's numbers of games have 64 bits with a sign.
LAST_GAME = (1 << 63) - 1


@dataclass(frozen=True)
class Step:
    """A decision and what followed until the next one.

    `number` counts the decisions with two or more options from 1 (None when there was only one). `said` are the options
    in words, `chosen` the index of the one that was taken; `scores` is what the policy thought of each, None when it
    has no opinion in numbers. `after` is the state in JSON types, `table` the same as text ("" but after a turn).
    """

    number: int | None
    seat: int
    pending: list[str]
    move: tuple
    options: list[tuple]
    said: list[str]
    chosen: int
    scores: list[float | None] | None
    events: list[dict[str, Any]]
    after: dict[str, Any]
    table: str


@dataclass(frozen=True)
class Trace:
    """A whole game. `opening` are the events of the set-up, `setup` the state after it, `laid_out` the same as text."""

    game: Game
    players: int
    seed: int
    number: int
    seats: Sequence[Seat]
    rules: Any
    setup: dict[str, Any]
    opening: list[dict[str, Any]]
    laid_out: list[str]
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
            turn = any(event["event"] == NEW_TURN for event in step.events)
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

    def _report(self, tables: bool) -> Iterator[str]:
        words, names = self.game.words, self.names
        yield self.game.title
        seated = f"{self.players} players" if self.players > 1 else "solo"
        yield f"{seated}, seed {self.seed}, game {self.number}: {', '.join(names)}"
        changes = [f"{path} = {value}" for path, value in self.rules.changes().items()]
        yield f"Rules changed: {'; '.join(changes)}" if changes else "Rules: the defaults"
        yield ""
        yield "Set-up"
        yield from (f"  {line}" for line in self.laid_out)
        yield from self._told(self._headed(self.opening))
        for step in self.steps:
            first = next((i for i, event in enumerate(step.events) if self.heading(event)), len(step.events))
            told = [text.rstrip(".") for event in step.events[:first] if (text := words.say(event, names))]
            choice = f"  [1 of {len(step.options)}]" if len(step.options) > 1 else ""
            yield f"  {step.said[step.chosen]}{': ' + '; '.join(told) if told else ''}{choice}"
            if step.table and tables:
                yield ""
                yield from (f"    {line}" for line in step.table.splitlines())
            yield from self._told(step.events[first:])
        yield ""
        yield from self._outcome()

    def heading(self, event: Mapping[str, Any]) -> str:
        """The heading that an event begins, or nothing."""
        words = self.game.words
        if event["event"] not in words.HEADINGS:
            return ""
        return words.say(event, self.names) or f"Turn {event['turn']}, {self.names[event['seat'] - 1]}"

    def _headed(self, events: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
        """Headings and what stands under them (dealing is told by the set-up already)."""
        first = next((i for i, event in enumerate(events) if self.heading(event)), len(events))
        return [event for event in events[first:]]

    def _told(self, events: Sequence[Mapping[str, Any]]) -> Iterator[str]:
        """Events of a new turn: headings, with what is told in between."""
        for event in events:
            if title := self.heading(event):
                yield ""
                yield title
            elif told := self.game.words.say(event, self.names):
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
    rules = rules if rules is not None else loaded.rules()
    return trace_table(Table(loaded, players, rules, seats(loaded, players, specs), seed, check), game)


def trace_of_run(folder: Path, number: int, files: Sequence[Path] = (), check: bool = False) -> Trace:
    """A game of a run on disk; `files` are its users' policies, where they aren't where they were.

    Raises
    ------
    UserError
        No run there, no such game in it, another version of the kernel made it, or its row on disk differs.
    """
    from burgsim.simulation.rerun import table_of_run

    store, table = table_of_run(folder, files)
    if not 0 <= number < store.games:
        raise UserError(f"{folder} has games 0 to {store.games - 1}, not {number}")
    told = trace_table(replace(table, check=check), number)
    part, place = divmod(number, store.part_size)
    if part in store.finished():
        columns = ["seat", "score", "rank"]
        rows = store.read("seats", part, columns).slice(place * table.players, table.players).to_pylist()
        found = difference(rows, [{name: seat[name] for name in columns} for seat in told.result["seats"]], "seats")
        if found:
            raise UserError(f"{folder}: game {number} on disk isn't the game that is played now: {found}")
    return told


def check_number(game: int) -> None:
    """Refuse a number that no game has."""
    if not 0 <= game <= LAST_GAME:
        raise UserError(f"games are numbered from 0 to {LAST_GAME}, so there is no game {game}")


def trace_table(table: Table, game: int) -> Trace:
    """Game number `game` at a table of the batch."""
    loaded, players, seed, rules = table.game, table.players, table.seed, table.rules
    game_id = loaded.id
    check_number(game)
    game_row, seat_rows, chosen = table.record(game)
    play = Stepwise(loaded, players, rules)
    play.deal(seed, game)
    play.reveal()
    setup, opening = play.snapshot(), play.events
    names = [f"seat {i} ({seat.label})" for i, seat in enumerate(table.seats, 1)]
    laid_out = _laid_out(play, names)
    choices = iter(chosen)
    minds = _Minds(play, table.seats)
    steps = []
    asked = 0
    while not play.over:
        seat, listed, moves = play.actor, play.legal(), play.moves()
        pending = play.snapshot().get("pending", [])
        said = [loaded.words.describe(play.state, play.rules, action) for action in listed]
        forced = len(listed) == 1
        action = listed[0] if forced else next(choices, None)
        if action not in listed:
            raise RuntimeError(f"{game_id} game {game}: the trace lost the kernel's game at decision {asked + 1}")
        scores = None if forced else minds.scores(seat)
        asked += not forced
        play.events = []
        play.play(action)
        index = listed.index(action)
        turn = play.over or any(event["event"] == NEW_TURN for event in play.events)
        shown = loaded.words.table_text(play.state, play.rules, names) if turn else ""
        steps.append(
            Step(
                None if forced else asked, seat + 1, pending, moves[index], moves, said, index, scores, play.events,
                play.snapshot(), shown,
            )
        )  # fmt: skip
    own_game, own_seats = play.result()
    kernel_seats = [dict(zip(loaded.seat_columns, map(int, row), strict=True)) for row in seat_rows]
    if next(choices, None) is not None or own_seats != kernel_seats or own_game["turns"] != int(game_row[0]):
        raise RuntimeError(f"{game_id} game {game}: the trace ends otherwise than the kernel's game")
    return Trace(
        loaded, players, seed, game, table.seats, rules, setup, opening, laid_out, steps,
        outcome(loaded, own_game, own_seats),
    )  # fmt: skip


def _laid_out(play: Stepwise, names: Sequence[str]) -> list[str]:
    """The set-up in lines: rules, shuffled lists, the table, and what everybody was dealt."""
    words = play.game.words
    lines = list(words.rules_text(play.rules))
    lines += words.table_text(play.state, play.rules, names).splitlines()
    for seat, name in enumerate(names):
        lines += [f"{name} was dealt {line}" for line in words.seat_view(play.state, play.rules, seat)[:1]]
    for name, cards in words.setup(play.state, play.rules).items():
        lines.append(f"{name}, shuffled: {', '.join(card.replace('_', ' ') for card in cards)}")
    return lines


def outcome(game: Game, game_row: Mapping[str, int], rows: Sequence[Mapping[str, int]]) -> dict[str, Any]:
    """The last line of a trace: scores by category, ranks, winners, and the game's counters."""
    told: list[dict[str, Any]] = []
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
            desk["weights"][:] = self.seats[seat].weights  # as before every decision of a game
            if "wants_scores" in desk.dtype.names:
                desk["wants_scores"] = 1
            n = int(play.game.legal(self.view, play.rules, desk))
            mind = self.seats[seat]
            try:
                mind.policy.function(self.view, play.rules, seat, n, desk)
            except Exception as error:
                raise raised([(mind.label, mind.policy)], error, "a decision that is asked again") from None
        if not desk["scored"]:
            return None
        return [float(score) if math.isfinite(score) else None for score in desk["scores"][:n]]


def difference(told: Any, found: Any, path: str = "") -> str:
    """The first place where two JSON values differ, or nothing."""
    if isinstance(told, dict) and isinstance(found, dict):
        for key in [*told, *(key for key in found if key not in told)]:
            if key not in found:
                return f"{path}.{key} isn't known here".lstrip(".")
            if key not in told:
                return f"{path}.{key} is missing".lstrip(".")
            if text := difference(told[key], found[key], f"{path}.{key}"):
                return text
        return ""
    if isinstance(told, list) and isinstance(found, list) and len(told) == len(found):
        for i, (one, other) in enumerate(zip(told, found, strict=True), 1):
            if text := difference(one, other, f"{path}[{i}]"):
                return text
        return ""
    return "" if told == found else f"{path.lstrip('.')} is {json.dumps(told)} in the file and {json.dumps(found)} here"
