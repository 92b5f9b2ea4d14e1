"""Policies from a user's file: run it, find the policy, and turn whatever goes wrong into one line."""

from __future__ import annotations

import contextlib
import hashlib
import linecache
import sys
import traceback
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from types import ModuleType

from burgsim.games.game import Game, Policy, UserError
from burgsim.games.given import path_text
from burgsim.games.jit import PLAIN


def load_policy(game: Game, file: Path, name: str) -> tuple[Policy, str]:
    """The policy `name` of a file, and the SHA-256 of the file's bytes.

    Raises
    ------
    UserError
        One line: no such file, an error in it (with its line number), no such policy, a policy of another game.
    """
    try:
        source = file.read_bytes()
    except FileNotFoundError:
        raise UserError(f"policy file {path_text(file)} doesn't exist") from None
    except OSError as error:
        raise UserError(f"policy file {path_text(file)} can't be read: {error.strerror}") from None
    except ValueError as error:  # a name that no file can have
        raise UserError(f"policy file {path_text(file)} can't be read: {error}") from None
    module = _run(str(file), source)
    found = {key: value for key, value in vars(module).items() if isinstance(value, Policy) and value.from_user}
    known = f"policies there: {', '.join(found)}" if found else f'put @policy("{game.id}") above a function'
    if not name:
        example = next(iter(found), "NAME")
        raise UserError(f"--seat {file} doesn't say which policy: write {file.name}:{example} ({known})")
    chosen = found.get(name) or next((value for value in found.values() if value.name == name), None)
    if chosen is None:
        other = vars(module).get(name)
        if callable(other) and not isinstance(other, Policy):
            raise UserError(f'{name} in {file} is not a policy yet: put @policy("{game.id}") above it')
        raise UserError(f"{file} has no policy {name!r}; {known}")
    if chosen.game != game.id:
        raise UserError(f"{file.name}:{name} is a policy for {chosen.game}, not for {game.id}")
    return chosen, hashlib.sha256(source).hexdigest()


@lru_cache(maxsize=64)
def _run(file: str, source: bytes) -> ModuleType:
    """Run a file as a module of its own; the same bytes are run (and its policies compiled) once a process."""
    path = Path(file).resolve()
    module = ModuleType(f"burgsim_user_{path.stem}")
    module.__file__ = str(path)
    linecache.checkcache(str(path))
    beside = str(path.parent)
    sys.path.insert(0, beside)
    try:
        with contextlib.redirect_stdout(sys.stderr):  # standard output is for results
            exec(compile(source, str(path), "exec"), module.__dict__)
    except SyntaxError as error:
        where = f", line {error.lineno}" if error.lineno else ""
        raise UserError(f"{file}{where}: {error.msg}") from None
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # SystemExit and the like end the file, not the program
        raise UserError(f"{file}{_line_in(path, error)}: {_said(error)}") from None
    finally:
        with contextlib.suppress(ValueError):  # the file has removed it
            sys.path.remove(beside)
    return module


def raised(policies: Sequence[tuple[str, Policy]], error: BaseException, where: str) -> BaseException:
    """An error that came out of a game, as a user is told of it: in one line when a policy from a file raised it.

    Parameters
    ----------
    policies : sequence of (str, Policy)
        Who plays: how each is called, and the policy.
    error, where
        The error, and the game or decision in words.

    Returns
    -------
    BaseException
        A UserError that names policy, file, line and error; the error itself when it is none of a user's policy.
    """
    theirs: dict[str, list[tuple[str, str]]] = {}
    for label, policy in policies:
        if policy.from_user:
            code = getattr(policy.function, "py_func", policy.function).__code__
            who = (label, code.co_name)
            theirs.setdefault(code.co_filename, [])
            if who not in theirs[code.co_filename]:
                theirs[code.co_filename].append(who)
    # compiled code leaves a frame for the line that raised, and none for who called it
    frames = traceback.extract_tb(error.__traceback__)
    here = [frame for frame in frames if frame.filename in theirs]
    if here:
        file, line = here[-1].filename, f", line {here[-1].lineno}"
        named = [label for label, name in theirs[file] if any(frame.name == name for frame in here)]
        labels = named or [label for label, _ in theirs[file]]
    elif theirs and not PLAIN:  # nothing else in compiled code raises
        file, line = ", ".join(theirs), ""
        labels = [label for known in theirs.values() for label, _ in known]
    else:
        return error
    return UserError(f"{file}{line}: policy {' or '.join(labels)} raised {_said(error)} in {where}")


def _line_in(path: Path, error: BaseException) -> str:
    """The last line of the file that the error passed through."""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)]
    return f", line {lines[-1]}" if lines else ""


def _said(error: BaseException) -> str:
    text = " ".join(str(error).split())
    if isinstance(error, UserError):
        return text
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
