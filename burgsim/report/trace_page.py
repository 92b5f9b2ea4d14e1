"""A game as one page: the table drawn, stepping, what could have been chosen, and the score as it grew.

The page holds the first state and, for each decision, what changed; its script (templates/trace.js) puts the states
together. How a state is drawn is the game's: a file `drawing.js` beside its words.py that defines `draw(state, page)`.
Without one, the state is listed. What a drawing needs and no state tells (the layout of a board) is what the function
`drawing_data(rules)` of words.py returns, if there is one: JSON-able data, DRAWING in the page.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from burgsim._version import __version__
from burgsim.games.game import NEW_TURN
from burgsim.report.pages import _environment

if TYPE_CHECKING:
    from burgsim.simulation.trace import Step, Trace

TEMPLATES = Path(__file__).parent / "templates"


def changes(before: Any, after: Any, path: tuple = ()) -> list[list[Any]]:
    """What turns one JSON value into another: [path, value] pairs."""
    if isinstance(before, dict) and isinstance(after, dict) and before.keys() == after.keys():
        return [change for key in after for change in changes(before[key], after[key], (*path, key))]
    if isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        return [change for i in range(len(after)) for change in changes(before[i], after[i], (*path, i))]
    return [] if before == after else [[list(path), after]]


def trace_page(trace: Trace) -> str:
    """The page of a game: self-contained HTML."""
    drawing = trace.game.drawing
    seated = f"{trace.players} players" if trace.players > 1 else "solo"
    title = f"{trace.game.title}: seed {trace.seed}, game {trace.number}"
    rules = [f"{path} = {value}" for path, value in trace.rules.changes().items()]
    return _environment().get_template("trace.html.j2").render(
        title=title,
        game_title=trace.game.title,
        subtitle=f"{seated}, seed {trace.seed}, game {trace.number}. "
        + (f"Rules changed: {'; '.join(rules)}." if rules else "Rules: the defaults."),
        version=__version__,
        css=Markup((TEMPLATES / "trace.css").read_text(encoding="utf-8")),
        script=Markup((TEMPLATES / "trace.js").read_text(encoding="utf-8")),
        drawing=Markup(drawing.read_text(encoding="utf-8") if drawing.exists() else ""),
        data=Markup(_script_json(_data(trace))),
        drawing_data=Markup(_script_json(_drawing_data(trace))),
    )


def _drawing_data(trace: Trace) -> Any:
    given = getattr(trace.game.words, "drawing_data", None)
    return given(trace.rules.pack(trace.players)[0]) if given else None


def _script_json(value: Any) -> str:
    """JSON that can't end the script element it stands in."""
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _data(trace: Trace) -> dict[str, Any]:
    before = trace.setup
    steps = []
    for step in trace.steps:
        steps.append(_step(trace, step, changes(before, step.after)))
        before = step.after
    return {
        "game": trace.game.id,
        "names": [seat.label for seat in trace.seats],
        "players": trace.players,
        "setup": trace.setup,
        "opening": [text for event in trace.opening if (text := trace.heading(event))],
        "steps": steps,
        "result": trace.result,
    }


def _step(trace: Trace, step: Step, changed: list[list[Any]]) -> dict[str, Any]:
    told: list[list[Any]] = []
    for event in step.events:
        heading = trace.heading(event)
        if text := heading or trace.game.words.say(event, trace.names):
            told.append([(1 if event["event"] == NEW_TURN else 2) if heading else 0, text])
    turn = next((text for kind, text in reversed(told) if kind == 1), "")
    scores = step.scores and [None if score is None else round(score, 3) for score in step.scores]
    return {
        "n": step.number, "seat": step.seat, "said": step.said, "chosen": step.chosen, "scores": scores, "told": told,
        "turn": turn, "changed": changed,
    }  # fmt: skip
