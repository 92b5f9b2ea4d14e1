"""Study files: what they may say, and mistakes told with line, field and nearest name."""

from __future__ import annotations

from pathlib import Path

import pytest

from burgsim.games import load
from burgsim.games.game import UserError
from burgsim.studies.study_file import parse_study, read_study
from burgsim.studies.toml_lines import line_of, lines_of

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
GOOD = """\
title = "Workers"
game = "burgundy-cards"
players = [2, 3]
games = 1_000

[matters]
win_share = "1pp"

[baseline]
seats = ["greedy"]

[variants.two]
set.last_seat_two = true

[[contrast]]
variant = "two"
measure = "win_share"
seat = 2
"""


@pytest.mark.parametrize("file", sorted(EXAMPLES.glob("*.toml")), ids=lambda file: file.name)
def test_the_examples_are_right(file: Path) -> None:
    study = read_study(file)
    assert study.name == file.stem


def test_a_good_file_is_read() -> None:
    study = parse_study(GOOD)
    game = load("burgundy-cards")
    assert study.counts == [2, 3]
    assert study.changes(game) == {}
    assert study.changes(game, "two") == {"last_seat_two": True}
    assert study.specs("two") == ["greedy"]
    assert study.smallest("win_share") == 0.01
    assert study.smallest("score") == 0.5


def test_a_variant_adds_to_the_baseline() -> None:
    text = GOOD.replace('seats = ["greedy"]', "set.start_silver = 3\npreset = 'low_sets'")
    study = parse_study(text)
    changes = study.changes(load("burgundy-cards"), "two")
    assert changes["start_silver"] == 3
    assert changes["set_points.castle"] == 3
    assert changes["last_seat_two"] is True


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("games = 1_000", "gmes = 1_000", "line 4, gmes: there is no key 'gmes' here; did you mean games?"),
        ('game = "burgundy-cards"', 'game = "burgundy-crads"', "line 2, game: .* did you mean burgundy-cards?"),
        ("[2, 3]", "[2, 9]", "line 3, players: burgundy-cards is played by 1 to 4 players, not 9"),
        ("[2, 3]", "'two'", "line 3, players: "),
        ('win_share = "1pp"', 'win_shares = "1pp"', "line 7, matters.win_shares: .*did you mean win_share?"),
        ('win_share = "1pp"', "win_share = 2", 'line 7, matters.win_share: .*below 100pp, not 2; .*"1pp"'),
        ('seats = ["greedy"]', 'seats = ["gredy"]', "line 10, baseline.seats: .*did you mean greedy?"),
        ('seats = ["greedy"]', 'seat = ["greedy"]', "line 10, baseline.seat: .*did you mean seats?"),
        ("set.last_seat_two", "set.last_seat_too", "line 13, variants.two.set.last_seat_too: .*last_seat_two"),
        ("set.last_seat_two = true", "set.start_silver = 99", "line 13, variants.two.set.start_silver: .*0 to 10"),
        ("set.last_seat_two = true", "preset = 'low_set'", "line 13, variants.two.preset: .*did you mean low_sets?"),
        ("set.last_seat_two = true", "", "line 12, variants.two: nothing differs from the baseline"),
        ('variant = "two"', 'variant = "too"', "line 16, contrast.1.variant: .*did you mean two?"),
        ('measure = "win_share"', 'measure = "scores"', "line 17, contrast.1.measure: .*did you mean score?"),
        ("seat = 2", "seat = 3", "line 18, contrast.1.seat: seat must be from 1 to 2, not 3"),
        ("seat = 2", "seta = 2", "line 18, contrast.1.seta: there is no key 'seta' here; did you mean seat?"),
        ("seat = 2", "player = 1", "line 18, contrast.1.player: .*rotate = true"),
        ("seat = 2\n", "", "line 17, contrast.1.measure: the average win share is one over the number of players"),
        ('measure = "win_share"', 'measure = "margin"', "line 18, contrast.1.seat: margin is a number of the table"),
        ("seat = 2\n", "seat = 2\n[[fork]]\nmark = 'complete-sets'\n", "line 20, fork.1.mark: .*complete-set?"),
        ("seat = 2\n", "seat = 2\n[[gift]]\ngive = 'start_worker'\n", "line 20, gift.1.give: .*start_workers"),
        ("seat = 2\n", "seat = 2\n[[gift]]\ngive = 'start_silver'\n", "line 20, gift.1.give: .*isn't given by seat"),
        ("seat = 2\n", "seat = 2\n[[association]]\ncounter = 'sale'\n", "line 20, association.1.counter: .*sales"),
        ("seat = 2\n", "seat = 2\n[ladder]\npolicies = ['random',\n 'gready']\n", "line 21, .*greedy"),
        ("title = ", "titel = ", "line 1, titel: there is no key 'titel' here; did you mean title?"),
        ('title = "Workers"\n', "", "title is missing"),
        ("title = ", "title == ", "not valid TOML: .*line 1"),
        ("games = 1_000", f"games = {'9' * 5000}", "x.toml: a whole number in it is too large"),
        ("games = 1_000", f"games = 0x{'f' * 5000}", "x.toml: a whole number in it is too large"),
        ("[2, 3]", f"{'[' * 10000}{']' * 10000}", "x.toml: tables or lists are nested too deeply"),
        ("set.last_seat_two = true", r'rules = "a\u0000b"', "variants.two.rules: rules file 'a.x00b' can't be read"),
        ('seats = ["greedy"]', r'seats = "a\u0000.py:x"', "baseline.seats: policy file 'a.x00.py' can't be read"),
    ],
)  # fmt: skip
def test_a_mistake_is_told_with_its_line(old: str, new: str, said: str) -> None:
    assert GOOD.count(old) >= 1
    with pytest.raises(UserError, match=said) as found:
        parse_study(GOOD.replace(old, new, 1), "x.toml")
    assert "\n" not in str(found.value)


def test_lines_of_every_form_of_key() -> None:
    text = (
        'a = 1\nb.c = "x = 1 # no"\n"d e" = [1,\n  2, # two\n  3]\n[t]\nk = {x = 1, y = [2]}\n'
        '[t.u]\ns = """\nz = 1\n"""\n[[v]]\nn = 1\n[[v]]\nn = 2\n[v.w]\nm = 3\n'
    )
    lines = lines_of(text)
    found = {path: line_of(lines, path) for path in [
        ("a",), ("b", "c"), ("d e",), ("d e", 1), ("d e", 2), ("t",), ("t", "k", "y"), ("t", "u", "s"),
        ("v", 0, "n"), ("v", 1, "n"), ("v", 1, "w", "m"), ("t", "k", "nothing"), ("nothing",)]}  # fmt: skip
    assert list(found.values()) == [1, 2, 3, 4, 5, 6, 7, 9, 13, 15, 17, 7, 1]
    assert ("z",) not in lines


def test_a_file_may_begin_with_a_mark(tmp_path: Path) -> None:
    file = tmp_path / "marked.toml"
    file.write_text("\ufeff" + GOOD, encoding="utf-8")
    assert read_study(file).title == "Workers"


def test_missing_file_is_one_line() -> None:
    with pytest.raises(UserError, match="doesn't exist"):
        read_study("nowhere.toml")
