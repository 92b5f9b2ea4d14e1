"""A study's answer as rows of text, for the terminal, and the sentences that its page begins with."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from burgsim.games import load
from burgsim.report.blocks import players_text
from burgsim.report.numbers import listing
from burgsim.statistics.intervals import Interval
from burgsim.studies.compare import Effect
from burgsim.studies.ladder import LadderRow
from burgsim.studies.run_study import Answer, notes
from burgsim.studies.study_file import BASELINE, Study
from burgsim.studies.values import ASSOCIATION, Value

#: Rows of a screen that are shown in the terminal when there are more.
_MOST = 40


def p_text(p: float) -> str:
    """A p-value to read: 0.031, <0.0001."""
    return "" if math.isnan(p) else "<0.0001" if p < 0.0001 else f"{p:.2g}"


def amount_text(value: float, effect: Effect) -> str:
    """A level of a measure with two decimals in the unit shown."""
    return f"{value * effect.quantity.kind.scale:,.2f}"


def matters_text(effect: Effect) -> str:
    """The smallest effect that matters, with its unit."""
    return f"{effect.smallest * effect.quantity.kind.scale:g} {effect.quantity.kind.unit}"


def sentence(effect: Effect) -> str:
    """What one effect says, in words, without its numbers."""
    matters = matters_text(effect)
    where = f"{place(effect)}, under '{effect.variant.replace('_', ' ')}',"
    label = effect.quantity.label
    if effect.word in ("larger", "smaller"):
        return f"{where} {label} is {effect.word} by more than the {matters} that matters."
    if effect.word == "equivalent":
        real = "differs, but by less" if effect.sure else "differs by less"
        return f"{where} {label} {real} than the {matters} that matters."
    lean = {1: "it is larger", -1: "it is smaller"}.get(effect.direction, "even the direction is open")
    return f"{where} it is not yet known whether {label} differs by the {matters} that matters ({lean})."


def place(effect: Effect) -> str:
    """At how many players, as a sentence begins."""
    return f"At {effect.players} players" if effect.players > 1 else "Solo"


def arms_told(study: Study) -> dict[str, str]:
    """The baseline and each variant: what it changes of the rules, and who plays."""
    game = load(study.game)
    said = {}
    for name in (BASELINE, *study.variants):
        changes = [f"{rule} = {value}" for rule, value in study.changes(game, name).items()]
        said[name] = "; ".join(changes or ["the game's rules"]) + f"; {listing(study.specs(name))}"
    return said


def effect_rows(effects: Sequence[Effect]) -> list[list[str]]:
    """A header and one row an effect."""
    head = "players variant measure baseline changed difference matters verdict p pairing"
    rows = [head.split()]
    for effect in effects:
        gain = "" if not math.isfinite(effect.gain) else f"{effect.gain:.1f}x"
        rows.append([
            str(effect.players), effect.variant, effect.quantity.label, amount_text(effect.baseline, effect),
            amount_text(effect.changed, effect), effect.text(), matters_text(effect), effect.word,
            p_text(effect.adjusted), gain,
        ])  # fmt: skip
    return rows


def ladder_rows(row: LadderRow) -> list[list[str]]:
    """A header and one row a rung."""
    rows = [["player", "strength", "difference", "verdict", "counts"]]
    for rung, effect in row.by_rung:
        strength = "" if math.isnan(rung.skill) else f"{rung.skill:.2f}"
        rows.append([rung.name, strength, effect.text(), effect.word, "yes" if rung.competent else ""])
    return rows


def ladder_sentence(row: LadderRow) -> str:
    """Whether an effect holds for competent players."""
    effect = row.effect
    trend = row.trend()
    under = f" '{effect.variant.replace('_', ' ')}'," if effect.variant else ""
    said = f"{place(effect)},{under} {effect.quantity.label}: {row.word} ({row.reason})."
    if row.competent:
        said += f" {row.agreeing} of {len(row.competent)} competent players give it this sign."
    if trend is not None and trend.excludes(0.0):
        way = "larger" if trend.estimate * effect.difference.estimate > 0 else "smaller"
        said += (
            f" Among these {trend.n} players the effect is {way} where strength is: a line through them changes by "
            f"{in_unit(trend, effect)} for one fair share of strength more. That strength is the reason isn't shown."
        )
    return said


def effect_unit(effect: Effect) -> str:
    """The unit of an effect's difference as a page knows it ("pp", "points difference", "difference")."""
    kind = effect.quantity.kind
    return "pp" if kind.share else "points difference" if kind.unit == "points" else "difference"


def in_unit(interval: Interval, effect: Effect) -> str:
    """An interval in the unit of an effect's measure."""
    kind = effect.quantity.kind
    return interval.text(kind.unit, kind.scale, sign=True)


def value_rows(values: Sequence[Value]) -> list[list[str]]:
    """A header and one row a value; an association is set apart by its name."""
    rows = [["name", "what", "players", "win share", "score", "lead", "counted"]]
    for value in values:
        cells = []
        for name, unit, scale in (("win_share", "pp", 100.0), ("score", "points", 1.0), ("lead", "points", 1.0)):
            found = value.measures.get(name)
            cells.append(found.text(unit, scale, sign=True) if found is not None else "")
        name = f"{value.name} (no effect)" if value.name == ASSOCIATION else value.name
        rows.append([name, value.what, players_text(value.players), *cells, f"{value.n:,} {value.unit}"])
    return rows


def terminal(answer: Answer, everything: bool = False) -> list[Any]:
    """What `burgsim compare` prints: rich tables and lines."""
    from rich.text import Text

    from burgsim.simulation.show import as_table

    left = ("variant", "measure", "verdict", "name", "what", "player", "players")
    shown: list[Any] = [Text(answer.study.title, style="bold")]
    if answer.study.question:
        shown.append(Text(answer.study.question))
    shown += [Text(f"{name}: {told}", style="dim") for name, told in arms_told(answer.study).items()]
    if answer.comparison is not None:
        headline = answer.headline
        shown.append(as_table(effect_rows(headline), left=left))
        shown += [Text(sentence(effect)) for effect in headline if effect.declared]
        rest = [effect for effect in answer.effects if effect not in headline]
        standing = rest if everything else [e for e in rest if e.sure and e.word != "equivalent"]
        if not everything and len(standing) > _MOST:
            standing = sorted(standing, key=lambda e: e.adjusted)[:_MOST]
        if standing:
            shown.append(Text("Screen: everything else that was measured" if everything else
                              "Screen: what else stands out", style="bold"))  # fmt: skip
            shown.append(as_table(effect_rows(standing), left=left))
        hidden = len(rest) - len(standing)
        if hidden:
            shown.append(Text(f"{hidden} more measures differ too little to matter, or not surely (--all shows them)."))
    if answer.values:
        shown.append(Text("What it is worth", style="bold"))
        shown.append(as_table(value_rows(answer.values), left=left))
        shown += [Text(f"{name}: {note}.") for name, note in dict.fromkeys((v.name, v.note) for v in answer.values)]
    for row in answer.ladder:
        shown.append(Text(ladder_sentence(row), style="bold"))
        shown.append(as_table(ladder_rows(row), left=left))
    shown += [Text(note) for note in notes(answer)]
    shown.append(Text("In brackets: 95% intervals, clustered by deal."))
    return shown
