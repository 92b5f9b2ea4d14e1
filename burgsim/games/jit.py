"""The one jit wrapper: where compiled code is kept, plain mode, and the copy of a record.

Import this module before Numba. Numba doesn't notice a change in a file that a cached function imports, so the
cache folder carries a hash of every source file that the kernel is made of: another source, another folder.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import warnings
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from platformdirs import user_cache_path

PACKAGE = Path(__file__).resolve().parent.parent
#: Plain mode: the same functions, not compiled, for debuggers and coverage. It holds for the whole process.
PLAIN = os.environ.get("BURGSIM_PLAIN", "") not in ("", "0")
if PLAIN:
    np.seterr(over="ignore")  # random numbers wrap around
KEPT_CACHES = 3


@lru_cache(maxsize=1)
def kernel_hash() -> str:
    """Hash of all that the kernel is made of (games/, players/, simulation/kernel.py): 16 hex digits."""
    files = sorted(
        [*PACKAGE.glob("games/**/*.py"), *PACKAGE.glob("players/**/*.py"), PACKAGE / "simulation" / "kernel.py"]
    )
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.relative_to(PACKAGE).as_posix().encode() + b"\0")
        digest.update(file.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def cache_root() -> Path:
    """The folder that holds one cache folder a version of the kernel; BURGSIM_CACHE_DIR moves it."""
    given = os.environ.get("BURGSIM_CACHE_DIR")
    return Path(given) if given else user_cache_path("burgsim") / "kernels"


def cache_folder() -> Path:
    """The cache folder of this version of the kernel."""
    return cache_root() / kernel_hash()


def prune_caches() -> None:
    """Remove all but the newest cache folders; a folder in use by another version is at worst compiled again."""
    folders = [f for f in cache_root().iterdir() if f.is_dir() and f != cache_folder()]
    folders.sort(key=lambda f: f.stat().st_mtime, reverse=True)
    for folder in folders[KEPT_CACHES - 1 :]:
        shutil.rmtree(folder, ignore_errors=True)


def _open_cache() -> bool:
    """Point Numba at the cache folder; False when it can't be written (then every process compiles)."""
    folder = cache_folder()
    try:
        new = not folder.exists()
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        if new:
            prune_caches()
    except OSError:
        return False
    os.environ["NUMBA_CACHE_DIR"] = str(folder)
    if "numba" in sys.modules:
        sys.modules["numba"].config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]
    return True


CACHED = not PLAIN and _open_cache()

import numba as nb  # noqa: E402
from llvmlite import ir  # noqa: E402
from numba.core import cgutils  # noqa: E402
from numba.core.errors import NumbaExperimentalFeatureWarning  # noqa: E402
from numba.extending import intrinsic  # noqa: E402

# Policies and rules reach the kernel as first-class functions; Numba calls the feature experimental in each process.
warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)


def jit(signature: Any = None, *, cache: bool = True, inline: bool = False) -> Callable:
    """Compile a function for the kernel (in plain mode: leave it as it is).

    Parameters
    ----------
    signature : numba signature, optional
        Given at the contract (rules functions and policies), left out for inner helpers.
    cache : bool
        False for code from a user's file, which may import what the cache can't see.
    inline : bool
        For a helper that is called at every step: a call passes arguments on the stack and the result through memory
        and looks for an error, and LLVM, left alone, leaves many a call. Not for what is called at many places.
    """
    if callable(signature) and not isinstance(signature, nb.core.typing.templates.Signature):
        return jit(cache=cache, inline=inline)(signature)

    def wrap(function: Callable) -> Callable:
        if PLAIN:
            return function
        options = {"nogil": True, "error_model": "numpy", "cache": cache and CACHED, "forceinline": inline}
        compiled = nb.njit(function, **options) if signature is None else nb.njit(signature, **options)(function)
        if signature is not None:
            compiled.disable_compile()
        return compiled

    return wrap


@intrinsic
def _copy_record(typingctx, target, source):  # type: ignore[no-untyped-def]
    """memcpy of one record to another of the same type."""
    if not (isinstance(target, nb.types.Record) and target == source):
        raise nb.core.errors.TypingError("copy_state takes two records of the same type")
    size = target.size

    def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
        byte = ir.IntType(8).as_pointer()
        cgutils.raw_memcpy(
            builder,
            builder.bitcast(args[0], byte),
            builder.bitcast(args[1], byte),
            ir.Constant(ir.IntType(64), size),
            1,
        )
        return context.get_dummy_value()

    return nb.types.void(target, source), codegen


@intrinsic
def _same_records(typingctx, one, other):  # type: ignore[no-untyped-def]
    """memcmp of two records of the same type."""
    if not (isinstance(one, nb.types.Record) and one == other):
        raise nb.core.errors.TypingError("same_state takes two records of the same type")
    size = one.size

    def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
        byte = ir.IntType(8).as_pointer()
        kind = ir.FunctionType(ir.IntType(32), [byte, byte, ir.IntType(64)])
        memcmp = cgutils.get_or_insert_function(builder.module, kind, "memcmp")
        pointers = [builder.bitcast(arg, byte) for arg in args]
        return builder.icmp_signed(
            "==", builder.call(memcmp, [*pointers, ir.Constant(ir.IntType(64), size)]), ir.Constant(ir.IntType(32), 0)
        )

    return nb.types.boolean(one, other), codegen


if PLAIN:

    def same_state(one, other):  # type: ignore[no-untyped-def]
        """Whether two records of the same type are equal byte by byte."""
        return one.tobytes() == other.tobytes()

    def copy_state(target, source):  # type: ignore[no-untyped-def]
        """Copy every field of one record to another of the same type."""
        for name in source.dtype.names:
            target[name] = source[name]

else:

    @nb.njit(nogil=True)
    def same_state(one, other):  # type: ignore[no-untyped-def]
        """Whether two records of the same type are equal byte by byte."""
        return _same_records(one, other)

    @nb.njit(nogil=True)
    def copy_state(target, source):  # type: ignore[no-untyped-def]
        """Copy a record as bytes; Numba's own record assignment compiles for seconds and aborts on large ones."""
        _copy_record(target, source)


class _Fields(np.void):
    """A record for plain mode, with fields as attributes; they come before NumPy's own (one of those is `round`)."""

    def __getattribute__(self, name: str) -> Any:
        fields = np.void.__getattribute__(self, "dtype").fields
        if name not in fields:
            return np.void.__getattribute__(self, name)
        value = self[name]
        return value.view(np.dtype((_Fields, value.dtype))) if fields[name][0].base.names else value

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value


def records(count: int, dtype: np.dtype) -> np.ndarray:
    """Zeroed records as the kernel takes them: an array, in plain mode one whose elements have named fields."""
    array = np.zeros(count, dtype)
    return array.view(np.dtype((_Fields, dtype))) if PLAIN else array
