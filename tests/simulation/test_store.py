"""A run on disk: interrupted anywhere, continued, extended, damaged, shared, out of room."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import re
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import burgsim
from burgsim.cli import main
from burgsim.simulation import store as store_module
from burgsim.simulation.rerun import rerun
from burgsim.simulation.run import Results
from burgsim.simulation.store import Store, run_id
from burgsim.simulation.trace import trace_of_run

FIRST = '''\
from burgsim import policy


@policy("burgundy-cards")
def first(state, rules, seat, n, desk):
    return 0
'''
PART = 20
GAMES = 90  # four parts and a short one


def play(out: Path, games: int = GAMES, *, resume: bool = False, **options: Any) -> Results:
    given = {"seats": "random", "seed": 7, "part_size": PART, "workers": 2} | options
    return burgsim.simulate("burgundy-cards", 2, games=games, out=out, resume=resume, **given)


def content(folder: Path) -> dict[str, bytes]:
    """Every file of a run but its log."""
    files = sorted(file for file in folder.rglob("*") if file.is_file() and file.name != "log.json")
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in files}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """An undisturbed run."""
    folder = tmp_path_factory.mktemp("whole") / "run"
    play(folder)
    return content(folder)


def test_the_files_of_a_run(whole: dict[str, bytes]) -> None:
    parts = [f"{table}/part-{i:06d}.parquet" for table in ("games", "seats") for i in range(5)]
    assert sorted(whole) == sorted(["run.json", "checksums.sha256", *parts])
    listed = dict(reversed(line.split("  ")) for line in whole["checksums.sha256"].decode().splitlines())
    assert listed == {name: hashlib.sha256(whole[name]).hexdigest() for name in parts}
    asked = json.loads(whole["run.json"])
    assert (asked["games"], asked["seed"], asked["players"], asked["part_size"]) == (GAMES, 7, 2, PART)
    assert asked["rules"]["start_silver"] == 1
    assert [seat["policy"] for seat in asked["seats"]] == ["random", "random"]


@pytest.mark.parametrize("workers", [1, 3])
def test_the_same_bytes_for_any_number_of_workers(tmp_path: Path, whole: dict[str, bytes], workers: int) -> None:
    play(tmp_path / "run", workers=workers)
    assert content(tmp_path / "run") == whole


@pytest.mark.parametrize("stages", [(15,), (20, 60), (1, 21, 89)])
def test_a_longer_run_extends_the_folder(tmp_path: Path, whole: dict[str, bytes], stages: tuple[int, ...]) -> None:
    folder = tmp_path / "run"
    play(folder, stages[0])
    for games in stages[1:]:
        play(folder, games, resume=True)
    results = play(folder, resume=True)
    assert content(folder) == whole
    assert results.games_played == GAMES - stages[-1] // PART * PART
    assert results.summary() == play(tmp_path / "other").summary()
    assert [session["finished"] for session in results.store.log()] == [True] * (len(stages) + 1)  # type: ignore[union-attr]


def test_resuming_a_finished_run_plays_nothing(tmp_path: Path, whole: dict[str, bytes]) -> None:
    play(tmp_path / "run")
    results = play(tmp_path / "run", resume=True)
    assert results.games_played == 0
    assert results.to_dict()["games_per_second"] is None
    assert results.summary().games == GAMES
    assert content(tmp_path / "run") == whole


class Killed(BaseException):
    """The process ends here."""


def test_a_stop_at_any_step_of_writing_can_be_continued(
    tmp_path: Path, whole: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stopped at the k-th flush, rename or removal, for every k, with half-written files left where they are."""
    left = [0]

    def counted(function: Callable[..., Any]) -> Callable[..., Any]:
        def wrapper(*arguments: Any, **named: Any) -> Any:
            left[0] -= 1
            if left[0] < 0:
                raise Killed
            return function(*arguments, **named)

        return wrapper

    monkeypatch.setattr(store_module.os, "fsync", counted(os.fsync))
    monkeypatch.setattr(store_module.os, "replace", counted(os.replace))
    monkeypatch.setattr(Path, "unlink", counted(Path.unlink))
    monkeypatch.setattr(Path, "mkdir", counted(Path.mkdir))
    steps = 0
    while True:
        folder = tmp_path / f"run-{steps}"
        left[0] = steps
        try:
            play(folder, 30, workers=1)
            break
        except Killed:
            pass
        left[0] = 1 << 30
        play(folder, resume=True, workers=1)
        assert content(folder) == whole, f"stopped at step {steps}"
        steps += 1
    assert steps > 20


