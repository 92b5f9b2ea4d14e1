"""A trace, or a table's game written down by hand, played through the kernel's functions (docs/trace-format.md)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from burgsim.games import load
from burgsim.games.game import UserError
from burgsim.games.moves import listed_action, move_text
from burgsim.simulation.batch import check_seed
from burgsim.simulation.disk import parsed
from burgsim.simulation.stepwise import Stepwise
from burgsim.simulation.trace import FORMAT, check_number, difference, outcome


@dataclass(frozen=True)
class Replay:
    """How a file played: what is wrong with it, if anything, and the game as far as it went; `compared` is whether the
    file has a result, too.
    """

    problem: str
    decisions: int
    result: dict[str, Any] | None
    compared: bool = False

    def __str__(self) -> str:
        if self.problem:
            return self.problem
        compared = "the result agrees" if self.compared else "the file has no result to compare"
        return f"{self.decisions} decisions, all legal; {compared}"


def replay(path: Path) -> Replay:
    """Play the decisions of a trace through the kernel's functions, and compare states and the result.

    Raises
    ------
    UserError
        The file is no trace: not JSON lines, no first line, or one that asks for what doesn't exist.
    """
    lines = _read(path)
    where, header = next(lines, (0, {}))
    if header.get("line") != "game" or header.get("format") != FORMAT:
        raise UserError(f'{path} is no trace: its first line must hold "line": "game" and "format": {FORMAT}')
    missing = [key for key in ("game", "players", "seed", "number", "rules") if key not in header]
    if missing:
        raise UserError(f"{path}, line {where}: {', '.join(missing)} missing")
    for key, allowed in (("players", "a number"), ("number", "a number from 0"), ("seed", "a number from 0, or null")):
        value = header[key]
        if not (type(value) is int and value >= 0 or key == "seed" and value is None):
            raise UserError(f"{path}, line {where}: {key} must be {allowed}, not {json.dumps(value)}")
    if not isinstance(header["game"], str):
        raise UserError(f"{path}, line {where}: game must be a name such as burgundy-cards")
    try:
        check_number(header["number"])
    except UserError as error:
        raise UserError(f"{path}, line {where}: {error}") from None
    if header["seed"] is not None:
        check_seed(header["seed"])
    if not isinstance(header["rules"], dict):
        raise UserError(f"{path}, line {where}: rules must be an object with the rules that differ, or all of them")
    if not isinstance(header.get("setup", {}), dict):
        raise UserError(f"{path}, line {where}: setup must be an object such as a trace's first line has")
    game = load(header["game"])
    play = Stepwise(game, header["players"], game.rules.build(header["rules"]))
    by_hand = header["seed"] is None
    play.deal(0 if by_hand else header["seed"], header["number"])
    play.reveal()
    if by_hand:
        if "setup" not in header:
            raise UserError(f'{path}, line {where}: with "seed": null the cards must be in "setup"')
        restore = getattr(game.words, "restore", None)
        if restore is None:
            raise UserError(f"{path}, line {where}: a game of {game.id} can't be laid out by hand; give its seed")
        try:
            restore(play.state, play.rules, header["setup"])
        except UserError as error:
            raise UserError(f"{path}, line {where}: {error}") from None
        except (AttributeError, LookupError, TypeError, ValueError, OverflowError) as error:  # of another shape
            raise UserError(f"{path}, line {where}: setup can't be laid out: {error}") from None
        if problem := play.audit():
            raise UserError(f"{path}, line {where}: the set-up doesn't have the cards of these rules: {problem}")
    elif "setup" in header and (found := difference(header["setup"], play.snapshot())):
        return Replay(f"line {where}: the set-up differs: {found}", 0, None)
    decisions = 0
    for where, line in lines:
        kind = line.get("line")
        if kind == "decision":
            decisions += 1
            if problem := _decide(play, line):
                return Replay(f"line {where}, decision {decisions}: {problem}", decisions, None)
        elif kind == "state":
            if found := _compare_state(play, line.get("state")):
                return Replay(f"line {where}, after decision {decisions}: the state differs: {found}", decisions, None)
        elif kind == "result":
            for more, _ in lines:
                raise UserError(f"{path}, line {more}: nothing may follow the result, which is in line {where}")
            _pass_forced(play, None)
            if not play.over:
                break
            found = difference(_json({k: v for k, v in line.items() if k != "line"}), _json(_outcome_of(play)))
            problem = f"line {where}: the result differs: {found}" if found else ""
            return Replay(problem, decisions, _outcome_of(play), compared=True)
        elif kind != "event":
            raise UserError(f'{path}, line {where}: "line" is {kind!r}; allowed: decision, event, state, result')
    _pass_forced(play, None)
    if not play.over:
        legal = ", ".join(move_text(move) for move in play.moves())
        problem = f"the file ends after decision {decisions}, but the game isn't over; legal: {legal}"
        return Replay(problem, decisions, None)
    return Replay("", decisions, _outcome_of(play))


def _outcome_of(play: Stepwise) -> dict[str, Any]:
    return outcome(play.game, *play.result())


def _json(value: Any) -> Any:
    return json.loads(json.dumps(value))


def _pass_forced(play: Stepwise, move: Any) -> None:
    """Make moves that are forced, up to a decision or to one that is written down as this move."""
    words = play.game.words
    while not play.over and len(listed := play.legal()) == 1:
        if move is not None and move == _json(words.move(play.state, play.rules, listed[0])):
            return
        play.play(listed[0])


def _compare_state(play: Stepwise, told: Any) -> str:
    """Where the state differs; forced moves that the file leaves out are made as needed."""
    found = difference(told, play.snapshot())
    first = found
    while found and not play.over and len(listed := play.legal()) == 1:
        play.play(listed[0])
        found = difference(told, play.snapshot())
    return first if found else ""


def _decide(play: Stepwise, line: Mapping[str, Any]) -> str:
    """Make the move of a line; what is wrong with it, or nothing."""
    move = line.get("move")
    if not isinstance(move, list) or not move:
        return '"move" is missing; it is a list such as ["play", 3]'
    options = line.get("options")
    if options != 1:  # a line that says it had a choice isn't the forced move before it, however alike
        _pass_forced(play, move if options is None else None)
    if play.over:
        return f"{move_text(move)}: the game is over already"
    listed = play.legal()
    if "seat" in line and line["seat"] != play.actor + 1:
        return f"seat {line['seat']} is named, but it is seat {play.actor + 1}'s decision"
    if "options" in line and line["options"] != len(listed):
        return f"{line['options']} options are named, but there are {len(listed)}"
    try:
        action = listed_action(play.game.words.move, play.state, play.rules, move, listed)
    except UserError as error:
        return str(error)
    play.play(action)
    return ""


def _read(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    try:
        with path.open(encoding="utf-8") as file:
            for number, text in enumerate(file, 1):
                if not text.strip():
                    continue
                try:
                    line = parsed(text)
                except ValueError as error:
                    raise UserError(f"{path}, line {number}: not JSON ({error})") from None
                if not isinstance(line, dict):
                    raise UserError(f'{path}, line {number}: not a JSON object such as {{"line": "decision", ...}}')
                yield number, line
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"{path} can't be read: {error}") from None
