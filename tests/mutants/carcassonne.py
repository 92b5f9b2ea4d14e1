"""Mutations of Carcassonne's kernel: (paragraph of the rules, file, text, changed text). Each is a wrong rule."""

# ruff: noqa: E501 - a mutation a line reads best

from __future__ import annotations

PACKAGE = "burgsim/games/carcassonne"

MUTATIONS: list[tuple[str, str, str, str]] = [
    # the box and set-up
    ("1.7", "rules.py", "self.big_followers * self.inns", "self.big_followers"),
    ("1.8", "rules.py", "self.builders * self.traders", "self.builders"),
    ("2.4", "deal.py", "        state.river_stack[river] = LAKE\n        river += 1\n", ""),
    ("2.5", "rules.py", "if self.river and not self.traders and not self.start_tile_stays:", "if self.river and not self.start_tile_stays:"),
    ("2.7", "scoring.py", "pay(state, seat, FOR_SEAT, rules.seat_points[seat], 0, log)", "pay(state, seat, FOR_SEAT, rules.seat_points[0], 0, log)"),
    ("3.2", "play.py", "0 if state.active == state.players - 1 else state.active + 1", "0 if state.active == 1 else state.active + 1"),
    # placing
    ("4.2", "components.py", "fit &= (wanted == NOTHING) |", "fit &= (wanted <= FIELD) |"),
    ("4.3", "components.py", "for rotation in range(int(ROTATIONS[kind])):", "for rotation in range(min(3, int(ROTATIONS[kind]))):"),
    ("4.5", "play.py", "        state.discards += 1\n", ""),
    ("4.6", "play.py", "        state.end_cause = 1\n", ""),
    ("13.4", "tiles.py", "road NS; road EW;", "road N; road S; road EW;"),
    ("13.5", "tiles.py", "road E inn; road W; road S;", "road E; road W inn; road S;"),
    ("13.6", "components.py", "for turn in (1, 2, 4)", "for turn in (2, 4)"),
    # the river
    ("5.2", "frontier.py", "if narrow or (RIVER_EDGES[turned] >> state.mouth_edge) & 1 == 0:", "if narrow:"),
    ("5.3", "frontier.py", "turn == state.river_turned", "turn == -state.river_turned"),
    ("5.3", "frontier.py", "rules.river_u_turn == 0 and", "rules.river_u_turn != 0 and"),
    ("5.4", "play.py", "                block_mouth(state, log)\n", "                state.mouth = NO_CELL\n"),
    ("5.6", "features.py", "        edge = state.mouth_edge\n        link = state.links[slot, edge]\n        touch_field(state, LEFT[turned, edge],", "        edge = state.mouth_edge\n        link = state.links[slot, edge]\n        touch_field(state, RIGHT[turned, edge],"),
    # deploying
    ("6.2", "features.py", "free |= (figures & ANYBODY == 0) << part", "free |= 1 << part"),
    ("6.3", "features.py", "free |= (figures & ANYBODY == 0) << part", "free |= (figures & ANYBODY == 0 and (part in (6, 7) or state.counts[feature] & OPEN_MASK != 0)) << part"),
    ("6.4", "features.py", "(supply[0] > 0) * free", "(supply[0] >= 0) * free"),
    ("6.7", "features.py", "(own & incomplete & ~fields)", "(own & ~fields)"),
    ("6.8", "features.py", "(own & fields)", "fields"),
    ("6.8", "features.py", "lanes = (15 << (SEAT_BITS * seat)) | (1 << (BIG_SHIFT + seat))", "lanes = 15 << (SEAT_BITS * seat)"),
    # complete, and whose
    ("7.1", "features.py", "    state.figures[stays] += state.figures[goes]\n", ""),
    ("7.4", "components.py", "8 if part.sort == CLOISTER", "7 if part.sort == CLOISTER"),
    ("7.6", "scoring.py", "& 1) * rules.big_strength", "& 1)"),
    ("7.7", "scoring.py", "        if strength_of(rules, figures, seat) == most:\n            pay(state, seat, category,", "        if strength_of(rules, figures, seat) > 0:\n            pay(state, seat, category,"),
    ("7.8", "scoring.py", "state.supply[seat, kind_of(figure)] += 1", "state.supply[seat, FOLLOWER] += 1"),
    # points
    ("8.1", "features.py", "    state.counts[stays] -= both * ONE_TILE\n", ""),
    ("8.1", "features.py", " - again * ONE_TILE", ""),
    ("8.3", "scoring.py", "rules.inn_points if special != 0", "rules.inn_points if special > 1"),
    ("8.4", "scoring.py", "            each = rules.cathedral_points\n        return (tiles + ((counts >> SHIELD_SHIFT) & SEVEN)) * each", "            each = rules.cathedral_points\n        return tiles * each"),
    ("8.5", "scoring.py", "        if special != 0:\n            each = rules.cathedral_points", "        if special > 1:\n            each = rules.cathedral_points"),
    ("8.6", "scoring.py", "rules.two_tile_city_points if tiles == 2", "rules.two_tile_city_points if tiles <= 3"),
    # the double turn
    ("9.1", "play.py", "state.extra = (figures >> (HELPER_SHIFT + seat)) & 1", "state.extra = figures >> HELPER_SHIFT != 0"),
    ("9.3", "play.py", "        if state.part == 1:\n            state.extra", "        if True:\n            state.extra"),
    ("9.6", "play.py", "    if state.front == state.back and state.river_front == state.river_back:\n        return\n", ""),
    # goods
    ("10.1", "scoring.py", "    if sort == CITY:\n        take_goods", "    if sort == CITY and state.figures[feature] != 0:\n        take_goods"),
    ("10.1", "scoring.py", "state.goods[seat, good] += tokens", "state.goods[seat, good] += 1"),
    # the end
    ("11.3", "scoring.py", "rules.open_inn_points if special != 0", "rules.open_inn_points if special > 1"),
    ("11.5", "scoring.py", "rules.open_cathedral_points if special != 0", "rules.open_cathedral_points if special > 1"),
    ("11.7", "features.py", "            state.ring_next[first] = state.ring_next[place]\n", ""),
    ("11.7", "features.py", "        if place == first:\n            return\n", "        return\n"),
    ("11.9", "scoring.py", "(HELPER_SHIFT + seat)) & 1) * rules.pig_points", "HELPER_SHIFT) != 0) * rules.pig_points"),
    ("11.10", "scoring.py", "fresh = state.members[feature] & ~paid", "fresh = state.members[feature]"),
    ("11.10", "scoring.py", "strength += rules.big_strength if figure == BIG_FIGURE else 1", "strength += 1"),
    ("11.10", "scoring.py", "pay(state, seat, FOR_FIELDS, rules.farm_first_points, 1, log)", "pay(state, seat, FOR_FIELDS, rules.farm_points, 1, log)"),
    ("11.12", "scoring.py", "if most > 0 and state.goods[seat, good] == most:", "if state.goods[seat, good] == most:"),
]  # fmt: skip
