"""The Castles of Burgundy: is the start player ahead, as people's games say, and what would level the seats?"""

from __future__ import annotations

import math

import numpy as np
import pandas as pd

from burgsim.report import Column, Figure, Finding, Method, Page, PresetRow, Presets, Prose, Section, Table, figures
from burgsim.report.blocks import p_text, players_text, provenance, purposeful, row, verdict_text
from burgsim.report.ladder_block import ladder_items, robust_sentence
from burgsim.report.numbers import count, interval, listing, percent, points, pp
from burgsim.report.seats_block import (
    HOW_LEVELLED,
    first_lead,
    first_seat,
    gifts_text,
    levels_table,
    mixed_table,
    seat_rows,
    seats_table,
    state,
)
from burgsim.statistics.equivalence import verdict
from burgsim.statistics.fairness import equal_shares_test
from burgsim.studies.compare import Effect
from burgsim.studies.estimates import Measure, levelled, means, measure, seat_leads, seat_moments, shares, totals
from burgsim.studies.lab import Arm, Lab
from burgsim.studies.measures import KINDS
from burgsim.studies.rungs import Rungs

GAME = "burgundy-board"
COUNTS = (2, 3, 4)
#: A seat that wins one game in a hundred more than its share is where a designer starts to care.
SMALLEST = 0.01
MATTERS = "1 percentage point"
RANDOM = {"estates": [0, 0, 0, 0]}
#: From several thousand games of people on a public site, with one or more of the estates 2 to 9 on the table: the
#: start player's wins, mean scores, and games that the tie-break decided.
PEOPLE = {2: (0.51, 184.6, 0.0101), 3: (0.3266, 201.7, 0.0167), 4: (0.2264, 218.2, 0.0196)}
#: What "several thousand" is taken for when it is asked how far chance moves people's numbers.
PEOPLES_GAMES = 3_000
TIES = Measure(
    "ties", "decided by the tie-break", "share", ("rank_before_tiebreak",),
    lambda v, n: (v["rank_before_tiebreak"] == 1).sum(axis=1) > 1,
)  # fmt: skip
WINNER = Measure("winner", "the winner's score", "points", ("score",), lambda v, n: v["score"].max(axis=1))


