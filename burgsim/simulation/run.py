"""One call that plays a run: `simulate`, and what it gives back: `Results`.

    results = burgsim.simulate("burgundy-cards", 2, seats=["balanced", "greedy"], games=20_000, seed=7)
    results.seats["score"]; results.seats[["seat", "rank"]]; results.games["turns"]; results.summary()
"""

from __future__ import annotations

import hashlib
import inspect
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from burgsim.games.game import Game, Policy, UserError
from burgsim.games.rulebook import RulesBase
from burgsim.players import Seat
from burgsim.players import seats as make_seats
from burgsim.simulation import schema
from burgsim.simulation.batch import MAX_GAMES, Table, play_parts
from burgsim.simulation.ranges import PART_SIZE, Timing, check_workers, place, threads_at_work
from burgsim.simulation.rows import Rows
from burgsim.simulation.rule_sets import changes_of_file
from burgsim.simulation.store import Store, describe_run, environment
from burgsim.simulation.summary import Summary
from burgsim.simulation.warm import compile_clock, compile_seconds, prepare

if TYPE_CHECKING:
    import pyarrow as pa

#: Who sits somewhere: a spec, a Seat, or a policy of one's own.
Player = str | Seat | Policy
#: Called with games finished, games asked for, and parts on disk (0 without a folder).
RunProgress = Callable[[int, int, int], None]
#: Bytes of rows that a run without a folder keeps in memory; a larger one is summed up only.
KEPT_BYTES = 400_000_000


class Results:
    """A run that has been played.

    Attributes
    ----------
    games, seats : Rows
        The two tables, read by column.
    asked : dict
        What run.json holds.
    folder : Path or None
        Where it is on disk.
    seconds, compile_seconds : float
        Playing only (wall clock), and compiling, in this process.
    cluster : dict or None
        Where it was played, if not here: scheduler, workers, threads.
    remarks : list of str
        Parts that were found damaged and played again.
    """

    def __init__(
        self,
        game: Game,
        asked: Mapping[str, Any],
        summary: Summary | None,
        store: Store | None = None,
        kept: Sequence[tuple[int, pa.Table, pa.Table]] | None = None,
    ) -> None:
        self.game, self.asked, self.store = game, dict(asked), store
        self.labels = [str(seat["label"]) for seat in asked["seats"]]
        self.players = len(self.labels)
        self.seconds = self.compile_seconds = 0.0
        self.games_played = self.decisions_played = 0
        self.workers = 0
        self.cluster: dict[str, Any] | None = None
        self.remarks: list[str] = []
        self._summary, self._kept = summary, kept
        on_disk = store.games_on_disk() if store is not None else int(asked["games"])
        self.count = on_disk
        self.games = Rows("games", schema.game_column_names(game), on_disk, lambda c: self._tables(0, c))
        self.seats = Rows("seats", schema.seat_column_names(game), on_disk * self.players, lambda c: self._tables(1, c))

    @classmethod
    def open(cls, folder: str | Path) -> Results:
        """A run on disk, finished or not (its parts on disk count).

        Raises
        ------
        UserError
            No run there, or one of a game that isn't known.
        """
        store = Store.open(Path(folder))
        return cls(prepare(store.asked["game"]), store.asked, None, store)

    @property
    def folder(self) -> Path | None:
        """Where the run is on disk."""
        return self.store.folder if self.store is not None else None

    @property
    def run_id(self) -> str:
        """Names the question: the same for the same run, however many games of it were played."""
        return str(self.asked["run_id"])

    def changes(self) -> dict[str, Any]:
        """The rules that aren't the default ones, by dotted path; none that this version doesn't know."""
        try:
            return self.game.rules.build(self.asked["rules"]).changes()
        except UserError:  # a run of another version of the rules
            return {}

    def summary(self) -> Summary:
        """The estimates with their intervals; read from the folder when they aren't known yet."""
        if self._summary is None:
            summary = Summary(self.game, self.labels)
            if self.store is not None:
                for part in self.store.finished():
                    summary.add(*self.rows(part))
            self._summary = summary
        return self._summary

    def rows(self, part: int) -> tuple[np.ndarray, np.ndarray]:
        """A part on disk as the kernel's rows: int32 (games, columns) and (games, players, columns)."""
        assert self.store is not None
        games = schema.game_rows(self.game, self.store.read("games", part))
        seats = self.store.read("seats", part, schema.seat_column_names(self.game))
        return games, schema.seat_rows(self.game, seats, self.players)

    def to_dict(self) -> dict[str, Any]:
        """The object that `burgsim simulate --json` prints."""
        summary = self.summary()
        played = self.games_played and self.seconds
        return {
            "games": summary.games,
            "seconds": round(self.seconds, 3),
            "compile_seconds": round(self.compile_seconds, 3),
            "games_per_second": round(self.games_played / self.seconds) if played else None,
            "decisions_per_second": round(self.decisions_played / self.seconds) if played else None,
            "workers": self.workers,
            "players": self.players,
            "seed": self.asked["seed"],
            "run_id": self.run_id,
            "ties": summary.ties,
            "seats": summary.seats(),
        }

    def __repr__(self) -> str:
        return f"<{self.game.id}: {self.count:,} games of {', '.join(self.labels)}, seed {self.asked['seed']}>"

    def __rich__(self) -> Any:
        from burgsim.simulation.show import summary_table

        return summary_table(self)

    def _repr_html_(self) -> str:
        from burgsim.simulation.show import summary_html

        return summary_html(self)

    def _tables(self, which: int, columns: Sequence[str]) -> Iterator[pa.Table]:
        if self.store is not None:
            for part in self.store.finished():
                yield self.store.read(("games", "seats")[which], part, columns)
        elif self._kept is not None:
            for kept in self._kept:
                yield (kept[1], kept[2])[which].select(list(columns))
        else:
            raise UserError(
                f"the rows of these {self.count:,} games were not kept in memory; play them into a folder: "
                'simulate(..., out="FOLDER")'
            )


