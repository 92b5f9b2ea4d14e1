"""Checks on what a caller hands in: each raises one ValueError that says what would be right."""

from __future__ import annotations

import math
import operator
from collections.abc import Iterable
from typing import Any

import numpy as np


def level_between(level: float, name: str = "level") -> float:
    """A probability strictly between 0 and 1."""
    value = finite(name, level)
    if not 0.0 < value < 1.0:
        raise ValueError(f"{name} must lie strictly between 0 and 1 (such as 0.95), not {level!r}")
    return value


def whole(name: str, value: Any, least: int | None = 0) -> int:
    """An exact integer (Python or NumPy), at least ``least``."""
    try:
        if isinstance(value, bool | np.bool_):
            raise TypeError
        number = operator.index(value)
    except TypeError:
        raise ValueError(f"{name} must be a whole number, not {value!r}") from None
    if least is not None and number < least:
        raise ValueError(f"{name} must be at least {least}, not {number}")
    return number


def finite(name: str, value: Any) -> float:
    """A real number that is neither infinite nor NaN."""
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise ValueError(f"{name} must be a number, not {value!r}") from None
    if not math.isfinite(number):
        raise ValueError(f"{name} must be a finite number, not {value!r}")
    return number


def positive(name: str, value: Any) -> float:
    """A finite number above zero."""
    number = finite(name, value)
    if number <= 0.0:
        raise ValueError(f"{name} must be above 0, not {value!r}")
    return number


def integers(name: str, values: Any, ndim: int) -> np.ndarray:
    """An integer (or boolean) array with ``ndim`` dimensions. Floats are refused: their sums depend on the order."""
    array = np.asarray(values)
    if array.size == 0 and array.dtype.kind == "f":
        array = array.astype(np.int64)
    if array.dtype.kind not in "iub":
        raise ValueError(f"{name} must hold integers (scale fractions first, such as wins in 60ths), not {array.dtype}")
    if array.ndim != ndim:
        raise ValueError(f"{name} must have {ndim} dimension{'s' if ndim > 1 else ''}, not shape {array.shape}")
    return array.astype(np.int64) if array.dtype.kind == "b" else array


def reals(name: str, values: Any, ndim: int, *, nan: bool = False) -> np.ndarray:
    """A float64 array with ``ndim`` dimensions, finite unless ``nan`` allows gaps."""
    try:
        array = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError):
        raise ValueError(f"{name} must hold numbers") from None
    if array.ndim != ndim:
        raise ValueError(f"{name} must have {ndim} dimension{'s' if ndim > 1 else ''}, not shape {array.shape}")
    if np.isinf(array).any() or (not nan and np.isnan(array).any()):
        raise ValueError(f"{name} must hold finite numbers")
    return array


def one_of(name: str, value: Any, choices: Iterable[str]) -> str:
    """One of the words in ``choices``."""
    words = tuple(choices)
    if value not in words:
        raise ValueError(f"{name} must be one of {', '.join(words)}, not {value!r}")
    return value
