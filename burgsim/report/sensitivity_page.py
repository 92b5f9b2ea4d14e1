"""Which rule numbers matter, as tables for the terminal and as a page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pandas as pd

from burgsim import __version__
from burgsim.games.game import Game
from burgsim.games.jit import kernel_hash
from burgsim.report import figures
from burgsim.report.blocks import players_text, provenance, row
from burgsim.report.document import Column, Figure, Finding, Item, Method, Page, Prose, Provenance, Section, Table
from burgsim.report.numbers import interval, listing, number, percent
from burgsim.statistics.intervals import Interval
from burgsim.studies.lab import Lab
from burgsim.studies.measures import Quantity
from burgsim.studies.sensitivity import Effect, Sensitivity, sensitivity
from burgsim.studies.sobol import Sobol

METHOD = (
    "Each value alone: the game with it less the game without it, paired on the same deals. All together: random walks "
    "through all the values, one rule changed a step (Morris 1991, by SALib). Effect (mu*): mean absolute change of "
    "the answer over the rule's whole range, as if in a straight line between the values compared; for a rule that is "
    "no number, from one value to another. Spread (sigma): how much the effect varies with the other rules' values and "
    "along the range. Noise: the mu* that a rule without any effect would show at so many deals; a rule is said to "
    "matter when the whole interval (95%, over the walks; over the deals where all walks agree) lies above it. The "
    "lowest and the highest answer belong to the combinations that came out so, measured again on fresh deals, like "
    "the rules as they are. The players don't adapt to the rules."
)


def first_key(found: Sensitivity) -> str:
    """The measure that the answer begins with."""
    return found.quantities[0].key


def _unit(quantity: Quantity, difference: bool = False) -> str:
    if quantity.kind.share:
        return "pp" if difference else "share"
    return quantity.kind.unit if not difference or quantity.kind.unit != "points" else "points difference"


def _size(quantity: Quantity, value: Interval) -> str:
    """A mu* in words: it has no sign."""
    unit = "percentage points" if quantity.kind.share else quantity.kind.unit
    return f"{interval(value.scaled(quantity.kind.scale))} {unit}"


def matter_sentence(found: Sensitivity, key: str) -> str:
    """Which rules move an answer, in words."""
    quantity, effects = found.quantity(key), found.effects[key]
    live = [e for e in effects if e.matters]
    if not live:
        return (
            f"None of these {len(effects)} rules moves {quantity.label} by more than chance explains at "
            f"{found.deals:,} deals a combination."
        )
    said = [f"{e.factor.name} ({_size(quantity, e.mu_star)})" for e in live[:3]]
    rest = len(live) - len(said)
    more = f"; {rest} more {'matters' if rest == 1 else 'matter'} less" if rest else ""
    return f"{quantity.label[:1].upper()}{quantity.label[1:]} is moved most by {listing(said)}{more}."


def reach_sentence(found: Sensitivity, key: str) -> str:
    """How far an answer can move, in words."""
    quantity = found.quantity(key)
    unit = _unit(quantity)
    now, low, high = found.reach[key]
    return (
        f"Over everything that was tried, {quantity.label} lies between {interval(low, unit)} and "
        f"{interval(high, unit)}; with the rules as they are it is {interval(now, unit)}."
    )


def effect_rows(found: Sensitivity, key: str) -> list[list[str]]:
    """A header and a row for each rule, the one that matters most first."""
    scale = found.quantity(key).kind.scale
    rows = [["rule", "values", "effect (mu*)", "with sign (mu)", "spread", "noise", "matters"]]
    for e in found.effects[key]:
        mu = "" if e.mu is None else f"{e.mu * scale:+.3g}"
        rows.append([
            e.factor.name, e.factor.bounds[:50], e.mu_star.text("", scale), mu, f"{e.sigma * scale:.3g}",
            f"{e.noise * scale:.3g}", "yes" if e.matters else "not shown",
        ])  # fmt: skip
    return rows


def reach_rows(found: Sensitivity) -> list[list[str]]:
    """A header and a row for each measure."""
    rows = [["measure", "now", "lowest", "highest"]]
    for q in found.quantities:
        rows.append([q.label, *(i.text("%" if q.kind.share else "", q.kind.scale) for i in found.reach[q.key])])
    return rows


SOBOL = (
    "Sobol's indices over combinations drawn evenly from all values (a quasi-random sequence, by SALib): first order "
    "is the share of the answer's variance that goes when only this rule is fixed, total what stays when only this "
    "rule varies, its interplay with the others included (Saltelli and others 2010). Intervals 95%, bootstrap. All "
    "combinations play the same deals."
)


def sobol_sentence(found: Sobol, key: str) -> str:
    """Which rules explain an answer's spread, in words."""
    quantity = found.quantity(key)
    live = [index for index in found.indices[key] if index.matters]
    spread = f"{number(found.spread[key] * quantity.kind.scale, 2)} {quantity.kind.unit}"
    noise = f"{percent(found.chance[key], 0)} of this variance is chance, which more deals would take away"
    if not live:
        return f"No rule is shown to explain how {quantity.label} varies over the combinations ({spread}); {noise}."
    said = [f"{i.factor.name} ({percent(i.total.estimate, 0)}, alone {percent(i.first.estimate, 0)})" for i in live[:3]]
    return (
        f"Over all combinations {quantity.label} varies by {spread} (standard deviation); most of it hangs on "
        f"{listing(said)}. {noise[:1].upper()}{noise[1:]}."
    )


