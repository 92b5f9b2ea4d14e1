"""The grammar of seats, weights as data, and policies from a user's file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from burgsim.games import load
from burgsim.games.game import MAX_WEIGHTS, Game, Policy, UserError
from burgsim.players import Seat, rotate, seat_from_spec, seats, store_weights, tuned, tuned_weights, variant_names

POLICY = '''\
from burgsim import policy


@policy("burgundy-cards", weights={"silver": (2.0, "worth of silver"), "workers": 1})
def thrifty(state, rules, seat, n, desk):
    """Takes the last action."""
    return n - 1


def plain(state, rules, seat, n, desk):
    return 0
'''


@pytest.fixture(scope="module")
def game() -> Game:
    return load("burgundy-cards")


@pytest.fixture
def toy(game: Game) -> Game:
    """The card game with one more policy that has weights."""
    random = game.policies["random"]
    weighty = Policy(game.id, "weighty", random.function, "", {"sets": (1.0, "a"), "goods": (2.0, "b")})
    return replace(game, policies={"random": random, "weighty": weighty})


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for tuned weights of its own."""
    monkeypatch.setattr(tuned, "FOLDER", tmp_path / "weights")
    return tmp_path / "weights"


def test_one_spec_fills_every_seat_and_roles_count(game: Game) -> None:
    table = seats(game, 3, ["random"])
    assert [seat.role for seat in table] == [0, 1, 2]
    assert {seat.label for seat in table} == {"random"}
    assert all(seat.plain for seat in table)


def test_as_many_specs_as_players(game: Game) -> None:
    assert [s.noise for s in seats(game, 2, ["random", "random,noise=0.5"])] == [0.0, 0.5]
    with pytest.raises(UserError, match="2 seats are given for 3 players; give 1 .* or 3"):
        seats(game, 3, ["random", "random"])


def test_no_spec_is_balanced_or_says_so(toy: Game, shelf: Path) -> None:
    with pytest.raises(UserError, match="no policy 'balanced' to fill the seats with; name one: --seat"):
        seats(toy, 2)
    both = replace(toy, policies={**toy.policies, "balanced": replace(toy.policies["random"], name="balanced")})
    assert seats(both, 2)[0].policy.name == "balanced"


def test_settings(game: Game) -> None:
    seat = seat_from_spec(game, 2, "random,noise=0.25,rollouts=64,width=5")
    assert (seat.noise, seat.rollouts, seat.width, seat.plain) == (0.25, 64, 5, False)
    assert seat.label == "random,noise=0.25,rollouts=64,width=5"


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("randon", "did you mean random"),
        ("random,noise=2", "noise must be a number from 0 to 1, not '2'"),
        ("random,noise=nan", "noise must be"),
        ("random,rollouts=1.5", "rollouts must be a whole number"),
        ("random,width=0", "width must be a whole number from 1"),
        ("random,depth=3", "'depth=3' is not a setting"),
        ("random,noise", "'noise' is not a setting"),
        ("random@", "is not a seat"),
        ("", "is not a seat"),
        ("random@bold", "no weights named 'bold'"),
        ("random@missing.toml", "missing.toml doesn't exist"),
        ("missing.py:thrifty", "missing.py doesn't exist"),
        (f"random@{'x' * 300}.toml", "toml can't be read: File name too long"),
        ("random@a\0.toml", r"'a.x00.toml' can't be read: embedded null"),
        ("a\0.py:thrifty", r"'a.x00.py' can't be read: embedded null"),
    ],
)
def test_mistakes_are_one_line(game: Game, spec: str, said: str) -> None:
    with pytest.raises(UserError, match=said) as caught:
        seat_from_spec(game, 2, spec)
    assert "\n" not in str(caught.value)


def test_rotation_keeps_roles(game: Game) -> None:
    table = seats(game, 3, ["random", "random,noise=0.1", "random,noise=0.2"])
    assert [seat.role for seat in rotate(table, 1)] == [2, 0, 1]
    assert [seat.role for seat in rotate(table, 3)] == [0, 1, 2]


