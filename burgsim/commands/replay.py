"""burgsim replay: a trace played again."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from burgsim.commands.common import say


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command("replay")
    def replay(
        file: Annotated[Path, typer.Argument(metavar="FILE.jsonl", help="A trace, or a game written down by hand.")],
    ) -> None:
        """Play a trace's decisions by the rules and say where, if anywhere, they or the result differ (exit code 1)."""
        from burgsim.simulation.replay import replay as again

        found = again(file)
        say(f"{file}: {found}")
        if found.problem:
            raise typer.Exit(1)
