"""Nobody looks at hidden cards: shuffling all that a seat can't see changes no choice, and who looks is caught."""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from burgsim.games import GAMES, load
from burgsim.games.burgundy_cards.components import NO_CARD
from burgsim.games.game import Game
from burgsim.simulation.stepwise import Stepwise
from tests.games.tables import Player, decisions, new_game, policies, tables, unsigned

SEED = 9


def hidden_fields(game_id: str) -> Mapping[str, str]:
    """What a seat can't see, as the game's state says."""
    return importlib.import_module(f"{GAMES[game_id]}.state").HIDDEN


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
    hidden = hidden_fields(game_id)
    changed = 0
    for _ in decisions(play, lambda seat, listed: rng.choice(listed)):
        for seat in range(players):
            world = hidden_view(play, seat, 1)
            other = hidden_view(hidden_view(play, seat, 2), seat, 1)
            if seat == play.actor:
                assert world.state_bytes() == other.state_bytes()
            for name in hidden:  # what is pending for another seat may depend on the hand that it is given
                assert np.array_equal(world.state[name], other.state[name]), name
            assert not world.audit()
            changed += world.state_bytes() != play.state_bytes()
    assert changed > 20


# ---- players who look: at least one for each hidden field of each game ----


def in_order(cards: Any) -> int:
    """A number that tells cards in another order apart."""
    return sum((i + 1) * int(code) for i, code in enumerate(cards))


def next_seat(state: Any, seat: int) -> int:
    return (seat + 1) % int(state["players"])


@dataclass(frozen=True)
class Cheat:
    """A player who picks by what it sees where it mustn't look: look(state, seat) -> number."""

    hidden: str
    what: str
    look: Callable[[Any, int], int]
    players: int = 2
    rules: Mapping[str, Any] = field(default_factory=dict)
    #: What the seat in turn has just bought can only be looked at by somebody else.
    waits: bool = False


def below_the_tops(name: str, sort: int) -> Callable[[Any, int], int]:
    """The cards of the first pile of goods or animals but its top."""
    return lambda state, seat: in_order(
        state[name][int(state["pile_start"][sort, 0]) : int(state["pile_stop"][sort, 0]) - 1]
    )


CHEATS: dict[str, list[Cheat]] = {
    "burgundy-cards": [
        Cheat("deck", "next purchase", lambda s, seat: int(s["deck"][int(s["deck_back"]) - 1])),
        Cheat("deck", "front", lambda s, seat: int(s["deck"][int(s["deck_front"])])),
        # cards that were dealt from the deck leave their code behind in its first places
        Cheat("deck", "dealt cards", lambda s, seat: in_order(s["deck"][: int(s["deck_front"])])),
        Cheat(
            "deck", "bought cards",
            lambda s, seat: in_order(s["deck"][int(s["deck_back"]) : s["deck"].shape[0] - int(s["aaron_cards"])]),
        ),
        Cheat(
            "deck", "Aaron's piles",
            lambda s, seat: in_order(s["deck"][s["deck"].shape[0] - int(s["aaron_cards"]) :]), players=1,
        ),
        Cheat("stack", "own stack", lambda s, seat: next((int(c) for c in s["stack"][seat] if c != NO_CARD), 0)),
        Cheat("hand", "next seat", lambda s, seat: int(s["hand"][next_seat(s, seat)].sum())),
        Cheat("drawn", "purchase", lambda s, seat: in_order(s["drawn"][: int(s["drawn_n"])]), waits=True),
        Cheat("goods_pile", "below the tops", below_the_tops("goods_pile", 0)),
        Cheat("animals_pile", "below the tops", below_the_tops("animals_pile", 1)),
    ],
    "burgundy-board": [
        Cheat("stacks", "next tiles", lambda s, seat: sum(int(s["stacks"][int(i)]) for i in s["stack_front"])),
        Cheat("goods_tiles", "next", lambda s, seat: in_order(s["goods_tiles"][int(s["goods_front"]) :])),
        Cheat("dice_ahead", "next round", lambda s, seat: int(s["dice_ahead"][int(s["rounds_rolled"]) % 25, seat])),
        Cheat("white_ahead", "next round", lambda s, seat: int(s["white_ahead"][int(s["rounds_rolled"]) % 25])),
    ],
    "king-arthur": [
        Cheat("adversary_deck", "front", lambda s, seat: int(s["adversary_deck"][int(s["adversary_front"])])),
        Cheat("knight_deck", "front", lambda s, seat: int(s["knight_deck"][int(s["knight_front"])])),
        Cheat(
            "knight_deck", "drawn cards", lambda s, seat: in_order(s["knight_deck"][: int(s["knight_front"])]),
        ),
        Cheat(
            "adversary_deck", "turned over",
            lambda s, seat: in_order(s["adversary_deck"][: int(s["adversary_front"])]), rules={"public_hands": False},
        ),
        Cheat("knights", "next seat", lambda s, seat: in_order(s["knights"][next_seat(s, seat)])),
        Cheat(
            "adversaries", "next seat", lambda s, seat: in_order(s["adversaries"][next_seat(s, seat)]),
            rules={"public_hands": False},
        ),
    ],
    "carcassonne": [
        Cheat("stack", "next tile", lambda s, seat: int(s["stack"][int(s["front"])])),
        Cheat(
            "river_stack", "next tile", lambda s, seat: int(s["river_stack"][int(s["river_front"])]),
            rules={"river": True},
        ),
    ],
}  # fmt: skip


