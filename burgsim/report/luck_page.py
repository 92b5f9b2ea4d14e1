"""Luck and skill as tables for the terminal and as a page."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from burgsim import __version__
from burgsim.games.game import Game
from burgsim.games.jit import kernel_hash
from burgsim.report import figures
from burgsim.report.blocks import players_text, row
from burgsim.report.document import Column, Figure, Finding, Item, Method, Page, Prose, Provenance, Section, Table
from burgsim.report.numbers import interval, listing, percent
from burgsim.statistics.intervals import NAN, Interval, null_interval
from burgsim.studies.luck import OUTCOMES, TENTHS, Explained, Luck

METHOD = (
    "Each deal is played as it is, as a second deal, and once for each source of chance with that source taken from "
    "the second deal and all else held. Total: half the mean square of the change, over the variance (Jansen 1999); it "
    "holds whatever the source does in interplay with the others, so totals add up to more than 100%. Alone: what is "
    "settled once the source is known, whatever the others do. Seats and players by the variance of their mean "
    "results. A reshuffle follows its own deck. Intervals 95%, the deal being one observation; a share near zero may "
    "come out below it."
)
UPSETS = (
    "Every pair of players of the ladder meets on the same deals in all rotations of the seats. An upset is the weaker "
    "one (by win share over the whole tournament) finishing ahead; a tie is half."
)
TOGETHER = "how sources meet"


def _named(found: Luck) -> str:
    alike = len(set(found.table)) == 1
    return f"{found.table[0]} in every seat" if alike else f"{listing(found.table)}, in all rotations"


def luck_sentence(found: Luck) -> str:
    """What explains who wins, in words."""
    e = found.explained[0]
    what = "who wins" if found.players > 1 else "whether the game is won"
    if math.isnan(e.together):
        return f"With {_named(found)}, {what} never hangs on chance: the same player always wins."
    parts = [f"chance explains {percent(e.luck)} of {what}"]
    if e.player is not None:
        parts.append(f"who plays explains {interval(e.player, 'share')}")
    if e.seat is not None:
        parts.append(f"the seat {interval(e.seat, 'share')}")
    return f"With {_named(found)}, {listing(parts)}."


def source_sentence(found: Luck) -> str:
    """Which source matters most, and how much of it is interplay."""
    e = found.explained[0]
    live = {name: share for name, share in e.sources.items() if share.total.estimate > 0}
    if not live:
        return "No single source of chance changes the result."
    most = max(live, key=lambda name: live[name].total.estimate)
    others = [f"{name} {percent(live[name].total.estimate, 0)}" for name in live if name != most]
    said = f"Drawing only the {most} anew makes {percent(live[most].total.estimate, 0)} of the whole variance"
    rest = f" (only the {listing(others)})" if others else ""
    return (
        f"{said}{rest}. Knowing the {most} alone would settle {percent(max(0.0, live[most].alone.estimate), 0)} of it, "
        f"and {percent(max(0.0, e.together), 0)} belongs to no source but to how they meet: one other draw early on "
        "sends the whole game another way."
    )


def leader_sentence(found: Luck) -> str:
    """When the game is decided, in words."""
    led = found.leaders
    assert led is not None
    half = led.wins[TENTHS // 2 - 1]
    return (
        f"Whoever leads in points at half-time wins {interval(half, 'share')} of those games, with nine tenths played "
        f"{percent(led.wins[-2].estimate)}. The lead changes {led.changes.text()} times a game, the last time after "
        f"{interval(led.last_change, 'share')} of the turns."
    )


def share_rows(found: Luck) -> list[list[str]]:
    """A header and a row for each outcome and source."""
    rows = [["explains", "source", "total", "alone"]]
    for e in found.explained:
        for name, share in e.sources.items():
            rows.append([OUTCOMES[e.outcome], name, share.total.text("%", 100), share.alone.text("%", 100)])
        for name, part in _means(e):
            rows.append([OUTCOMES[e.outcome], name, "", part.text("%", 100)])
        rows.append([OUTCOMES[e.outcome], TOGETHER, "", percent(e.together)])
    return rows


def _means(e: Explained) -> list[tuple[str, Interval]]:
    parts = [("seat", e.seat), ("who plays", e.player), ("who plays where", e.pairing)]
    return [(name, part) for name, part in parts if part is not None]


def upset_rows(found: Luck) -> list[list[str]]:
    """A header and one row a pair."""
    rows = [["weaker", "stronger", "weaker finishes ahead"]]
    return rows + [[u.weaker, u.stronger, u.rate.text("%", 100)] for u in found.upsets]


def luck_page(found: Luck, game: Game, command: str, changes: Mapping[str, Any]) -> Page:
    """The page that `burgsim luck --out` writes."""
    return Page(
        slug=f"luck-{found.players}",
        game=game.id,
        game_title=game.title,
        title=f"Luck and skill at {players_text(found.players)}",
        question="How much of the result is luck, which luck, and when is the game decided?",
        answer=" ".join([luck_sentence(found), source_sentence(found)]
                        + ([leader_sentence(found)] if found.leaders else [])),
        sections=luck_sections(found),
        provenance=Provenance(
            version=__version__, kernel=kernel_hash(), seed=found.seed,
            games=found.played + found.upset_games, command=command, players=_named(found),
            rules={k: str(v) for k, v in changes.items()} or {"rules": "the default rules"},
        ),
        order=140,
    )  # fmt: skip


def luck_sections(found: Luck) -> list[Section]:
    """Where the luck comes from, when the game is decided, and how often the weaker win."""
    sections = [_luck_section(found)]
    if found.leaders is not None:
        sections.append(_leader_section(found))
    if found.upsets:
        sections.append(_upset_section(found))
    return sections


def compared(found: Sequence[Luck], name: str = "tables") -> list[Item]:
    """Several tables beside each other: what chance, the seat and who plays explain of who wins."""
    said, table = [], []
    for one in found:
        e = one.explained[0]
        said.append(f"{players_text(one.players).capitalize()}: {luck_sentence(one)}")
        entry: dict[str, Any] = {"players": players_text(one.players), "who": _named(one), "luck": e.luck}
        entry |= {"together": e.together, "deals": one.deals}
        for what, part in (("player", e.player), ("seat", e.seat)):
            entry |= row(part if part is not None else null_interval(NAN, one.deals, 0.95, ""), what)
        entry["last"] = one.leaders.last_change.estimate if one.leaders else NAN
        entry["half"] = one.leaders.wins[TENTHS // 2 - 1].estimate if one.leaders else NAN
        table.append(entry)
    return [
        Prose("\n\n".join(said)),
        Table(
            name, "What explains who wins, table by table", table,
            [Column("who", "who plays"), Column("luck", "chance", "share", digits=1),
             Column("player", "who plays", "share", low="player_low", high="player_high"),
             Column("seat", "the seat", "share", low="seat_low", high="seat_high"),
             Column("half", "leader at half-time wins", "share", digits=1),
             Column("last", "last change of the lead after", "share", digits=0), Column("deals")],
            group="players",
        ),
    ]  # fmt: skip


def _luck_section(found: Luck) -> Section:
    table, picture = [], []
    for e in found.explained:
        what = OUTCOMES[e.outcome]
        for name, share in e.sources.items():
            table.append({"outcome": what, "source": name, **row(share.total, "total"), **row(share.alone, "alone")})
            if share.total.known and share.total.half_width > 0:
                picture += [row(part, label=name, group=what, series=label)
                            for label, part in (("total", share.total), ("alone", share.alone))]  # fmt: skip
        for name, part in _means(e):
            table.append({"outcome": what, "source": name, **row(part, "alone")})
        table.append({"outcome": what, "source": TOGETHER, "alone": e.together})
    first = found.explained[0]
    items: list[Item] = [
        Finding(luck_sentence(found), first.player or first.seat, "share",
                "what who plays explains" if first.player else "what the seat explains" if first.seat else "",
                found.deals, _named(found), counted="deals"),
        Prose(source_sentence(found)),
        Prose(
            "**Total** answers: if only this had been shuffled otherwise, how different would results be? **Alone** "
            "answers: if you knew only this, how much would you know of the result? A large total with a small alone "
            "is a game whose course turns on little things, not one that a source decides. Where one player sits in "
            "every seat, skill has nothing to explain: name different players to see what it does."
        ),
        Table(
            "shares", "Shares of the variance of a seat's result",
            pd.DataFrame(table, columns=["outcome", "source", "total", "total_low", "total_high", "alone", "alone_low",
                                         "alone_high"]),
            [Column("source"), Column("total", "total", "share", low="total_low", high="total_high"),
             Column("alone", "alone", "share", low="alone_low", high="alone_high")],
            group="outcome",
        ),
        Method(METHOD),
    ]  # fmt: skip
    if picture:
        items.append(
            Figure(
                figures.intervals(pd.DataFrame(picture), "share", "share of the variance"),
                "Each source of chance, for each way to look at a result (95%).",
                "Rows of dots with whiskers: total and alone share of each source of chance.",
            )
        )
    return Section("Where does the luck come from?", items)


def _leader_section(found: Luck) -> Section:
    led = found.leaders
    assert led is not None
    table = [
        {"played": (i + 1) / TENTHS, **row(w, "wins"), **row(has, "leads")}
        for i, (w, has) in enumerate(zip(led.wins, led.leads, strict=True))
    ]
    curve = [
        row(part[i], x=100 * (i + 1) / TENTHS, series=name)
        for name, part in (("the leader wins", led.wins), ("somebody leads", led.leads))
        for i in range(TENTHS)
    ]
    behind = interval(led.from_behind, "share")
    return Section(
        "When is it decided?",
        [
            Finding(leader_sentence(found), led.wins[TENTHS // 2 - 1], "share", "wins of the leader at half-time",
                    found.deals, _named(found)),
            Prose(f"Of games with a leader at half-time, {behind} are won by somebody else. Points count as they stand "
                  "on the table then, with whatever the rules would give if the game ended there."),
            Figure(
                figures.curves(pd.DataFrame(curve), "share", "games", "share of the turns played (%)",
                               1 / found.players, "fair share"),
                "Win share of whoever leads in points, and how often somebody leads, over the course of a game.",
                "Two lines that rise over the course of the game.",
            ),
            Table("leaders", "The leader over the course of a game", table,
                  [Column("played", "turns played", "share", digits=0),
                   Column("wins", "leader wins", "share", low="wins_low", high="wins_high"),
                   Column("leads", "somebody leads", "share", low="leads_low", high="leads_high")]),
        ],
    )  # fmt: skip


def _upset_section(found: Luck) -> Section:
    best = found.upsets[0].stronger
    against = [upset for upset in found.upsets if upset.stronger == best]
    likely = max(against, key=lambda upset: upset.rate.estimate)
    picture = pd.DataFrame([row(upset.rate, label=upset.weaker) for upset in against])
    rows = [row(upset.rate, "upset", weaker=upset.weaker, stronger=upset.stronger) for upset in found.upsets]
    return Section(
        "How often do the weaker win?",
        [
            Finding(f"Against {best}, the strongest here, {likely.weaker} finishes ahead most often: "
                    f"{interval(likely.rate, 'share')} of the time. Even players would be at 50%.",
                    games=found.upset_games, players=f"{len(against) + 1} players of the ladder"),
            Figure(figures.intervals(picture, "share", f"finishes ahead of {best}", 0.5, "even"),
                   "Upsets against the strongest (95%).", "Rows of dots with whiskers, one a weaker player."),
            Table("upsets", "Upsets: how often the weaker finishes ahead", rows,
                  [Column("weaker"), Column("upset", "finishes ahead", "share", low="upset_low", high="upset_high")],
                  group="stronger", fold=len(rows) > 20),
            Method(UPSETS),
        ],
    )  # fmt: skip
