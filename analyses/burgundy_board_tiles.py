"""The Castles of Burgundy: what is each knowledge tile, building and other tile worth to who is given it?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
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
from burgsim.report.ladder_block import ladder_items, robust_sentence
from burgsim.report.numbers import count, interval, listing, points, pp
from burgsim.report.study_tables import p_text
from burgsim.statistics.intervals import Interval
from burgsim.statistics.moments import Moments
from burgsim.statistics.multiplicity import benjamini_hochberg, p_value
from burgsim.statistics.ranks import Place, places
from burgsim.studies.compare import Effect
from burgsim.studies.estimates import WIN_UNIT
from burgsim.studies.lab import Arm, Lab, Played, by_seat
from burgsim.studies.measures import KINDS
from burgsim.studies.rungs import Rungs

GAME = "burgundy-board"
COUNTS = (2, 4)
RANDOM = {"estates": [0, 0, 0, 0]}
KNOWLEDGE = tuple(KNOWLEDGE_BASE + k for k in range(1, KNOWLEDGE_TILES + 1))
BUILDINGS = tuple(range(8))
#: One animal tile of each size (cattle), and the three types that have one kind of tile only.
OTHERS = (FIRST_ANIMAL, FIRST_ANIMAL + 1, FIRST_ANIMAL + 2, SHIP_TILE, CASTLE_TILE, MINE_TILE)
TILES = (*KNOWLEDGE, *BUILDINGS, *OTHERS)
SORTS = {"knowledge": KNOWLEDGE, "buildings": BUILDINGS, "others": OTHERS}
#: An error rate that a screen of tiles is held to, and a question about places.
LEVEL = 0.05
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


@dataclass(frozen=True)
class Worth:
    """What a gift of a tile adds to its owner's score, and to its wins, on the same deals.

    `beside` is the score less the mean of its sort (knowledge tiles, buildings, the others), `q` its adjusted p-value
    (false discovery rate) and `place` the places by score that the data allow within the sort.
    """

    score: Interval
    win: Interval
    beside: Interval
    q: float
    place: Place


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
        n: _worths(runs[f"rules {n}"], {code: [runs[f"{code} {s} {n}"] for s in range(n)] for code in TILES})
        for n in COUNTS
    }
    under = {
        name: {
            code: _added(runs[f"preset {name} rules"], {code: [runs[f"preset {name} {code} {s}"] for s in range(2)]})
            .interval(0, unit=2.0)
            for code in few
        }
        for name in presets
    }  # fmt: skip
    ladder = _ladder(lab, worth[2])
    return Page(
        slug="burgundy-board-tiles",
        game=lab.game.id,
        game_title=lab.game.title,
        title="What tiles are worth",
        question="What is each knowledge tile and each building worth to who gets it at the start?",
        answer="What a tile adds to the score of a balanced player who is given it at the start. Knowledge tiles: "
        f"{_ends(worth, 'knowledge')}. Buildings: {_ends(worth, 'buildings')}. Where several are named they can't be "
        f"told apart. {robust_sentence(ladder, lambda found: found.effect.variant)}",
        sections=[
            _section("Knowledge tiles", "knowledge", worth, size),
            _section("Buildings", "buildings", worth, size),
            _section("Animals, ships, castles and mines", "others", worth, size),
            Section(
                "Does it hold for other players?",
                [
                    Prose(
                        "What the tiles at the head of each list add to their owner's score at two players, by who "
                        "plays: each among copies of itself, and a mixed table."
                    ),
                    *ladder_items(ladder, lambda found: found.effect.variant),
                ],
            ),
        ],
        provenance=provenance(lab, "balanced in every seat, unless a table says otherwise", RANDOM),
        presets=_presets(under),
        order=30,
    )


def _ladder(lab: Lab, two: dict[int, Worth]) -> list[Any]:
    """The first tile of each sort at two players, as players of other strengths see it."""
    rungs = Rungs(lab, [2], changes=RANDOM)
    first = [_by_worth(two, codes)[0] for codes in SORTS.values()]
    arms = rungs.arms("rules by", 2)
    arms += [arm for code in first for s in range(2) for arm in rungs.arms(f"{code} {s} by", 2, given(code, s))]
    runs = lab.play(arms)

    def seen(base: Sequence[Played], *gifts: Sequence[Played]) -> Interval:
        # a rotated table plays each deal once a rotation: its games are summed like the seats
        added = Moments(["score"])
        for plain, *parts in zip(*(zip(*(by_seat(run, ["score"]) for run in arm), strict=True) for arm in
                                   (base, *gifts)), strict=True):  # fmt: skip
            added.add(
                sum(
                    one["score"][:, s].astype(np.int64) - other["score"][:, s]
                    for s, part in enumerate(parts) for one, other in zip(part, plain, strict=True)
                )
            )  # fmt: skip
        return added.interval(0, unit=2.0 * len(base))

    return [
        rungs.row(
            Effect.found(2, "owner's score", KINDS["score"], two[code].score, variant=name_of(code)),
            ["rules by", *(f"{code} {s} by" for s in range(2))], runs, seen,
        )
        for code in first
    ]  # fmt: skip


def _added(base: Played, gifts: dict[int, list[Played]]) -> Moments:
    """What each gift adds to its owner's score (first columns) and wins, over seats, on the same deals as without."""
    columns = ["score", "win_60ths"]
    moments = Moments(2 * len(gifts))
    runs = [run for of in gifts.values() for run in of]
    for plain, *parts in zip(by_seat(base, columns), *(by_seat(run, columns) for run in runs), strict=True):
        added = []
        for name in columns:
            left = iter(parts)
            for of in gifts.values():
                added.append(sum(next(left)[name][:, s].astype(np.int64) - plain[name][:, s] for s in range(len(of))))
        moments.add(np.stack(added, axis=1))
    return moments


