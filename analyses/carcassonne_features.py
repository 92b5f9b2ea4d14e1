"""Carcassonne: what a follower on a road, city, cloister or field earns, and whether farming early pays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from analyses._carcassonne_map import finished_map, heat_map
from burgsim.games.carcassonne.words import tiles
from burgsim.report import Column, Figure, Finding, Method, Page, PresetRow, Presets, Prose, Section, Table, figures
from burgsim.report.blocks import players_text, provenance, row
from burgsim.report.numbers import count, listing, number, percent, points, pp
from burgsim.simulation.batch import Table as GameTable
from burgsim.simulation.stepwise import Stepwise
from burgsim.simulation.trace import trace
from burgsim.statistics.intervals import Interval
from burgsim.statistics.moments import Moments
from burgsim.studies.estimates import fork_effect
from burgsim.studies.lab import Arm, Lab, Played, by_seat

GAME = "carcassonne"
COUNTS = (2, 3, 4, 5)
ALL = {"river": True, "inns": True, "traders": True}
SORTS = {"roads": "road", "cities": "city", "cloisters": "cloister", "fields": "field"}
QUARTERS = ("first", "second", "third", "last")
#: Fewer forks than this say nothing.
LEAST_FORKS = 100
#: Games behind the map of where tiles lie.
MAPS = 200


def answer(lab: Lab) -> Page:
    """Play the arms and write what they say."""
    presets = {name: changes for name, changes in lab.game.rules.presets().items() if changes}
    arms = [Arm(f"base game {n}", n, lab.sizes.table) for n in COUNTS]
    arms += [Arm("all sets 2", 2, max(2, lab.sizes.table // 4), ("balanced@all",), ALL)]
    arms += [Arm(f"preset {name}", 2, lab.sizes.table, changes=c) for name, c in presets.items()]
    runs = lab.play(arms)
    forks = {n: lab.fork("farmer", n, max(2, lab.sizes.forks // 4)) for n in (2, 4)}
    earned = {name: _earned(run[0]) for name, run in runs.items()}
    return Page(
        slug="carcassonne-features",
        game=lab.game.id,
        game_title=lab.game.title,
        title="What followers earn",
        question="What does a follower on a road, city, cloister or field earn, by turn; does farming early pay?",
        answer=_answer(earned["base game 2"], forks[2]),
        sections=[
            _followers(runs, earned, lab.sizes.table), _farming(forks), _maps(lab),
        ],
        provenance=provenance(lab, "balanced in every seat"),
        presets=_presets(earned, presets),
        order=20,
    )  # fmt: skip


def _earned(run: Played) -> dict[tuple[str, int], Interval]:
    """Points a follower, by what it was deployed on and in which quarter (1 to 4; 0 for all); the game is the unit."""
    names = [f"{what}_{sort}_{q}" for what in ("earned", "deployed") for sort in SORTS for q in range(1, 5)]
    sums = [f"{what}_{sort}_0" for what in ("earned", "deployed") for sort in SORTS]
    moments = Moments([*names, *sums])
    for part in by_seat(run, names):
        columns = [part[name].astype(np.int64).sum(axis=1) for name in names]
        whole = [sum(columns[i : i + 4]) for i in range(0, len(columns), 4)]
        moments.add(np.stack([*columns, *whole], axis=1))
    return {
        (sort, q): moments.ratio(f"earned_{sort}_{q}", f"deployed_{sort}_{q}") for sort in SORTS for q in range(5)
    }


def _answer(earned: Mapping[tuple[str, int], Interval], forks: Mapping[str, np.ndarray]) -> str:
    best = sorted(SORTS, key=lambda sort: -earned[sort, 0].estimate)
    told = listing([f"{points(earned[sort, 0].estimate)} on a {SORTS[sort]}" for sort in best])
    early = (forks["stage"] == 1) & (forks["chosen"] == 1)
    said = ""
    if early.sum() >= LEAST_FORKS:
        win = fork_effect(forks, early)["win"]
        sure = "" if win.excludes(0.0) else ", which may be chance"
        said = (
            f" Where the player farms in the first quarter of the tiles, that changes its win share by "
            f"{pp(win.estimate)}{sure}."
        )
    return f"Between two balanced players a follower earns {told}.{said}"


def _followers(runs, earned, size) -> Section:  # type: ignore[no-untyped-def]
    rows, cells = [], pd.DataFrame(np.nan, index=list(SORTS.values()), columns=list(QUARTERS))
    for name, found in earned.items():
        if name.startswith("preset"):
            continue
        table, _, n = name.rpartition(" ")
        for sort, word in SORTS.items():
            sent = _deployed(runs[name][0], sort)
            entry: dict[str, Any] = {
                "table": f"{players_text(int(n))}, {table}", "on": word, **row(found[sort, 0], "all"),
                **row(sent, "sent"), "games": runs[name][0].games,
            }  # fmt: skip
            for q, quarter in enumerate(QUARTERS, 1):
                entry |= row(found[sort, q], quarter)
                if name == "base game 2":
                    cells.loc[word, quarter] = found[sort, q].estimate
            rows.append(entry)
    two = earned["base game 2"]
    top = max(SORTS, key=lambda sort: two[sort, 0].estimate)
    return Section(
        "What does a follower earn?",
        [
            Finding(
                f"At two players a follower on a {SORTS[top]} earns most, {points(two[top, 0].estimate)}.",
                two[top, 0], "points", "", runs["base game 2"][0].games, "balanced in both seats",
            ),
            Prose(
                "What a feature pays is shared among its owner's followers there. That is what was earned, and not "
                "what a follower is worth: cities are taken when they promise much, and a follower on a road is soon "
                "back."
            ),
            Figure(
                figures.matrix(cells, "points", "follower on a", "quarter of the tiles in which it was deployed"),
                "Points a follower earned by the end, two players, base game.",
                "A grid of four features by four quarters.",
            ),
            Table(
                "followers", "Points a follower, and followers deployed", rows,
                [
                    Column("on"),
                    Column("all", "points", "points", low="all_low", high="all_high", digits=2),
                    *(Column(q, f"{q} quarter", "points", low=f"{q}_low", high=f"{q}_high") for q in QUARTERS),
                    Column("sent", "deployed a player", low="sent_low", high="sent_high", digits=2),
                    Column("games"),
                ],
                group="table", fold=True,
            ),
            Method(
                "Ratio of sums over all games, with intervals by the delta method; the game is the unit. "
                f"{count(size, 'games')} a number of players in the base game."
            ),
        ],
    )  # fmt: skip


def _deployed(run: Played, sort: str) -> Interval:
    """Followers a player deployed there."""
    names = [f"deployed_{sort}_{q}" for q in range(1, 5)]
    moments = Moments([sort])
    for part in by_seat(run, names):
        moments.add(sum(part[name].astype(np.int64).sum(axis=1) for name in names)[:, None])
    return moments.interval(0, unit=float(run.players))


def _farming(forks) -> Section:  # type: ignore[no-untyped-def]
    rows, cells = [], pd.DataFrame(np.nan, index=[players_text(n) for n in forks], columns=list(QUARTERS))
    for n, found in forks.items():
        for chosen, words in ((1, "when the player farms"), (0, "when it wouldn't")):
            for q in range(5):
                at = (found["chosen"] == chosen) & ((found["stage"] == q) | (q == 0))
                if at.sum() < LEAST_FORKS:
                    continue
                effect = fork_effect(found, at)
                when = f"{QUARTERS[q - 1]} quarter" if q else "any time"
                entry: dict[str, Any] = {"table": players_text(n), "who": words, "when": when, "forks": int(at.sum())}
                for name in ("win", "lead", "score"):
                    entry |= row(effect[name], name)
                rows.append(entry)
                if chosen and q:
                    cells.loc[players_text(n), QUARTERS[q - 1]] = effect["win"].estimate
    whole = {n: fork_effect(found) for n, found in forks.items()}
    items: list[Any] = [
        Finding(
            f"At {players_text(n)} a farmer now, against none in this turn, changes the win share by "
            f"{pp(effect['win'].estimate)} over all opportunities, good and bad.",
            effect["win"], "pp", f"{points(effect['lead'].estimate, signed=True)} of lead", effect["win"].n, "balanced",
            counted="forks",
        )
        for n, effect in whole.items()
    ]  # fmt: skip
    if cells.notna().any(axis=None):
        items.append(
            Figure(
                figures.matrix(cells, "pp", "", "quarter of the tiles", 0.0),
                "Change of the win share by deploying a farmer where the player does so by itself, against not doing "
                f"it in this turn. Empty: fewer than {LEAST_FORKS} forks.",
                "A grid of two numbers of players by four quarters.",
            )
        )
    if rows:
        items.append(
            Table(
                "farmers", "A farmer now, against none in this turn", rows,
                [
                    Column("who", "opportunities"), Column("when"),
                    Column("win", "wins", "pp", low="win_low", high="win_high"),
                    Column("lead", "lead", "points difference", low="lead_low", high="lead_high"),
                    Column("score", "own score", "points difference", low="score_low", high="score_high"),
                    Column("forks"),
                ],
                group="table",
            )
        )  # fmt: skip
    items.append(
        Method(
            "In each game one opportunity is drawn from all that come up: a decision that lists a farmer and "
            "something else. Four futures are played from it in both arms alike, with the stack shuffled anew for "
            "each. In one arm the player deploys its best farmer, in the other farmers are off its list until the "
            "turn ends. The game is the cluster. The quarter is that of the tiles on the map."
        )
    )
    return Section("Does farming early pay?", items)


def _maps(lab: Lab) -> Section:
    from burgsim.players import seats

    games = min(MAPS, lab.sizes.table)
    table = GameTable(lab.game, 2, lab.game.rules(), seats(lab.game, 2, "balanced"), lab.seed)
    hits: dict[tuple[int, int], int] = {}
    spans = []
    for number_ in range(games):
        laid = _final_tiles(table, number_)
        for x, y in laid:
            hits[x, y] = hits.get((x, y), 0) + 1
        spans.append(max(max(x for x, _ in laid) - min(x for x, _ in laid), max(y for _, y in laid)
                         - min(y for _, y in laid)) + 1)  # fmt: skip
    west, north = min(x for x, _ in hits), min(y for _, y in hits)
    share = np.zeros((max(y for _, y in hits) - north + 1, max(x for x, _ in hits) - west + 1))
    for (x, y), n in hits.items():
        share[y - north, x - west] = n / games
    told = trace(GAME, 2, lab.seed, 0, "balanced")
    last = told.steps[-1].after
    scores = listing([number(seat["score"]) for seat in told.result["seats"]])
    return Section(
        "What a map looks like",
        [
            Prose(
                f"A finished map of 72 tiles is {number(float(np.mean(spans)), 1)} cells long at its longer side on "
                f"average, {number(max(spans))} at most in {count(games, 'games')}."
            ),
            Figure(
                finished_map(last["map"], last["figures"], 2),
                f"The end of a game of two balanced players (seed {lab.seed}, game 0; {scores} points): what stood "
                "there at the final scoring. Farmers are hollow, diamonds are shields, boxes with a cross cloisters.",
                "A map of 72 tiles with cities, roads, fields and the followers of two players.",
            ),
            Figure(
                heat_map(share, west, north),
                f"How often a cell had a tile at the end, per cent of {count(games, 'games')}; the start tile is "
                "framed (its city to the north). The largest share beside it is "
                f"{percent(_beside(share, west, north))}.",
                "A grid of cells, darkest around the start tile.",
            ),
            Method("Games 0 and on of the same seed, two balanced players, base game; for the maps only."),
        ],
    )


def _beside(share: np.ndarray, west: int, north: int) -> float:
    """The largest share of a cell other than the start tile's."""
    others = share.copy()
    others[-north, -west] = 0.0
    return float(others.max())


def _final_tiles(table: GameTable, game: int) -> list[tuple[int, int]]:
    """Where the tiles of a game lie at its end."""
    _, _, chosen = table.record(game)
    play = Stepwise(table.game, table.players, table.rules)
    play.log["on"] = 0
    play.deal(table.seed, game)
    play.reveal()
    left = iter(chosen)
    while not play.over:
        listed = play.legal()
        play.play(listed[0] if len(listed) == 1 else next(left))
    return [(x, y) for x, y, _ in tiles(play.state)]


def _presets(earned, presets) -> Presets:  # type: ignore[no-untyped-def]
    found = {"third": earned["base game 2"]["fields", 0]}
    found |= {name: earned[f"preset {name}"]["fields", 0] for name in presets}
    rows = [PresetRow(name, "points a farmer, 2 players", one, one.n) for name, one in found.items()]
    order = sorted(found, key=lambda name: found[name].estimate)
    said = (
        f"Of the editions' ways to count, a farmer earns least under `{order[0]}` "
        f"({points(found[order[0]].estimate)}) and most under `{order[-1]}` ({points(found[order[-1]].estimate)}), "
        "with players who weigh fields as in the third."
    )
    return Presets("points a farmer earns, base game, 2 players", said, rows, "points")
