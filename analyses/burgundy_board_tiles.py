"""The Castles of Burgundy: what is each knowledge tile, building and other tile worth to who is given it?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from burgsim.games.burgundy_board.components import (
    CASTLE_TILE,
    FIRST_ANIMAL,
    KNOWLEDGE_BASE,
    KNOWLEDGE_TILES,
    MINE_TILE,
    SHIP_TILE,
    tile_name,
)
from burgsim.report import Column, Figure, Finding, Method, Page, PresetRow, Presets, Prose, Section, Table, figures
from burgsim.report.blocks import players_text, provenance, row
from burgsim.report.numbers import count, listing, points, pp
from burgsim.statistics.intervals import Interval
from burgsim.statistics.moments import Moments
from burgsim.statistics.multiplicity import benjamini_hochberg, p_value
from burgsim.studies.estimates import WIN_UNIT
from burgsim.studies.lab import Arm, Lab, by_seat

GAME = "burgundy-board"
COUNTS = (2, 4)
RANDOM = {"estates": [0, 0, 0, 0]}
KNOWLEDGE = tuple(KNOWLEDGE_BASE + k for k in range(1, KNOWLEDGE_TILES + 1))
BUILDINGS = tuple(range(8))
#: One animal tile of each size (cattle), and the three types that have one kind of tile only.
OTHERS = (FIRST_ANIMAL, FIRST_ANIMAL + 1, FIRST_ANIMAL + 2, SHIP_TILE, CASTLE_TILE, MINE_TILE)
TILES = (*KNOWLEDGE, *BUILDINGS, *OTHERS)
#: What a knowledge tile does, in a few words.
DOES = (
    "equal buildings in a city", "workers from mines", "two silver for a sale", "a worker for a sale",
    "ships take from two depots", "purchases from any depot", "a point for each animal tile", "workers shift by two",
    "free shift: buildings", "free shift: ships, animals", "free shift: castles, mines, knowledge", "free shift: takes",
    "silver for taking workers", "four workers for taking workers", "3 points a type sold", "4 points a warehouse",
    "4 points a watchtower", "4 points a carpenter", "4 points a church", "4 points a market", "4 points a "
    "boarding house",
    "4 points a bank", "4 points a city hall", "4 points a kind of animal", "1 point a good sold", "2 points a "
    "bonus tile",
)  # fmt: skip
Worth = dict[str, Interval]


def name_of(code: int) -> str:
    """A tile with what it does."""
    text = tile_name(code).replace("_", " ")
    return f"{text}: {DOES[code - KNOWLEDGE_BASE - 1]}" if code > KNOWLEDGE_BASE else text


def given(code: int, seat: int) -> dict[str, Any]:
    """One seat (from 0) has a tile in storage at the start."""
    return {"start_tiles": [(code + 1) * (i == seat) for i in range(4)], **RANDOM}


def answer(lab: Lab) -> Page:
    """Play the arms and write what they say."""
    size = max(2, lab.sizes.deals // 10)
    presets = lab.game.rules.presets()
    few = (SHIP_TILE, CASTLE_TILE, MINE_TILE, FIRST_ANIMAL + 2, KNOWLEDGE_BASE + 24)
    arms = []
    for n in COUNTS:
        arms += [Arm(f"rules {n}", n, size, changes=RANDOM)]
        arms += [Arm(f"{code} {s} {n}", n, size, changes=given(code, s)) for code in TILES for s in range(n)]
    for name, change in presets.items():
        arms += [Arm(f"preset {name} rules", 2, size, changes={**change, **RANDOM})]
        arms += [
            Arm(f"preset {name} {code} {s}", 2, size, changes={**change, **given(code, s)})
            for code in few for s in range(2)
        ]  # fmt: skip
    runs = {name: found[0] for name, found in lab.play(arms).items()}
    worth = {
        n: {code: _worth(runs[f"rules {n}"], [runs[f"{code} {s} {n}"] for s in range(n)]) for code in TILES}
        for n in COUNTS
    }
    under = {
        name: {
            code: _worth(runs[f"preset {name} rules"], [runs[f"preset {name} {code} {s}"] for s in range(2)])
            for code in few
        }
        for name in presets
    }
    two = worth[2]
    order = sorted(KNOWLEDGE, key=lambda code: -two[code]["score"].estimate)
    houses = sorted(BUILDINGS, key=lambda code: -two[code]["score"].estimate)
    return Page(
        slug="burgundy-board-tiles",
        game=lab.game.id,
        game_title=lab.game.title,
        title="What tiles are worth",
        question="What is each knowledge tile and each building worth to who gets it at the start?",
        answer=f"Of the knowledge tiles number {order[0] - KNOWLEDGE_BASE} is worth most to balanced players at two, "
        f"{points(two[order[0]]['score'].estimate, signed=True)} ({DOES[order[0] - KNOWLEDGE_BASE - 1]}), number "
        f"{order[-1] - KNOWLEDGE_BASE} least, {points(two[order[-1]]['score'].estimate, signed=True)}. Of the "
        "buildings "
        f"the {tile_name(houses[0]).replace('_', ' ')} is worth most "
        f"({points(two[houses[0]]['score'].estimate, signed=True)}), the "
        f"{tile_name(houses[-1]).replace('_', ' ')} least "
        f"({points(two[houses[-1]]['score'].estimate, signed=True)}).",
        sections=[
            _section("Knowledge tiles", "knowledge", KNOWLEDGE, worth, size),
            _section("Buildings", "buildings", BUILDINGS, worth, size),
            _section("Animals, ships, castles and mines", "others", OTHERS, worth, size),
        ],
        provenance=provenance(lab, "balanced in every seat", RANDOM),
        presets=_presets(under),
        order=30,
    )


def _worth(base: Any, gifts: list[Any]) -> Worth:
    """What a gift adds to its owner's score and wins: over seats, on the same deals as without."""
    moments = Moments(["score", "win"])
    columns = ["score", "win_60ths"]
    for plain, *parts in zip(by_seat(base, columns), *(by_seat(run, columns) for run in gifts), strict=True):
        moments.add(
            np.stack(
                [
                    sum(part[name][:, s].astype(np.int64) - plain[name][:, s] for s, part in enumerate(parts))
                    for name in columns
                ],
                axis=1,
            )
        )
    n = len(gifts)
    return {"score": moments.interval(0, unit=float(n)), "win": moments.interval(1, unit=float(WIN_UNIT * n))}


