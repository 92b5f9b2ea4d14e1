import numpy as np
import pandas as pd
import pytest

from burgsim.report import figures
from burgsim.report.picture import picture
from burgsim.report.style import MARKS, spread
from tests.report import example


def texts(figure) -> list[str]:
    """All text that is drawn."""
    figure.draw_without_rendering()
    return [t.get_text() for t in figure.findobj(lambda a: hasattr(a, "get_text")) if t.get_visible() and t.get_text()]


def test_spread_keeps_order_and_distance() -> None:
    rng = np.random.default_rng(1)
    for _ in range(200):
        wanted = rng.normal(size=8)
        placed = spread(wanted, 0.4)
        assert np.array_equal(np.argsort(placed), np.argsort(wanted))
        assert np.diff(np.sort(placed)).min() >= 0.4 - 1e-9
    assert np.array_equal(spread([0.0, 5.0, 2.0], 1.0), [0.0, 5.0, 2.0])


def test_intervals_write_the_number_and_name_the_unit() -> None:
    frame = pd.DataFrame({"label": ["a"], "value": [0.012], "low": [0.009], "high": [0.015]})
    drawn = texts(figures.intervals(frame, "pp", "win share"))
    assert "+1.2 [+0.9, +1.5]" in drawn
    assert "win share (percentage points)" in drawn


def test_seat_shares_draw_the_fair_share_of_each_panel() -> None:
    drawn = texts(figures.seat_shares(example.shares()))
    assert {"fair 50.0%", "fair 33.3%", "fair 25.0%", "win share (%)"} <= set(drawn)


def test_seat_panels_span_the_same_height() -> None:
    figure = figures.seat_shares(example.shares())
    heights = [np.ptp(ax.get_ylim()) for ax in figure.axes]
    assert np.allclose(heights, heights[0])


def test_distribution_takes_shares_within_each_series() -> None:
    frame = pd.DataFrame({"series": ["a", "a", "b"], "x": [1, 3, 2], "count": [1, 3, 50]})
    figure = figures.distribution(frame, "score")
    outlines = [patch.get_data().values for patch in figure.axes[0].patches]
    assert np.allclose(outlines[0], [0.25, 0, 0.75])
    assert {"mean 2.5", "mean 2.0"} <= set(texts(figure))


def test_stacked_totals() -> None:
    drawn = texts(figures.stacked(example.categories()))
    assert {"25.1", "23.4", "8.2", "sets"} <= set(drawn)
    with pytest.raises(ValueError, match="negative"):
        figures.stacked(-example.categories())
    many = pd.DataFrame(np.ones((1, len(MARKS) + 1)), columns=[str(i) for i in range(len(MARKS) + 1)])
    figures.stacked(many.iloc[:, :-1])
    with pytest.raises(ValueError, match="can't be told apart"):
        figures.stacked(many)


def test_no_two_series_look_alike() -> None:
    """In black and white: marker, dashes and hatch (with what is dark or light) tell all of them apart."""
    assert len({m.marker for m in MARKS}) == len({m.line for m in MARKS}) == len(MARKS)
    assert len({(m.hatch, m.fill) for m in MARKS}) == len(MARKS)


def test_series_differ_without_colour() -> None:
    figure = figures.curves(example.leveling(), "pp")
    lines = [line for line in figure.axes[0].lines if line.get_marker() not in ("None", None, "")]
    assert len({line.get_marker() for line in lines}) == len({str(line._dash_pattern) for line in lines}) == 3


def test_a_missing_column_is_named() -> None:
    with pytest.raises(ValueError, match="needs a column value"):
        figures.intervals(pd.DataFrame({"label": ["a"]}))
    with pytest.raises(ValueError, match="no rows"):
        figures.curves(pd.DataFrame({"x": [], "value": []}))


@pytest.mark.parametrize(
    "draw",
    [
        lambda: figures.seat_shares(example.shares()),
        lambda: figures.curves(example.leveling().assign(panel="p"), "pp"),
        lambda: figures.stacked(example.categories()),
        lambda: figures.distribution(example.scores(), "score"),
        lambda: figures.slope(example.frozen(), "a", "b"),
        lambda: figures.matrix(example.by_round(), "points difference", centre=0.0),
        lambda: figures.intervals(example.effects(), "points difference", smallest=0.5),
    ],
    ids=["seats", "curves", "stacked", "distribution", "slope", "matrix", "intervals"],
)
def test_pictures_have_fixed_bytes_and_stay_small(draw) -> None:
    first, second = (picture(draw(), "x", "what it shows") for _ in range(2))
    assert first == second
    assert len(first) < 80_000
    assert first.startswith('<svg role="img" aria-label="what it shows" viewBox=')


def test_a_heavy_picture_becomes_png() -> None:
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({"x": np.arange(20_000), "value": rng.normal(size=20_000)})
    html = picture(figures.curves(frame), "x", "noise")
    assert html.startswith('<img alt="noise" src="data:image/png;base64,')


def test_users_settings_do_not_show() -> None:
    import matplotlib as mpl

    plain = picture(figures.stacked(example.categories()), "x", "")
    with mpl.rc_context({"font.size": 30, "axes.grid": True, "lines.linewidth": 9}):
        assert picture(figures.stacked(example.categories()), "x", "") == plain
