"""The page of a game: it stands alone, and in a real browser it steps through the whole game to the batch's score."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from burgsim.games import GAMES, load
from burgsim.games.burgundy_board.components import CELL_TYPE, CELLS, NUMBER_OF, TYPES
from burgsim.games.carcassonne.components import FIELD, KIND
from burgsim.players import seats
from burgsim.report.trace_page import _script_json, changes, trace_page
from burgsim.simulation.batch import Table
from burgsim.simulation.trace import trace
from tests.games.tables import tables
from tests.report import chromium

SEED = 21


def data_of(page: str) -> dict[str, Any]:
    found = re.search(r"^const GAME = (.*);$", page, re.MULTILINE)
    assert found
    return json.loads(found[1])


@pytest.mark.parametrize("game_id", GAMES)
def test_the_page_stands_alone_and_holds_every_state(game_id: str) -> None:
    told = trace(game_id, 2, SEED, 0, "random")
    page = trace_page(told)
    assert not re.search(r"(src|href)=\"(?!data:)|url\(|@import|https?://", page)
    assert len(page) < 700_000
    data = data_of(page)
    state = data["setup"]
    for step, shown in zip(told.steps, data["steps"], strict=True):
        for path, value in shown["changed"]:
            place = state
            for key in path[:-1]:
                place = place[key]
            place[path[-1]] = value
        assert state == json.loads(json.dumps(step.after))
        assert shown["said"][shown["chosen"]] == step.said[step.chosen]


def test_changes_replace_what_has_another_shape() -> None:
    assert changes({"a": 1, "b": [1, 2]}, {"a": 1, "b": [1, 3]}) == [[["b", 1], 3]]
    assert changes({"b": [1]}, {"b": []}) == [[["b"], []]]
    assert changes({"b": {"x": 1}}, {"b": {"y": 1}}) == [[["b"], {"y": 1}]]
    assert changes({"b": None}, {"b": {"y": 1}}) == [[["b"], {"y": 1}]]


def test_names_cannot_end_the_script() -> None:
    text = _script_json({"name": "</script><script>alert(1)"})
    assert "<" not in text and json.loads(text)["name"] == "</script><script>alert(1)"


@pytest.fixture(scope="module")
def browser() -> Iterator[chromium.Chromium]:
    with chromium.Chromium() as running:
        yield running


#: Steps through the game with the arrow key and gives the score shown for every seat at every position.
WALK = """
(() => {
  const press = (key) => document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  const seen = [];
  press("Home");
  for (let i = 0; i <= LAST; i++) {
    const position = document.getElementById("slider").value;
    const seats = STATES[at].seats.map((seat) => score(seat));
    const shown = [...document.querySelectorAll("#table .pts[data-seat]")].map((e) => Number(e.textContent));
    const chosen = document.querySelectorAll("#decision li.chosen").length;
    const text = document.getElementById("table").textContent.length;
    const laid = [...document.querySelectorAll("#table [data-laid]")].map((e) => e.dataset.laid);
    const lying = [...document.querySelectorAll("#table [data-tile]")].map((e) => e.dataset.tile);
    seen.push({ position: Number(position), seats, shown, chosen, text, laid, lying });
    press("ArrowRight");
  }
  const end = [...document.querySelectorAll("#decision li[data-score]")].map((e) => Number(e.dataset.score));
  press("ArrowLeft");
  const back = Number(document.getElementById("slider").value);
  document.getElementById("first").click();
  const first = Number(document.getElementById("slider").value);
  document.getElementById("turn-forward").click();
  const turn = Number(document.getElementById("slider").value);
  const jump = document.getElementById("jump");
  jump.value = String(jump.options.length - 1);
  jump.dispatchEvent(new Event("change"));
  const last = Number(document.getElementById("slider").value);
  const chart = document.querySelectorAll("#scores polyline").length;
  return JSON.stringify({ seen, end, back, first, turn, last, total: LAST, chart });
})()
"""


def _estates(state: dict[str, Any]) -> tuple[list[str], list[str]]:
    seats = list(enumerate(state["seats"], 1))
    laid = [f"{n} {cell} {tile}" for n, seat in seats for cell, tile in seat["placed"].items()]
    piles = [*state["depots"].values(), *(seat["storage"] for _, seat in seats)]
    return laid, [tile for pile in piles for tile in pile]


#: What the drawing of a state must show, by game: tiles laid (where and what, as data-laid) and tiles that lie ready
#: (data-tile).
LAID = {"burgundy-board": _estates}


@pytest.mark.browser
@pytest.mark.skipif(chromium.find() is None, reason="no Chromium on the path")
@pytest.mark.parametrize(("game_id", "players"), tables())
def test_a_browser_steps_through_the_whole_game(
    browser: chromium.Chromium, tmp_path: Path, game_id: str, players: int
) -> None:
    game = load(game_id)
    who = seats(game, players, "balanced" if "balanced" in game.policies else "random")
    _, rows = Table(game, players, game.rules(), who, SEED).play(1, 1)
    scores = np.asarray(rows[0][:, list(game.seat_columns).index("score")]).tolist()
    told = trace(game_id, players, SEED, 1, who)
    path = tmp_path / "game.html"
    path.write_text(trace_page(told), encoding="utf-8")
    seen = browser.visit(path, script=WALK)
    assert (seen["complaints"], seen["requests"]) == ([], [])
    assert seen["overflow"] <= 0
    walk = json.loads(seen["value"])
    assert [step["position"] for step in walk["seen"]] == list(range(len(told.steps) + 1))
    assert all(step["text"] > 50 for step in walk["seen"])
    assert all(step["chosen"] >= 1 for step in walk["seen"][:-1])
    assert walk["end"] == walk["seen"][-1]["seats"] == scores
    for step in walk["seen"]:
        assert step["shown"] in ([], step["seats"])
    if game_id in LAID:
        for step, state in zip(walk["seen"], [told.setup, *(step.after for step in told.steps)], strict=True):
            laid, lying = LAID[game_id](state)
            assert sorted(step["laid"]) == sorted(laid)
            assert sorted(step["lying"]) == sorted(lying)
    total = len(told.steps)
    assert (walk["back"], walk["first"], walk["last"], walk["total"]) == (total - 1, 0, total, total)
    assert 0 < walk["turn"] < total
    assert walk["chart"] >= players


#: The spaces drawn, and the dice and the white die that the page worked out, at every position.
ESTATES = """
(() => {
  show(0);
  const spaces = [...document.querySelectorAll("#table [data-space]")].map((e) => e.dataset.space);
  const dice = STATES.map((state) => [`${state.phase} ${state.round}`, rolled(state)]);
  return JSON.stringify({ spaces, dice });
})()
"""


@pytest.mark.browser
@pytest.mark.skipif(chromium.find() is None, reason="no Chromium on the path")
@pytest.mark.parametrize("estates", [(1, 2, 3, 4), (5, 6, 7, 8), (9, 1, 1, 2), (1, 1, 1, 1)])
def test_every_estate_is_drawn_with_the_dice_that_were_rolled(
    browser: chromium.Chromium, tmp_path: Path, estates: tuple[int, ...]
) -> None:
    rules = load("burgundy-board").rules(estates=estates)
    told = trace("burgundy-board", 4, SEED, 0, "random", rules)
    path = tmp_path / "game.html"
    path.write_text(trace_page(told), encoding="utf-8")
    seen = browser.visit(path, script=ESTATES)
    assert seen["complaints"] == []
    found = json.loads(seen["value"])
    assert found["spaces"] == [
        f"{seat} {cell} {TYPES[CELL_TYPE[estate, cell]]} {NUMBER_OF[cell]}"
        for seat, estate in enumerate(estates, 1)
        for cell in range(CELLS)
    ]
    events = [told.opening, *(step.events for step in told.steps)]
    dice: dict[int, list[int]] = {}
    white = None
    for (where, shown), happened in zip(found["dice"], events, strict=True):
        for event in happened:
            if event["event"] == "dice":
                dice[event["seat"]] = [event["first"], event["second"]]
            if event["event"] == "good":
                white = event["depot"]
        assert shown["white"] == white, where
        assert [sorted(pair) for pair in shown["dice"]] == [sorted(dice.get(seat, [])) for seat in range(1, 5)], where


@pytest.mark.browser
@pytest.mark.skipif(chromium.find() is None, reason="no Chromium on the path")
@pytest.mark.parametrize("game_id", ["burgundy-cards", "burgundy-board"])
def test_the_page_fits_a_narrow_window(browser: chromium.Chromium, tmp_path: Path, game_id: str) -> None:
    path = tmp_path / "game.html"
    path.write_text(trace_page(trace(game_id, 4, SEED, 0)), encoding="utf-8")
    seen = browser.visit(path, width=390)
    assert seen["complaints"] == [] and seen["overflow"] <= 0


#: What the lines of a kind show at an edge, as tiles.py has it: C, R, I or F.
DRAWN_AT = """
function drawnAt(name, edge) {
  const look = ccLook(name), point = CC_MIDDLE[edge].map((v) => 0.98 * v);
  const ways = (lines) => lines.some((line) => ccDistance(point, line) < 3);
  return look.cities.some((city) => ccInside(point, city.ring)) ? "C" : ways(look.roads) ? "R"
    : look.river && ways([look.river]) ? "I" : "F";
}
"""

#: Steps through a game of Carcassonne: tiles and figures drawn and in the state, the frames of what was just placed; at
#: the end the pairs of neighbours that show different things at their common edge.
CARCASSONNE_WALK = (
    DRAWN_AT
    + """
