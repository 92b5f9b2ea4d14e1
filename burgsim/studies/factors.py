"""Rule numbers that a sensitivity study varies, and the values that each may take.

`start_silver=0..3` is every whole number of a range, `set_points.castle=3,5,6` a list, `start_workers.p2[2]=0..3` one
number of a row. A bare name stands for the values that the presets give the rule; without any, for the numbers around
the present one (half of it, at least one, either way), or for all that a switch can be.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from burgsim.games.game import Game, UserError
from burgsim.games.rulebook import RuleRow
from burgsim.studies.measures import nearest

MOST_VALUES = 50
_FORM = "write for example start_silver, start_silver=0..3 or start_workers.p2[2]=0,1,2"


@dataclass(frozen=True)
class Factor:
    """A rule number and its values in order; `place` is the position (from 0) in a row of numbers."""

    path: str
    place: int | None
    values: tuple[Any, ...]
    now: Any
    label: str
    unit: str
    doc: str

    @property
    def name(self) -> str:
        """As it is written on the command line."""
        return self.path if self.place is None else f"{self.path}[{self.place + 1}]"

    @property
    def ordered(self) -> bool:
        """Whether its values are numbers."""
        return all(isinstance(v, int) and not isinstance(v, bool) for v in self.values)

    def text(self, value: Any) -> str:
        """A value as it is written."""
        if isinstance(value, bool):
            return "true" if value else "false"
        return " ".join(str(v) for v in value) if isinstance(value, tuple) else str(value)

    @property
    def bounds(self) -> str:
        """Its values in words."""
        run = self.ordered and list(self.values) == list(range(self.values[0], self.values[-1] + 1))
        if run and len(self.values) > 2:
            return f"{self.values[0]} to {self.values[-1]}"
        return " or ".join(self.text(value) for value in self.values)

    def put(self, changes: Mapping[str, Any], value: Any) -> dict[str, Any]:
        """The changes with this rule at a value."""
        if self.place is None:
            return {**changes, self.path: list(value) if isinstance(value, tuple) else value}
        row = list(changes.get(self.path, self.now_row))
        row[self.place] = value
        return {**changes, self.path: row}

    now_row: tuple[int, ...] = ()


def factors(game: Game, players: int, named: Sequence[str], changes: Mapping[str, Any] | None = None) -> list[Factor]:
    """The factors of a study; without names, the assumed numbers with the values of their presets.

    Raises
    ------
    UserError
        A name that isn't there, a value that isn't allowed, a rule without two values, or one named twice.
    """
    base = dict(changes or {})
    rows = {row.path: row for row in game.rules.build(base).rows()}
    given = list(named) or [path for path in _by_presets(game, rows) if rows[path].label == "assumed"]
    if not given:
        raise UserError(f"{game.id} has no presets of assumed numbers: name the rules to vary; {_FORM}")
    found = [_factor(game, players, text, rows, base) for text in given]
    names = [factor.name for factor in found]
    if len(set(names)) < len(names):
        raise UserError(f"rule {next(n for n in names if names.count(n) > 1)} is named twice")
    return found


def _by_presets(game: Game, rows: Mapping[str, RuleRow]) -> dict[str, list[Any]]:
    """Path to the values in presets, for every path that a preset changes."""
    found: dict[str, list[Any]] = {}
    for preset in game.rules.presets().values():
        after = {row.path: row.value for row in game.rules.build(preset).rows()}
        for path, row in rows.items():
            if path in preset and after[path] != row.value and after[path] not in found.setdefault(path, []):
                found[path].append(after[path])
    return {path: values for path, values in found.items() if values}


def _factor(game: Game, players: int, text: str, rows: Mapping[str, RuleRow], base: Mapping[str, Any]) -> Factor:
    match = re.fullmatch(r"\s*([\w.]+)\s*(?:\[(\d+)\])?\s*(?:=(.*))?", text, re.S)
    if match is None:
        raise UserError(f"{text!r} names no rule; {_FORM}")
    path, number, said = match[1], match[2], match[3]
    if path not in rows and f"{path}.p{players}" in rows:
        path = f"{path}.p{players}"
    if path not in rows:
        raise UserError(f"there is no rule {path!r}; {nearest(path, list(rows), 'rules')}")
    row = rows[path]
    present, place = row.value, None
    if number is not None:
        if not isinstance(present, tuple) or not 1 <= int(number) <= len(present):
            count = f"has {len(present)} numbers" if isinstance(present, tuple) else "is a single value"
            raise UserError(f"{path}[{number}]: {path} {count}")
        place, present = int(number) - 1, present[int(number) - 1]
    values = _said(path, said, present) if said is not None else _unsaid(game, path, place, present, row, rows)
    values = _in_order(values)
    if len(values) < 2:
        raise UserError(f"{text}: a rule that varies takes at least two values; {_FORM}")
    if len(values) > MOST_VALUES:
        raise UserError(f"{text}: {len(values)} values are too many; at most {MOST_VALUES}")
    factor = Factor(path, place, tuple(values), present, row.label, row.unit, row.doc,
                    row.value if place is not None else ())  # fmt: skip
    for value in values:
        game.rules.build(factor.put(base, value))
    return factor


def _said(path: str, said: str, present: Any) -> list[Any]:
    run = re.fullmatch(r"\s*(-?\d+)\s*\.\.\s*(-?\d+)\s*", said)
    if run is not None:
        return list(range(int(run[1]), min(int(run[2]), int(run[1]) + MOST_VALUES) + 1))
    if isinstance(present, tuple):
        raise UserError(f"{path} is a row of numbers: vary one of them, as {path}[1]=0,1")
    parts = [part.strip() for part in said.split(",") if part.strip()]
    if isinstance(present, bool):
        if any(part not in ("true", "false") for part in parts):
            raise UserError(f"{path}: {said!r} is not allowed; allowed: true or false")
        return [part == "true" for part in parts]
    if isinstance(present, int):
        try:
            return [int(part) for part in parts]
        except ValueError:
            raise UserError(f"{path}: {said!r} is no list of whole numbers; {_FORM}") from None
    return list(parts)


def _unsaid(game: Game, path: str, place: int | None, present: Any, row: RuleRow, rows: Mapping[str, Any]) -> list[Any]:
    known = _by_presets(game, rows).get(path)
    if known and place is None:
        return [present, *known]
    if isinstance(present, bool):
        return [False, True]
    if isinstance(present, int):
        low, _, high = row.allowed.partition(" to ")
        reach = max(1, abs(present) // 2)
        return list(range(max(int(low), present - reach), min(int(high), present + reach) + 1))
    if isinstance(present, tuple):
        raise UserError(f"{path} is a row of numbers: vary one of them, as {path}[1]=0,1")
    words = [word for word in row.allowed.split(" or ") if word]
    if present not in words:
        raise UserError(f"{path} is text: say what it may be, as {path}={present},...")
    return words


def _in_order(values: Sequence[Any]) -> list[Any]:
    found = list(dict.fromkeys(values))
    numbers = all(isinstance(value, int) and not isinstance(value, bool) for value in found)
    return sorted(found) if numbers else found
