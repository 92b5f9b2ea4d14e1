"""The command line, in the process but for what only a process can show."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from burgsim import __version__, cli
from burgsim.games import GAMES
from burgsim.games.jit import cache_folder
from tests.child import child, press_ctrl_c

BURGSIM = [sys.executable, "-m", "burgsim.cli"]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):  # type: ignore[no-untyped-def]
    """Runs a command line: (exit code, standard output, standard error)."""

    def call(*words: object) -> tuple[int, str, str]:
        given = [str(word) for word in words]
        monkeypatch.setattr(sys, "argv", ["burgsim", *given])
        code = cli.main()
        out, err = capsys.readouterr()
        return code, out, "\n".join(line for line in err.splitlines() if "compiling" not in line)

    return call


SIMULATE = ("simulate", "burgundy-cards", "--players", "2", "--seat", "random")


def test_version_and_help(run) -> None:  # type: ignore[no-untyped-def]
    assert run("--version") == (0, f"{__version__}\n", "")
    code, out, _ = run("--help")
    assert code == 0
    assert all(f"  {name}" in out for name in cli.COMMANDS)
    assert run()[0] == 2
    for name in cli.COMMANDS:
        assert run(name, "--help")[0] == 0


def test_games(run) -> None:  # type: ignore[no-untyped-def]
    code, out, _ = run("games")
    assert code == 0
    assert all(name in out for name in GAMES)
    found = json.loads(run("games", "--json")[1])
    assert found["burgundy-cards"]["players"] == [1, 4]
    assert "random" in found["burgundy-cards"]["policies"]


@pytest.mark.parametrize("words", [["games", "--json"], ["rules", "king-arthur", "--json"]])
def test_what_only_tells_compiles_nothing(tmp_path: Path, words: list[str]) -> None:
    env = os.environ | {"BURGSIM_CACHE_DIR": str(tmp_path)}
    done = subprocess.run([*BURGSIM, *words], capture_output=True, text=True, check=True, env=env, timeout=60)
    assert json.loads(done.stdout)
    assert done.stderr == "" and not list(tmp_path.iterdir())


def test_rules(run) -> None:  # type: ignore[no-untyped-def]
    code, out, _ = run("rules", "burgundy-cards")
    assert code == 0
    assert "round_reward.B" in out and "assumed" in out and "* differs" not in out
    changed = ("--preset", "goods_two", "--set", "start_silver=4", "--set", "round_reward.B=2 points|2 goods")
    assert "* differs from the default" in run("rules", "burgundy-cards", *changed)[1]
    rules = json.loads(run("rules", "burgundy-cards", "--json", *changed)[1])
    assert rules["start_silver"]["value"] == 4
    assert rules["round_reward.B"]["value"] == "2 points|2 goods"
    assert {path for path, row in rules.items() if row["changed"]} == {
        "start_silver", "round_reward.B", "good_points.light", "good_points.medium", "good_points.dark",
    }  # fmt: skip


def test_rules_about_something(run) -> None:  # type: ignore[no-untyped-def]
    code, out, _ = run("rules", "burgundy-board", "mine", "--json")
    assert code == 0 and set(json.loads(out)) == {"mines", "mine_silver", "mine_workers"}
    assert "purchase_price" not in run("rules", "burgundy-board", "Mine")[1]
    assert run("rules", "burgundy-board", "dragon") == (
        2, "", "burgsim: no rule of burgundy-board has 'dragon' in its name or meaning; without it all are listed",
    )  # fmt: skip


def test_a_preset_may_be_a_variant(run) -> None:  # type: ignore[no-untyped-def]
    def changed(*more: str) -> set[str]:
        rules = json.loads(run("rules", "king-arthur", "--json", *more)[1])
        return {path for path, row in rules.items() if row["changed"]}

    assert changed("--preset", "seals") == {"seals"}
    assert changed("--preset", "seals", "--set", "seals=false") == set()
    out = run("rules", "king-arthur")[1]
    assert "(presets: design, flat, no_ones; variants: seals)" in out
    assert "variants (--preset takes them, too): seals" in run("games")[1]
    played = ("simulate", "king-arthur", "-p", 2, "-s", "random", "-n", 50, "--json")
    by_name, by_rule = (json.loads(run(*played, *more)[1]) for more in (("--preset", "seals"), ("--set", "seals=true")))
    assert by_name["seats"] == by_rule["seats"] != json.loads(run(*played)[1])["seats"]


def test_simulate_prints_estimates(run) -> None:  # type: ignore[no-untyped-def]
    code, out, err = run(*SIMULATE, "--games", "300")
    assert (code, err) == (0, "")
    assert "2 players, 300 games, seed 1" in out
    assert "win share" in out and "all seven" in out
    assert "300 games in" in out


def test_simulate_json(run) -> None:  # type: ignore[no-untyped-def]
    code, out, err = run(*SIMULATE, "--games", "2e2", "--seed", "9", "--json", "--workers", "1")
    assert (code, err) == (0, "")
    said = json.loads(out)
    assert list(said) == [
        "games", "seconds", "compile_seconds", "games_per_second", "decisions_per_second", "workers", "players",
        "seed", "run_id", "ties", "seats",
    ]  # fmt: skip
    assert (said["games"], said["seed"], said["workers"]) == (200, 9, 1)
    assert sum(seat["win_share"] for seat in said["seats"]) == pytest.approx(1.0)
    assert json.loads(run(*SIMULATE, "--games", "1", "--json")[1])["seats"][0]["win_low"] is None


def test_the_heading_names_changed_rules(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    changed = ("--set", "start_workers.p3=0,1,2", "--set", "purchase_draw=4")
    asked = ("simulate", "burgundy-cards", "-p", 3, "-s", "random", "-n", 20, *changed)
    for words in ((*asked, "--out", tmp_path / "run"), ("summary", tmp_path / "run")):
        first = run(*words)[1].splitlines()[0]
        assert first.endswith("3 players, 20 games, seed 1, with start_workers.p3=0,1,2; purchase_draw=4")
    assert ", with " not in run(*SIMULATE, "-n", 20)[1].splitlines()[0]


def test_rules_reach_the_game(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    def mean(*more: str) -> float:
        return json.loads(run(*SIMULATE, "--games", "500", "--json", *more)[1])["seats"][0]["mean_score"]

    file = tmp_path / "rules.toml"
    file.write_text("rounds = 2\n", encoding="utf-8")
    assert mean("--rules", str(file)) == mean("--set", "rounds=2") < mean()


def test_a_run_on_disk_from_start_to_rerun(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    out = tmp_path / "run"
    code, said, err = run(*SIMULATE, "--games", "300", "--out", out)
    assert (code, err) == (0, "")
    assert f"on disk in {out}" in said
    code, _, err = run(*SIMULATE, "--games", "300", "--out", out)
    assert code == 2
    assert re.fullmatch(r"burgsim: .* holds a run already \(300 of 300 games\); add --resume .*", err)
    assert run(*SIMULATE, "--games", "500", "--out", out, "--resume")[0] == 0
    code, said, _ = run("summary", out)
    assert code == 0
    assert "500 games, seed 1" in said
    summary = json.loads(run("summary", out, "--json")[1])
    assert (summary["games"], summary["asked_games"]) == (500, 500)
    assert summary["means"]["aaron_score"] == [None, None]
    assert run("rerun", out) == (0, "500 games played again: all the same\n", "")
    command = json.loads((out / "log.json").read_text())[1]["command"]
    assert command.startswith("burgsim simulate burgundy-cards --players 2 --seat random --games 500 --out")


def test_rerun_tells_a_difference(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    run(*SIMULATE, "--games", "50", "--out", tmp_path / "run")
    (tmp_path / "run" / "seats" / "part-000000.parquet").unlink()
    code, out, _ = run("rerun", tmp_path / "run")
    assert code == 1
    assert "1 tables differ" in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("simulat", "no such command 'simulat'. Did you mean 'simulate'?"),
        ("simulate", "missing argument 'GAME'"),
        ("simulate burgundy-cards", "missing option '--players'"),
        ("simulate burgundy-cards --players x", "invalid value for '--players'"),
        ("simulate burgundy-cards --players 5", "is played by 1 to 4 players, not 5"),
        ("simulate burgundy-card --players 2", "did you mean burgundy-cards?"),
        ("simulate burgundy-cards --players 2 --games many", "'many' is not a number of games; write for example"),
        ("simulate burgundy-cards --players 2 --games 0.5", "games must be a whole number, not 0.5"),
        ("simulate burgundy-cards --players 2 --games inf", "games must be a whole number"),
        ("simulate burgundy-cards --players 2 --games 0", "games must be from 1 to"),
        ("simulate burgundy-cards --players 2 --seed -1", "seed must be a whole number from 0"),
        ("simulate burgundy-cards --players 2 --workers 0", "workers must be from 1 to 1024, not 0"),
        ("simulate burgundy-cards --players 2 --workers 999999999", "workers must be from 1 to 1024, not 999999999"),
        ("compare study.toml -w -1", "workers must be from 1 to 1024, not -1"),
        ("tournament burgundy-cards -p 2 -w -1", "workers must be from 1 to 1024, not -1"),
        ("luck burgundy-cards -p 2 -w -1", "workers must be from 1 to 1024, not -1"),
        ("rerun gone -w 0", "workers must be from 1 to 1024, not 0"),
        ("how-sure -w -1", "workers must be from 1 to 1024, not -1"),
        ("bench -w -1", "workers must be from 1 to 1024, not -1"),
        ("replay [/x]/[bold]gone.jsonl", "[/x]/[bold]gone.jsonl can't be read"),
        ("simulate burgundy-cards --players 2 --seat rando", "did you mean random?"),
        ("simulate burgundy-cards --players 2 --seat gone.py:x", "policy file gone.py doesn't exist"),
        ("simulate burgundy-cards --players 2 --set start_silver", "must have the form name=value"),
        ("simulate burgundy-cards --players 2 --set start_silver=99", "start_silver: 99 is not allowed; allowed: 0"),
        ("simulate burgundy-cards --players 2 --preset rich", "there is no preset 'rich'"),
        ("simulate king-arthur --players 2 --preset river", "no preset or variant 'river'; presets: design, flat, no_"),
        ("simulate burgundy-cards --players 2 --rules gone.toml", "rules file gone.toml doesn't exist"),
        ("simulate burgundy-cards --players 2 --set hand_size=1,²", "hand_size: '1,²' is not allowed; allowed: a"),
        ("simulate burgundy-cards --players 2 --set start_workers.p2=--5,3", "start_workers.p2: '--5,3' is not allow"),
        ("simulate burgundy-cards --players 2 --set hand_size=+9", "hand_size: 9 is not allowed; allowed: 1 to"),
        (f"simulate burgundy-cards --players 2 --set hand_size={'9' * 5000}", "... (5,002 characters) is not allowed"),
        (f"simulate burgundy-cards --players 2 --set hand_size={'[' * 100_000}", "'[[[[[[[[[[[[[[[["),
        ("simulate burgundy-cards --players 2 --resume", "name its folder with --out DIR"),
        ("simulate burgundy-cards --players 2 --deep", "no such option: --deep"),
        ("summary gone", "gone holds no run"),
        ("rerun gone", "gone holds no run"),
        ("bench --seconds 0", "--seconds must be from 0.01 to 60"),
        ("bench --set inns=true", "--rules, --preset and --set change the rules of one game: name it"),
    ],
)  # fmt: skip
def test_a_mistake_is_one_line_and_exit_code_2(run, words: str, said: str) -> None:  # type: ignore[no-untyped-def]
    code, out, err = run(*words.split())
    assert (code, out) == (2, "")
    assert err.startswith("burgsim: ")
    assert said in err
    assert "\n" not in err


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('preset = ["low_sets"]', "preset must be one name in quotes, not ['low_sets']; presets: default,"),
        ("preset = {a = 1}", "preset must be one name in quotes, not {'a': 1}; presets: default,"),
        (f"hand_size = {'9' * 5000}", "mine.toml: a whole number in it is too large"),
        (f"hand_size = {'[' * 10000}{']' * 10000}", "mine.toml: tables or lists are nested too deeply"),
        (f"{'a.' * 3000}b = 1", "mine.toml: tables or lists are nested too deeply"),
        ("\ufeffhand_size = 9", "hand_size: 9 is not allowed"),  # the mark that some editors put before it
    ],
)
def test_a_mistake_in_a_rules_file(run, tmp_path: Path, text: str, said: str) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    code, out, err = run(*SIMULATE, "--rules", file)
    assert (code, out) == (2, "")
    assert said in err and "\n" not in err


def test_numbers_may_have_a_sign(run) -> None:  # type: ignore[no-untyped-def]
    assert run(*SIMULATE, "-n", 10, "--set", "start_silver=+2", "--set", "start_workers.p2=+1, 2")[0] == 0


def test_a_users_policy_at_the_table(run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.chdir(tmp_path)
    text = """
        from burgsim import policy

        @policy("burgundy-cards")
        def last(state, rules, seat, n, desk):
            return n - 1

        @policy("burgundy-cards")
        def wild(state, rules, seat, n, desk):
            return -1
    """
    Path("mine.py").write_text("\n".join(line[8:] for line in text.splitlines()), encoding="utf-8")
    code, out, _ = run("simulate", "burgundy-cards", "--players", 2, "-s", "mine.py:last", "-s", "random", "-n", 100)
    assert code == 0
    assert "mine.py:last" in out
    code, _, err = run("simulate", "burgundy-cards", "--players", 2, "-s", "mine.py:wild", "-n", 100)
    assert code == 2
    assert re.fullmatch(r"burgsim: policy mine.py:wild in seat 1 chose index -1 of \d+ options .*", err)


def test_names_with_square_brackets_are_shown_as_they_are(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    out = tmp_path / "[/x]" / "[red]run:smile:"
    code, said, err = run(*SIMULATE, "--games", "20", "--out", out)
    assert (code, err) == (0, "")
    assert f"on disk in {out}." in said
    trace = out / "[bold]a.jsonl"
    assert run("trace", "burgundy-cards", "-p", 2, "-s", "random", "--format", "jsonl", "--out", trace)[0] == 0
    assert run("replay", trace)[1].startswith(f"{trace}: ")


def test_warmup(run) -> None:  # type: ignore[no-untyped-def]
    code, out, _ = run("warmup", "burgundy-cards")
    assert code == 0
    assert re.search(r"burgundy-cards: (was in the cache|compiled in [\d.]+ s)", out)
    assert str(cache_folder()) in out
    again = json.loads(run("warmup", "burgundy-cards", "--json")[1])["games"][0]
    assert again == {"game": "burgundy-cards", "was_compiled": True, "compile_seconds": 0.0}


def test_bench(run) -> None:  # type: ignore[no-untyped-def]
    code, out, _ = run("bench", "burgundy-cards", "--seconds", "0.01", "--json")
    assert code == 0
    (found,) = json.loads(out)["games"]
    assert {row["players"] for row in found["speeds"]} == {1, 2, 3, 4}
    assert all(row["games_per_second"] > 100 for row in found["speeds"])


def test_bench_of_other_rules(run) -> None:  # type: ignore[no-untyped-def]
    """Six players need a set of Carcassonne; without it they aren't measured."""
    counted = []
    for more in ([], ["--set", "inns=true"]):
        code, out, _ = run("bench", "carcassonne", "--seconds", "0.01", "--json", *more)
        assert code == 0
        (found,) = json.loads(out)["games"]
        counted.append(max(row["players"] for row in found["speeds"]))
    assert counted == [5, 6]


