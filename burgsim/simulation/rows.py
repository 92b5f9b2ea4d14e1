"""Rows of results, read by column and part by part: from disk, from memory, or by playing the games again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from burgsim.simulation import schema
from burgsim.simulation.batch import Table, play_parts

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

#: Games a part when games are played again.
_PART = 20_000


class Rows:
    """One table of a run, read by column and part by part.

    `rows["score"]` is a pandas Series, `rows[["seat", "score"]]` a DataFrame; `rows(["seat", "score"])` gives
    DataFrames part by part, for runs larger than memory; `rows.frame()` is everything.
    """

    def __init__(self, name: str, columns: Sequence[str], length: int, read: Callable[..., Iterator[pa.Table]]) -> None:
        self.name, self.columns = name, list(columns)
        self._length, self._read = length, read

    def __len__(self) -> int:
        return self._length

    def __call__(self, columns: Sequence[str] | None = None) -> Iterator[pd.DataFrame]:
        """DataFrames, one a part, with some columns (all of them when left out)."""
        wanted = self.columns if columns is None else list(columns)
        schema.check_columns(self.columns, wanted)
        for table in self._read(wanted):
            yield _frame(table)

    def frame(self, columns: Sequence[str] | None = None) -> pd.DataFrame:
        """One DataFrame of all parts."""
        import pyarrow as pa

        wanted = self.columns if columns is None else list(columns)
        schema.check_columns(self.columns, wanted)
        return _frame(pa.concat_tables(list(self._read(wanted))).unify_dictionaries())

    def __getitem__(self, columns: str | Sequence[str]) -> Any:
        if isinstance(columns, str):
            return self.frame([columns])[columns]
        return self.frame(list(columns))

    def __getattr__(self, name: str) -> Any:
        if not name.startswith("_") and name in self.columns:
            return self[name]
        raise AttributeError(f"rows of {self.name} have no column {name!r}")

    def __repr__(self) -> str:
        return f"<{self.name}: {self._length:,} rows of {', '.join(self.columns)}>"

    def _repr_html_(self) -> str:
        first = next(iter(self._read(self.columns)), None)
        return repr(self) if first is None else _frame(first.slice(0, 10))._repr_html_()


@dataclass(frozen=True)
class Sitting:
    """Games 0 .. games-1 of a table; `marks` are columns that tell it from others, each with its one value."""

    table: Table
    games: int
    marks: Mapping[str, int | str]


def played_again(name: str, sittings: Sequence[Sitting], workers: int | None = None) -> Rows:
    """The table `games` or `seats` of several sittings, whose games are played again whenever it is read.

    All sittings are of one game and have the same marks; these come before the columns of the table.
    """
    game = sittings[0].table.game
    marks = list(sittings[0].marks)
    known = (schema.game_column_names if name == "games" else schema.seat_column_names)(game)

    def read(columns: Sequence[str]) -> Iterator[pa.Table]:
        own = [column for column in columns if column not in marks] or ["game"]
        for sitting in sittings:
            labels = [seat.label for seat in sitting.table.seats]
            for start, games, seats in play_parts(sitting.table, 0, sitting.games, _PART, workers):
                if name == "games":
                    found = schema.games_table(game, start, games, own)
                else:
                    found = schema.seats_table(game, start, seats, labels, own)
                for mark, value in sitting.marks.items():
                    found = found.append_column(mark, _repeated(value, found.num_rows))
                yield found.select(list(columns))

    length = sum(s.games * (1 if name == "games" else s.table.players) for s in sittings)
    return Rows(name, [*marks, *known], length, read)


def _repeated(value: int | str, count: int) -> Any:
    """A column of one value."""
    import numpy as np
    import pyarrow as pa

    if isinstance(value, int):
        return pa.array(np.full(count, value, np.int16))
    return pa.DictionaryArray.from_arrays(pa.array(np.zeros(count, np.int8)), pa.array([value], pa.string()))


def _frame(table: pa.Table) -> pd.DataFrame:
    return table.to_pandas()
