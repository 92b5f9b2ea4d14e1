"""burgsim sensitivity: which rule numbers matter."""

from __future__ import annotations

from typing import Annotated

import typer

from burgsim.commands.common import Asked, asked_alike, page_command, parse_count, say, say_json


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command("sensitivity")
    @asked_alike
    def sensitivity(
        asked: Asked,
        vary: Annotated[
            list[str] | None,
            typer.Option(
                "--vary",
                metavar="RULE[,RULE]",
                help="Rules to vary, or one with its values: start_silver=0..3, start_workers.p2[2]=0,1,2; repeatable. "
                "Left out: the assumed numbers, over the values of the presets.",
            ),
        ] = None,
        seat: Annotated[
            str, typer.Option("--seat", "-s", metavar="POLICY", help="Who sits in every seat.")
        ] = "balanced",
        deals: Annotated[
            int, typer.Option("--games", "-n", metavar="N", parser=parse_count, help="Deals a combination of values.")
        ] = 5_000,
        walks: Annotated[int, typer.Option("--walks", metavar="N", help="Random walks through all the values.")] = 10,
        sobol: Annotated[
            int,
            typer.Option(
                "--sobol", metavar="N",
                help="Also Sobol's indices from N points, a power of 2 (64); each plays rules + 2 combinations.",
            ),
        ] = 0,
    ) -> None:
        """Vary rule numbers: which of them matter, and how far can the answers move?"""
        from burgsim.studies import sensitivity as study

        game, changes = asked.load()
        named = [name for text in vary or [] for name in ([text] if "=" in text else text.split(",")) if name.strip()]
        with asked.played():
            with asked.progress("sensitivity") as line:
                told = (lambda done, total: line(done, total, 0)) if line is not None else None
                found = study.sensitivity(
                    game.id, asked.players, named, spec=seat, changes=changes, deals=deals, walks=walks,
                    seed=asked.seed, workers=asked.workers, progress=told,
                )  # fmt: skip
            shares = None
            if sobol:
                from burgsim.studies import sobol as variance

                with asked.progress("Sobol's indices") as line:
                    told = (lambda done, total: line(done, total, 0)) if line is not None else None
                    shares = variance.sobol(
                        game.id, asked.players, named, spec=seat, changes=changes, deals=deals, samples=sobol,
                        seed=asked.seed, workers=asked.workers, progress=told,
                    )  # fmt: skip
        from burgsim.report import sensitivity_page as shown
        from burgsim.simulation.show import as_table

        if asked.json:
            say_json(found.to_dict() | ({} if shares is None else {"sobol": shares.to_dict()}))
        else:
            for key in dict.fromkeys([shown.first_key(found), "score"]):
                say(shown.matter_sentence(found, key), as_table(shown.effect_rows(found, key)))
            say(shown.reach_sentence(found, shown.first_key(found)), as_table(shown.reach_rows(found)), shown.METHOD)
            if shares is not None:
                for key in dict.fromkeys([shown.first_key(found), "score"]):
                    if key in shares.indices:
                        say(shown.sobol_sentence(shares, key), as_table(shown.sobol_rows(shares, key)))
                say(shown.SOBOL)
        asked.write(lambda: shown.sensitivity_page(found, game, page_command(), changes, shares))