def test_a_command_imports_no_more_than_it_needs() -> None:
    """pandas, pyarrow, matplotlib and SciPy's statistics stay out of `simulate` (Numba itself loads scipy.linalg)."""
    script = "import sys; from burgsim import cli; cli.main(sys.argv[1:]); print(*sys.modules)"
    words = [*SIMULATE, "--games", "50", "--json", "--quiet"]
    done = subprocess.run([sys.executable, "-c", script, *words], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split("}")[-1].split())
    assert "burgsim.simulation.kernel" in loaded
    assert not loaded & {"pandas", "pyarrow", "matplotlib", "scipy.stats", "scipy.special", "scipy.optimize"}
    light = subprocess.run(
        [sys.executable, "-c", "import sys, burgsim; print(*sys.modules)"], capture_output=True, text=True, check=True
    )
    assert not set(light.stdout.split()) & {"numba", "numpy", "pandas", "scipy", "typer", "pydantic"}


@pytest.mark.parametrize("seat", ["random", "greedy,rollouts=20000"])  # the second needs minutes for one game
def test_ctrl_c_says_what_is_on_disk_and_how_to_go_on(tmp_path: Path, seat: str) -> None:
    out = tmp_path / "my run"
    words = ["simulate", "burgundy-cards", "--players", "2", "--seat", seat, "--games", "1e8", "--out", str(out)]
    wanted, listing = "part-000000" if seat == "random" else "", out / "checksums.sha256"
    with child([*BURGSIM, *words]) as process:
        said, err, took = press_ctrl_c(process, lambda: listing.exists() and wanted in listing.read_text())
    assert process.returncode == 130
    assert took < 10.0  # a second or two, but machines that run tests are busy
    assert said == ""
    line = next(line for line in err.splitlines() if "compiling" not in line)
    form = r"burgsim: interrupted; ([\d,]+) of 100,000,000 games are on disk in (.*); go on with: (.*)"
    found = re.fullmatch(form, line)
    assert found, err
    assert (int(found[1].replace(",", "")) > 0) == (seat == "random")
    assert found[3] == f"burgsim simulate burgundy-cards --players 2 --seat {seat} --games 1e8 --out '{out}' --resume"
    assert "Traceback" not in err


