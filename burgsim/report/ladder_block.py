"""Does it hold for better players? What a ladder of players says about an effect, as parts of a page."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import pandas as pd

from burgsim.report import figures
from burgsim.report.blocks import players_text, row
from burgsim.report.document import Column as C
from burgsim.report.document import Figure, Item, Method, Prose, Table
from burgsim.report.numbers import MINUS, listing, percent
from burgsim.report.study_tables import effect_unit, in_unit, ladder_sentence
from burgsim.studies.ladder import COMPETENT, LadderRow

#: With fewer competent players nothing is said of one more: two or three don't tell how players differ.
_FEW = 4
Named = Callable[[LadderRow], str]
METHOD = (
    "Strength is the win share of one such player among copies of the reference player, over all seats, as a multiple "
    f"of a fair share (solo: games won, as a multiple of the reference's). Those who reach {percent(COMPETENT, 0)} of "
    "it and draw no move at random count. Robust: every one of them, and the mixed table, has an interval on the same "
    "side of zero, and sizes are within a factor of ten; or the effect is too small to matter for every one. Not "
    "robust: one of them sees the opposite, or something of another size. Open: an interval is too wide to tell."
)


def effect_name(found: LadderRow) -> str:
    """What a row is about: "2 players, seat 1's win share"."""
    parts = [players_text(found.effect.players), found.effect.variant.replace("_", " "), found.effect.quantity.label]
    return ", ".join(part for part in parts if part)


def robust_sentence(rows: Sequence[LadderRow], name: Named = effect_name) -> str:
    """In one sentence for which rows all competent players agree, and why others aren't called robust."""
    said = []
    robust = [name(found) for found in rows if found.word == "robust"]
    if robust:
        whom = "every competent player and the mixed table" if _mixed(rows) else "every competent player"
        said.append(f"robust, the same for {whom}: {listing(robust)}")
    for word in ("not robust", "open"):
        here = [f"{name(found)} ({found.reason})" for found in rows if found.word == word]
        if here:
            said.append(f"{word}: {'; '.join(here)}")
    text = "; ".join(said)
    return f"{text[:1].upper()}{text[1:]}."


def _mixed(rows: Sequence[LadderRow]) -> bool:
    return all(any(rung.mixed for rung, _ in found.by_rung) for found in rows)


def ladder_items(rows: Sequence[LadderRow], name: Named = effect_name, table: str = "ladder") -> list[Item]:
    """Sentences, a figure for each unit, the table of effect by player, and how it was measured.

    Parameters
    ----------
    rows : sequence of LadderRow
    name : callable
        A short name of a row, for headings.
    table : str
        The name of the table on its page.
    """
    shown = [found for found in rows if found.by_rung]
    items: list[Item] = [Prose(_minus("\n\n".join(ladder_sentence(found) for found in rows)))]
    for found in rows:
        spread = found.spread()
        if spread is not None and len(found.competent) >= _FEW:
            kind = found.effect.quantity.kind
            items.append(
                Prose(
                    f"{_capital(name(found))}: for one more competent player the effect would lie at "
                    f"{_minus(in_unit(spread[0], found.effect))}; the players differ by {spread[1] * kind.scale:.2f} "
                    f"{kind.unit} (standard deviation, chance taken out)."
                )
            )
    for unit in dict.fromkeys(effect_unit(found.effect) for found in shown):
        here = [found for found in shown if effect_unit(found.effect) == unit]
        frame = [
            row(seen.difference, label=rung.name if rung.competent else f"({rung.name})", group=_capital(name(found)))
            for found in here for rung, seen in found.by_rung
        ]  # fmt: skip
        smallest = {found.effect.smallest for found in here}
        labels = {found.effect.quantity.label for found in here}
        items.append(
            Figure(
                figures.intervals(
                    pd.DataFrame(frame), "" if unit == "difference" else unit,
                    labels.pop() if len(labels) == 1 else "effect", 0.0, "none",
                    next(iter(smallest)) if len(smallest) == 1 else None,
                ),
                "The effect by who plays (95%), from weak to strong; in brackets: players that don't count, since they "
                "are too weak or draw moves at random." + (" Grey: too small to matter." if len(smallest) == 1 else ""),
                "Rows of dots with whiskers, one a player, in groups.",
            )
        )  # fmt: skip
    cells = [
        row(seen.difference.scaled(seen.quantity.kind.scale), "difference", effect=_capital(name(found)),
            player=rung.name, strength=rung.skill, counts="yes" if rung.competent else "no", verdict=seen.word,
            unit=found.effect.quantity.kind.unit, deals=seen.difference.n)
        for found in shown for rung, seen in found.by_rung
    ]  # fmt: skip
    if not cells:
        return items
    columns = [
        C("player"), C("strength", digits=2), C("counts"),
        C("difference", digits=2, low="difference_low", high="difference_high"), C("unit"), C("verdict"), C("deals"),
    ]  # fmt: skip
    items += [
        Table(table, "The effect by player", cells, columns, group="effect", fold=len(cells) > 24), Method(METHOD)
    ]
    return items


def _minus(text: str) -> str:
    """With the sign that pages use before numbers."""
    return re.sub(r"(?<![\w-])-(?=\d)", MINUS, text)


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"
