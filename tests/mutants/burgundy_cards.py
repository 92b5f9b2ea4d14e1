"""Mutations of the card game's kernel: (paragraph of the rules, file, text, changed text). Each is a wrong rule."""

# ruff: noqa: E501 - a mutation a line reads best

from __future__ import annotations

PACKAGE = "burgsim/games/burgundy_cards"

MUTATIONS: list[tuple[str, str, str, str]] = [
    # set-up, rounds and turns
    ("2.2", "deal.py", "given = players * rules.start_goods", "given = rules.start_goods"),
    ("2.3", "deal.py", "state.animals[i % players, state.animals_pile[i]] += 1", "state.animals[0, state.animals_pile[i]] += 1"),
    ("2.5", "deal.py", "state.workers[seat] = rules.start_workers[seat]", "state.workers[seat] = rules.start_workers[0]"),
    ("2.7", "rules.py", "workers[-1] = 2", "workers[-1] = 1"),
    ("2.8", "deal.py", "state.points[0, START_PLAYER] = rules.start_player_points", "pass"),
    ("2.9", "deal.py", "middle = start + (stop - start + 1) // 2", "middle = start + (stop - start) // 2"),
    ("2.12", "cards.py", "row = i % PIPS + 1 if i < rules.display_by_row else PIP_OF[code]", "row = PIP_OF[code]"),
    ("3.4", "cards.py", "state.turn + rules.hand_size - 1, log)", "state.turn + rules.hand_size - 2, log)"),
    ("3.6", "turn.py", "            state.depth = 0\n            continue\n", "            state.depth = top\n            continue\n"),
    ("3.7", "cards.py", "    clear_display(state, log)\n", "    state.display_n = 0\n"),
    ("3.9", "turn.py", "        if state.sale == 0:\n", "        if True:\n"),
    ("3.9", "turn.py", "left = state.start_card + 1\n", "left = state.start_card + state.players - 1\n"),
    ("3.10", "turn.py", "if seat == state.starter:", "if seat == state.start_card:"),
    ("3.11", "turn.py", "last = state.round + 1 == rules.rounds", "last = state.round == rules.rounds"),
    # actions and workers
    ("4.2", "play.py", "if state.projects_n[seat] >= rules.project_limit:\n            push(state, DISCARD, A_TAKE",
     "if state.projects_n[seat] > rules.project_limit:\n            push(state, DISCARD, A_TAKE"),
    ("4.3", "play.py", "        discard_card(state, code)\n        if a == A_TAKE", "        if a == A_TAKE"),
    ("4.6", "play.py", "state.goods[seat, good] = 0", "state.goods[seat, good] = count - 1"),
    ("4.7", "play.py", "change_silver(state, seat, count * rules.silver_per_good", "change_silver(state, seat, 1 * rules.silver_per_good"),
    ("4.8", "play.py", "        move_start_card(state, rules, seat, ev.C_SALE, log)", "        pass"),
    ("4.9", "actions.py", "(state.goods[seat, good] > 0) | (rules.offer_empty_sale != 0)", "(state.goods[seat, good] > 1) | (rules.offer_empty_sale != 0)"),
    ("4.10", "play.py", "max(0, rules.workers_refill - state.workers[seat])", "rules.workers_refill"),
    ("4.11", "actions.py", "(state.workers[seat] < rules.workers_refill)", "(state.workers[seat] <= rules.workers_refill)"),
    ("4.13", "actions.py", "total -= rules.convert_rate", "total -= rules.convert_rate - 1"),
    ("4.14", "actions.py", "low = max(0, total - state.silver[seat])", "low = 0"),
    ("4.15", "actions.py", "rules.convert_rate - 1 if rules.offer_uneven_convert", "rules.convert_rate if rules.offer_uneven_convert"),
    ("5.1", "components.py", "return min((a - b) % PIPS, (b - a) % PIPS)", "return abs(a - b)"),
    ("5.3", "rules.py", "[min(cost[p] for p in pair) for pair in pips]", "[cost[pair[0]] for pair in pips]"),
    ("5.4", "rules.py", 'row["reach"][0] = 0b111111', 'row["reach"][0] = 0b011111'),
    # purchases
    ("6.1", "actions.py", "(state.silver[seat] >= rules.purchase_price)", "(state.silver[seat] > rules.purchase_price)"),
    ("6.2", "play.py", "            note(log, ev.REJECT, seat, code, 0, 0, 0)\n            discard_card(state, code)", "            note(log, ev.REJECT, seat, code, 0, 0, 0)"),
    ("6.3", "actions.py", "(state.purchases < limit)", "(state.purchases <= limit)"),
    ("6.4", "actions.py", "        n = lay_choices(state, rules, seat, a, desk)\n        buy = False", "        n = lay_choices(state, rules, seat, a, desk)"),
    ("6.5", "play.py", "        keep_drawn(state, seat, -1, log)\n        push(state, ACT, what, 0)", "        keep_drawn(state, seat, -1, log)\n        push(state, ACT, what, 1)"),
    # estate and cloisters
    ("7.3", "estate.py", "        if where != ON_CLOISTERS:\n            state.open[seat, kind] = 0", "        if False:\n            state.open[seat, kind] = 0"),
    ("7.8", "actions.py", "(state.open[seat, other] > 0) | (other == CLOISTER)", "(state.open[seat, other] > 1) | (other == CLOISTER)"),
    ("7.11", "estate.py", "size = covered + 1", "size = 2"),
    ("7.11", "actions.py", "return 1 + (cloisters > 0)", "return 1 + (cloisters > 1)"),
    ("7.12", "play.py", "((rules.stack_beside_open != 0) & (cloisters + 1 == rules.set_size))", "False"),
    # effects
    ("8.1", "effects.py", "        push(state, ACT, 0, 1)", "        push(state, ACT, 0, 0)"),
    ("8.7", "components.py", "[(1 << BUILDING) | (1 << KNOWLEDGE), (1 << CASTLE)", "[(1 << BUILDING), (1 << CASTLE)"),
    ("8.9", "components.py", "(1 << SHIP) | (1 << PASTURE)]", "(1 << SHIP)]"),
    ("8.10", "turn.py", "nothing = not suitable(state, FETCHES[state.frame_a[top]])", "nothing = False"),
    ("8.13", "actions.py", "        n = list_piles(state, 0, A_GOOD, desk, n)\n        n = list_piles(state, 1, A_ANIMAL, desk, n)", "        n = list_piles(state, 0, A_GOOD, desk, n)"),
    ("8.15", "actions.py", "n = list_projects(state, seat, 63, desk, n)", "n = list_projects(state, seat, 31, desk, n)"),
    ("8.16", "turn.py", "nothing = state.projects_n[seat] == 0 and not can_buy(state, rules, seat)", "nothing = state.projects_n[seat] == 0"),
    ("8.18", "effects.py", "push(state, TAKE_GOODS, rules.ship_goods, 1)", "push(state, TAKE_GOODS, rules.ship_goods, 0)"),
    # goods, animals, bonus cards, rewards
    ("9.4", "cards.py", "middle = stop - left // 2", "middle = stop - (left + 1) // 2"),
    ("9.7", "play.py", "others += (other != animal) & (state.animals[seat, other] >= count)", "others += (other != animal) & (state.animals[seat, other] > 0)"),
    ("10.1", "estate.py", "            state.first[kind] = 1 + seat\n", ""),
    ("10.3", "rules.py", 'sorted(getattr(self.all_seven, f"p{players}"), reverse=True)', 'sorted(getattr(self.all_seven, f"p{players}"))'),
    ("10.4", "estate.py", "    if state.has_seven[seat] != 0 or state.seven_taken", "    if state.seven_taken"),
    ("10.6", "estate.py", "if state.sets[seat, kind] + state.open[seat, kind] == 0:", "if state.sets[seat, kind] + state.open[seat, kind] == 0 and kind != 2:"),
    ("10.12", "effects.py", "    if reward[2] > 0:\n        push(state, TAKE_ANIMALS, reward[2], 0)\n    if reward[1] > 0:\n        push(state, TAKE_GOODS, reward[1], 0)",
     "    if reward[1] > 0:\n        push(state, TAKE_GOODS, reward[1], 0)\n    if reward[2] > 0:\n        push(state, TAKE_ANIMALS, reward[2], 0)"),
    ("10.13", "effects.py", "elif effect and rules.set_reward_order == 1:", "elif effect and rules.set_reward_order == 0:"),
    ("1.13", "estate.py", "points = min(points, rules.points_supply - state.chips)", "points = min(points, rules.points_supply)"),
    # end and solo
    ("11.5", "results.py", "state.workers[seat] + state.silver[seat] + goods + animals", "state.workers[seat] + state.silver[seat] + goods"),
    ("12.5", "play.py", "    if state.start_card >= 0:\n        state.sale = 1", "    if True:\n        state.sale = 1"),
    ("12.7", "estate.py", "    if size < rules.set_size:\n        state.aaron_open", "    if size <= rules.set_size:\n        state.aaron_open"),
    ("12.8", "cards.py", "if cloisters > 0:", "if False:"),
    ("12.9", "estate.py", "            state.first[kind] = AARON\n", ""),
    ("12.11", "turn.py", "if aarons > yours:", "if aarons >= yours:"),
    # order of events
    ("14.1", "cards.py", "    state.deck_back -= 1\n    return np.int64(state.deck[state.deck_back])", "    state.deck_front += 1\n    return np.int64(state.deck[state.deck_front - 1])"),
    ("14.3", "cards.py", "    deal_display(state, rules, key, log)\n    deal_stacks(state, rules, key, log)\n    note(log, ev.TURN, state.active", "    deal_stacks(state, rules, key, log)\n    deal_display(state, rules, key, log)\n    note(log, ev.TURN, state.active"),
    ("14.8", "play.py", "if card < code and PIP_OF[card] == pip:", "if (card > code or code == NO_CARD) and card != NO_CARD and PIP_OF[card] == pip:"),
    ("14.17", "actions.py", "n += (code != last) & ((reach >> (PIP_OF[code] - 1)) & 1)", "n += ((reach >> (PIP_OF[code] - 1)) & 1)"),
    ("14.21", "state.py", "MOST_PENDING = 20", "MOST_PENDING = 19"),
]  # fmt: skip
