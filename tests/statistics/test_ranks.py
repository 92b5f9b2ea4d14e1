"""Places that the data allow, against what is known by construction."""

import numpy as np
import pytest

from burgsim.statistics.moments import Moments
from burgsim.statistics.ranks import Place, places


def test_far_apart_and_alike() -> None:
    luck = np.random.default_rng(1).integers(-50, 51, (4000, 1))  # shared by all: pairs are told apart in spite of it
    own = np.random.default_rng(2).integers(-3, 4, (4000, 4))
    found = places(Moments(4).add(luck + own + np.array([10, 20, 10, 0])))
    assert [str(place) for place in found] == ["2 to 3", "1", "2 to 3", "4"]


def test_some_columns_only() -> None:
    moments = Moments(3).add(np.array([[0, 5, 9], [1, 5, 8], [0, 6, 9], [1, 5, 9]] * 20))
    assert places(moments, [2, 0]) == [Place(1, 1), Place(2, 2)]


def test_too_few_deals_allow_every_place() -> None:
    assert places(Moments(3).add(np.array([[1, 2, 3]]))) == [Place(1, 3)] * 3


@pytest.mark.parametrize("level", [0.8, 0.95])
def test_true_places_are_within_as_often_as_promised(level: float) -> None:
    draw = np.random.default_rng(3)
    truth = np.array([0, 0, 1, 2])
    # equal means may have either place
    allowed = [(3, 4), (3, 4), (2, 2), (1, 1)]
    held = 0
    for _ in range(400):
        found = places(Moments(4).add(draw.integers(-8, 9, (120, 4)) + truth), level=level)
        held += all(p.first <= high and p.last >= low for p, (low, high) in zip(found, allowed, strict=True))
    assert held / 400 > level - 0.05
