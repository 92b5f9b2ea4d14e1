"""burgsim luck: how much of the result is luck, and which."""

from __future__ import annotations

from typing import Annotated

import typer

from burgsim.commands.common import Asked, SeatOption, asked_alike, page_command, parse_count, say, say_json


def count_or_none(given: str | int) -> int:
    """A number of games, or 0."""
    return 0 if str(given).strip() == "0" else parse_count(given)


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command("luck")
    @asked_alike
    def luck(
        asked: Asked,
        seat: SeatOption = None,
        deals: Annotated[
            int, typer.Option("--games", "-n", metavar="N", parser=parse_count, help="Deals, each played in many ways.")
        ] = 20_000,
        upsets: Annotated[
            int,
            typer.Option("--upsets", metavar="N", parser=count_or_none, help="Games of the ladder; 0 is none."),
        ] = 50_000,
    ) -> None:
        """Tell luck from skill: what each source of chance, the seat and the player explain."""
        from burgsim.studies import luck as study

        game, changes = asked.load()
        with asked.played(), asked.progress("luck", "deals") as line:
            told = (lambda done: line(done, deals, 0)) if line is not None else None
            found = study.luck(
                game.id, asked.players, seat or ["balanced"], changes=changes, deals=deals, upsets=upsets,
                seed=asked.seed, workers=asked.workers, progress=told,
            )  # fmt: skip
        from burgsim.report import luck_page as shown
        from burgsim.simulation.show import as_table

        if asked.json:
            say_json(found.to_dict())
        else:
            say(shown.luck_sentence(found), shown.source_sentence(found), as_table(shown.share_rows(found)))
            if found.leaders is not None:
                say(shown.leader_sentence(found))
            if found.upsets:
                say(as_table(shown.upset_rows(found)), shown.UPSETS)
            say(shown.METHOD)
        asked.write(lambda: shown.luck_page(found, game, page_command(), changes))