(() => {
  const count = (what) => document.querySelectorAll(`#table .map ${what}`).length;
  const seen = [];
  for (let i = 0; i <= LAST; i++) {
    show(i);
    const state = STATES[i], placing = i < LAST && state.pending[0] === "place";
    const spots = new Set(placing ? GAME.steps[i].said.map((text) => text.match(/at (-?[0-9]+ -?[0-9]+)/)[1]) : []);
    const shown = [...document.querySelectorAll("#table .pts[data-seat]")].map((e) => Number(e.textContent));
    seen.push({
      drawn: [count(".tile"), count(".figure"), count(".just-placed"), count(".ghost"), count(".spot")],
      told: [state.map.length, state.figures.length, Number(state.map.length > 1), Number(placing), spots.size], shown,
    });
  }
  const shows = (tile, edge) => drawnAt(tile.tile, (edge + 4 - tile.rotation) % 4);
  const map = new Map(STATES[LAST].map.map((tile) => [`${tile.x} ${tile.y}`, tile]));
  const apart = [], edges = {};
  for (const tile of map.values()) {
    for (const [dx, dy, edge] of [[1, 0, 1], [0, 1, 2]]) {
      const next = map.get(`${tile.x + dx} ${tile.y + dy}`);
      if (!next) continue;
      const [one, other] = [shows(tile, edge), shows(next, (edge + 2) % 4)];
      edges[one] = (edges[one] || 0) + 1;
      if (one !== other) apart.push([tile, one, next, other]);
    }
  }
  return JSON.stringify({ seen, apart, edges });
})()
"""
)

#: Of every kind: what its edges show, the half-edges that each drawn field reaches, whether figures stand on what they
#: are said to stand on.
CARCASSONNE_KINDS = (
    DRAWN_AT
    + """
