"""A call in a thread of its own."""

from __future__ import annotations

import signal
import threading
import time

import pytest

from burgsim.games.game import UserError
from burgsim.simulation.aside import aside


def test_it_gives_and_raises_what_the_call_does() -> None:
    assert aside(lambda: 7) == 7

    def wrong() -> None:
        raise UserError("no such thing")

    with pytest.raises(UserError, match="no such thing"):
        aside(wrong)


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="signals")
def test_ctrl_c_is_heard_while_it_lasts() -> None:
    over = threading.Event()

    def press() -> None:
        time.sleep(0.2)
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)

    threading.Thread(target=press).start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        aside(lambda: over.wait(60))
    assert time.monotonic() - began < 10
    over.set()
