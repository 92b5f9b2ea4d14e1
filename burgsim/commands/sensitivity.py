"""burgsim sensitivity: which rule numbers matter."""

from __future__ import annotations

from typing import Annotated

import typer

from burgsim.commands.common import (
    ClusterOption,
    GameArgument,
    JsonOption,
    PageOption,
    PlayersOption,
    PresetOption,
    QuietOption,
    RulesOption,
    SeedOption,
    SetOption,
    WorkersOption,
    page_command,
    parse_count,
    played_on,
    progress_line,
    rules_from_options,
    say,
    say_json,
    tell,
)


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command("sensitivity")
    def sensitivity(
        game: GameArgument,
        players: PlayersOption,
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
        seed: SeedOption = 1,
        rules: RulesOption = None,
        preset: PresetOption = None,
        settings: SetOption = None,
        out: PageOption = None,
        workers: WorkersOption = None,
        cluster: ClusterOption = None,
        json: JsonOption = False,
        quiet: QuietOption = False,
    ) -> None:
        """Vary rule numbers: which of them matter, and how far can the answers move?"""
        from burgsim.simulation.warm import prepare
        from burgsim.studies import sensitivity as study

        loaded = prepare(game, (lambda line: None) if quiet else tell)
        changes = rules_from_options(loaded, rules, preset, settings).changes()
        named = [name for text in vary or [] for name in ([text] if "=" in text else text.split(",")) if name.strip()]
        with played_on(cluster, workers, quiet):
            with progress_line("sensitivity", quiet) as line:
                told = (lambda done, total: line(done, total, 0)) if line is not None else None
                found = study.sensitivity(
                    game, players, named, spec=seat, changes=changes, deals=deals, walks=walks, seed=seed,
                    workers=workers, progress=told,
                )  # fmt: skip
            shares = None
            if sobol:
                from burgsim.studies import sobol as variance

                with progress_line("Sobol's indices", quiet) as line:
                    told = (lambda done, total: line(done, total, 0)) if line is not None else None
                    shares = variance.sobol(
                        game, players, named, spec=seat, changes=changes, deals=deals, samples=sobol, seed=seed,
                        workers=workers, progress=told,
                    )  # fmt: skip
        from burgsim.report import sensitivity_page as shown
        from burgsim.simulation.show import as_table

        if json:
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
        if out is not None:
            from burgsim.report import write_index, write_page

            written = write_page(shown.sensitivity_page(found, loaded, page_command(), changes, shares), out)
            write_index(out)
            if not json:
                say(f"Page: {written.path}")