def _worths(base: Played, gifts: dict[int, list[Played]]) -> dict[int, Worth]:
    moments = _added(base, gifts)
    codes = list(gifts)
    n = len(gifts[codes[0]])
    beside: dict[int, Interval] = {}
    place: dict[int, Place] = {}
    for sort in SORTS.values():
        at = [codes.index(code) for code in sort]
        for code, i, held in zip(sort, at, places(moments, at, level=1 - LEVEL), strict=True):
            weights = np.zeros(2 * len(codes))
            weights[at] = -1.0 / len(at)
            weights[i] += 1.0
            beside[code], place[code] = moments.contrast(weights, unit=float(n)), held
    q = benjamini_hochberg([p_value(beside[code]) for code in codes])
    return {
        code: Worth(
            moments.interval(i, unit=float(n)), moments.interval(len(codes) + i, unit=float(WIN_UNIT * n)),
            beside[code], float(q[i]), place[code],
        )
        for i, code in enumerate(codes)
    }  # fmt: skip


def _ends(worth: dict[int, dict[int, Worth]], sort: str) -> str:
    """In words which tiles of a sort add most and least, each with all that can't be told apart from it."""
    said = []
    for n in COUNTS:
        of, codes = worth[n], _by_worth(worth[n], SORTS[sort])
        most = [code for code in codes if of[code].place.first == 1]
        least = [code for code in reversed(codes) if of[code].place.last == len(codes)]
        said.append(
            f"at {n} players {_named(most)} most ({interval(of[most[0]].score, 'points difference')}) and "
            f"{_named(least)} least ({interval(of[least[0]].score, 'points difference')})"
        )
    return "; ".join(said)


def _named(codes: Sequence[int]) -> str:
    """Tiles by number or name; of many the first three."""
    names = [str(code - KNOWLEDGE_BASE) if code in KNOWLEDGE else tile_name(code).replace("_", " ") for code in codes]
    return listing(names, "or") if len(names) < 4 else f"{', '.join(names[:3])} or {len(names) - 3} more"


def _by_worth(worth: dict[int, Worth], codes: Sequence[int]) -> list[int]:
    """The tiles, from what adds most to its owner's score."""
    return sorted(codes, key=lambda code: -worth[code].score.estimate)