def sobol_rows(found: Sobol, key: str) -> list[list[str]]:
    """A header and a row for each rule, the largest share first."""
    rows = [["rule", "values", "total", "alone (first order)"]]
    for i in found.indices[key]:
        rows.append([i.factor.name, i.factor.bounds[:50], i.total.text("%", 100), i.first.text("%", 100)])
    return rows


def sobol_section(found: Sobol) -> Section:
    """The shares of the variance of each answer."""
    shown = [q for q in found.quantities if q.measure in ("win_share", "score")][:2] or list(found.quantities)[:1]
    picture = [
        row(part, label=i.factor.name, group=q.label, series=name)
        for q in shown for i in found.indices[q.key] for name, part in (("total", i.total), ("alone", i.first))
    ]  # fmt: skip
    table = [
        {"measure": q.label, "rule": i.factor.name, **row(i.total, "total"), **row(i.first, "first")}
        for q in found.quantities for i in found.indices[q.key]
    ]  # fmt: skip
    return Section(
        "What explains the spread?",
        [
            Prose("\n\n".join(sobol_sentence(found, q.key) for q in shown)),
            Figure(figures.intervals(pd.DataFrame(picture), "share", "share of the variance", 0.0, "nothing"),
                   "Share of an answer's variance over all combinations that hangs on each rule (95%).",
                   "Rows of dots with whiskers: total and first-order share of each rule."),
            Table("sobol", "Shares of the variance of each answer", table,
                  [Column("rule"), Column("total", "total", "share", low="total_low", high="total_high"),
                   Column("first", "alone", "share", low="first_low", high="first_high")],
                  group="measure", fold=len(table) > 20),
            Method(f"{found.points:,} combinations of {found.deals:,} deals. {SOBOL}"),
        ],
    )  # fmt: skip


def sensitivity_page(
    found: Sensitivity, game: Game, command: str, changes: Mapping[str, Any], shares: Sobol | None = None
) -> Page:
    """The page that `burgsim sensitivity --out` writes; `shares` adds Sobol's indices."""
    key = first_key(found)
    shown = [q for q in found.quantities if q.key in (key, "score", "margin")]
    assumed = all(f.label == "assumed" for f in found.factors)
    what = "the assumed numbers" if assumed else "these rules"
    return Page(
        slug=f"sensitivity-{found.players}",
        game=game.id,
        game_title=game.title,
        title=f"Sensitivity at {players_text(found.players)}",
        question=f"Which of {what} matter, and how far can the answers move?",
        answer=" ".join([matter_sentence(found, key), reach_sentence(found, key)]
                        + ([matter_sentence(found, "score")] if key != "score" else [])),
        sections=[_together(found, shown), *([sobol_section(shares)] if shares is not None else []),
                  _alone(found, shown[:2]), _reach(found)],
        provenance=Provenance(
            version=__version__, kernel=kernel_hash(), seed=found.seed,
            games=found.games + (shares.games if shares is not None else 0), command=command,
            players=f"{found.player} in every seat",
            rules={k: str(v) for k, v in changes.items()} or {"rules": "the default rules but for what varies"},
        ),
        order=145,
    )  # fmt: skip


