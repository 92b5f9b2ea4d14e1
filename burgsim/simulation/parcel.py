"""Work sent to another process: packed here, unpacked once there, and played range by range.

Games and the project's policies travel by name, since a worker has its own compiled ones; a user's policy travels as
the function it was written as, and is compiled where it arrives. All else (rules, seats, what a study counts) travels
as it is.
"""

from __future__ import annotations

import hashlib
import io
import sys
import threading
import time
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

import numpy as np

from burgsim._version import __version__
from burgsim.games.game import Game, Policy, UserError, compile_user_policy
from burgsim.games.jit import kernel_hash
from burgsim.players import find_policy
from burgsim.simulation.ranges import Rows, Work
from burgsim.simulation.warm import prepare

#: Works that a worker keeps unpacked.
_KEPT = 8
_kept: OrderedDict[str, Work] = OrderedDict()
_lock = threading.Lock()


@dataclass(frozen=True)
class Parcel:
    """Work as bytes, with the version of burgsim that packed it."""

    version: str
    digest: str
    content: bytes


def version() -> str:
    """What must agree on both sides, in words: burgsim, its kernel, and Python (functions travel as its bytecode)."""
    return f"burgsim {__version__}, kernel {kernel_hash()}, Python {sys.version_info.major}.{sys.version_info.minor}"


def pack(work: Work) -> Parcel:
    """Work as bytes."""
    import cloudpickle

    class Packer(cloudpickle.Pickler):
        def reducer_override(self, obj: Any) -> Any:
            if isinstance(obj, Game):
                return prepare, (obj.id,)
            if isinstance(obj, Policy):
                return (_users_policy, _as_written(obj)) if obj.from_user else (_own_policy, (obj.game, obj.name))
            if isinstance(obj, threading.local):  # every thread makes its own
                return threading.local, ()
            return super().reducer_override(obj)

    sink = io.BytesIO()
    Packer(sink).dump(work)
    content = sink.getvalue()
    return Parcel(version(), hashlib.sha256(content).hexdigest(), content)


def play_range(parcel: Parcel, first: int, count: int) -> tuple[float, list[tuple[str, np.ndarray]]]:
    """Play games first .. first+count-1: the seconds it took, and rows for `unfold`.

    Raises
    ------
    UserError
        Another version of burgsim packed the work.
    """
    if parcel.version != version():
        raise UserError(f"a worker has {version()}; here it is {parcel.version}: install the same on both")
    work = _unpacked(parcel)
    began = time.perf_counter()
    rows = work(first, count)
    return time.perf_counter() - began, [_fold(array) for array in rows]


def unfold(folded: list[tuple[str, np.ndarray]]) -> Rows:
    """Rows as the work gave them."""
    return tuple(array.astype(kind, copy=False) for kind, array in folded)


def _fold(array: np.ndarray) -> tuple[str, np.ndarray]:
    """Whole numbers in 16 bits when they fit: most of what a worker would wait for is this on its way."""
    kind = array.dtype.str
    if array.dtype.kind == "i" and array.dtype.itemsize > 2:
        small = array.astype(np.int16)
        if np.array_equal(small, array):
            return kind, small
    return kind, array


def _unpacked(parcel: Parcel) -> Work:
    import pickle

    with _lock:  # the first to come compiles, if need be; the others wait for it
        work = _kept.pop(parcel.digest, None)
        if work is None:
            work = pickle.loads(parcel.content)
        _kept[parcel.digest] = work
        while len(_kept) > _KEPT:
            _kept.popitem(last=False)
        return work


def _own_policy(game_id: str, name: str) -> Policy:
    return find_policy(prepare(game_id), name)


def _as_written(policy: Policy) -> tuple[Any, ...]:
    function = getattr(policy.function, "py_func", policy.function)
    return policy.game, policy.name, function, policy.doc, dict(policy.weights)


def _users_policy(game_id: str, name: str, function: Any, doc: str, weights: dict[str, tuple[float, str]]) -> Policy:
    compiled = compile_user_policy(prepare(game_id), function, name)
    return Policy(game_id, name, compiled, doc, weights, from_user=True)
