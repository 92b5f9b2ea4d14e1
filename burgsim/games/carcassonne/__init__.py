"""Carcassonne (Klaus-Jürgen Wrede, 2000), 2 to 6 players, with River, Inns & Cathedrals and Traders & Builders."""

from burgsim.games.carcassonne.actions import legal
from burgsim.games.carcassonne.audit import AUDIT_WORDS, audit
from burgsim.games.carcassonne.chance_sources import SOURCES
from burgsim.games.carcassonne.deal import deal, hide
from burgsim.games.carcassonne.forks import deploys_farmer, deploys_follower, places_tile, quarter, turn_number
from burgsim.games.carcassonne.play import apply, reveal
from burgsim.games.carcassonne.policies import ID, POLICIES
from burgsim.games.carcassonne.results import END_CAUSES, OWN_GAME_COLUMNS, OWN_SEAT_COLUMNS, result
from burgsim.games.carcassonne.rules import RULES, Rules
from burgsim.games.carcassonne.state import CATEGORIES, DESK, SIG, STATE
from burgsim.games.game import Game

GAME = Game(
    id=ID,
    title="Carcassonne",
    min_players=2,
    max_players=6,
    state=STATE,
    rules_record=RULES,
    desk=DESK,
    signatures=SIG,
    rules=Rules,
    deal=deal,
    legal=legal,
    apply=apply,
    reveal=reveal,
    hide=hide,
    result=result,
    audit=audit,
    audit_words=AUDIT_WORDS,
    game_columns=OWN_GAME_COLUMNS,
    seat_columns=OWN_SEAT_COLUMNS,
    categories=CATEGORIES,
    end_causes=END_CAUSES,
    policies=POLICIES,
    variants={
        "river": {"river": True},
        "inns": {"inns": True},
        "traders": {"traders": True},
        "all": {"river": True, "inns": True, "traders": True},
    },
    forks={"follower": deploys_follower, "farmer": deploys_farmer, "place": places_tile},
    turn=turn_number,
    stage=quarter,
    sources=SOURCES,
    words_module="burgsim.games.carcassonne.words",
)
