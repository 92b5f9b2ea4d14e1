"""What can be given to one seat: points at the end, or more of a rule number that is given by seat.

A rule is by seat when its value lists one number a seat, such as `start_workers.p3`; the name of its group is enough.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, get_args

from burgsim.games.game import Game, UserError
from burgsim.games.rulebook import RuleGroup
from burgsim.studies.measures import nearest

#: Points added at the end, which need no rule and change nobody's play.
POINTS = "points"


@dataclass(frozen=True)
class SeatRule:
    """A rule number that is given by seat: its path, the values of the seats, and what is allowed."""

    path: str
    values: tuple[int, ...]
    low: int
    high: int
    unit: str

    def with_values(self, values: Sequence[int]) -> dict[str, Any]:
        """The change that gives the seats these values (further places of the rule stay)."""
        return {self.path: [*values, *self.values[len(values) :]]}


def seat_rules(game: Game, players: int, changes: Mapping[str, Any] | None = None) -> dict[str, SeatRule]:
    """Every rule that is given by seat at this number of players, by path."""
    return dict(_rules(game.rules.build(changes), players, ""))


def seat_rule(game: Game, players: int, name: str, changes: Mapping[str, Any] | None = None) -> SeatRule:
    """One of them, by its path or the name of its group.

    Raises
    ------
    UserError
        No such rule, or it isn't given by seat.
    """
    known = seat_rules(game, players, changes)
    for path in (name, f"{name}.p{players}"):
        if path in known:
            return known[path]
    short = [path.removesuffix(f".p{players}") for path in known]
    rows = {row.path: row for row in game.rules.rows_of_fields()}
    if name in rows or any(path.startswith(f"{name}.") for path in rows):
        raise UserError(
            f"rule {name} isn't given by seat at {players} players; these are: {', '.join([*short, POINTS])}"
        )
    raise UserError(f"there is no rule {name!r} given by seat; {nearest(name, [*short, POINTS], 'these are')}")


def check_gift(game: Game, players: int, changes: Mapping[str, Any], give: str, amount: int) -> None:
    """Refuse a gift that can't be given."""
    if players < 2:
        raise UserError("a gift is one seat's advantage over others: it needs two players")
    if give == POINTS:
        return
    rule = seat_rule(game, players, give, changes)
    most = rule.high - max(rule.values[:players])
    if amount > most:
        raise UserError(f"{rule.path} is at most {rule.high}: a seat can be given {most} more, not {amount}")


def _rules(group: RuleGroup, players: int, prefix: str) -> Iterator[tuple[str, SeatRule]]:
    for name, info in type(group).model_fields.items():
        value = getattr(group, name)
        path = prefix + name
        if isinstance(value, RuleGroup):
            yield from _rules(value, players, f"{path}.")
            continue
        kinds = get_args(info.annotation)
        if not isinstance(value, tuple) or Ellipsis in kinds or any(kind is not int for kind in kinds):
            continue
        by_count = name == f"p{players}" and len(value) == players
        other_count = name[:1] == "p" and name[1:].isdigit()
        said = (info.description or "").lower()
        by_seat = len(value) >= players and ("by seat" in said or "each seat" in said)
        if players > 1 and (by_count or (by_seat and not other_count)):
            extra: Any = info.json_schema_extra or {}
            yield path, SeatRule(path, value, int(extra["low"]), int(extra["high"]), str(extra.get("unit", "")))
