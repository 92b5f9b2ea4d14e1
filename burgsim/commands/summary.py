"""burgsim summary: the estimates of a run on disk."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from burgsim.commands.common import JsonOption, say, say_json, tell


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command("summary")
    def summary(
        folder: Annotated[Path, typer.Argument(metavar="DIR", help="Folder of a run.")], json: JsonOption = False
    ) -> None:
        """The estimates of a run on disk, without playing."""
        from burgsim.games.game import UserError
        from burgsim.simulation.run import Results

        results = Results.open(folder)
        if results.count == 0:
            assert results.store is not None
            raise UserError(results.store.nothing_finished())
        if results.count < results.asked["games"]:
            tell(f"{folder} is unfinished: {results.count:,} of {results.asked['games']:,} games")
        if json:
            say_json({**results.to_dict(), "asked_games": results.asked["games"], **results.summary().to_dict()})
            return
        say(results)
