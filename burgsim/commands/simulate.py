"""burgsim simulate: play games."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from burgsim.commands.common import (
    ClusterOption,
    GameArgument,
    GamesOption,
    JsonOption,
    PlayersOption,
    PresetOption,
    QuietOption,
    RulesOption,
    SeatOption,
    SeedOption,
    SetOption,
    WorkersOption,
    played_on,
    progress_line,
    rules_from_options,
    say,
    say_json,
    tell,
    this_command,
)


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command("simulate")
    def simulate(
        game: GameArgument,
        players: PlayersOption,
        seat: SeatOption = None,
        games: GamesOption = 10_000,
        seed: SeedOption = 1,
        rules: RulesOption = None,
        preset: PresetOption = None,
        settings: SetOption = None,
        out: Annotated[Path | None, typer.Option("--out", metavar="DIR", help="Folder for the results.")] = None,
        resume: Annotated[bool, typer.Option("--resume", help="Go on with the run in DIR, or extend it.")] = False,
        workers: WorkersOption = None,
        cluster: ClusterOption = None,
        check: Annotated[bool, typer.Option("--check", help="Verify the game after every step (slow).")] = False,
        json: JsonOption = False,
        quiet: QuietOption = False,
    ) -> None:
        """Play games: scores and win shares by seat, and every game as Parquet with --out."""
        from burgsim.games.game import UserError
        from burgsim.simulation import run
        from burgsim.simulation.warm import prepare

        if resume and out is None:
            raise UserError("--resume goes on with a run on disk: name its folder with --out DIR")
        remark = (lambda line: None) if quiet else tell
        loaded = prepare(game, remark)
        chosen = rules_from_options(loaded, rules, preset, settings)
        done = 0
        what = f"{game}, {players} players" if players > 1 else f"{game}, solo"
        with played_on(cluster, workers, quiet), progress_line(what, quiet) as line:

            def progress(finished: int, total: int, parts: int) -> None:
                nonlocal done
                done = finished
                if line is not None:
                    line(finished, total, parts)

            try:
                results = run.simulate(
                    game, players, seat, games, seed, chosen, workers=workers, out=out, resume=resume, check=check,
                    keep=False, progress=progress, tell=remark, command=this_command(),
                )  # fmt: skip
            except KeyboardInterrupt:
                interrupted(out, done, games)
                raise typer.Exit(130) from None
        for found in results.remarks:
            remark(found)
        if json:
            say_json(results.to_dict())
            return
        say(results)
        say(speed(results))


def interrupted(out: Path | None, done: int, games: int) -> None:
    """After Ctrl-C: what is on disk, and how to go on."""
    from burgsim.games.game import UserError
    from burgsim.simulation.store import Store

    if out is None:
        tell(f"interrupted after {done:,} of {games:,} games; with --out DIR a run can be continued")
        return
    try:
        kept = Store.open(out).games_on_disk()
    except UserError:
        kept = 0
    tell(f"interrupted; {kept:,} of {games:,} games are on disk in {out}; go on with: {this_command('--resume')}")


def speed(results: object) -> str:
    """How fast it went, in one line."""
    said = results.to_dict()  # type: ignore[attr-defined]
    where = f"; on disk in {results.folder}" if results.folder else ""  # type: ignore[attr-defined]
    if not said["games_per_second"]:
        return f"Nothing was left to play{where}."
    compiling = f" (and {said['compile_seconds']:.0f} s of compiling, once)" if said["compile_seconds"] >= 1 else ""
    threads = "thread" if said["workers"] == 1 else "threads"
    threads += " of a cluster" if results.cluster else ""  # type: ignore[attr-defined]
    return (
        f"{results.games_played:,} games in {said['seconds']:.1f} s{compiling}: "  # type: ignore[attr-defined]
        f"{said['games_per_second']:,} games and {said['decisions_per_second']:,} decisions a second on "
        f"{said['workers']} {threads}{where}."
    )
