"""How much is luck, does better play win, what does thinking ahead bring: one page for any game with a ladder."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd

from burgsim.report import figures
from burgsim.report.blocks import players_text, provenance, row
from burgsim.report.document import (
    Column,
    Figure,
    Finding,
    Method,
    Page,
    PresetRow,
    Presets,
    Prose,
    Section,
    Table,
)
from burgsim.report.luck_page import compared, luck_sections, luck_sentence, source_sentence
from burgsim.report.numbers import interval, listing, percent
from burgsim.report.rollouts_page import rollout_items, rollouts_sentence
from burgsim.studies.lab import Lab
from burgsim.studies.luck import Luck, luck
from burgsim.studies.rollouts import rollouts
from burgsim.studies.rungs import Rungs

WORLDS = (4, 8, 16, 32, 64)
MORE_WORLDS = (*WORLDS, 128, 256)


def sizes(lab: Lab) -> dict[str, int]:
    """Deals behind the shares of chance, games behind the upsets, deals behind each number of worlds."""
    table = lab.sizes.table
    return {"luck": max(40, table // 20), "other": max(40, table // 50), "preset": max(40, table // 200),
            "upsets": max(200, table // 10), "worlds": max(4, table // 2500)}  # fmt: skip


def luck_and_skill(lab: Lab, counts: Sequence[int], slug: str = "luck-and-skill", order: int = 40) -> Page:
    """Play the ladder, deals with one source of chance drawn anew, and rollouts, and write what they say.

    Parameters
    ----------
    lab : Lab
    counts : sequence of int
        Numbers of players, 2 the first.
    """
    size, game = sizes(lab), lab.game.id
    rungs = Rungs(lab, counts)
    second = _second(rungs)

    def told(players: int, who: tuple[str, ...], deals: int, upsets: int = 0, changes: Any = None) -> Luck:
        found = luck(game, players, who, deals=deals, upsets=upsets, seed=lab.seed, workers=lab.workers,
                     changes=changes)  # fmt: skip
        lab.played += found.played + found.upset_games
        return found

    two = told(2, ("balanced",), size["luck"], size["upsets"])
    others = [told(n, ("balanced",), size["other"]) for n in counts[1:]]
    mixed = told(2, ("balanced", second), size["other"])
    presets = {
        name: told(2, ("balanced",), size["preset"], changes=change)
        for name, change in lab.game.rules.presets().items()
    }
    ahead = rollouts(game, 2, MORE_WORLDS if lab.sizes.full else WORLDS, deals=size["worlds"], seed=lab.seed,
                     workers=lab.workers)  # fmt: skip
    lab.played += ahead.games
    return Page(
        slug=slug,
        game=lab.game.id,
        game_title=lab.game.title,
        title="Luck and skill",
        question="How much of the result is luck, does better play win, and what does thinking ahead bring?",
        answer=f"Two players: {luck_sentence(mixed)} {source_sentence(two)} {rollouts_sentence(ahead)}",
        sections=[
            _strength(rungs, counts),
            *luck_sections(two),
            Section("And with other players?", compared([two, mixed, *others])),
            Section("Does thinking ahead help?", [
                Prose(
                    "The strongest policy of this project looks one move ahead. A stronger player is made of it by "
                    "letting it try its favourite options out in sampled worlds before it decides: that is what a page "
                    "asks when it is made in full."
                ),
                *rollout_items([ahead]),
            ]),
        ],
        provenance=provenance(lab, "balanced, unless a table says otherwise"),
        presets=_presets(presets),
        order=order,
    )  # fmt: skip


def _second(rungs: Rungs, players: int = 2) -> str:
    """The strongest player of the ladder but the reference, without noise and rollouts."""
    able = [rung for rung in rungs.of[players] if "," not in rung.name and rung.name != rungs.reference]
    return max(able, key=lambda rung: rung.skill).name


def _strength(rungs: Rungs, counts: Sequence[int]) -> Section:
    rows = [
        {"table": players_text(n), **row(rung.skill_interval, label=rung.name, group=players_text(n)),
         "counts": "yes" if rung.competent else "no", "deals": rung.skill_interval.n}
        for n in counts for rung in rungs.of[n] if rung.skill_interval is not None
    ]  # fmt: skip
    best = {n: next(r for r in rungs.of[n] if r.name == _second(rungs, n)) for n in counts}
    two = best[2]
    near: dict[str, list[str]] = {}
    for n, rung in best.items():
        near.setdefault(rung.name, []).append(str(n))
    said = (
        "of the others it is the strongest at every number of players"
        if len(near) == 1
        else "the strongest of the others is "
        + listing([f"{name} at {listing(at)}" for name, at in near.items()])
        + " players"
    )
    assert two.skill_interval is not None
    return Section(
        "Does better play win?",
        [
            Finding(
                f"One {two.name} against {rungs.reference} at two players wins "
                f"{interval(two.skill_interval, 'times a fair share')}; {said}.",
                two.skill_interval, "times a fair share", "1 is as strong as the reference player",
                two.skill_interval.n, f"one among {rungs.reference}", counted="deals",
            ),
            Prose(
                "Strength is the win share of one such player among copies of the reference player, over all seats, as "
                "a multiple of a fair share. With noise a player draws every fifth or every twentieth move at random: "
                "what that costs is what a few mistakes cost."
            ),
            Figure(
                figures.intervals(pd.DataFrame(rows), "times a fair share", "strength", 1.0, "as strong"),
                "Strength by player (95%); every page's ladder is made of these players.",
                "Rows of dots with whiskers in three groups.",
            ),
            Table(
                "strength", "Strength of the players", rows,
                [Column("label", "player"), Column("value", "strength", "", low="low", high="high"),
                 Column("counts", "counts as competent"), Column("deals")],
                group="table", fold=True,
            ),
            Method("The same deals for all, in all rotations of the seats; the deal is the cluster."),
        ],
    )  # fmt: skip


def _presets(presets: dict[str, Luck]) -> Presets:
    first = {
        name: max(found.explained[0].sources.items(), key=lambda item: item[1].total.estimate)
        for name, found in presets.items()
    }
    names = {source for source, _ in first.values()}
    totals = [share.total.estimate for _, share in first.values()]
    low, high = percent(min(totals), 0).rstrip("%"), percent(max(totals), 0)
    return Presets(
        "total share of the largest source of chance in who wins, two players",
        (f"Under every preset the {next(iter(names))} are the source that matters most" if len(names) == 1
         else f"Which source matters most depends on the assumed numbers ({listing(sorted(names))})")
        + f"; drawing it anew makes {low} to {high} of the whole variance.",
        [PresetRow(name, f"{source}, total", share.total, share.total.n) for name, (source, share) in first.items()],
        "share",
    )  # fmt: skip