def _by_worth(worth: dict[int, Worth], codes: Sequence[int]) -> list[int]:
    """The tiles, from what adds most to its owner's score."""
    return sorted(codes, key=lambda code: -worth[code]["score"].estimate)


def _section(title: str, slug: str, codes: tuple[int, ...], worth: dict[int, dict[int, Worth]], size: int) -> Section:
    order = sorted(codes, key=lambda code: -worth[2][code]["score"].estimate)
    adjusted = {
        n: dict(zip(TILES, benjamini_hochberg([p_value(worth[n][code]["win"]) for code in TILES]), strict=True))
        for n in COUNTS
    }
    frame = [
        row(worth[n][code]["score"], label=name_of(code), series=players_text(n)) for code in order for n in COUNTS
    ]
    table = [
        {"table": players_text(n), "tile": name_of(code), **row(worth[n][code]["score"], "score"),
         **row(worth[n][code]["win"], "win"), "q": float(adjusted[n][code]), "deals": worth[n][code]["score"].n}
        for n in COUNTS for code in _by_worth(worth[n], codes)
    ]  # fmt: skip
    findings = []
    for n in COUNTS:
        best = _by_worth(worth[n], codes)[0]
        sure = [code for code in codes if adjusted[n][code] < 0.05]
        up = sum(worth[n][code]["win"].estimate > 0 for code in sure)
        findings.append(
            Finding(
                f"At {n} players {name_of(best)} adds most to its owner's score. {up} of {len(codes)} such "
                "tiles add to "
                f"wins for sure, {len(sure) - up} take from them.",
                worth[n][best]["score"], "points difference", f"{pp(worth[n][best]['win'].estimate)} of wins",
                worth[n][best]["score"].n, "balanced in every seat", counted="paired deals",
            )
        )  # fmt: skip
    return Section(
        title,
        [
            *findings,
            Figure(
                figures.intervals(
                    pd.DataFrame(frame), "points difference", "added to the owner's score", 0.0, "no gift"
                ),
                "What a tile in storage at the start adds to its owner's score, on the same deals (95%, each alone).",
                "A row for each tile with two marks.",
            ),
            Table(
                slug, f"{title}: what a gift is worth", table,
                [
                    Column("tile"),
                    Column("score", "owner's score", "points difference", low="score_low", high="score_high"),
                    Column("win", "owner's wins", "pp", low="win_low", high="win_high"),
                    Column("q", "false discovery rate", digits=4),
                    Column("deals"),
                ],
                group="table", fold=len(codes) > 10,
                note=f"The false discovery rate (Benjamini and Hochberg) is that of the wins, over all {len(TILES)} "
                "tiles of a number of players.",
            ),
            *_how(size, slug),
        ],
    )  # fmt: skip


def _how(size: int, slug: str) -> list[Prose | Method]:
    """How both tables were measured, said once: beneath the first."""
    if slug != "knowledge":
        return []
    return [
        Prose(
            "A gift is worth more than a tile that is taken, since it costs no die; what it is worth to a player "
            "depends on what the player does with it. These players weigh every knowledge tile by a number found in "
            "tuning, so one that they misjudge is worth less here than it could be."
        ),
        Method(
            "Each tile is put in the storage of one seat at the start, each seat in turn, and the same deals are "
            f"played with and without, {count(size, 'deals')} a seat. The tile comes from outside: all others are "
            "still in the box, so a knowledge tile may turn up a second time. Estates are different ones, drawn at "
            "random."
        ),
    ]


def _presets(under: dict[str, dict[int, Worth]]) -> Presets:
    codes = list(next(iter(under.values())))
    rows = [
        PresetRow(name, f"{name_of(code)}, 2 players", under[name][code]["score"], under[name][code]["score"].n)
        for code in codes for name in under
    ]  # fmt: skip
    one, other = list(under.values())[:2]
    apart = {code: abs(one[code]["score"].estimate - other[code]["score"].estimate) for code in codes}
    most = max(apart, key=lambda code: apart[code])
    signs = [len({np.sign(under[name][code]["score"].estimate) for name in under}) == 1 for code in codes]
    unlike = [name_of(code) for code, same in zip(codes, signs, strict=True) if not same]
    said = (
        "Under both tables of animals the same tiles add to their owner's score. "
        if all(signs)
        else f"The tables of animals disagree whether {listing(unlike)} adds to its owner's score. "
    )
    return Presets(
        "what a tile given at the start adds to its owner's score, 2 players",
        f"{said}The largest difference between the two is {points(apart[most])}, for {name_of(most)}.",
        rows, "points difference",
    )  # fmt: skip
