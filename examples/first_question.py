"""Ask a first question: how far ahead is the start player when three sit down to the card game?

Run it as it is, or cell by cell in an editor or a notebook.
"""

# %% Play. Game 17 of a seed is the same game tomorrow, so the answer can be repeated.
import numpy as np
import pandas as pd

import burgsim

played = burgsim.simulate("burgundy-cards", 3, seats="balanced", games=20_000, seed=1)
print(played)

# %% The answer. In a notebook `played` alone shows tables; here are its numbers.
for seat in played.summary().seats():
    print(f"seat {seat['seat']} wins {seat['win_share']:.1%} (95%: {seat['win_low']:.1%} to {seat['win_high']:.1%})")

# %% Look closer: every game is there, one row a seat. Columns are read when they are asked for.
rows = played.seats[["seat", "score", "rank"]]
print(rows.groupby("seat")["score"].describe().round(1))

# %% Are games with many decisions closer? The lead of the winner over the second, by how much there was to decide.
scores = np.sort(rows["score"].to_numpy().reshape(-1, 3), axis=1)
decisions = played.games["decisions"] // 50 * 50
lead = pd.Series(scores[:, 2] - scores[:, 1]).groupby(decisions).agg(["count", "mean"])
print(lead.round(2))
