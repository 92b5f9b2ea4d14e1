"""burgsim tournament: every policy against every other."""

from __future__ import annotations

from typing import Annotated

import typer

from burgsim.commands.common import (
    ClusterOption,
    GameArgument,
    GamesOption,
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
    played_on,
    progress_line,
    rules_from_options,
    say,
    say_json,
    tell,
)


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command("tournament")
    def tournament(
        game: GameArgument,
        players: PlayersOption,
        policies: Annotated[
            str | None,
            typer.Option("--policies", metavar="A,B,...", help="Names, commas between; all of the game's if left out."),
        ] = None,
        seat: Annotated[
            list[str] | None,
            typer.Option("--seat", "-s", metavar="POLICY", help="One more, as for simulate (settings may follow)."),
        ] = None,
        games: GamesOption = 50_000,
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
        """Every policy against every other, seats rotated on the same deals: win shares, ratings, cycles."""
        from burgsim.simulation.warm import prepare
        from burgsim.studies.tournament import play_tournament

        loaded = prepare(game, (lambda line: None) if quiet else tell)
        changes = rules_from_options(loaded, rules, preset, settings).changes()
        named = [name.strip() for name in policies.split(",") if name.strip()] if policies is not None else []
        specs = [*(named or ([] if policies is not None else loaded.policies)), *(seat or [])]
        what = f"tournament, {players} players"
        with played_on(cluster, workers, quiet), progress_line(what, quiet) as line:

            def progress(done: int, total: int) -> None:
                if line is not None:
                    line(done, total, 0)

            found = play_tournament(
                game, players, specs, games=games, seed=seed, changes=changes, workers=workers, progress=progress
            )
        from burgsim.report.tournament_page import terminal, tournament_page

        if json:
            say_json(found.to_dict())
        else:
            say(*terminal(found))
        if out is not None:
            from burgsim.report import write_index, write_page

            written = write_page(tournament_page(found, loaded, page_command(), changes), out)
            write_index(out)
            if not json:
                say(f"Page: {written.path}")