@pytest.mark.parametrize("game_id", GAMES)
def test_there_is_a_cheat_for_every_hidden_field(game_id: str) -> None:
    assert {cheat.hidden for cheat in CHEATS[game_id]} == set(hidden_fields(game_id))


def caught(game_id: str, cheat: Cheat) -> bool:
    """Whether a player who picks by what it sees there is found to choose otherwise in another hidden world."""
    rng = random.Random(4)
    rules = load(game_id).rules.build(cheat.rules)
    for number in range(20):
        play = new_game(game_id, cheat.players, SEED, number, rules)
        for seat, listed in decisions(play, lambda seat, listed: rng.choice(listed)):
            spy = (seat + 1) % cheat.players if cheat.waits else seat
            view = hidden_view(play, spy, rng.getrandbits(64))
            if cheat.look(play.state, spy) % len(listed) != cheat.look(view.state, spy) % len(listed):
                return True
    return False


@pytest.mark.parametrize(
    ("game_id", "cheat"),
    [
        pytest.param(game_id, cheat, id=f"{game_id}-{cheat.hidden}-{cheat.what}")
        for game_id in CHEATS
        for cheat in CHEATS[game_id]
    ],
)  # fmt: skip
def test_who_looks_is_caught(game_id: str, cheat: Cheat) -> None:
    assert caught(game_id, cheat)


#: What a seat sees of hidden fields: its own cards.
OWN = {"burgundy-cards": ("hand",), "king-arthur": ("knights", "adversaries")}


@pytest.mark.parametrize("game_id", GAMES)
def test_who_looks_at_everything_else_is_not_caught(game_id: str) -> None:
    """All that isn't hidden is what it was, whatever the hidden world: nobody is caught for looking there."""
    rng = random.Random(4)
    hidden = hidden_fields(game_id)
    for number in range(3):
        play = new_game(game_id, 2, SEED, number)
        for seat, _ in decisions(play, lambda seat, listed: rng.choice(listed)):
            view = hidden_view(play, seat, rng.getrandbits(64))
            for name in play.state.dtype.names:
                if name not in hidden:
                    assert np.array_equal(view.state[name], play.state[name]), name
            for name in OWN.get(game_id, ()):
                assert np.array_equal(view.state[name][seat], play.state[name][seat]), name
