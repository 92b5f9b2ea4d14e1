"""What a mutant of the card game has to get past: the plain engine in lockstep, in plain mode (nothing to compile)."""

from __future__ import annotations

import sys

from tests.games.lockstep import GAME, play_both
from tests.games.test_lockstep import CORNERS


def games() -> int:
    """Play until something differs; gives the number of decisions compared."""
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


if __name__ == "__main__":
    try:
        print(games(), "decisions alike")
    except Exception as error:  # a crash is caught as well as a difference
        print(f"{type(error).__name__}: {str(error).splitlines()[0][:110] if str(error) else ''}")
        sys.exit(1)
