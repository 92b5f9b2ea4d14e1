"""What levels the seats: roots that are roots, and residuals on fresh deals."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from burgsim.games.game import SCORE, TIEBREAK, UserError
from burgsim.simulation.run import simulate
from burgsim.statistics.fairness import level_seats
from burgsim.studies import levelling
from burgsim.studies.levelling import level

CARDS = "burgundy-cards"


def test_points_are_those_of_the_games() -> None:
    found = level(CARDS, 2, "points", spec="greedy", deals=1500, seed=9, workers=1)
    rows = simulate(CARDS, 2, "greedy", 1500, 9, workers=1).seats.frame()
    score, ties = (rows[c].to_numpy("int64").reshape(-1, 2) for c in ("score", "tiebreak"))
    known = level_seats(score, ties)
    assert found.given[1].estimate - found.given[0].estimate == pytest.approx(known.points[1].estimate, abs=1e-6)
    assert max(g.se for g in found.given) == pytest.approx(known.points[1].se)
    assert found.after == pytest.approx((0.5, 0.5), abs=1e-6)
    assert SCORE != TIEBREAK


def test_a_handicap_is_found() -> None:
    plain = level(CARDS, 2, "points", spec="greedy", deals=1500, workers=1)
    richer = level(CARDS, 2, "points", spec="greedy", deals=1500, workers=1, changes={"start_workers.p2": [0, 8]})
    apart = [g.given[0].estimate - g.given[1].estimate for g in (plain, richer)]
    assert apart[1] > apart[0] + 0.5


def test_a_resource_is_played_and_checked_on_fresh_deals() -> None:
    found = level(CARDS, 2, "start_workers", spec="greedy", deals=400, seed=6, workers=1)
    run = simulate(CARDS, 2, "greedy", 800, 6, {"start_workers.p2": list(found.values)}, workers=1)
    wins = run.seats.win_60ths.to_numpy("int64").reshape(-1, 2)[400:] / 60
    assert [s.estimate for s in found.whole_shares] == pytest.approx(list(wins.mean(axis=0)))
    assert found.before[0].n == 400
    assert found.found
    assert found.after == pytest.approx((0.5, 0.5), abs=1e-6)
    assert min(g.estimate for g in found.given) == 0.0
    assert min(found.whole) == 0
    assert found.played % 400 == 0


@pytest.mark.parametrize(("by", "players"), [("start_workers", 2), ("seat_silver", 3), ("points", 2)])
def test_nothing_depends_on_parts_or_on_what_is_kept(
    monkeypatch: pytest.MonkeyPatch, by: str, players: int
) -> None:
    def play() -> dict[str, object]:
        found = level(CARDS, players, by, spec="greedy", deals=300, seed=6).to_dict()
        return {name: value for name, value in found.items() if name != "games_played"}

    whole = play()
    monkeypatch.setattr(levelling, "PART", 70)
    assert play() == whole
    monkeypatch.setattr(levelling, "_KEPT_BYTES", 0)  # what is needed again is played again
    assert play() == whole


def test_three_seats_by_lot() -> None:
    found = level("king-arthur", 3, "seat_knights", spec="random", deals=300, workers=1)
    assert found.found
    assert found.after == pytest.approx((1 / 3,) * 3, abs=1e-6)
    assert len(found.to_dict()["seats"]) == 3


def test_what_the_rule_does_not_allow_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    real = levelling.seat_rule
    monkeypatch.setattr(levelling, "seat_rule", lambda *a: replace(real(*a), high=0))
    found = level(CARDS, 2, "start_workers", spec="greedy", deals=200, workers=1)
    assert not found.found
    assert all(math.isnan(g.estimate) for g in found.given)
    assert found.values == (0, 0)
    assert found.to_dict()["seats"][0]["share_after"] is None


def test_mistakes() -> None:
    with pytest.raises(UserError, match="two players"):
        level(CARDS, 1, "points")
    with pytest.raises(UserError, match="isn't given by seat"):
        level(CARDS, 2, "mine_silver")
