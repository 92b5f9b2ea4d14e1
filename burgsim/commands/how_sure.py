"""burgsim how-sure: the page that explains what the numbers mean."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from burgsim.commands.common import (
    ClusterOption,
    QuietOption,
    SeedOption,
    WorkersOption,
    page_command,
    parse_count,
    played_on,
    say,
    tell,
)


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command("how-sure")
    def how_sure(
        deals: Annotated[
            int, typer.Option("--games", "-n", metavar="N", parser=parse_count, help="Games behind each example.")
        ] = 20_000,
        repeats: Annotated[
            int, typer.Option("--repeats", metavar="N", parser=parse_count, help="Experiments a row of the table.")
        ] = 1_000,
        seed: SeedOption = 1,
        workers: WorkersOption = None,
        cluster: ClusterOption = None,
        out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Folder for the page.")] = Path("reports"),
        quiet: QuietOption = False,
    ) -> None:
        """Explain with pictures what each number means, and measure whether the intervals hold."""
        from burgsim.games.game import UserError
        from burgsim.studies.how_sure import examples

        if repeats < 40:
            raise UserError("--repeats must be at least 40")
        with played_on(cluster, workers, quiet):
            found = examples(
                deals=deals, repeats=repeats, seed=seed, workers=workers, told=None if quiet else tell
            )
        from burgsim.report import write_index
        from burgsim.report.how_sure_page import how_sure_page, write_how_sure

        path = write_how_sure(how_sure_page(found, page_command()), out)
        write_index(out)
        say(f"{path} ({path.stat().st_size / 1000:.0f} kB, {found.played:,} games)")
