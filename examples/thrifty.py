from burgsim import policy
from burgsim.games.burgundy_cards.actions import A_BUY, A_PLACE, A_REWARD, A_SELL, A_TAKE, VERB


@policy("burgundy-cards", weights={"sale": (2.0, "what a sale is worth, a card in the estate being 3")})
def thrifty(state, rules, seat, n, desk):
    """Builds what it can, sells what it has, then fetches; never spends silver on cards."""
    best, most = 0, -1.0
    for i in range(n):
        verb = desk.actions[i] // VERB
        worth = 0.5
        if verb == A_PLACE or verb == A_REWARD:
            worth = 3.0
        elif verb == A_SELL:
            worth = desk.weights[0]
        elif verb == A_TAKE:
            worth = 1.0 if state.projects_n[seat] < rules.project_limit else 0.0
        elif verb == A_BUY:
            worth = -1.0
        if worth > most:
            best, most = i, worth
    return best
