"""How long a person waits: wall clock of whole commands, each in a new process, the best of three.

With --cold also the first command after a change of the code, which compiles (a minute or two).
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time

from burgsim.commands.common import say
from burgsim.games import GAMES
from burgsim.simulation.show import as_table

REPEATS = 3


def wait(*arguments: str, **environment: str) -> float:
    """Seconds that `burgsim ARGUMENTS` takes."""
    start = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "burgsim", *arguments],
        check=True,
        capture_output=True,
        env={**os.environ, **environment},
    )
    return time.perf_counter() - start


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cold", action="store_true", help="the wait for the compiler, too")
    options = parser.parse_args()
    commands = [("--help",), ("games",)]
    for game in GAMES:
        commands += [("rules", game), ("simulate", game, "--players", "2", "--games", "1000", "--quiet")]
    wait("warmup")
    lines = []
    for command in commands:
        seconds = min(wait(*command) for _ in range(REPEATS))
        lines.append(["burgsim " + " ".join(command), f"{seconds:.2f} s"])
    if options.cold:
        for game in GAMES:
            with tempfile.TemporaryDirectory() as empty:
                seconds = wait("warmup", game, BURGSIM_CACHE_DIR=empty)
            lines.append([f"burgsim warmup {game}, nothing compiled yet", f"{seconds:.1f} s"])
    say(as_table([["command", "wait"], *lines], left=("command",)))


if __name__ == "__main__":
    main()