def test_weights_without_a_file_are_the_policys_own(toy: Game, shelf: Path) -> None:
    seat = seat_from_spec(toy, 2, "weighty")
    assert seat.weights.shape == (MAX_WEIGHTS,)
    assert seat.named_weights() == {"sets": 1.0, "goods": 2.0}
    assert not seat.weights[2:].any()
    with pytest.raises(ValueError, match="read-only"):
        seat.weights[0] = 3.0


def test_stored_weights_come_back_by_players_and_variant(toy: Game, shelf: Path) -> None:
    policy = toy.policies["weighty"]
    file = store_weights(policy, 2, {"sets": 0.1, "goods": -3.0}, "burgsim tune burgundy-cards")
    store_weights(policy, 3, {"sets": 5.0, "goods": 6.0}, 'say "x"')
    store_weights(policy, 2, {"sets": 7.0, "goods": 8.0}, "m", variant="bare", note="n")
    assert file == shelf / "burgundy-cards" / "weighty.toml"
    assert tuned_weights(policy, 2) == {"sets": 0.1, "goods": -3.0}
    assert tuned_weights(policy, 3) == {"sets": 5.0, "goods": 6.0}
    assert tuned_weights(policy, 4) == {}
    assert variant_names(policy) == ["bare"]
    assert seat_from_spec(toy, 2, "weighty@bare").named_weights() == {"sets": 7.0, "goods": 8.0}
    assert seat_from_spec(toy, 2, "weighty@default").named_weights() == {"sets": 1.0, "goods": 2.0}
    with pytest.raises(UserError, match="weights 'bare' for p2, not for p3"):
        seat_from_spec(toy, 3, "weighty@bare")
    with pytest.raises(UserError, match="did you mean bare"):
        seat_from_spec(toy, 3, "weighty@bore")
    before = file.read_bytes()
    store_weights(policy, 3, {"sets": 5.0, "goods": 6.0}, 'say "x"')
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[p2]\nsats = 1.0", "no weight 'sats'; did you mean sets"),
        ("[p2]\nsets = 'x'", "sets must be a finite number, not 'x'"),
        ("[p2]\nsets = inf", "sets must be a finite number"),
        ("[p2]\nsets = true", "sets must be a finite number"),
        ("[p3]\nsets = 1", r"has no table \[p2\]; it has p3"),
        ("[p2\n", "is not valid TOML"),
        (f"sets = {'9' * 400}", "mine.toml: a whole number in it is too large"),
        (f"sets = {'9' * 5000}", "mine.toml: a whole number in it is too large"),
        (f"sets = {'[' * 10000}{']' * 10000}", "mine.toml: tables or lists are nested too deeply"),
        (f"{'a.' * 3000}b = 1", "mine.toml: tables or lists are nested too deeply"),
    ],
)
def test_wrong_weights_are_one_line(toy: Game, tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(UserError, match=said) as caught:
        seat_from_spec(toy, 2, f"weighty@{file}")
    assert "\n" not in str(caught.value)


def test_a_users_weights(toy: Game, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("\ufeffgoods = 9", encoding="utf-8")  # with the mark that some editors put before it
    seat = seat_from_spec(toy, 2, f"weighty@{file}")
    assert seat.named_weights() == {"sets": 1.0, "goods": 9.0}
    assert seat.label == "weighty@mine.toml"


def test_changing_weights(toy: Game) -> None:
    seat = seat_from_spec(toy, 2, "weighty")
    assert seat.with_weights({"goods": 4.0}).named_weights() == {"sets": 1.0, "goods": 4.0}
    assert seat.with_weights(np.array([8.0, 9.0])).named_weights() == {"sets": 8.0, "goods": 9.0}
    with pytest.raises(UserError, match="no weight 'good'"):
        seat.with_weights({"good": 4.0})
    with pytest.raises(UserError, match="has 2 weights"):
        seat.with_weights(np.zeros(3))
    with pytest.raises(UserError, match="finite"):
        seat.with_weights({"sets": float("nan")})


def test_a_seat_as_data_and_back(toy: Game) -> None:
    seat = seat_from_spec(toy, 2, "weighty,noise=0.5,rollouts=8").with_weights({"sets": 0.1})
    back = Seat.from_dict(toy, seat.to_dict())
    assert back.to_dict() == seat.to_dict()
    assert np.array_equal(back.weights, seat.weights)


def test_a_policy_of_a_users_file(game: Game, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(POLICY, encoding="utf-8")
    seat = seat_from_spec(game, 2, f"{file}:thrifty")
    assert seat.label == "mine.py:thrifty"
    assert seat.from_user and not seat.plain
    assert seat.named_weights() == {"silver": 2.0, "workers": 1.0}
    assert len(seat.file_sha256) == 64
    assert Seat.from_dict(game, seat.to_dict(), file).to_dict() == seat.to_dict()
    with pytest.raises(UserError, match="name that file"):
        Seat.from_dict(game, seat.to_dict())
    for name, said in (
        ("plain", r'not a policy yet: put @policy\("burgundy-cards"\) above it'),
        ("other", "no policy 'other'; policies there: thrifty"),
        ("", "write mine.py:thrifty"),
    ):
        with pytest.raises(UserError, match=said):
            seat_from_spec(game, 2, f"{file}:{name}")
    with pytest.raises(UserError, match="for burgundy-cards, not for another-game"):
        seat_from_spec(replace(game, id="another-game"), 2, f"{file}:thrifty")
    digest = seat.to_dict()
    file.write_text(POLICY + "\n", encoding="utf-8")
    with pytest.raises(UserError, match="has changed since"):
        Seat.from_dict(game, digest, file)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("def f(:\n", "line 1: "),
        ("x = 1\ny = missing\n", "line 2: NameError: name 'missing' is not defined"),
        ("raise SystemExit", "line 1: SystemExit"),
        ("raise GeneratorExit", "line 1: GeneratorExit"),
        ("raise BaseException('so')", "line 1: BaseException: so"),
        ("import sys\nsys.path.pop(0)\n", "has no policy 'thrifty'"),
        (POLICY.replace("def thrifty", "async def thrifty"), "policy thrifty is an async function; it must be a plain"),
        (POLICY.replace("return n - 1", "yield n - 1"), "policy thrifty yields; it must return an integer"),
        (POLICY.replace("return n - 1", "return state"), "policy thrifty returns Record.*; it must return an integer"),
        (POLICY.replace(", n, desk):\n    \"", "):\n    \""), "line 4: policy thrifty takes 3 arguments"),
        (POLICY.replace("return n - 1", "return 0.5"), "returns float64; it must return an integer"),
        (POLICY.replace("return n - 1", "return state.gold"), "policy thrifty can't be compiled"),
        (POLICY.replace("burgundy-cards", "burgundy-card"), "no game 'burgundy-card'; did you mean burgundy-cards"),
    ],
)
def test_errors_in_a_users_file_are_one_line(game: Game, tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "mine.py"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(UserError, match=said) as caught:
        seat_from_spec(game, 2, f"{file}:thrifty")
    assert "\n" not in str(caught.value)
    assert str(caught.value).startswith(str(file))
    assert len(str(caught.value)) < len(str(file)) + 400


def test_what_a_file_prints_is_no_result(game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.py"
    file.write_text(POLICY + "print('hello')\n", encoding="utf-8")
    seat_from_spec(game, 2, f"{file}:thrifty")
    assert capsys.readouterr() == ("", "hello\n")


def test_a_file_may_import_its_neighbours(game: Game, tmp_path: Path) -> None:
    (tmp_path / "neighbour_of_mine.py").write_text("INDEX = 0\n", encoding="utf-8")
    file = tmp_path / "mine.py"
    file.write_text("from neighbour_of_mine import INDEX\n" + POLICY.replace("n - 1", "INDEX"), encoding="utf-8")
    assert seat_from_spec(game, 2, f"{file}:thrifty").from_user
