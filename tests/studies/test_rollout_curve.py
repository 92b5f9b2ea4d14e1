"""What rollouts bring by number of worlds: the same games as by hand, paired gains, and where it is called flat."""

from __future__ import annotations

import numpy as np
import pytest

from burgsim.games import load
from burgsim.games.game import WIN_60THS, UserError
from burgsim.players import seats
from burgsim.report.rollouts_page import flat_sentence, rollout_rows, rollouts_page, rollouts_sentence
from burgsim.simulation.batch import Table
from burgsim.statistics.moments import Moments
from burgsim.studies.rollouts import _flat, rollouts

GAME = "king-arthur"


def test_shares_are_those_of_the_games() -> None:
    found = rollouts(GAME, 2, [4, 1], deals=6, seed=3, workers=1)
    assert [p.worlds for p in found.points] == [1, 4] and found.games == 6 * 2 * 2
    game = load(GAME)
    ahead, plain = seats(game, 2, ["balanced,rollouts=4", "balanced"])
    won = 0
    for at, table in enumerate(([ahead, plain], [plain, ahead])):
        turned = seats(game, 2, [seat.spec or seat.label for seat in table])
        won += Table(game, 2, game.rules(), turned, 3).play(0, 6)[1][:, at, WIN_60THS].sum(dtype=np.int64)
    # a policy's own draws follow its role, and these policies draw nothing
    assert found.points[1].share.estimate == pytest.approx(float(won) / (60 * 12))
    gain = found.points[1].gain
    assert found.points[0].gain is None and gain is not None
    assert gain.estimate == pytest.approx(found.points[1].share.estimate - found.points[0].share.estimate)
    assert all(p.seconds > 0 for p in found.points)


def test_flat_from_where_nothing_later_is_surely_better() -> None:
    rng = np.random.default_rng(1)
    won = (rng.random((400, 4)) < [0.3, 0.5, 0.7, 0.7]) * 120
    sums = Moments(4).add(won.astype(np.int64))
    assert _flat(sums, [4, 8, 16, 32], 120.0) == 16
    assert _flat(Moments(2).add(won[:, 1:3].astype(np.int64)), [8, 16], 120.0) is None


def test_words_say_what_the_numbers_say() -> None:
    found = rollouts(GAME, 2, [1, 2], deals=4, workers=1)
    assert "2 players" in rollouts_sentence(found) and "worlds" in rollouts_sentence(found)
    assert ("flat" in flat_sentence(found)) == (found.flat is not None)
    assert len(rollout_rows(found)) == 3
    page = rollouts_page(found, load(GAME), "burgsim rollouts", {})
    assert page.slug == "rollouts-2" and page.provenance.games == found.games


@pytest.mark.parametrize(
    ("players", "worlds", "spec", "deals", "words"),
    [
        (1, [4], "balanced", 5, "played by 2 to 5"),
        (2, [], "balanced", 5, "numbers of worlds"),
        (2, [0], "balanced", 5, "numbers of worlds"),
        (2, [4], "balanced", 1, "two deals"),
        (2, [4], "balanced,rollouts=3", 5, "has rollouts already"),
    ],
)
def test_mistakes(players: int, worlds: list[int], spec: str, deals: int, words: str) -> None:
    with pytest.raises(UserError, match=words):
        rollouts(GAME, players, worlds, spec=spec, deals=deals, workers=1)