def test_ctrl_c_without_a_folder(run, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    from burgsim.simulation import run as run_module

    def interrupted(*_: object, **options: object) -> None:
        options["progress"](1234, 5000, 0)  # type: ignore[operator]
        raise KeyboardInterrupt

    monkeypatch.setattr(run_module, "simulate", interrupted)
    code, _, err = run(*SIMULATE, "--games", "5000")
    assert code == 130
    assert err == "burgsim: interrupted after 1,234 of 5,000 games; with --out DIR a run can be continued"


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="needs a pseudo-terminal")
def test_the_progress_line_is_for_terminals() -> None:
    words = [*SIMULATE, "--games", "2.5e5", "--json"]
    master, slave = os.openpty()
    env = os.environ | {"TERM": "xterm", "COLUMNS": "140"}
    with subprocess.Popen([*BURGSIM, *words], stdout=subprocess.PIPE, stderr=slave, env=env) as process:
        os.close(slave)
        seen = b""
        while True:
            try:
                chunk = os.read(master, 4096)
            except OSError:
                break
            if not chunk:
                break
            seen += chunk
        out = process.communicate(timeout=60)[0]
    os.close(master)
    assert json.loads(out)["games"] == 250_000
    assert re.search(r"burgundy-cards, 2 players .*of 250,000 games, [\d,]+ a second", seen.decode())


