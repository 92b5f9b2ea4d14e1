"""`make mutants`: change the rules in a copy of the kernel, one at a time, and see that each change is caught.

    python -m tests.mutants [PARAGRAPH ...]     all, or those of some paragraphs
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.mutants.burgundy_cards import MUTATIONS, PACKAGE

ROOT = Path(__file__).resolve().parents[2]
LIMIT = 300  # seconds; a mutant that runs on for ever is caught, too


def run(mutation: tuple[str, str, str, str] | None) -> tuple[bool, str]:
    """Whether the tests notice a mutation (None: nothing changed), and what they say."""
    with tempfile.TemporaryDirectory(prefix="burgsim-mutant-") as folder:
        for part in ("burgsim", "tests"):
            shutil.copytree(ROOT / part, Path(folder) / part, ignore=shutil.ignore_patterns("__pycache__"))
        if mutation is not None:
            _, name, text, changed = mutation
            file = Path(folder) / PACKAGE / name
            source = file.read_text(encoding="utf-8")
            if source.count(text) != 1:
                return False, f"the text is there {source.count(text)} times, it must be there once: {text!r}"
            file.write_text(source.replace(text, changed), encoding="utf-8")
        setting = {**os.environ, "BURGSIM_PLAIN": "1", "PYTHONPATH": folder, "PYTHONDONTWRITEBYTECODE": "1"}
        try:
            done = subprocess.run(
                [sys.executable, "-m", "tests.mutants.check"], cwd=folder, env=setting, capture_output=True, text=True,
                timeout=LIMIT,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            return mutation is not None, f"no end within {LIMIT} s"
        said = (done.stdout.strip() or done.stderr.strip()).splitlines()
        return done.returncode != 0, said[-1] if said else ""


def main(paragraphs: list[str]) -> int:
    """Run the mutants two at a time; the exit code is 1 when one survives."""
    chosen = [mutation for mutation in MUTATIONS if not paragraphs or mutation[0] in paragraphs]
    caught, said = run(None)
    if caught:
        print(f"the rules as they are differ from the plain engine: {said}")
        return 1
    print(f"unchanged: {said}")
    survivors = 0
    with ThreadPoolExecutor(2) as pool:
        for mutation, (noticed, said) in zip(chosen, pool.map(run, chosen), strict=True):
            survivors += not noticed
            paragraph, name, _, changed = mutation
            line = changed.strip().splitlines()[0] if changed.strip() else "(removed)"
            print(f"{'caught  ' if noticed else 'SURVIVED'} {paragraph:<6} {name}: {line[:70]}  [{said}]", flush=True)
    print(f"{len(chosen) - survivors} of {len(chosen)} caught")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
