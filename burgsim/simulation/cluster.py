"""A Dask cluster as the place where games are played: ranges of them go to its workers, rows come back in order.

What is played and what is written stay the same: a range that a worker took with it when it was lost is played again by
another, and any range gives the same rows anywhere.
"""

from __future__ import annotations

import gc
import logging
import os
import queue
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from typing import Any

from burgsim.games.game import UserError
from burgsim.games.jit import PACKAGE
from burgsim.simulation import parcel
from burgsim.simulation.ranges import (
    PARTS_IN_MEMORY,
    Chunk,
    Ledger,
    Part,
    Progress,
    Rows,
    Timing,
    Work,
    check_workers,
    default_workers,
    next_size,
)
from burgsim.simulation.warm import compiled, prepare

LOCAL = "local"
#: Loggers of Dask that have levels of their own.
_LOGGERS = ("distributed", "distributed.client", "distributed.gc", "tornado", "tornado.application")
#: Settings of Dask for a local cluster, which would otherwise spend a tenth of a core on watching itself.
_QUIET = {
    "distributed.worker.profile.enabled": False,
    "distributed.admin.tick.interval": "1s",
    "distributed.admin.tick.cycle": "10s",
    "distributed.admin.system-monitor.interval": "10s",
}
Tell = Callable[[str], None]

_CHUNK_SECONDS = 1.0
#: Chunks that a worker's thread has waiting, the one it is playing included.
_WAITING = 2
_CONNECT_SECONDS = 10
#: How long a run waits for a first worker, and for another when all are gone.
WORKER_SECONDS = 60.0
_POLL_SECONDS = 0.1
_LOOK_SECONDS = 3.0
_CLOSE_SECONDS = 2


