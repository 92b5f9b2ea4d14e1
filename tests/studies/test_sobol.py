"""Sobol's indices: a rule that changes nothing has none, one that is everything has all, and chance is told."""

from __future__ import annotations

import numpy as np
import pytest

from burgsim.games.game import UserError
from burgsim.report.sensitivity_page import sobol_rows, sobol_section, sobol_sentence
from burgsim.studies import same_deals
from burgsim.studies.sobol import Sobol, _Sums, sobol

NAMED = ["set_points.castle=0,20", "aaron_piles[1]=1,3"]


@pytest.fixture(scope="module")
def found() -> Sobol:
    """Aaron's piles are no part of the game at two players."""
    return sobol("burgundy-cards", 2, NAMED, spec="greedy", deals=200, samples=16, workers=1)


def test_only_what_matters_has_a_share(found: Sobol) -> None:
    castle, piles = found.indices["score"]
    assert castle.factor.name == "set_points.castle" and castle.matters
    assert castle.total.estimate == pytest.approx(1.0, abs=0.1)
    assert castle.first.estimate == pytest.approx(1.0, abs=0.25)
    assert piles.total.estimate == piles.first.estimate == 0.0 and not piles.matters
    assert 0.0 < found.chance["score"] < 0.05 and found.spread["score"] > 1.0
    assert found.points == 4 and found.games == 4 * 200


def test_nothing_depends_on_the_blocks(found: Sobol, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(same_deals, "BLOCK", 7)
    again = sobol("burgundy-cards", 2, NAMED, spec="greedy", deals=200, samples=16, workers=2)
    assert again.to_dict() == found.to_dict()


def test_the_sums_say_what_the_rows_say() -> None:
    rows = np.random.default_rng(3).integers(-90, 900, (5, 400, 2)) + np.arange(5)[:, None, None]
    sums = _Sums(5, 2)
    for first, last in ((0, 1), (1, 130), (130, 400)):
        sums.add(rows[:, first:last])
    values = rows[:, :, 1] / 60.0
    assert sums.means(1, 60) == pytest.approx(values.mean(axis=1))
    rest = values - values.mean(axis=0, keepdims=True)
    assert sums.noise(1, 60) == pytest.approx((rest.var(axis=1, ddof=1) / 400).mean())
    assert sums.vary(0)
    sums.sums[:, 0] = 17
    assert not sums.vary(0)


def test_words_and_rows(found: Sobol) -> None:
    said = sobol_sentence(found, "score")
    assert "set_points.castle (100%" in said and "chance" in said
    assert len(sobol_rows(found, "score")) == 3
    assert sobol_section(found).title == "What explains the spread?"
    assert set(found.to_dict()["measures"]) == {q.key for q in found.quantities}


@pytest.mark.parametrize(
    ("named", "samples", "words"),
    [(NAMED, 12, "power of 2"), (NAMED, 4, "power of 2"), (NAMED[:1], 16, "at least two rules"),
     (["aaron_piles[1]=1,3", "aaron_piles[2]=1,4"], 8, "changes anything")],
)  # fmt: skip
def test_mistakes(named: list[str], samples: int, words: str) -> None:
    with pytest.raises(UserError, match=words):
        sobol("burgundy-cards", 2, named, spec="greedy", deals=20, samples=samples, workers=1)
