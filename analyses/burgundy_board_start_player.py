"""The Castles of Burgundy: is the start player ahead, as people's games say, and what would level the seats?"""

from __future__ import annotations

import numpy as np
import pandas as pd

from burgsim.report import Column, Figure, Finding, Method, Page, PresetRow, Presets, Prose, Section, Table, figures
from burgsim.report.blocks import p_text, players_text, provenance, purposeful, row, seat_rows, seats_table
from burgsim.report.numbers import count, interval, listing, percent, points, pp
from burgsim.statistics.equivalence import verdict
from burgsim.statistics.fairness import equal_shares_test, level_seats, seat_advantages
from burgsim.studies.estimates import Measure, means, measure, seat_moments, shares, totals
from burgsim.studies.lab import Arm, Lab, by_seat

GAME = "burgundy-board"
COUNTS = (2, 3, 4)
#: A seat that wins one game in a hundred more than its share is where a designer starts to care.
SMALLEST = 0.01
RANDOM = {"estates": [0, 0, 0, 0]}
#: From several thousand games of people on a public site, with one or more of the estates 2 to 9 on the table: the
#: start player's wins, mean scores, and games that the tie-break decided.
PEOPLE = {2: (0.51, 184.6, 0.0101), 3: (0.3266, 201.7, 0.0167), 4: (0.2264, 218.2, 0.0196)}
TIES = Measure(
    "ties", "decided by the tie-break", "share", ("rank_before_tiebreak",),
    lambda v, n: (v["rank_before_tiebreak"] == 1).sum(axis=1) > 1,
)  # fmt: skip


