"""The Castles of Burgundy: The Card Game (Stefan Feld, 2016), 2 to 4 players and solo against Aaron."""

from burgsim.games.burgundy_cards.actions import legal
from burgsim.games.burgundy_cards.audit import AUDIT_WORDS, audit
from burgsim.games.burgundy_cards.chance_sources import SOURCES
from burgsim.games.burgundy_cards.deal import deal, hide
from burgsim.games.burgundy_cards.forks import completes_set, round_number, turn_number
from burgsim.games.burgundy_cards.play import apply, reveal
from burgsim.games.burgundy_cards.policies import ID, POLICIES
from burgsim.games.burgundy_cards.results import END_CAUSES, NULL_COLUMNS, OWN_GAME_COLUMNS, OWN_SEAT_COLUMNS, result
from burgsim.games.burgundy_cards.rules import RULES, Rules
from burgsim.games.burgundy_cards.state import CATEGORIES, DESK, SIG, STATE
from burgsim.games.game import Game

GAME = Game(
    id=ID,
    title="The Castles of Burgundy: The Card Game",
    min_players=1,
    max_players=4,
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
    forks={"complete-set": completes_set},
    turn=turn_number,
    stage=round_number,
    sources=SOURCES,
    words_module="burgsim.games.burgundy_cards.words",
    null_columns=NULL_COLUMNS,
)
