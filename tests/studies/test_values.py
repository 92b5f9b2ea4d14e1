"""Four values and an association, each held against a number found in another way."""

from __future__ import annotations

import numpy as np
import pytest

from burgsim.games import load
from burgsim.games.game import SCORE, TIEBREAK, WIN_60THS, UserError, rank_seats
from burgsim.simulation.run import simulate
from burgsim.studies import values
from burgsim.studies.gifts import check_gift, seat_rule, seat_rules
from burgsim.studies.values import (
    ADAPTED,
    ASSOCIATION,
    FROZEN,
    ablation,
    adapted_seats,
    association,
    decision_value,
    gift,
    with_points,
)

CARDS = "burgundy-cards"
NO_FIRST = {"first_bonus": {t: 0 for t in ("castle", "mine", "cloister", "knowledge", "ship", "pasture", "building")}}


def test_ablation_is_the_difference_of_two_runs() -> None:
    value = ablation(CARDS, 2, NO_FIRST, specs=["greedy"], games=300, seed=3, workers=1)
    with_, without = (
        simulate(CARDS, 2, "greedy", 300, 3, changes, workers=1).seats.score.to_numpy(np.int64)
        for changes in ({}, NO_FIRST)
    )
    assert value.name == FROZEN
    assert value.measures["score"].estimate == pytest.approx(float((with_ - without).mean()))
    assert value.measures["score"].low > 0


def test_adapted_players_are_others_on_the_same_deals() -> None:
    frozen = ablation(CARDS, 2, NO_FIRST, games=100, workers=1)
    adapted = ablation(CARDS, 2, NO_FIRST, games=100, adapted="default", workers=1)
    assert adapted.name == ADAPTED
    assert adapted.measures["score"].estimate != frozen.measures["score"].estimate


def test_tuned_seats_keep_their_places_and_what_has_no_weights() -> None:
    from burgsim.players import seats

    game = load(CARDS)
    table = seats(game, 2, ["random", "balanced"])
    found = adapted_seats(game, 2, table, NO_FIRST, generations=1, population=4, deals=4, check_deals=40, workers=1)
    assert [seat.role for seat in found] == [0, 1]
    assert found[0].policy.name == "random"
    assert found[1].policy.name == "balanced"


def test_points_given_at_the_end_are_ranked_as_the_kernel_does() -> None:
    rng = np.random.default_rng(1)
    rows = np.zeros((300, 4, 5), np.int64)
    rows[:, :, SCORE] = rng.integers(0, 4, (300, 4))
    rows[:, :, TIEBREAK] = rng.integers(0, 2, (300, 4))
    after = with_points(rows, 2, 1)
    for i in range(300):
        one = rows[i].astype(np.int32)
        one[2, SCORE] += 1
        rank_seats(one, 4)
        assert np.array_equal(one[:, WIN_60THS], after[i, :, WIN_60THS])
    assert (rows[:, :, SCORE] <= 3).all()  # what was given is not changed


def test_a_gift_of_a_rule_is_played_seat_by_seat() -> None:
    value = gift(CARDS, 2, "start_workers", 2, specs=["greedy"], games=200, seed=4, workers=1)
    plain = simulate(CARDS, 2, "greedy", 200, 4, workers=1).seats.score.to_numpy(np.int64).reshape(-1, 2)
    gained = []
    for seat, workers in enumerate(([2, 1], [0, 3])):
        run = simulate(CARDS, 2, "greedy", 200, 4, {"start_workers.p2": workers}, workers=1)
        score = run.seats.score.to_numpy(np.int64).reshape(-1, 2)
        gained.append(score[:, seat] - plain[:, seat])
        assert value.parts[f"seat {seat + 1}"]["score"].estimate == pytest.approx(gained[-1].mean())
    assert value.measures["score"].estimate == pytest.approx(np.mean(gained))
    # the deal is the unit, not the seat: both seats of a deal hang together
    assert value.measures["score"].se == pytest.approx(np.mean(gained, axis=0).std(ddof=1) / np.sqrt(200))


def test_points_are_worth_themselves() -> None:
    value = gift(CARDS, 3, "points", 2, specs=["random"], games=200, workers=1)
    assert value.measures["score"].estimate == value.measures["lead"].estimate == 2.0
    assert 0 < value.measures["win_share"].low


def test_what_can_be_given() -> None:
    game = load(CARDS)
    assert "start_workers.p3" in seat_rules(game, 3)
    assert "all_seven.p3" not in seat_rules(game, 3)
    assert seat_rule(game, 2, "start_workers").values == (0, 1)
    with pytest.raises(UserError, match="isn't given by seat at 2 players; these are: .*start_workers"):
        seat_rule(game, 2, "start_silver")
    with pytest.raises(UserError, match="did you mean start_workers"):
        seat_rule(game, 2, "start_worker")
    with pytest.raises(UserError, match="at most 10"):
        check_gift(game, 2, {}, "start_workers", 10)
    with pytest.raises(UserError, match="two players"):
        check_gift(game, 1, {}, "points", 1)


def test_rules_by_seat_of_another_game() -> None:
    assert {"seat_knights", "seat_points"} <= set(seat_rules(load("king-arthur"), 3))


def test_decision_value_counts_forks_and_repeats() -> None:
    first = decision_value(CARDS, 2, "complete-set", games=60, futures=2, workers=1)
    again = decision_value(CARDS, 2, "complete-set", games=60, futures=2, workers=2)
    assert first.to_dict() == again.to_dict()
    assert 0 < first.n <= 60
    assert sum(part["lead"].n for part in first.parts.values()) == first.n
    with pytest.raises(UserError, match="has no fork"):
        decision_value(CARDS, 2, "nothing", games=10)


def test_nothing_depends_on_the_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    def play() -> list[dict[str, object]]:
        return [
            decision_value(CARDS, 2, "complete-set", games=90, futures=2).to_dict(),
            association(CARDS, 2, "sales", specs=["greedy"], games=150).to_dict(),
            gift(CARDS, 2, "points", 3, specs=["greedy"], games=90).to_dict(),
        ]

    whole = play()
    monkeypatch.setattr(values, "PART", 7)
    assert play() == whole


def test_the_error_of_a_slope_is_that_of_the_games() -> None:
    value = association(CARDS, 3, "sales", specs=["greedy"], games=300, seed=2, workers=1).measures["win_share"]
    frame = simulate(CARDS, 3, "greedy", 300, 2, workers=1).seats.frame()
    x, y = (frame[name].to_numpy("float64").reshape(-1, 3) for name in ("sales", "win_60ths"))
    apart = x - x.mean()
    slope = (apart * y).sum() / (apart**2).sum() / 60
    rest = (apart * (y / 60 - y.mean() / 60 - slope * apart)).sum(axis=1)
    assert value.estimate == pytest.approx(slope)
    assert value.se == pytest.approx(np.sqrt((rest**2).sum() * 300 / 299) / (apart**2).sum())


def test_association_is_a_regression_and_is_labelled() -> None:
    value = association(CARDS, 3, "sales", specs=["greedy"], games=300, seed=2, workers=1)
    rows = simulate(CARDS, 3, "greedy", 300, 2, workers=1).seats.frame()
    slope = np.polyfit(rows.sales.astype(float), rows.score.astype(float), 1)[0]
    assert value.measures["score"].estimate == pytest.approx(slope)
    assert value.name == ASSOCIATION and not value.causal
    assert "association" in value.note
    assert value.measures["score"].se > 0
    with pytest.raises(UserError, match="did you mean sales"):
        association(CARDS, 2, "sale", games=10)
