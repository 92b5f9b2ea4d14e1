"""Nobody looks at hidden cards: shuffling all that a seat can't see changes no choice, and who looks is caught."""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from burgsim.games import GAMES, load
from burgsim.games.burgundy_cards.components import NO_CARD
from burgsim.games.burgundy_cards.state import HIDDEN
from burgsim.games.game import Game
from burgsim.simulation.stepwise import Stepwise
from tests.games.tables import Player, decisions, new_game, policies, tables, unsigned

SEED = 9


def hidden_view(play: Stepwise, seat: int, key: int) -> Stepwise:
    """A copy in which all that the seat can't see is shuffled."""
    view = play.copy()
    with np.errstate(over="ignore"):
        play.game.hide(view.state, view.rules, seat, unsigned(key), view.log)
    return view


def compare_choices(game: Game, name: str, wanted: int) -> int:
    """Decisions at which a policy was asked twice, once with another hidden world; asserts that it chose alike."""
    asked = 0
    number = 0
    noisy = random.Random(1)
    while asked < wanted:
        counts = game.player_counts()
        players = counts[number % len(counts)]
        # other seats play at random now and then, so that the policy meets more than its own games
        player, play = Player(game, players, name), new_game(game.id, players, SEED, number)
        number += 1

        def choose(seat: int, listed: list[int], player: Player = player, play: Stepwise = play) -> int:
            desk = player.desks[seat]
            stream = desk["rng"].copy()
            chosen = player.choose(play.state, play.rules, seat)
            after = desk["rng"].copy()
            view = hidden_view(play, seat, noisy.getrandbits(64))
            assert view.legal() == listed
            desk["rng"] = stream
            again = player.choose(view.state, view.rules, seat)
            assert again == chosen, f"{name}: {chosen}, but {again} in another hidden world: {play.snapshot()}"
            desk["rng"] = after
            return noisy.choice(listed) if noisy.random() < 0.2 else chosen

        for _ in decisions(play, choose):
            asked += 1
            if asked == wanted:
                break
    return asked


@pytest.mark.parametrize(("game_id", "name"), policies())
def test_no_choice_depends_on_what_is_hidden(game_id: str, name: str) -> None:
    assert compare_choices(load(game_id), name, 500) == 500


@pytest.mark.verify
@pytest.mark.parametrize(("game_id", "name"), policies())
def test_no_choice_depends_on_what_is_hidden_in_many_games(game_id: str, name: str) -> None:
    assert compare_choices(load(game_id), name, 20_000) == 20_000


@pytest.mark.parametrize(("game_id", "players"), tables())
def test_the_same_key_gives_the_same_world_whatever_the_truth_is(game_id: str, players: int) -> None:
    rng = random.Random(3)
    play = new_game(game_id, players, SEED, 1)
    hidden = importlib.import_module(f"{GAMES[game_id]}.state").HIDDEN
    changed = 0
    for _ in decisions(play, lambda seat, listed: rng.choice(listed)):
        for seat in range(players):
            world = hidden_view(play, seat, 1)
            other = hidden_view(hidden_view(play, seat, 2), seat, 1)
            if seat == play.actor:
                assert world.state_bytes() == other.state_bytes()
            for field in hidden:  # what is pending for another seat may depend on the hand that it is given
                assert np.array_equal(world.state[field], other.state[field]), field
            assert not world.audit()
            changed += world.state_bytes() != play.state_bytes()
    assert changed > 20


# ---- policies that look, one for each hidden field of the card game ----


def looks_at_deck(state: Any, seat: int) -> int:
    """The next card that a purchase draws."""
    return int(state["deck"][int(state["deck_back"]) - 1])


def looks_at_front_of_deck(state: Any, seat: int) -> int:
    return int(state["deck"][int(state["deck_front"])])


def looks_at_dealt_cards(state: Any, seat: int) -> int:
    """Cards that were dealt from the deck leave their code behind in its first places."""
    return int(sum((i + 1) * int(code) for i, code in enumerate(state["deck"][: int(state["deck_front"])])))


def looks_at_bought_cards(state: Any, seat: int) -> int:
    back, aaron = int(state["deck_back"]), int(state["aaron_cards"])
    left = state["deck"][back : state["deck"].shape[0] - aaron]
    return int(sum((i + 1) * int(code) for i, code in enumerate(left)))


def looks_at_aarons_piles(state: Any, seat: int) -> int:
    last = state["deck"].shape[0]
    return int(sum((i + 1) * int(code) for i, code in enumerate(state["deck"][last - int(state["aaron_cards"]) :])))


def looks_at_stack(state: Any, seat: int) -> int:
    cards = [int(code) for code in state["stack"][seat] if code != NO_CARD]
    return cards[0] if cards else 0


def looks_at_hand(state: Any, seat: int) -> int:
    return int(sum(int(code) for code in state["hand"][(seat + 1) % int(state["players"])]))


def looks_at_drawn(state: Any, seat: int) -> int:
    return int(sum((i + 1) * int(code) for i, code in enumerate(state["drawn"][: int(state["drawn_n"])])))


def looks_below_the_goods(state: Any, seat: int) -> int:
    start, stop = int(state["pile_start"][0, 0]), int(state["pile_stop"][0, 0])
    return int(sum(3**i * int(good) for i, good in enumerate(state["goods_pile"][start : stop - 1])))


def looks_below_the_animals(state: Any, seat: int) -> int:
    start, stop = int(state["pile_start"][1, 0]), int(state["pile_stop"][1, 0])
    return int(sum(4**i * int(animal) for i, animal in enumerate(state["animals_pile"][start : stop - 1])))


CHEATS: dict[str, list[Callable[[Any, int], int]]] = {
    "deck": [
        looks_at_deck, looks_at_front_of_deck, looks_at_dealt_cards, looks_at_bought_cards, looks_at_aarons_piles,
    ],
    "stack": [looks_at_stack],
    "hand": [looks_at_hand],
    "drawn": [looks_at_drawn],
    "goods_pile": [looks_below_the_goods],
    "animals_pile": [looks_below_the_animals],
}  # fmt: skip


def test_there_is_a_cheat_for_every_hidden_field() -> None:
    assert set(CHEATS) == set(HIDDEN)


def caught(look: Callable[[Any, int], int], seen_by_its_seat: bool = True) -> bool:
    """Whether a policy that picks by what it sees there is found to choose otherwise in another hidden world."""
    rng = random.Random(4)
    players = 1 if look is looks_at_aarons_piles else 2
    for number in range(20):
        play = new_game("burgundy-cards", players, SEED, number)
        for seat, listed in decisions(play, lambda seat, listed: rng.choice(listed)):
            # what another seat has just bought can only be looked at by somebody who isn't in turn
            spy = seat if look is not looks_at_drawn else (seat + 1) % players
            view = hidden_view(play, spy, rng.getrandbits(64))
            if look(play.state, spy) % len(listed) != look(view.state, spy) % len(listed):
                return True
    return False


@pytest.mark.parametrize("look", [look for looks in CHEATS.values() for look in looks])
def test_who_looks_is_caught(look: Callable[[Any, int], int]) -> None:
    assert caught(look)


def test_who_looks_at_public_things_is_not_caught() -> None:
    assert not caught(lambda state, seat: int(state["silver"].sum()) + int(state["hand"][seat].sum()))
