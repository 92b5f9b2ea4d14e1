"""The scripts of benchmarks/ start; what they measure belongs to a machine and isn't tested."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[1] / "benchmarks"


@pytest.mark.parametrize("name", ["beside_peers", "waits"])
def test_a_script_tells_what_it_takes(name: str) -> None:
    done = subprocess.run([sys.executable, FOLDER / f"{name}.py", "--help"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("usage: ")


def test_peers_know_nothing_of_burgsim() -> None:
    """peers.py runs where burgsim isn't installed."""
    tree = ast.parse((FOLDER / "peers.py").read_text(encoding="utf-8"))
    names = {a.name for node in ast.walk(tree) if isinstance(node, ast.Import) for a in node.names}
    names |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert not any(name.startswith("burgsim") for name in names)
    pinned = (FOLDER / "peers.txt").read_text(encoding="utf-8")
    assert {"open_spiel", "catanatron", "rlcard"} <= {line.split("==")[0] for line in pinned.splitlines()}
