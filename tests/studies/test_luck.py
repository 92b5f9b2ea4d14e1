"""Luck: sources that are really drawn apart, shares that add up, and answers that are known."""

from __future__ import annotations

import numpy as np
import pytest

from burgsim.games import load
from burgsim.games.game import UserError
from burgsim.players import seats
from burgsim.simulation.batch import Table
from burgsim.simulation.redraw import PLAYERS, TwoDeals, sources_of
from burgsim.simulation.run import rules_of, simulate
from burgsim.statistics.moments import Moments
from burgsim.studies import luck as module
from burgsim.studies.luck import _LED, OUTCOMES, _followed, _forms, _quadratic, luck

CARDS, ARTHUR = "burgundy-cards", "king-arthur"


def table(game_id: str, players: int, changes: dict | None = None, spec: str = "greedy") -> TwoDeals:
    game = load(game_id)
    return TwoDeals(game, players, rules_of(game, changes or {}), seats(game, players, [spec]), 5)


def test_nothing_depends_on_the_parts(monkeypatch):
    def play():
        return luck(CARDS, 2, ["greedy", "random"], deals=90, upsets=40, seed=3).to_dict()

    whole = play()
    monkeypatch.setattr(module, "PART", 7)
    assert play() == whole


@pytest.mark.parametrize(("game_id", "players"), [(CARDS, 1), (CARDS, 3), (ARTHUR, 2)])
def test_the_first_deal_is_the_game_that_is_simulated_and_all_anew_is_the_second(game_id, players):
    one = table(game_id, players)
    everything = frozenset(sources_of(one.game).names)
    rows, _, _ = one.play(10, 30, [frozenset(), everything])
    known = Table(one.game, players, one.rules, one.seats, 5).play(10, 30)[1]
    np.testing.assert_array_equal(rows[0], known)
    assert (rows[1] != known).any(axis=(1, 2)).mean() > 0.9
    a, b = (one.deals(keys) for keys in one.keys(10, 30))
    for anew, whole in ((frozenset(), a), (everything, b)):
        mixed = one.mixed(a, b, anew)
        for name in whole.dtype.names:
            np.testing.assert_array_equal(mixed[name], whole[name], err_msg=name)


@pytest.mark.parametrize(
    ("game_id", "source", "changes"),
    [
        (CARDS, "goods", {"goods.dark": 11}), (CARDS, "animals", {"animals.pig": 9}),
        (CARDS, "action cards", {"cards.castle": [0, 1, 2, 3, 4, 5]}),
        (ARTHUR, "adversaries", {"strengths.yellow": [0, 7, 6, 0, 0]}),
    ],
)  # fmt: skip
def test_a_source_lays_out_its_fields_and_no_others(game_id, source, changes):
    """A change of one source's cards leaves what the others lay out as it is."""
    plain, changed = table(game_id, 3), table(game_id, 3, changes)
    keys = plain.keys(0, 40)[0]
    a, b = plain.deals(keys), changed.deals(keys)
    sources = sources_of(plain.game)
    assert source in sources.names
    mixed = plain.mixed(a, b, frozenset([source]))
    for name in a.dtype.names:
        np.testing.assert_array_equal(mixed[name], b[name], err_msg=name)


@pytest.mark.parametrize("source", ["knights", "adversaries"])
def test_a_mixed_game_of_king_arthur_is_sound(source):
    """The audit finds nothing at the first decision, and the target mask is that of the hand and the table."""
    one = table(ARTHUR, 3)
    a, b = (one.deals(keys) for keys in one.keys(0, 60))
    mixed = one.mixed(a, b, frozenset([source]))
    rules = one._own().rules[0]
    assert all(one.game.audit(state, rules) == 0 for state in mixed)
    own, other = (b, a) if source == "knights" else (a, b)
    np.testing.assert_array_equal(mixed["knights"], own["knights"])
    np.testing.assert_array_equal(mixed["table"], other["table"])
    assert (mixed["targets"] != a["targets"]).any()


