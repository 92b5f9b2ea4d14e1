"""Carcassonne: is the start player ahead, from two to six players, with and without the expansions?"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd

from burgsim.report import Figure, Finding, Method, Page, PresetRow, Presets, Prose, Section, figures
from burgsim.report.blocks import p_text, players_text, provenance, purposeful, verdict_text
from burgsim.report.ladder_block import ladder_items, robust_sentence
from burgsim.report.numbers import count, listing, lower, number, percent, points
from burgsim.report.seats_block import (
    HOW_LEVELLED,
    first_lead,
    first_seat,
    levels_table,
    mixed_table,
    seat_rows,
    seats_table,
    state,
)
from burgsim.statistics.equivalence import verdict
from burgsim.statistics.fairness import equal_shares_test
from burgsim.statistics.intervals import Interval
from burgsim.studies.compare import Effect
from burgsim.studies.estimates import levelled, means, seat_leads, seat_moments
from burgsim.studies.lab import Arm, Lab
from burgsim.studies.measures import KINDS
from burgsim.studies.rungs import Rungs

GAME = "carcassonne"
#: A seat that wins one game in a hundred more than its share is where a designer starts to care.
SMALLEST = 0.01
MATTERS = "1 percentage point"
ALL = {"river": True, "inns": True, "traders": True}
#: Tables: name, changed rules, numbers of players.
TABLES: dict[str, tuple[Mapping[str, object], tuple[int, ...]]] = {
    "base game": ({}, (2, 3, 4, 5)),
    "all sets": (ALL, (2, 3, 4, 5, 6)),
}


#: With all sets balanced plays by weights that were tuned for them.
TUNED = {"all sets": "balanced@all"}


def answer(lab: Lab) -> Page:
    """Play the arms and write what they say."""
    policies = [name for name in purposeful(lab) if name != "balanced"]
    presets = {name: changes for name, changes in lab.game.rules.presets().items() if changes}
    size = {"base game": max(2, lab.sizes.headline // 4), "all sets": max(2, lab.sizes.table // 2)}
    checked = max(2, lab.sizes.table // 4)
    arms = [
        Arm(f"{name} {n}", n, size[name], (TUNED.get(name, "balanced"),), changes)
        for name, (changes, counts) in TABLES.items()
        for n in counts
    ]
    counts = TABLES["base game"][1]
    more = {"balanced": size["base game"]} | dict.fromkeys(policies, checked)
    rungs = Rungs(lab, counts, deals=max(2, checked // 5), more=more)
    arms += [arm for n in counts for arm in rungs.arms("seats", n)]
    arms += [Arm(f"preset {name}", 2, size["base game"], changes=c) for name, c in presets.items()]
    runs = lab.play(arms)
    ladder = [
        rungs.row(
            Effect.found(n, "seat 1's win share above fair", KINDS["win_share"], seat_leads(runs[f"base game {n}"])[0],
                         SMALLEST),
            ["seats"], runs, first_lead,
        )
        for n in counts
    ]  # fmt: skip
    ahead = {(name, n): seat_leads(runs[f"{name} {n}"]) for name, (_, counts) in TABLES.items() for n in counts}
    return Page(
        slug="carcassonne-start-player",
        game=lab.game.id,
        game_title=lab.game.title,
        title="The start player",
        question="Does the seat decide who wins, and how many points would level the seats?",
        answer=f"{_answer(ahead)} In the base game: "
        f"{lower(robust_sentence(ladder, lambda found: players_text(found.players)))}",
        sections=[
            _seats(runs, ahead, size),
            _levelling(runs, ahead),
            Section(
                "Does it hold for other players?",
                [
                    Prose(
                        "Each player meets copies of itself in the base game, so that seats and not players differ; at "
                        "the mixed tables different players sit in all rotations."
                    ),
                    *ladder_items(ladder, lambda found: players_text(found.players)),
                    *mixed_table(rungs, "seats", counts, runs),
                ],
            ),
        ],
        provenance=provenance(
            lab, "balanced in every seat, unless a table says otherwise",
            games_behind=f"{count(size['base game'], 'games')} a number of players in the base game, "
            f"{count(size['all sets'], 'games')} with all sets",
        ),
        presets=_presets(ahead, runs, presets),
        order=10,
    )  # fmt: skip


def _answer(ahead: Mapping[tuple[str, int], list[Interval]]) -> str:
    far = {name: max(abs(one.estimate) for (of, _), found in ahead.items() if of == name for one in found)
           for name in TABLES}  # fmt: skip
    of = {table: {n: found for (name, n), found in ahead.items() if name == table} for table in TABLES}
    return (
        f"Between balanced players the start player is {first_seat(of['base game'])} in the base game; with all sets "
        f"{first_seat(of['all sets'])}. No seat is farther from its fair share than "
        f"{percent(far['base game'])} of games in the base game and {percent(far['all sets'])} with all sets."
    )


def _seats(runs, ahead, size) -> Section:  # type: ignore[no-untyped-def]
    frame, table, findings = [], [], []
    for (name, n), lead in ahead.items():
        run = runs[f"{name} {n}"]
        shown, told = seat_rows(run, lead, n, name)
        frame += shown
        table += told
        if name != "base game":
            continue
        top = int(np.argmax([one.estimate for one in lead]))
        scores = means(run, "score")
        apart = max(one.estimate for one in scores) - min(one.estimate for one in scores)
        sentence = (
            f"At {n} players seat {top + 1} wins most, {percent(lead[top].estimate + 1 / n)} of games instead of "
            f"{percent(1 / n)}."
            if lead[top].low > 0
            else f"At {n} players no seat is ahead for sure; seat {top + 1} comes nearest to it."
        )
        effect = f"{verdict_text(verdict(lead[top], SMALLEST), MATTERS)}; mean scores are up to {points(apart)} apart"
        findings.append(Finding(sentence, lead[top], "pp", effect, lead[top].n, "balanced in every seat"))
    tests = {key: equal_shares_test(seat_moments(runs[f"{key[0]} {key[1]}"], "win_60ths")) for key in ahead}
    omnibus = "; ".join(
        f"{name}: " + listing([f"{n} players {p_text(tests[name, n].p)}" for n in counts])
        for name, (_, counts) in TABLES.items()
    )
    turns = [f"{players_text(n)} {_turns(n)}" for n in TABLES["base game"][1] if 71 % n]
    return Section(
        "Who wins from which seat?",
        [
            *findings,
            Prose(
                "The base game has 71 tiles to place, so that early seats place one tile more where that doesn't "
                f"divide by the players ({'; '.join(turns)}). Whoever moves first finds an empty map, whoever moves "
                "last closes it; nothing in the printed game pays for the difference."
            ),
            Figure(
                figures.seat_shares(pd.DataFrame(frame)),
                "Win share by seat with 95% intervals that hold for all seats of a table at once; the line is the fair "
                "share.",
                "A panel for each number of players, with a mark for each seat in the base game and with all sets.",
            ),
            seats_table(table),
            Method(
                "The same policy in every seat, so that seats differ and players don't. A shared win is split. Each "
                "game is one observation. Simultaneous intervals by the maximum of the correlated deviations (max-t); "
                f"test of equal shares (Hotelling): {omnibus}. {count(size['base game'], 'games')} a number of players "
                f"in the base game, {count(size['all sets'], 'games')} with all sets."
            ),
        ],
    )  # fmt: skip


def _turns(players: int) -> str:
    """ "seats 1 to 2 place 24 tiles, the others 23"."""
    each, more = divmod(71, players)
    who = "seat 1 places" if more == 1 else f"seats 1 to {more} place"
    return f"{who} {each + 1} tiles, the rest {each}"


def _levelling(runs, ahead) -> Section:  # type: ignore[no-untyped-def]
    levels = {(name, n): levelled(runs[f"{name} {n}"][0], ties=False) for name, n in ahead}
    given = [
        f"{', '.join(number(p) for p in found.whole_points)} at {n} players"
        for (name, n), found in levels.items() if name == "base game"
    ]  # fmt: skip
    return Section(
        "What would level the seats?",
        [
            Prose(
                f"Whole points at the end that bring the seats of the base game nearest to equal, seat by seat: "
                f"{listing(given)}."
            ),
            levels_table({f"{players_text(n)}, {name}": found for (name, n), found in levels.items()}),
            Method(HOW_LEVELLED.format(ties="")),
        ],
    )


def _presets(ahead, runs, presets) -> Presets:  # type: ignore[no-untyped-def]
    first = {"third": ahead["base game", 2][0]}
    first |= {name: seat_leads(runs[f"preset {name}"])[0] for name in presets}
    states = {name: state(interval) for name, interval in first.items()}
    same = len(set(states.values())) == 1
    said = (
        f"Under all editions' ways to count, the start player is {states['third']}."
        if same
        else "The editions' ways to count disagree: "
        + listing([f"{word} under `{name}`" for name, word in states.items()])
        + "."
    )
    rows = [PresetRow(name, "seat 1 above fair, 2 players", one, one.n) for name, one in first.items()]
    return Presets("the first seat's win share above a fair one, base game, 2 players", said, rows, "pp")
