"""Mutations of the board game's kernel: (paragraph of the rules, file, text, changed text). Each is a wrong rule."""

# ruff: noqa: E501 - a mutation a line reads best

from __future__ import annotations

PACKAGE = "burgsim/games/burgundy_board"

MUTATIONS: list[tuple[str, str, str, str]] = [
    # the box and set-up
    ("1.12", "components.py", '"B2 B5 M4 B3 B1 A2", "B6 M1 K2 B5 B6", "M3 K4 K1 B3"', '"B2 B5 M4 B3 B1 A2", "B6 M1 K2 B6 B5", "M3 K4 K1 B3"'),
    ("1.13", "components.py", '"S2 A5 A4 A3 M1 B2", "B6 C1 A2 C5 S6"', '"S2 A5 A4 A3 B1 M2", "B6 C1 A2 C5 S6"'),
    ("2.4", "deal.py", "rules.start_silver + rules.seat_silver[seat]", "rules.start_silver + rules.seat_silver[0]"),
    ("2.8", "turn.py", "state.estate[seat] != FIRST_ESTATE or rules.choose_on_first != 0", "state.estate[seat] != FIRST_ESTATE"),
    ("2.10", "deal.py", "    if rules.start_castle_scores != 0:\n", "    if rules.start_castle_scores == 0:\n"),
    ("2.12", "deal.py", "state.track[seat] = state.players - 1 - seat", "state.track[seat] = seat"),
    ("2.14", "deal.py", "put_in_storage(state, seat, rules.start_tiles[seat] - 1)", "put_in_storage(state, seat, rules.start_tiles[seat])"),
    # phases, rounds, order
    ("3.2", "display.py", "        state.display[entry] = NO_TILE\n        stack = rules.source", "        stack = rules.source"),
    ("3.4", "rules.py", "turn = phase % len(types) if players == fewest else 0", "turn = 0"),
    ("3.5", "rules.py", '''FIRST_BLACK + int(row["black_depot"])] = BLACK''', '''FIRST_BLACK + int(row["black_depot"]) - 1] = BLACK'''),
    ("3.9", "turn.py", "state.goods_front - rules.rounds + state.round]", "state.goods_front - 1 - state.round]"),
    ("3.11", "turn.py", "place += state.track[other] > state.track[seat]", "place += state.track[other] < state.track[seat]"),
    ("3.12", "turn.py", "        end_phase(state, rules, log)\n        if state.phase + 1 == rules.phases:", "        if state.phase + 1 < rules.phases:\n            end_phase(state, rules, log)\n        if state.phase + 1 == rules.phases:"),
    # the four actions
    ("4.1", "actions.py", "if dice == 3 and state.dice[seat, 0] == state.dice[seat, 1]:", "if dice == 3 and state.dice[seat, 0] > state.dice[seat, 1]:"),
    ("4.2", "play.py", "use_die(state, rules, seat, die, what // SLOTS + 1, 12, log)", "use_die(state, rules, seat, die, what // SLOTS, 12, log)"),
    ("4.3", "display.py", "if state.stored[seat] < rules.storage_limit:", "if state.stored[seat] <= rules.storage_limit:"),
    ("4.4", "display.py", "    leave_storage(state, seat, slot)\n    state.discards", "    leave_storage(state, seat, 0)\n    state.discards"),
    ("4.6", "placing.py", "state.open[seat] = (state.open[seat] | NEIGHBOURS[cell]) & ~state.occupied[seat]", "state.open[seat] = ~state.occupied[seat]"),
    ("4.7", "placing.py", "state.blocked[seat, tile] |= AREA_OF[state.estate[seat], cell]", "state.blocked[seat, tile] |= NEIGHBOURS[cell]"),
    ("4.9", "goods.py", "    state.goods[seat, good] = 0\n    state.held[seat] &=", "    state.goods[seat, good] = tiles - 1\n    state.held[seat] &="),
    ("4.10", "goods.py", "tiles * rules.sale_points", "rules.sale_points"),
    ("4.13", "play.py", "else rules.workers_action", "else 2 + rules.workers_action // 4"),
    # workers
    ("5.2", "rules.py", "steps = min((a - b) % 6, (b - a) % 6)", "steps = abs(a - b)"),
    ("5.4", "rules.py", "-(-rest // each) if rest else 0", "rest // each if rest else 0"),
    ("5.1", "actions.py", "return rules.in_reach[0, (state.knowledge[seat] >> 8) & 1, value, min(state.workers[seat], 3)]", "return rules.in_reach[0, (state.knowledge[seat] >> 8) & 1, value, min(state.workers[seat], 2)]"),
    # purchases
    ("6.1", "actions.py", "state.silver[seat] < rules.purchase_price", "state.silver[seat] <= rules.purchase_price"),
    ("6.1", "actions.py", "state.bought >= rules.purchases", "state.bought > rules.purchases"),
    ("6.2", "turn.py", "        if buyable(state, rules, state.active) == 0:\n            end_turn", "        if True:\n            end_turn"),
    ("6.3", "actions.py", "    if rules.buy_inside_effects != 0:\n        n = list_bits", "    if rules.buy_inside_effects == 0:\n        n = list_bits"),
    ("6.3", "placing.py", "if buy or fetchable(state, tile) != 0:", "if fetchable(state, tile) != 0:"),
    # placing
    ("8.1", "placing.py", "    state.arrivals += 1\n", ""),
    ("8.2", "actions.py", "((rules.ship_to_empty != 0 or full == 0) and full != ALL)", "(full != ALL)"),
    ("8.3", "goods.py", "        room = rules.goods_types - count_bits(state.held[seat])\n", "        room = rules.goods_types - count_bits(state.held[seat]) - 1\n"),
    ("8.4", "goods.py", "        load_all(state, seat, state.ship_types & state.held[seat], log)\n", ""),
    ("8.4", "actions.py", "state.ship_types if room else state.ship_types & ~fresh", "state.ship_types if room else state.ship_types"),
    ("8.6", "scoring.py", "points = np.int64(state.herd[seat, pasture, species]) * rules.animal_points", "points = ANIMALS_OF[tile] * rules.animal_points"),
    ("8.6", "components.py", "PASTURE_OF[estate, cell] = pastures.index(area)", "PASTURE_OF[estate, cell] = 0"),
    ("8.7", "actions.py", "actions = (state.listed & NUMBERED) | (state.held[seat] << FIRST_GOOD)", "actions = (state.listed & NUMBERED)"),
    ("8.10", "placing.py", "if buy or state.held[seat] != 0:", "if buy:"),
    ("8.12", "components.py", "FETCHES[CARPENTER] = 1 << BUILDING", "FETCHES[CARPENTER] = (1 << BUILDING) | (1 << MINE)"),
    ("8.13", "components.py", "FETCHES[CHURCH] = (1 << CASTLE) | (1 << MINE) | (1 << KNOWLEDGE)", "FETCHES[CHURCH] = (1 << CASTLE) | (1 << KNOWLEDGE)"),
    ("8.14", "components.py", "FETCHES[MARKET] = (1 << SHIP) | (1 << ANIMAL)", "FETCHES[MARKET] = 1 << ANIMAL"),
    ("8.15", "placing.py", "elif tile == BOARDING_HOUSE:", "elif tile == BOARDING_HOUSE and state.dice_left == 0:"),
    ("8.17", "placing.py", "elif tile == CITY_HALL and (buy or can_place(state, seat)):", "elif tile == CITY_HALL and buy:"),
    ("8.17", "actions.py", "n = list_placements(state, rules, seat, desk, 0, ANY_NUMBER)", "n = list_placements(state, rules, seat, desk, 0, 1)"),
    ("8.18", "actions.py", "n += rules.effects_optional != 0 or n == 0", "n += rules.effects_optional != 0 or n <= 1"),
    # knowledge
    ("9.1", "actions.py", "if kind == BUILDING and (state.knowledge[seat] >> 1) & 1 == 0:", "if kind == BUILDING:"),
    ("9.2", "turn.py", "        if (state.knowledge[seat] >> 2) & 1:\n", "        if (state.knowledge[seat] >> 3) & 1:\n"),
    ("9.3", "goods.py", "rules.tile_sale_silver if (known >> 3) & 1 else", "rules.tile_sale_silver + rules.sale_silver if (known >> 3) & 1 else"),
    ("9.4", "goods.py", "earn_workers(state, seat, rules.tile_sale_workers, ev.BY_SALE, log)", "earn_workers(state, seat, rules.tile_sale_workers * tiles, ev.BY_SALE, log)"),
    ("9.5", "actions.py", "(full & rules.depots_wrap) << 5", "(full & 1) << 5"),
    ("9.5", "goods.py", "        state.ship_types |= state.depot_types[following]\n", ""),
    ("9.6", "actions.py", "return state.listed if (state.knowledge[seat] >> 6) & 1 else state.listed & ~NUMBERED", "return state.listed & ~NUMBERED"),
    ("9.7", "scoring.py", "points += np.int64(state.herd_tiles[seat, pasture, species]) * rules.animal_tile_points", "points += rules.animal_tile_points"),
    ("9.8", "rules.py", "each = rules.tile_worker_steps if eight else rules.worker_steps", "each = rules.worker_steps"),
    ("9.9", "components.py", "SHIFTS_FOR = np.array([9, 10, 10, 11, 11, 11], np.int64)", "SHIFTS_FOR = np.array([10, 10, 10, 11, 11, 11], np.int64)"),
    ("9.11", "components.py", "SHIFTS_FOR = np.array([9, 10, 10, 11, 11, 11], np.int64)", "SHIFTS_FOR = np.array([9, 10, 10, 11, 10, 11], np.int64)"),
    ("9.12", "actions.py", "return rules.in_reach[(known >> 12) & 1,", "return rules.in_reach[0 * (known >> 12) & 1,"),
    ("9.13", "play.py", "    if (known >> 13) & 1:\n", "    if (known >> 13) & 1 and castle == 0:\n"),
    ("9.14", "play.py", "workers = rules.tile_workers if (known >> 14) & 1", "workers = rules.tile_workers if (state.knowledge[seat] >> 14) & 1"),
    ("9.15", "scoring.py", "return rules.points_sold_type * types_sold(state, seat)", "return rules.points_sold_type * goods_sold(state, seat)"),
    ("9.16", "scoring.py", "np.int64(state.buildings[seat, number - 16])", "np.int64(state.buildings[seat, number - 16] > 0)"),
    ("9.24", "scoring.py", "return rules.points_animal_kind * count_bits(state.species[seat])", "return rules.points_animal_kind * np.int64(state.placed[seat, 1])"),
    ("9.25", "scoring.py", "return rules.points_sold_good * goods_sold(state, seat)", "return rules.points_sold_good * (goods_sold(state, seat) + goods_left(state, seat))"),
    ("9.26", "scoring.py", "np.int64(state.bonus_tiles[seat, 0] + state.bonus_tiles[seat, 1])", "np.int64(state.bonus_tiles[seat, 0])"),
    ("9.27", "rules.py", "if rules.free_step_with_workers or steps <= given else steps", "if rules.free_step_with_workers or steps < given else steps"),
    # areas, colours, the end
    ("10.1", "scoring.py", "    if area & ~state.occupied[seat] == 0:\n        size", "    if area & ~(state.occupied[seat] | (1 << 18)) == 0:\n        size"),
    ("10.2", "scoring.py", "earn(state, seat, PHASES, rules.phase_points[state.phase], log)", "earn(state, seat, PHASES, rules.phase_points[min(state.phase + 1, 4)], log)"),
    ("10.4", "scoring.py", "CELLS_OF[state.estate[seat], kind] & ~state.occupied[seat] == 0 and", "AREA_OF[state.estate[seat], 0] & ~state.occupied[seat] == 0 and"),
    ("10.5", "scoring.py", "points = rules.bonus_large if size == 0 else rules.bonus_small", "points = rules.bonus_large"),
    ("10.6", "scoring.py", " and state.bonus_owner[kind, 1] == 0:", ":"),
    ("11.2", "scoring.py", "points += goods_left(state, seat) * rules.end_good_points", "points += types_sold(state, seat) * rules.end_good_points"),
    ("11.4", "scoring.py", "state.workers[seat] // rules.workers_per_point", "(state.workers[seat] + 1) // rules.workers_per_point"),
    ("11.6", "results.py", "(empty if rules.tie_break == 0 else CELLS - empty)", "empty"),
    ("11.7", "results.py", "earlier += state.track[other] > state.track[seat]", "earlier += state.order[other] > state.order[seat]"),
    # listing
    ("13.1", "display.py", "            if (seen >> tile) & 1 == 0:\n                listed |= bit", "            listed |= bit"),
    ("13.1", "actions.py", "        n += tile != last\n        last = tile\n    return n\n\n\n@jit\ndef list_depots", "        n += 1\n        last = tile\n    return n\n\n\n@jit\ndef list_depots"),
    ("13.10", "goods.py", "        elif room > 0:\n            state.frame = KEEP", "        elif room > 1:\n            state.frame = KEEP"),
]  # fmt: skip
