"""Rows in memory of their own."""

from __future__ import annotations

import gc
from pathlib import Path

import numpy as np
import pytest

from burgsim.simulation.room import zeros


@pytest.mark.parametrize("shape", [(3, 2), (1 << 18, 2), (0, 5)])
def test_they_are_like_those_of_numpy(shape: tuple[int, ...]) -> None:
    rows, plain = zeros(shape, np.int32), np.zeros(shape, np.int32)
    assert (rows.dtype, rows.shape, rows.strides) == (plain.dtype, plain.shape, plain.strides)
    assert np.array_equal(rows, plain)
    rows += 7
    assert (rows == 7).all() and rows.flags.c_contiguous


def resident() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1])


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs /proc")
def test_large_ones_give_their_memory_back() -> None:
    gc.collect()
    before = resident()
    kept = [zeros((1 << 22,), np.int32) for _ in range(4)]
    for array in kept:
        array += 1
    grown = resident() - before
    held = kept[-1][:1]  # a view keeps its own array only
    kept.clear()
    del array
    assert grown > 0 and resident() - before < grown / 2
    assert held[0] == 1
