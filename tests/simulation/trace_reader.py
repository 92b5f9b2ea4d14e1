"""A reader of the card game's traces that knows docs/trace-format.md and nothing of burgsim: it rebuilds every state.

From the set-up on the first line each event is applied to a state in JSON types; where a line holds the whole state,
the two must be equal.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

State = dict[str, Any]


class CardGameReader:
    """Rebuilds the states of a trace of burgundy-cards, line by line."""

    def __init__(self, header: dict[str, Any]) -> None:
        self.rules = header["rules"]
        self.state: State = copy.deepcopy(header["setup"])
        self.solo = header["players"] == 1

    def apply(self, event: dict[str, Any]) -> None:
        """Change the state as an event says."""
        name = event["event"]
        handler: Callable[[dict[str, Any]], None] = getattr(self, f"on_{name}")
        handler(event)

    def _seat(self, event: dict[str, Any]) -> dict[str, Any]:
        return self.state["seats"][event["seat"] - 1]

    def _add(self, cards: list[str], card: str) -> None:
        cards.append(card)
        cards.sort()

    def _told_only(self, event: dict[str, Any]) -> None:
        """An event that tells something and changes nothing."""

    on_set = on_effect = on_reward = on_compare = on_pile = _told_only

    def on_round(self, event: dict[str, Any]) -> None:
        self.state["round"], self.state["starter"] = event["round"], event["starter"]
        self.state["sale_happened"] = False
        if self.solo and self.state["aaron"]["piles"]:
            self.state["aaron"]["piles"].pop(0)

    def on_turn(self, event: dict[str, Any]) -> None:
        self.state["seat"], self.state["turn"], self.state["purchases"] = event["seat"], event["turn"], 0

    def on_clear(self, event: dict[str, Any]) -> None:
        for _ in range(event["count"]):
            self.state["display"][str(event["row"])].remove(event["card"])
            self._add(self.state["discard"], event["card"])

    def on_deal(self, event: dict[str, Any]) -> None:
        assert self.state["deck"].pop(0) == event["card"]
        self._seat(event)["stack"].append(event["card"])

    def on_hand(self, event: dict[str, Any]) -> None:
        assert self._seat(event)["stack"].pop(0) == event["card"]
        self._add(self._seat(event)["hand"], event["card"])

    def on_show(self, event: dict[str, Any]) -> None:
        assert self.state["deck"].pop(0) == event["card"]
        self._add(self.state["display"][str(event["row"])], event["card"])

    def on_reshuffle(self, event: dict[str, Any]) -> None:
        assert self.state["deck"] == [] and len(self.state["discard"]) == event["cards"]
        self.state["reshuffles"] = event["number"]

    def on_deck(self, event: dict[str, Any]) -> None:
        self.state["discard"].remove(event["card"])
        self.state["deck"].append(event["card"])

    def on_aaron(self, event: dict[str, Any]) -> None:
        self._lay(self.state["aaron"]["sets"], event["type"], event["size"], 0)

    def on_aaron_points(self, event: dict[str, Any]) -> None:
        aaron = self.state["aaron"]
        aaron["points"][event["category"]] += event["change"]
        if event["category"] == "first":
            self.state["first"][event["type"]] = "aaron"
        elif event["category"] == "all_seven":
            aaron["has_all_seven"] = True
            assert self.state["all_seven"].pop(0) == event["change"]

    def on_play(self, event: dict[str, Any]) -> None:
        self._seat(event)["hand"].remove(event["card"])
        self._add(self.state["discard"], event["card"])

    def on_workers(self, event: dict[str, Any]) -> None:
        self._seat(event)["workers"] += event["change"]

    def on_silver(self, event: dict[str, Any]) -> None:
        self._seat(event)["silver"] += event["change"]
        if event["cause"] == "purchase":
            self.state["purchases"] += 1

    def on_take(self, event: dict[str, Any]) -> None:
        self.state["display"][str(event["row"])].remove(event["card"])
        self._add(self._seat(event)["projects"], event["card"])

    def on_drawn(self, event: dict[str, Any]) -> None:
        assert self.state["deck"].pop() == event["card"]
        self._add(self.state["drawn"], event["card"])

    def on_keep(self, event: dict[str, Any]) -> None:
        self.state["drawn"].remove(event["card"])
        self._add(self._seat(event)["projects"], event["card"])

    def on_reject(self, event: dict[str, Any]) -> None:
        self.state["drawn"].remove(event["card"])
        self._add(self.state["discard"], event["card"])

    def on_give_up(self, event: dict[str, Any]) -> None:
        self._seat(event)["projects"].remove(event["card"])
        self._add(self.state["discard"], event["card"])

    def _lay(self, sets: dict[str, list[int]], type_: str, size: int, covered: int) -> None:
        if covered:
            assert sets["cloister"][1] == covered
            sets["cloister"][1] = 0
        if size == self.rules["set_size"]:
            sets[type_][0] += 1
            if not covered:
                sets[type_][1] = 0
        else:
            sets[type_][1] = size

    def on_build(self, event: dict[str, Any]) -> None:
        self._seat(event)["projects"].remove(event["card"])
        self._lay(self._seat(event)["sets"], event["type"], event["size"], event["covered"])

    def on_points(self, event: dict[str, Any]) -> None:
        self._seat(event)["points"][event["category"]] += event["change"]

    def on_first(self, event: dict[str, Any]) -> None:
        self.state["first"][event["type"]] = event["seat"]

    def on_all_seven(self, event: dict[str, Any]) -> None:
        self._seat(event)["has_all_seven"] = True
        self.state["all_seven"].pop(0)

    def on_good(self, event: dict[str, Any]) -> None:
        assert self.state["goods"][event["pile"] - 1].pop() == event["good"]
        self._seat(event)["goods"][event["good"]] += 1

    def on_animal(self, event: dict[str, Any]) -> None:
        assert self.state["animals"][event["pile"] - 1].pop() == event["animal"]
        self._seat(event)["animals"][event["animal"]] += 1

    def on_split(self, event: dict[str, Any]) -> None:
        piles = self.state[event["sort"]]
        pile, other = piles[event["pile"] - 1], piles[2 - event["pile"]]
        assert pile == []
        pile += other[len(other) - event["cards"] :]
        del other[len(other) - event["cards"] :]

    def on_sold(self, event: dict[str, Any]) -> None:
        seat = self._seat(event)
        assert seat["goods"][event["good"]] == event["count"]
        seat["goods"][event["good"]] = 0
        seat["sold"][event["good"]] += event["count"]
        self.state["sale_happened"] = not self.solo

    def on_start_card(self, event: dict[str, Any]) -> None:
        self.state["start_card"] = event["seat"]

    def on_end(self, event: dict[str, Any]) -> None:
        self.state["over"], self.state["seat"], self.state["purchases"] = True, None, 0
