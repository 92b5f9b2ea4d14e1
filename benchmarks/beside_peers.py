"""Random play here and in other libraries (make peers): the same machine, one core, CPU time of playing only.

No other library in the list plays the same games, so it is decisions that compare, and only roughly: how much work a
decision is depends on the game.
"""

from __future__ import annotations

import argparse
import json
import subprocess
from pathlib import Path
from typing import Any

from burgsim.commands.common import say
from burgsim.games import GAMES
from burgsim.simulation.bench import measure
from burgsim.simulation.show import as_table
from burgsim.simulation.warm import prepare

POLICY = "random"


def here(seconds: float) -> list[dict[str, Any]]:
    """Every game of burgsim at two players."""
    rows = []
    for name in GAMES:
        found = measure(prepare(name), 2, POLICY, seconds)
        rows.append({**found, "library": "burgsim", "game": name, "how": "its kernel"})
    return rows


def peers(python: str) -> list[dict[str, Any]]:
    """What peers.py measures in an environment of its own."""
    script = Path(__file__).with_name("peers.py")
    done = subprocess.run([python, str(script)], check=True, capture_output=True, text=True)
    return json.loads(done.stdout.splitlines()[-1])


def main() -> None:
    """Print the table."""
    import llvmlite.binding as llvm

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("python", help="the Python that has the peers")
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU time of one measurement")
    options = parser.parse_args()
    rows = [*here(options.seconds), *peers(options.python)]
    header = ["library", "game", "players", "played by", "decisions/s", "games/s", "decisions/game"]
    lines = [
        [
            row["library"],
            row["game"],
            str(row["players"]),
            row["how"],
            f"{row['decisions_per_second']:,.0f}",
            f"{row['games_per_second']:,.0f}",
            f"{row['decisions_per_game']:.1f}",
        ]
        for row in rows
    ]
    say(f"Random play on {llvm.get_host_cpu_name()}, one core, CPU time, best of five")
    say(as_table([header, *lines], left=("library", "game", "played by")))


if __name__ == "__main__":
    main()
