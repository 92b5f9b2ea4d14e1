"""What a notebook or a script calls beside `burgsim.simulate`: `compare`, `tournament`, `cluster`.

    found = burgsim.compare("study.toml")
    found; found.summary(); found.effects; found.seats[["variant", "seat", "score"]]
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from burgsim.games import load
from burgsim.players import Seat, seats
from burgsim.simulation.ranges import playing_on
from burgsim.simulation.rows import Rows, Sitting, played_again
from burgsim.simulation.run import rules_of
from burgsim.studies.run_study import Answer, run_study
from burgsim.studies.study_file import parse_study, read_study
from burgsim.studies.tournament import Tournament, play_tournament, tables_of

if TYPE_CHECKING:
    import pandas as pd


class _Shown(ABC):
    """Something with tables and lines to look at, and games that are played again when they are read."""

    workers: int | None = None

    @abstractmethod
    def shown(self) -> list[Any]:
        """Rich tables and lines."""

    @abstractmethod
    def sittings(self) -> list[Sitting]:
        """The tables that were played at."""

    @cached_property
    def games(self) -> Rows:
        """The table `games`, read by column; not kept, so the games are played again whenever it is read."""
        return played_again("games", self.sittings(), self.workers)

    @cached_property
    def seats(self) -> Rows:
        """The table `seats`, read by column; not kept, so the games are played again whenever it is read."""
        return played_again("seats", self.sittings(), self.workers)

    def __rich__(self) -> Any:
        from rich.console import Group

        return Group(*self.shown())

    def _repr_html_(self) -> str:
        from burgsim.simulation.show import as_html

        return as_html(self.shown())


class Compared(_Shown):
    """A study that has been played.

    Attributes
    ----------
    answer : Answer
        All that was found: effects, values, ladder.
    games, seats : Rows
        Every game, with the columns `variant`, `players` and `rotation` in front.
    """

    def __init__(self, answer: Answer, workers: int | None = None) -> None:
        self.answer, self.workers = answer, workers

    @property
    def effects(self) -> pd.DataFrame:
        """Every difference between a variant and the baseline, declared ones first, one row each.

        Columns: players, variant, measure, where, label, unit, declared, baseline, changed, difference, low, high, p,
        smallest, verdict; amounts are in `unit` (shares in percentage points).
        """
        return self._frame(self.answer.effects)

    def summary(self) -> pd.DataFrame:
        """The headline effects (the declared contrasts; without any, win shares and scores), as `effects`."""
        return self._frame(self.answer.headline)

    def to_dict(self) -> dict[str, Any]:
        """The object that `burgsim compare --json` prints."""
        return self.answer.to_dict()

    def shown(self) -> list[Any]:
        """What `burgsim compare` prints."""
        from burgsim.report.study_tables import terminal

        return terminal(self.answer)

    def sittings(self) -> list[Sitting]:
        """The tables of every arm."""
        comparison = self.answer.comparison
        if comparison is None:
            return []
        return [
            Sitting(table, comparison.deals[players], {"variant": arm.name, "players": players, "rotation": by})
            for players, arms in comparison.arms.items()
            for arm in arms
            for by, table in enumerate(arm.tables(comparison.game, comparison.study.seed))
        ]

    def __repr__(self) -> str:
        study = self.answer.study
        return f"<{study.title}: {', '.join(study.variants) or 'no variants'} of {study.game}, seed {study.seed}>"

    @staticmethod
    def _frame(effects: Sequence[Any]) -> pd.DataFrame:
        import pandas as pd

        rows = []
        for effect in effects:
            kind = effect.quantity.kind
            difference = effect.difference
            rows.append({
                "players": effect.players, "variant": effect.variant, "measure": effect.quantity.measure,
                "where": effect.quantity.where, "label": effect.quantity.label, "unit": kind.unit,
                "declared": effect.declared, "baseline": effect.baseline * kind.scale,
                "changed": effect.changed * kind.scale, "difference": difference.estimate * kind.scale,
                "low": difference.low * kind.scale, "high": difference.high * kind.scale, "p": effect.adjusted,
                "smallest": effect.smallest * kind.scale, "verdict": effect.word,
            })  # fmt: skip
        return pd.DataFrame(rows)


class Contest(_Shown):
    """A tournament that has been played.

    Attributes
    ----------
    found : Tournament
        Win shares, rates, ratings and cycles.
    games, seats : Rows
        Every game, with the columns `table` (from 0) and `rotation` in front.
    """

    def __init__(self, found: Tournament, policies: Sequence[Seat], changes: Any, workers: int | None = None) -> None:
        self.found, self.workers = found, workers
        self._policies, self._changes = list(policies), changes

    def summary(self) -> pd.DataFrame:
        """One row a policy, the strongest first: policy, win_share, low, high, and rating where there is one."""
        import pandas as pd

        rows = []
        for i in self.found.order:
            share = self.found.shares[i]
            row = {"policy": self.found.policies[i], "win_share": share.estimate, "low": share.low, "high": share.high}
            if self.found.ratings is not None:
                row["rating"] = self.found.ratings[i].strength.estimate
            rows.append(row)
        return pd.DataFrame(rows)

    @property
    def rates(self) -> pd.DataFrame:
        """How often the row finished ahead of the column, a tie being half; the strongest first."""
        import pandas as pd

        names = [self.found.policies[i] for i in self.found.order]
        return pd.DataFrame(self.found.rates[self.found.order][:, self.found.order], index=names, columns=names)

    def to_dict(self) -> dict[str, Any]:
        """The object that `burgsim tournament --json` prints."""
        return self.found.to_dict()

    def shown(self) -> list[Any]:
        """What `burgsim tournament` prints."""
        from burgsim.report.tournament_page import terminal

        return terminal(self.found)

    def sittings(self) -> list[Sitting]:
        """Every selection of the policies in every rotation."""
        found, game = self.found, load(self.found.game)
        tables = tables_of(game, found.players, self._policies, rules_of(game, self._changes), found.seed)
        return [
            Sitting(table, found.deals, {"table": i // found.players, "rotation": i % found.players})
            for i, table in enumerate(tables)
        ]

    def __repr__(self) -> str:
        names = ", ".join(self.found.policies)
        return f"<tournament of {names}: {self.found.games:,} games of {self.found.game}, seed {self.found.seed}>"


def compare(
    study: str | Path,
    *,
    games: int | None = None,
    precision: str | None = None,
    until_verdict: bool = False,
    anytime: bool = False,
    ladder: bool = False,
    full: bool = False,
    workers: int | None = None,
    progress: Any = None,
) -> Compared:
    """Play variants against a baseline on the same deals.

    Parameters
    ----------
    study : str or path
        A study file, or the text of one (more than one line).
    games, precision, until_verdict, anytime, ladder, full, workers
        As for `burgsim compare`.
    progress : callable, optional
        Called with deals done, deals in all, and what is being played.

    Raises
    ------
    UserError
        One line: where the study is wrong, and what would be right.
    """
    asked = parse_study(study) if isinstance(study, str) and "\n" in study else read_study(study)
    answer = run_study(
        asked, games=games, precision=precision, until_verdict=until_verdict, anytime=anytime, ladder=ladder,
        full=full, workers=workers, progress=progress,
    )  # fmt: skip
    return Compared(answer, workers)


def tournament(
    game: str,
    players: int,
    policies: Sequence[str] | None = None,
    games: int = 50_000,
    seed: int = 1,
    rules: Any = None,
    *,
    workers: int | None = None,
    progress: Any = None,
) -> Contest:
    """Play every policy against every other, seats rotated on the same deals.

    Parameters
    ----------
    policies : sequence of str, optional
        As after --seat; all of the game's when left out.
    games : int
        In all, about.
    rules : mapping, path or Rules, optional
        As for `simulate`.
    progress : callable, optional
        Called with games done and games in all.

    Raises
    ------
    UserError
        One line that says what is wrong and what would be right.
    """
    found = play_tournament(
        game, players, policies, games=games, seed=seed, changes=rules, workers=workers, progress=progress
    )
    loaded = load(game)
    sat = [seats(loaded, players, [spec])[0] for spec in policies or loaded.policies]
    return Contest(found, sat, rules, workers)


@contextmanager
def cluster(address: Any, workers: int | None = None) -> Iterator[Any]:
    """Have everything inside the `with` block played on a Dask cluster.

    Parameters
    ----------
    address : str or distributed.Client
        Of the scheduler (`tcp://host:8786`), `local` to start one with workers on this machine, or a client.
    workers : int, optional
        Worker processes of a `local` cluster; as many as there are cores when left out.

    Raises
    ------
    UserError
        Dask isn't installed, nobody answers at the address, no worker comes, or one has another version of burgsim.
    """
    from burgsim.simulation.cluster import Cluster

    with Cluster(address, workers, lambda line: print(f"burgsim: {line}", file=sys.stderr)) as there, playing_on(there):
        yield there
