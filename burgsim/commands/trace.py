"""burgsim trace: one game of a run to read."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from burgsim.commands.common import (
    PresetOption,
    RulesOption,
    SeatOption,
    SetOption,
    rules_from_options,
    tell,
)


class Format(StrEnum):
    """How a trace is written."""

    TEXT = "text"
    JSONL = "jsonl"
    HTML = "html"


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command("trace")
    def trace(
        what: Annotated[str, typer.Argument(metavar="GAME|DIR", help="A game, or the folder of a run.")],
        game: Annotated[int, typer.Option("--game", metavar="I", help="Number of the game, from 0.")] = 0,
        players: Annotated[int | None, typer.Option("--players", "-p", metavar="N", help="Seats; 1: solo.")] = None,
        seed: Annotated[int | None, typer.Option("--seed", metavar="S", help="The run's seed; 1 if not given.")] = None,
        seat: SeatOption = None,
        rules: RulesOption = None,
        preset: PresetOption = None,
        settings: SetOption = None,
        form: Annotated[Format, typer.Option("--format", help="text, jsonl or html.")] = Format.TEXT,
        every: Annotated[
            int | None, typer.Option("--every", metavar="K", help="jsonl: the whole state every K decisions.")
        ] = None,
        tables: Annotated[bool, typer.Option("--tables/--no-tables", help="text: the table after each turn.")] = True,
        check: Annotated[bool, typer.Option("--check", help="Verify the game as it is played.")] = False,
        file: Annotated[
            list[Path] | None,
            typer.Option("--file", metavar="FILE.py", help="DIR: a policy's file that isn't where it was; repeatable."),
        ] = None,
        out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Write there.")] = None,
    ) -> None:
        """One game of a run, decision by decision: exactly the game that simulate plays."""
        from burgsim.games import GAMES
        from burgsim.games.game import UserError
        from burgsim.simulation.disk import write_text
        from burgsim.simulation.trace import trace as follow
        from burgsim.simulation.trace import trace_of_run
        from burgsim.simulation.warm import prepare

        if every is not None and every < 1:
            raise UserError(f"--every is a number of decisions, 1 or more, not {every}")
        given = [
            name
            for name, value in (("--players", players), ("--seed", seed), ("--seat", seat), ("--rules", rules),
                                ("--preset", preset), ("--set", settings))
            if value is not None
        ]  # fmt: skip
        if what not in GAMES and _is_folder(what):
            if given:
                raise UserError(f"{what} says what was played: {given[0]} can't be given with it")
            told = trace_of_run(Path(what), game, file or [], check)
        else:
            loaded = prepare(what, tell)
            if players is None:
                raise UserError(f"--players is missing; {what} is played by "
                                f"{loaded.min_players} to {loaded.max_players}")  # fmt: skip
            chosen = rules_from_options(loaded, rules, preset, settings)
            told = follow(what, players, 1 if seed is None else seed, game, seat, chosen, check)
        if form is Format.TEXT:
            text = told.text(tables)
        elif form is Format.JSONL:
            text = told.jsonl(every)
        else:
            from burgsim.report.trace_page import trace_page

            text = trace_page(told)
        if out is None:
            print(text, end="")
            return
        write_text(out, text)
        tell(f"{out} written")


def _is_folder(name: str) -> bool:
    try:
        return Path(name).is_dir()
    except OSError:  # a name that is too long, or a folder that may not be looked into
        return False
