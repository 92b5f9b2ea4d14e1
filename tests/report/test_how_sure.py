"""The page that explains the numbers: its examples are played, and it says no more than they do."""

from __future__ import annotations

import re

import pytest

from burgsim.report import write_index
from burgsim.report.how_sure_page import how_sure_page, write_how_sure
from burgsim.simulation.run import simulate
from burgsim.statistics.coverage import holds
from burgsim.studies.how_sure import BLOCKS, CHANGE, GAME, Examples, examples


@pytest.fixture(scope="module")
def played() -> Examples:
    return examples(deals=480, repeats=40, workers=1)


def test_the_examples_are_games(played: Examples) -> None:
    plain, changed = (
        simulate(GAME, 2, "balanced", 480, 1, rules, workers=1).seats.frame() for rules in ({}, dict(CHANGE))
    )
    assert played.before[0].estimate == pytest.approx(plain.score.mean())
    assert played.score.interval.estimate == pytest.approx(changed.score.mean() - plain.score.mean())
    assert played.all_deals.estimate == pytest.approx(plain.win_60ths[plain.seat == 1].mean() / 60)
    assert played.after[1] == pytest.approx(0.5)
    assert len(played.blocks) == BLOCKS and {i.n for i in played.blocks} == {12}
    assert played.players["balanced"] == played.presets["default"] == played.all_deals
    assert [v.name for v in played.values] == ["ablation, frozen", "decision value", "gift", "association"]


def test_the_page_stands_beside_the_index_and_is_linked(played: Examples, tmp_path) -> None:
    page = how_sure_page(played, "burgsim how-sure")
    assert 'href="how-sure.html"' not in write_index(tmp_path).read_text()
    path = write_how_sure(page, tmp_path)
    text = path.read_text()
    assert path == tmp_path / "how-sure.html"
    assert 'href="how-sure.html"' in write_index(tmp_path).read_text()
    assert 'href="index.html"' in text and "../" not in re.findall(r'href="([^"]*)"', text)[0]
    assert not re.search(r'(src|href)="https?:', text)
    missed = sum(not i.contains(played.all_deals.estimate) for i in played.blocks)
    assert f"{BLOCKS - missed} of the {BLOCKS} brackets hold" in " ".join(text.split())
    rows = (tmp_path / "how-sure.coverage.csv").read_text().splitlines()
    assert len(rows) == 1 + len(played.coverage)
    assert write_how_sure(how_sure_page(played, "burgsim how-sure"), tmp_path).read_text() == text


def test_a_broken_promise_is_told(played: Examples) -> None:
    from dataclasses import replace

    bad = [{**played.coverage[0], "measured": 0.5}, *played.coverage[1:]]
    assert not holds(bad[0])
    page = how_sure_page(replace(played, coverage=tuple(bad)), "burgsim how-sure")
    offered = sum(r["promise"] != "none" for r in bad)
    assert f"{offered - 1} of {offered}" in page.answer or f"{offered} of {offered}" not in page.answer
    sentence = page.sections[-1].items[0].sentence
    assert bad[0]["what"] in sentence and "not keep" in sentence