def in_a_shell(words: str) -> subprocess.CompletedProcess[str]:
    burgsim = f"{shlex.quote(sys.executable)} -m burgsim.cli"
    return subprocess.run(["sh", "-c", f"{burgsim} {words}"], capture_output=True, text=True, timeout=120)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("games >&-", "standard output is closed; send it to a file, or to /dev/null"),
        ("games >/dev/full", "standard output: there is no room left on the disk"),
        ("games --json >/dev/full", "standard output: there is no room left on the disk"),
        ("trace burgundy-cards -p 1 >/dev/full", "standard output: there is no room left on the disk"),
        ("--version >/dev/full", "standard output: there is no room left on the disk"),
    ],
)
def test_output_that_cant_be_written_is_one_line(words: str, said: str) -> None:
    done = in_a_shell(words)
    assert (done.returncode, done.stdout) == (2, "")
    assert [line for line in done.stderr.splitlines() if "compiling" not in line] == [f"burgsim: {said}"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("where", ["2>&-", "2>/dev/full"])
def test_remarks_that_cant_be_written_stop_nothing(tmp_path: Path, where: str) -> None:
    out = shlex.quote(str(tmp_path / "run"))
    done = in_a_shell(f"simulate burgundy-cards -p 2 -s random -n 20 --out {out} {where}")
    assert done.returncode == 0 and "20 games, seed 1" in done.stdout
    (tmp_path / "run" / "games" / "part-000000.parquet").unlink()
    done = in_a_shell(f"simulate burgundy-cards -p 2 -s random -n 20 --resume --out {out} {where}")
    assert done.returncode == 0 and "20 games, seed 1" in done.stdout
