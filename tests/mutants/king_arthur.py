"""Mutations of King Arthur's kernel: (paragraph of the rules, file, text, changed text). Each is a wrong rule."""

# ruff: noqa: E501 - a mutation a line reads best

from __future__ import annotations

PACKAGE = "burgsim/games/king_arthur"

MUTATIONS: list[tuple[str, str, str, str]] = [
    # set-up and replenishing
    ("2.3", "deal.py", "        for _ in range(rules.start_knights):", "        for _ in range(rules.start_knights + seat):"),
    ("2.4", "deal.py", "            n -= 1\n            deal_knight(state, seat, n, log)", "            deal_knight(state, seat, n - 1, log)"),
    ("2.4", "hands.py", "+ rules.seat_points[seat]", "+ rules.seat_points[0]"),
    ("3.2", "turn.py", "state.active = 0 if last else seat + 1", "state.active = seat if last else seat + 1"),
    ("4.2", "rules.py", "(0x8000 - self.column_limit) <<", "(0x8000 - self.column_limit - 1) <<"),
    ("4.3", "cards.py", "    while state.adversary_front < state.adversary_back and ((state.columns + rules.column_test) & FULL) == 0:", "    if state.adversary_front < state.adversary_back:"),
    ("4.4", "actions.py", "return 1 + (state.columns != 0)", "return 2"),
    ("4.5", "play.py", "        state.replenished[seat] += 1\n", "        state.replenished[seat] += 1\n        state.fought = 1\n"),
    # fighting
    ("5.3", "hands.py", "    for colour in range(3):\n        singles = min(state.knights[seat, 2 * colour], MAX_PRICE)", "    for colour in range(2):\n        singles = min(state.knights[seat, 2 * colour], MAX_PRICE)"),
    ("5.4", "play.py", "state.pips_paid[seat] += cards + doubles", "state.pips_paid[seat] += cards"),
    ("5.5", "rules.py", "exact = 0 <= rest <= singles and rest + doubles > 0", "exact = 0 <= rest <= singles"),
    ("5.5", "rules.py", "(overpay and rest == -1 and merlins == 0)", "(overpay and rest == -1)"),
    ("5.6", "actions.py", "mask = np.int64((rules.merlin_only != 0) & (merlins >= price))", "mask = np.int64(merlins >= price)"),
    ("5.6", "rules.py", "range(1, m + 1)) * self.merlin_only", "range(1, m + 1))"),
    ("5.7", "play.py", "    state.knight_discard[MERLIN] += merlins\n", ""),
    # adventures
    ("6.3", "rules.py", 'row["met_by_cards"][cost.number :] |= bit', 'row["met_by_cards"][cost.number + 1 :] |= bit'),
    ("6.3", "rules.py", "needed = sum(value >= strength for value in way)", "needed = sum(value > strength for value in way)"),
    ("6.2", "play.py", "    state.adversary_discard[card] += 1\n", ""),
    ("6.6", "actions.py", "            n += have >= missing\n", "            n += 1\n"),
    ("6.6", "play.py", "fits and rules.way_length[adventure, way] == place + 1", "fits and way == 0 and rules.way_length[adventure, way] == place + 1"),
    ("12.7", "actions.py", "left &= ~((1 << PLACE_OF[state.spent_last]) - 1)", "left &= ~((2 << PLACE_OF[state.spent_last]) - 1)"),
    ("12.8", "actions.py", "((wanted >> COLOUR_AT[place]) & 1) & (wanted & ~later == 0)", "((wanted >> COLOUR_AT[place]) & 1)"),
    ("12.8", "actions.py", "            copies -= 1\n            value += 1", "            value += 1"),
    # drawing
    ("7.2", "turn.py", "state.adventured == 0 or rules.idle_despite_adventure != 0", "state.adventured == 0 or rules.idle_despite_adventure == 0"),
    ("7.3", "play.py", "        if state.drawn < state.to_draw and can_draw(state, rules, seat):", "        if state.drawn <= state.to_draw and can_draw(state, rules, seat):"),
    ("7.4", "cards.py", "if rules.reshuffle_at_once != 0 and", "if rules.reshuffle_at_once == 0 and"),
    ("7.6", "turn.py", "state.hand_size[seat] < rules.hand_limit", "state.hand_size[seat] <= rules.hand_limit"),
    ("11.3", "cards.py", "RESHUFFLE_STREAM + state.reshuffles)", "RESHUFFLE_STREAM + 1)"),
    # the end
    ("8.1", "play.py", "state.left <= rules.adventures_left_at_end", "state.left < rules.adventures_left_at_end"),
    ("8.2", "turn.py", "if state.columns == 0 and state.adversary_front == state.adversary_back:", "if state.columns == 0:"),
    ("8.3", "turn.py", "if state.end_causes != 0 and rules.draw_after_end == 0:", "if state.end_causes == 0 and rules.draw_after_end == 0:"),
    ("8.4", "turn.py", "(rules.equal_turns == 0 or last)", "(rules.equal_turns == 0)"),
    ("8.5", "turn.py", "state.turn == rules.turn_cap", "state.turn > rules.turn_cap"),
    ("8.7", "results.py", "row[FOR_ADVERSARIES] = rules.hand_points * strength_held(state, seat)", "row[FOR_ADVERSARIES] = strength_held(state, seat)"),
    ("8.9", "results.py", "row[TIEBREAK] = cards + doubles", "row[TIEBREAK] = cards"),
    ("8.9", "results.py", "row[TIEBREAK] = -cards", "row[TIEBREAK] = cards + 1"),
    # seals
    ("9.3", "hands.py", "    if state.seals[seat] > 0:\n", "    if state.seals[seat] >= 0:\n"),
    ("9.4", "play.py", "    if state.form == REPEAT:\n        state.repeats[seat] += 1\n        unseal(state, seat, card)", "    if state.form == REPEAT:\n        state.repeats[seat] += 1\n        state.sealed[seat, card] -= 1"),
    ("9.5", "play.py", "state.price = STRENGTH_OF[what] << (form == DOUBLE)", "state.price = STRENGTH_OF[what] << (form != ATTACK)"),
    ("9.6", "play.py", "        hand_out(state, rules, COLOUR_OF[card], log)\n", "        hand_out(state, rules, 0, log)\n"),
    ("9.7", "play.py", "    state.seals[seat] += 1\n", ""),
    ("9.9", "hands.py", "    for strength in range(1, STRENGTHS + 1):\n        strengths |= (((prices >> (2 * strength)) | (twice >> strength)) & 1)", "    for strength in range(1, STRENGTHS + 1):\n        strengths |= ((prices >> (2 * strength)) & 1)"),
    ("9.9", "actions.py", "for colour in range(state.first_colour + 1, 3):", "for colour in range(3):"),
    ("9.9", "actions.py", "left = np.int64(state.knights[seat, MERLIN]) - (action & 15)", "left = np.int64(state.knights[seat, MERLIN])"),
]  # fmt: skip
