"""Any valid rules of a game, for hypothesis."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from burgsim.games.game import Game, UserError

UNITS = ("points", "goods", "animals", "silver", "workers")


def rewards() -> st.SearchStrategy[str]:
    """The text of a round card."""
    part = st.tuples(st.integers(1, 4), st.sampled_from(UNITS)).map(lambda p: f"{p[0]} {p[1]}")
    option = st.lists(part, min_size=1, max_size=2).map(" + ".join)
    return st.lists(option, max_size=4).map("|".join)


def requirements() -> st.SearchStrategy[str]:
    """The text of what an adventure asks for."""
    colours = ("yellow", "blue", "green", "red")
    number = st.integers(1, 12)
    ways = st.lists(st.lists(st.integers(1, 5), min_size=1, max_size=4), min_size=1, max_size=4)
    return st.one_of(
        number.map(lambda n: f"total {n}"),
        st.tuples(number, st.sampled_from(colours)).map(lambda p: f"total {p[0]} {p[1]}"),
        st.integers(1, 5).map(lambda n: f"cards {n}"),
        st.lists(st.sampled_from(colours), min_size=1, max_size=4, unique=True).map(lambda c: f"colours {' '.join(c)}"),
        ways.map(lambda all_: "values " + " or ".join(" ".join(map(str, way)) for way in all_)),
    )


def depots() -> st.SearchStrategy[str]:
    """The text of the places for tiles at a depot."""
    types = ("building", "animal", "ship", "castle", "mine", "knowledge", "castle/mine", "animal/ship")
    part = st.lists(st.sampled_from(types), max_size=2).map(" ".join)
    return st.tuples(part, part, part).map(" | ".join).filter(lambda text: len(text.replace("|", "").split()) <= 4)


def values(row: Any) -> st.SearchStrategy[Any]:
    """Allowed values of one rule number."""
    if isinstance(row.value, bool):
        return st.booleans()
    if row.unit == "options":
        return rewards()
    if row.unit == "requirement":
        return requirements()
    if row.unit == "depot":
        return depots()
    if isinstance(row.value, str):
        return st.sampled_from(row.allowed.split(" or "))
    low, high = (int(part) for part in row.allowed.split(" to "))
    # the largest tables of cards contradict each other nearly always
    each = st.integers(low, min(high, 4) if row.path.startswith(("cards.", "strengths.", "copies.")) else high)
    if isinstance(row.value, tuple):
        n = len(row.value)
        sizes = (1, 4) if row.path.startswith("all_seven") else (n, n)
        return st.lists(each, min_size=sizes[0], max_size=sizes[1]).map(tuple)
    return each


def another(row: Any) -> Any:
    """Another allowed value of a rule."""
    value = row.value
    if isinstance(value, bool):
        return not value
    if row.unit == "requirement":
        return "cards 1"
    if row.unit == "depot":
        return "ship mine | castle | animal"
    if isinstance(value, str):
        words = row.allowed.split(" or ")
        return next(w for w in words if w != value) if value in words else "1 point"
    low, high = (int(n) for n in row.allowed.split(" to "))
    if isinstance(value, tuple):
        return (*value[:-1], value[-1] + 1 if value[-1] < high else value[-1] - 1)
    return value + 1 if value < high else value - 1


@st.composite
def odd_rules(draw: Any, game: Game, most: int = 12) -> Any:
    """Valid rules with up to `most` numbers changed to anything that their bounds allow."""
    rows = game.rules.rows_of_fields()
    changed = draw(st.lists(st.sampled_from(rows), max_size=most, unique_by=lambda row: row.path))
    changes: dict[str, Any] = {}
    for row in changed:
        changes[row.path] = draw(values(row))
        try:
            game.rules.build(changes)
        except UserError:
            del changes[row.path]
    return game.rules.build(changes)
