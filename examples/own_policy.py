"""Write a policy: a player who fills its estate, takes projects while there is room, and never buys a card.

Run it as it is, or cell by cell in an editor or a notebook.
"""

# %% A policy is a function that is shown the table and picks one of n actions. It is compiled here and now.
import burgsim
from burgsim.games.burgundy_cards.actions import A_BUY, A_PLACE, A_SELL, A_TAKE, VERB


@burgsim.policy("burgundy-cards", weights={"take": (2.0, "what a project is worth; a card in the estate is 3")})
def settler(state, rules, seat, n, desk):
    """Places what it can, sells, takes projects while there is room, buys nothing."""
    best, most = 0, -1.0
    for i in range(n):
        verb = desk.actions[i] // VERB
        worth = 1.0
        if verb == A_PLACE:
            worth = 3.0
        elif verb == A_SELL:
            worth = 2.5
        elif verb == A_TAKE:
            worth = desk.weights[0] if state.projects_n[seat] < rules.project_limit else 0.0
        elif verb == A_BUY:
            worth = -0.5
        if worth > most:
            best, most = i, worth
    return best


# %% How good is it? Against chance, and against a player that weighs each action by itself.
for other in ("random", "greedy"):
    played = burgsim.simulate("burgundy-cards", 2, seats=[settler, other], games=3_000, seed=1)
    mine = played.summary().seats()[0]
    print(f"against {other}: wins {mine['win_share']:.1%} ({mine['win_low']:.1%} to {mine['win_high']:.1%})")

# %% Where do the points come from, and what is left over? Means by seat of the last table.
means = played.summary().means()
for name in ("score", "points_sets", "points_goods", "points_animals", "silver_left", "workers_left"):
    print(f"{name}: {means[name][0]:.2f}, greedy {means[name][1]:.2f}")
