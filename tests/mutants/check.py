"""What a mutant has to get past: the plain engine of its game in lockstep, in plain mode (nothing to compile)."""

from __future__ import annotations

import sys


def burgundy_cards() -> int:
    """Play until something differs; gives the number of decisions compared."""
    from tests.games.burgundy_cards_lockstep import GAME, play_both
    from tests.games.test_burgundy_cards_lockstep import CORNERS

    decisions = 0
    for number in range(12):
        for players in (1, 2, 3, 4):
            decisions += play_both(players, 11, number)
    for name in CORNERS:
        rules = GAME.rules.build(CORNERS[name])
        for players in (1, 2, 3, 4) if name == "short_deals" else (1, 2, 3):
            for lean in ("", "buy", "use", "place", "silver"):
                decisions += play_both(players, 13, 2, rules, lean=lean)
    for number in range(40):
        for players in (1, 2, 4):
            decisions += play_both(players, 18, number, lean=("place", "take", "keep")[number % 3])
    return decisions


def burgundy_board() -> int:
    """Play until something differs; gives the number of decisions compared."""
    from tests.games.burgundy_board_lockstep import GAME, play_both
    from tests.games.test_burgundy_board_lockstep import CORNERS, RANDOM

    decisions = 0
    for number in range(4):
        for players in (2, 3, 4):
            rules = GAME.rules.build(RANDOM if number else {})
            decisions += play_both(players, 11, number, rules, every=4, lean=("", "place")[number % 2])
    for name in CORNERS:
        rules = GAME.rules.build({**RANDOM, **CORNERS[name]})
        for players, lean in ((2 + len(name) % 3, ""), (3, "buy"), (4 - 2 * (len(name) % 2), "place")):
            decisions += play_both(players, 15, 0, rules, every=12, lean=lean)
    for tie_break in ("more_empty", "fewer_empty"):
        ties = GAME.rules.build({**RANDOM, **CORNERS["ties"], "tie_break": tie_break})
        for number in range(12):
            decisions += play_both(2 + number % 3, 17, number, ties, every=12, lean=("place", "place ship")[number % 2])
    castles = GAME.rules.build({**RANDOM, **CORNERS["castles"], "start_tiles": (37,) * 4})
    mines = GAME.rules.build({**RANDOM, **CORNERS["mines_everywhere"]})
    for number in range(4):
        decisions += play_both(2, 15, number, castles, every=12, lean="place workers")
        decisions += play_both(4, 15, number, mines, every=12, lean="mine")
    for number in range(1, 27):
        rules = GAME.rules.build({**RANDOM, "start_tiles": (number + 23,) * 4})
        decisions += play_both(2 + number % 2, 14, number, rules, every=12, lean="place")
    for number in range(9):
        rules = GAME.rules.build({"estates": (number + 1,) * 4})
        decisions += play_both(2, 16, number, rules, every=12, lean="place")
    return decisions


def king_arthur() -> int:
    """Play until something differs; gives the number of decisions compared."""
    from tests.games.king_arthur_lockstep import GAME, play_both
    from tests.games.test_king_arthur_lockstep import CORNERS, SEALS

    decisions = 0
    for players in (2, 3, 4, 5):
        for seals in (False, True):
            rules = GAME.rules.build({"seals": seals})
            decisions += sum(play_both(players, 11, number, rules, every=2) for number in range(3))
    for name in CORNERS:
        rules = GAME.rules.build(CORNERS[name])
        for lean in ("", "attack", "pass"):
            decisions += play_both(2 + len(name) % 4, 14, 2, rules, every=2, lean=lean)
    few = GAME.rules.build({"seals": True, **SEALS["few_adversaries"]})
    decisions += sum(play_both(2 + number % 4, 19, number, few, every=2, lean="half") for number in range(12))
    for name in SEALS:
        rules = GAME.rules.build({"seals": True, **SEALS[name]})
        for lean in ("", "attack", "double", "half", "repeat"):
            decisions += play_both(2 + len(name) % 4, 15, 2, rules, every=2, lean=lean)
    return decisions


def carcassonne() -> int:
    """Play until something differs; gives the number of decisions compared."""
    from tests.games.carcassonne_lockstep import GAME, play_both
    from tests.games.test_carcassonne_lockstep import ALL, CATHEDRALS, CORNERS, CURLS, FEW_TILES, most

    few, curls = GAME.rules.build(FEW_TILES), GAME.rules.build(CURLS)
    decisions = sum(play_both(2, 16, number, few) for number in range(40))
    for number in range(24):
        decisions += play_both(2, 16, number, curls, every=4, lean=("close", "")[number % 2])
    for sets in ({}, ALL, {"river": True}, {"inns": True}):
        rules = GAME.rules.build(sets)
        for players in (2, most(rules)):
            decisions += play_both(players, 11, 0, rules, every=6)
    for name in CORNERS:
        rules = GAME.rules.build(CORNERS[name])
        decisions += play_both(2 + len(name) % 4, 14, 2, rules, every=8)
    for lean in ("builder", "big", "city", "road", "close", "field"):
        decisions += play_both(3, 15, 1, GAME.rules.build(ALL), every=8, lean=lean)
    for number in range(4):
        decisions += play_both(2, 15, number, GAME.rules.build(ALL), every=8, lean="close builder city")
        decisions += play_both(2, 15, number, GAME.rules.build(CORNERS["first_farms"]), every=8, lean="close field big")
        decisions += play_both(2, 15, number, GAME.rules.build(CATHEDRALS), every=2, lean="close city")
    return decisions


if __name__ == "__main__":
    try:
        print(globals()[sys.argv[1].replace("-", "_")](), "decisions alike")
    except Exception as error:  # a crash is caught as well as a difference
        print(f"{type(error).__name__}: {str(error).splitlines()[0][:110] if str(error) else ''}")
        sys.exit(1)
