"""The page that explains to a designer what each number means and what it doesn't, with pictures from games played."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pandas as pd
from matplotlib.figure import Figure as Plot

from burgsim import __version__
from burgsim.games.jit import kernel_hash
from burgsim.report import figures
from burgsim.report.blocks import row
from burgsim.report.document import Column, Figure, Finding, Item, Method, Page, Prose, Provenance, Section, Table
from burgsim.report.numbers import UNITS, interval, number, percent, points
from burgsim.report.pages import EXPLAINED, render_page, write_page_file
from burgsim.report.style import GREY, ROW, canvas, headroom, mark, scale_axis, style
from burgsim.statistics.coverage import Row, holds
from burgsim.statistics.equivalence import verdict
from burgsim.statistics.intervals import Interval
from burgsim.studies.how_sure import CHANGE_WORDS, PLAYERS, POLICY, Examples

#: Made-up effects on a win share (estimate and half-width, in shares) that show each verdict.
_MADE_UP = ((0.024, 0.008), (-0.022, 0.007), (0.004, 0.003), (0.001, 0.005), (0.009, 0.007), (0.002, 0.021))
_SMALLEST = 0.01


def how_sure_page(found: Examples, command: str) -> Page:
    """The page."""
    sections = [
        _intervals(found), _pairs(found), _share_and_score(found), _verdicts(), _looks(found), _values(found),
        _players(found), _presets(found), coverage_section(found.coverage),
    ]  # fmt: skip
    kept = sum(holds(r) for r in found.coverage if r["promise"] != "none")
    offered = sum(r["promise"] != "none" for r in found.coverage)
    return Page(
        slug="how-sure",
        game="how-sure",
        game_title="About all pages",
        title="How sure are these numbers?",
        question="What does each number on these pages mean, and what doesn't it mean?",
        answer=(
            "A number in square brackets says how much the luck of the games could have moved the result; it doesn't "
            "say what other players would do, or what a number would be that nobody knows. "
            f"Measured on made-up games with a known truth, {kept} of {offered} intervals and tests keep what they "
            "promise."
        ),
        sections=sections,
        provenance=Provenance(
            version=__version__, kernel=kernel_hash(), seed=found.seed, games=found.played, command=command,
            players=f"{POLICY} in every seat where nothing else is said", more={"Examples": found.game.title},
        ),
    )  # fmt: skip


def write_how_sure(page: Page, folder: Path | str) -> Path:
    """Write it beside the index, as how-sure.html with its tables."""
    html = render_page(page).replace('href="../index.html"', 'href="index.html"')
    return write_page_file(page, Path(folder), EXPLAINED, html)


def _intervals(found: Examples) -> Section:
    truth = found.all_deals
    missed = sum(not i.contains(truth.estimate) for i in found.blocks)
    widths = [
        {"deals": n, **row(i, "share"), "half": i.half_width}
        for n, i in {**found.by_deals, found.deals: truth}.items()
    ]
    return Section(
        "What do the square brackets hold?",
        [
            Finding(f"Seat 1 wins {interval(truth, 'share')} of these games. The brackets hold its share "
                    "over all possible deals, unless these games are of an unlucky twentieth.", truth, "share",
                    "seat 1's win share", found.deals, f"{POLICY}, {PLAYERS} players"),
            Prose(
                f"Below, the {found.deals:,} games are cut into {len(found.blocks)} runs of {found.block:,}, as if "
                f"somebody had played no more than that. Each run gives another number. {len(found.blocks) - missed} "
                f"of the {len(found.blocks)} brackets hold what all games together say; about one in twenty "
                "shouldn't.\n\n"
                "**It says**: what the luck of the deals could have done. **It doesn't say**: what other players would "
                "do, or whether the rules are those of the printed cards. Four times as many games halve the brackets; "
                "no number of games makes a weak player strong."
            ),
            Figure(_runs(found),
                   f"One line a run of {found.block:,} games: seat 1's win share with its 95% interval. Hollow "
                   "squares: the interval misses the value of all games together (the line).",
                   f"{len(found.blocks)} vertical lines around a horizontal one, {missed} of them beside it."),
            Table("widths", "The same number after more and more games", widths,
                  [Column("deals", "games"), Column("share", "seat 1's win share", "share", low="share_low",
                                                    high="share_high"),
                   Column("half", "give or take", "share", digits=2)]),
            Method("The unit is the deal: games on the same deal (rotations of the seats, variants) count together as "
                   "one observation, since they share their luck. Win shares by Wilson's interval at the effective "
                   "number of games (a shared win counts in part), means by Student's t."),
        ],
    )  # fmt: skip


def _runs(found: Examples) -> Plot:
    with style():
        figure, axes = canvas(2.6)
        ax = axes[0, 0]
        ax.axhline(found.all_deals.estimate, color=GREY, lw=0.9)
        for i, one in enumerate(found.blocks):
            hit = one.contains(found.all_deals.estimate)
            m = mark(0 if hit else 1)
            ax.plot([i, i], [one.low, one.high], color=m.colour, lw=1.4)
            ax.plot([i], [one.estimate], marker=m.marker, color=m.colour, markersize=4.5,
                    markerfacecolor=m.colour if hit else "white")  # fmt: skip
        headroom(ax, min(i.low for i in found.blocks), max(i.high for i in found.blocks))
        ax.set_xticks([])
        ax.set_xlabel("runs")
        ax.grid(axis="y")
        scale_axis(ax.yaxis, UNITS["share"], "seat 1's win share")
    return figure


def _pairs(found: Examples) -> Section:
    gain = found.score.gain
    frame = pd.DataFrame([
        row(found.score.interval, label="on the same deals"), row(found.score_apart, label="on different deals"),
    ])  # fmt: skip
    return Section(
        "Why are changes compared on the same deals?",
        [
            Finding(f"When {CHANGE_WORDS}, the mean score changes by "
                    f"{interval(found.score.interval, 'points difference')}.", found.score.interval,
                    "points difference", f"pairing is worth {gain:.1f} times the games", found.deals, POLICY, "deals"),
            Prose("Both games are dealt the same cards, and the difference is taken deal by deal. Much of the luck is "
                  "then on both sides and falls out. How much is said beside each comparison: pairing worth 3 means "
                  "that separate runs would have needed three times the games for the same brackets.\n\n"
                  "**It says**: what the change does, these players given. **It doesn't say**: what it does once "
                  "people have learned to play with it; for that a study can tune its players to the change "
                  "(adapted)."),
            Figure(figures.intervals(frame, "points difference", "change of the mean score", 0.0, "no change"),
                   "The same change with the same number of games, paired and not.",
                   "Two dots with whiskers; the whiskers of the paired one are shorter."),
        ],
    )  # fmt: skip


def _share_and_score(found: Examples) -> Section:
    (before, share_before), (after, share_after) = found.before, found.after
    with style():
        figure, axes = canvas(1.7, 1, 2)
        for ax, values, unit, label in (
            (axes[0, 0], [before.estimate, after.estimate], "points", "mean score"),
            (axes[0, 1], [share_before, share_after], "share", "mean win share over the seats"),
        ):
            ax.barh([0, 1], values, 0.6, color=[mark(0).fill, mark(1).fill], edgecolor=mark(0).colour, lw=0.6)
            ax.set_yticks([0, 1], ["as it is", "changed"] if unit == "points" else ["", ""])
            ax.set_ylim(1.5, -0.5)
            ax.tick_params(axis="y", length=0)
            scale_axis(ax.xaxis, UNITS[unit], label)
    return Section(
        "Win share or score?",
        [
            Prose(
                f"When {CHANGE_WORDS}, the mean score goes from {points(before.estimate)} to {points(after.estimate)}. "
                f"The mean win share stays at {percent(share_after)}, as it must: somebody wins every game, so the "
                "shares of all seats add up to one under any rules. What a rule can do is to move wins from one seat "
                f"to another (here seat 1's share changes by {interval(found.share.interval, 'pp')}), or from one way "
                "of playing to another.\n\n"
                "**Points** say how rich a game is and where points come from. **Win shares** say who profits. A seat "
                "can score less and win more; ask for wins when you ask for fairness."
            ),
            Figure(figure, "The same change, measured in two ways.",
                   "Two pairs of bars: the scores differ, the win shares are equal."),
        ],
    )  # fmt: skip


def _verdicts() -> Section:
    rows = []
    for estimate, half in _MADE_UP:
        one = Interval(estimate, estimate - half, estimate + half, half / 1.96, 10_000)
        said = verdict(one, _SMALLEST)
        real = ", but real" if said.word == "equivalent" and said.direction else ""
        open_ = {0: ": too few games", 1: ": real, size open"}[said.direction] if not said.decided else ""
        rows.append(row(one, label=f"{said.word}{real}{open_}"))
    return Section(
        "Does it matter?",
        [
            Prose(
                "Before looking, a designer says how small an effect would be too small to care about: here one "
                "percentage point of a win share (the grey band). A verdict sets the interval beside it. **Larger** or "
                "**smaller**: all of it lies beyond the band. **Equivalent**: all of it lies within; the effect may be "
                "real and yet too small to matter. **Not yet known**: more games are needed to tell.\n\n"
                "**It doesn't say** “significant”. With a million games everything is, and with a hundred "
                "nothing: neither says whether it matters at a table."
            ),
            Figure(figures.intervals(pd.DataFrame(rows), "pp", "effect on a win share", 0.0, "no effect", _SMALLEST),
                   "Made-up effects and their verdicts; the band is what is too small to matter.",
                   "Six dots with whiskers beside and within a grey band."),
        ],
    )  # fmt: skip


def _looks(found: Examples) -> Section:
    wanted = ("uncorrected peeking (wrong)", "five looks, bonferroni", "confidence sequence")
    names = ("stop when it looks good", "five corrected looks", "any time (sequence)")
    frame, text = [], {}
    for what, name in zip(wanted, names, strict=True):
        for entry in found.coverage:
            if entry["what"] == what and name not in text:
                half = 1.96 * entry["error"]
                frame.append({"label": name, "value": entry["measured"], "low": max(0.0, entry["measured"] - half),
                              "high": entry["measured"] + half})  # fmt: skip
                text[name] = percent(entry["measured"])
    return Section(
        "When may one stop playing?",
        [
            Prose(
                "Whoever looks again and again, and stops as soon as the brackets leave out zero, will find an effect "
                f"where there is none: in {text[names[0]]} of runs without any effect, with 200 looks. So looks are "
                f"planned and paid for: with five corrected looks it is {text[names[1]]}, with intervals that hold at "
                f"any time {text[names[2]]}, where 5% are allowed. A longer run contains the shorter one exactly.\n\n"
                "**On a page**: “looked at after ... deals at most” names the plan. Where many things are "
                "compared at once, those asked for beforehand are corrected together (Holm), all the others are a "
                "screen (Benjamini and Hochberg): of what a screen calls found, one in twenty may be luck."
            ),
            Figure(figures.intervals(pd.DataFrame(frame), "share", "false alarms", 0.05, "allowed"),
                   "How often an effect is found where there is none, measured.",
                   "Three dots: one far beyond the allowed five per cent, two below."),
        ],
    )  # fmt: skip


_FOUR = (
    ("ablation, frozen", "What does the game lose without the rule, the players staying as they are?",
     "people would play differently without it"),
    ("ablation, adapted", "What does it lose when the players have learned to do without?",
     "the players' learning is a search of limited length"),
    ("decision value", "What is it worth to take this action, rather than none like it in this turn?",
     "only at the moments when the player could choose"),
    ("gift", "What is one more of it worth, given to a seat that was drawn?",
     "the next one may be worth less"),
    ("association", "How much better do those do who have more of it?",
     "NOT an effect: they also had better cards, or spent it too late"),
)  # fmt: skip


def _values(found: Examples) -> Section:
    numbers = {}
    for value in found.values:
        key = "win_share" if "win_share" in value.measures else "score"
        unit = "pp" if key == "win_share" else "points difference"
        said = interval(value.measures[key], unit)
        what = value.what.replace("_", " ").replace("-", " ")
        numbers[value.name] = f"{what}: {said}{' win share' if unit == 'pp' else ''}"
    table = [
        {"name": name, "question": question, "limit": limit, "example": numbers.get(name, "takes tuning; not here")}
        for name, question, limit in _FOUR
    ]
    given = next(v for v in found.values if v.name == "gift").measures["score"]
    with_more = next(v for v in found.values if v.name == "association").measures["score"]
    frame = pd.DataFrame([
        row(given, label="one silver given at the start"),
        row(with_more, label="seats with one silver more left"),
    ])  # fmt: skip
    differ = "has the other sign" if with_more.excludes(0.0) and given.estimate * with_more.estimate < 0 else (
        "is another number"
    )
    return Section(
        "What is something worth? Four answers, and one that isn't",
        [
            Finding(f"One silver given at the start is worth {interval(given, 'points difference')}. Seats "
                    f"that end with one silver more score {interval(with_more, 'points difference')}: that {differ}, "
                    "and it says nothing about what silver does.", given, "points difference", "gift of one silver",
                    players=POLICY),
            Prose("“What is it worth” is four questions. Each page says which it answers, by these names. Only "
                  "the first four say what would happen; an association describes."),
            Figure(figures.intervals(frame, "points difference", "points of that seat", 0.0, "nothing"),
                   "An effect and an association with the same thing.", "Two dots with whiskers that don't agree."),
            Table("values", "The four values, and association", table,
                  [Column("name"), Column("question", "answers"), Column("limit", "mind that"),
                   Column("example", "an example")]),
        ],
    )  # fmt: skip


def _players(found: Examples) -> Section:
    fair = 1 / PLAYERS
    frame = pd.DataFrame([row(i.shifted(-fair), label=name) for name, i in found.players.items()])
    below = [name for name, i in found.players.items() if i.high < fair]
    above = [name for name, i in found.players.items() if i.low > fair]
    agree = not (below and above)
    said = (
        f"All players that are sure agree that seat 1 is at a {'disadvantage' if below else 'advantage'}."
        if agree else
        f"Seat 1 wins less than its share with {len(below)} kinds of player and more with {len(above)}: the seats' "
        "balance hangs on how people play."
    )  # fmt: skip
    if not below and not above:
        said = "With so few games no player's interval leaves out a fair share."
    return Section(
        "Would better players say the same?",
        [
            Finding(said, games=found.deals, players="each player in every seat"),
            Prose(
                "Every number speaks of the players who made it. So pages show a question for several of them, from "
                "random ones (which support no claim) through greedy and one-sided to balanced ones. A result is "
                "called **robust** only when all competent players agree in sign and order of size, **not robust** "
                "when one sees the opposite, else **open**. The players are programs; where they all share a blind "
                "spot, so do the numbers. Brackets never cover that."
            ),
            Figure(figures.intervals(frame, "pp", "seat 1's win share less a fair share", 0.0, "fair"),
                   f"The same question, asked of each player ({found.deals:,} games each, 95%).",
                   "Rows of dots with whiskers, one a player, some on either side of fair."),
        ],
    )  # fmt: skip


def _presets(found: Examples) -> Section:
    frame = pd.DataFrame([row(i, label=name.replace("_", " ")) for name, i in found.presets.items()])
    values = [i.estimate for i in found.presets.values()]
    return Section(
        "And the numbers that nobody knows?",
        [
            Finding(f"Over all presets seat 1's win share lies between {percent(min(values))} and "
                    f"{percent(max(values))}: {number(100 * (max(values) - min(values)), 1)} percentage points apart, "
                    "the luck of the games included.",
                    games=found.deals, players=POLICY),
            Prose(
                "Some numbers stand on cards that no source quotes. `burgsim rules` lists each with how sure it is: "
                "printed, read, or assumed. What had to be assumed was given a plausible value, and presets move it "
                "as far as seems possible. Where an answer stays the same over all of them it doesn't hang on what "
                "we don't know; where it moves, the range is part of the answer, and brackets around one preset are "
                "too narrow. `burgsim sensitivity` varies the numbers one by one and all together."
            ),
            Figure(figures.intervals(frame, "share", "seat 1's win share", 1 / PLAYERS, "fair share"),
                   "The same answer under each set of the assumed numbers (95%).",
                   "Rows of dots with whiskers, one a preset, close to each other."),
        ],
    )  # fmt: skip


def coverage_section(rows: Sequence[Row]) -> Section:
    """Whether intervals and tests keep their promise, from a table of `burgsim.statistics.coverage`."""
    table = [
        {**r, "low": max(0.0, r["measured"] - 1.96 * r["error"]), "high": min(1.0, r["measured"] + 1.96 * r["error"]),
         "kept": "a warning" if r["promise"] == "none" else "yes" if holds(r) else "NO"}
        for r in sorted(rows, key=lambda r: str(r["measure"]))
    ]  # fmt: skip
    broken = [r for r in table if r["kept"] == "NO"]
    said = (
        "Every interval and every test on offer keeps its promise."
        if not broken else
        f"{len(broken)} of {len(table)} do not keep their promise: {', '.join(r['what'] for r in broken)}."
    )  # fmt: skip
    repeats = max(r["repeats"] for r in rows)
    items: list[Item] = [
        Finding(said, players=f"{number(repeats)} experiments a row, fewer for slow ones"),
        Prose(
            "A 95% interval should hold the truth 95 times in a hundred, and a test at 5% should raise no more than "
            "five false alarms. Whether they do can be tried where the truth is known: on made-up games of the kind "
            "that real ones give, over and over. Rows marked as a warning are wrong ways that are not on offer; they "
            "show what would happen."
        ),
        Figure(_coverage_plot(table), "Each row of the table: measured less nominal, with its Monte Carlo error. "
               "Hollow: wrong ways, drawn at the edge where they lie beyond it.",
               "Rows of dots with whiskers near a line, a few far from it."),
        Table("coverage", "Measured coverage and false alarms", table,
              [Column("what", "interval or test"), Column("case"), Column("nominal", "nominal", "share", digits=1),
               Column("measured", "measured", "share", digits=1, low="low", high="high"),
               Column("promise"), Column("kept", "kept")], group="measure"),
        Method("Exact: at the nominal value. Bound: never worse. Approximate: near it with enough deals (one point off "
               "is let pass). A promise counts as kept within four Monte Carlo standard errors. `make verify` does the "
               "same with more experiments, plays the same player against itself in real games, and writes it down in "
               "checks.html."),
    ]  # fmt: skip
    return Section("Do the brackets keep their promise?", items)


def _coverage_plot(table: list[dict[str, object]]) -> Plot:
    rows = table
    gap = np.array([float(r["measured"]) - float(r["nominal"]) for r in rows])  # type: ignore[arg-type]
    half = np.array([1.96 * float(r["error"]) for r in rows])  # type: ignore[arg-type]
    reach = 0.06
    with style():
        figure, axes = canvas(ROW * 0.72 * len(rows) + 0.8)
        ax = axes[0, 0]
        ax.axvline(0.0, color=GREY, lw=0.9)
        for i, entry in enumerate(rows):
            fine = entry["promise"] != "none"
            m = mark(0 if fine else 1)
            at = float(np.clip(gap[i], -reach, reach))
            ax.plot(np.clip([gap[i] - half[i], gap[i] + half[i]], -reach, reach), [i, i], color=m.colour, lw=1.3)
            ax.plot([at], [i], marker=m.marker, color=m.colour, markersize=4.5,
                    markerfacecolor=m.colour if fine else "white")  # fmt: skip
        ax.set_yticks(range(len(rows)), [f"{r['what']}" for r in rows], fontsize=7)
        ax.set_ylim(len(rows) - 0.4, -0.6)
        ax.set_xlim(-1.1 * reach, 1.1 * reach)
        ax.tick_params(axis="y", length=0)
        ax.grid(axis="x")
        scale_axis(ax.xaxis, UNITS["pp"], "measured less nominal: coverage, below them false alarms")
    return figure
