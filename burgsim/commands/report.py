"""burgsim report: answer balance questions with pages."""

from __future__ import annotations

import difflib
from pathlib import Path
from typing import Annotated

import typer

from burgsim.commands.common import (
    ClusterOption,
    QuietOption,
    SeedOption,
    WorkersOption,
    parse_count,
    played_on,
    progress_line,
    say,
    tell,
    this_command,
)


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command("report")
    def report(
        question: Annotated[
            list[str] | None, typer.Argument(metavar="[QUESTION]...", help="Scripts of analyses/; all when left out.")
        ] = None,
        game: Annotated[
            str | None, typer.Option("--game", metavar="GAME", help="Questions about one game only.")
        ] = None,
        games: Annotated[
            int | None,
            typer.Option("--games", "-n", metavar="N", parser=parse_count, help="Games behind every table."),
        ] = None,
        seed: SeedOption = 1,
        workers: WorkersOption = None,
        cluster: ClusterOption = None,
        full: Annotated[bool, typer.Option("--full", help="Ten times as many games, and rollouts.")] = False,
        out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Folder for the pages.")] = Path("reports"),
        quiet: QuietOption = False,
    ) -> None:
        """Play what a question needs and write its page; reports/index.html links them.

        Without a question or a game also the page that explains the numbers (burgsim how-sure).
        """
        from burgsim.games import load
        from burgsim.games.game import UserError
        from burgsim.report import write_index, write_page
        from burgsim.simulation.warm import prepare
        from burgsim.studies.lab import Lab, Sizes
        from burgsim.studies.question import Question, questions

        known = questions()
        chosen = known
        if question:
            names = [q.name for q in known]
            for name in question:
                if name not in names:
                    near = difflib.get_close_matches(name, names, n=1)
                    hint = f"did you mean {near[0]}?" if near else f"questions: {', '.join(names)}"
                    raise UserError(f"there is no question {name!r}; {hint}")
            chosen = [q for q in known if q.name in question]
        if game is not None:
            load(game)
            chosen = [q for q in chosen if q.game == game]
            if not chosen:
                raise UserError(f"no question of these is about {game}")
        sizes = Sizes.given(games, full)
        labs: list[Lab] = []

        def answered(asked: Question) -> None:
            prepare(asked.game, (lambda line: None) if quiet else tell)
            with progress_line(asked.name, quiet) as line:

                def progress(done: int, total: int, _what: str, line: object = line) -> None:
                    if callable(line):
                        line(done, total, 0)

                command = " ".join(
                    ["burgsim", "report", asked.name, "--seed", str(seed)]
                    + (["--games", str(games)] if games else ["--full"] if full else [])
                )
                lab = Lab(asked.game, asked.name, seed, sizes, workers, progress=progress, command=command)
                try:
                    page = asked.answer(lab)
                except KeyboardInterrupt:
                    tell(f"interrupted; the runs so far are in {lab.folder}; go on with: {this_command()}")
                    raise typer.Exit(130) from None
                if page.slug != asked.name and page.slug in {other.name for other in known}:
                    raise UserError(
                        f"analyses/{asked.name.replace('-', '_')}.py would write over the page of {page.slug}: give "
                        f"its Page a slug of its own, slug={asked.name!r} (what was played is kept for the next try)"
                    )
                written = write_page(page, out)
                labs.append(lab)
            say(f"{asked.name}: {written.path} ({written.size / 1000:.0f} kB, {lab.played:,} games)")
        with played_on(cluster, workers, quiet):
            for asked in chosen:
                answered(asked)
        for lab in labs:
            lab.clear()
        if not question and game is None:
            from burgsim.commands.how_sure import DEALS, REPEATS, write_explanation

            few = min(games or DEALS, DEALS)
            write_explanation(out, few, REPEATS if few == DEALS else max(40, few // 20), seed, workers, quiet)
        say(f"All pages: {write_index(out)}")
