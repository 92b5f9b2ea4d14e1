"""King Arthur: The Card Game (Reiner Knizia, 2005), 2 to 5 players: the base game and the game with seals."""

from burgsim.games.game import Game
from burgsim.games.king_arthur.actions import legal
from burgsim.games.king_arthur.audit import AUDIT_WORDS, audit
from burgsim.games.king_arthur.chance_sources import SOURCES
from burgsim.games.king_arthur.deal import deal, hide
from burgsim.games.king_arthur.forks import adventures_taken, claims_adventure, fights, turn_number
from burgsim.games.king_arthur.play import apply, reveal
from burgsim.games.king_arthur.policies import ID, POLICIES
from burgsim.games.king_arthur.results import END_CAUSES, NULL_COLUMNS, OWN_GAME_COLUMNS, OWN_SEAT_COLUMNS, result
from burgsim.games.king_arthur.rules import RULES, Rules
from burgsim.games.king_arthur.state import CATEGORIES, DESK, SIG, STATE

GAME = Game(
    id=ID,
    title="King Arthur: The Card Game",
    min_players=2,
    max_players=5,
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
    variants={"seals": {"seals": True}},
    forks={"claim-adventure": claims_adventure, "fight": fights},
    turn=turn_number,
    stage=adventures_taken,
    sources=SOURCES,
    words_module="burgsim.games.king_arthur.words",
    null_columns=NULL_COLUMNS,
)