def assumed_numbers(lab: Lab, players: int, slug: str = "assumed-numbers", order: int = 50) -> Page:
    """Vary each assumed number of a lab's game over what the presets make of it, alone and all together: the page."""
    found = sensitivity(
        lab.game.id, players, deals=max(20, lab.sizes.table // 200), seed=lab.seed, workers=lab.workers
    )
    lab.played += found.games
    page = sensitivity_page(found, lab.game, lab.command, {})
    return replace(
        page, slug=slug, title="The assumed numbers", order=order,
        provenance=provenance(lab, f"{found.player} in every seat, {players_text(players)}"),
    )  # fmt: skip


def _entry(q: Quantity, e: Effect) -> dict[str, Any]:
    return {
        "measure": q.label, "rule": e.factor.name, "values": e.factor.bounds, "sure": e.factor.label,
        **row(e.mu_star.scaled(q.kind.scale), "effect"), "signed": None if e.mu is None else e.mu * q.kind.scale,
        "spread": e.sigma * q.kind.scale, "noise": e.noise * q.kind.scale, "matters": e.matters,
    }  # fmt: skip


def _together(found: Sensitivity, shown: list[Quantity]) -> Section:
    table = [_entry(q, e) for q in found.quantities for e in found.effects[q.key]]
    items: list[Item] = [
        Finding(matter_sentence(found, q.key), None, games=found.games, players=f"{found.player} in every seat")
        for q in shown
    ]
    for q in shown:
        frame = pd.DataFrame([row(e.mu_star.scaled(q.kind.scale), label=e.factor.name) for e in found.effects[q.key]])
        unit = "percentage points" if q.kind.share else q.kind.unit
        items.append(Figure(
            figures.intervals(frame, unit, f"effect on {q.label}", 0.0, "no effect"),
            f"How far each rule moves {q.label} over its whole range, whichever way (95%).",
            "Rows of dots with whiskers, one a rule, the largest effect first.",
        ))  # fmt: skip
    items += [
        Table("effects", "Every rule and every answer", table,
              [Column("rule"), Column("effect", "effect (mu*)", low="effect_low", high="effect_high"),
               Column("signed", "with sign", digits=2), Column("spread", digits=2), Column("noise", digits=2),
               Column("matters", "shown to matter")],
              "Shares in percentage points.", group="measure", fold=len(table) > 20),
        Method(METHOD),
    ]  # fmt: skip
    return Section("Which matter?", items)


def _alone(found: Sensitivity, shown: list[Quantity]) -> Section:
    items: list[Item] = [Prose("One rule at one of its values, all else as it is; the difference to the rules now.")]
    for q in shown:
        frame = pd.DataFrame([
            row(a.differences[q.key], label=a.factor.text(a.value)[:42], group=a.factor.name) for a in found.alone
        ])  # fmt: skip
        items.append(Figure(
            figures.intervals(frame, _unit(q, True), f"change of {q.label}", 0.0, "as it is"),
            f"{q.label[:1].upper()}{q.label[1:]}: each value alone, paired on the same deals (95%).",
            "Rows of dots with whiskers, one a value, in groups by rule.",
        ))  # fmt: skip
    table = [
        {"measure": q.label, "rule": a.factor.name, "value": a.factor.text(a.value),
         **row(a.differences[q.key].scaled(q.kind.scale), "change")}
        for q in found.quantities for a in found.alone
    ]  # fmt: skip
    items.append(Table("alone", "Every value alone", table,
                       [Column("rule"), Column("value"), Column("change", "", "difference", low="change_low",
                                                                high="change_high")],
                       "Shares in percentage points.", group="measure", fold=len(table) > 20))  # fmt: skip
    return Section("Each value alone", items)


def _reach(found: Sensitivity) -> Section:
    table = []
    for q in found.quantities:
        now, low, high = (i.scaled(q.kind.scale) for i in found.reach[q.key])
        table.append({"measure": q.label, "unit": "%" if q.kind.share else q.kind.unit,
                      **row(now, "now"), **row(low, "lowest"), **row(high, "highest")})  # fmt: skip
    values = [{"rule": f.name, "now": f.text(f.now), "values": f.bounds, "how sure": f.label} for f in found.factors]
    return Section(
        "How far can the answers move?",
        [
            Prose(reach_sentence(found, first_key(found))),
            Table("reach", "Lowest and highest answer", table,
                  [Column("measure"), Column("unit"), Column("now", low="now_low", high="now_high", digits=2),
                   Column("lowest", low="lowest_low", high="lowest_high", digits=2),
                   Column("highest", low="highest_low", high="highest_high", digits=2)]),
            Table("rules", "What varied", values),
        ],
    )  # fmt: skip