def simulate(
    game_id: str,
    players: int,
    seats: Sequence[Player] | Player | None = None,
    games: int | float = 10_000,
    seed: int = 1,
    rules: RulesBase | Mapping[str, Any] | str | Path | None = None,
    *,
    workers: int | None = None,
    out: str | Path | None = None,
    resume: bool = False,
    check: bool = False,
    keep: bool = True,
    progress: RunProgress | None = None,
    tell: Callable[[str], None] | None = None,
    command: str = "",
    part_size: int | None = None,
) -> Results:
    """Play games and sum them up.

    Parameters
    ----------
    game_id : str
        Such as "burgundy-cards".
    players : int
        Seats at the table; 1 is a solo game.
    seats : str, Seat, policy or sequence of them, optional
        Who plays: as after --seat, or a function under `@burgsim.policy`; one fills every seat, none is the game's
        `balanced`.
    games : int
        How many; a folder that holds fewer is extended (with `resume`).
    seed : int
        Game i of a seed is the same game in any run.
    rules : mapping, path or Rules, optional
        Changes by dotted path, a TOML file with such changes, or the game's Rules.
    workers : int, optional
        Threads; as many as there are cores when left out. Results don't depend on it.
    out : path, optional
        Folder for the results (Parquet); without it rows are kept in memory if `keep` and they take less than
        KEPT_BYTES, else only summed up.
    resume : bool
        Go on with the run that `out` holds.
    check : bool
        Verify the game's invariants after every step (slow).
    progress, tell : callable, optional
        Progress, and single lines about what takes its time.
    command : str
        The command behind this, for the folder's log.
    part_size : int, optional
        Games a part; `usual_part_size` of the seats when left out.

    Raises
    ------
    UserError
        One line that says what is wrong and what would be right.
    """
    count = whole_games(games)
    check_workers(workers)
    compiled_before = compile_seconds()
    game = prepare(game_id, tell)
    chosen = rules_of(game, rules)
    game.check_players(players, chosen)
    with compile_clock():
        table = make_seats(game, players, _seated(seats))
    asked = describe_run(game, players, chosen, table, seed, count, part_size or usual_part_size(table))
    run = _Run(Table(game, players, chosen, table, seed, check), asked, workers, progress)
    store = None
    if out is not None:
        import pyarrow

        store = Store(Path(out), asked | {"pyarrow": [pyarrow.__version__]})
    results = run.into_folder(store, resume, command) if store is not None else run.into_memory(keep)
    results.compile_seconds = compile_seconds() - compiled_before
    return results


