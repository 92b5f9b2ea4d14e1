"""A page of made-up numbers with one of everything. None of it was measured."""

from dataclasses import replace

import numpy as np
import pandas as pd

from burgsim.report import (
    Bullets,
    Column,
    Estimate,
    Figure,
    Finding,
    Method,
    Page,
    PresetRow,
    Presets,
    Prose,
    Provenance,
    Section,
    Table,
    figures,
)

SEATS = {
    "2 players": [0.531, 0.469],
    "3 players": [0.352, 0.336, 0.312],
    "4 players": [0.262, 0.258, 0.247, 0.233],
}
TYPES = ["castle", "mine", "cloister", "knowledge", "ship", "pasture", "building"]


def shares() -> pd.DataFrame:
    rows = []
    for series, shift in (("balanced", 1.0), ("set completer", 0.45), ("random", 0.1)):
        for panel, values in SEATS.items():
            for seat, value in enumerate(values, 1):
                fair = 1 / len(values)
                centre = fair + (value - fair) * shift
                rows.append((series, panel, seat, centre, centre - 0.0021, centre + 0.0021))
    return pd.DataFrame(rows, columns=["series", "panel", "seat", "value", "low", "high"])


def effects() -> pd.DataFrame:
    rng = np.random.default_rng(4)
    rows = []
    for group in SEATS:
        for name in ("no round reward", "no first-to-complete bonus", "no all-seven bonus"):
            value = float(rng.normal(-0.9, 1.2))
            half = float(rng.uniform(0.05, 0.12))
            rows.append((group, name, value, value - half, value + half, 100_000))
    return pd.DataFrame(rows, columns=["group", "label", "value", "low", "high", "deals"])


def leveling() -> pd.DataFrame:
    rows = []
    for series, slope in (("2 players", 0.021), ("3 players", 0.014), ("4 players", 0.011)):
        for x in range(9):
            value = 0.03 - slope * x + 0.0006 * x * x
            rows.append((series, x, value, value - 0.003, value + 0.003))
    return pd.DataFrame(rows, columns=["series", "x", "value", "low", "high"])


def categories() -> pd.DataFrame:
    data = [[9.1, 7.4, 3.0, 2.2, 3.4], [12.2, 5.2, 2.1, 0.8, 3.1], [6.4, 4.9, 9.5, 1.0, 2.0], [3.1, 2.0, 1.2, 0.2, 1.7]]
    return pd.DataFrame(
        data,
        index=["balanced", "set completer", "merchant", "random"],
        columns=["sets", "animals", "goods sold", "bonuses", "conversion"],
    )


def scores() -> pd.DataFrame:
    x = np.arange(0, 61)
    rows = []
    for series, mean, sd in (("balanced", 36.0, 7.0), ("merchant", 30.0, 6.0), ("random", 12.0, 5.0)):
        count = np.rint(1e6 * np.exp(-0.5 * ((x - mean) / sd) ** 2) / sd / 2.5066)
        rows += [(series, a, c) for a, c in zip(x, count, strict=True)]
    return pd.DataFrame(rows, columns=["series", "x", "count"])


def frozen() -> pd.DataFrame:
    return pd.DataFrame(
        {
            "label": ["no round reward", "no first-to-complete", "no all-seven", "castles +1", "ships -1"],
            "before": [-3.2, -1.1, -0.9, 0.7, -0.4],
            "after": [-2.5, -0.9, -0.85, 0.9, -0.1],
        }
    )


def by_round() -> pd.DataFrame:
    rng = np.random.default_rng(9)
    data = rng.normal(0.8, 0.9, (7, 5))
    data[2, 0] = np.nan
    return pd.DataFrame(data, index=TYPES, columns=["A", "B", "C", "D", "E"])


