"""A study's answer as a page."""

from __future__ import annotations

import math
import re
from typing import Any

import pandas as pd

from burgsim import __version__
from burgsim.games import load
from burgsim.games.jit import kernel_hash
from burgsim.report import figures
from burgsim.report.blocks import players_text, row
from burgsim.report.document import Column, Figure, Finding, Item, Method, Page, Prose, Provenance, Section, Table
from burgsim.report.ladder_block import ladder_items
from burgsim.report.numbers import Unit, interval, listing
from burgsim.report.study_tables import arms_told, effect_unit, sentence
from burgsim.studies.compare import Effect
from burgsim.studies.run_study import SYMMETRIC, Answer, notes
from burgsim.studies.values import ADAPTED, ASSOCIATION, DECISION, FROZEN, GIFT

#: Findings that stand on a page one by one; more are in the table.
_MOST_FINDINGS = 8
_KINDS = {
    FROZEN: "the rule is taken away and nobody notices",
    ADAPTED: "the rule is taken away and the players adapt",
    DECISION: "one move is made or not, everything else alike",
    GIFT: "one seat is given more of it",
    ASSOCIATION: "who has more of it does better or worse, which is no effect: luck gives both",
}


def slug_of(name: str) -> str:
    """A study's name as the name of a page."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "study"


def study_page(answer: Answer, command: str) -> Page:
    """The page that `burgsim compare --out` writes."""
    study = answer.study
    game = load(study.game)
    headline = answer.headline
    sections = []
    if answer.comparison is not None:
        sections.append(_changes(answer, headline))
        sections.append(_screen(answer))
    if answer.values:
        sections.append(_values(answer))
    if answer.ladder:
        sections.append(Section("Does it hold for better players?", ladder_items(answer.ladder)))
    return Page(
        slug=slug_of(study.name),
        game=game.id,
        game_title=game.title,
        title=study.title,
        question=study.question or f"{study.title}: what changes?",
        answer=_answer(answer, headline),
        sections=sections,
        provenance=Provenance(
            version=__version__,
            kernel=kernel_hash(),
            seed=study.seed,
            games=answer.comparison.games_played if answer.comparison else sum(value.n for value in answer.values),
            command=command,
            players=f"{listing(sorted(set(study.specs())))} in every seat, unless a table says otherwise",
            rules=arms_told(answer.study),
        ),
        order=200,
    )


def _answer(answer: Answer, headline: list[Effect]) -> str:
    """One to three sentences with numbers."""
    said = [f"{sentence(effect).rstrip('.')}: {_shown(effect)}." for effect in headline if effect.decided][:2]
    open_ = sum(not effect.decided for effect in headline)
    if not said and headline:
        said = [f"{sentence(effect).rstrip('.')}: {_shown(effect)}." for effect in headline[:2]]
    elif open_:
        said.append(f"{open_} of {len(headline)} headline comparisons are not yet known.")
    if answer.ladder:
        robust = sum(row.word == "robust" for row in answer.ladder)
        said.append(f"{robust} of {len(answer.ladder)} hold for every competent player.")
    if not headline:
        for value in answer.values[:2]:
            first = next(iter(value.measures.items()))
            scale, unit = (100.0, "pp") if first[0] == "win_share" else (1.0, "points")
            said.append(
                f"{value.name.capitalize()} of {value.what} at {players_text(value.players)}: "
                f"{first[1].text(unit, scale, sign=True)} ({first[0].replace('_', ' ')})."
            )
    return " ".join(said) or "Nothing was compared."


def _shown(effect: Effect) -> str:
    """The difference with its interval, as a page writes numbers."""
    kind = effect.quantity.kind
    plain = kind.share or kind.unit == "points"
    return interval(effect.difference, effect_unit(effect) if plain else Unit("", f" {kind.unit}", signed=True))


def _frame(effects: list[Effect]) -> list[dict[str, Any]]:
    rows = []
    for effect in effects:
        scale = effect.quantity.kind.scale
        difference = effect.difference.scaled(scale)
        rows.append(
            row(
                difference, "difference", players=players_text(effect.players), variant=effect.variant,
                measure=effect.quantity.label, unit=effect.quantity.kind.unit, baseline=effect.baseline * scale,
                changed=effect.changed * scale, matters=effect.smallest * scale, verdict=effect.word,
                p_adjusted=effect.adjusted, pairing=effect.gain, deals=effect.difference.n,
            )
        )  # fmt: skip
    return rows


def _table(name: str, title: str, effects: list[Effect], note: str = "", fold: bool = False) -> Table:
    columns = [
        Column("variant"), Column("measure"), Column("unit"), Column("baseline", digits=2), Column("changed", digits=2),
        Column("difference", digits=2, low="difference_low", high="difference_high"), Column("matters", digits=2),
        Column("verdict"), Column("p_adjusted", "p", digits=4), Column("pairing", "gain of pairing", digits=1),
        Column("deals"),
    ]  # fmt: skip
    return Table(name, title, _frame(effects), columns, note=note, group="players", fold=fold)


def _figures(effects: list[Effect]) -> list[Item]:
    """One figure a unit: dots with whiskers, a group a number of players."""
    found: list[Item] = []
    for unit in dict.fromkeys(effect_unit(effect) for effect in effects):
        here = [effect for effect in effects if effect_unit(effect) == unit][:40]
        rows = []
        for e in here:
            label = f"{e.variant.replace('_', ' ')}: {e.quantity.label}"
            rows.append(row(e.difference, label=label, group=players_text(e.players)))
        frame = pd.DataFrame(rows)
        smallest = {e.smallest for e in here}
        band = smallest.pop() if len(smallest) == 1 else None
        shown = "" if unit == "difference" else unit
        found.append(
            Figure(
                figures.intervals(frame, shown, "variant less baseline", 0.0, "no difference", band),
                "Variant less baseline on the same deals, with intervals that hold for all declared contrasts and "
                "looks together" + (". Grey: too small to matter." if band else "."),
                "Rows of dots with whiskers around a line at no difference.",
            )
        )
    return found


def _changes(answer: Answer, headline: list[Effect]) -> Section:
    assert answer.comparison is not None
    shown = headline if len(headline) <= _MOST_FINDINGS else [e for e in headline if e.word in ("larger", "smaller")]
    findings: list[Item] = [
        Finding(
            sentence(effect), effect.difference, effect_unit(effect), f"p {_p(effect.adjusted)}", effect.difference.n,
            listing(sorted({seat.label for arm in answer.comparison.arms[effect.players][:1] for seat in arm.table})),
            counted="deals",
        )
        for effect in shown[:_MOST_FINDINGS]
    ]  # fmt: skip
    words = [note for note in notes(answer) if note != SYMMETRIC]
    return Section(
        "What changes?",
        [
            *findings,
            *([Prose(SYMMETRIC)] if answer.comparison.symmetric() else []),
            *_figures(headline),
            _table("headline", "The comparisons that the study is about", headline),
            Method(
                " ".join(words) + " A deal is one observation: the difference between variant and baseline on the "
                "same cards. A verdict compares its interval with the smallest effect that matters: larger or smaller "
                "(all beyond it), equivalent (all within it) or not yet known."
            ),
        ],
    )


def _p(p: float) -> str:
    return "unknown" if math.isnan(p) else "below 0.0001" if p < 0.0001 else f"= {p:.2g}"


def _screen(answer: Answer) -> Section:
    rest = [effect for effect in answer.effects if effect not in answer.headline]
    out = [effect for effect in rest if effect.word in ("larger", "smaller")]
    real = sum(effect.sure for effect in rest)
    text = (
        f"{len(rest)} more differences were measured, and {real} are real after correction for so many. "
        + (f"{len(out)} of them matter: " + "; ".join(f"{e.variant.replace('_', ' ')}, {e.quantity.label} "
                                                      f"({players_text(e.players)}) {_shown(e)}" for e in out[:6]) + "."
           if out else "None of them is known to matter.")
    )  # fmt: skip
    note = "p after Benjamini and Hochberg: of the differences with p below 0.05, at most 5% are expected to be none."
    return Section("Everything else that was measured", [Prose(text), _table("screen", "Screen", rest, note, True)])


def _values(answer: Answer) -> Section:
    rows = []
    for value in answer.values:
        cells: dict[str, Any] = {"name": value.name, "what": value.what, "players": players_text(value.players),
                                 "counted": f"{value.n:,} {value.unit}"}  # fmt: skip
        for key in ("win_share", "score", "lead"):
            found = value.measures.get(key)
            for end in ("", "_low", "_high"):
                attribute = {"": "estimate", "_low": "low", "_high": "high"}[end]
                cells[key + end] = getattr(found, attribute) if found is not None else math.nan
        rows.append(cells)
    parts = [
        {"value": f"{value.name} of {value.what}, {players_text(value.players)}", "part": part, "measure": name,
         "estimate": one.estimate, "low": one.low, "high": one.high}
        for value in answer.values for part, found in value.parts.items() for name, one in found.items()
    ]  # fmt: skip
    kinds = list(dict.fromkeys(value.name for value in answer.values))
    items: list[Item] = [
        Prose("\n\n".join(f"**{kind.capitalize()}**: {_KINDS[kind]}." for kind in kinds)),
        Table(
            "values", "What it is worth", rows,
            [Column("name"), Column("what"), Column("players"),
             Column("win_share", "win share", "pp", low="win_share_low", high="win_share_high"),
             Column("score", "score", "points difference", low="score_low", high="score_high"),
             Column("lead", "lead", "points difference", low="lead_low", high="lead_high"), Column("counted")],
        ),
        Method(" ".join(dict.fromkeys(f"{v.name.capitalize()}: {v.note}." for v in answer.values))),
    ]  # fmt: skip
    if parts:
        items.append(Table("parts", "By seat or stage", parts, [
            Column("part"), Column("measure"), Column("estimate", digits=3, low="low", high="high"),
        ], group="value", fold=True))  # fmt: skip
    return Section("What is it worth?", items)