class Cluster:
    """A Dask cluster that is running, or one started here.

    Parameters
    ----------
    address : str or distributed.Client
        Of the scheduler (`tcp://host:8786`), `local` to start a scheduler and workers on this machine, or a client.
    workers : int, optional
        Worker processes of a `local` cluster, one thread each; as many as there are cores when left out.
    tell : callable, optional
        Gets single lines about what is being waited for.

    Raises
    ------
    UserError
        Dask isn't installed, nobody answers at the address, no worker comes, or one has another version of burgsim.
    """

    def __init__(self, address: Any, workers: int | None = None, tell: Tell | None = None) -> None:
        check_workers(workers)
        distributed = _distributed()
        self._tell = tell or (lambda line: None)
        self._own: list[Any] = []
        self._levels = {name: logging.getLogger(name).level for name in _LOGGERS}
        self._prepared: set[tuple[str, str]] = set()
        self._local = ""
        self._wanted = self.threads = 1
        for name in _LOGGERS:  # what matters is said here, in one line
            logging.getLogger(name).setLevel(logging.CRITICAL)
        try:
            if isinstance(address, distributed.Client):
                self.client = address
            else:
                self.client = self._connect(distributed, str(address), workers)
            self.address = str(self.client.scheduler.address)
            self._await_worker("no worker has come to")
            self._check_versions()
        except BaseException:
            self.close()
            raise

    def _connect(self, distributed: Any, address: str, workers: int | None) -> Any:
        if address == LOCAL:
            here = _LocalCluster(distributed, workers or default_workers())
            self._own.append(here)
            self._wanted = here.count
            address = self._local = here.address
        elif workers is not None:
            raise UserError("--workers is for threads and for --cluster local; a cluster plays on the workers it has")
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # versions are compared below
                client = distributed.Client(
                    address, timeout=_CONNECT_SECONDS, set_as_default=False, direct_to_workers=True
                )
        except Exception as error:
            client, said = None, " ".join(str(error).split())[:160] or type(error).__name__
        if client is None:
            # What is left of the client closes itself when it is collected: here, where that can do no harm. Collected
            # in the start of a later client, it would wait for a lock that this start holds, for ever.
            gc.collect()
            raise UserError(
                f"no Dask scheduler answers at {address} ({said}); start one with: dask scheduler, and give the "
                "address that it prints, such as tcp://192.168.0.10:8786"
            )
        self._own.insert(0, client)
        return client

    def _await_worker(self, what: str) -> None:
        """Wait until there is a worker.

        Raises
        ------
        UserError
            None came in WORKER_SECONDS.
        """
        until = time.monotonic() + WORKER_SECONDS
        told = False
        while True:
            threads = self._threads_there()
            if sum(threads.values()) >= self._wanted:
                self.threads = sum(threads.values())
                self._wanted = 1
                return
            if self._own and isinstance(self._own[-1], _LocalCluster):
                self._own[-1].check()
            if time.monotonic() > until:
                raise UserError(
                    f"{what} {self.address} for {WORKER_SECONDS:.0f} s; start one with: dask worker {self.address}"
                )
            if not told and self.address != self._local:
                self._tell(f"{what} {self.address} yet; start one with: dask worker {self.address}")
                told = True
            time.sleep(_POLL_SECONDS)

    def _threads_there(self) -> dict[str, int]:
        """Threads by worker."""
        try:
            return dict(self.client.nthreads())
        except Exception:
            raise UserError(f"the Dask scheduler at {self.address} is gone") from None

    def _check_versions(self) -> None:
        """Refuse workers on which the same work would not mean the same."""
        here = parcel.version()
        python = here.rpartition("Python ")[2]
        for worker, found in self.client.get_versions()["workers"].items():
            there = ".".join(str(found["host"]["python"]).split(".")[:2])
            if there != python:
                raise UserError(f"the worker {worker} runs Python {there}; here it is {python}: use the same on both")

        def hello() -> str:  # travels as a function, since a worker may have no burgsim to look one up in
            try:
                from burgsim.simulation.parcel import version
            except ImportError as error:
                return f"no burgsim with this ({error})"
            return version()

        for worker, found in self.client.run(hello, on_error="return").items():
            if isinstance(found, OSError):  # gone since
                continue
            if found != here:
                raise UserError(f"the worker {worker} has {found}; here it is {here}: install the same on both")

    def prepare(self, game_id: str) -> None:
        """Have a game compiled by every worker that hasn't yet; workers that share a cache folder wait for the first.

        Raises
        ------
        UserError
            The game doesn't compile there.
        """

        def cached(game_id: str) -> bool:
            return compiled(game_id) is not None

        async def warm(game_id: str) -> None:
            import asyncio

            await asyncio.to_thread(prepare, game_id)

        new = [worker for worker in self._threads_there() if (worker, game_id) not in self._prepared]
        if not new:
            return
        lacking = sum(found is False for found in self._run(cached, game_id, new).values())
        if lacking:
            self._tell(f"compiling {game_id} on {lacking} worker{'s' * (lacking > 1)}, up to a minute, once")
        for worker, found in self._run(warm, game_id, new).items():
            if isinstance(found, Exception) and not isinstance(found, OSError):
                raise UserError(f"the worker {worker} can't prepare {game_id}: {' '.join(str(found).split())[:200]}")
            self._prepared.add((worker, game_id))

    def _run(self, function: Callable[[str], Any], game_id: str, workers: list[str]) -> dict[str, Any]:
        """What a function gives on each of the workers; its error, or an OSError of one that is gone."""
        return dict(self.client.run(function, game_id, workers=workers, on_error="return"))

    def describe(self) -> dict[str, Any]:
        """Address, workers and threads, for a run's log."""
        there = self._threads_there()
        return {"scheduler": self.address, "workers": len(there), "threads": sum(there.values())}

    def parts(
        self, work: Work, first: int, last: int, part_size: int, progress: Progress | None, timing: Timing
    ) -> Iterator[tuple[int, Rows]]:
        """What `in_parts` gives, played by the workers."""
        run = _Run(self, work, first, last, part_size, timing)
        try:
            while not run.finished:
                run.send()
                if progress is not None:
                    progress(run.ledger.done)
                ready = run.ledger.ready()
                if ready is None:
                    run.receive()
                    continue
                assert ready.rows is not None
                run.receive(wait=False)
                yield ready.first, ready.rows
                run.drop(ready)
        finally:
            run.stop()

    def look(self) -> None:
        """See how many threads there are now; wait for a worker when all are gone."""
        threads = sum(self._threads_there().values())
        if threads:
            self.threads = threads
        else:
            self._await_worker("all workers are gone from")

    def close(self) -> None:
        """Leave the cluster; one that was started here ends."""
        for one in self._own:
            try:
                one.close(timeout=_CLOSE_SECONDS)
            except Exception:  # it is gone, which is what was wanted
                pass
        self._own.clear()
        for name, level in self._levels.items():
            logging.getLogger(name).setLevel(level)

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class _LocalCluster:
    """A scheduler in this process and workers in processes of their own, which end with it."""

    def __init__(self, distributed: Any, count: int) -> None:
        self.count = count
        from dask import config

        with warnings.catch_warnings(), config.set(_QUIET):
            warnings.simplefilter("ignore")  # about a port for its web page, which isn't asked for
            self.scheduler = distributed.LocalCluster(n_workers=0, processes=True, dashboard_address=None)
        self.address = str(self.scheduler.scheduler_address)
        self.folder = tempfile.TemporaryDirectory(prefix="burgsim-workers-", ignore_cleanup_errors=True)
        words = [sys.executable, "-m", "dask", "worker", self.address, "--nthreads", "1", "--no-nanny",
                 "--no-dashboard", "--memory-limit", "0", "--local-directory", self.folder.name]  # fmt: skip
        path = os.pathsep.join(filter(None, [str(PACKAGE.parent), os.environ.get("PYTHONPATH")]))
        quiet = {f"DASK_{name.replace('.', '__').replace('-', '_').upper()}": str(v) for name, v in _QUIET.items()}
        environment = os.environ | {"PYTHONPATH": path} | quiet
        # in a session of their own: Ctrl-C is for this process, which ends them
        self.workers = [
            subprocess.Popen(
                words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
                env=environment,
            )
            for _ in range(count)
        ]  # fmt: skip

    def check(self) -> None:
        """Refuse to wait for a worker that has ended."""
        if any(worker.poll() is not None for worker in self.workers):
            raise UserError(f"a worker of the local cluster has ended; this shows why: dask worker {self.address}")

    def close(self, timeout: float) -> None:
        for worker in self.workers:
            worker.kill()  # it may be in the middle of a long game
        for worker in self.workers:
            worker.wait()
        self.folder.cleanup()
        self.scheduler.close(timeout=timeout)


