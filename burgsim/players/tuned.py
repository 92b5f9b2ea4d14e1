"""Weights as data: weights/<game>/<policy>.toml, with a table for each number of players.

    [p2]
    made_by = "the command that found them"
    sets = 1.25

    [variant.no_round_reward.p2]
    sets = 0.9

A number of players without a table plays with the policy's own numbers; so does a weight that a table leaves out.
"""

from __future__ import annotations

import copy
import difflib
import math
import os
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from burgsim.games.game import Policy, UserError
from burgsim.games.given import parse_toml, read_text, shown

FOLDER = Path(__file__).resolve().parent / "weights"
#: Keys of a table that are words about it, not weights.
REMARKS = ("made_by", "note")
#: The name of a policy's own numbers, as its code gives them.
UNTUNED = "default"
#: Weights that make a style what it is: they are the policy's own, are never searched, and aren't kept as data.
OF_STYLE = "style_"


def weights_file(policy: Policy) -> Path:
    """Where a policy's tuned weights are (the file need not exist)."""
    return FOLDER / policy.game / f"{policy.name}.toml"


def variant_names(policy: Policy) -> list[str]:
    """The named rows of a policy."""
    return list(_tree(weights_file(policy)).get("variant", {}))


def tuned_weights(policy: Policy, players: int, variant: str = "") -> dict[str, float]:
    """The weights that the project comes with for this number of players; empty where there are none.

    Raises
    ------
    UserError
        No such variant, or none for this number of players.
    """
    if policy.from_user or variant == UNTUNED:
        return {}
    file = weights_file(policy)
    tree = _tree(file)
    if not variant:
        return _numbers(file, policy, tree.get(f"p{players}", {}), f"p{players}")
    variants = tree.get("variant", {})
    if variant not in variants:
        near = difflib.get_close_matches(variant, variants, n=1)
        known = ", ".join([UNTUNED, *variants])
        hint = f"did you mean {near[0]}?" if near else f"there are: {known}; or name a .toml file"
        raise UserError(f"policy {policy.name} has no weights named {variant!r}; {hint}")
    if f"p{players}" not in variants[variant]:
        raise UserError(
            f"policy {policy.name} has weights {variant!r} for {', '.join(variants[variant])}, not for p{players}"
        )
    return _numbers(file, policy, variants[variant][f"p{players}"], f"variant.{variant}.p{players}")


def read_weights(file: Path, policy: Policy, players: int) -> dict[str, float]:
    """Weights from a user's file: a table [p2], [p3], ... for each number of players, or names and numbers alone."""
    tree = _parsed(str(file), read_text(file, "weights file"))
    tables = [key for key, value in tree.items() if isinstance(value, Mapping)]
    if tables and f"p{players}" not in tree:
        raise UserError(f"weights file {file} has no table [p{players}]; it has {', '.join(tables)}")
    return _numbers(file, policy, tree[f"p{players}"] if tables else tree, f"p{players}" if tables else "")


def store_weights(
    policy: Policy,
    players: int,
    values: Mapping[str, float],
    made_by: str,
    *,
    variant: str = "",
    note: str = "",
    file: Path | None = None,
) -> Path:
    """Write one table of weights, leaving the file's others as they are.

    Parameters
    ----------
    values : mapping
        Every weight of the policy by name; those of its style are left out.
    made_by : str
        The command that found them.
    file : Path, optional
        Elsewhere than with the project's own weights.
    """
    target = file or weights_file(policy)
    tree = _tree(target)
    names = [name for name in policy.weights if not name.startswith(OF_STYLE)]
    missing = set(names) - set(values)
    if missing:
        raise UserError(f"weights of {policy.name} lack {', '.join(sorted(missing))}")
    table: dict[str, Any] = {"made_by": made_by} | ({"note": note} if note else {})
    table |= {name: float(values[name]) for name in names}
    _numbers(target, policy, table, f"p{players}")
    place = tree.setdefault("variant", {}).setdefault(variant, {}) if variant else tree
    place[f"p{players}"] = table
    target.parent.mkdir(parents=True, exist_ok=True)
    temporary = target.with_name(target.name + ".part")
    temporary.write_text(_text(tree), encoding="utf-8")
    os.replace(temporary, target)
    return target


def _tree(file: Path) -> dict[str, Any]:
    return copy.deepcopy(_parsed(str(file), read_text(file, "weights file", missing="")))


@lru_cache(maxsize=64)
def _parsed(file: str, source: str) -> dict[str, Any]:
    return parse_toml(source, f"weights file {file}")


def _numbers(file: Path, policy: Policy, table: Mapping[str, Any], where: str) -> dict[str, float]:
    place = f"weights file {file.name}{f' [{where}]' if where else ''}"
    numbers = {}
    for name, value in table.items():
        if name in REMARKS:
            continue
        if name not in policy.weights:
            near = difflib.get_close_matches(name, policy.weights, n=1)
            hint = f"did you mean {near[0]}?" if near else f"its weights: {', '.join(policy.weights) or 'none'}"
            raise UserError(f"{place}: policy {policy.name} has no weight {name!r}; {hint}")
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
            raise UserError(f"{place}: {name} must be a finite number, not {shown(value)}")
        numbers[name] = float(value)
    return numbers


def _text(tree: Mapping[str, Any]) -> str:
    """TOML of tables of numbers and remarks; tables in order of their names, so that the bytes are fixed."""
    blocks = []

    def block(title: str, table: Mapping[str, Any]) -> None:
        lines = [f"[{title}]"]
        for key, value in table.items():
            quoted = '"' + str(value).replace("\\", "\\\\").replace('"', '\\"') + '"'
            lines.append(f"{key} = {quoted if isinstance(value, str) else repr(float(value))}")
        blocks.append("\n".join(lines))

    for name in sorted(key for key in tree if key != "variant"):
        block(name, tree[name])
    for variant in sorted(tree.get("variant", {})):
        for name in sorted(tree["variant"][variant]):
            block(f"variant.{variant}.{name}", tree["variant"][variant][name])
    return "\n\n".join(blocks) + "\n"
