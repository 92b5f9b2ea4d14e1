"""Rules as data, the same way for every game: typed, bounded, labelled, read from TOML or `name=value`, and listed.

A game's `Rules` is a pydantic model made of `number(...)` and `switch(...)` fields, in groups where that reads better.
Each carries its unit, its bounds, a label that says how sure the number is, and its source.
"""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from burgsim.games.game import UserError
from burgsim.games.given import check_tree, parse_toml, read_text, shown

#: How sure a number is: the rulebook or two sources say it; one source, or our reading; no source at all.
Label = Literal["printed", "read", "assumed"]
#: A whole number as text. Not `isdigit`, which is true of "²" as well.
_WHOLE = re.compile(r"\s*[+-]?[0-9]+\s*")


def number(
    default: Any, low: int, high: int, unit: str, label: Label, source: str, doc: str, *, inert: str = ""
) -> Any:
    """A rule number (int, or a tuple or table of ints with the same bounds).

    `inert` says why changing it may change no game (a test checks that every other field does change some).
    """
    extra = {
        "low": low,
        "high": high,
        "unit": unit,
        "label": label,
        "source": source,
        "inert": inert,
    }
    return Field(default=default, description=doc, json_schema_extra=extra)


def switch(default: Any, label: Label, source: str, doc: str, *, inert: str = "") -> Any:
    """A rule that is read in two ways: bool or one of a few words."""
    extra = {"unit": "", "label": label, "source": source, "inert": inert}
    return Field(default=default, description=doc, json_schema_extra=extra)


@dataclass(frozen=True)
class RuleRow:
    """One line of `burgsim rules`: a number, where it stands and how sure it is."""

    path: str
    value: Any
    unit: str
    allowed: str
    label: str
    source: str
    doc: str
    inert: str


class RuleGroup(BaseModel):
    """Base of the groups within a game's rules."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    def model_post_init(self, context: Any) -> None:
        """Hold every number to its bounds (pydantic checks types; bounds of tables are ours)."""
        for name, info in type(self).model_fields.items():
            extra = info.json_schema_extra
            if not isinstance(extra, dict) or "low" not in extra:
                continue
            for value in _numbers(getattr(self, name)):
                if not extra["low"] <= value <= extra["high"]:
                    allowed = f"{extra['low']} to {extra['high']}"
                    raise ValueError(f"@{name}@{shown(value)} is not allowed; allowed: {allowed}")


class RulesBase(RuleGroup):
    """Base of a game's rules: reading, listing and comparing them."""

    @classmethod
    def presets(cls) -> Mapping[str, Mapping[str, Any]]:
        """Named sets of the assumed numbers: name to changes (dotted path to value)."""
        return {}

    @classmethod
    def build(cls, changes: Mapping[str, Any] | None = None) -> Any:
        """Rules with some numbers changed.

        Parameters
        ----------
        changes : mapping
            Dotted path (as `burgsim rules` prints it) or nested mapping to value; strings are read like `--set` does.

        Raises
        ------
        UserError
            One line that names the field and what is allowed.
        """
        tree: dict[str, Any] = {}
        check_tree(changes or {}, "rules")
        for path, value in _flatten(changes or {}):
            _place(cls, tree, path, value)
        return cls._validated(tree)

    @classmethod
    def _validated(cls, tree: dict[str, Any]) -> Any:
        merged = _merge(cls().model_dump(mode="python"), tree)
        try:
            rules = cls.model_validate(merged)
        except ValidationError as error:
            raise UserError(_one_line(cls, error)) from None
        problem = rules.contradiction()
        if problem:
            raise UserError(problem)
        return rules

    def contradiction(self) -> str:
        """What is impossible about these numbers together, or an empty string."""
        return ""

    def most_players(self, box: int) -> tuple[int, str]:
        """The most players that these rules allow, of those in the box, and what would allow more ("" for nothing)."""
        return box, ""

    @classmethod
    def rows_of_fields(cls) -> list[RuleRow]:
        """The list of all rule numbers with their default values."""
        return list(_rows(cls(), ""))

    def rows(self) -> list[RuleRow]:
        """The list of all rule numbers with their values here."""
        return list(_rows(self, ""))

    def changes(self) -> dict[str, Any]:
        """What differs from the default rules: dotted path to value."""
        default = {row.path: row.value for row in type(self)().rows()}
        return {row.path: row.value for row in self.rows() if row.value != default[row.path]}


def rules_from_file(model: type[RulesBase], file: Path) -> dict[str, Any]:
    """The changes that a TOML file asks for; `preset = "name"` starts from a preset."""
    tree = parse_toml(read_text(file, "rules file"), f"rules file {file}")
    changes: dict[str, Any] = {}
    if "preset" in tree:
        changes.update(preset(model, tree.pop("preset")))
    changes.update(dict(_flatten(tree)))
    return changes


def preset(model: type[RulesBase], name: Any) -> Mapping[str, Any]:
    """The changes of a preset."""
    known = model.presets()
    if not isinstance(name, str):
        raise UserError(f"preset must be one name in quotes, not {shown(name)}; presets: {', '.join(known)}")
    if name not in known:
        near = difflib.get_close_matches(str(name), known, n=1)
        hint = f"did you mean {near[0]}?" if near else f"presets: {', '.join(known)}"
        raise UserError(f"there is no preset {shown(name)}; {hint}")
    return known[name]


