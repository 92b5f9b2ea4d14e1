"""`make mutants`: change the rules in a copy of the kernel, one at a time, and see that each change is caught.

    python -m tests.mutants [GAME] [PARAGRAPH ...]     all of every game or one, or those of some paragraphs
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.mutants import burgundy_board, burgundy_cards, carcassonne, king_arthur

ROOT = Path(__file__).resolve().parents[2]
LIMIT = 300  # seconds; a mutant that runs on for ever is caught, too


GAMES = {
    "burgundy-cards": burgundy_cards,
    "burgundy-board": burgundy_board,
    "carcassonne": carcassonne,
    "king-arthur": king_arthur,
}


def run(mutation: tuple[str, str, str, str] | None, game: str) -> tuple[bool, str]:
    """Whether the tests notice a mutation (None: nothing changed), and what they say."""
    with tempfile.TemporaryDirectory(prefix="burgsim-mutant-") as folder:
        for part in ("burgsim", "tests"):
            shutil.copytree(ROOT / part, Path(folder) / part, ignore=shutil.ignore_patterns("__pycache__"))
        if mutation is not None:
            _, name, text, changed = mutation
            file = Path(folder) / GAMES[game].PACKAGE / name
            source = file.read_text(encoding="utf-8")
            if source.count(text) != 1:
                return False, f"the text is there {source.count(text)} times, it must be there once: {text!r}"
            file.write_text(source.replace(text, changed), encoding="utf-8")
        setting = {**os.environ, "BURGSIM_PLAIN": "1", "PYTHONPATH": folder, "PYTHONDONTWRITEBYTECODE": "1"}
        try:
            done = subprocess.run(
                [sys.executable, "-m", "tests.mutants.check", game], cwd=folder, env=setting, capture_output=True,
                text=True, timeout=LIMIT,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            return mutation is not None, f"no end within {LIMIT} s"
        said = (done.stdout.strip() or done.stderr.strip()).splitlines()
        return done.returncode != 0, said[-1] if said else ""


def main(game: str, paragraphs: list[str]) -> int:
    """Run a game's mutants two at a time; gives how many survive."""
    chosen = [mutation for mutation in GAMES[game].MUTATIONS if not paragraphs or mutation[0] in paragraphs]
    caught, said = run(None, game)
    if caught:
        print(f"{game}: the rules as they are differ from the plain engine: {said}")
        return 1
    print(f"{game}, unchanged: {said}")
    survivors = 0
    with ThreadPoolExecutor(2) as pool:
        for mutation, (noticed, said) in zip(chosen, pool.map(run, chosen, [game] * len(chosen)), strict=True):
            survivors += not noticed
            paragraph, name, _, changed = mutation
            line = changed.strip().splitlines()[0] if changed.strip() else "(removed)"
            print(f"{'caught  ' if noticed else 'SURVIVED'} {paragraph:<6} {name}: {line[:70]}  [{said}]", flush=True)
    print(f"{game}: {len(chosen) - survivors} of {len(chosen)} caught")
    return survivors


if __name__ == "__main__":
    wanted = [name for name in sys.argv[1:] if name in GAMES] or list(GAMES)
    numbers = [name for name in sys.argv[1:] if name not in GAMES]
    sys.exit(1 if sum(main(game, numbers) for game in wanted) else 0)
