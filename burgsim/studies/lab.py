"""Where a question is played: arms (a table under some rules) on the same deals, kept as runs on disk until answered.

Every arm of a lab uses the lab's seed, so game i of one arm is dealt the same cards as game i of another.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from burgsim.games import load
from burgsim.games.game import Game, UserError
from burgsim.games.jit import kernel_hash
from burgsim.players import rotate, seats
from burgsim.simulation.forks import COLUMNS, ForkTable
from burgsim.simulation.ranges import in_parts
from burgsim.simulation.run import Results, simulate

if TYPE_CHECKING:
    import pandas as pd

#: Games a part: small, so that one part is written while the next is played.
PART_SIZE = 20_000

#: Games done, games in all, what is being played.
LabProgress = Callable[[int, int, str], None]


@dataclass(frozen=True)
class Sizes:
    """How many games: behind a page's headline, behind every other table, deals behind a contrast, and forks.

    `full` says that they are ten times the usual ones: then players with rollouts are asked, too.
    """

    headline: int = 1_000_000
    table: int = 100_000
    deals: int = 100_000
    forks: int = 20_000
    full: bool = False

    @classmethod
    def given(cls, games: int | None = None, full: bool = False) -> Sizes:
        """The usual sizes, ten times these, or one number for all."""
        if games is not None:
            return cls(games, games, games, games, full)
        usual = cls()
        if full:
            return cls(10 * usual.headline, 10 * usual.table, 10 * usual.deals, 10 * usual.forks, full=True)
        return usual


@dataclass(frozen=True)
class Arm:
    """A table to play at: seats (specs of burgsim.players), changed rules, and how many games.

    With `rotated` the seats are turned by one from game range to game range: each of the `players` rotations plays all
    the deals, and results come rotation by rotation.
    """

    name: str
    players: int
    games: int
    seats: tuple[str, ...] = ("balanced",)
    changes: Mapping[str, Any] = field(default_factory=dict)
    rotated: bool = False

    @property
    def rotations(self) -> int:
        """Runs that make up the arm."""
        return self.players if self.rotated else 1


class Played:
    """The first games of a run, read by column: what an arm asked for."""

    def __init__(self, results: Results, games: int) -> None:
        self.results, self.games, self.players = results, games, results.players

    def up_to(self, games: int) -> Played:
        """The first of these games only."""
        return Played(self.results, min(games, self.games))

    def seats(self, columns: Sequence[str]) -> Iterator[pd.DataFrame]:
        """The seats table part by part: DataFrames with one row a seat, games in order."""
        return _first(self.results.seats(list(columns)), self.games * self.players)

    def rows(self, columns: Sequence[str]) -> Iterator[pd.DataFrame]:
        """The games table part by part: DataFrames with one row a game; its parts hold the games of those of seats."""
        return _first(self.results.games(list(columns)), self.games)


def _first(frames: Iterator[pd.DataFrame], left: int) -> Iterator[pd.DataFrame]:
    for frame in frames:
        if left <= 0:
            return
        yield frame if len(frame) <= left else frame.iloc[:left]
        left -= len(frame)


class Lab:
    """Plays arms and keeps their runs in a folder: an interrupted question goes on where it stopped, and questions that
    ask for the same table share its games.
    """

    def __init__(
        self,
        game_id: str,
        question: str,
        seed: int = 1,
        sizes: Sizes | None = None,
        workers: int | None = None,
        folder: Path | str = "runs",
        progress: LabProgress | None = None,
        tell: Callable[[str], None] | None = None,
        command: str = "",
    ) -> None:
        self.game: Game = load(game_id)
        self.question, self.seed, self.workers = question, seed, workers
        self.sizes = sizes or Sizes()
        self.folder = Path(folder) / kernel_hash() / f"{game_id}-{seed}"
        self.progress, self.tell, self.command = progress, tell, command
        self.played = 0
        self.asked = 0
        self._given: dict[Path, list[Played]] = {}

    def play(self, arms: Iterable[Arm]) -> dict[str, list[Played]]:
        """Play arms; one run an arm, or one a rotation. Games that are on disk already are read."""
        arms = list(arms)
        if len({arm.name for arm in arms}) < len(arms):
            raise UserError("two arms of a question have the same name")
        self.asked += sum(arm.games * arm.rotations for arm in arms)
        return {arm.name: [self._run(arm, by) for by in range(arm.rotations)] for arm in arms}

    def _run(self, arm: Arm, by: int) -> Played:
        table = rotate(seats(self.game, arm.players, list(arm.seats)), by)
        # what plays, not what it is called: weights under two names are one table, played once
        playing = [{name: value for name, value in seat.to_dict().items() if name != "label"} for seat in table]
        what = [arm.players, playing, dict(arm.changes), self.seed]
        mark = hashlib.sha256(json.dumps(what, sort_keys=True, default=str).encode()).hexdigest()[:12]
        base, folder = self.played, self.folder / mark
        self.played += arm.games
        if folder.exists():
            found = Results.open(folder)
            if found.count >= arm.games:
                return self._give(folder, found, arm.games)

        def told(done: int, _total: int, _parts: int) -> None:
            if self.progress is not None:
                self.progress(base + done, self.asked, arm.name)

        results = simulate(
            self.game.id,
            arm.players,
            table,
            arm.games,
            self.seed,
            dict(arm.changes),
            workers=self.workers,
            out=folder,
            resume=folder.exists(),
            part_size=PART_SIZE,
            progress=told,
            tell=self.tell,
            command=self.command,
        )
        return self._give(folder, results, arm.games)

    def _give(self, folder: Path, results: Results, games: int) -> Played:
        """An arm's games; whoever was given fewer of this run before reads it as it is now."""
        given = self._given.setdefault(folder, [])
        for earlier in given:
            earlier.results = results
        given.append(Played(results, games))
        return given[-1]

    def fork(
        self, mark: str, players: int, games: int, futures: int = 4, policy: str | Sequence[str] = "balanced",
        changes: Any = None,
    ) -> dict[str, np.ndarray]:  # fmt: skip
        """Fork one decision a game (see burgsim.simulation.forks); columns by name, games with an opportunity only.

        `policy` is one for every seat, or one a seat.
        """
        rules = self.game.rules.build(changes)
        who = seats(self.game, players, policy)
        table = ForkTable(self.game, players, rules, who, mark, futures, self.seed)
        base = self.played
        self.asked += games

        def told(done: int) -> None:
            if self.progress is not None:
                self.progress(base + done, self.asked, f"forks, {players} players")

        parts = in_parts(table.play, 0, games, PART_SIZE, self.workers, told)
        rows = np.concatenate([part[part[:, 0] > 0] for _, (part,) in parts])
        self.played += games
        return {name: rows[:, i].astype(np.int64) for i, name in enumerate(COLUMNS)}

    def clear(self) -> None:
        """Remove the runs: the question is answered."""
        shutil.rmtree(self.folder, ignore_errors=True)
        for parent in list(self.folder.parents)[:2]:
            try:
                parent.rmdir()
            except OSError:
                return


def by_game(run: Played, columns: Sequence[str]) -> Iterator[dict[str, np.ndarray]]:
    """Part by part: each column of the games table as int64 (games,); 0 where a cell doesn't apply, words as codes."""
    for frame in run.rows(columns):
        yield {
            name: (found.cat.codes if found.dtype == "category" else found.fillna(0)).to_numpy().astype(np.int64)
            for name, found in frame.items()
        }


def by_seat(run: Played, columns: Sequence[str]) -> Iterator[dict[str, np.ndarray]]:
    """Part by part: each column of the seats table as an array (games, players)."""
    for frame in run.seats(columns):
        yield {name: frame[name].to_numpy().reshape(-1, run.players) for name in columns}