def parse_setting(text: str) -> tuple[str, Any]:
    """`name=value` of the command line."""
    path, sign, value = text.partition("=")
    if not sign or not path.strip():
        raise UserError(f"--set {shown(text)} must have the form name=value, for example --set start_silver=2")
    return path.strip(), value.strip()


def _flatten(tree: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in tree.items():
        path = f"{prefix}{key}"
        if isinstance(value, Mapping):
            yield from _flatten(value, path + ".")
        else:
            yield path, value


def _merge(base: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    merged = dict(base)
    for key, value in changes.items():
        merged[key] = _merge(merged[key], value) if isinstance(value, dict) else value
    return merged


def _place(model: type[RuleGroup], tree: dict[str, Any], path: str, value: Any) -> None:
    parts = path.split(".")
    here: Any = model
    for depth, part in enumerate(parts):
        fields = here.model_fields
        if part not in fields:
            near = difflib.get_close_matches(part, fields, n=1, cutoff=0.5)
            prefix = ".".join(parts[:depth])
            known = ", ".join(fields)
            hint = f"did you mean {'.'.join([*parts[:depth], near[0]])}?" if near else f"there are: {known}"
            place = f" in {prefix}" if prefix else ""
            raise UserError(f"there is no rule {shown(part)}{place}; {hint}")
        kind = fields[part].annotation
        group = isinstance(kind, type) and issubclass(kind, RuleGroup)
        if depth == len(parts) - 1:
            if group:
                members = ", ".join(f"{path}.{name}" for name in kind.model_fields)
                raise UserError(f"{path} is a group of rules, not a number; set one of {members}")
            tree[part] = _read(value, kind)
            return
        if not group:
            raise UserError(f"{'.'.join(parts[: depth + 1])} is a single rule and has no part {parts[depth + 1]!r}")
        here = kind
        tree = tree.setdefault(part, {})


def _read(value: Any, kind: Any) -> Any:
    """A value as TOML or the command line gives it, in the type of the field where that is plain."""
    if isinstance(value, str) and kind is not str and get_args(kind)[:1] != ("reward",):
        text = value.strip()
        if text.lower() in ("true", "false"):
            return text.lower() == "true"
        parts = text.split(",")
        try:
            if text.startswith("["):
                value = json.loads(text)
            elif all(_WHOLE.fullmatch(part) for part in parts):
                value = [int(part) for part in parts] if len(parts) > 1 else int(text)
        except (ValueError, RecursionError):  # no JSON, too many digits or brackets: refused by the field's type
            return value
    if isinstance(value, list):
        return tuple(tuple(v) if isinstance(v, list) else v for v in value)
    return value


def _numbers(value: Any) -> Iterator[int]:
    if isinstance(value, tuple):
        for part in value:
            yield from _numbers(part)
    elif isinstance(value, int) and not isinstance(value, bool):
        yield value


def _allowed(info: Any) -> str:
    extra = info.json_schema_extra or {}
    if "low" in extra:
        return f"{extra['low']} to {extra['high']}"
    if info.annotation is bool:
        return "true or false"
    if words := [str(w) for w in get_args(info.annotation) if isinstance(w, str)]:
        return " or ".join(words)
    return str(extra.get("form", ""))


def _rows(group: RuleGroup, prefix: str) -> Iterator[RuleRow]:
    for name, info in type(group).model_fields.items():
        value = getattr(group, name)
        if isinstance(value, RuleGroup):
            yield from _rows(value, f"{prefix}{name}.")
            continue
        extra = info.json_schema_extra or {}
        yield RuleRow(
            path=prefix + name,
            value=value,
            unit=extra.get("unit", ""),
            allowed=_allowed(info),
            label=extra.get("label", ""),
            source=extra.get("source", ""),
            doc=info.description or "",
            inert=extra.get("inert", ""),
        )


def _one_line(model: type[RulesBase], error: ValidationError) -> str:
    first = error.errors()[0]
    path = [str(part) for part in first["loc"]]
    fields: Any = model
    info = None
    kept: list[str] = []
    for part in path:
        if not (isinstance(fields, type) and issubclass(fields, RuleGroup)) or part not in fields.model_fields:
            break
        info = fields.model_fields[part]
        fields = info.annotation
        kept.append(part)
    message = first["msg"].removeprefix("Value error, ")
    if message.startswith("@"):
        _, name, text = message.split("@", 2)
        return f"{'.'.join([*kept, name])}: {text}"
    name = ".".join(kept)
    allowed = _allowed(info) if info is not None else ""
    given = first.get("input")
    said = f"{shown(given)} is not allowed" if first["type"] != "value_error" else message
    kind = ""
    if info is not None and "low" in (info.json_schema_extra or {}):
        arity = get_args(info.annotation)
        kind = f"{len(arity)} whole numbers, each " if arity and Ellipsis not in arity else "a whole number, "
        if arity and Ellipsis in arity:
            kind = "a list of whole numbers, each "
    return f"{name}: {said}; allowed: {kind}{allowed}" if allowed else f"{name}: {said}"
