"""Sensitivity: values as they are named, effects that are known, and extremes that weren't picked for their luck."""

from __future__ import annotations

import numpy as np
import pytest

from burgsim.games import load
from burgsim.games.game import UserError
from burgsim.simulation.run import simulate
from burgsim.studies import same_deals
from burgsim.studies.factors import factors
from burgsim.studies.sensitivity import sensitivity, step_of

CARDS, ARTHUR = "burgundy-cards", "king-arthur"


@pytest.mark.parametrize(
    ("text", "values", "name"),
    [
        ("start_silver", (0, 1, 2), "start_silver"),
        ("set_points.cloister", (3, 4, 5, 6, 7, 8, 9), "set_points.cloister"),
        ("set_points.castle", (3, 5, 6), "set_points.castle"),
        ("purchase_draw=1..4", (1, 2, 3, 4), "purchase_draw"),
        ("purchase_draw=5, 2,3", (2, 3, 5), "purchase_draw"),
        ("start_workers[2]=0..2", (0, 1, 2), "start_workers.p2[2]"),
        ("display_cards", (4, 5, 6, 7, 8, 9, 10), "display_cards.p2"),
        ("stack_beside_open", (False, True), "stack_beside_open"),
        ("set_reward_order", ("reward", "effect", "choice"), "set_reward_order"),
        ("round_reward.B=1 point|1 good,2 points", ("1 point|1 good", "2 points"), "round_reward.B"),
    ],
)  # fmt: skip
def test_factors_are_read(text, values, name):
    (found,) = factors(load(CARDS), 2, [text])
    assert (found.values, found.name) == (values, name)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("start_sliver", "did you mean start_silver"), ("start_silver=0..20", "allowed"), ("start_silver=1", "two"),
        ("start_workers", "row of numbers"), ("start_workers[3]", "has 2 numbers"), ("start_silver[1]", "single value"),
        ("start_silver=a,b", "whole numbers"), ("round_reward.A", "say what it may be"), ("!", "names no rule"),
    ],
)  # fmt: skip
def test_mistakes_get_a_line(text, said):
    with pytest.raises(UserError, match=said):
        factors(load(CARDS), 2, [text])


def test_unnamed_factors_are_the_assumed_numbers_of_the_presets():
    found = factors(load(CARDS), 2, [])
    assert {f.label for f in found} == {"assumed"}
    assert {"round_reward.B", "good_points.dark", "building_pips"} <= {f.path for f in found}
    assert [f.path for f in factors(load(ARTHUR), 2, [])] == [
        f"strengths.{colour}" for colour in ("yellow", "blue", "green", "red")
    ]


def test_a_step_is_the_same_from_every_place():
    for n in range(2, 51):
        places = np.rint(np.arange(4) / 3 * (n - 1)).astype(int)
        assert {places[2] - places[0], places[3] - places[1]} == {step_of(n)}


def test_known_effects():
    """Points at the end move the score by just what they are, whoever plays; what is never used moves nothing."""
    found = sensitivity(
        ARTHUR, 2, ["seat_points[1]=0..6", "seat_points[2]=0,2", "seat_points[4]=0..2"], spec="greedy", deals=150,
        walks=4, workers=1,
    )  # fmt: skip
    effects = {e.factor.name: e for e in found.effects["score"]}
    assert [e.factor.name for e in found.effects["score"]] == [f"seat_points[{i}]" for i in (1, 2, 4)]
    assert effects["seat_points[1]"].mu_star.estimate == pytest.approx(3.0)  # six points for one of two
    assert effects["seat_points[1]"].mu == pytest.approx(3.0)
    assert effects["seat_points[2]"].mu_star.estimate == pytest.approx(1.0)
    assert effects["seat_points[4]"].mu_star.estimate == 0.0 and not effects["seat_points[4]"].matters
    assert effects["seat_points[1]"].sigma == pytest.approx(0.0, abs=1e-9)
    assert found.effects["win_share seat 2"][0].mu < 0.0
    alone = {(a.factor.name, a.value): a.differences["score"].estimate for a in found.alone}
    assert alone["seat_points[1]", 4] == pytest.approx(2.0) and len(alone) == 6 + 1 + 2
    now, low, high = found.reach["score"]
    assert high.estimate - now.estimate == pytest.approx(4.0) and low.estimate == pytest.approx(now.estimate)
    fresh = simulate(ARTHUR, 2, "greedy", 300, 1, workers=1).seats.score.to_numpy("float64").reshape(-1, 2)
    assert now.estimate == pytest.approx(fresh[150:].mean())
    assert "turns" in found.effects and all(e.mu_star.estimate == 0.0 for e in found.effects["turns"])


def test_runs_repeat_and_chance_is_not_called_an_effect():
    """A rule of the solo game moves no game of two: every one of its effects is nothing."""
    twice = [
        sensitivity(CARDS, 2, ["start_silver=0..2", "aaron_cloister_points"], spec="greedy", deals=600, walks=4,
                    seed=8, workers=w) for w in (1, 2)
    ]  # fmt: skip
    assert twice[0].to_dict() == twice[1].to_dict()
    last = {e.factor.name: e for e in twice[0].effects["win_share seat 1"]}["aaron_cloister_points"]
    assert (last.mu_star.estimate, last.noise) == (0.0, 0.0)
    silver = {e.factor.name: e for e in twice[0].effects["score"]}["start_silver"]
    assert silver.matters and silver.mu > silver.noise > 0.0
    assert twice[0].effects.keys() == twice[0].reach.keys()
    assert "turns" not in {q.key for q in twice[0].quantities}


def test_nothing_depends_on_the_blocks(monkeypatch):
    def play():
        return sensitivity(CARDS, 2, ["start_silver=0..2", "purchase_draw"], spec="greedy", deals=60, walks=3).to_dict()

    whole = play()
    for name, value in (("BLOCK", 7), ("BLOCK_NUMBERS", 1)):
        monkeypatch.setattr(same_deals, name, value)
        assert play() == whole


def test_contradictions_are_named():
    with pytest.raises(UserError, match="not all of these values go together: hand_size"):
        sensitivity(CARDS, 2, ["hand_size=2,3", "turns=2..6"], deals=10, walks=10, workers=1)


def test_walks_that_all_make_the_same_step_leave_the_chance_of_the_deals() -> None:
    """A rule with two values that varies alone: the walks know one step only, and agree on it whatever it is."""
    found = sensitivity(CARDS, 2, ["start_silver=1,3"], spec="greedy", deals=60, walks=3, workers=1)
    (effect,) = found.effects["score"]
    (alone,) = found.alone
    assert effect.mu_star.estimate > 0
    assert effect.mu_star.half_width == pytest.approx(1.96 * alone.differences["score"].se)
