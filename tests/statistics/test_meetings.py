"""Meetings deal by deal say what the rows of all games say."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from burgsim.statistics.meetings import Meetings, Seating
from burgsim.statistics.ratings import plackett_luce, win_shares

NAMES = ["a", "b", "c", "d"]
WHO = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 1, 3], [1, 3, 0], [3, 0, 1], [0, 0, 2], [0, 2, 0]]
DEALS = 300


def games() -> tuple[np.ndarray, np.ndarray]:
    """Ranks and wins in 60ths, int (deals, tables, seats), with ties and with what a deal's games have in common."""
    rng = np.random.default_rng(4)
    strong = np.array([0.0, 0.3, 0.8, 0.1])[np.array(WHO)]
    luck = strong + rng.normal(size=(DEALS, 1, 3)) + rng.normal(size=(DEALS, len(WHO), 3))
    score = np.round(2 * luck)
    rank = 1 + (score[..., None, :] > score[..., :, None]).sum(axis=-1)
    first = rank == 1
    return rank.astype(np.int32), np.where(first, 60 // first.sum(axis=-1, keepdims=True), 0).astype(np.int32)


def met(cuts: list[int], keep: bool = True) -> Meetings:
    rank, wins = games()
    seating = Seating(NAMES, WHO)
    found = Meetings(seating, keep)
    for first, last in itertools.pairwise([0, *cuts, DEALS]):
        rows = seating.empty(last - first)
        for table in range(len(WHO)):
            seating.tally(table, rank[first:last, table], wins[first:last, table], rows)
        found.add(rows)
    return found


def test_they_say_what_the_rows_say() -> None:
    rank, wins = games()
    policy, deal = np.tile(np.array(WHO), (DEALS, 1)), np.repeat(np.arange(DEALS), len(WHO))
    rank, wins = rank.reshape(-1, 3), wins.reshape(-1, 3)
    found = met([])
    ahead = np.zeros((4, 4))
    for who, place in zip(policy, rank, strict=True):
        for a, b in itertools.permutations(range(3), 2):
            if who[a] != who[b]:
                ahead[who[a], who[b]] += (place[a] < place[b]) + 0.5 * (place[a] == place[b])
    assert np.array_equal(found.matrix(), ahead)
    assert found.win_shares() == win_shares(NAMES, policy, wins, deal)
    assert found.ratings(resamples=40, seed=9) == plackett_luce(NAMES, policy, rank, deal, resamples=40, seed=9)


def test_errors_are_those_of_the_deals() -> None:
    rank, _ = games()
    errors, cov = met([]).rate_errors()
    ahead = []
    for i, j in itertools.combinations(range(4), 2):
        rate, count = np.zeros(DEALS), 0
        for table, who in enumerate(WHO):
            for a, b in itertools.permutations(range(3), 2):
                if (who[a], who[b]) == (i, j):
                    rate += 0.5 * (1 + np.sign(rank[:, table, b] - rank[:, table, a]))
                    count += 1
        if count == 0:
            assert np.isnan(errors[i, j])
            ahead.append(np.zeros(DEALS))
            continue
        ahead.append(rate / count)
        assert errors[i, j] == errors[j, i] == pytest.approx(ahead[-1].std(ddof=1) / np.sqrt(DEALS))
    assert cov == pytest.approx(np.cov(np.array(ahead)) / DEALS)


@pytest.mark.parametrize("cuts", [[1], [7, 250], list(range(1, DEALS))])
def test_they_do_not_depend_on_the_parts(cuts: list[int]) -> None:
    one, other = met([]), met(cuts)
    assert (one.halves, one.wins) == (other.halves, other.wins)
    assert one.ratings(resamples=20) == other.ratings(resamples=20)


def test_a_byte_a_pair_and_deal_is_kept_or_nothing() -> None:
    kept = met([])._kept
    assert kept is not None and kept[0].dtype == np.uint8
    assert met([], keep=False)._kept is None
    with pytest.raises(ValueError, match="keep=True"):
        met([], keep=False).ratings()


def test_mistakes() -> None:
    with pytest.raises(ValueError, match="two different names"):
        Seating(["a", "a"], [[0, 1]])
    with pytest.raises(ValueError, match="from 0 to 1"):
        Seating(["a", "b"], [[0, 2]])
    alone = Seating(["a", "b"], [[0, 0]])
    with pytest.raises(ValueError, match="no policy met"):
        Meetings(alone, keep=True).ratings()
