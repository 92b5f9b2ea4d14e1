"""Comparisons: exact on the same deals, extended exactly, corrected for looks and for many."""

from __future__ import annotations

import math
import re
from dataclasses import replace

import numpy as np
import pytest

from burgsim.games.game import UserError
from burgsim.simulation.run import simulate
from burgsim.statistics.intervals import Interval, mean_interval
from burgsim.statistics.multiplicity import holm
from burgsim.statistics.sequential import mixture_radius
from burgsim.studies.compare import Comparison, prepared, until, verdict_known
from burgsim.studies.looks import ANYTIME, SCHEDULE, Plan
from burgsim.studies.measures import KINDS, parse_amount, quantities
from burgsim.studies.run_study import SYMMETRIC, notes, parse_precision, plan_of, run_study
from burgsim.studies.study_file import Study, parse_study

TEXT = """\
title = "Workers"
game = "burgundy-cards"
players = {players}
games = 600
seed = 5
rotate = {rotate}

[baseline]
seats = {seats}

[variants.two]
set.last_seat_two = true

[[contrast]]
variant = "two"
measure = "{measure}"
{where}
"""


def study(players: str = "3", rotate: str = "false", seats: str = '"greedy"', measure: str = "win_share",
          where: str = "seat = 3") -> Study:  # fmt: skip
    return parse_study(TEXT.format(players=players, rotate=rotate, seats=seats, measure=measure, where=where))


def played(asked: Study, deals: int, workers: int = 1, plan: Plan | None = None) -> Comparison:
    comparison = prepared(asked, plan or Plan.made(deals), workers=workers)
    comparison.play_to(deals)
    return comparison


def test_differences_are_those_of_the_runs() -> None:
    base, changed = (
        simulate("burgundy-cards", 3, "greedy", 600, 5, changes, workers=1).seats.frame()
        for changes in ({}, {"last_seat_two": True})
    )
    effects = {e.quantity.key: e for e in played(study(), 600).effects()}
    for seat in (1, 2, 3):
        for key, column, unit in (("win_share", "win_60ths", 60), ("score", "score", 1)):
            gained = (changed[changed.seat == seat][column].to_numpy(np.int64)
                      - base[base.seat == seat][column].to_numpy(np.int64)) / unit  # fmt: skip
            effect = effects[f"{key} seat {seat}"]
            assert effect.difference.estimate == pytest.approx(gained.mean())
            assert effect.difference.se == pytest.approx(gained.std(ddof=1) / math.sqrt(600))
    mean = (changed.score.astype(int) - base.score.astype(int)).mean()
    assert effects["score"].difference.estimate == pytest.approx(mean)
    margins = [
        np.diff(np.sort(frame.score.to_numpy(np.int64).reshape(-1, 3), axis=1)[:, 1:], axis=1).mean()
        for frame in (base, changed)
    ]
    assert effects["margin"].difference.estimate == pytest.approx(margins[1] - margins[0])
    goods = (changed.points_goods.astype(int) - base.points_goods.astype(int)).mean()
    assert effects["points_goods"].difference.estimate == pytest.approx(goods)


def test_win_shares_of_a_table_can_only_move_between_seats() -> None:
    effects = [e for e in played(study(), 600).effects() if e.quantity.measure == "win_share"]
    assert sum(e.difference.estimate for e in effects) == pytest.approx(0.0, abs=1e-12)


def test_a_longer_run_extends_the_shorter_one_exactly() -> None:
    whole = played(study(), 600)
    pieces = prepared(study(), Plan.made(600), workers=2)
    pieces.play_to(7)
    pieces.play_to(250)
    again = prepared(study(), Plan.made(600), workers=1)
    assert again.resume(pieces.kept())
    again.play_to(600)
    assert again.kept() == whole.kept()


def test_sums_of_another_study_are_not_taken() -> None:
    kept = played(study(), 50).kept()
    other = prepared(study(seats='"random"'), Plan.made(600))
    assert not other.resume(kept)
    shorter = prepared(study(), Plan.made(20))
    assert not shorter.resume(kept)


def test_rotated_tables_measure_players_and_places() -> None:
    asked = study("2", "true", '["greedy", "random"]', where="player = 1")
    effects = {e.quantity.key: e for e in played(asked, 200).effects()}
    assert effects["win_share player 1"].baseline > 0.9
    assert effects["win_share player 1"].baseline + effects["win_share player 2"].baseline == pytest.approx(1.0)
    assert 0.3 < effects["win_share seat 1"].baseline < 0.7
    assert effects["win_share player 1"].declared


def test_declared_contrasts_get_holm_and_wider_intervals() -> None:
    asked = study("[2, 3]", measure="score", where="seat = 2")
    comparison = played(asked, 300)
    effects = comparison.effects()
    declared = [e for e in effects if e.declared]
    assert [e.players for e in declared] == [2, 3]
    assert [e.adjusted for e in declared] == pytest.approx(list(holm([e.p for e in declared])))
    assert declared[0].difference.level == pytest.approx(0.975)
    assert all(e.difference.level == 0.95 for e in effects if not e.declared)
    assert comparison.headline(effects) == declared


def test_nothing_changes_where_nothing_differs() -> None:
    asked = study().model_copy(update={"variants": {"two": study().variants["two"].model_copy(update={"set": {}})}})
    effects = played(asked, 200).effects()
    assert all(e.difference.estimate == 0.0 for e in effects)
    assert {e.word for e in effects} == {"not yet known"}  # 200 equal deals are no proof
    assert not any(e.sure for e in effects)