def _section(title: str, sort: str, worth: dict[int, dict[int, Worth]], size: int) -> Section:
    codes = SORTS[sort]
    frame = [
        row(worth[n][code].score, label=name_of(code), series=players_text(n))
        for code in _by_worth(worth[2], codes) for n in COUNTS
    ]  # fmt: skip
    table = [
        {"table": players_text(n), "tile": name_of(code), **row(worth[n][code].score, "score"),
         **row(worth[n][code].win, "win"), **row(worth[n][code].beside, "beside"), "q": p_text(worth[n][code].q),
         "place": str(worth[n][code].place), "deals": worth[n][code].score.n}
        for n in COUNTS for code in _by_worth(worth[n], codes)
    ]  # fmt: skip
    findings = []
    for n in COUNTS:
        best = _by_worth(worth[n], codes)[0]
        sure = [worth[n][code].beside.estimate > 0 for code in codes if worth[n][code].q < LEVEL]
        findings.append(
            Finding(
                f"At {n} players {name_of(best)} adds most to its owner's score. {sum(sure)} of these {len(codes)} "
                f"tiles add more than their mean, {len(sure) - sum(sure)} less"
                + ("." if len(sure) == len(codes) else "; the others can't be told from it."),
                worth[n][best].score, "points difference", f"{pp(worth[n][best].win.estimate)} of wins",
                worth[n][best].score.n, "balanced in every seat", counted="paired deals",
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
                sort, f"{title}: what a gift is worth", table,
                [
                    Column("tile"),
                    Column("score", "owner's score", "points difference", low="score_low", high="score_high"),
                    Column("win", "owner's wins", "pp", low="win_low", high="win_high"),
                    Column("beside", "score, against the mean of these", "points difference", low="beside_low",
                           high="beside_high"),
                    Column("q", "false discovery rate"),
                    Column("place", "places"),
                    Column("deals"),
                ],
                group="table", fold=len(codes) > 10,
                note="The false discovery rate (Benjamini and Hochberg) is that of calling a tile better or worse than "
                f"the mean of these, over all {len(TILES)} tiles of a number of players. 'Places' are the ranks by "
                "score that the data allow (all pairs of these corrected together, Holm).",
            ),
            *_how(size, sort),
        ],
    )  # fmt: skip


def _how(size: int, sort: str) -> list[Prose | Method]:
    """How both tables were measured, said once: beneath the first."""
    if sort != "knowledge":
        return []
    return [
        Prose(
            "A gift is worth more than the tile, since taking one costs a die and this one is there already (placing "
            "it still costs one): compare the tiles with each other, not with nothing. What it is worth depends on "
            "what the player does with it. These players weigh every knowledge tile by a number found in tuning, so "
            "one that they misjudge is worth less here than it could be."
        ),
        Method(
            "Each tile is put in the storage of one seat at the start, each seat in turn, and the same deals are "
            f"played with and without, {count(size, 'deals')} a seat. The tile comes from outside: all others are "
            "still in the box, so that a knowledge tile may turn up a second time. Who has one already gains nothing "
            "from its twin and knows it, but another player may. Three players weren't asked. Estates are different "
            "ones, drawn at random."
        ),
    ]


def _presets(under: dict[str, dict[int, Interval]]) -> Presets:
    codes = list(next(iter(under.values())))
    rows = [
        PresetRow(name, f"{name_of(code)}, 2 players", under[name][code], under[name][code].n)
        for code in codes for name in under
    ]  # fmt: skip
    one, other = list(under.values())[:2]
    apart = {code: abs(one[code].estimate - other[code].estimate) for code in codes}
    most = max(apart, key=lambda code: apart[code])
    signs = [len({np.sign(under[name][code].estimate) for name in under}) == 1 for code in codes]
    unlike = [name_of(code) for code, same in zip(codes, signs, strict=True) if not same]
    said = (
        "Under both tables of animals the same tiles add to their owner's score. "
        if all(signs)
        else f"The tables of animals disagree whether {listing(unlike)} adds to its owner's score. "
    )
    return Presets(
        "what a tile given at the start adds to its owner's score, 2 players",
        f"{said}The largest difference between the two is {points(apart[most])}, for {name_of(most)}.",
        rows, "points difference", counted="deals",
    )  # fmt: skip
