"""What holds for all tests."""

from __future__ import annotations

import signal

# A shell starts what runs behind it deaf to Ctrl-C, and children inherit that: tests that press it would wait for ever.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