def test_other_numbers_of_players_are_compared_at_the_table_only() -> None:
    text = TEXT.format(players="2", rotate="false", seats='"random"', measure="score", where="")
    asked = parse_study(text.replace("set.last_seat_two = true", "players = 3"))
    effects = played(asked, 200).effects()
    assert {e.quantity.where for e in effects} == {""}
    turns = next(e for e in effects if e.quantity.measure == "turns")
    assert turns.changed / turns.baseline == pytest.approx(1.5)


def test_looks_are_corrected() -> None:
    fixed = mean_interval(1000, 100, 1000)
    once = Plan((1000,)).interval(fixed)
    assert once.low == pytest.approx(fixed.low)
    five = Plan((1000, 2000, 3000, 4000, 5000), SCHEDULE).interval(fixed)
    assert five.half_width / fixed.half_width == pytest.approx(2.5758 / 1.96, rel=0.01)
    assert Plan((1000, 2000), SCHEDULE).p(fixed) == pytest.approx(2 * Plan((1000,)).p(fixed))
    assert Plan.made(1_000_000, SCHEDULE).looks == (10_000, 30_000, 100_000, 300_000, 1_000_000)
    assert len(Plan.made(5000, SCHEDULE).looks) == 5


def test_anytime_intervals_and_their_p_agree() -> None:
    plan = Plan((1000, 10_000), ANYTIME)
    for total in (20, 60, 75, 85, 100, 200):
        fixed = mean_interval(1000, total, 1000)
        shown = plan.interval(fixed)
        half = float(mixture_radius(1000, fixed.se * math.sqrt(1000), tuned_for=3000))
        assert shown.low == pytest.approx(fixed.estimate - half)
        assert (plan.p(fixed) < 0.05) == shown.excludes(0.0)


def test_a_run_ends_at_the_look_that_is_enough() -> None:
    comparison = prepared(study(), Plan((100, 200, 400), SCHEDULE), workers=1)
    effects = until(comparison, lambda found: found[0].difference.n >= 200)
    assert comparison.deals == {3: 200}
    assert effects[0].difference.n == 200
    assert "look 2 of 3" in effects[0].difference.method


def test_precision_is_reached_or_the_last_look() -> None:
    answer = run_study(study(), games=600, precision="5pp", workers=1)
    width = answer.headline[0].difference.half_width
    assert width <= 0.05 or answer.comparison.deals[3] == 600  # type: ignore[union-attr]
    with pytest.raises(UserError, match="no headline effect is measured in points"):
        run_study(study(), games=600, precision="0.2points", workers=1)
    assert not verdict_known(answer.headline) or answer.headline[0].decided


def test_precision_and_amounts_need_their_units() -> None:
    assert parse_precision("0.2pp") == (pytest.approx(0.002), True)
    assert parse_precision("0.1 points") == (0.1, False)
    with pytest.raises(UserError, match="needs its unit"):
        parse_precision("0.2")
    with pytest.raises(UserError, match="must be like"):
        parse_precision("wide")
    assert parse_amount("2%", KINDS["win_share"]) == pytest.approx(0.02)
    assert parse_amount("1 point", KINDS["score"]) == 1.0
    with pytest.raises(UserError, match="above 0"):
        parse_amount(-1, KINDS["score"])
    assert plan_of(1000, None, False, False).looks == (1000,)


def test_symmetric_tables_are_told() -> None:
    answer = run_study(study(), games=50, workers=1)
    assert SYMMETRIC in notes(answer)
    mixed = run_study(study("2", "true", '["greedy", "random"]', where="player = 1"), games=50, workers=1)
    assert SYMMETRIC not in notes(mixed)


def test_a_variant_that_changes_no_game_is_told() -> None:
    # four players have two workers in the last seat as it is
    answer = run_study(study("[3, 4]"), games=50, workers=1)
    told = [note for note in notes(answer) if "changes no game" in note]
    assert told == ["two changes no game at 4 players: nothing measured differs on any deal."]


def test_what_is_not_yet_known_is_told_with_the_deals_that_it_may_take() -> None:
    answer = run_study(study(), games=200, workers=1)
    (told,) = [note for note in notes(answer) if note.startswith("Not yet known in")]
    assert re.match(r"Not yet known in 1 of 1 headline rows\. If nothing differs there, about [\d,]+ deals say", told)
    effect = replace(
        answer.headline[0], word="not yet known", smallest=0.02, difference=Interval(0.021, 0.001, 0.041, 0.01, 10_000)
    )
    answer.effects = [effect]
    # (2 + 1.2816)^2 (0.01 / 0.02)^2 = 2.69 times as many
    assert "about 27,000 deals" in notes(answer)[1]
    answer.effects = [replace(effect, difference=Interval(0.021, 0.011, 0.031, 0.005, 10_000))]
    assert "after as many deals as it takes to see that nothing differs" in notes(answer)[1]
    answer.effects = [replace(effect, word="larger")]
    assert not [note for note in notes(answer) if note.startswith("Not yet known")]


def test_every_quantity_has_its_own_key() -> None:
    from burgsim.games import load

    for players in (1, 2, 4):
        keys = [q.key for q in quantities(load("burgundy-cards"), players, players > 1, ["a"] * players)]
        assert len(set(keys)) == len(keys)


def test_null_intervals_stay_null() -> None:
    nothing = Interval(1.0, math.nan, math.nan, math.nan, 1)
    assert not Plan((10,)).interval(nothing).known
    assert math.isnan(Plan((10,)).p(nothing))
