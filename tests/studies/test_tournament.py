"""Tournaments: who meets whom, exact shares, and cycles."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from burgsim.games.game import UserError
from burgsim.simulation.run import simulate
from burgsim.statistics.meetings import Meetings, Seating
from burgsim.studies import tournament as module
from burgsim.studies.tournament import _cycles, play_tournament, selections

CARDS = "burgundy-cards"


def test_everybody_meets_everybody_equally_often() -> None:
    for policies, players in ((5, 2), (5, 3), (4, 4)):
        chosen = selections(policies, players)
        met = np.zeros((policies, policies), int)
        for selection in chosen:
            for a, b in itertools.permutations(selection, 2):
                met[a, b] += 1
        assert len(set(met[~np.eye(policies, dtype=bool)])) == 1
    # too few policies: all of them at every table
    assert selections(2, 3) == [(0, 0, 1), (0, 1, 1)]
    assert all({0, 1, 2} <= set(selection) for selection in selections(3, 4))


def test_shares_and_rates_are_those_of_the_games() -> None:
    found = play_tournament(CARDS, 2, ["random", "greedy"], games=80, seed=3, workers=1)
    assert (found.deals, found.games, found.tables) == (40, 80, 1)
    one = simulate(CARDS, 2, ["random", "greedy"], 40, 3, workers=1).seats.frame()
    wins = one[one.seat == 2].win_60ths.sum() / 60
    # the second half of the games is the other rotation: greedy first, its stream with it
    assert found.shares[1].estimate >= wins / 80
    assert found.shares[0].estimate + found.shares[1].estimate == pytest.approx(1.0)
    assert found.rates[1, 0] == pytest.approx(1.0 - found.rates[0, 1])
    assert found.order == [1, 0]


def test_results_do_not_depend_on_threads() -> None:
    a, b = (
        play_tournament(CARDS, 3, ["random", "greedy", "random,noise=0.5"], games=60, workers=w, resamples=20)
        for w in (1, 2)
    )
    assert a.to_dict() == b.to_dict()
    assert a.ratings is not None and a.ratings[1].rank == 1


def test_results_do_not_depend_on_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    def play() -> object:
        return play_tournament(CARDS, 2, ["random", "greedy", "balanced"], games=240, resamples=20).to_dict()

    whole = play()
    for size in (1, 7):
        monkeypatch.setattr(module, "PART", size)
        assert play() == whole


def test_errors_of_rates_are_those_of_deals() -> None:
    rng = np.random.default_rng(2)
    seating = Seating(["a", "b"], [[0, 1], [1, 0]])
    first = rng.random(200) < 0.6  # both games of a deal end alike
    rows = seating.empty(200)
    for table, who in enumerate(seating.who):
        seating.tally(table, np.where((who == 0) == first[:, None], 1, 2), np.zeros((200, 2), int), rows)
    found = Meetings(seating)
    found.add(rows)
    errors, cov = found.rate_errors()
    by_deal = first.astype(float)
    assert errors[0, 1] == pytest.approx(by_deal.std(ddof=1) / np.sqrt(200))
    assert cov.shape == (1, 1)


def test_rock_paper_scissors_is_told_and_chance_is_not() -> None:
    names = ["rock", "paper", "scissors"]
    rates = np.array([[np.nan, 0.3, 0.7], [0.7, np.nan, 0.3], [0.3, 0.7, np.nan]])
    errors, cov = np.full((3, 3), 0.02), np.eye(3) * 0.02**2
    cycles = _cycles(names, rates, errors, cov, 500)
    assert [c.policies for c in cycles] == [("rock", "scissors", "paper")]
    assert cycles[0].least == pytest.approx(0.7)
    assert _cycles(names, rates, errors * 10, cov * 100, 500) == []


def test_mistakes() -> None:
    with pytest.raises(UserError, match="named twice"):
        play_tournament(CARDS, 2, ["random", "random"])
    with pytest.raises(UserError, match="at least two policies"):
        play_tournament(CARDS, 2, ["random"])
    with pytest.raises(UserError, match="at least two players"):
        play_tournament(CARDS, 1, ["random", "greedy"])
    with pytest.raises(UserError, match="did you mean greedy"):
        play_tournament(CARDS, 2, ["random", "gready"])
