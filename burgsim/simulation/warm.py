"""Compiled code: what is in the cache, loading a game with a word about the wait, and how long compiling took."""

from __future__ import annotations

import hashlib
import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from burgsim.games import GAMES, load
from burgsim.games.game import Game
from burgsim.games.jit import CACHED, PLAIN, cache_folder, nb
from burgsim.simulation.kernel import kernel
from burgsim.simulation.ranges import place

try:
    import fcntl
except ImportError:  # not on this system: two processes may compile the same
    fcntl = None  # type: ignore[assignment]

_spent = 0.0


def _marker(game_id: str) -> Path:
    """The note that a game was compiled in full by this Python and Numba for this processor, from this folder.

    Numba files compiled code by the folder of its source: another copy of the same package compiles anew.
    """
    import llvmlite.binding as llvm

    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    source = hashlib.sha256(str(Path(__file__).parents[1]).encode()).hexdigest()[:8]
    return cache_folder() / f"{game_id}.{source}.py{python}.numba{nb.__version__}.{llvm.get_host_cpu_name()}.json"


def compiled(game_id: str) -> dict[str, Any] | None:
    """What is known of a game in the cache: {"compile_seconds", "at"}; None when it has to be compiled."""
    if not CACHED:
        return None
    try:
        return json.loads(_marker(game_id).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None


@contextmanager
def compile_clock() -> Iterator[None]:
    """Add what Numba compiles inside to `compile_seconds` (reading from the cache is not compiling)."""
    from numba.core import event

    def add(seconds: float) -> None:
        global _spent
        _spent += seconds

    with event.install_timer("numba:compile", add):
        yield


def compile_seconds() -> float:
    """Seconds that this process has spent compiling under `compile_clock`."""
    return _spent


def prepare(game_id: str, tell: Callable[[str], None] | None = None) -> Game:
    """Load a game and its kernel, from the cache or by compiling; where games are played elsewhere, there too.

    Of several processes that need a compile the first does it, the others wait and read the cache.

    Parameters
    ----------
    tell : callable, optional
        Is given one line before a compile, since it takes its time.
    """
    if PLAIN or game_id not in GAMES or compiled(game_id) is not None:
        game = _loaded(game_id)
    else:
        if tell is not None:
            how = "once" if CACHED else "as no cache folder can be written"
            tell(f"compiling {game_id}, up to a minute, {how}")
        with _alone(game_id):
            before, known = compile_seconds(), compiled(game_id) is not None
            game = _loaded(game_id)
            if CACHED and not known:
                _note(game_id, compile_seconds() - before)
    elsewhere = place()
    if elsewhere is not None:
        elsewhere.prepare(game_id)
    return game


def _loaded(game_id: str) -> Game:
    try:
        with compile_clock():
            game = load(game_id)
            kernel(game_id)
    except Exception as error:  # Ctrl-C in the middle of compiling comes out of Numba as something else
        cause: BaseException | None = error
        while cause is not None:
            if isinstance(cause, KeyboardInterrupt):
                raise KeyboardInterrupt from None
            cause = cause.__context__
        raise
    return game


def _note(game_id: str, seconds: float) -> None:
    """Write down that a game was compiled in full."""
    marker = _marker(game_id)
    at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    temporary = marker.with_name(f"{marker.name}.{os.getpid()}")
    try:
        temporary.write_text(json.dumps({"compile_seconds": round(seconds, 3), "at": at}), encoding="utf-8")
        os.replace(temporary, marker)
    except OSError:  # the cache is a convenience; the game is loaded
        pass


@contextmanager
def _alone(game_id: str) -> Iterator[None]:
    """Let one process at a time compile a game into this cache, where the system has locks."""
    if fcntl is None or not CACHED:
        yield
        return
    try:
        lock = open(cache_folder() / f"{game_id}.lock", "ab")
    except OSError:
        yield
        return
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX)
        except OSError:  # no locks on this file system: at worst it is compiled twice
            pass
        yield
