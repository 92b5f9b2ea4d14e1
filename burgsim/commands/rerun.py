"""burgsim rerun: the same run again, compared."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from burgsim.commands.common import ClusterOption, QuietOption, WorkersOption, played_on, progress_line, say, tell


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command("rerun")
    def rerun(
        folder: Annotated[Path, typer.Argument(metavar="DIR", help="Folder of a run.")],
        file: Annotated[
            list[Path] | None,
            typer.Option("--file", metavar="FILE.py", help="A policy's file, if it isn't where it was; repeatable."),
        ] = None,
        workers: WorkersOption = None,
        cluster: ClusterOption = None,
        quiet: QuietOption = False,
    ) -> None:
        """Play the games of a run again and compare every cell; exit code 1 when something differs."""
        from burgsim.simulation.rerun import rerun as again

        with played_on(cluster, workers, quiet), progress_line(f"rerun of {folder}", quiet) as line:
            found = again(folder, file or [], workers, line, tell)
        if found.missing:
            tell(f"{folder} is unfinished: {found.missing:,} games are not there to compare")
        for difference in found.differences:
            say(difference)
        if not found.same:
            say(f"{len(found.differences)} tables differ")
            raise typer.Exit(1)
        say(f"{found.games:,} games played again: all the same")