def answer(lab: Lab) -> Page:
    """Play the arms and write what they say."""
    presets = lab.game.rules.presets()
    policies = [name for name in purposeful(lab) if name != "balanced"]
    headline, table = max(2, lab.sizes.headline // 5), max(2, lab.sizes.table // 2)
    small = max(2, table // 10)
    arms = []
    for n in COUNTS:
        arms += [Arm(f"random {n}", n, headline, changes=RANDOM), Arm(f"first {n}", n, table)]
        arms += [Arm(f"preset {name} {n}", n, table, changes={**change, **RANDOM}) for name, change in presets.items()]
        arms += [Arm(f"{policy} {n}", n, small, (policy,), RANDOM) for policy in policies]
        arms += [Arm(f"no workers {n}", n, table, changes={f"start_workers.p{n}": [1] * n, **RANDOM})]
    runs = lab.play(arms)
    ahead = {n: seat_advantages(seat_moments(runs[f"random {n}"], "win_60ths")) for n in COUNTS}
    first = listing([f"{percent(ahead[n][0].estimate + 1 / n)} at {n}" for n in COUNTS])
    people = listing([f"{percent(PEOPLE[n][0])} at {n}" for n in COUNTS])
    levels = {n: _level(runs[f"random {n}"][0]) for n in COUNTS}
    return Page(
        slug="burgundy-board-start-player",
        game=lab.game.id,
        game_title=lab.game.title,
        title="The start player",
        question="Does the seat decide who wins, do people's games agree, and what would level the seats?",
        answer=f"Between equal players on different estates the start player wins {first} players, where a fair share "
        f"is one in so many. In people's games it was {people}.",
        sections=[
            _seats(runs, ahead, headline),
            _people(lab, runs, ahead),
            _levelling(levels),
            _players(lab, runs, policies, small),
        ],
        provenance=provenance(lab, "balanced in every seat, unless a table says otherwise", RANDOM),
        presets=_presets(runs, presets),
        order=10,
    )


def _level(run):  # type: ignore[no-untyped-def]
    parts = list(by_seat(run, ["score", "tiebreak"]))
    score = np.concatenate([part["score"] for part in parts]).astype(np.int64)
    return level_seats(score, np.concatenate([part["tiebreak"] for part in parts]).astype(np.int64))


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
            leads = ahead[n] if name == "random" else seat_advantages(seat_moments(run, "win_60ths"))
            shown, told = seat_rows(run, leads, n, words)
            frame += shown
            table += told
        first = ahead[n][0]
        said = verdict(first, SMALLEST)
        state = "ahead" if first.low > 0 else "behind" if first.high < 0 else "neither ahead nor behind for sure"
        scores = means(runs[f"random {n}"], "score")
        findings.append(
            Finding(
                f"At {n} players the start player is {state}: it wins {percent(first.estimate + 1 / n)} of games, the "
                f"last seat {percent(ahead[n][-1].estimate + 1 / n)}.",
                first, "pp",
                f"{said.word} than the {percent(SMALLEST, 0)} that matters"
                if said.decided and said.word != "equivalent"
                else f"{said.word} (against {percent(SMALLEST, 0)}); first and last seat score "
                f"{points(abs(scores[0].estimate - scores[-1].estimate))} apart",
                first.n, "balanced in every seat",
            )
        )  # fmt: skip
    tests = listing(
        [f"{n} players {p_text(equal_shares_test(seat_moments(runs[f'random {n}'], 'win_60ths')).p)}" for n in COUNTS]
    )
    return Section(
        "Who wins from which seat?",
        [
            *findings,
            Prose(
                "Later seats start with more workers: one for the first, two for the second, and so on. With "
                "one worker "
                "for everybody, the third series, moving first is worth what it is worth by itself."
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
                f"less that of people is {scores}. People's numbers come from several thousand games on a public site, "
                "in which one player or more had one of the estates 2 to 9 (how strong those players were isn't known, "
                "and neither are intervals); purchases and empty cells are what writers about the game estimate. By "
                "category of points no numbers of people are known: the figure and its table tell those of balanced "
                "players alone, for whoever has a score sheet to lay beside them."
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


def _levelling(levels) -> Section:  # type: ignore[no-untyped-def]
    table, said = [], []
    for n in COUNTS:
        found = levels[n]
        for seat, (given, before, whole, after) in enumerate(
            zip(found.points, found.shares_before, found.whole_points, found.whole_shares, strict=True), 1
        ):
            table.append({"table": players_text(n), "seat": seat, **row(given, "given"), "before": before,
                          "whole": whole, "after": after})  # fmt: skip
        gifts = [f"{points(p.estimate, signed=True)} for seat {i}" for i, p in enumerate(found.points[1:], 2)]
        said.append(f"{n} players: {listing(gifts)}")
    return Section(
        "What would level the seats?",
        [
            Prose(
                "Points at the end that level every seat, seat 1 being the reference: " + "; ".join(said) + ". "
                "A negative "
                "number is taken away."
            ),
            Table(
                "levelling", "Points that level the seats", table,
                [
                    Column("seat"),
                    Column("given", "points given", "points difference", low="given_low", high="given_high", digits=2),
                    Column("before", "win share before", "share", digits=2),
                    Column("whole", "best whole points"),
                    Column("after", "win share with those", "share", digits=2),
                ],
                group="table",
            ),
        ],
    )  # fmt: skip


def _players(lab, runs, policies, small) -> Section:  # type: ignore[no-untyped-def]
    rows = []
    for n in COUNTS:
        for policy in policies:
            first = seat_advantages(seat_moments(runs[f"{policy} {n}"], "win_60ths"))[0]
            rows.append({"label": policy, "group": players_text(n), **row(first), "games": first.n})
    data = pd.DataFrame(rows)
    up = [f"{int((data[data.group == players_text(n)].low > 0).sum())} of {len(policies)} at {n}" for n in COUNTS]
    return Section(
        "Does it depend on who plays?",
        [
            Prose(f"The start player is ahead for sure among players of the same kind in {listing(up)} players."),
            Figure(
                figures.intervals(data, "pp", "start player's wins above the fair share", 0.0, "fair"),
                "The start player's wins above its fair share when all seats play alike, by player (95%).",
                "A row for each player in three groups.",
            ),
            Table(
                "players", "The start player by who plays", data,
                [Column("label", "player"), Column("value", "above fair share", "pp", low="low", high="high"),
                 Column("games")],
                group="group", fold=True,
            ),
            Method(f"{count(small, 'games')} a player and number of players, on different estates."),
        ],
    )  # fmt: skip


def _presets(runs, presets) -> Presets:  # type: ignore[no-untyped-def]
    rows, signs = [], {}
    for n in COUNTS:
        for name in presets:
            first = seat_advantages(seat_moments(runs[f"preset {name} {n}"], "win_60ths"))[0]
            rows.append(PresetRow(name, f"start player, {players_text(n)}", first, first.n))
            signs[name, n] = 0 if not first.excludes(0.0) else int(np.sign(first.estimate))
    same = [n for n in COUNTS if len({signs[name, n] for name in presets}) == 1]
    said = (
        "Both tables of animals agree about the start player at every number of players."
        if len(same) == len(COUNTS)
        else f"The two tables of animals agree about the start player at {listing(list(map(str, same))) or 'no'} "
        "players."
    )
    return Presets("the start player's wins above its fair share", said, rows, "pp")