def usual_part_size(table: Sequence[Seat]) -> int:
    """Games a part: as many as play in some seconds, so that a run that is stopped loses little; rollouts are slow."""
    slowest = max(seat.rollouts for seat in table)
    return PART_SIZE if slowest == 0 else max(50, PART_SIZE // (25 * slowest))


def _seated(given: Sequence[Player] | Player | None) -> Sequence[str | Seat] | str | Seat | None:
    """The same with seats for policies; a hash of how such a policy is written stands for that of its file."""
    if isinstance(given, Policy):
        if not given.from_user:
            return given.name
        function = getattr(given.function, "py_func", given.function)
        try:
            written = inspect.getsource(function)
        except (OSError, TypeError):
            written = repr((function.__code__.co_code, function.__code__.co_consts))
        digest = hashlib.sha256(written.encode()).hexdigest()
        return Seat(given, given.default_weights(), label=given.name, file_sha256=digest)
    if given is None or isinstance(given, str | Seat):
        return given
    return [_seated(one) for one in given]  # type: ignore[misc]


def table_of(game: Game, asked: Mapping[str, Any], files: Sequence[Path] = ()) -> Table:
    """The table that a run was played at, from its run.json.

    Parameters
    ----------
    files : sequence of Path
        Where to look for policies of users' files, by the file's name.
    """
    seats = []
    for values in asked["seats"]:
        name = str(values["label"]).partition(":")[0]
        file = next((f for f in files if f.name == name), None) if "file_sha256" in values else None
        seats.append(Seat.from_dict(game, values, file))
    return Table(game, int(asked["players"]), game.rules.build(asked["rules"]), seats, int(asked["seed"]))


def rules_of(game: Game, rules: RulesBase | Mapping[str, Any] | str | Path | None) -> Any:
    """The game's Rules from changes, a file of them, or Rules themselves."""
    if isinstance(rules, RulesBase):
        if not isinstance(rules, game.rules):
            raise UserError(f"these are rules of another game than {game.id}")
        return rules
    if isinstance(rules, str | Path):
        rules = changes_of_file(game, Path(rules))
    return game.rules.build(rules)


def whole_games(games: int | float) -> int:
    """A number of games, given as 1000000 or 1e6."""
    if isinstance(games, bool) or not games == games or abs(games) == float("inf") or games != int(games):
        raise UserError(f"games must be a whole number, not {games!r}")
    if not 1 <= games <= MAX_GAMES:
        raise UserError(f"games must be from 1 to {MAX_GAMES:,}, not {int(games):,}")
    return int(games)


class _Run:
    """A run in progress."""

    def __init__(
        self, table: Table, asked: dict[str, Any], workers: int | None, progress: RunProgress | None
    ) -> None:
        self.table, self.asked, self.progress = table, asked, progress
        self.threads = workers
        self.workers = threads_at_work(workers)
        self.game = table.game
        self.labels = [seat.label for seat in table.seats]
        self.summary = Summary(table.game, self.labels)
        self.timing = Timing()
        self.played = self.decisions = 0
        self.before = self.on_disk = 0
        elsewhere = place()
        self.cluster = elsewhere.describe() if elsewhere is not None else None

    def play(self, first: int, last: int) -> Iterator[tuple[int, np.ndarray, np.ndarray]]:
        """Play a range and sum it up part by part."""
        base = self.before + self.played

        def told(done: int) -> None:
            if self.progress is not None:
                self.progress(base + done, self.asked["games"], self.on_disk)

        size = self.asked["part_size"]
        for start, games, seats in play_parts(self.table, first, last, size, self.threads, told, self.timing):
            before = self.summary.total("decisions")
            self.summary.add(games, seats)
            self.decisions += self.summary.total("decisions") - before
            self.played += len(games)
            self.workers = threads_at_work(self.threads)
            yield start, games, seats

    def into_memory(self, keep: bool) -> Results:
        """Play everything; keep the rows when they are few enough."""
        kept: list[tuple[int, pa.Table, pa.Table]] | None = [] if keep else None
        size = 0
        for start, games, seats in self.play(0, self.asked["games"]):
            if kept is not None:
                tables = schema.games_table(self.game, start, games), schema.seats_table(
                    self.game, start, seats, self.labels
                )
                size += sum(table.nbytes for table in tables)
                kept = [*kept, (start, *tables)] if size <= KEPT_BYTES else None
        return self._results(None, kept)

    def into_folder(self, store: Store, resume: bool, command: str) -> Results:
        """Play what the folder lacks, part by part."""
        began = time.time()
        clock, cpu = time.perf_counter(), time.process_time()
        with store.writing(resume) as remarks:
            done = set(store.finished())
            results = Results(self.game, store.asked, None, store)
            for part in sorted(done):
                self.summary.add(*results.rows(part))
            self.before, self.on_disk = store.games_on_disk(), len(done)
            finished = False
            try:
                for first, last in _gaps(store, done):
                    for start, games, seats in self.play(first, last):
                        tables = {
                            "games": schema.games_table(self.game, start, games),
                            "seats": schema.seats_table(self.game, start, seats, self.labels),
                        }
                        store.add(start // store.part_size, tables)
                        self.on_disk += 1
                finished = True
            finally:
                self._log(store, began, clock, cpu, command, finished, remarks)
        results = self._results(store, None)
        results.remarks = list(remarks)
        return results

    def _log(
        self, store: Store, began: float, clock: float, cpu: float, command: str, finished: bool, remarks: Sequence[str]
    ) -> None:
        files = sorted({seat.spec for seat in self.table.seats if seat.from_user and seat.spec})
        session = {
            "started": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(began)),
            "command": command,
            "workers": self.workers,
            "checked": self.table.check,
            "games_played": self.played,
            "wall_seconds": round(time.perf_counter() - clock, 3),
            "cpu_seconds": round(time.process_time() - cpu, 3),
            "playing_seconds": round(self.timing.busy / self.workers, 3),
            "compile_seconds": round(compile_seconds(), 3),
            "finished": finished,
            "remarks": list(remarks),
            "files_of_policies": files,
            "environment": environment(),
        }
        if self.cluster is not None:
            session["cluster"] = self.cluster
        try:
            store.note(session)
        except OSError:  # what stopped the run is told; the log is the least of it
            if finished:
                raise

    def _results(self, store: Store | None, kept: Any) -> Results:
        results = Results(self.game, store.asked if store else self.asked, self.summary, store, kept)
        results.seconds = self.timing.busy / self.workers
        results.games_played, results.decisions_played = self.played, self.decisions
        results.workers, results.cluster = self.workers, self.cluster
        return results


def _gaps(store: Store, done: set[int]) -> Iterator[tuple[int, int]]:
    """Ranges of games whose parts are missing, neighbours joined."""
    start: int | None = None
    for part in [*store.parts(), None]:
        missing = part is not None and part not in done
        if missing and start is None:
            start = part
        elif not missing and start is not None:
            end = store.games if part is None else part * store.part_size
            yield start * store.part_size, end
            start = None


__all__ = ["Results", "Rows", "rules_of", "simulate", "table_of", "whole_games"]
