"""burgsim rollouts: what thinking ahead brings a player, by the number of worlds it samples."""

from __future__ import annotations

from typing import Annotated

import typer

from burgsim.commands.common import Asked, asked_alike, page_command, parse_count, say, say_json


def numbers_of(text: str) -> list[int]:
    """ "8,16,32" as numbers."""
    from burgsim.games.game import UserError

    try:
        return [int(part) for part in text.split(",") if part.strip()]
    except ValueError:
        raise UserError(f"--worlds {text!r} must be whole numbers like 8,16,32,64") from None


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command("rollouts")
    @asked_alike
    def rollouts(
        asked: Asked,
        worlds: Annotated[
            str, typer.Option("--worlds", metavar="N[,N]", help="Numbers of sampled worlds a decision.")
        ] = "4,8,16,32,64,128",
        width: Annotated[int, typer.Option("--width", metavar="N", min=1, help="Options that are played on.")] = 3,
        seat: Annotated[str, typer.Option("--seat", "-s", metavar="POLICY", help="The player, without rollouts.")] = (
            "balanced"
        ),
        deals: Annotated[
            int, typer.Option("--games", "-n", metavar="N", parser=parse_count, help="Deals, each in all rotations.")
        ] = 100,
    ) -> None:
        """One player tries its moves out in sampled worlds, the others don't: how much more does it win?"""
        from burgsim.studies import rollouts as study

        game, changes = asked.load()
        with asked.played(), asked.progress("rollouts", "deals") as line:
            told = (lambda done, total: line(done, total, 0)) if line is not None else None
            found = study.rollouts(
                game.id, asked.players, numbers_of(worlds), spec=seat, width=width, changes=changes, deals=deals,
                seed=asked.seed, workers=asked.workers, progress=told,
            )  # fmt: skip
        from burgsim.report import rollouts_page as shown
        from burgsim.simulation.show import as_table

        if asked.json:
            say_json(found.to_dict())
        else:
            say(shown.rollouts_sentence(found), as_table(shown.rollout_rows(found), left=()))
            say(shown.flat_sentence(found), shown.METHOD)
        asked.write(lambda: shown.rollouts_page(found, game, page_command(), changes))
