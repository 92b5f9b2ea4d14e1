"""King Arthur: is the start player ahead, and do knights, points or equal turns level the seats?"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from burgsim.report import Column, Figure, Finding, Method, Page, PresetRow, Presets, Prose, Section, Table, figures
from burgsim.report.blocks import p_text, players_text, provenance, purposeful, row, verdict_text
from burgsim.report.ladder_block import ladder_items, robust_sentence
from burgsim.report.numbers import count, listing, number, percent, points, pp
from burgsim.report.seats_block import (
    first_lead,
    first_seat,
    levels_table,
    mixed_table,
    seat_rows,
    seats_table,
    state,
)
from burgsim.statistics.equivalence import EQUIVALENT, LARGER, SMALLER, verdict
from burgsim.statistics.fairness import Compensation, equal_shares_test, seat_advantages
from burgsim.statistics.intervals import Interval
from burgsim.statistics.moments import Moments
from burgsim.studies.compare import Effect
from burgsim.studies.estimates import WIN_UNIT, Measure, levelled, means, paired, seat_leads, seat_moments
from burgsim.studies.lab import Arm, Lab, Played, by_seat
from burgsim.studies.measures import KINDS
from burgsim.studies.rungs import Rungs

GAME = "king-arthur"
COUNTS = (2, 3, 4, 5)
#: A seat that wins one game in a hundred more than its share is where a designer starts to care.
SMALLEST = 0.01
MATTERS = "1 percentage point"
SEALS = {"seals": True}
#: More knights at the start, seat by seat: never fewer for a later seat, two at most (four at two players).
GIFTS = {
    n: [
        gift
        for gift in itertools.product(range(5 if n == 2 else 3), repeat=n)
        if gift[0] == 0 and any(gift) and list(gift) == sorted(gift)
    ]
    for n in COUNTS
}
TURNS = Measure("turns", "turns", "turns", ("seat_turns",), lambda v, n: v["seat_turns"].sum(axis=1))
REMEDIES = {"points": "points at the end", "knights": "more knights at the start", "equal turns": "equal turns"}
DRAWS = Measure(
    "draws", "best score reached by several", "share", ("rank_before_tiebreak",),
    lambda v, n: (v["rank_before_tiebreak"] == 1).sum(axis=1) > 1,
)  # fmt: skip


def sizes(lab: Lab) -> dict[str, int]:
    """Games behind each kind of table; the headline has as many under each preset."""
    table = lab.sizes.table
    parts = {"seals": 2, "players": 10, "gifts": 10, "ladder": 10}
    found = {name: max(2, table // part) for name, part in parts.items()}
    equal = max(2, 3 * table // 10)
    return {"headline": max(2, lab.sizes.headline // 4), "equal": equal, "checked": found["gifts"] + equal, **found}


def answer(lab: Lab) -> Page:
    """Play the arms and write what they say."""
    presets = {name: change for name, change in lab.game.rules.presets().items() if change}
    policies = [name for name in purposeful(lab) if name != "balanced"]
    size = sizes(lab)
    rungs = Rungs(lab, COUNTS, deals=size["ladder"], more={"balanced": size["headline"]})
    arms = []
    for n in COUNTS:
        arms += [Arm(f"base {n}", n, size["headline"]), Arm(f"seals {n}", n, size["seals"], changes=SEALS)]
        arms += [Arm(f"preset {name} {n}", n, size["headline"], changes=c) for name, c in presets.items()]
        arms += [Arm(f"gift {gift}", n, size["gifts"], changes={"seat_knights": _five(gift)}) for gift in GIFTS[n]]
        for name, change in (("base", {}), ("seals", SEALS)):
            arms += [Arm(f"equal {name} {n}", n, size["equal"], changes={"equal_turns": True, **change})]
            arms += [Arm(f"{policy} {name} {n}", n, size["players"], (policy,), change) for policy in policies]
        arms += rungs.arms("ladder", n)
    runs = lab.play(arms)
    best = {n: min(GIFTS[n], key=lambda gift: _gap(seat_leads(runs[f"gift {gift}"]))) for n in COUNTS}
    checks = [
        Arm(f"checked {name} {n}", n, size["checked"], changes={"seat_knights": _five(best[n]), **change})
        for n in COUNTS
        for name, change in (("base", {}), ("seals", SEALS))
    ]
    runs |= lab.play(checks)

    ahead = {(name, n): seat_leads(runs[f"{name} {n}"]) for n in COUNTS for name in ("base", "seals")}
    levels = {(name, n): levelled(runs[f"{name} {n}"][0]) for n in COUNTS for name in ("base", "seals")}
    remedies = _remedies(runs, best, levels, size["gifts"])
    ladder = [
        rungs.row(
            Effect.found(n, "seat 1's win share above fair", KINDS["win_share"], ahead["base", n][0], SMALLEST),
            ["ladder"], runs, first_lead,
        )
        for n in COUNTS
    ]  # fmt: skip
    return Page(
        slug="king-arthur-start-player",
        game=lab.game.id,
        game_title=lab.game.title,
        title="The start player",
        question="Does the seat decide who wins, and would knights, points or equal turns level the seats?",
        answer=f"{_answer(ahead, remedies)} {robust_sentence(ladder, lambda found: players_text(found.players))}",
        sections=[
            _seats(runs, ahead, size),
            _levelling(runs, remedies, levels, best, size),
            _knights(runs, best, size),
            _players(runs, policies, size, rungs, ladder),
        ],
        provenance=provenance(
            lab, "balanced in every seat, unless a table says otherwise",
            games_behind=f"{count(size['headline'], 'games')} a number of players behind the headline, under each "
            "table of strengths (a quarter of a headline's usual size); the other tables name theirs",
        ),
        presets=_presets(ahead, runs, presets),
        order=10,
    )  # fmt: skip


def _five(gift: Sequence[int]) -> list[int]:
    return [*gift, *[0] * (5 - len(gift))]


def _gap(ahead: Sequence[Interval]) -> float:
    """The largest distance of a seat from its fair share."""
    return max(abs(interval.estimate) for interval in ahead)


def _with_points(run: Played, given: Sequence[int]) -> list[Interval]:
    """The advantages of all seats when each had been given points at the end, with the rules' tie-break."""
    wins = Moments(run.players)
    for part in by_seat(run, ["score", "tiebreak"]):
        score = part["score"].astype(np.int64) + np.array(given)
        key = score * 10_000 + part["tiebreak"].astype(np.int64)
        first = key == key.max(axis=1, keepdims=True)
        wins.add(first * (WIN_UNIT // first.sum(axis=1, keepdims=True)))
    return seat_advantages(wins)


def _later(run: Played, skip: int) -> list[Interval]:
    """The advantages of all seats in the games after the first `skip`."""
    wins = Moments(run.players)
    for part in by_seat(run, ["win_60ths"]):
        wins.add(part["win_60ths"][skip:].astype(np.int64))
        skip = max(0, skip - len(part["win_60ths"]))
    return seat_advantages(wins)


def _remedies(
    runs: Mapping[str, list[Played]], best: Mapping[int, tuple[int, ...]],
    levels: Mapping[tuple[str, int], Compensation], skip: int,
) -> dict[tuple[str, int], dict[str, list[Interval]]]:  # fmt: skip
    """The advantages of all seats in the game as printed and under each remedy, for both variants."""
    return {
        (name, n): {
            "as printed": seat_leads(runs[f"{name} {n}"]),
            "equal turns": seat_leads(runs[f"equal {name} {n}"]),
            "knights": _later(runs[f"checked {name} {n}"][0], skip),
            "points": _with_points(runs[f"{name} {n}"][0], levels[name, n].whole_points),
        }
        for name in ("base", "seals")
        for n in COUNTS
    }


def _gift_text(gift: Sequence[int]) -> str:
    return ", ".join(number(given) for given in gift)


def _off(ahead: Sequence[Interval]) -> tuple[float, float]:
    """Ends of the interval for how far the farthest seat is off."""
    far = max(ahead, key=lambda interval: abs(interval.estimate))
    ends = sorted((abs(far.low), abs(far.high)))
    return (0.0 if far.contains(0.0) else ends[0]), ends[1]


def _answer(ahead, remedies) -> str:  # type: ignore[no-untyped-def]
    first = first_seat({n: ahead["base", n] for n in COUNTS})
    seals = first_seat({n: ahead["seals", n] for n in COUNTS})
    left = []
    for what in ("as printed", *REMEDIES):
        gaps = [_gap(remedies["base", n][what]) for n in COUNTS]
        words = "of games as printed" if what == "as printed" else f"with {REMEDIES[what]}"
        left.append(f"{percent(min(gaps)).rstrip('%')} to {percent(max(gaps))} {words}")
    return (
        f"Between balanced players the start player is {first}; with seals {seals}. The seat farthest from its fair "
        f"share is off by {listing(left)}, depending on the number of players."
    )


def _seats(runs, ahead, size) -> Section:  # type: ignore[no-untyped-def]
    frame, table, findings = [], [], []
    for n in COUNTS:
        for name, words in (("base", "base game"), ("seals", "with seals")):
            shown, told = seat_rows(runs[f"{name} {n}"], ahead[name, n], n, words)
            frame += shown
            table += told
        lead = ahead["base", n]
        top, low = (int(pick([one.estimate for one in lead])) for pick in (np.argmax, np.argmin))
        scores = means(runs[f"base {n}"], "score")
        if lead[top].low > 0:
            sentence = (
                f"At {n} players seat {top + 1} wins most, {percent(lead[top].estimate + 1 / n)} of games instead of "
                f"{percent(1 / n)}; seat {low + 1} least, {percent(lead[low].estimate + 1 / n)}."
            )
        else:
            sentence = f"At {n} players no seat is ahead for sure; seat {top + 1} comes nearest to it."
        apart = scores[top].estimate - scores[low].estimate
        findings.append(
            Finding(
                sentence, lead[top], "pp",
                f"{verdict_text(verdict(lead[top], SMALLEST), MATTERS)}; the two score "
                f"{points(apart, signed=True)} apart",
                lead[top].n, "balanced in every seat",
            )
        )  # fmt: skip
    tests = {key: equal_shares_test(seat_moments(runs[f"{key[0]} {key[1]}"], "win_60ths")) for key in ahead}
    omnibus = "; ".join(
        f"{words}: " + listing([f"{n} players {p_text(tests[name, n].p)}" for n in COUNTS])
        for name, words in (("base", "base game"), ("seals", "with seals"))
    )
    order = [n for n in COUNTS if all(a.estimate > b.estimate for a, b in itertools.pairwise(ahead["base", n]))]
    falls = (
        "In the base game the shares fall from seat to seat at "
        + ("every number of players. " if len(order) == len(COUNTS) else f"{listing(list(map(str, order)))} players. ")
        if order
        else ""
    )
    return Section(
        "Who wins from which seat?",
        [
            *findings,
            Prose(
                f"{falls}The game stops in the turn in which it ends, so early seats may have had one turn more than "
                "late ones; nothing in the printed game pays for that."
            ),
            Figure(
                figures.seat_shares(pd.DataFrame(frame)),
                "Win share by seat with 95% intervals that hold for all seats of a table at once; the line is the fair "
                "share.",
                "Four panels, one a number of players, with two marks for each seat.",
            ),
            seats_table(table),
            Method(
                "The same policy in every seat, so that seats differ and players don't. Ties that the rules leave are "
                "split. Each game is one observation. Simultaneous intervals by the maximum of the correlated "
                f"deviations (max-t); test of equal shares (Hotelling): {omnibus}. "
                f"{count(size['headline'], 'games')} a number of players in the base game (a quarter of a headline's "
                f"usual size), {count(size['seals'], 'games')} with seals. The balanced player's weights are those of "
                "the base game."
            ),
        ],
    )  # fmt: skip


def _levelling(runs, remedies, levels, best, size) -> Section:  # type: ignore[no-untyped-def]
    frame, table = [], []
    for (name, n), by in remedies.items():
        words = "base game" if name == "base" else "with seals"
        for what, lead in by.items():
            amount = {"points": _gift_text(levels[name, n].whole_points), "knights": _gift_text(best[n])}.get(what, "")
            far = max(lead, key=lambda interval: abs(interval.estimate))
            table.append(
                {"table": f"{players_text(n)}, {words}", "remedy": what, "given": amount, **row(lead[0], "first"),
                 **row(lead[-1], "last"), "gap": abs(far.estimate), "games": far.n}
            )  # fmt: skip
            if name == "base":
                frame += [
                    row(one.shifted(1 / n), panel=players_text(n), seat=seat, series=what)
                    for seat, one in enumerate(lead, 1)
                ]
    findings = []
    for n in COUNTS:
        by = remedies["base", n]
        order = sorted(REMEDIES, key=lambda what: _gap(by[what]))
        before = _gap(by["as printed"])
        far = max(by[order[0]], key=lambda interval: abs(interval.estimate))
        given_by = {"points": f" ({_gift_text(levels['base', n].whole_points)})",
                    "knights": f" ({_gift_text(best[n])})"}  # fmt: skip
        how = {what: words + given_by.get(what, "") for what, words in REMEDIES.items()}
        near = [what for what in order if _off(by[what])[0] <= _off(by[order[0]])[1]]
        rest = [f"{percent(_gap(by[what]))} with {how[what]}" for what in order[1:]]
        if _off(by["as printed"])[0] <= _off(by[order[0]])[1]:
            sentence = f"At {n} players no remedy brings the seats nearer to fair for sure; first are {how[order[0]]}"
        elif len(near) == 1:
            sentence = f"At {n} players {how[order[0]]} bring the seats nearest to fair"
        else:
            sentence = f"At {n} players {listing([how[what] for what in near])} do best, too close to tell apart"
        within = (
            f"no seat is left farther from fair than the {percent(SMALLEST, 0)} that matters"
            if all(verdict(one, SMALLEST).word == EQUIVALENT for one in by[order[0]])
            else f"a seat is left farther from fair than the {percent(SMALLEST, 0)} that matters"
            if any(verdict(one, SMALLEST).word in (LARGER, SMALLER) for one in by[order[0]])
            else f"whether all seats are within {percent(SMALLEST, 0)} isn't known yet"
        )
        findings.append(
            Finding(
                f"{sentence}. With {REMEDIES[order[0]]} the farthest seat is {percent(_gap(by[order[0]]))} of games "
                f"from its fair share, instead of {percent(before)}; it is {listing(rest)}.",
                far, "pp", within, far.n, "balanced in every seat",
            )
        )  # fmt: skip
    longer = []
    for n in COUNTS:
        games = min(runs[f"{which} {n}"][0].games for which in ("base", "equal base"))
        equal, base = (Played(runs[f"{which} {n}"][0].results, games) for which in ("equal base", "base"))
        apart = paired(equal, base, [TURNS, DRAWS])
        more, drawn = apart["turns"].interval, apart["draws"].interval
        longer.append(
            f"{number(more.estimate, 1)} turns ("
            + (f"{pp(drawn.estimate)} games with a drawn best score" if drawn.excludes(0.0) else "draws as before")
            + f") at {n}"
        )
    return Section(
        "What would level the seats?",
        [
            *findings,
            Prose(
                "Points are given at the end; a seat's tie-break stays what it was. Knights are cards more in the "
                "opening hand. In brackets: what seat 1, seat 2 and so on get. Equal turns let the round be played out "
                f"once the end has come, which makes the game longer: by {listing(longer)} players."
            ),
            Figure(
                figures.seat_shares(pd.DataFrame(frame)),
                "Win share by seat in the base game as printed and under each remedy (95%, simultaneous within a "
                "table); the line is the fair share.",
                "Four panels with four marks a seat; the marks of the remedies lie nearer to the line or cross it.",
            ),
            Table(
                "remedies", "How far seats are from a fair share under each remedy", table,
                [
                    Column("remedy"),
                    Column("given", "given, by seat"),
                    Column("first", "seat 1", "pp", low="first_low", high="first_high"),
                    Column("last", "last seat", "pp", low="last_low", high="last_high"),
                    Column("gap", "farthest seat", "share", digits=1),
                    Column("games"),
                ],
                group="table",
                note="The knights with seals are those that do best in the base game.",
            ),
            levels_table(
                {
                    f"{players_text(n)}, {'base game' if name == 'base' else 'with seals'}": levels[name, n]
                    for name, n in remedies
                },
                fold=True,
            ),
            Method(
                "Points: from the scores of the games played, with the rulebook's tie-break, by root finding on the "
                "win shares; intervals by the delta method. It holds for points that change nobody's play: players who "
                "know of them may end the game at other times. Equal turns: the same deals as the game as printed, "
                f"{count(size['equal'], 'games')}. Knights: the best of the gifts in the next section, measured on "
                f"{count(size['checked'] - size['gifts'], 'games')} that weren't used to choose it."
            ),
        ],
    )  # fmt: skip


def _knights(runs, best, size) -> Section:  # type: ignore[no-untyped-def]
    table, curve = [], []
    for n in COUNTS:
        plain = Played(runs[f"base {n}"][0].results, min(size["gifts"], runs[f"base {n}"][0].games))
        options = [((0,) * n, plain), *((gift, runs[f"gift {gift}"][0]) for gift in GIFTS[n])]
        for gift, run in options:
            ahead = seat_leads([run])
            entry = {"table": players_text(n), "gift": _gift_text(gift), "gap": _gap(ahead), "games": run.games,
                     "chosen": "nearest to fair" if gift == best[n] else ""}  # fmt: skip
            table.append(entry | row(ahead[0], "first") | row(ahead[-1], "last"))
            if not any(gift[:-1]):
                curve.append(row(ahead[-1], x=gift[-1], series=players_text(n)))
    worth = []
    for n in COUNTS:
        one = seat_leads(runs[f"gift {(*[0] * (n - 1), 1)}"])[-1]
        none = seat_leads([Played(runs[f"base {n}"][0].results, min(size["gifts"], runs[f"base {n}"][0].games))])[-1]
        worth.append(f"{pp(one.estimate - none.estimate)} at {n}")
    return Section(
        "How much does a knight more do?",
        [
            Prose(
                f"One knight more in the last seat's opening hand changes its win share by {listing(worth)} players. "
                "All gifts of at most two knights a seat that never give a later seat fewer than an earlier one were "
                "played (up to four at two players)."
            ),
            Figure(
                figures.curves(
                    pd.DataFrame(curve), "pp", "last seat's win share above fair", "more knights for the last seat",
                    0.0, "fair", [str(more) for more in range(5)],
                ),
                "The last seat's win share above its fair share, when it alone gets more knights (95%, simultaneous "
                "over seats).",
                "Four rising lines, one a number of players.",
            ),
            Table(
                "knights", "Win share above fair by gift of knights", table,
                [
                    Column("gift", "knights more, by seat"),
                    Column("first", "seat 1", "pp", low="first_low", high="first_high"),
                    Column("last", "last seat", "pp", low="last_low", high="last_high"),
                    Column("gap", "farthest seat", "share", digits=1),
                    Column("chosen", ""),
                    Column("games"),
                ],
                group="table", fold=True,
            ),
            Method(
                "The additional knights come from the back of the knight deck, so that the same game deals the same "
                "first hands. The choice of the best gift is made on these games and measured on others, since the "
                "smallest of many gaps is smaller than it will be again."
            ),
        ],
    )  # fmt: skip


def _players(runs, policies, size, rungs, ladder) -> Section:  # type: ignore[no-untyped-def]
    rows = []
    cells: dict[str, dict[str, float]] = {}
    for policy in ["balanced", *policies]:
        for n in COUNTS:
            for name, words in (("base", "base game"), ("seals", "with seals")):
                run = runs[f"{name} {n}" if policy == "balanced" else f"{policy} {name} {n}"][0]
                run = Played(run.results, min(run.games, size["players"]))
                first, last = seat_leads([run])[0], seat_leads([run])[-1]
                entry = row(first, label=policy, table=f"{players_text(n)}, {words}", games=run.games)
                entry |= row(last, "last") | row(levelled(run).points[-1], "given")
                rows.append(entry)
                cells.setdefault(policy, {})[f"{n}" if name == "base" else f"{n}, seals"] = first.estimate
    data = pd.DataFrame(rows)
    exceptions, whole = [], 0
    for table, here in data.groupby("table", sort=False):
        up, down = int((here.low > 0).sum()), int((here.high < 0).sum())
        whole += up == len(here)
        if up < len(here):
            exceptions.append(f"{table}: {up} ahead, {down} behind")
    matrix = pd.DataFrame.from_dict(cells, orient="index")
    matrix = matrix[[f"{n}" for n in COUNTS] + [f"{n}, seals" for n in COUNTS]]
    sure = data[(data.low > 0) | (data.high < 0)]
    signs = sorted(set(np.sign(sure.value)))
    agreed = (
        "No player shows the start player ahead or behind for sure."
        if not signs
        else "Wherever the interval excludes a fair share, the start player is "
        + ("ahead." if signs == [1.0] else "behind.")
        if len(signs) == 1
        else "Players disagree: some see the start player ahead and some behind."
    )
    return Section(
        "Does it hold for other players?",
        [
            Prose(
                f"{agreed} Each of {len(cells)} players met copies of itself at {2 * len(COUNTS)} kinds of "
                f"table; at {whole} of them all players show the start player ahead for sure."
                + (f" At the others: {'; '.join(exceptions)}." if exceptions else "")
            ),
            Figure(
                figures.matrix(matrix, "pp", "", "players", 0.0),
                "Seat 1's win share above its fair share, by player and number of players; in italics when below.",
                "A grid of players by number of players, without and with seals.",
            ),
            Table(
                "players", "The first and the last seat by player, and points that would level the last", data,
                [
                    Column("label", "player"),
                    Column("value", "seat 1 above fair", "pp", low="low", high="high"),
                    Column("last", "last seat above fair", "pp", low="last_low", high="last_high"),
                    Column("given", "points for the last seat", "points difference", low="given_low",
                           high="given_high"),
                    Column("games"),
                ],
                group="table", fold=True,
                note="Of the balanced player only as many games as of the others.",
            ),
            *mixed_table(rungs, "ladder", COUNTS, runs),
            Method(
                f"{count(size['players'], 'games')} a player and table. What weaker players show is no evidence for "
                "good play; it tells how far the answer depends on who plays."
            ),
            *ladder_items(ladder, lambda found: f"{players_text(found.players)}, base game"),
        ],
    )  # fmt: skip


def _presets(ahead, runs, presets) -> Presets:  # type: ignore[no-untyped-def]
    rows, agree, disagree, sizes_differ = [], [], [], []
    for n in COUNTS:
        first = {"design": ahead["base", n][0]}
        first |= {name: seat_leads(runs[f"preset {name} {n}"])[0] for name in presets}
        rows += [
            PresetRow(name, f"seat 1 above fair, {players_text(n)}", interval, interval.n)
            for name, interval in first.items()
        ]
        states = {name: state(interval) for name, interval in first.items()}
        if len(set(states.values())) == 1:
            agree.append(f"{n} ({next(iter(states.values()))})")
        else:
            told = listing([f"{word} under `{name}`" for name, word in states.items()])
            disagree.append(f"at {n} players it is {told}")
        order = sorted(first, key=lambda name: first[name].estimate)
        low, high = order[0], order[-1]
        if first[low].high < first[high].low:
            sizes_differ.append(
                f"{n} players ({pp(first[low].estimate)} under `{low}`, {pp(first[high].estimate)} under `{high}`)"
            )
    said = []
    if disagree:
        said.append("The tables disagree about the start player: " + "; ".join(disagree) + ".")
    if agree:
        said.append(f"All three agree about the start player at {listing(agree)} players.")
    said.append(
        f"The size of the lead differs by more than chance at {listing(sizes_differ)}."
        if sizes_differ
        else "No difference in the size of the lead is larger than chance."
    )
    return Presets("the first seat's win share above a fair one, base game", " ".join(said), rows, "pp")
