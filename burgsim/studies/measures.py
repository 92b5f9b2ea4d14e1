"""What is compared: whole numbers of a game, by seat or for the table, each with a name and a unit.

A table's value on a deal is one integer, so that sums are exact; where players sit in rotation it is the sum over the
rotations. Means over seats or rotations are kept in sixtieths, which one to six divide.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from burgsim.games.game import DECISIONS, SCORE, TURNS, WIN_60THS, Game, UserError

SIXTY = 60


@dataclass(frozen=True)
class Kind:
    """A sort of measure: what it is called, how it is shown, and the smallest effect that matters when none is given.

    `unit` is the word after a number, `scale` what the number is multiplied with when shown.
    """

    name: str
    label: str
    unit: str
    smallest: float
    scale: float = 1.0

    @property
    def share(self) -> bool:
        """Whether it is a share, shown in percentage points."""
        return self.unit == "pp"


KINDS = {
    kind.name: kind
    for kind in (
        Kind("win_share", "win share", "pp", 0.01, 100.0),
        Kind("score", "score", "points", 0.5),
        Kind("winning_score", "winning score", "points", 0.5),
        Kind("margin", "margin of the winner", "points", 0.5),
        Kind("turns", "turns", "turns", 1.0),
        Kind("decisions", "decisions", "decisions", 5.0),
        Kind("ties", "shared wins", "pp", 0.01, 100.0),
        Kind("points", "points", "points", 0.5),
    )
}

#: Rows of one game range at one table, one pair a rotation: int64 (games, columns) and (games, players, columns).
Rotations = Sequence[tuple[np.ndarray, np.ndarray]]


@dataclass(frozen=True)
class Quantity:
    """One number of a deal: a measure, of a seat, of a player (who moves with the rotation) or of the table.

    `of` gives int64 (deals,), `unit` divides it.
    """

    measure: str
    where: str
    kind: Kind
    label: str
    of: Callable[[Rotations], np.ndarray]
    unit: int

    @property
    def key(self) -> str:
        """Its name in files: win_share seat 3."""
        return f"{self.measure} {self.where}".strip()


def quantities(game: Game, players: int, rotated: bool = False, labels: Sequence[str] = ()) -> list[Quantity]:
    """All that is measured at a table.

    Parameters
    ----------
    rotated : bool
        The deal is played once a rotation of the seats: then players are measured, too.
    labels : sequence of str
        Who plays, one a seat.
    """
    found: list[Quantity] = []

    def add(measure: str, where: str, kind: Kind, label: str, one: Callable, unit: int) -> None:
        def of(rotations: Rotations) -> np.ndarray:
            values: list[np.ndarray] = [one(games, seats, by) for by, (games, seats) in enumerate(rotations)]
            if not rotated:
                return values[0]
            whole: np.ndarray = np.stack(values).sum(axis=0)
            return np.multiply(whole, SIXTY // len(values))

        found.append(Quantity(measure, where, kind, label, of, unit * (SIXTY if rotated else 1)))

    def seat(column: int, place: int) -> Callable:
        return lambda g, s, by: s[:, place, column]

    def role(column: int, place: int) -> Callable:
        return lambda g, s, by: s[:, (place + by) % players, column]

    def table(column: int) -> Callable:
        return lambda g, s, by: s[:, :, column].sum(axis=1) * (SIXTY // players)

    won = KINDS["win_share"]
    for i in range(players):
        what = f"seat {i + 1}'s win share" if players > 1 else "games won"
        add("win_share", f"seat {i + 1}", won, what, seat(WIN_60THS, i), SIXTY)
    if rotated:
        for i in range(players):
            add("win_share", f"player {i + 1}", won, f"win share of player {i + 1} ({labels[i]})", role(WIN_60THS, i),
                SIXTY)  # fmt: skip
    add("score", "", KINDS["score"], "mean score" if players > 1 else "score", table(SCORE), SIXTY)
    if players > 1:
        for i in range(players):
            add("score", f"seat {i + 1}", KINDS["score"], f"seat {i + 1}'s score", seat(SCORE, i), 1)
        if rotated:
            for i in range(players):
                label = f"score of player {i + 1} ({labels[i]})"
                add("score", f"player {i + 1}", KINDS["score"], label, role(SCORE, i), 1)
        add("winning_score", "", KINDS["winning_score"], "highest score", lambda g, s, by: s[:, :, SCORE].max(axis=1),
            1)  # fmt: skip
        add("margin", "", KINDS["margin"], KINDS["margin"].label, _margin, 1)
        add("ties", "", KINDS["ties"], KINDS["ties"].label, _tied, 1)
    add("turns", "", KINDS["turns"], "length in turns", lambda g, s, by: g[:, TURNS], 1)
    add("decisions", "", KINDS["decisions"], "length in decisions", lambda g, s, by: g[:, DECISIONS], 1)
    for name in game.categories:
        column = list(game.seat_columns).index(f"points_{name}")
        add(f"points_{name}", "", KINDS["points"], f"points from {name.replace('_', ' ')}", table(column), SIXTY)
    return found


def _margin(g: np.ndarray, s: np.ndarray, by: int) -> np.ndarray:
    ordered = np.sort(s[:, :, SCORE], axis=1)
    return ordered[:, -1] - ordered[:, -2]


def _tied(g: np.ndarray, s: np.ndarray, by: int) -> np.ndarray:
    wins = s[:, :, WIN_60THS]
    shared: np.ndarray = (wins > 0) & (wins < SIXTY)
    return np.where(shared.any(axis=1), 1, 0)


def measure_names(game: Game) -> list[str]:
    """The names that a study may use."""
    return [*(name for name in KINDS if name != "points"), *(f"points_{name}" for name in game.categories)]


def check_measure(game: Game, name: str) -> None:
    """Refuse a measure that isn't there, with the nearest name."""
    known = measure_names(game)
    if name not in known:
        raise UserError(f"there is no measure {name!r}; {nearest(name, known, 'measures')}")


def nearest(name: str, known: Sequence[str], what: str) -> str:
    """ "did you mean X?", or all there are."""
    near = difflib.get_close_matches(name, known, n=1)
    return f"did you mean {near[0]}?" if near else f"{what}: {', '.join(known) or 'none'}"


def parse_amount(given: float | str, kind: Kind) -> float:
    """An effect size: 0.5, "0.5 points", and for shares "1pp" or 0.01.

    Raises
    ------
    UserError
        It isn't a number above 0, or has another unit.
    """
    example = f'"{kind.smallest * kind.scale:g}pp"' if kind.share else f"{kind.smallest:g}"
    text = str(given).strip().lower()
    in_pp = text.endswith(("pp", "%"))
    units = {kind.unit, kind.unit.rstrip("s")} if not kind.share else {"pp", "%"}
    for unit in sorted(units, key=len, reverse=True):
        text = text.removesuffix(unit).strip()
    try:
        value = float(text)
    except ValueError:
        raise UserError(f"{given!r} is no size of an effect on {kind.label}; write for example {example}") from None
    value = value / 100.0 if kind.share and in_pp else value
    if not 0.0 < value < (1.0 if kind.share else float("inf")):
        limit = "above 0 and below 100pp" if kind.share else "above 0"
        raise UserError(f"an effect on {kind.label} must be {limit}, not {given!r}; write for example {example}")
    return value