KILLED_AGAIN_AND_AGAIN = """
    import os, random, signal, sys, time
    import burgsim
    from burgsim.simulation.batch import Table
    from burgsim.players import seats
    from burgsim.games import load

    game = load("burgundy-cards")
    Table(game, 2, game.rules(), seats(game, 2, "random")).play(0, 10)

    def play(folder):
        burgsim.simulate("burgundy-cards", 2, "random", 50_000, 3, part_size=500, workers=2, out=folder, resume=True)

    draw = random.Random(11)
    folder, kills = sys.argv[1], 0
    while kills < 20:
        child = os.fork()
        if child == 0:
            play(folder)
            os._exit(0)
        time.sleep(draw.uniform(0.0, 0.06))
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        if os.WIFSIGNALED(status):
            kills += 1
        else:  # too fast for us: once more, from the beginning
            folder, kills = folder + "-again", 0
    play(folder)
    print(folder)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_process_killed_twenty_times_leaves_the_same_bytes(tmp_path: Path) -> None:
    burgsim.simulate("burgundy-cards", 2, "random", 50_000, 3, part_size=500, workers=2, out=tmp_path / "undisturbed")
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", textwrap.dedent(KILLED_AGAIN_AND_AGAIN), str(tmp_path / "killed")],
        capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert content(Path(done.stdout.strip())) == content(tmp_path / "undisturbed")


def damage_flip(folder: Path) -> None:
    file = folder / "seats" / "part-000002.parquet"
    broken = bytearray(file.read_bytes())
    broken[len(broken) // 2] ^= 1
    file.write_bytes(broken)


def damage_cut(folder: Path) -> None:
    file = folder / "games" / "part-000001.parquet"
    file.write_bytes(file.read_bytes()[:-7])


def damage_lose(folder: Path) -> None:
    (folder / "games" / "part-000000.parquet").unlink()


def damage_swap(folder: Path) -> None:
    one, two = (folder / "seats" / f"part-00000{i}.parquet" for i in (0, 1))
    held = one.read_bytes()
    one.write_bytes(two.read_bytes())
    two.write_bytes(held)


@pytest.mark.parametrize(
    ("damage", "said"),
    [(damage_flip, "part 2 .*checksum differs"), (damage_cut, "part 1 .*checksum differs"),
     (damage_lose, "part 0 .*missing"), (damage_swap, "part 0 .*checksum differs")],
)  # fmt: skip
def test_a_damaged_part_is_found_and_played_again(
    tmp_path: Path, whole: dict[str, bytes], damage: Callable[[Path], None], said: str
) -> None:
    folder = tmp_path / "run"
    play(folder)
    damage(folder)
    with pytest.raises(burgsim.UserError, match="damaged or missing|is another part"):
        results = Results.open(folder)
        list(results.seats())
        list(results.games())
    results = play(folder, resume=True)
    assert any(re.search(said, remark) for remark in results.remarks)
    assert content(folder) == whole


def test_a_foreign_part_with_its_checksum_is_found(tmp_path: Path, whole: dict[str, bytes]) -> None:
    play(tmp_path / "run")
    play(tmp_path / "foreign", seed=8)
    name = "seats/part-000001.parquet"
    alien = (tmp_path / "foreign" / name).read_bytes()
    (tmp_path / "run" / name).write_bytes(alien)
    listing = tmp_path / "run" / "checksums.sha256"
    lines = [line for line in listing.read_text().splitlines() if name not in line]
    listing.write_text("".join(f"{line}\n" for line in [*lines, f"{hashlib.sha256(alien).hexdigest()}  {name}"]))
    with pytest.raises(burgsim.UserError, match="belongs to another run"):
        list(Results.open(tmp_path / "run").seats(["score"]))
    assert "belongs to another run" in play(tmp_path / "run", resume=True).remarks[0]
    assert content(tmp_path / "run") == whole


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"seed": 8}, "seed is 7 there, 8 here"),
        ({"seats": ["random", "greedy"]}, "seat 2 is random there, greedy here"),
        ({"rules": {"start_silver": 3}}, "rule start_silver is 1 there, 3 here"),
        ({"part_size": 30}, "part_size is 20 there, 30 here"),
        ({"games": 40}, "holds 90 games of this run, more than the 40 asked for; ask for at least 90"),
    ],
)
def test_another_question_is_refused(tmp_path: Path, options: dict[str, Any], said: str) -> None:
    play(tmp_path / "run")
    before = content(tmp_path / "run")
    with pytest.raises(burgsim.UserError, match=said):
        play(tmp_path / "run", resume=True, **options)
    assert content(tmp_path / "run") == before


def test_another_version_is_refused(tmp_path: Path) -> None:
    play(tmp_path / "run")
    file = tmp_path / "run" / "run.json"
    asked = json.loads(file.read_text())
    other = asked | {"kernel": "0" * 16}
    file.write_text(json.dumps(other | {"run_id": run_id(other)}))
    for call in (lambda: play(tmp_path / "run", resume=True), lambda: rerun(tmp_path / "run")):
        with pytest.raises(burgsim.UserError, match="made by another version of the rules or the kernel"):
            call()
    file.write_text(json.dumps(asked | {"format": 99}))
    with pytest.raises(burgsim.UserError, match="written in format 99; this version reads format 1"):
        Results.open(tmp_path / "run")
    file.write_text("{")
    with pytest.raises(burgsim.UserError, match=r"run.json can't be read"):
        Results.open(tmp_path / "run")


def test_a_folder_of_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(burgsim.UserError, match="is not empty and holds no run; name another folder"):
        play(tmp_path)
    with pytest.raises(burgsim.UserError, match="holds no run"):
        Results.open(tmp_path)
    with pytest.raises(burgsim.UserError, match="holds no run"):
        Results.open(tmp_path / "nowhere")


def test_a_stranger_among_the_parts_is_refused(tmp_path: Path) -> None:
    play(tmp_path / "run")
    (tmp_path / "run" / "seats" / "part-000009.parquet").write_bytes(b"x")
    with pytest.raises(burgsim.UserError, match="part-000009.parquet doesn't belong to this run"):
        play(tmp_path / "run", resume=True)


def test_a_run_isnt_overwritten(tmp_path: Path) -> None:
    play(tmp_path / "run", 40)
    with pytest.raises(burgsim.UserError, match=r"holds a run already \(40 of 40 games\); add --resume"):
        play(tmp_path / "run", 40)


@pytest.mark.parametrize("with_flock", [True, False])
def test_the_second_process_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, with_flock: bool) -> None:
    if not with_flock:
        monkeypatch.setattr(store_module, "fcntl", None)
    play(tmp_path / "run", 40)
    first = Store.open(tmp_path / "run")
    with first.writing(resume=True), pytest.raises(burgsim.UserError, match="is in use by another burgsim"):
        play(tmp_path / "run", 60, resume=True)
    play(tmp_path / "run", 60, resume=True)
    assert not (tmp_path / "run" / "lock").exists()


@pytest.mark.parametrize(
    ("number", "said"),
    [(errno.ENOSPC, "there is no room left on the disk"), (errno.EROFS, "it can't be written to"),
     (errno.EACCES, "it can't be written to"), (errno.EIO, os.strerror(errno.EIO))],
)  # fmt: skip
def test_trouble_with_the_disk_is_one_line_and_leaves_whole_parts(
    tmp_path: Path, whole: dict[str, bytes], monkeypatch: pytest.MonkeyPatch, number: int, said: str
) -> None:
    folder = tmp_path / "run"
    true_fsync, calls = os.fsync, [0]

    def fsync(handle: int) -> None:
        calls[0] += 1
        if calls[0] > 30:
            raise OSError(number, os.strerror(number))
        true_fsync(handle)

    monkeypatch.setattr(store_module.os, "fsync", fsync)
    with pytest.raises(burgsim.UserError, match=rf"run: {said}; \d+ games in whole parts are kept there") as caught:
        play(folder)
    assert "\n" not in str(caught.value)
    monkeypatch.undo()
    assert not list(folder.rglob("*.part"))
    kept = Results.open(folder)
    assert 0 < kept.count < GAMES
    assert kept.summary().games == kept.count
    play(folder, resume=True)
    assert content(folder) == whole


def test_a_folder_that_cant_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(burgsim.UserError, match="run: Not a directory"):
        play(tmp_path / "file" / "run")


class Enough(Exception):
    """So many parts will do."""


def stop_after(wanted: int) -> Callable[[int, int, int], None]:
    def progress(done: int, total: int, parts: int) -> None:
        if parts == wanted:
            raise Enough

    return progress


def test_an_unfinished_run_can_be_read(tmp_path: Path) -> None:
    with pytest.raises(Enough):
        play(tmp_path / "run", progress=stop_after(2))
    results = Results.open(tmp_path / "run")
    assert results.count == 40
    assert results.seats["game"].max() == 39
    assert results.summary() == burgsim.simulate("burgundy-cards", 2, "random", 40, 7).summary()
    assert results.store is not None and results.store.log()[-1]["finished"] is False


def test_rerun_compares_every_cell(tmp_path: Path) -> None:
    play(tmp_path / "run")
    found = rerun(tmp_path / "run")
    assert (found.same, found.games, found.missing) == (True, GAMES, 0)
    damage_lose(tmp_path / "run")
    found = rerun(tmp_path / "run")
    assert len(found.differences) == 1
    assert "damaged or missing" in found.differences[0]
    with pytest.raises(Enough):
        play(tmp_path / "run", GAMES + 100, resume=True, progress=stop_after(6))
    found = rerun(tmp_path / "run")
    assert (found.same, found.games, found.missing) == (True, 120, 70)


def test_rerun_names_the_first_cell_that_differs(tmp_path: Path) -> None:
    import pyarrow as pa

    play(tmp_path / "run")
    store = Store.open(tmp_path / "run")
    rows = store.read("seats", 3)
    scores = rows.column("score").to_pylist()
    scores[5] += 1
    at = rows.column_names.index("score")
    store.add(3, {"seats": rows.set_column(at, "score", pa.array(scores, pa.int16()))})
    found = rerun(tmp_path / "run")
    assert found.differences == [f"part 3, seats: game 62: score is {scores[5]}, {scores[5] - 1} when played again"]


def test_rerun_with_a_users_policy(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(FIRST, encoding="utf-8")
    play(tmp_path / "run", 30, seats=f"{file}:first")
    assert rerun(tmp_path / "run").same
    moved = tmp_path / "elsewhere" / "mine.py"
    moved.parent.mkdir()
    file.rename(moved)
    with pytest.raises(burgsim.UserError, match="mine.py doesn't exist"):
        rerun(tmp_path / "run")
    assert rerun(tmp_path / "run", [moved]).same
    moved.write_text(FIRST + "# more\n", encoding="utf-8")
    with pytest.raises(burgsim.UserError, match="has changed since"):
        rerun(tmp_path / "run", [moved])
    with pytest.raises(burgsim.UserError, match="the file of mine.py:first in seat 1 has changed since"):
        play(tmp_path / "run", 50, seats=f"{moved}:first", resume=True)


def change_run(folder: Path, named_anew: bool = False, **changes: Any) -> None:
    file = folder / "run.json"
    asked = {key: value for key, value in (json.loads(file.read_text()) | changes).items() if value != "left out"}
    file.write_text(json.dumps(asked | ({"run_id": run_id(asked)} if named_anew else {})))


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"game": "left out"}, "game is missing"),
        ({"part_size": 0}, "part_size is wrong: input should be greater than or equal to 1"),
        ({"part_size": 30}, "its run_id doesn't fit what it asks for"),
        ({"games": None}, "games is wrong"),
        ({"games": -3}, "games is wrong"),
        ({"games": 40}, "lists games/part-000002.parquet, but by run.json the run has 40 games"),
        ({"run_id": "left out"}, "run_id is missing"),
        ({"run_id": "0" * 16}, "its run_id doesn't fit"),
        ({"seats": [1, 2]}, "seats.0 is wrong"),
        ({"seed": "x"}, "seed is wrong"),
        ({"seed": 8}, "its run_id doesn't fit"),
        ({"players": 9}, "2 seats for 9 players"),
        ({"rules": []}, "rules is wrong"),
        ({"rules": None}, "rules is wrong"),
        ({"kernel": "left out"}, "kernel is missing"),
    ],
)
@pytest.mark.parametrize("named_anew", [False, True])
def test_a_changed_run_file_is_one_line(
    tmp_path: Path, changes: dict[str, Any], said: str, named_anew: bool
) -> None:
    folder = tmp_path / "run"
    play(folder)
    if "run_id" in said and named_anew:
        return
    change_run(folder, named_anew and "run_id" not in changes, **changes)
    before = content(folder)
    for call in (lambda: Results.open(folder), lambda: rerun(folder), lambda: trace_of_run(folder, 0)):
        with pytest.raises(burgsim.UserError, match=said):
            call()
    if changes != {"games": 40}:
        with pytest.raises(burgsim.UserError, match=said):
            play(folder, resume=True)
        assert content(folder) == before


@pytest.mark.parametrize("text", ["[" * 5000 + "]" * 5000, '{"a":' * 300 + "1" + "}" * 300])
def test_a_deeply_nested_file_is_one_line(tmp_path: Path, text: str) -> None:
    play(tmp_path / "run", 20)
    (tmp_path / "run" / "run.json").write_text(text)
    with pytest.raises(burgsim.UserError, match="run.json can't be read: nested too deeply"):
        Results.open(tmp_path / "run")


@pytest.mark.parametrize(
    ("junk", "said"),
    [
        (bytes(range(128, 256)), "checksums.sha256 is damaged: line 1 isn't the SHA-256 of a part and its name"),
        (b"nothing of the kind\n", "checksums.sha256 is damaged: line 1"),
        (None, "checksums.sha256 is missing, so no part of the run counts as finished"),
    ],
)
def test_a_damaged_list_of_checksums(tmp_path: Path, whole: dict[str, bytes], junk: bytes | None, said: str) -> None:
    folder = tmp_path / "run"
    play(folder)
    if junk is None:
        (folder / "checksums.sha256").unlink()
    else:
        (folder / "checksums.sha256").write_bytes(junk)
    with pytest.raises(burgsim.UserError, match=said):
        rerun(folder)
    assert main(["rerun", str(folder), "-q"]) == main(["summary", str(folder)]) == 2
    remarks = play(folder, resume=True).remarks
    assert junk is None or "parts that it doesn't list are played again" in remarks[0]
    assert content(folder) == whole


@pytest.mark.parametrize("log", ["5", '{"a": 5}', "[1, 2]", '[{"files_of_policies": 5}]', '[{"a": 1}]'])
def test_an_odd_log_stops_nothing_and_is_kept(tmp_path: Path, log: str) -> None:
    folder = tmp_path / "run"
    play(folder, 40)
    (folder / "log.json").write_text(log)
    assert rerun(folder).same
    assert trace_of_run(folder, 3).number == 3
    assert play(folder, 60, resume=True).count == 60
    assert log[:2] == "[{" or (folder / "log.json.damaged").read_text() == log
    assert Store.open(folder).log()[-1]["finished"] is True


def other_columns(rows: Any) -> Any:
    named = rows.rename_columns([f"x{name}" for name in rows.column_names])
    return named.replace_schema_metadata(rows.schema.metadata)


def short(rows: Any) -> Any:
    return rows.slice(0, rows.num_rows - 2)


def words(rows: Any) -> Any:
    at = rows.column_names.index("score")
    return rows.set_column(at, "score", rows.column("score").cast("string"))


def empty_cells(rows: Any) -> Any:
    import pyarrow as pa

    return rows.set_column(rows.column_names.index("score"), "score", pa.nulls(rows.num_rows, pa.int16()))


def put(folder: Path, name: str, rows: Any, listed: bool) -> None:
    """Put rows in the place of a part, under its checksum or under theirs."""
    import pyarrow.parquet as pq

    pq.write_table(rows, folder / name)
    if listed:
        listing = folder / "checksums.sha256"
        lines = [line for line in listing.read_text().splitlines() if name not in line]
        digest = hashlib.sha256((folder / name).read_bytes()).hexdigest()
        listing.write_text("".join(f"{line}\n" for line in [*lines, f"{digest}  {name}"]))


@pytest.mark.parametrize("listed", [False, True])
@pytest.mark.parametrize(
    ("change", "said"),
    [
        (other_columns, "doesn't have the columns of this game"),
        (short, "has 38 rows instead of 40"),
        (words, "doesn't have the columns of this game"),
        (empty_cells, "has empty cells in column score; delete it"),
        (lambda rows: rows.replace_schema_metadata({"burgsim": "no JSON"}), "belongs to another run"),
        (lambda rows: rows.replace_schema_metadata({"burgsim": "[1]"}), "belongs to another run"),
    ],
)
def test_a_part_that_isnt_one_is_one_line_and_played_again(
    tmp_path: Path, whole: dict[str, bytes], change: Callable[[Any], Any], said: str, listed: bool
) -> None:
    folder, name = tmp_path / "run", "seats/part-000001.parquet"
    play(folder)
    put(folder, name, change(Store.open(folder).read("seats", 1)), listed)
    said = f"part-000001.parquet {said if listed else 'is damaged or missing'}"
    for call in (lambda: Results.open(folder).summary(), lambda: trace_of_run(folder, 25)):
        with pytest.raises(burgsim.UserError, match=said):
            call()
    (found,) = rerun(folder).differences
    assert re.search(said, found)
    if listed and change is empty_cells:
        with pytest.raises(burgsim.UserError, match=said):
            play(folder, resume=True)
        (folder / name).unlink()
    assert play(folder, resume=True).remarks
    assert content(folder) == whole