def page(name: str = "balanced") -> Page:
    """The example; `name` stands where a policy's name does, as a user's may."""
    share_table = Table(
        "win-share",
        "Win share and score by seat",
        shares().query("series == 'balanced'").assign(score=34.2, score_low=34.1, score_high=34.3, games=1_000_000),
        [
            Column("seat"),
            Column("value", "win share", "share", low="low", high="high"),
            Column("score", "", "points", low="score_low", high="score_high"),
            Column("games"),
        ],
        group="panel",
        note="Intervals hold for all seats of a number of players at once.",
    )
    start = Section(
        "How far ahead is the first seat?",
        [
            Method(
                "The same policy in every seat, so that seats differ and players don't. A win shared by two counts "
                "half.\n\nIntervals are clustered by deal and hold for all seats at once (Bonferroni)."
            ),
            share_table,
            Figure(
                figures.seat_shares(shares()),
                "Win share by seat, with 95% intervals where they are wider than the mark.",
                "Three panels; the first seat lies above its fair share in each, most at two players.",
                "The first seat wins more than its share at every number of players",
            ),
            Finding(
                "At two players the start player wins 53 games in 100, three more than a fair share; at four the lead "
                "is about one in a hundred.",
                Estimate(0.0312, 0.0291, 0.0333),
                "pp",
                "0.06 sd of the margin",
                1_000_000,
                f"{name} in both seats",
            ),
            Prose(
                "The lead shrinks with weaker players: for `random` it all but vanishes. That speaks for **tempo**, "
                "not for the first choice of a card."
            ),
            Bullets(["seat 2 has one worker more;", "the start-player card moves after a sale."]),
        ],
    )
    level = Section(
        "What would level the seats?",
        [
            Finding(
                "1.6 points for the second player level a table of two.",
                Estimate(1.62, 1.48, 1.77),
                "points",
                "",
                1_000_000,
                name,
            ),
            Figure(
                figures.curves(
                    leveling(), "pp", "lead of seat 1", "compensation of the last seat (points)", 0.0, "level"
                ),
                "Lead of seat 1 over a fair share by points given to the last seat.",
                "Three falling lines that cross zero between one and three points.",
            ),
        ],
    )
    effect = Section(
        "What is each bonus worth?",
        [
            Finding("Without round rewards scores fall by a point.", Estimate(-1.1, -1.2, -1.0), "points difference"),
            Figure(
                figures.intervals(effects(), "points difference", "change of the mean score", 0.0, "the rules", 0.5),
                "Change of the mean score against the rules, on the same deals. Grey: too small to matter.",
                "Nine rows of dots with whiskers around zero.",
            ),
            Figure(
                figures.intervals(
                    shares().query("panel == '2 players'").assign(label=lambda f: "seat " + f.seat.astype(str)),
                    "share", "win share", 0.5,
                ),
                "More than one series in a row.",
                "Two rows with three marks each.",
            ),
            Figure(figures.stacked(categories(), label="mean score"), "Mean points by source.", "Four stacked bars."),
            Figure(figures.distribution(scores(), "score (points)"), "Scores of a million games.", "Three histograms."),
            Figure(
                figures.slope(frozen(), "policy frozen", "policy re-tuned", "points difference", "effect"),
                "What players who adapt make of a change.",
                "Five lines between two sides.",
            ),
            Figure(
                figures.matrix(by_round(), "points difference", "type", "round", 0.0),
                "Value of completing the set now, by type and round. Italics: below zero.",
                "A grid of seven types by five rounds.",
            ),
            Table(
                "effects",
                "Every contrast",
                effects(),
                [
                    Column("label", "change"),
                    Column("value", "mean score", "points difference", low="low", high="high"),
                    Column("deals"),
                ],
                group="group",
            ),
        ],
    )
    rows = [
        PresetRow("default", "set values of the box as read", Estimate(0.0312, 0.0291, 0.0333), 1_000_000),
        PresetRow("flat", "every set worth the same", Estimate(0.0287, 0.0266, 0.0308), 1_000_000),
        PresetRow("steep", "rare sets worth twice", Estimate(0.0341, 0.0320, 0.0362), 1_000_000),
    ]
    presets = Presets(
        "lead of seat 1 at two players",
        "It doesn't: the lead lies between 2.9 and 3.4 points in a hundred under all three.",
        rows,
        "pp",
    )
    return Page(
        "start-player",
        "burgundy-cards",
        "The Castles of Burgundy: The Card Game",
        "The start player",
        "Is the player who begins ahead, and what would make it even?",
        "Yes, at two players: the start player wins 53.1% of games [52.9, 53.3], and 1.6 points for the other would "
        "level it. At three and four the lead is small.",
        [start, level, effect],
        Provenance(
            "0.1.0",
            "3f9ac41e77d0",
            7,
            3_000_000,
            "make start-player SEED=7",
            f"{name} (tuned for each number of players)",
            {"Cards in hand": "2", "Workers at the start": "1, 2, 2, 3", "Silver for a purchase": "3"},
        ),
        presets,
    )


def page_without_figures() -> Page:
    """The same, quick to make."""
    whole = page()
    sections = [Section(s.title, [i for i in s.items if not isinstance(i, Figure)]) for s in whole.sections]
    return replace(whole, sections=sections)
