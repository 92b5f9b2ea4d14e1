"""The same run again, compared with what is on disk."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from burgsim._version import __version__
from burgsim.games.game import UserError
from burgsim.games.jit import kernel_hash
from burgsim.simulation import schema
from burgsim.simulation.batch import Table, play_parts
from burgsim.simulation.run import RunProgress, table_of
from burgsim.simulation.store import Store
from burgsim.simulation.warm import prepare

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass(frozen=True)
class Comparison:
    """What a rerun found: games compared, and the first difference of each part that differs."""

    games: int
    missing: int
    differences: list[str]

    @property
    def same(self) -> bool:
        """Whether every game on disk was played again as it stands there."""
        return not self.differences


def table_of_run(
    folder: Path, files: Sequence[Path] = (), tell: Callable[[str], None] | None = None
) -> tuple[Store, Table]:
    """A run on disk and the table that it was played at.

    Raises
    ------
    UserError
        No run there; another version of the kernel made it; a policy's file is missing or has changed.
    """
    store = Store.open(folder)
    if store.asked["kernel"] != kernel_hash():
        raise UserError(
            f"{folder} was made by another version of the rules or the kernel (burgsim {store.asked['burgsim']}, "
            f"kernel {store.asked['kernel']}; here {__version__}, {kernel_hash()}); run it again with that version"
        )
    game = prepare(store.asked["game"], tell)
    named = [session.get("files_of_policies") for session in store.log()]
    specs = [spec for names in named if isinstance(names, list) for spec in names if isinstance(spec, str)]
    known = [Path(spec.partition("@")[0].rpartition(":")[0]) for spec in specs]
    return store, table_of(game, store.asked, [*files, *known])


def rerun(
    folder: Path,
    files: Sequence[Path] = (),
    workers: int | None = None,
    progress: RunProgress | None = None,
    tell: Callable[[str], None] | None = None,
) -> Comparison:
    """Play the games of a folder again and compare every cell.

    Raises
    ------
    UserError
        No run there, or nothing of it; another version of the kernel made it; a policy's file is missing or has
        changed.
    """
    store, table = table_of_run(folder, files, tell)
    if not store.finished():
        raise UserError(store.nothing_finished())
    game = table.game
    labels = [seat.label for seat in table.seats]
    parts = store.finished()
    last = max((part * store.part_size + store.size(part) for part in parts), default=0)
    differences, compared = [], 0

    def told(done: int) -> None:
        if progress is not None:
            progress(done, last, len(parts))

    for start, games, seats in play_parts(table, 0, last, store.part_size, workers, told):
        part = start // store.part_size
        if part not in parts:
            continue
        pairs = (
            ("games", schema.games_table(game, start, games)),
            ("seats", schema.seats_table(game, start, seats, labels)),
        )
        for name, again in pairs:
            try:
                difference = _difference(store.read(name, part), again)
            except UserError as error:
                difference = str(error)
            if difference:
                differences.append(f"part {part}, {name}: {difference}")
        compared += len(games)
    return Comparison(compared, store.games - compared, differences)


def _difference(there: pa.Table, again: pa.Table) -> str:
    """The first cell that differs, or an empty string."""
    if there.column_names != again.column_names:
        return f"columns are {', '.join(there.column_names)}"
    if there.num_rows != again.num_rows:
        return f"{there.num_rows} rows, {again.num_rows} when played again"
    for name in there.column_names:
        old, new = there.column(name).to_pylist(), again.column(name).to_pylist()
        if old != new:
            row = next(i for i, (a, b) in enumerate(zip(old, new, strict=True)) if a != b)
            number = there.column("game")[row].as_py()
            return f"game {number}: {name} is {old[row]}, {new[row]} when played again"
    return ""
