"""What a game is: the contract between rules, players and the kernel, and the registry of games and policies.

A game is one record (`STATE`) and eight jitted functions on it. All of them take the rules as a second record, so a
variant never compiles anything; none of them draws chance but `deal` and `reveal`, which get the game's key.

    deal(state, rules, players, key, log)      lay out a new game: everything chance decides at set-up
    legal(state, rules, desk) -> n             list the n actions of the decision on top into desk.actions[:n]
    apply(state, rules, action, log)           resolve the decision; reads nothing hidden
    reveal(state, rules, key, log)             the chance steps that are due: turn over, draw, reshuffle
    hide(state, rules, seat, key, log)         sort all that the seat can't see, then shuffle it with the key
    result(state, rules, game_row, seat_rows)  what a finished game was worth, as rows of the results
    audit(state, rules) -> code                0, or which invariant is broken (checked mode)
    policy(state, rules, seat, n, desk) -> i   which of the n listed actions

`state.actor` says who is asked: a seat from 0, CHANCE or OVER. Every game's STATE has that field and `players`. What
happens is noted as events; `EventKinds` numbers a game's kinds, and `Words` is what its words.py makes of them.
"""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Protocol, cast

import numpy as np

from burgsim.games.jit import PLAIN, jit, nb

CHANCE = -1
OVER = -2

#: Event buffer: `on` is 0 in batch play, EVENTS_ON for a table that is watched step by step, and CHOICES_ON when the
#: kernel writes down the actions that were chosen, one number each. `keys` is room for chance steps to sort in.
EVENTS_ON, CHOICES_ON = 1, 2
EVENT_CAPACITY = 1024
EVENT_WIDTH = 6
LOG = np.dtype(
    [
        ("on", np.int64),
        ("n", np.int64),
        ("events", np.int32, (EVENT_CAPACITY, EVENT_WIDTH)),
        ("keys", np.uint64, (256,)),
    ],
    align=True,
)
#: Settings of a seat: see burgsim.players. `plain` is 1 when nothing but the policy itself is to be called; `held` is
#: room of the kernel's.
SEAT = np.dtype(
    [
        ("role", np.int64),
        ("noise", np.float64),
        ("rollouts", np.int64),
        ("width", np.int64),
        ("guarded", np.int64),
        ("plain", np.int64),
        ("held", np.uint64),
    ],
    align=True,
)
MAX_WEIGHTS = 128
#: How much of a message of Numba's is shown.
MAX_LINE = 200

#: First columns of a seat's row of results; ranks and the share of the win follow from them.
SCORE, TIEBREAK, RANK_BEFORE, RANK, WIN_60THS = range(5)
SEAT_COLUMNS = ("score", "tiebreak", "rank_before_tiebreak", "rank", "win_60ths")
#: First columns of a game's row; turns and end_cause are the game's, decisions the kernel's.
TURNS, DECISIONS, END_CAUSE = range(3)
GAME_COLUMNS = ("turns", "decisions", "end_cause")
#: A cell of a game's own columns that doesn't apply (null in the results), for the columns named in `null_columns`.
NULL = -(1 << 15)


def desk_dtype(
    state: np.dtype, max_actions: int, scratch: int = 2, room: int = 256, more: Sequence[tuple] = ()
) -> np.dtype:
    """A player's desk: one record, since a nested array costs one pointer and an array argument five words.

    Fields: `actions` int32 (listed actions), `scores` float64 (what the policy thought of each; `scored` says that it
    filled them), `weights` float64 (the policy's row), `rng` uint64 (its random stream), `room` float64 (to work in),
    `scratch` (states to play on); `more` are fields of a game's own.
    """
    return np.dtype(
        [
            ("actions", np.int32, (max_actions,)),
            ("scores", np.float64, (max_actions,)),
            ("weights", np.float64, (MAX_WEIGHTS,)),
            ("room", np.float64, (room,)),
            ("rng", np.uint64),
            ("scored", np.int64),
            ("scratch", state, (scratch,)),
            *more,
        ],
        align=True,
    )


