"""burgsim tournament: every policy against every other."""

from __future__ import annotations

from typing import Annotated

import typer

from burgsim.commands.common import Asked, GamesOption, asked_alike, page_command, say, say_json


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command("tournament")
    @asked_alike
    def tournament(
        asked: Asked,
        policies: Annotated[
            str | None,
            typer.Option("--policies", metavar="A,B,...", help="Names, commas between; all of the game's if left out."),
        ] = None,
        seat: Annotated[
            list[str] | None,
            typer.Option("--seat", "-s", metavar="POLICY", help="One more, as for simulate (settings may follow)."),
        ] = None,
        games: GamesOption = 50_000,
    ) -> None:
        """Every policy against every other, seats rotated on the same deals: win shares, ratings, cycles."""
        from burgsim.studies.tournament import play_tournament

        game, changes = asked.load()
        named = [name.strip() for name in policies.split(",") if name.strip()] if policies is not None else []
        specs = [*(named or ([] if policies is not None else game.policies)), *(seat or [])]
        with asked.played(), asked.progress(f"tournament, {asked.players} players") as line:

            def progress(done: int, total: int) -> None:
                if line is not None:
                    line(done, total, 0)

            found = play_tournament(
                game.id, asked.players, specs, games=games, seed=asked.seed, changes=changes, workers=asked.workers,
                progress=progress,
            )  # fmt: skip
        from burgsim.report.tournament_page import terminal, tournament_page

        if asked.json:
            say_json(found.to_dict())
        else:
            say(*terminal(found))
        asked.write(lambda: tournament_page(found, game, page_command(), changes))