def test_shares_add_up_and_follow_from_the_games():
    found = luck(CARDS, 2, ["greedy"], deals=600, seed=3, workers=1)
    assert [e.outcome for e in found.explained] == list(OUTCOMES)
    for e in found.explained:
        alone = sum(share.alone.estimate for share in e.sources.values())
        assert alone + e.together + e.seat.estimate == pytest.approx(1.0)
        assert e.player is None
        for share in e.sources.values():
            assert share.total.high >= share.alone.low
        assert e.sources[PLAYERS].total.estimate == 0.0
    # the variance of a seat's score, from the same games
    score = simulate(CARDS, 2, "greedy", 600, 3, workers=1).seats.score.to_numpy("float64")
    assert found.explained[2].sd == pytest.approx(score.std(), rel=0.06)
    # results don't depend on threads
    again = luck(CARDS, 2, ["greedy"], deals=600, seed=3, workers=2)
    assert again.to_dict() == found.to_dict()


def test_goods_that_are_all_alike_explain_nothing():
    changes = {"goods.dark": 0, "goods.light": 0}  # one kind of goods: nothing to shuffle
    found = luck(CARDS, 2, ["greedy"], changes=changes, deals=200, workers=1)
    shares = found.explained[0].sources
    assert shares["goods"].total.estimate == 0.0
    assert shares["goods"].alone.estimate == pytest.approx(0.0, abs=0.3)
    assert shares["action cards"].total.estimate > 0.5


def test_who_plays_explains_what_they_are_better_by():
    found = luck(CARDS, 2, ["balanced", "random"], deals=200, workers=1)
    win, lead, score = found.explained
    assert win.player.estimate == pytest.approx(1.0, abs=0.03)
    assert lead.player.estimate > 0.9 and score.player.estimate > 0.8
    assert score.sources[PLAYERS].total.estimate > 0.0
    assert found.leaders.wins[-1].estimate == pytest.approx(1.0)


def test_variance_between_means_is_unbiased_and_its_interval_holds_it():
    rng = np.random.default_rng(4)
    truth = np.array([0.0, 1.0, 2.0])
    known = truth.var()
    held, estimates = 0, []
    for _ in range(300):
        rows = np.round(10 * (rng.normal(0, 6, (200, 3)) + truth)).astype(np.int64)
        moments = Moments(3).add(rows)
        form = _forms(3, 1)["seat"]
        found = _quadratic(moments.mean(unit=10.0), moments.cov(unit=10.0) / 200, form, 200)
        held += found.contains(known)
        estimates.append(found.estimate)
    assert np.mean(estimates) == pytest.approx(known, abs=4 * np.std(estimates) / 300**0.5)
    assert held > 265


def test_upsets_are_below_a_half_and_never_quite_zero():
    found = luck(CARDS, 2, ["greedy"], deals=50, upsets=3000, workers=1)
    assert len(found.upsets) == 45
    worst = next(u for u in found.upsets if u.weaker == "random" and u.stronger == "balanced")
    assert worst.rate.estimate < 0.05
    assert 0.0 < worst.rate.high < 0.2


@pytest.mark.parametrize(("specs", "said"), [(["balanced,noise=0.1"], "noise"), (["balanced,rollouts=8"], "rollouts")])
def test_noise_and_rollouts_are_refused(specs, said):
    with pytest.raises(UserError, match=said):
        luck(CARDS, 2, specs, deals=10)


def test_lead_changes_are_those_that_the_game_counts_itself():
    one = table(ARTHUR, 3)
    rows, leaders, turns = one.play(0, 200, [frozenset()], follow=True)
    games = Table(one.game, 3, one.rules, one.seats, 5).play(0, 200)[0]
    counted = games[:, list(one.game.game_columns).index("lead_changes")]
    np.testing.assert_array_equal(_followed(leaders, turns, rows[0])[:, _LED.index("changes")], counted)
