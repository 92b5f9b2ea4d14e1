"""burgsim compare: variants of a game against a baseline, on the same deals."""

from __future__ import annotations

import json as json_text
from pathlib import Path
from typing import Annotated, Any

import typer

from burgsim.commands.common import (
    ClusterOption,
    JsonOption,
    QuietOption,
    WorkersOption,
    page_command,
    parse_count,
    played_on,
    progress_line,
    say,
    say_json,
    tell,
    this_command,
    write_out,
)


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command("compare")
    def compare(
        study: Annotated[Path, typer.Argument(metavar="STUDY.toml", help="What is compared with what.")],
        out: Annotated[
            Path | None, typer.Option("--out", metavar="DIR", help="Write a page, and sums to go on from.")
        ] = None,
        games: Annotated[
            int | None,
            typer.Option("--games", "-n", metavar="N", parser=parse_count, help="Deals at most."),
        ] = None,
        precision: Annotated[
            str | None,
            typer.Option("--precision", metavar="WIDTH", help="Play until intervals are +- 0.2pp or 0.1points."),
        ] = None,
        until_verdict: Annotated[
            bool, typer.Option("--until-verdict", help="Play until every headline verdict is known.")
        ] = False,
        anytime: Annotated[
            bool,
            typer.Option("--anytime", help="Intervals that hold at every number of deals, instead of corrected looks."),
        ] = False,
        ladder: Annotated[bool, typer.Option("--ladder", help="Players of several strengths play it, too.")] = False,
        full: Annotated[bool, typer.Option("--full", help="Ladder with rollouts, and ten times as long.")] = False,
        workers: WorkersOption = None,
        cluster: ClusterOption = None,
        everything: Annotated[bool, typer.Option("--all", help="Show every measure.")] = False,
        json: JsonOption = False,
        quiet: QuietOption = False,
    ) -> None:
        """Play variants against a baseline on the same deals and say what differs, and whether it matters."""
        from burgsim.simulation.disk import write_text
        from burgsim.studies.run_study import run_study
        from burgsim.studies.study_file import read_study

        asked = read_study(study)
        kept_at = None
        if out is not None:
            from burgsim.report.study_page import slug_of

            kept_at = out / asked.game / f"{slug_of(asked.name)}.sums.json"

        def keep(sums: dict[str, Any]) -> None:
            assert kept_at is not None
            write_text(kept_at, json_text.dumps(sums))

        with played_on(cluster, workers, quiet), progress_line(asked.title, quiet, "deals") as line:

            def progress(done: int, total: int, _what: str) -> None:
                if line is not None:
                    line(done, total, 0)

            try:
                answer = run_study(
                    asked, games=games, precision=precision, until_verdict=until_verdict, anytime=anytime,
                    ladder=ladder, full=full, workers=workers, kept=_kept(kept_at),
                    keep=keep if kept_at is not None else None, progress=progress,
                    tell=(lambda text: None) if quiet else tell,
                )  # fmt: skip
            except KeyboardInterrupt:
                tell(f"interrupted; {_how_to_go_on(kept_at)}")
                raise typer.Exit(130) from None
        if json:
            say_json(answer.to_dict())
        else:
            from burgsim.report.study_tables import terminal

            say(*terminal(answer, everything))
        if out is not None:
            from burgsim.report.study_page import study_page

            write_out(out, lambda: study_page(answer, page_command()), json)


def _how_to_go_on(file: Path | None) -> str:
    """After Ctrl-C: what is kept, and the command that goes on."""
    if file is None:
        return "nothing is kept; with --out DIR a study can be continued"
    kept = _kept(file)
    if kept is None:
        return "nothing is kept yet"
    deals = ", ".join(f"{count:,} at {n} players" for n, count in kept["deals"].items())
    return f"the sums of the deals so far ({deals}) are in {file}; go on with: {this_command()}"


def _kept(file: Path | None) -> dict[str, Any] | None:
    """Sums of an earlier run, if there are any that can be read."""
    if file is None or not file.is_file():
        return None
    try:
        found = json_text.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return found if isinstance(found, dict) else None
