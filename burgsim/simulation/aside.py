"""A long call in a thread of its own, so that Ctrl-C is heard while it lasts."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

_POLL_SECONDS = 0.1
T = TypeVar("T")


def aside(call: Callable[[], T]) -> T:
    """What a call gives, or raises. After Ctrl-C nobody waits for it any longer; its thread ends with the process.

    The main thread, which hears signals, is deaf while a compiled function runs in it: a single game with rollouts may
    take minutes.
    """
    found: list[T] = []
    failed: list[BaseException] = []

    def run() -> None:
        try:
            found.append(call())
        except BaseException as error:  # raised where it is waited for
            failed.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(_POLL_SECONDS)
    if failed:
        raise failed[0]
    return found[0]
