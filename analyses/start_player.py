"""The card game: is the start player ahead, and what would level the seats?"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from burgsim.report import Column, Figure, Finding, Method, Page, PresetRow, Presets, Prose, Section, Table, figures
from burgsim.report.blocks import p_text, players_text, provenance, purposeful, row
from burgsim.report.ladder_block import ladder_items, robust_sentence
from burgsim.report.numbers import interval, listing, points, pp
from burgsim.report.seats_block import (
    HOW_LEVELLED,
    first_lead,
    first_seat,
    gifts_text,
    levels_table,
    mixed_table,
    seat_rows,
    seats_table,
)
from burgsim.statistics.fairness import equal_shares_test
from burgsim.studies.compare import Effect
from burgsim.studies.estimates import levelled, means, seat_leads, seat_moments, shares
from burgsim.studies.lab import Arm, Lab
from burgsim.studies.measures import KINDS
from burgsim.studies.rungs import Rungs

GAME = "burgundy-cards"
COUNTS = (2, 3, 4)
#: A seat that wins one game in a hundred more than its share is where a designer starts to care.
SMALLEST = 0.01
WORKERS: dict[str, dict[str, Any]] = {
    "workers of the rules": {},
    "no workers": {"start_workers.p2": [0, 0], "start_workers.p3": [0, 0, 0], "start_workers.p4": [0, 0, 0, 0]},
    "two for the last seat": {"last_seat_two": True},
}


def answer(lab: Lab) -> Page:
    """Play the arms and write what they say."""
    presets = lab.game.rules.presets()
    policies = [name for name in purposeful(lab) if name != "balanced"]
    rungs = Rungs(lab, COUNTS, more={"balanced": lab.sizes.headline} | dict.fromkeys(policies, lab.sizes.table))
    arms = [Arm(f"headline {n}", n, lab.sizes.headline) for n in COUNTS]
    for n in COUNTS:
        arms += [Arm(f"{name} {n}", n, lab.sizes.table, changes=c) for name, c in WORKERS.items()]
        arms += rungs.arms("seats", n)
    arms += [Arm(f"preset {name}", 2, lab.sizes.table, changes=c) for name, c in presets.items()]
    runs = lab.play(arms)

    advantage = {n: seat_leads(runs[f"headline {n}"]) for n in COUNTS}
    tests = {n: equal_shares_test(seat_moments(runs[f"headline {n}"], "win_60ths")) for n in COUNTS}
    levels = {n: levelled(runs[f"headline {n}"][0]) for n in COUNTS}
    lead = {n: int(np.argmax([one.estimate for one in advantage[n]])) for n in COUNTS}

    favoured = listing([f"seat {lead[n] + 1} at {n} ({interval(advantage[n][lead[n]], 'pp')})" for n in COUNTS])
    text = (
        f"Between balanced players the start player is {first_seat(advantage)}, against a fair share. The favoured "
        f"seat is {favoured} players."
    )
    ladder = [
        rungs.row(
            Effect.found(n, "seat 1's win share above fair", KINDS["win_share"], advantage[n][0], SMALLEST), ["seats"],
            runs, first_lead,
        )
        for n in COUNTS
    ]  # fmt: skip
    return Page(
        slug="start-player",
        game=lab.game.id,
        game_title=lab.game.title,
        title="The start player",
        question="Does the seat decide who wins, and what would level the seats?",
        answer=f"{text} {robust_sentence(ladder, lambda found: players_text(found.players))}",
        sections=[
            _seats(lab, runs, advantage, tests),
            _workers(lab, runs),
            _levelling(levels),
            _players(runs, rungs, ladder),
        ],
        provenance=provenance(lab, "balanced in every seat, unless a table says otherwise"),
        presets=_presets(lab, runs, presets),
        order=10,
    )


def size(share: float) -> str:
    """A difference of win shares in points of a per cent, without its sign."""
    return pp(abs(share)).lstrip("+")


def _seats(lab: Lab, runs, advantage, tests) -> Section:  # type: ignore[no-untyped-def]
    frame, table = [], []
    for n in COUNTS:
        shown, told = seat_rows(runs[f"headline {n}"], advantage[n], n)
        frame += shown
        table += told
    findings = []
    for n in COUNTS:
        best = max(advantage[n], key=lambda interval: interval.estimate)
        seat = advantage[n].index(best) + 1
        matters = "more than" if best.low > SMALLEST else "less than" if best.high < SMALLEST else "about"
        effect = f"{matters} the {pp(SMALLEST, 0).lstrip('+')} that would matter at a table"
        findings.append(
            Finding(
                f"At {n} players seat {seat} is the best place to sit: it wins {size(best.estimate)} above a fair "
                f"share of one in {n}.",
                best, "pp", effect, best.n, "balanced in every seat",
            )
        )  # fmt: skip
    omnibus = listing([f"{n} players {p_text(tests[n].p)}" for n in COUNTS])
    two_scores, two_wins = means(runs["headline 2"], "score"), shares(runs["headline 2"])
    gap = abs(two_scores[0].estimate - two_scores[1].estimate)
    return Section(
        "Who wins from which seat?",
        [
            *findings,
            Prose(
                "Seats differ in two ways: who moves first, and the workers that the rules give those who don't. Small "
                f"differences of the score are large ones of the wins: at two players {points(gap, 2)} of mean score "
                f"go with {size(two_wins[0].estimate - two_wins[1].estimate)} of wins between the seats."
            ),
            Figure(
                figures.seat_shares(pd.DataFrame(frame)),
                "Win share by seat with 95% intervals that hold for all seats of a panel at once; the line is the fair "
                "share.",
                "Three panels, one a number of players, with a mark for each seat near the fair share.",
            ),
            seats_table(table),
            Method(
                "The same policy in every seat, so that seats differ and players don't. Ties that the rules leave are "
                "split. Each game is one observation. Simultaneous intervals by the maximum of the correlated "
                f"deviations (max-t); test of equal shares (Hotelling): {omnibus}."
            ),
        ],
    )  # fmt: skip


def _workers(lab: Lab, runs) -> Section:  # type: ignore[no-untyped-def]
    frame = []
    for n in COUNTS:
        for name in WORKERS:
            for seat, one in enumerate(seat_leads(runs[f"{name} {n}"]), 1):
                frame.append(row(one.shifted(1 / n), panel=players_text(n), seat=seat, series=name, games=one.n))
    data = pd.DataFrame(frame)
    none = data[(data.series == "no workers") & (data.seat == 1)].set_index("panel")
    leads = {n: none.value[players_text(n)] - 1 / n for n in COUNTS}
    ahead = listing([f"{size(leads[n])} {'above' if leads[n] > 0 else 'below'} its share at {n}" for n in COUNTS])
    return Section(
        "What do the workers at the start do?",
        [
            Prose(
                f"Without any workers the first seat would be {ahead} players: that is what moving first is "
                "worth. The workers of the later seats are there to pay for it; read word for word the "
                "rulebook gives the last seat two at every number of players, which is the third series."
            ),
            Figure(
                figures.seat_shares(data),
                "Win share by seat under three readings of the starting workers (95%, simultaneous within a table).",
                "Three panels with three marks a seat.",
            ),
            Table(
                "workers", "Win share by seat and starting workers", data,
                [Column("series", "workers"), Column("seat"),
                 Column("value", "win share", "share", low="low", high="high"), Column("games")],
                group="panel", fold=True,
            ),
        ],
    )  # fmt: skip


def _levelling(levels) -> Section:  # type: ignore[no-untyped-def]
    said = [f"{players_text(n)}: {gifts_text(levels[n], 2)}" for n in COUNTS]
    two = levels[2].points[1]
    amount = points(abs(two.estimate), 2)
    who = f"{amount} for the second player" if two.estimate > 0 else f"{amount} less for the second player"
    return Section(
        "What would level the seats?",
        [
            Finding(
                f"At two players {who}, added at the end, would make both seats win equally often.",
                two, "points difference", "", two.n, "balanced in every seat", digits=2,
            ),
            Prose(
                "Points that level every seat, seat 1 being the reference: " + "; ".join(said) + ". A negative number "
                "is taken away. Fractions stand for a lot drawn at the end; with whole points the best that can be "
                "done is in the table."
            ),
            levels_table({players_text(n): levels[n] for n in COUNTS}),
            Method(HOW_LEVELLED.format(ties=", with the rulebook's tie-break")),
        ],
    )


def _players(runs, rungs, ladder) -> Section:  # type: ignore[no-untyped-def]
    return Section(
        "Does it hold for other players?",
        [
            Prose(
                "Each player meets copies of itself, so that seats and not players differ; at the mixed tables "
                "different players sit in all rotations."
            ),
            *ladder_items(ladder, lambda found: players_text(found.players)),
            *mixed_table(rungs, "seats", COUNTS, runs),
        ],
    )


def _presets(lab: Lab, runs, presets) -> Presets:  # type: ignore[no-untyped-def]
    first = {name: seat_leads(runs[f"preset {name}"])[0] for name in presets}
    signs = {np.sign(i.estimate) for i in first.values() if i.excludes(0.0)}
    low, high = min(first, key=lambda n: first[n].estimate), max(first, key=lambda n: first[n].estimate)
    kind = {0: "never for sure on one side", 1: "always on the same side of fair"}.get(
        len(signs), "and its sign depends on them"
    )
    return Presets(
        "the first seat's win share at two players, above a fair one",
        f"Whatever the cards with unknown numbers say, the first of two seats wins {pp(first[low].estimate)} ({low}) "
        f"to {pp(first[high].estimate)} ({high}) against a fair share, {kind}.",
        [PresetRow(name, "seat 1 above fair, 2 players", interval, interval.n) for name, interval in first.items()],
        "pp",
    )
