"""What the pages of different questions share: rows from intervals, presets, provenance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from burgsim import __version__
from burgsim.games.jit import kernel_hash
from burgsim.report.document import Provenance
from burgsim.statistics.intervals import Interval
from burgsim.studies.lab import Lab


def players_text(players: int) -> str:
    """ "2 players", or "solo"."""
    return f"{players} players" if players > 1 else "solo"


def row(interval: Interval, prefix: str = "", **more: Any) -> dict[str, Any]:
    """A table's row: the interval as value, low, high (with a prefix, as prefix, prefix_low, prefix_high)."""
    name, low, high = (prefix, f"{prefix}_low", f"{prefix}_high") if prefix else ("value", "low", "high")
    return {**more, name: interval.estimate, low: interval.low, high: interval.high}


def provenance(lab: Lab, players: str, changes: Mapping[str, Any] | None = None, **more: str) -> Provenance:
    """Where a lab's numbers come from."""
    rules = {name: str(value) for name, value in (changes or {}).items()}
    return Provenance(
        version=__version__,
        kernel=kernel_hash(),
        seed=lab.seed,
        games=lab.played,
        command=lab.command,
        players=players,
        rules=rules or {"rules": "the game's default rules where nothing else is said"},
        more=dict(more),
    )


def p_text(p: float) -> str:
    """A p-value in words: never "p = 0"."""
    return f"p = {p:.2g}" if p >= 1e-12 else "p < 1e-12"


def purposeful(lab: Lab) -> list[str]:
    """The game's policies but random."""
    return [name for name in lab.game.policies if name != "random"]


def widest(intervals: Sequence[Interval]) -> Interval:
    """The interval whose estimate is farthest from zero."""
    return max(intervals, key=lambda interval: abs(interval.estimate))
