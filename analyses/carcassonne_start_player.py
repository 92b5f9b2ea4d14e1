"""Carcassonne: is the start player ahead, from two to six players, with and without the expansions?"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd

from burgsim.report import Column, Figure, Finding, Method, Page, PresetRow, Presets, Prose, Section, Table, figures
from burgsim.report.blocks import p_text, players_text, provenance, purposeful, row, seat_rows, seats_table
from burgsim.report.numbers import count, listing, number, percent, points, pp
from burgsim.statistics.equivalence import verdict
from burgsim.statistics.fairness import Compensation, equal_shares_test, level_seats, seat_advantages
from burgsim.statistics.intervals import Interval
from burgsim.studies.estimates import means, seat_moments
from burgsim.studies.lab import Arm, Lab, Played, by_seat

GAME = "carcassonne"
#: A seat that wins one game in a hundred more than its share is where a designer starts to care.
SMALLEST = 0.01
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
    arms += [Arm(f"{policy} {n}", n, checked, (policy,)) for policy in policies for n in TABLES["base game"][1]]
    arms += [Arm(f"preset {name}", 2, size["base game"], changes=c) for name, c in presets.items()]
    runs = lab.play(arms)
    ahead = {(name, n): _ahead(runs[f"{name} {n}"][0]) for name, (_, counts) in TABLES.items() for n in counts}
    return Page(
        slug="carcassonne-start-player",
        game=lab.game.id,
        game_title=lab.game.title,
        title="The start player",
        question="Does the seat decide who wins, and how many points would level the seats?",
        answer=_answer(ahead),
        sections=[_seats(runs, ahead, size), _levelling(runs, ahead), _players(runs, ahead, policies, checked)],
        provenance=provenance(
            lab, "balanced in every seat, unless a table says otherwise",
            games_behind=f"{count(size['base game'], 'games')} a number of players in the base game, "
            f"{count(size['all sets'], 'games')} with all sets",
        ),
        presets=_presets(ahead, runs, presets),
        order=10,
    )  # fmt: skip


def _ahead(run: Played) -> list[Interval]:
    return seat_advantages(seat_moments([run], "win_60ths"))


def _state(interval: Interval) -> str:
    """In words what an interval says about a seat."""
    if not interval.excludes(0.0):
        return "neither ahead nor behind for sure"
    return "ahead" if interval.estimate > 0 else "behind"


def _first_seat(ahead: Mapping[tuple[str, int], list[Interval]], name: str) -> str:
    """ "ahead at 2 (+1.8 pp) and 3 (+2.1 pp) players" and so on, in the order ahead, behind, unsure."""
    said = []
    for state in ("ahead", "behind", "neither ahead nor behind for sure"):
        here = [
            f"{n} ({pp(found[0].estimate)})" for (of, n), found in ahead.items() if of == name
            and _state(found[0]) == state
        ]  # fmt: skip
        if here:
            said.append(f"{state} at {listing(here)} players")
    return listing(said)


def _answer(ahead: Mapping[tuple[str, int], list[Interval]]) -> str:
    far = {name: max(abs(one.estimate) for (of, _), found in ahead.items() if of == name for one in found)
           for name in TABLES}  # fmt: skip
    return (
        f"Between equal players the start player is {_first_seat(ahead, 'base game')} in the base game; with all sets "
        f"{_first_seat(ahead, 'all sets')}. No seat is farther from its fair share than "
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
        said = verdict(lead[top], SMALLEST)
        sentence = (
            f"At {n} players seat {top + 1} wins most, {percent(lead[top].estimate + 1 / n)} of games instead of "
            f"{percent(1 / n)}."
            if lead[top].low > 0
            else f"At {n} players no seat is ahead for sure; seat {top + 1} comes nearest to it."
        )
        effect = f"{said.word} (against {percent(SMALLEST, 0)}); mean scores are up to {points(apart)} apart"
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


def _level(run: Played) -> Compensation:
    parts = [part["score"] for part in by_seat(run, ["score"])]
    return level_seats(np.concatenate(parts).astype(np.int64))


def _levelling(runs, ahead) -> Section:  # type: ignore[no-untyped-def]
    table, given = [], []
    for name, n in ahead:
        found = _level(runs[f"{name} {n}"][0])
        for seat, interval in enumerate(found.points, 1):
            table.append({"table": f"{players_text(n)}, {name}", "seat": seat, **row(interval, "given"),
                          "before": found.shares_before[seat - 1], "whole": found.whole_points[seat - 1],
                          "after": found.whole_shares[seat - 1], "games": found.n})  # fmt: skip
        if name == "base game":
            given.append(f"{', '.join(number(p) for p in found.whole_points)} at {n} players")
    return Section(
        "What would level the seats?",
        [
            Prose(
                f"Whole points at the end that bring the seats of the base game nearest to equal, seat by seat: "
                f"{listing(given)}."
            ),
            Table(
                "points", "Points that level the seats", table,
                [
                    Column("seat"),
                    Column("given", "points given", "points difference", low="given_low", high="given_high", digits=2),
                    Column("before", "win share before", "share", digits=2),
                    Column("whole", "best whole points"),
                    Column("after", "win share with those", "share", digits=2),
                    Column("games"),
                ],
                group="table",
                note="Seat 1 is the reference; a negative number is taken away; fractions stand for a lot.",
            ),
            Method(
                "From the scores of the games played, by root finding on the win shares; intervals by the delta "
                "method. It holds for points that change nobody's play."
            ),
        ],
    )  # fmt: skip


def _players(runs, ahead, policies, size) -> Section:  # type: ignore[no-untyped-def]
    rows: list[dict[str, object]] = []
    cells: dict[str, dict[str, float]] = {}
    for policy in ["balanced", *policies]:
        for n in TABLES["base game"][1]:
            run = runs[f"base game {n}" if policy == "balanced" else f"{policy} {n}"][0]
            run = Played(run.results, min(run.games, size))
            first, last = _ahead(run)[0], _ahead(run)[-1]
            rows.append(row(first, label=policy, table=players_text(n), games=run.games) | row(last, "last"))
            cells.setdefault(policy, {})[players_text(n)] = first.estimate
    data = pd.DataFrame(rows)
    sure = data[(data.low > 0) | (data.high < 0)]
    up, down = int((sure.low > 0).sum()), int((sure.high < 0).sum())
    return Section(
        "Does it hold for other players?",
        [
            Prose(
                f"Each of {len(cells)} players met copies of itself at {len(TABLES['base game'][1])} numbers of "
                f"players. Of these {len(data)} tables the start player is ahead for sure at {up} and behind for sure "
                f"at {down}."
            ),
            Figure(
                figures.matrix(pd.DataFrame.from_dict(cells, orient="index"), "pp", "", "", 0.0),
                "Seat 1's win share above its fair share in the base game, by player and number of players; in italics "
                "when below.",
                "A grid of players by number of players.",
            ),
            Table(
                "players", "The first and the last seat by player", data,
                [
                    Column("label", "player"),
                    Column("value", "seat 1 above fair", "pp", low="low", high="high"),
                    Column("last", "last seat above fair", "pp", low="last_low", high="last_high"),
                    Column("games"),
                ],
                group="table", fold=True,
                note="Of the balanced player only as many games as of the others.",
            ),
            Method(
                f"{count(size, 'games')} a player and table. What weaker players show is no evidence for good play; it "
                "tells how far the answer depends on who plays."
            ),
        ],
    )  # fmt: skip


def _presets(ahead, runs, presets) -> Presets:  # type: ignore[no-untyped-def]
    first = {"third": ahead["base game", 2][0]}
    first |= {name: _ahead(runs[f"preset {name}"][0])[0] for name in presets}
    states = {name: _state(interval) for name, interval in first.items()}
    same = len(set(states.values())) == 1
    said = (
        f"Under all editions' ways to count, the start player is {states['third']}."
        if same
        else "The editions' ways to count disagree: "
        + listing([f"{state} under `{name}`" for name, state in states.items()])
        + "."
    )
    rows = [PresetRow(name, "seat 1 above fair, 2 players", one, one.n) for name, one in first.items()]
    return Presets("the first seat's win share above a fair one, base game, 2 players", said, rows, "pp")
