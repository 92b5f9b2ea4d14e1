"""Commands in processes of their own that tests interrupt."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any


@contextmanager
def child(words: Sequence[str], **options: Any) -> Iterator[subprocess.Popen[str]]:
    """A process whose words are caught, and which never outlives its test."""
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(list(words), **pipes, **options) as process:
        try:
            yield process
        finally:
            process.kill()


def press_ctrl_c(
    process: subprocess.Popen[str], playing: Callable[[], bool], after: float = 0.5, group: bool = False
) -> tuple[str, str, float]:
    """Press Ctrl-C so many seconds after it plays (to its whole group, as a terminal does): what it said on standard
    output and on standard error, and how long it took to end.
    """
    until = time.monotonic() + 120
    while not playing():
        assert process.poll() is None and time.monotonic() < until
        time.sleep(0.05)
    time.sleep(after)
    pressed = time.monotonic()
    if group:
        os.killpg(process.pid, signal.SIGINT)
    else:
        process.send_signal(signal.SIGINT)
    said, error = process.communicate(timeout=30)
    return said, error, time.monotonic() - pressed
