"""Traces: complete, legal by the plain engine, the batch's game; and replays that say where a file goes wrong."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from burgsim.games import GAMES, load
from burgsim.games.game import NEW_TURN, UserError
from burgsim.simulation.replay import replay
from burgsim.simulation.run import simulate
from burgsim.simulation.trace import Trace, difference, trace, trace_of_run
from tests.games.burgundy_cards_lockstep import plain_game
from tests.games.tables import new_game, tables
from tests.games.test_burgundy_cards_lockstep import CORNERS
from tests.simulation.trace_reader import CardGameReader

SEED = 31


def lines_of(told: Trace, every: int | None = None) -> list[dict[str, Any]]:
    return [json.loads(line) for line in told.jsonl(every).splitlines()]


def rebuild(told: Trace) -> int:
    """Rebuild every state from the first line and the events; compares at every decision, gives how many."""
    header, *rest = lines_of(told, every=1)
    reader = CardGameReader(header)
    compared = 0
    for line in rest:
        if line["line"] == "event":
            reader.apply(line)
        elif line["line"] == "decision":
            assert reader.state["seat"] == line["seat"]
            reader.state["pending"] = line["pending"]
        elif line["line"] == "state":
            found = difference({**line["state"], "pending": 0}, {**reader.state, "pending": 0})
            assert not found, f"after decision {compared + 1}: {found}"
            compared += 1
    assert compared == len(told.steps)
    return compared


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("who", ["random", "balanced", "greedy,noise=0.3"])
def test_the_state_can_be_rebuilt_from_the_trace_alone(players: int, who: str) -> None:
    assert sum(rebuild(trace("burgundy-cards", players, SEED, number, who)) for number in range(3)) > 50


@pytest.mark.parametrize("corner", CORNERS)
def test_the_state_can_be_rebuilt_under_odd_rules(corner: str) -> None:
    game = load("burgundy-cards")
    for players in (1, 3):
        rebuild(trace("burgundy-cards", players, SEED, 1, "random", game.rules.build(CORNERS[corner])))


def test_every_decision_is_legal_by_the_plain_engine() -> None:
    for players in (1, 2, 3, 4):
        told = trace("burgundy-cards", players, SEED, 4, "balanced,noise=0.2")
        plain = plain_game(new_game("burgundy-cards", players, SEED, 4), told.rules)
        for line in lines_of(told):
            if line["line"] == "decision":
                assert len(plain.legal()) == line["options"]
                assert (line["number"] is None) == (line["options"] == 1)
                plain.play(line["move"])
        assert plain.over
        assert [seat["score"] for seat in plain.result()["seats"]] == [seat["score"] for seat in told.result["seats"]]


@pytest.mark.parametrize("game_id", GAMES)
def test_lines_of_a_trace(game_id: str) -> None:
    told = trace(game_id, 2, SEED, 0, "random")
    lines = lines_of(told)
    assert [line["line"] for line in lines[:1] + lines[-1:]] == ["game", "result"]
    assert set(lines[0]) >= {"game", "players", "seed", "number", "seats", "rules", "setup"}
    assert lines[0]["rules"] == json.loads(told.rules.model_dump_json())
    assert {line["line"] for line in lines} == {"game", "decision", "event", "state", "result"}
    turns = sum(line.get("event") == NEW_TURN for line in lines)
    states = [line for line in lines if line["line"] == "state"]
    assert 0.5 * turns < len(states) <= turns + 1
    often = [line for line in lines_of(told, every=7) if line["line"] == "state"]
    assert len(often) == -(-len(told.steps) // 7)
    assert lines[-1]["winners"]


def test_noise_rollouts_and_users_policies_are_in_the_trace(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "from burgsim import policy\n\n\n@policy('burgundy-cards')\ndef last(state, rules, seat, n, desk):\n"
        "    return n - 1\n"
    )
    who = ["greedy,noise=0.5", "random,rollouts=2", f"{file}:last"]
    folder = tmp_path / "run"
    simulate("burgundy-cards", 3, who, games=5, seed=SEED, out=folder)
    for number in range(5):
        told = trace_of_run(folder, number)
        assert told.jsonl() == trace("burgundy-cards", 3, SEED, number, who).jsonl()
    with pytest.raises(UserError, match="games 0 to 4, not 5"):
        trace_of_run(folder, 5)


def test_scores_are_the_policys() -> None:
    told = trace("burgundy-cards", 2, SEED, 0, ["greedy", "random"])
    seen = 0
    for step in told.steps:
        if step.scores is None:
            assert step.seat == 2 or step.number is None
            continue
        assert step.seat == 1
        seen += 1
        known = [score for score in step.scores if score is not None]
        assert len(step.scores) == len(step.options)
        assert step.scores[step.chosen] == max(known)
    assert seen > 30


def test_text_reads_like_a_report() -> None:
    told = trace("burgundy-cards", 2, SEED, 0, ["greedy", "balanced"])
    text = told.text()
    title, seated, *_ = text.splitlines()
    assert title == "The Castles of Burgundy: The Card Game"
    assert seated == "2 players, seed 31, game 0: seat 1 (greedy), seat 2 (balanced)"
    for letter in "ABCDE":
        assert f"\nRound {letter}, seat " in text
    assert text.count("\nTurn ") == 60
    assert "set of " in text and "points" in text.splitlines()[-2]
    assert told.text(tables=False).count("piles ") == 1 < text.count("piles ")
    assert max(len(line) for line in told.text(tables=False).splitlines()) < 1600


# ---- replay ----


def written(tmp_path: Path, lines: list[dict[str, Any]]) -> Path:
    path = tmp_path / "game.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


@pytest.mark.parametrize(("game_id", "players"), tables())
def test_a_trace_replays(game_id: str, players: int, tmp_path: Path) -> None:
    for number in range(3):
        lines = lines_of(trace(game_id, players, SEED, number, "random"), every=5)
        found = replay(written(tmp_path, lines))
        assert found.problem == ""
        assert found.decisions == sum(line["line"] == "decision" for line in lines)
        bare = [line for line in lines if line["line"] == "game" or line["line"] == "decision" and line["number"]]
        assert replay(written(tmp_path, bare)).problem == ""


@pytest.fixture(scope="module")
def game_lines() -> list[dict[str, Any]]:
    return lines_of(trace("burgundy-cards", 2, SEED, 2, "random"))


def copy_of(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return json.loads(json.dumps(lines))


def test_an_illegal_move_is_named(game_lines: list[dict[str, Any]], tmp_path: Path) -> None:
    rng = random.Random(1)
    numbers = [i for i, line in enumerate(game_lines) if line["line"] == "decision"]
    for i in rng.sample(numbers, 10):
        lines = copy_of(game_lines)
        lines[i]["move"] = ["take", 9, ["castle", 9]]
        found = replay(written(tmp_path, lines))
        assert found.problem.startswith(f"line {i + 1}, decision {numbers.index(i) + 1}: take 9 castle 9 is not legal")
        assert "legal: " in found.problem and "\n" not in found.problem


def first_state(lines: list[dict[str, Any]]) -> dict[str, Any]:
    return next(line for line in lines if line["line"] == "state")["state"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda lines: lines[-1]["seats"][0].update(score=99), "the result differs: seats[1].score is 99 in the file"),
        (lambda lines: lines[-1].update(winners=[]), "the result differs: winners is []"),
        (lambda lines: lines[0]["setup"]["deck"].reverse(), "the set-up differs: deck[1]"),
        (lambda lines: first_state(lines).update(turn=5), "the state differs: turn"),
        (lambda lines: lines[1].update(options=40), "40 options are named, but there are 2"),
        (lambda lines: lines[1].update(seat=2), "seat 2 is named, but it is seat 1's decision"),
        (lambda lines: lines[1].pop("move"), '"move" is missing'),
        (lambda lines: lines.__delitem__(slice(60, None)), "the file ends after decision"),
        (lambda lines: lines[0].update(number=3), "the set-up differs"),
        (lambda lines: lines.insert(-1, {"line": "decision", "move": ["silver"]}), "the game is over already"),
    ],
)
def test_what_differs_is_named(game_lines: list[dict[str, Any]], change: Any, said: str, tmp_path: Path) -> None:
    lines = copy_of(game_lines)
    change(lines)
    problem = replay(written(tmp_path, lines)).problem
    assert said in problem and "\n" not in problem


HEADER = {"line": "game", "format": 1, "game": "burgundy-cards", "players": 2, "seed": 1, "number": 0, "rules": {}}


@pytest.mark.parametrize(
    ("header", "said"),
    [
        ({"line": "decision"}, "no trace"),
        ({"format": 2}, "no trace"),
        ({"game": "chess"}, "chess"),
        ({"players": 9}, "1 to 4 players, not 9"),
        ({"players": "2"}, 'players must be a number, not "2"'),
        ({"rules": {"roundz": 3}}, "roundz"),
        ({"rules": []}, "rules must be an object"),
        ({"seed": -1}, "seed must be a number from 0"),
        ({"seed": 1 << 64}, "the seed must be"),
        ({"seed": None}, 'the cards must be in "setup"'),
        ({"number": None}, "number must be a number"),
    ],
)
def test_a_header_that_asks_for_what_does_not_exist(header: dict[str, Any], said: str, tmp_path: Path) -> None:
    with pytest.raises(UserError, match=said) as error:
        replay(written(tmp_path, [HEADER | header]))
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no trace"),
        ("hello\n", "line 1: not JSON"),
        ("[1]\n", "line 1: not a JSON object"),
        ('{"line": "game", "format": 1, "game": "burgundy-cards"}\n', "players, seed, number, rules missing"),
        (json.dumps(HEADER) + '\n\n{"line": "dance"}\n', 'line 3: "line" is \'dance\''),
    ],
)
def test_a_file_that_is_no_trace(text: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UserError, match=said) as error:
        replay(path)
    assert "\n" not in str(error.value)


def test_a_game_dealt_by_hand(game_lines: list[dict[str, Any]], tmp_path: Path) -> None:
    """A table's own cards: the set-up stands in the file and no seed is known."""
    lines = [line for line in copy_of(game_lines) if line["line"] == "decision" and line["number"]]
    header = copy_of(game_lines)[0]
    header.update(seed=None, number=0)
    # up to the first reshuffle the game needs nothing but its set-up
    found = replay(written(tmp_path, [header, *lines[:40]]))
    assert found.problem.startswith("the file ends after decision 40")
    header["setup"]["deck"][:2] = header["setup"]["deck"][1::-1]
    assert replay(written(tmp_path, [header, *lines[:2]])).decisions == 2
    display = header["setup"]["display"]
    for wrong in (None, [], 3):
        header["setup"]["display"] = wrong
        with pytest.raises(UserError, match="setup can't be laid out: display must be an object"):
            replay(written(tmp_path, [header]))
    header["setup"]["display"] = display
    workers = header["setup"]["seats"][0]["workers"]
    header["setup"]["seats"][0]["workers"] = 10**30
    with pytest.raises(UserError, match="setup can't be laid out"):
        replay(written(tmp_path, [header]))
    header["setup"]["seats"][0]["workers"] = workers
    header["setup"]["deck"][0] = "dragon 3"
    with pytest.raises(UserError, match="'dragon 3' is no card"):
        replay(written(tmp_path, [header]))
    header["setup"]["deck"][0] = header["setup"]["deck"][1] = "castle 1"
    with pytest.raises(UserError, match="not conserved"):
        replay(written(tmp_path, [header]))
    del header["setup"]["goods"]
    with pytest.raises(UserError, match="'goods' is missing"):
        replay(written(tmp_path, [header]))


def test_a_users_policy_that_is_asked_again(tmp_path: Path) -> None:
    """A trace asks what a policy thinks: its weights are as in the game, and its errors are told in a line."""
    file = tmp_path / "odd.py"
    file.write_text(
        "from burgsim.games.game import policy\n"
        "@policy('burgundy-cards')\n"
        "def writes(state, rules, seat, n, desk):\n"
        "    for i in range(n):\n"
        "        desk.scores[i] = desk.weights[0]\n"
        "    desk.weights[0] += 1.0\n"
        "    desk.scored = 1\n"
        "    return 0\n"
        "@policy('burgundy-cards')\n"
        "def forgets(state, rules, seat, n, desk):\n"
        "    if desk.rng == 0:\n"
        "        raise ValueError('no chance left')\n"
        "    return 0\n",
        encoding="utf-8",
    )
    thought = [step.scores for step in trace("burgundy-cards", 2, SEED, 0, f"{file}:writes").steps if step.scores]
    assert len(thought) > 10 and {score for scores in thought for score in scores} == {0.0}
    with pytest.raises(UserError, match="forgets raised ValueError: no chance left in a decision that is asked again"):
        trace("burgundy-cards", 2, SEED, 0, f"{file}:forgets")
