"""What the pages of different questions share: rows from intervals, presets, provenance."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from burgsim import __version__
from burgsim.games.game import Game
from burgsim.games.jit import kernel_hash
from burgsim.report.document import Provenance
from burgsim.statistics.equivalence import EQUIVALENT, LARGER, SMALLER, Verdict
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
        presets=preset_meanings(lab.game),
        more=dict(more),
    )


def preset_meanings(game: Game) -> dict[str, str]:
    """What each preset of the numbers that no source gives changes, in a few words."""
    return {
        name: "; ".join(f"{rule} = {_plain(value)}" for rule, value in changes.items()) or "the rules as they are here"
        for name, changes in game.rules.presets().items()
    }


def _plain(value: Any) -> str:
    return ", ".join(str(one) for one in value) if isinstance(value, (list, tuple)) else str(value)


def p_text(p: float) -> str:
    """A p-value in words: never "p = 0"."""
    return "p < 0.0001" if p < 0.0001 else f"p = {p:.2g}"


def verdict_text(found: Verdict, matters: str) -> str:
    """What a verdict says, after the effect has been named; `matters` is the smallest one that does ("1 point")."""
    if found.word in (LARGER, SMALLER):
        return f"a {'gain' if found.word == LARGER else 'loss'} of more than the {matters} that matters"
    if found.word == EQUIVALENT:
        real = "a real difference, but" if found.direction else "a difference of"
        return f"{real} less than the {matters} that matters"
    lean = {1: ", though there is a gain", -1: ", though there is a loss"}.get(found.direction, "")
    return f"not known yet whether it reaches the {matters} that matters{lean}"


def purposeful(lab: Lab) -> list[str]:
    """The game's policies but random."""
    return [name for name in lab.game.policies if name != "random"]