def signatures(state: np.dtype, rules: np.dtype, desk: np.dtype) -> SimpleNamespace:
    """The explicit signatures of a game's functions, for `@jit(SIGNATURES.legal)`."""
    types = nb.types
    record = nb.from_dtype
    s, r, d, log = record(state), record(rules), record(desk), record(LOG)
    return SimpleNamespace(
        deal=types.void(s, r, types.int64, types.uint64, log),
        legal=types.int64(s, r, d),
        apply=types.void(s, r, types.int64, log),
        reveal=types.void(s, r, types.uint64, log),
        hide=types.void(s, r, types.int64, types.uint64, log),
        audit=types.int64(s, r),
        result=types.void(s, r, types.Array(types.int32, 1, "C"), types.Array(types.int32, 2, "C")),
        policy=types.int64(s, r, types.int64, types.int64, d),
        mark=types.int64(s, r, types.int64, types.int64),
        count=types.int64(s, r),
        state=s,
        rules=r,
        desk=d,
        log=log,
    )


@jit
def note(log, kind, a, b, c, d, e):
    """Write one event, when somebody is listening; the meaning of the numbers is the game's (events.py)."""
    if log.on == EVENTS_ON and log.n < EVENT_CAPACITY:
        i = log.n
        log.events[i, 0] = kind
        log.events[i, 1] = a
        log.events[i, 2] = b
        log.events[i, 3] = c
        log.events[i, 4] = d
        log.events[i, 5] = e
        log.n = i + 1


