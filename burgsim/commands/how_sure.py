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

#: Games behind each example and experiments a row, when nothing else is said.
DEALS, REPEATS = 20_000, 1_000


def write_explanation(
    out: Path, deals: int = DEALS, repeats: int = REPEATS, seed: int = 1, workers: int | None = None,
    quiet: bool = False, command: str = "",
) -> None:  # fmt: skip
    """Play the examples, write the page and link it from the index."""
    from burgsim.report import write_index
    from burgsim.report.how_sure_page import how_sure_page, write_how_sure
    from burgsim.studies.how_sure import examples

    found = examples(
        deals=deals, repeats=repeats, seed=seed, workers=workers, told=None if quiet else lambda line: tell(line)
    )
    command = command or f"burgsim how-sure --games {deals} --repeats {repeats} --seed {seed}"
    path = write_how_sure(how_sure_page(found, command), out)
    write_index(out)
    say(f"{path} ({path.stat().st_size / 1000:.0f} kB, {found.played:,} games)")


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command("how-sure")
    def how_sure(
        deals: Annotated[
            int, typer.Option("--games", "-n", metavar="N", parser=parse_count, help="Games behind each example.")
        ] = DEALS,
        repeats: Annotated[
            int, typer.Option("--repeats", metavar="N", parser=parse_count, help="Experiments a row of the table.")
        ] = REPEATS,
        seed: SeedOption = 1,
        workers: WorkersOption = None,
        cluster: ClusterOption = None,
        out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Folder for the page.")] = Path("reports"),
        quiet: QuietOption = False,
    ) -> None:
        """Explain with pictures what each number means, and measure whether the intervals hold."""
        from burgsim.games.game import UserError
        if repeats < 40:
            raise UserError("--repeats must be at least 40")
        with played_on(cluster, workers, quiet):
            write_explanation(out, deals, repeats, seed, workers, quiet, page_command())
