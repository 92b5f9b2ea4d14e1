"""A run on disk: a folder of Parquet parts that can be interrupted anywhere and continued.

    run.json            what was asked; its bytes follow from that alone
    checksums.sha256    SHA-256 of every finished part (`sha256sum -c` reads it)
    games/part-NNNNNN.parquet, seats/part-NNNNNN.parquet
    log.json            how it went: environment, times, interruptions

Parts lie on a fixed grid of game numbers. Each is written under a temporary name, flushed to the disk and renamed, and
only then entered in the list of checksums: a part that isn't listed is played again, whatever its file holds.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import platform
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from burgsim._version import __version__
from burgsim.games import load
from burgsim.games.game import Game, UserError
from burgsim.games.jit import kernel_hash
from burgsim.players import Seat
from burgsim.simulation import schema
from burgsim.simulation.batch import MAX_GAMES, MAX_SEED
from burgsim.simulation.disk import parsed, why
from burgsim.simulation.ranges import PART_SIZE

try:
    import fcntl
except ImportError:  # not on this system: a lock file stands in
    fcntl = None  # type: ignore[assignment]

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.parquet as pq

FORMAT = 1
TABLES = ("games", "seats")
RUN, LOG_FILE, CHECKSUMS, LOCK = "run.json", "log.json", "checksums.sha256", "lock"
_UNFINISHED = ".part"
_SUM = re.compile(r"([0-9a-f]{64}) [ *]((?:games|seats)/part-(\d{6,})\.parquet)")
_AGAIN = "the command that made the run, with --resume, plays it again"
#: What must agree for a folder to be continued, and how a difference is told.
_SAME = ("game", "players", "seed", "seats", "rules", "part_size")


def describe_run(
    game: Game, players: int, rules: Any, seats: Sequence[Seat], seed: int, games: int, part_size: int = PART_SIZE
) -> dict[str, Any]:
    """What was asked, as plain values: everything that the results follow from."""
    asked = {
        "format": FORMAT,
        "burgsim": __version__,
        "kernel": kernel_hash(),
        "game": game.id,
        "players": players,
        "seed": seed,
        "part_size": part_size,
        "seats": [seat.to_dict() for seat in seats],
        "rules": rules.model_dump(mode="json"),
    }
    return {"run_id": run_id(asked), "first_game": 0, "games": games, **asked}


def run_id(asked: Mapping[str, Any]) -> str:
    """16 hex digits that name a run: the same for the same question, however many games of it are played."""
    kept = {key: value for key, value in asked.items() if key not in ("run_id", "games", "pyarrow", "burgsim")}
    kept.pop("first_game", None)
    return hashlib.sha256(json.dumps(kept, sort_keys=True, separators=(",", ":")).encode()).hexdigest()[:16]


class _SeatAsked(BaseModel):
    model_config = ConfigDict(strict=True)

    label: str
    policy: str
    weights: dict[str, float]
    noise: float
    rollouts: int
    width: int
    role: int
    file_sha256: str = ""


class _Asked(BaseModel):
    """What run.json must hold for anything to be done with it."""

    model_config = ConfigDict(strict=True)

    run_id: str
    games: int = Field(ge=1, le=MAX_GAMES)
    burgsim: str
    kernel: str
    game: str
    players: int = Field(ge=1)
    seed: int = Field(ge=0, le=MAX_SEED)
    part_size: int = Field(ge=1)
    seats: list[_SeatAsked]
    rules: dict[str, Any]
    pyarrow: list[str] = []


class Store:
    """The folder of a run. Reading needs no lock; `writing` takes it."""

    def __init__(self, folder: Path, asked: Mapping[str, Any]) -> None:
        self.folder = folder
        self.asked = dict(asked)
        self.part_size = int(asked["part_size"])
        self.games = int(asked["games"])
        self.sums: dict[str, str] = {}
        self._checked: set[str] = set()
        self._lock: int | None = None

    # what there is

    @classmethod
    def open(cls, folder: Path, mending: bool = False) -> Store:
        """A folder that holds a run; `mending` takes a list of checksums as far as it can be read.

        Raises
        ------
        UserError
            No folder, no run in it, one that this version can't read, or files of it that somebody changed.
        """
        try:
            asked = parsed((folder / RUN).read_text(encoding="utf-8"))
        except (FileNotFoundError, NotADirectoryError):
            raise UserError(f"{folder} holds no run (there is no {RUN} in it)") from None
        except (OSError, ValueError) as error:
            raise UserError(f"{folder / RUN} can't be read: {error}") from None
        if not isinstance(asked, dict) or asked.get("format") != FORMAT:
            found = asked.get("format") if isinstance(asked, dict) else "none"
            raise UserError(f"{folder} was written in format {found}; this version reads format {FORMAT}")
        _check_asked(folder / RUN, asked)
        store = cls(folder, asked)
        trouble = store._read_sums()
        if trouble and not mending:
            raise UserError(f"{trouble}; {_AGAIN}")
        return store

    def parts(self) -> range:
        """Numbers of the parts of the whole run."""
        return range(-(-self.games // self.part_size))

    def size(self, part: int) -> int:
        """Games in a part."""
        return min((part + 1) * self.part_size, self.games) - part * self.part_size

    def finished(self) -> list[int]:
        """Parts that are listed as whole; reading one that is gone or damaged says so."""
        return [part for part in self.parts() if all(_name(table, part) in self.sums for table in TABLES)]

    def nothing_finished(self) -> str:
        """Why there is nothing to read, where no part is listed."""
        if (self.folder / CHECKSUMS).exists():
            return f"{self.folder} holds no finished part yet"
        return f"{self.folder / CHECKSUMS} is missing, so no part of the run counts as finished; {_AGAIN}"

    def games_on_disk(self) -> int:
        """Games in finished parts."""
        return sum(self.size(part) for part in self.finished())

    def path(self, table: str, part: int) -> Path:
        """The file of a part."""
        return self.folder / _name(table, part)

    # reading

    def read(self, table: str, part: int, columns: Sequence[str] | None = None) -> pa.Table:
        """One part, or some columns of it, once it is known to be what was written there."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        file = self.path(table, part)
        name = _name(table, part)
        try:
            if name not in self._checked and file_sha256(file) != self.sums.get(name):
                raise UserError(f"{file} is damaged or missing (its checksum differs); {_AGAIN}")
            self._checked.add(name)
            with pq.ParquetFile(file, page_checksum_verification=True) as source:
                self._check_part(file, source, table, part)
                found = source.read(columns=None if columns is None else list(columns))
        except (pa.ArrowException, OSError) as error:
            raise UserError(f"{file} is damaged or missing ({_first_line(error)}); {_AGAIN}") from None
        for column in found.column_names:
            if found.column(column).null_count and column not in self._game().null_columns:
                raise UserError(f"{file} has empty cells in column {column}; delete it: {_AGAIN}")
        return found if columns is None else found.select(list(columns))

    def _game(self) -> Game:
        return load(self.asked["game"])

    def _check_part(self, file: Path, source: pq.ParquetFile, table: str, part: int) -> None:
        """Whether a file is this part of this run: whose it says that it is, its columns and how many rows it has."""
        self._check_origin(file, source.schema_arrow.metadata, part)
        game, labels = self._game(), [seat["label"] for seat in self.asked["seats"]]
        if table == "games":
            expected = schema.games_table(game, 0, np.zeros((0, len(game.game_columns)), np.int32))
        else:
            none = np.zeros((0, len(labels), len(game.seat_columns)), np.int32)
            expected = schema.seats_table(game, 0, none, labels)
        if not source.schema_arrow.equals(expected.schema):
            version = f" (it was made by burgsim {self.asked['burgsim']}, kernel {self.asked['kernel']})"
            raise UserError(
                f"{file} doesn't have the columns of this game and this version of burgsim"
                f"{'' if self.asked['kernel'] == kernel_hash() else version}; {_AGAIN}"
            )
        rows = self.size(part) * (1 if table == "games" else len(labels))
        if source.metadata.num_rows != rows:
            raise UserError(f"{file} has {source.metadata.num_rows:,} rows instead of {rows:,}; {_AGAIN}")

    def _check_origin(self, file: Path, metadata: Mapping[bytes, bytes] | None, part: int) -> None:
        try:
            origin = parsed((metadata or {}).get(b"burgsim", b"{}").decode())
        except ValueError:
            origin = {}
        origin = origin if isinstance(origin, dict) else {}
        expected = {"run_id": self.asked["run_id"], "part": part, "games": self.size(part)}
        if origin != expected:
            what = "belongs to another run" if origin.get("run_id") != expected["run_id"] else "is another part"
            raise UserError(f"{file} {what}; the command that made the run, with --resume, replaces it")

    # writing

    @contextmanager
    def writing(self, resume: bool) -> Iterator[list[str]]:
        """Hold the folder for writing; gives remarks about what was found and will be played again.

        Raises
        ------
        UserError
            The folder is in use, holds something else, or can't be written.
        """
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._take_lock()
        except OSError as error:
            raise self.trouble(error) from None
        try:
            remarks = self._take_over(resume)
            # In this order a kill in between leaves a folder that the next call understands.
            if (self.folder / RUN).exists():
                self._write_sums()
            self._replace(RUN, _json(self.asked))
            for table in TABLES:
                (self.folder / table).mkdir(exist_ok=True)
            self._write_sums()
            yield remarks
        except OSError as error:
            raise self.trouble(error) from None
        finally:
            self._release_lock()

    def add(self, part: int, tables: Mapping[str, pa.Table]) -> None:
        """Write a part: its files first, then their checksums."""
        import pyarrow.parquet as pq

        digests = {}
        for table, rows in tables.items():
            origin = {"run_id": self.asked["run_id"], "part": part, "games": self.size(part)}
            rows = rows.replace_schema_metadata({"burgsim": json.dumps(origin)})
            words = [f.name for f in rows.schema if str(f.type).startswith("dictionary")]
            sink = io.BytesIO()
            pq.write_table(
                rows, sink, compression="zstd", compression_level=1, write_page_checksum=True,
                use_dictionary=[name for name in rows.column_names if name != "game"],
                column_encoding={"game": "DELTA_BINARY_PACKED"}, write_statistics=words,
            )  # fmt: skip
            self._replace(_name(table, part), sink.getvalue())
            self._checked.discard(_name(table, part))
            digests[_name(table, part)] = hashlib.sha256(sink.getvalue()).hexdigest()
        self.sums |= digests
        self._write_sums()

    def note(self, session: Mapping[str, Any]) -> None:
        """Add how a session went to log.json."""
        log = self.log()
        file = self.folder / LOG_FILE
        if not log and file.exists() and file.stat().st_size:  # no log of ours: kept, but out of the way
            os.replace(file, file.with_name(f"{LOG_FILE}.damaged"))
        self._replace(LOG_FILE, _json([*log, session]))

    def log(self) -> list[dict[str, Any]]:
        """The sessions so far; none when the file holds anything else."""
        try:
            log = parsed((self.folder / LOG_FILE).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return []
        return log if isinstance(log, list) and all(isinstance(session, dict) for session in log) else []

    def trouble(self, error: OSError) -> UserError:
        """What the system said about the folder, as one line."""
        games = self.games_on_disk()
        kept = f"; {games:,} games in whole parts are kept there" if games else ""
        return UserError(f"{self.folder}: {why(error)}{kept}")

    def _take_over(self, resume: bool) -> list[str]:
        """Look at what is in the folder; keep what belongs to this run."""
        inside = [entry.name for entry in self.folder.iterdir() if entry.name != LOCK]
        if RUN not in inside:
            if any(not name.endswith(_UNFINISHED) for name in inside):
                raise UserError(f"{self.folder} is not empty and holds no run; name another folder with --out")
            self._sweep()
            return []
        there = Store.open(self.folder, mending=True)
        if not resume:
            raise UserError(
                f"{self.folder} holds a run already ({there.games_on_disk():,} of {there.games:,} games); "
                "add --resume to go on with it, or name another folder with --out"
            )
        self._refuse_another(there)
        self._sweep()
        self._refuse_strangers()
        self.asked["pyarrow"] = list(dict.fromkeys([*there.asked.get("pyarrow", []), *self.asked.get("pyarrow", [])]))
        return self._keep_whole_parts(there)

    def _refuse_another(self, there: Store) -> None:
        if there.asked["kernel"] != self.asked["kernel"]:
            raise UserError(
                f"{self.folder} was made by another version of the rules or the kernel (burgsim "
                f"{there.asked.get('burgsim')}, kernel {there.asked.get('kernel')}; here {__version__}, "
                f"{self.asked['kernel']}) and can't be continued; name another folder with --out"
            )
        for key in _SAME:
            if there.asked.get(key) != self.asked[key]:
                said = _difference(key, there.asked.get(key), self.asked[key])
                raise UserError(f"{self.folder} holds another run: {said}")
        if there.games > self.games:
            behind = [part for part in there.finished() if part * self.part_size + there.size(part) > self.games]
            if behind:
                raise UserError(
                    f"{self.folder} holds {there.games_on_disk():,} games of this run, more than the {self.games:,} "
                    f"asked for; ask for at least {there.games:,}"
                )

    def _refuse_strangers(self) -> None:
        for table in TABLES:
            ours = {self.path(table, part).name for part in self.parts()}
            for entry in sorted((self.folder / table).iterdir()) if (self.folder / table).is_dir() else []:
                if entry.name not in ours:
                    raise UserError(f"{entry} doesn't belong to this run; move it elsewhere and try again")

    def _keep_whole_parts(self, there: Store) -> list[str]:
        """Keep the listed parts whose files are what the list says; the others are played again."""
        trouble = there._read_sums()
        remarks = [f"{trouble}; parts that it doesn't list are played again"] if trouble else []
        for part in there.parts():
            names = [_name(table, part) for table in TABLES]
            if part not in self.parts() or not all(name in there.sums for name in names):
                continue
            if there.size(part) != self.size(part):  # a short last part of a run that is extended
                continue
            wrong = self._wrong_with(part, there)
            if wrong:
                remarks.append(f"part {part} is played again: {wrong}")
            else:
                self.sums |= {name: there.sums[name] for name in names}
        return remarks

    def _wrong_with(self, part: int, there: Store) -> str:
        import pyarrow as pa
        import pyarrow.parquet as pq

        for table in TABLES:
            file = self.path(table, part)
            try:
                if file_sha256(file) != there.sums[_name(table, part)]:
                    return f"{file.name} in {table} is damaged or from elsewhere (its checksum differs)"
                with pq.ParquetFile(file) as source:
                    there._check_part(file, source, table, part)
                self._checked.add(_name(table, part))
            except FileNotFoundError:
                return f"{file.name} in {table} is missing"
            except (UserError, pa.ArrowException):
                return f"{file.name} in {table} belongs to another run"
        return ""

    def _sweep(self) -> None:
        """Remove what an interrupted write left under a temporary name."""
        for place in (self.folder, *(self.folder / table for table in TABLES)):
            for entry in place.glob(f"*{_UNFINISHED}"):
                entry.unlink()

    def _read_sums(self) -> str:
        """Read the list of finished parts; what is wrong with it, or nothing."""
        file = self.folder / CHECKSUMS
        try:
            lines = file.read_text(encoding="utf-8", errors="replace").splitlines()
        except FileNotFoundError:
            return ""
        except OSError as error:
            return f"{file} can't be read ({error.strerror})"
        trouble = ""
        for number, line in enumerate(lines, 1):
            found = _SUM.fullmatch(line)
            if found and int(found[3]) in self.parts():
                self.sums[found[2]] = found[1]
            elif found:
                trouble = trouble or f"{file} lists {found[2]}, but by {RUN} the run has {self.games:,} games"
            elif line.strip():
                trouble = trouble or f"{file} is damaged: line {number} isn't the SHA-256 of a part and its name"
        return trouble

    def _write_sums(self) -> None:
        text = "".join(f"{self.sums[name]}  {name}\n" for name in sorted(self.sums))
        self._replace(CHECKSUMS, text.encode())

    def _replace(self, name: str, content: bytes) -> None:
        """Write a file so that, whatever happens, it holds its old or its new content."""
        target = self.folder / name
        temporary = target.with_name(target.name + _UNFINISHED)
        try:
            with open(temporary, "wb") as sink:
                sink.write(content)
                sink.flush()
                os.fsync(sink.fileno())
            os.replace(temporary, target)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
        _flush_folder(target.parent)

    def _take_lock(self) -> None:
        in_use = UserError(f"{self.folder} is in use by another burgsim; wait for it or name another folder with --out")
        if fcntl is not None:
            self._lock = os.open(self.folder, os.O_RDONLY)
            try:
                fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                os.close(self._lock)
                self._lock = None
                raise in_use from None
            return
        try:
            self._lock = os.open(self.folder / LOCK, os.O_CREAT | os.O_EXCL | os.O_WRONLY)
        except FileExistsError:
            raise UserError(f"{in_use}; if there is none, delete {self.folder / LOCK}") from None

    def _release_lock(self) -> None:
        if self._lock is not None:
            os.close(self._lock)
            if fcntl is None:
                (self.folder / LOCK).unlink(missing_ok=True)
        self._lock = None


def environment() -> dict[str, Any]:
    """What the run was played with, for log.json."""
    import llvmlite.binding as llvm
    import numba

    found = {
        "python": platform.python_version(),
        "numba": numba.__version__,
        "numpy": np.__version__,
        "platform": platform.platform(),
        "processor": llvm.get_host_cpu_name(),
        "cores": os.cpu_count(),
    }
    return found


def file_sha256(file: Path) -> str:
    """SHA-256 of a file."""
    with open(file, "rb") as source:
        return hashlib.file_digest(source, "sha256").hexdigest()


def _name(table: str, part: int) -> str:
    return f"{table}/part-{part:06d}.parquet"


def _json(value: Any) -> bytes:
    """Indented, with lists of plain values on one line."""
    text = json.dumps(value, indent=1, ensure_ascii=False)
    text = re.sub(r"\[\s+([^\[\]{}]*?)\s+\]", lambda found: f"[{' '.join(found[1].split())}]", text)
    return f"{text}\n".encode()


def _check_asked(file: Path, asked: Mapping[str, Any]) -> None:
    """Refuse a run.json that isn't as it was written; the name of the run follows from all that its results do."""
    try:
        _Asked.model_validate(asked)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(key) for key in first["loc"])
        said = "is missing" if first["type"] == "missing" else f"is wrong: {first['msg'].lower()}"
        raise UserError(f"{file} was changed or is damaged: {where} {said}; put back the file as it was") from None
    if len(asked["seats"]) != asked["players"]:
        raise UserError(
            f"{file} was changed or is damaged: {len(asked['seats'])} seats for {asked['players']} players; put back "
            "the file as it was"
        )
    if run_id(asked) != asked["run_id"]:
        raise UserError(f"{file} was changed: its run_id doesn't fit what it asks for; put back the file as it was")


def _flush_folder(folder: Path) -> None:
    """Make a rename last (where the system can)."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(handle)
    except OSError:
        pass
    finally:
        os.close(handle)


def _difference(key: str, there: Any, here: Any) -> str:
    if key == "rules":
        old, new = dict(_flat(there)), dict(_flat(here))
        path = next(path for path in [*new, *old] if old.get(path) != new.get(path))
        return f"rule {path} is {old.get(path)} there, {new.get(path)} here"
    if key == "seats":
        for number, (a, b) in enumerate(zip(there, here, strict=False), start=1):
            if a != b:
                which = next(name for name in [*b, *a] if a.get(name) != b.get(name))
                if which == "weights":
                    return f"the weights of {b['label']} in seat {number} differ"
                if which == "file_sha256":
                    return f"the file of {b['label']} in seat {number} has changed since"
                return f"seat {number} is {a['label']} there, {b['label']} here"
    return f"{key} is {there} there, {here} here"


def _flat(tree: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in tree.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value


def _first_line(error: BaseException) -> str:
    lines = str(error).splitlines()
    return lines[0][:160] if lines else type(error).__name__
