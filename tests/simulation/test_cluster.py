"""A Dask cluster plays what threads play: the same bytes, with a worker lost on the way; and what it says when not."""

from __future__ import annotations

import gc
import json
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import distributed
import numpy as np
import pytest

import burgsim
from burgsim.cli import main
from burgsim.games import load
from burgsim.players import seats
from burgsim.simulation import cluster as cluster_module
from burgsim.simulation import parcel
from burgsim.simulation.batch import Table
from burgsim.simulation.cluster import Cluster
from burgsim.simulation.ranges import in_parts, playing_on
from burgsim.simulation.store import Store
from tests.child import child, press_ctrl_c
from tests.simulation.dask_cluster import DaskCluster, dask_cluster

GAME = "burgundy-cards"
MINE = '''\
from burgsim import policy
from burgsim.games.chance import draw_below

STEP = 2


@policy("burgundy-cards", weights={"luck": (0.5, "how often the last action")})
def mine(state, rules, seat, n, desk):
    if draw_below(desk, 100) < 100 * desk.weights[0]:
        return n - 1
    return min(STEP, n - 1)


@policy("burgundy-cards")
def wild(state, rules, seat, n, desk):
    return -1
'''


@pytest.fixture(scope="module")
def dask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DaskCluster]:
    """A scheduler and two workers."""
    with dask_cluster(tmp_path_factory.mktemp("dask"), "one", "two") as there:
        yield there


@pytest.fixture(scope="module")
def cluster(dask: DaskCluster) -> Iterator[Cluster]:
    """A connection to it, when both workers are there."""
    with Cluster(dask.address) as there:
        there.client.wait_for_workers(2, timeout=60)
        yield there


@pytest.fixture
def file(tmp_path: Path) -> str:
    (tmp_path / "mine.py").write_text(MINE, encoding="utf-8")
    return str(tmp_path / "mine.py")


def play(out: Path, games: int = 4_000, seat: Any = "random", **options: Any) -> Any:
    given = {"seed": 7, "part_size": 700, "workers": 2} | options
    return burgsim.simulate(GAME, 2, seat, games=games, out=out, **given)


def content(folder: Path) -> dict[str, bytes]:
    """Every file of a run but its log."""
    files = sorted(file for file in folder.rglob("*") if file.is_file() and file.name != "log.json")
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in files}


def test_the_same_bytes_as_in_threads(cluster: Cluster, tmp_path: Path, file: str) -> None:
    for name, seat in (("plain", "random"), ("mine", [f"{file}:mine", "greedy,noise=0.1"])):
        play(tmp_path / name, seat=seat)
        with playing_on(cluster):
            there = play(tmp_path / f"{name}-cluster", seat=seat)
        assert content(tmp_path / name) == content(tmp_path / f"{name}-cluster")
        assert there.cluster == {"scheduler": cluster.address, "workers": 2, "threads": 2}
    log = Store.open(tmp_path / "plain-cluster").log()[0]
    assert (log["cluster"], log["workers"], log["finished"]) == (there.cluster, 2, True)
    assert log["playing_seconds"] > 0


def test_a_run_is_begun_here_and_continued_there(cluster: Cluster, tmp_path: Path) -> None:
    play(tmp_path / "whole")
    play(tmp_path / "run", 1_000)
    with playing_on(cluster):
        play(tmp_path / "run", resume=True)
    assert content(tmp_path / "run") == content(tmp_path / "whole")


