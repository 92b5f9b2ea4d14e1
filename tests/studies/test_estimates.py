"""Forks told apart by what the player does, and seats at rotated tables."""

import numpy as np
import pytest

from burgsim.studies.estimates import fork_effect, fork_effects, levelled, place_shares, score_change, seat_leads
from burgsim.studies.lab import Arm, Lab, Sizes


def forked(n: int) -> dict[str, np.ndarray]:
    """Forks at which acting brings one point of lead and half a win where the player acts, and nothing elsewhere."""
    chosen = np.arange(n) % 2
    rows = {"futures": np.full(n, 2), "chosen": chosen, "mark": np.arange(n) % 3}
    for name, gain in (("score", 0), ("lead", 2), ("win", 60)):
        rows |= {f"{name}_with": 10 + gain * chosen, f"{name}_without": np.full(n, 10)}
    return rows


def test_forks_by_what_the_player_does() -> None:
    found = fork_effects(forked(40), 20)
    assert {name: effect["lead"].estimate for name, effect in found.items()} == {"all": 0.5, "acts": 1.0, "waits": 0.0}
    assert found["acts"]["win"].estimate == pytest.approx(0.5) and found["acts"]["win"].n == 20
    assert set(fork_effects(forked(40), 21)) == {"all"}


def test_some_forks_only() -> None:
    rows = forked(60)
    where = rows["mark"] == 1
    assert fork_effect(rows, where)["score"].n == 20
    assert fork_effects(rows, 10, where)["acts"]["lead"].n == 10
    assert np.isnan(fork_effect(rows, np.zeros(60, bool))["win"].low)


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Lab:
    folder = tmp_path_factory.mktemp("runs")
    return Lab("burgundy-cards", "estimates", 1, Sizes.given(400), workers=1, folder=folder)


def test_seats_of_copies_and_of_a_rotated_table(lab: Lab) -> None:
    arms = [Arm("alike", 2, 400), Arm("turned", 2, 400, ("balanced", "greedy"), rotated=True)]
    runs = lab.play(arms)
    leads, places = seat_leads(runs["alike"]), place_shares(runs["turned"])
    assert sum(lead.estimate for lead in leads) == pytest.approx(0.0)
    assert sum(place.estimate for place in places) == pytest.approx(1.0) and places[0].n == 400
    # the same table turned round has each seat once with the stronger player: no seat wins nearly all
    assert 0.3 < places[0].estimate < 0.7
    assert score_change(runs["alike"], runs["alike"]).estimate == 0.0
    found = levelled(runs["alike"][0])
    assert found.points[0].estimate == 0.0 and max(abs(s - 0.5) for s in found.shares_after) < 0.01
