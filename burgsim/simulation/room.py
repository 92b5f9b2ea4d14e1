"""Arrays for rows that come and go by the part, in memory that goes back to the system with them."""

from __future__ import annotations

import math
import mmap
from typing import Any

import numpy as np

#: Smaller arrays are left to the allocator.
_LARGE = 1 << 20
# private: else it would be memory shared with processes that are forked
_PRIVATE = {"flags": mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS} if hasattr(mmap, "MAP_PRIVATE") else {}


def zeros(shape: tuple[int, ...], kind: Any) -> np.ndarray:
    """Like `np.zeros`, but a large array lies in a mapping of its own.

    The C library's allocator would put such arrays on the heaps of the threads that make them; freed by others in
    another order they leave holes that are never given back, and a long run took half as much memory again.
    """
    kind = np.dtype(kind)
    size = math.prod(shape) * kind.itemsize
    if size < _LARGE:
        return np.zeros(shape, kind)
    return np.frombuffer(mmap.mmap(-1, size, **_PRIVATE), kind).reshape(shape)