@pytest.mark.parametrize(("first", "last", "part_size"), [(0, 1, 1), (3, 1000, 100), (250, 260, 5), (0, 999, 10_000)])
def test_ranges_come_whole_and_in_order(cluster: Cluster, first: int, last: int, part_size: int) -> None:
    def work(start: int, count: int) -> tuple[np.ndarray, ...]:
        numbers = np.arange(start, start + count)
        return numbers * 100_000, numbers[:, None] % np.array([2, 3]), np.full(count, 0.1) * numbers

    with playing_on(cluster):
        parts = list(in_parts(work, first, last, part_size))
    starts = [start for start, _ in parts]
    assert starts == [first, *range((first // part_size + 1) * part_size, last, part_size)]
    for got, wanted in zip(zip(*(rows for _, rows in parts), strict=True), work(first, last - first), strict=True):
        whole = np.concatenate(got)
        assert whole.dtype == wanted.dtype
        assert np.array_equal(whole, wanted)


STUDY = """
title = "Two"
game = "burgundy-cards"
players = 2
games = 300
rotate = true
[baseline]
seats = ["random", "greedy"]
[variants.silver]
set.start_silver = 3
adapted = false
[[fork]]
mark = "complete-set"
games = 60
[[gift]]
give = "start_workers"
[[association]]
counter = "sets_ship"
"""


def compared(tmp_path: Path) -> Any:
    from burgsim.studies.run_study import run_study
    from burgsim.studies.study_file import read_study

    study = tmp_path / "study.toml"
    study.write_text(STUDY, encoding="utf-8")
    return run_study(read_study(study), workers=1).to_dict()


def tournament(_: Path) -> Any:
    from burgsim.studies.tournament import play_tournament

    return play_tournament(GAME, 2, ["random", "greedy"], games=400, workers=1, ratings=False).to_dict()


def levelled(_: Path) -> Any:
    from burgsim.studies.levelling import level

    return level(GAME, 2, "seat_silver", spec="random", deals=200, workers=1).to_dict()


def luck(_: Path) -> Any:
    from burgsim.studies.luck import luck as study

    return study(GAME, 2, ["random"], deals=60, workers=1).to_dict()


def sensitivity(_: Path) -> Any:
    from burgsim.studies.sensitivity import sensitivity as study

    return study(GAME, 2, ["start_silver=0,1,2"], spec="random", deals=40, walks=3, workers=1).to_dict()


def tuned(_: Path) -> Any:
    from burgsim.studies.tuning import tune

    return tune(GAME, 2, "greedy", ["random"], generations=2, population=4, deals=10, check_deals=30, workers=1)


@pytest.mark.parametrize("study", [compared, tournament, levelled, luck, sensitivity, tuned])
def test_a_study_says_the_same(cluster: Cluster, tmp_path: Path, study: Callable[[Path], Any]) -> None:
    here = study(tmp_path)
    with playing_on(cluster):
        assert repr(study(tmp_path)) == repr(here)


def test_a_users_mistake_is_told_as_here(cluster: Cluster, file: str) -> None:
    with playing_on(cluster), pytest.raises(burgsim.UserError, match=r"mine.py:wild in seat 1 chose index -1 of \d"):
        burgsim.simulate(GAME, 2, f"{file}:wild", games=100)
    with playing_on(cluster):  # and the cluster plays on
        assert burgsim.simulate(GAME, 2, "random", games=100).summary().games == 100


def test_what_nobody_waits_for_is_not_played(cluster: Cluster) -> None:
    table = Table(load(GAME), 2, load(GAME).rules(), seats(load(GAME), 2, "random"))
    with playing_on(cluster):
        parts = in_parts(table.play, 0, 10_000_000, 1000)
        assert next(parts)[0] == 0
        parts.close()
    until = time.monotonic() + 20
    while any(cluster.client.processing().values()) and time.monotonic() < until:
        time.sleep(0.05)
    assert not any(cluster.client.processing().values())


def test_a_policy_written_in_a_session_travels(cluster: Cluster) -> None:
    first = burgsim.policy(GAME)(lambda state, rules, seat, n, desk: 0)
    work = Table(load(GAME), 2, load(GAME).rules(), [first_seat(first), first_seat(first)], 3).play
    here = work(5, 20)
    with playing_on(cluster):
        ((_, there),) = in_parts(work, 5, 25)
    assert all(np.array_equal(a, b) for a, b in zip(here, there, strict=True))


def first_seat(policy: Any) -> Any:
    from burgsim.players import Seat

    return Seat(policy, policy.default_weights(), label="first")


def test_speed_there_against_here(dask: DaskCluster, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", GAME, "--cluster", dask.address, "--games", "400", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["games"], found["threads"], found["policy"]) == (400, 2, "balanced")
    assert found["ratio"] == pytest.approx(found["there"] / found["here"])


# what can be wrong


def test_dask_is_not_installed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert main(["simulate", GAME, "-p", "2", "-n", "10", "-s", "random", "--cluster", "tcp://127.0.0.1:1"]) == 2
    said = capsys.readouterr().err
    assert said == "burgsim: playing on a cluster needs the package dask: pip install 'burgsim[cluster]'\n"


def clients() -> int:
    """How many clients there are, closed ones included."""
    return sum(type(one) is distributed.Client for one in gc.get_objects())


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "127.0.0.1", "nonsense://x", "http://[::1"])
def test_nobody_answers(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], address: str) -> None:
    monkeypatch.setattr(cluster_module, "_CONNECT_SECONDS", 0.5)
    before = clients()
    assert main(["simulate", GAME, "-p", "2", "-n", "10", "-s", "random", "--cluster", address]) == 2
    assert clients() <= before  # one that is collected later may wait for ever for the start of another
    said = capsys.readouterr().err
    assert said.startswith(f"burgsim: no Dask scheduler answers at {address} (")
    assert said.endswith("start one with: dask scheduler, and give the address that it prints, such as "
                         "tcp://192.168.0.10:8786\n")  # fmt: skip
    assert said.count("\n") == 1


def test_threads_of_a_cluster_are_its_own(dask: DaskCluster, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", GAME, "-p", "2", "-n", "10", "--cluster", dask.address, "--workers", "2"]) == 2
    assert "--workers is for threads and for --cluster local" in capsys.readouterr().err


def test_another_version_is_refused(dask: DaskCluster, cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    there = parcel.version()
    here = there.replace("kernel ", "kernel 0000")
    work = parcel.pack(Table(load(GAME), 2, load(GAME).rules(), seats(load(GAME), 2, "random")).play)
    monkeypatch.setattr(parcel, "version", lambda: here)
    with pytest.raises(burgsim.UserError, match=f"worker tcp://.* has {there}; here it is {here}: install the same"):
        Cluster(dask.address)
    # a worker that comes later is asked, too
    with pytest.raises(burgsim.UserError, match=f"a worker has {here}; here it is {there}"):
        parcel.play_range(work, 0, 1)


def test_a_worker_without_burgsim_is_refused(tmp_path: Path) -> None:
    (tmp_path / "burgsim").mkdir()
    (tmp_path / "burgsim" / "__init__.py").write_text("raise ImportError('nothing here')\n")
    with dask_cluster(tmp_path) as bare:
        said: list[str] = []
        bare.add("bare", PYTHONPATH=str(tmp_path))
        with pytest.raises(burgsim.UserError, match=r"worker tcp://.* has no burgsim with this \(nothing here\); here"):
            Cluster(bare.address, tell=said.append)
        assert said in ([], [f"no worker has come to {bare.address} yet; start one with: dask worker {bare.address}"])


# workers and schedulers that are lost


def test_a_worker_killed_in_the_middle_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And then the last one, whose games wait for another or are left to --resume; then the scheduler, too."""
    monkeypatch.setattr(cluster_module, "_CHUNK_SECONDS", 0.1)
    monkeypatch.setattr(cluster_module, "_LOOK_SECONDS", 0.2)
    monkeypatch.setattr(cluster_module, "_CONNECT_SECONDS", 4)
    play(tmp_path / "whole", 12_000)
    with dask_cluster(tmp_path, "one", "two") as dask, Cluster(dask.address) as cluster, playing_on(cluster):
        cluster.client.wait_for_workers(2, timeout=60)
        cluster.prepare(GAME)
        address_of = {w["name"]: a for a, w in cluster.client.scheduler_info()["workers"].items()}
        lost: list[int] = []

        def lose_one(done: int, total: int, _parts: int) -> None:
            if lost or done < total / 4:
                return
            dask.freeze("one")  # what it gets from now on it won't finish
            client, address = cluster.client, address_of["one"]
            has = len(client.processing()[address]) + len(client.has_what()[address])
            if has:
                dask.kill("one")
                lost.append(has)

        play(tmp_path / "run", 12_000, progress=lose_one)
        assert lost[0] > 0
        assert list(cluster.client.nthreads().values()) == [1]
        assert content(tmp_path / "run") == content(tmp_path / "whole")

        # the last one goes; another comes
        came: list[str] = []

        def lose_the_other(done: int, total: int, _parts: int) -> None:
            if done > total / 4 and not came:
                came.append("three")
                dask.kill("two")
                threading.Timer(0.5, dask.add, ["three"]).start()

        play(tmp_path / "again", 12_000, progress=lose_the_other)
        assert came == ["three"]
        assert content(tmp_path / "again") == content(tmp_path / "whole")

        # the last one goes; nobody comes
        monkeypatch.setattr(cluster_module, "WORKER_SECONDS", 0.5)

        def lose_the_last(*_: int) -> None:
            if "three" in dask.processes:
                dask.kill("three")

        with pytest.raises(burgsim.UserError, match="all workers are gone from tcp://.* for 0 s; start one with: dask"):
            play(tmp_path / "left", 12_000, progress=lose_the_last)
        dask.kill("scheduler")
        until = time.monotonic() + 20
        with pytest.raises(burgsim.UserError, match="the Dask scheduler at tcp://.* is gone"):
            play(tmp_path / "left", 12_000, resume=True)
        assert time.monotonic() < until
    play(tmp_path / "left", 12_000, resume=True)
    assert content(tmp_path / "left") == content(tmp_path / "whole")


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("where", ["there", "local"])
def test_ctrl_c(dask: DaskCluster, tmp_path: Path, where: str) -> None:
    """In the middle of a game of rollouts; the workers of a local cluster end with it."""
    address = dask.address if where == "there" else "local"
    out = tmp_path / "run"
    words = ["simulate", GAME, "-p", "4", "-n", "1000", "--out", str(out), "--cluster", address,
             "--seat", "balanced,rollouts=300,width=3"]  # fmt: skip
    with child([sys.executable, "-m", "burgsim.cli", *words], start_new_session=True) as process:
        _, error, took = press_ctrl_c(process, (out / "checksums.sha256").exists, 1.5, group=True)
    assert process.returncode == 130
    assert took < 10.0  # a second or two on an idle machine
    wanted = f"burgsim: interrupted; 0 of 1,000 games are on disk in {out}; go on with: burgsim simulate"
    assert [line.startswith(wanted) for line in error.splitlines()] == [True], error
    with pytest.raises(ProcessLookupError):  # nobody of them is left
        until = time.monotonic() + 5
        while time.monotonic() < until:
            os.killpg(process.pid, 0)
            time.sleep(0.1)