def answer(lab: Lab) -> Page:
    """Play the arms and write what they say."""
    presets = lab.game.rules.presets()
    headline, table = max(2, lab.sizes.headline // 5), max(2, lab.sizes.table // 2)
    policies = [name for name in purposeful(lab) if name != "balanced"]
    more = {"balanced": headline} | dict.fromkeys(policies, table)
    rungs = Rungs(lab, COUNTS, deals=max(2, table // 5), more=more, changes=RANDOM)
    arms = []
    for n in COUNTS:
        arms += [Arm(f"random {n}", n, headline, changes=RANDOM), Arm(f"first {n}", n, table)]
        arms += [Arm(f"preset {name} {n}", n, table, changes={**change, **RANDOM}) for name, change in presets.items()]
        arms += [Arm(f"no workers {n}", n, table, changes={f"start_workers.p{n}": [1] * n, **RANDOM})]
        arms += rungs.arms("seats", n)
    runs = lab.play(arms)
    ahead = {n: seat_leads(runs[f"random {n}"]) for n in COUNTS}
    ladder = [
        rungs.row(
            Effect.found(n, "seat 1's win share above fair", KINDS["win_share"], ahead[n][0], SMALLEST), ["seats"],
            runs, first_lead,
        )
        for n in COUNTS
    ]  # fmt: skip
    first = listing([f"{percent(ahead[n][0].estimate + 1 / n)} at {n}" for n in COUNTS])
    people = listing([f"{percent(PEOPLE[n][0])} at {n}" for n in COUNTS])
    levels = {n: levelled(runs[f"random {n}"][0]) for n in COUNTS}
    return Page(
        slug="burgundy-board-start-player",
        game=lab.game.id,
        game_title=lab.game.title,
        title="The start player",
        question="Does the seat decide who wins, do people's games agree, and what would level the seats?",
        answer=f"Between balanced players on different estates the start player wins {first} players. Against a fair "
        f"share ({listing([percent(1 / n) for n in COUNTS])}) it is {first_seat(ahead)}. In people's games it won "
        f"{people}. {robust_sentence(ladder, lambda found: players_text(found.players))}",
        sections=[
            _seats(runs, ahead, headline),
            _people(lab, runs, ahead),
            _levelling(levels),
            Section(
                "Does it hold for other players?",
                [
                    Prose(
                        "Each player meets copies of itself on different estates, so that seats and not players "
                        "differ; at the mixed tables different players sit in all rotations."
                    ),
                    *ladder_items(ladder, lambda found: players_text(found.players)),
                    *mixed_table(rungs, "seats", COUNTS, runs),
                ],
            ),
        ],
        provenance=provenance(lab, "balanced in every seat, unless a table says otherwise", RANDOM),
        presets=_presets(runs, presets),
        order=10,
    )


def _seats(runs, ahead, headline) -> Section:  # type: ignore[no-untyped-def]
    frame, table, findings = [], [], []
    kinds = {
        "random": "different estates",
        "first": "estate 1 for all",
        "no workers": "different estates, one worker each",
    }
    for n in COUNTS:
        for name, words in kinds.items():
            run = runs[f"{name} {n}"]
            leads = ahead[n] if name == "random" else seat_leads(run)
            shown, told = seat_rows(run, leads, n, words)
            frame += shown
            table += told
        first = ahead[n][0]
        scores = means(runs[f"random {n}"], "score")
        apart = points(abs(scores[0].estimate - scores[-1].estimate))
        findings.append(
            Finding(
                f"At {n} players the start player is {state(first)}: it wins {percent(first.estimate + 1 / n)} of "
                f"games, the last seat {percent(ahead[n][-1].estimate + 1 / n)}.",
                first, "pp",
                f"{verdict_text(verdict(first, SMALLEST), MATTERS)}; first and last seat score {apart} apart",
                first.n, "balanced in every seat",
            )
        )  # fmt: skip
    alike = {n: seat_leads(runs[f"first {n}"])[0] for n in COUNTS}
    turned = [n for n in COUNTS if alike[n].excludes(0.0) and state(ahead[n][0]) != state(alike[n])]
    tests = listing(
        [f"{n} players {p_text(equal_shares_test(seat_moments(runs[f'random {n}'], 'win_60ths')).p)}" for n in COUNTS]
    )
    return Section(
        "Who wins from which seat?",
        [
            *findings,
            Prose(
                "Later seats start with more workers: one for the first, two for the second, and so on. With "
                "one worker for everybody, the third series, moving first is worth what it is worth by itself.\n\nWith "
                "estate 1 for everybody, as in a first game (the second series), the start player is "
                f"{first_seat({n: [alike[n]] for n in COUNTS})}"
                + (f": the estates change the answer at {listing([str(n) for n in turned])}." if turned else ".")
            ),
            Figure(
                figures.seat_shares(pd.DataFrame(frame)),
                "Win share by seat with 95% intervals that hold for all seats of a table at once; the line is the fair "
                "share.",
                "Three panels, one a number of players, with three marks for each seat.",
            ),
            seats_table(table),
            Method(
                "The same policy in every seat, so that seats differ and players don't. Each game is one observation; "
                "simultaneous intervals by the maximum of the correlated deviations (max-t); test of equal shares "
                f"(Hotelling): {tests}. {count(headline, 'games')} a number of players on different estates, drawn at "
                "random."
            ),
        ],
    )  # fmt: skip


def _people(lab, runs, ahead) -> Section:  # type: ignore[no-untyped-def]
    table, stacked = [], {}
    categories = [
        column for column in lab.game.seat_columns if column.startswith("points_") and column != "points_seat"
    ]
    parts = []
    for n in COUNTS:
        run = runs[f"random {n}"][0]
        found = totals(run, ["score", "purchases", "empty_cells", *categories])
        won, ties, said = shares(runs[f"random {n}"])[0], measure(run, TIES), PEOPLE[n]
        for what, here, unit, there in (
            ("start player wins", won, "share", percent(said[0])),
            ("decided by the tie-break", ties, "share", percent(said[2])),
            ("mean score", found["score"], "points", points(said[1])),
            ("purchases a player", found["purchases"], "", "5 to 10"),
            ("empty cells at the end", found["empty_cells"], "", "6 to 10"),
        ):
            table.append({"table": players_text(n), "what": what, "here": interval(here, unit), "people": there,
                          "games": run.games})  # fmt: skip
        if n == 2:
            winner = interval(measure(runs["first 2"][0], WINNER), "points")
            table.append({"table": players_text(n), "what": "the winner's mean score, estate 1 for both",
                          "here": winner, "people": "about 200", "games": runs["first 2"][0].games})  # fmt: skip
        stacked[players_text(n)] = {name[7:]: found[name].estimate for name in categories}
        parts += [
            {"table": players_text(n), "category": name[7:], **row(found[name], "points"),
             "share": found[name].estimate / found["score"].estimate, "games": run.games}
            for name in sorted(categories, key=lambda name: -found[name].estimate)
        ]  # fmt: skip
    gaps = listing([f"{pp(ahead[n][0].estimate + 1 / n - PEOPLE[n][0])} at {n}" for n in COUNTS])
    scores = listing(
        [f"{points(totals(runs[f'random {n}'][0], ['score'])['score'].estimate - PEOPLE[n][1], signed=True)} at {n}"
         for n in COUNTS]
    )  # fmt: skip
    return Section(
        "Beside people's games",
        [
            Prose(
                f"The start player's share here less that of people is {gaps} players; a balanced player's mean score "
                f"less that of people is {scores}. {_chance(ahead)}\n\nPeople's numbers come from several thousand "
                "games on a public site, in which one player or more had one of the estates 2 to 9; how strong those "
                "players were isn't known, and their intervals aren't told. Purchases, empty cells and the winner's "
                "score are what writers about the game go by. By category of points no numbers of people are known: "
                "the figure and its table tell those of balanced players alone, for whoever has a score sheet to lay "
                "beside them."
            ),
            Table(
                "people", "Balanced players and people", table,
                [Column("what"), Column("here", "balanced"), Column("people"), Column("games")],
                group="table",
            ),
            Figure(
                figures.stacked(pd.DataFrame.from_dict(stacked, orient="index"), "points", "mean points of a player"),
                "Where a balanced player's points come from, on different estates.",
                "Three bars, one a number of players, cut by category of points.",
            ),
            Table(
                "categories", "A balanced player's points by category", parts,
                [
                    Column("category"), Column("points", "mean", "points", low="points_low", high="points_high"),
                    Column("share", "of the score", "share"), Column("games"),
                ],
                group="table", fold=True,
            ),
        ],
    )  # fmt: skip


def _chance(ahead) -> str:  # type: ignore[no-untyped-def]
    """How far chance alone may move people's shares, and which gaps are larger."""
    gap = {n: abs(ahead[n][0].estimate + 1 / n - PEOPLE[n][0]) for n in COUNTS}
    theirs = {n: PEOPLE[n][0] * (1 - PEOPLE[n][0]) / PEOPLES_GAMES for n in COUNTS}
    half = {n: 1.96 * math.sqrt(theirs[n] + ahead[n][0].se ** 2) for n in COUNTS}
    beyond = [n for n in COUNTS if gap[n] > half[n]]
    ends = f"{percent(min(half.values())).rstrip('%')} to {pp(max(half.values())).lstrip('+')}"
    return (
        f"If theirs were {count(PEOPLES_GAMES, 'games')}, chance alone would make such gaps of {ends} (95%), "
        + (f"less than the gap at {listing([str(n) for n in beyond])} players." if beyond else
           "which is more than these gaps: nothing here says that people and these players differ.")
    )  # fmt: skip


def _levelling(levels) -> Section:  # type: ignore[no-untyped-def]
    said = [f"{players_text(n)}: {gifts_text(levels[n])}" for n in COUNTS]
    return Section(
        "What would level the seats?",
        [
            Prose(
                f"Points at the end that level every seat, seat 1 getting none: {'; '.join(said)}. A negative number "
                "is taken away."
            ),
            levels_table({players_text(n): levels[n] for n in COUNTS}),
            Method(HOW_LEVELLED.format(ties=", with the rulebook's tie-break")),
        ],
    )


def _presets(runs, presets) -> Presets:  # type: ignore[no-untyped-def]
    rows, signs = [], {}
    for n in COUNTS:
        for name in presets:
            first = seat_leads(runs[f"preset {name} {n}"])[0]
            rows.append(PresetRow(name, f"start player, {players_text(n)}", first, first.n))
            signs[name, n] = 0 if not first.excludes(0.0) else int(np.sign(first.estimate))
    same = [n for n in COUNTS if len({signs[name, n] for name in presets}) == 1]
    said = (
        "Under neither table of animals the start player is ahead or behind for sure."
        if not any(signs.values())
        else "Both tables of animals agree about the start player at every number of players."
        if len(same) == len(COUNTS)
        else f"The two tables of animals agree about the start player at {listing(list(map(str, same))) or 'no'} "
        "players."
    )
    return Presets("the start player's wins above its fair share", said, rows, "pp")
