"""burgsim level: the compensation that levels the seats."""

from __future__ import annotations

from typing import Annotated

import typer

from burgsim.commands.common import Asked, asked_alike, page_command, parse_count, say, say_json, tell

#: Who is asked when nobody is named, from weak to strong.
PLAYERS = ("greedy", "balanced,noise=0.05", "balanced")


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command("level")
    @asked_alike
    def level(
        asked: Asked,
        by: Annotated[
            str,
            typer.Option("--with", metavar="RULE[,RULE]", help="Rules that are given by seat, or points (at the end)."),
        ],
        seat: Annotated[
            list[str] | None,
            typer.Option("--seat", "-s", metavar="POLICY", help="Who sits in every seat; repeatable: one answer each."),
        ] = None,
        deals: Annotated[
            int, typer.Option("--games", "-n", metavar="N", parser=parse_count, help="Deals behind every win share.")
        ] = 20_000,
    ) -> None:
        """Find what each seat must be given, so that all seats win equally often."""
        from burgsim.games.game import UserError
        from burgsim.players import seats
        from burgsim.studies import levelling
        from burgsim.studies.gifts import POINTS, seat_rule

        game, changes = asked.load()
        players, seed = asked.players, asked.seed
        game.check_players(players)
        if players < 2:
            raise UserError("levelling seats needs at least two players")
        names = [name.strip() for name in by.split(",") if name.strip()]
        for name in names:
            if name != POINTS:
                seat_rule(game, players, name, changes)
        if not names:
            raise UserError("--with names no rule; for example --with points")
        specs = list(seat or [spec for spec in PLAYERS if spec.split(",")[0] in game.policies])
        for spec in specs:
            seats(game, players, [spec])
        if POINTS in names and deals > levelling.MOST_SCORES and not asked.quiet:
            tell(f"{POINTS} at the end are found from {levelling.MOST_SCORES:,} deals, which is as many as are kept")
        found = []
        with asked.played():
            for name, spec in [(name, spec) for name in names for spec in specs]:
                with asked.progress(f"{name}, {spec}") as line:

                    def progress(done: int, line: object = line) -> None:
                        if callable(line):
                            line(done, max(done, 5 * deals), 0)

                    found.append(
                        levelling.level(
                            game.id, players, name, spec=spec, changes=changes, deals=deals, seed=seed,
                            workers=asked.workers, progress=progress,
                        )
                    )  # fmt: skip
        from burgsim.report.level_page import METHOD, level_page, level_rows, level_sentence
        from burgsim.simulation.show import as_table

        if asked.json:
            say_json({"game": game.id, "players": players, "seed": seed, "found": [one.to_dict() for one in found]})
        else:
            for one in found:
                say(level_sentence(one), as_table(level_rows(one)))
            say(METHOD)
        asked.write(lambda: level_page(game, players, found, seed, page_command(), changes))
