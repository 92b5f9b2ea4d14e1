"""Balance questions: scripts in analyses/ with `GAME` and `answer(lab) -> Page`, found by their file names.

`set_bonus.py` is the question `set-bonus`. A designer's own question is one more file there. What begins with `_` is no
question: it helps one, which imports it as `analyses._name`.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from burgsim.games.game import UserError


@dataclass(frozen=True)
class Question:
    """A script that answers a question about a game."""

    name: str
    game: str
    title: str
    answer: Callable[[Any], Any]


def folder_of_questions() -> Path:
    """analyses/ of the checkout that this package runs from, or of the current folder."""
    for root in (Path.cwd(), Path(__file__).resolve().parents[2]):
        if (root / "analyses").is_dir():
            return root / "analyses"
    raise UserError("there is no folder analyses/ here: questions are scripts in it (run this in the checkout)")


def questions(folder: Path | None = None) -> list[Question]:
    """All questions, in the order of their names."""
    found = []
    for file in sorted((folder or folder_of_questions()).glob("*.py")):
        if not file.name.startswith("_"):
            found.append(read_question(file))
    return found


def read_question(file: Path) -> Question:
    """A question from its script.

    Raises
    ------
    UserError
        The script can't be loaded or lacks GAME or answer.
    """
    spec = importlib.util.spec_from_file_location(f"analyses_{file.stem}", file)
    assert spec is not None and spec.loader is not None
    module: ModuleType = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    beside = str(file.resolve().parents[1])  # where analyses._name is found
    sys.path.insert(0, beside)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise UserError(f"{file}: {type(error).__name__}: {error}") from None
    finally:
        sys.path.remove(beside)
    for name in ("GAME", "answer"):
        if not hasattr(module, name):
            raise UserError(f"{file} is not a question: it must define GAME and answer(lab)")
    doc = (module.__doc__ or "").strip().splitlines()
    return Question(file.stem.replace("_", "-"), module.GAME, doc[0] if doc else file.stem, module.answer)
