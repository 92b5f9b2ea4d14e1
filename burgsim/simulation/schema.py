"""Rows of the kernel as Arrow tables, and back: column names, small integer types, nulls and words.

A table `games` has one row a game, a table `seats` one row a seat of a game, games in order and seats in order of play
within each. Types follow from the game alone, so that every part of a run has the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from burgsim.games.game import END_CAUSE, NULL, Game, UserError

if TYPE_CHECKING:
    import pyarrow as pa

#: Columns that may pass 16 bits.
_WIDE = {"decisions": np.int32, "turns": np.int32}
_NARROW = {"rank_before_tiebreak": np.int8, "rank": np.int8, "win_60ths": np.int8}


def game_column_names(game: Game) -> list[str]:
    """Columns of the table `games`."""
    return ["game", *game.game_columns]


def seat_column_names(game: Game) -> list[str]:
    """Columns of the table `seats`."""
    return ["game", "seat", "policy", *game.seat_columns]


def games_table(game: Game, first: int, rows: np.ndarray, columns: Sequence[str] | None = None) -> pa.Table:
    """The table `games` (or some columns of it) of games first, first+1, ... with these rows of the kernel."""
    import pyarrow as pa

    made: dict[str, Any] = {}
    for name in columns or game_column_names(game):
        if name == "game":
            made[name] = pa.array(np.arange(first, first + len(rows), dtype=np.int64))
            continue
        values = rows[:, game.game_columns.index(name)]
        if name == "end_cause":
            made[name] = _words(values.astype(np.int8), game.end_causes)
        else:
            made[name] = _numbers(game, name, values)
    return pa.table(made)


def seats_table(
    game: Game, first: int, rows: np.ndarray, labels: Sequence[str], columns: Sequence[str] | None = None
) -> pa.Table:
    """The table `seats` (or some columns of it); `rows` is int32 (games, players, columns)."""
    import pyarrow as pa

    count, players = rows.shape[:2]
    words = list(dict.fromkeys(labels))
    made: dict[str, Any] = {}
    for name in columns or seat_column_names(game):
        if name == "game":
            made[name] = pa.array(np.repeat(np.arange(first, first + count, dtype=np.int64), players))
        elif name == "seat":
            made[name] = pa.array(np.tile(np.arange(1, players + 1, dtype=np.int8), count))
        elif name == "policy":
            made[name] = _words(np.tile(np.array([words.index(w) for w in labels], np.int8), count), words)
        else:
            made[name] = _numbers(game, name, rows[:, :, game.seat_columns.index(name)].reshape(-1))
    return pa.table(made)


def game_rows(game: Game, table: pa.Table) -> np.ndarray:
    """The reverse of `games_table`: int32 (games, columns); columns that the table lacks are zero."""
    rows = np.zeros((table.num_rows, len(game.game_columns)), np.int32)
    for i, name in enumerate(game.game_columns):
        if name not in table.column_names:
            continue
        column = table.column(name).combine_chunks()
        if i == END_CAUSE:
            codes = np.array([game.end_causes.index(word) for word in column.dictionary.to_pylist()], np.int32)
            rows[:, i] = codes[column.indices.to_numpy()]
        else:
            rows[:, i] = _plain(column)
    return rows


def seat_rows(game: Game, table: pa.Table, players: int) -> np.ndarray:
    """The reverse of `seats_table`: int32 (games, players, columns); columns that the table lacks are zero."""
    rows = np.zeros((table.num_rows, len(game.seat_columns)), np.int32)
    for i, name in enumerate(game.seat_columns):
        if name in table.column_names:
            rows[:, i] = _plain(table.column(name).combine_chunks())
    return rows.reshape(-1, players, len(game.seat_columns))


def check_columns(known: Sequence[str], columns: Sequence[str]) -> None:
    """Refuse a column that isn't there."""
    import difflib

    for name in columns:
        if name not in known:
            near = difflib.get_close_matches(str(name), known, n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"columns: {', '.join(known)}"
            raise UserError(f"there is no column {name!r}; {hint}")


def describe(game: Game) -> Mapping[str, list[str]]:
    """Names of the columns of both tables."""
    return {"games": game_column_names(game), "seats": seat_column_names(game)}


def _numbers(game: Game, name: str, values: np.ndarray) -> Any:
    import pyarrow as pa

    kind = _WIDE.get(name) or _NARROW.get(name) or np.int16
    small = values.astype(kind)
    if not np.array_equal(small, values):
        raise OverflowError(f"{game.id}: column {name} holds {values.min()} to {values.max()}, more than {kind} can")
    if name in game.null_columns:
        return pa.array(small, mask=values == NULL)
    return pa.array(small)


def _words(codes: np.ndarray, words: Sequence[str]) -> Any:
    import pyarrow as pa

    return pa.DictionaryArray.from_arrays(pa.array(codes), pa.array(list(words), pa.string()))


def _plain(column: Any) -> np.ndarray:
    return column.fill_null(NULL).to_numpy() if column.null_count else column.to_numpy()
