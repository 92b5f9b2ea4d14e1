"""burgsim tune: find weights for a game's players."""

from __future__ import annotations

from typing import Annotated

import typer

from burgsim.commands.common import (
    ClusterOption,
    GameArgument,
    QuietOption,
    SeedOption,
    WorkersOption,
    played_on,
    progress_line,
    say,
    tell,
)


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command("tune")
    def tune(
        game: GameArgument,
        policy: Annotated[str | None, typer.Option("--policy", metavar="NAME", help="Stages of one policy.")] = None,
        players: Annotated[
            int | None, typer.Option("--players", "-p", metavar="N", help="Stages for N players.")
        ] = None,
        variant: Annotated[str | None, typer.Option("--variant", metavar="NAME", help="Stages of one variant.")] = None,
        seed: SeedOption = 1,
        workers: WorkersOption = None,
        cluster: ClusterOption = None,
        quiet: QuietOption = False,
    ) -> None:
        """Do the game's tuning plan (or some stages of it) and keep the weights it finds."""
        from burgsim.games.game import UserError
        from burgsim.simulation.warm import prepare
        from burgsim.studies.tuning import read_plan, run_stage

        prepare(game, (lambda line: None) if quiet else tell)
        stages = [
            stage
            for stage in read_plan(game)
            if policy in (None, stage.policy) and players in (None, stage.players) and variant in (None, stage.variant)
        ]
        if not stages:
            raise UserError(f"no stage of {game}'s plan is like that; see plan.toml in the folder of its weights")
        with played_on(cluster, workers, quiet):
            for stage in stages:
                with progress_line(stage.name, quiet, "generations") as line:

                    def progress(generation: int, _best: float, line: object = line, stage: object = stage) -> None:
                        if callable(line):
                            line(generation, stage.generations, 0)  # type: ignore[attr-defined]

                    found = run_stage(game, stage, seed, workers, progress)
                verdict = "kept" if found.improved else "no better than the start, which is kept"
                what = "mean score" if stage.goal == "score" else "win share"
                say(f"{stage.name}: {what} {found.start_share:.3f} -> {found.share:.3f} ({verdict})")
