"""A tournament as tables for the terminal and as a page."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import pandas as pd

from burgsim import __version__
from burgsim.games.game import Game
from burgsim.games.jit import kernel_hash
from burgsim.report import figures
from burgsim.report.blocks import players_text, row
from burgsim.report.document import Column, Figure, Finding, Item, Method, Page, Prose, Provenance, Section, Table
from burgsim.report.numbers import interval, listing, percent
from burgsim.studies.tournament import Tournament


def order_sentence(found: Tournament) -> str:
    """Who won, in words."""
    first = found.order[0]
    share = found.shares[first]
    second = found.order[1]
    apart = found.shares[second].high < share.low
    return (
        f"The strongest is {found.policies[first]}: it wins {interval(share, 'share')} of its games, where a fair "
        f"share is {percent(1 / found.players)}. {found.policies[second]} comes second"
        f"{'' if apart else ', not surely behind'}."
    )


def cycle_sentence(found: Tournament) -> str:
    """Whether strength is one number."""
    if found.cycles:
        trios = [cycle.policies for cycle in found.cycles[:3]]
        said = [f"{a} beats {b}, {b} beats {c}, and {c} beats {a}" for a, b, c in trios]
        return f"There {'is a cycle' if len(found.cycles) == 1 else 'are cycles'}: {'; '.join(said)}."
    part = "" if math.isnan(found.cyclic) else f" ({percent(found.cyclic)} of the differences fit no single scale)"
    return f"There is no cycle of three that is sure{part}."


def share_rows(found: Tournament) -> list[list[str]]:
    """A header and one row a policy, the best first."""
    rows = [["policy", "win share", "rating", "place", "best in"]]
    for i in found.order:
        cells = ["", "", ""]
        if found.ratings is not None:
            r = found.ratings[i]
            place = str(r.rank) if r.rank_low == r.rank_high else f"{r.rank} ({r.rank_low} to {r.rank_high})"
            cells = [r.strength.text(sign=True), place, "" if math.isnan(r.best) else percent(r.best, 0)]
        rows.append([found.policies[i], found.shares[i].text("%", 100), *cells])
    return rows


def matrix_rows(found: Tournament) -> list[list[str]]:
    """How often the row finishes ahead of the column, in per cent with its interval."""
    names = [found.policies[i] for i in found.order]
    rows = [["ahead of", *names]]
    for i in found.order:
        cells = []
        for j in found.order:
            rate = found.rate(i, j)
            shown = f"{100 * rate.estimate:.1f} [{100 * rate.low:.0f}, {100 * rate.high:.0f}]"
            cells.append(shown if rate.known else "")
        rows.append([found.policies[i], *cells])
    return rows


def terminal(found: Tournament) -> list[Any]:
    """What `burgsim tournament` prints: rich tables and lines."""
    from burgsim.simulation.show import as_table

    shown = [
        order_sentence(found), as_table(share_rows(found), left=("policy",)),
        "How often the row finishes ahead of the column (%)", as_table(matrix_rows(found), left=("ahead of",)),
        cycle_sentence(found),
    ]  # fmt: skip
    if found.ratings is None:
        shown.append("Ratings need the package choix: pip install 'burgsim[ratings]'")
    shown.append(f"{found.games:,} games: {found.tables} tables, {found.deals:,} deals each, in every rotation.")
    return shown


def tournament_page(found: Tournament, game: Game, command: str, changes: Mapping[str, Any]) -> Page:
    """The page that `burgsim tournament --out` writes."""
    names = [found.policies[i] for i in found.order]
    data = pd.DataFrame(
        [[found.rates[i, j] for j in found.order] for i in found.order], index=names, columns=names
    )
    shares = [row(found.shares[i], policy=found.policies[i], label=found.policies[i]) for i in found.order]
    table = []
    for i in found.order:
        entry = row(found.shares[i], "share", policy=found.policies[i])
        if found.ratings is not None:
            r = found.ratings[i]
            entry |= row(r.strength, "rating", place=r.rank, from_place=r.rank_low, to_place=r.rank_high, best=r.best)
        table.append(entry)
    columns = [Column("policy"), Column("share", "win share", "share", low="share_low", high="share_high")]
    if found.ratings is not None:
        columns += [
            Column("rating", low="rating_low", high="rating_high", digits=2), Column("place"),
            Column("from_place", "place from"), Column("to_place", "to"), Column("best", "best in", "share", digits=0),
        ]  # fmt: skip
    pairs = [
        row(found.rate(i, j), "ahead", policy=found.policies[i], against=found.policies[j])
        for i in found.order for j in found.order if i != j
    ]  # fmt: skip
    first = found.order[0]
    items: list[Item] = [
        Finding(order_sentence(found), found.shares[first], "share", "", found.games,
                f"{len(names)} policies at {players_text(found.players)}"),
        Prose(cycle_sentence(found)),
        Figure(
            figures.intervals(pd.DataFrame(shares), "share", "win share", 1 / found.players, "fair share"),
            "Mean win share over all tables and seats (95%, clustered by deal).",
            "Rows of dots with whiskers, one a policy, the strongest first.",
        ),
        Table("shares", "Win shares and ratings", table, columns),
        Figure(
            figures.matrix(data, "share", "this one", "finishes ahead of", centre=0.5),
            "How often the row finishes ahead of the column when both sit at a table; a tie is half.",
            "A square table of shares, shaded by distance from one half.",
        ),
        Table("pairs", "Every pair", pairs,
              [Column("against"), Column("ahead", "finishes ahead", "share", low="ahead_low", high="ahead_high")],
              group="policy", fold=True),
        Method(
            f"{found.tables:,} selections of policies, each at {found.deals:,} deals in all {found.players} rotations "
            f"of the seats: {found.games:,} games. A deal with all its games is one observation. Ratings are "
            "Plackett-Luce strengths (a difference of 1 means odds of e to 1 to finish ahead), fitted to all pairs of "
            "ranks at once, with intervals from resampled deals; places are those of the resamples. A cycle is told "
            "when each of its three steps is sure, all pairs taken together (max-t)."
        ),
    ]  # fmt: skip
    return Page(
        slug=f"tournament-{found.players}",
        game=game.id,
        game_title=game.title,
        title=f"Tournament at {players_text(found.players)}",
        question="Which player is the strongest, and is strength one number?",
        answer=f"{order_sentence(found)} {cycle_sentence(found)}",
        sections=[Section("Who beats whom?", items)],
        provenance=Provenance(
            version=__version__, kernel=kernel_hash(), seed=found.seed, games=found.games, command=command,
            players=listing(names), rules={k: str(v) for k, v in changes.items()} or {"rules": "the default rules"},
        ),
        order=160,
    )  # fmt: skip
