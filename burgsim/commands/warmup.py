"""burgsim warmup: compile now, so that the next command starts at once."""

from __future__ import annotations

from typing import Annotated

import typer

from burgsim.commands.common import JsonOption, say, say_json, tell


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command("warmup")
    def warmup(
        games: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", help="Left out: all games.")] = None,
        json: JsonOption = False,
    ) -> None:
        """Compile the games into the cache; shows what is there and how long it took."""
        from burgsim.games import GAMES
        from burgsim.games.jit import CACHED, cache_folder, kernel_hash
        from burgsim.simulation.warm import compile_seconds, compiled, prepare

        done = []
        for name in games or list(GAMES):
            before, known = compile_seconds(), compiled(name)
            prepare(name, tell)
            seconds = compile_seconds() - before
            done.append({"game": name, "was_compiled": known is not None, "compile_seconds": round(seconds, 1)})
        if json:
            say_json({"cache": str(cache_folder()) if CACHED else None, "kernel": kernel_hash(), "games": done})
            return
        for row in done:
            state = "was in the cache" if row["was_compiled"] else f"compiled in {row['compile_seconds']:.1f} s"
            say(f"{row['game']}: {state}")
        say(f"cache: {cache_folder()}" if CACHED else "the cache folder can't be written: every process compiles")