JSON.stringify(Object.keys(DRAWING).map((name) => {
  const look = ccLook(name);
  return {
    name, edges: [0, 1, 2, 3].map((edge) => drawnAt(name, edge)).join(""),
    fields: look.fields.map((field) => field.halves), sizes: look.fields.map((field) => field.size),
    cities: look.cities.every((city, i) => ccInside(look.place.city[i], city.ring)),
    roads: look.roads.every((road, i) => ccDistance(look.place.road[i], road) < 1),
    free: look.place.field.every((point) => ccRoom(look, point) > 0),
  };
}))
"""
)


@pytest.mark.browser
@pytest.mark.skipif(chromium.find() is None, reason="no Chromium on the path")
@pytest.mark.parametrize(
    ("players", "changed"), [(3, {}), (6, {"river": True, "inns": True, "traders": True})], ids=["base", "all"]
)
def test_carcassonne_is_drawn_tile_by_tile(
    browser: chromium.Chromium, tmp_path: Path, players: int, changed: dict[str, Any]
) -> None:
    game = load("carcassonne")
    rules = game.rules(**changed)
    who = seats(game, players, "balanced")
    _, rows = Table(game, players, rules, who, SEED).play(0, 1)
    scores = np.asarray(rows[0][:, list(game.seat_columns).index("score")]).tolist()
    told = trace("carcassonne", players, SEED, 0, who, rules)
    path = tmp_path / "game.html"
    path.write_text(trace_page(told), encoding="utf-8")
    seen = browser.visit(path, script=CARCASSONNE_WALK)
    assert (seen["complaints"], seen["requests"]) == ([], [])
    walk = json.loads(seen["value"])
    assert len(walk["seen"]) == len(told.steps) + 1
    for step in walk["seen"]:
        assert step["drawn"] == step["told"]
    assert walk["seen"][-1]["shown"] == scores
    assert walk["apart"] == []
    assert set(walk["edges"]) == set("CRFI" if changed else "CRF")


@pytest.mark.browser
@pytest.mark.skipif(chromium.find() is None, reason="no Chromium on the path")
def test_the_lines_of_carcassonnes_tiles_part_the_fields_as_the_rules_do(
    browser: chromium.Chromium, tmp_path: Path
) -> None:
    path = tmp_path / "game.html"
    path.write_text(trace_page(trace("carcassonne", 2, SEED, 0, "random")), encoding="utf-8")
    drawn = json.loads(browser.visit(path, script=CARCASSONNE_KINDS)["value"])
    assert [one["name"] for one in drawn] == [tile.name for tile in KIND]
    for one, tile in zip(drawn, KIND, strict=True):
        assert one["edges"] == tile.edges, tile.name
        assert one["fields"] == [sorted(part.halves) for part in tile.parts if part.sort == FIELD], tile.name
        assert all(size > 25 for size in one["sizes"]), tile.name
        assert (one["cities"], one["roads"], one["free"]) == (True, True, True), tile.name


#: Steps through a game of King Arthur: what is drawn, and of the seat in turn the adventures that it has enough for (if
#: the page knows what they ask for) and those that it may choose.
ARTHUR_WALK = """
(() => {
  const all = (what) => [...document.querySelectorAll(`#table [data-${what}]`)].map((e) => e.dataset[what]).sort();
  const seen = [];
  for (let i = 0; i <= LAST; i++) {
    show(i);
    const state = STATES[i], drawn = {};
    for (const what of ["foe", "held", "adventure", "knight", "done", "pile"]) drawn[what] = all(what);
    const shown = [...document.querySelectorAll("#table .pts[data-seat]")].map((e) => Number(e.textContent));
    const turn = [...document.querySelectorAll("#table .seat.turn")].map((e) => Number(e.dataset.box));
    const quests = [...document.querySelectorAll("#table [data-able]")];
    const able = quests.filter((e) => e.dataset.able.split(" ").includes(String(state.seat)));
    const framed = quests.filter((e) => e.classList.contains("can"));
    const names = (list) => list.map((e) => e.dataset.adventure).sort();
    seen.push({ drawn, shown, turn, able: DRAWING && names(able), framed: names(framed) });
  }
  return JSON.stringify(seen);
})()
"""


def _arthur(state: dict[str, Any]) -> dict[str, list[str]]:
    seats = list(enumerate(state["seats"], 1))
    owned = state["adventures"].items()
    piles = {"Adversaries": "adversary_deck", "Spent": "adversary_discard", "Knights": "knight_deck"}
    piles["Discard"] = "knight_discard"
    drawn = {
        "foe": [f"{card} 0" for card in state["table"]]
        + [f"{card} {n}" for n, seat in seats for card in seat["sealed"]],
        "held": [f"{n} {card}" for n, seat in seats for card in seat["adversaries"]],
        "adventure": [name for name, owner in owned if owner is None],
        "knight": [f"{n} {card}" for n, seat in seats for card in seat["knights"]],
        "done": [f"{owner} {name}" for name, owner in owned if isinstance(owner, int)],
        "pile": [f"{name} {len(state[field])}" for name, field in piles.items()],
    }
    return {what: sorted(listed) for what, listed in drawn.items()}


@pytest.mark.browser
@pytest.mark.skipif(chromium.find() is None, reason="no Chromium on the path")
@pytest.mark.parametrize(
    ("players", "changed"),
    [(3, {}), (4, {"seals": True, "adventure_used": {"mark": False}, "seat_points": (0, 1, 2, 3, 4)})],
    ids=["base", "seals"],
)
def test_king_arthur_is_drawn_card_by_card(
    browser: chromium.Chromium, tmp_path: Path, players: int, changed: dict[str, Any]
) -> None:
    game = load("king-arthur")
    rules = game.rules(**changed)
    who = seats(game, players, "balanced")
    _, rows = Table(game, players, rules, who, SEED).play(0, 1)
    scores = np.asarray(rows[0][:, list(game.seat_columns).index("score")]).tolist()
    told = trace("king-arthur", players, SEED, 0, who, rules)
    path = tmp_path / "game.html"
    path.write_text(trace_page(told), encoding="utf-8")
    seen = browser.visit(path, script=ARTHUR_WALK)
    assert (seen["complaints"], seen["requests"]) == ([], [])
    assert seen["overflow"] <= 0
    walk = json.loads(seen["value"])
    states = [told.setup, *(step.after for step in told.steps)]
    for i, (step, state) in enumerate(zip(walk, states, strict=True)):
        assert step["drawn"] == _arthur(state), i
        assert step["shown"] == [sum(seat["points"].values()) for seat in state["seats"]], i
        assert step["turn"] == ([state["seat"]] if state["seat"] else []), i
        if state["pending"] == ["adventure"]:
            said = told.steps[i].said
            may = sorted(text.removeprefix("complete ") for text in said if text.startswith("complete "))
            assert step["framed"] == may, i
            assert step["able"] in (None, may), i
    assert walk[-1]["shown"] == scores
    assert any(seat["sealed"] for state in states for seat in state["seats"]) == bool(changed)
    narrow = browser.visit(path, width=390)
    assert narrow["complaints"] == [] and narrow["overflow"] <= 0