class _Run:
    """One range being played."""

    def __init__(self, cluster: Cluster, work: Work, first: int, last: int, part_size: int, timing: Timing) -> None:
        self.cluster, self.timing = cluster, timing
        cluster.look()
        self.parcel = parcel.pack(work)
        self.ledger = Ledger(first, last, part_size, cluster.threads)
        self.size = 1
        self.out: dict[Any, Chunk] = {}
        self.back: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self.looked = time.monotonic()

    @property
    def finished(self) -> bool:
        return self.ledger.all_out and not self.ledger.open

    def send(self) -> None:
        """Give the workers enough to do."""
        threads = self.cluster.threads
        self.ledger.workers = threads
        self.ledger.most_open = PARTS_IN_MEMORY + _WAITING * threads
        while len(self.out) < _WAITING * threads:
            chunk = self.ledger.take(self.size)
            if chunk is None:
                return
            future = self.cluster.client.submit(parcel.play_range, self.parcel, chunk.start, chunk.count, pure=False)
            self.out[future] = chunk
            future.add_done_callback(self._fetch)

    def _fetch(self, future: Any) -> None:
        """In a thread of Dask's: get the rows here; those lost with their worker are waited for until played again."""
        if future not in self.out:
            return
        try:
            self.back.put((future, future.result(), None))
        except BaseException as error:
            self.back.put((future, None, error))

    def receive(self, wait: bool = True) -> None:
        """Take in what has come back; with `wait`, for a moment if nothing has."""
        try:
            future, found, error = self.back.get(timeout=_POLL_SECONDS) if wait else self.back.get_nowait()
        except queue.Empty:
            if time.monotonic() - self.looked > _LOOK_SECONDS:
                self.looked = time.monotonic()
                self.cluster.look()
            return
        chunk = self.out.pop(future)
        if error is not None:
            raise self._told(error, future.status, chunk) from None
        took, folded = found
        rows = parcel.unfold(folded)
        chunk.put(chunk.part.room(rows), rows)
        self.ledger.back(chunk)
        self.timing.busy += took
        self.size = next_size(self.size, chunk.count, took, _CHUNK_SECONDS)

    def _told(self, error: BaseException, status: str, chunk: Chunk) -> BaseException:
        """What went wrong with a chunk, as one line where it is no error of ours."""
        if isinstance(error, _distributed().KilledWorker):
            games = f"{chunk.start:,} to {chunk.start + chunk.count - 1:,}"
            return UserError(
                f"games {games} were lost with one worker after another; workers end when memory is short"
            )
        if isinstance(error, ImportError):
            return UserError(f"a worker has no burgsim with this ({error}); install it there")
        if status in ("cancelled", "lost"):
            return UserError(f"the Dask scheduler at {self.cluster.address} is gone")
        return error

    def drop(self, part: Part) -> None:
        """A part has been given on."""
        self.ledger.open.remove(part)

    def stop(self) -> None:
        """Begin no more; what workers are playing ends with its chunk."""
        self.out.clear()  # nobody wants it any more, and the scheduler takes it back


def _distributed() -> Any:
    try:
        import distributed
    except ImportError:
        raise UserError("playing on a cluster needs the package dask: pip install 'burgsim[cluster]'") from None
    return distributed


__all__ = ["LOCAL", "Cluster"]
