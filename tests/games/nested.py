"""Comparing nested values."""

from __future__ import annotations

from typing import Any


def differences(fast: Any, plain: Any, path: str = "") -> list[str]:
    """Where two nested values differ."""
    if isinstance(fast, dict) and isinstance(plain, dict) and fast.keys() == plain.keys():
        return [line for key in fast for line in differences(fast[key], plain[key], f"{path}.{key}")]
    return [] if fast == plain else [f"{path}: kernel {fast!r}, plain {plain!r}"]
