"""A run's estimates against plain NumPy, and that parts merge in any order."""

from __future__ import annotations

import numpy as np
import pytest

from burgsim.games import load
from burgsim.games.game import NULL, SCORE, WIN_60THS, Game
from burgsim.players import seats
from burgsim.simulation import schema
from burgsim.simulation.batch import Table
from burgsim.simulation.summary import Summary


@pytest.fixture(scope="module")
def game() -> Game:
    return load("burgundy-cards")


def played(game: Game, players: int, count: int) -> tuple[np.ndarray, np.ndarray]:
    return Table(game, players, game.rules(), seats(game, players, "random"), seed=1).play(0, count)


def test_estimates_are_those_of_the_rows(game: Game) -> None:
    games, rows = played(game, 3, 3000)
    summary = Summary(game, ["a", "b", "c"])
    summary.add(games, rows)
    for seat in (1, 2, 3):
        scores = rows[:, seat - 1, SCORE]
        found = summary.score(seat)
        assert found.estimate == pytest.approx(scores.mean(), rel=1e-12)
        assert found.se == pytest.approx(scores.std(ddof=1) / np.sqrt(3000), rel=1e-12)
        assert summary.win_share(seat).estimate == pytest.approx(rows[:, seat - 1, WIN_60THS].mean() / 60, rel=1e-12)
        for i, name in enumerate(game.seat_columns):
            if name not in game.null_columns:
                assert summary.mean(name, seat).estimate == pytest.approx(rows[:, seat - 1, i].mean(), rel=1e-12)
    assert sum(row["win_share"] for row in summary.seats()) == pytest.approx(1.0, abs=1e-12)
    assert summary.ties == ((rows[:, :, WIN_60THS] == 60).sum(axis=1) == 0).sum() > 0
    assert summary.total("decisions") == games[:, 1].sum()


def test_cells_that_dont_apply_are_left_out(game: Game) -> None:
    games, rows = played(game, 1, 500)
    summary = Summary(game, ["a"])
    summary.add(games, rows)
    margin = rows[:, 0, list(game.seat_columns).index("margin_c")]
    reached = margin[margin != NULL]
    assert 0 < len(reached) < 500
    assert summary.mean("margin_c", 1).n == len(reached)
    assert summary.mean("margin_c", 1).estimate == pytest.approx(reached.mean())
    assert summary.ties == 0
    two = Summary(game, ["a", "b"])
    two.add(*played(game, 2, 10))
    assert two.means()["aaron_score"] == [None, None]


def test_cells_of_a_game_that_dont_apply_are_left_out() -> None:
    arthur = load("king-arthur")
    games, rows = played(arthur, 3, 500)
    summary = Summary(arthur, ["a", "b", "c"])
    summary.add(games, rows)
    taken = games[:, list(arthur.game_columns).index("taken_in_beast")]
    reached = taken[taken != NULL]
    assert 0 < len(reached) < 500
    assert summary.mean("taken_in_beast").n == len(reached)
    assert summary.mean("taken_in_beast").estimate == pytest.approx(reached.mean())
    assert summary.mean("turns").n == 500


def test_parts_merge_in_any_order(game: Game) -> None:
    games, rows = played(game, 2, 1000)
    whole = Summary(game, ["a", "b"])
    whole.add(games, rows)
    cuts = [(600, 1000), (0, 1), (1, 600)]
    added, merged = Summary(game, ["a", "b"]), Summary(game, ["a", "b"])
    for low, high in cuts:
        added.add(games[low:high], rows[low:high])
        part = Summary(game, ["a", "b"])
        part.add(games[low:high], rows[low:high])
        merged.merge(part)
    assert added == whole
    assert merged == whole
    with pytest.raises(ValueError, match="same table"):
        whole.merge(Summary(game, ["b", "a"]))


def test_no_interval_below_two_games(game: Game) -> None:
    summary = Summary(game, ["a", "b"])
    summary.add(*played(game, 2, 1))
    for row in summary.seats():
        assert row["mean_score"] is not None
        assert (row["score_se"], row["win_low"], row["win_high"]) == (None, None, None)


@pytest.mark.parametrize("players", [1, 2, 4])
def test_rows_survive_the_way_to_arrow_and_back(game: Game, players: int) -> None:
    games, rows = played(game, players, 200)
    labels = ["x", "y", "x", "y"][:players]
    table = schema.seats_table(game, 1000, rows, labels)
    assert table.column("game").to_pylist() == [1000 + i for i in range(200) for _ in range(players)]
    assert table.column("seat").to_pylist() == list(range(1, players + 1)) * 200
    assert table.column("policy").to_pylist() == labels * 200
    assert (table.column("aaron_score").null_count == 0) == (players == 1)
    assert schema.seat_rows(game, table, players).tobytes() == rows.tobytes()
    back = schema.games_table(game, 1000, games)
    assert set(back.column("end_cause").to_pylist()) <= set(game.end_causes)
    assert schema.game_rows(game, back).tobytes() == games.tobytes()


def test_a_cell_that_is_too_large_is_an_error(game: Game) -> None:
    _, rows = played(game, 2, 3)
    rows[1, 1, SCORE] = 40_000
    with pytest.raises(OverflowError, match="column score holds"):
        schema.seats_table(game, 0, rows, ["a", "b"])