@jit
def note_choice(log, action):
    """Write down an action that was chosen; log.n counts them, also those that no longer fit."""
    i = log.n
    if i < EVENT_CAPACITY * EVENT_WIDTH:
        log.events[i // EVENT_WIDTH, i % EVENT_WIDTH] = action
    log.n = i + 1


class EventKinds(dict[int, tuple[str, tuple[str, ...]]]):
    """The kinds of events of a game, as its events.py adds them: number to (name, names of its numbers)."""

    def add(self, name: str, *numbers: str) -> int:
        """One more kind; returns its number."""
        kind = len(self) + 1
        self[kind] = (name, numbers)
        return kind

    def read(self, row: Any, readers: Mapping[str, Callable[[Any], Any]]) -> dict[str, Any]:
        """A row of the event buffer as a dict. `readers` say by name what a number means (else itself)."""
        name, numbers = self[int(row[0])]
        told: dict[str, Any] = {"event": name}
        for number, value in zip(numbers, row[1:], strict=False):
            told[number] = readers.get(number, int)(value)
        return told


#: The event that begins a turn, in every game.
NEW_TURN = "turn"


class Words(Protocol):
    """A game's words.py: states, actions and events as text and as JSON.

    Traces, replays and tests use nothing else of it. Seats count from 1 in what is told; `names` are their names. Two
    functions more are there where they make sense:

        restore(state, rules, snap)    lay a new game's cards out as a snapshot of the set-up says, or raise UserError
                                       (without it no game can be written down by hand)
        drawing_data(rules) -> dict    what drawing.js draws and no snapshot tells, such as the layout of a board, in
                                       JSON types
    """

    #: Events that are headings of a report; NEW_TURN is one of them.
    HEADINGS: tuple[str, ...]

    def move(self, state: Any, rules: Any, action: int) -> tuple:
        """A listed action as people and files write it: ("take", 3, ("ship", 2))."""

    def describe(self, state: Any, rules: Any, action: int) -> str:
        """An action in a few words, for lists of alternatives."""

    def snapshot(self, state: Any, rules: Any) -> dict[str, Any]:
        """The whole state in JSON types; "seats" is a list of dicts, each with "points" by category."""

    def setup(self, state: Any, rules: Any) -> dict[str, Any]:
        """Every shuffled list in order, read right after `deal`."""

    def seat_view(self, state: Any, rules: Any, seat: int) -> list[str]:
        """What a seat (from 0) has been dealt, in lines."""

    def table_text(self, state: Any, rules: Any, names: Sequence[str]) -> str:
        """The table in a few lines."""

    def rules_text(self, rules: Any) -> list[str]:
        """What of the rules (packed) is worth a line."""

    def event(self, row: Any) -> dict[str, Any]:
        """One row of the event buffer; "event" is its name."""

    def say(self, event: Mapping[str, Any], names: Sequence[str]) -> str:
        """An event as a clause or sentence; "" when it says nothing new."""


@jit
def rank_seats(rows, players):
    """Ranks and win shares from score and tie-break (both: higher is better); k winners share 60 sixtieths."""
    winners = 0
    for seat in range(players):
        before = 1
        rank = 1
        for other in range(players):
            if rows[other, SCORE] > rows[seat, SCORE]:
                before += 1
                rank += 1
            elif rows[other, SCORE] == rows[seat, SCORE] and rows[other, TIEBREAK] > rows[seat, TIEBREAK]:
                rank += 1
        rows[seat, RANK_BEFORE] = before
        rows[seat, RANK] = rank
        winners += rank == 1
    for seat in range(players):
        rows[seat, WIN_60THS] = 60 // winners if rows[seat, RANK] == 1 else 0


@jit
def leader_of(points, players):
    """The seat (from 1) that is ahead of all others in points, 0 for none."""
    best = np.int64(points[0])
    leader = 1
    for seat in range(1, players):
        if points[seat] > best:
            best = np.int64(points[seat])
            leader = seat + 1
        elif points[seat] == best:
            leader = 0
    return leader


@jit
def count_lead(state, leader):
    """Count it (`lead_changes`) when another seat than before (`leader`) is ahead of all others; from 1, 0 for none."""
    if leader != 0:
        state.lead_changes += (state.leader != 0) & (state.leader != leader)
        state.leader = leader


class UserError(Exception):
    """A user's mistake: its text is the one line that is shown."""


@dataclass(frozen=True)
class Policy:
    """A policy of a game: code, and the names, defaults and meanings of its weights."""

    game: str
    name: str
    function: Any
    doc: str
    weights: Mapping[str, tuple[float, str]] = field(default_factory=dict)
    from_user: bool = False

    def default_weights(self) -> np.ndarray:
        """The default row: float64, MAX_WEIGHTS long, zero behind the named ones."""
        row = np.zeros(MAX_WEIGHTS)
        row[: len(self.weights)] = [value for value, _ in self.weights.values()]
        return row


def styled(weights: Mapping[str, tuple[float, str]], **changes: float) -> dict[str, tuple[float, str]]:
    """The weights of a player: a game's with some defaults changed."""
    if unknown := set(changes) - set(weights):
        raise KeyError(f"no such weights: {', '.join(sorted(unknown))}")
    return {name: (changes.get(name, value), meaning) for name, (value, meaning) in weights.items()}


#: A field of the state, and an index behind it where a source of chance lays out a part of the field only.
Place = tuple[str, Any]
#: The source of chance that is part of no deal.
PLAYERS = "players' own draws"


@dataclass(frozen=True)
class Sources:
    """Where a game's chance comes from, for studies that draw one source anew and hold the others.

    `places` are the fields that each source lays out; the one source named in `rest` lays out everything else.
    `reveal` is the source whose key later chance follows. `settle` brings fields in order that follow from several.
    """

    rest: str
    places: Mapping[str, Sequence[Place]]
    reveal: str
    settle: Callable[[Any, Any, Any], None] | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """Sources in the order shown, the players' own draws last."""
        return (self.rest, *self.places, PLAYERS)


@dataclass(frozen=True)
class Game:
    """All that the rest of burgsim knows of a game."""

    id: str
    title: str
    min_players: int
    max_players: int
    state: np.dtype
    rules_record: np.dtype
    desk: np.dtype
    signatures: SimpleNamespace
    rules: Any
    deal: Any
    legal: Any
    apply: Any
    reveal: Any
    hide: Any
    result: Any
    audit: Any
    audit_words: Sequence[str]
    game_columns: Sequence[str]
    seat_columns: Sequence[str]
    categories: Sequence[str]
    end_causes: Sequence[str]
    policies: Mapping[str, Policy]
    words_module: str
    variants: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    #: What a study may fork on: name to mark(state, rules, seat, action) -> 0, or a number above 0 (what kind).
    forks: Mapping[str, Any] = field(default_factory=dict)
    #: turn(state, rules) and stage(state, rules) -> number of the turn, and of the round or phase, for forks.
    turn: Any = None
    stage: Any = None
    #: Where its chance comes from (without it studies of luck are refused).
    sources: Sources | None = None
    null_columns: Sequence[str] = ()

    @property
    def words(self) -> Words:
        """States, actions and events as text (imported when asked for: play doesn't need words)."""
        return cast(Words, importlib.import_module(self.words_module))

    @property
    def drawing(self) -> Path:
        """The script that draws a snapshot on the page of a trace, if there is one; else the page lists it."""
        return Path(str(importlib.import_module(self.words_module).__file__)).with_name("drawing.js")

    def player_counts(self, rules: Any = None) -> range:
        """The numbers of players that these rules (the default ones when left out) allow."""
        most, _ = (rules if rules is not None else self.rules()).most_players(self.max_players)
        return range(self.min_players, most + 1)

    def check_players(self, players: int, rules: Any = None) -> None:
        """Refuse a number of players that the box doesn't allow, or (where they are given) the rules."""
        if not self.min_players <= players <= self.max_players:
            raise UserError(
                f"{self.id} is played by {self.min_players} to {self.max_players} players, not {players}"
            )
        if rules is not None:
            most, why = rules.most_players(self.max_players)
            if players > most:
                allowed = f"{self.min_players} to {most} players with these rules"
                raise UserError(f"{self.id} is played by {allowed}, not {players}; {why}")


def policy(
    game: str, *, name: str | None = None, weights: Mapping[str, tuple[float, str]] | None = None
) -> Callable[[Callable], Policy]:
    """Make a policy out of a function `(state, rules, seat, n, desk) -> index` of a user's file.

    The function is compiled and its signature and result are checked when it registers: five arguments, an integer
    result. `weights` names its row of numbers, each with a default and a meaning; the function reads them as
    desk.weights[0], desk.weights[1], ... in that order.

    Raises
    ------
    UserError
        One line that says what is wrong with the function.
    """

    def wrap(function: Callable) -> Policy:
        from burgsim.games import load

        where = f"policy {name or getattr(function, '__name__', '?')}"
        if not inspect.isfunction(function):
            raise UserError(f"{where}: @policy decorates a function, not {type(function).__name__}")
        given = list(inspect.signature(function).parameters)
        if len(given) != 5:
            raise UserError(
                f"{where} takes {len(given)} arguments ({', '.join(given)}); it must take five: "
                "(state, rules, seat, n, desk)"
            )
        named = {}
        for key, value in (weights or {}).items():
            number, meaning = value if isinstance(value, tuple) else (value, "")
            named[key] = (float(number), str(meaning))
        if len(named) > MAX_WEIGHTS:
            raise UserError(f"{where} names {len(named)} weights; at most {MAX_WEIGHTS} are possible")
        compiled = compile_user_policy(load(game), function, where)
        return Policy(game, name or function.__name__, compiled, inspect.getdoc(function) or "", named, from_user=True)

    return wrap


def compile_user_policy(game: Game, function: Callable, where: str) -> Any:
    """Compile a user's function for the contract; a float or missing result is refused, not truncated."""
    if inspect.iscoroutinefunction(function) or inspect.isasyncgenfunction(function):
        raise UserError(f"{where} is an async function; it must be a plain one: def, not async def")
    if inspect.isgeneratorfunction(function):
        raise UserError(f"{where} yields; it must return an integer, the index of one of the n listed actions")
    if PLAIN:
        return function
    arguments = game.signatures.policy.args
    compiled = jit(cache=False)(function)
    try:
        compiled.compile(arguments)
    except KeyError as error:  # Numba's own words for a record without the field are just its name
        raise UserError(f"{where} can't be compiled: there is no field {error} in state, rules or desk") from None
    except nb.core.errors.NumbaError as error:
        lines = [line.strip() for line in str(error).splitlines() if line.strip()]
        reason = next((line for line in lines if not line.startswith(("Failed in", "-", "["))), lines[0])
        line = next((text for text in lines if text.startswith('File "')), "")
        raise UserError(f"{where} can't be compiled: {_beginning(reason)} {line}".strip()) from None
    result = compiled.overloads[arguments].signature.return_type
    if not isinstance(result, nb.types.Integer) or isinstance(result, nb.types.Boolean):
        kind = _beginning(str(result))
        raise UserError(f"{where} returns {kind}; it must return an integer, the index of one of the n listed actions")
    if result != nb.types.int64:
        return jit(game.signatures.policy, cache=False)(function)
    compiled.disable_compile()
    return compiled


def _beginning(text: str) -> str:
    """A line of Numba's, without most of a record's type, which lists every field."""
    return text if len(text) <= MAX_LINE else f"{text[:MAX_LINE]}..."
