"""The Castles of Burgundy (Stefan Feld, 2011), the board game for 2 to 4 players."""

from burgsim.games.burgundy_board.actions import legal
from burgsim.games.burgundy_board.audit import AUDIT_WORDS, audit
from burgsim.games.burgundy_board.chance_sources import SOURCES
from burgsim.games.burgundy_board.deal import deal, hide
from burgsim.games.burgundy_board.forks import completes_area, completes_colour, phase_number, turn_number
from burgsim.games.burgundy_board.play import apply, reveal
from burgsim.games.burgundy_board.policies import ID, POLICIES
from burgsim.games.burgundy_board.results import END_CAUSES, NULL_COLUMNS, OWN_GAME_COLUMNS, OWN_SEAT_COLUMNS, result
from burgsim.games.burgundy_board.rules import RULES, Rules
from burgsim.games.burgundy_board.state import CATEGORIES, DESK, SIG, STATE
from burgsim.games.game import Game

GAME = Game(
    id=ID,
    title="The Castles of Burgundy",
    min_players=2,
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
    variants={"random-estates": {"estates": (0, 0, 0, 0)}},
    forks={"complete-area": completes_area, "complete-colour": completes_colour},
    turn=turn_number,
    stage=phase_number,
    sources=SOURCES,
    words_module="burgsim.games.burgundy_board.words",
    null_columns=NULL_COLUMNS,
)
