"""A real Dask scheduler and worker processes for tests."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DASK = [sys.executable, "-W", "ignore", "-m", "dask"]


class DaskCluster:
    """A scheduler process and its workers, one thread each."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        file = folder / "scheduler.json"
        self._start("scheduler", "scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard",
                    "--scheduler-file", str(file))  # fmt: skip
        self.address = ""
        until = time.monotonic() + 60
        while not self.address and time.monotonic() < until:
            time.sleep(0.05)
            if file.exists():
                import json

                try:
                    self.address = json.loads(file.read_text())["address"]
                except ValueError:  # half written
                    continue
        assert self.address

    def add(self, name: str, **environment: str) -> None:
        """Start a worker with this name."""
        self._start(name, "worker", self.address, "--name", name, "--nthreads", "1", "--no-nanny", "--no-dashboard",
                    "--local-directory", str(self.folder), **environment)  # fmt: skip

    def kill(self, name: str) -> None:
        """End a worker at once, whatever it is doing."""
        process = self.processes.pop(name)
        process.kill()
        process.wait()

    def freeze(self, name: str) -> None:
        """Stop a worker where it is."""
        self.processes[name].send_signal(signal.SIGSTOP)

    def end(self) -> None:
        """End everything."""
        for name in list(self.processes):
            self.kill(name)

    def _start(self, name: str, *words: str, **environment: str) -> None:
        quiet = subprocess.DEVNULL
        self.processes[name] = subprocess.Popen(
            [*DASK, *words], stdout=quiet, stderr=quiet, cwd=self.folder,
            env=os.environ | {"PYTHONPATH": str(ROOT)} | environment,
        )  # fmt: skip


@contextmanager
def dask_cluster(folder: Path, *workers: str) -> Iterator[DaskCluster]:
    """A cluster with workers of these names."""
    cluster = DaskCluster(folder)
    try:
        for name in workers:
            cluster.add(name)
        yield cluster
    finally:
        cluster.end()
