"""Try a variant: everybody starts with three silver instead of one. Who gains, and does it matter?

Run it as it is, or cell by cell in an editor or a notebook.
"""

# %% What is asked, as in a study file. All arms play the same deals, so small differences show.
import burgsim

STUDY = """
title = "Three silver at the start"
game = "burgundy-cards"
players = 2
games = 5_000

[matters]
score = 0.5

[variants.three_silver]
set.start_silver = 3

[[contrast]]
variant = "three_silver"
measure = "score"
"""
found = burgsim.compare(STUDY)

# %% The answer, declared beforehand: the mean score. In a notebook `found` alone shows all tables.
answer = found.summary().iloc[0]
print(f"{answer['label']}: {answer['difference']:+.2f} points ({answer['low']:+.2f} to {answer['high']:+.2f}), "
      f"{answer['verdict']} than {answer['smallest']} points")  # fmt: skip

# %% Everything else that moved: a screen, corrected for its size.
moved = found.effects.query("p < 0.05")[["label", "unit", "baseline", "changed", "difference"]]
print(moved.round(2).to_string(index=False))

# %% Game by game: on how many deals does the winner change? The games are played again when they are read.
seats = found.seats[["variant", "game", "seat", "rank"]]
first = seats[seats["seat"] == 1].pivot(index="game", columns="variant", values="rank")
print(f"the winner changes on {(first['baseline'] != first['three_silver']).mean():.1%} of the deals")
