"""burgsim rollouts: what thinking ahead brings a player, by the number of worlds it samples."""

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
    def rollouts(
        game: GameArgument,
        players: PlayersOption,
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
        """One player tries its moves out in sampled worlds, the others don't: how much more does it win?"""
        from burgsim.simulation.warm import prepare
        from burgsim.studies import rollouts as study

        loaded = prepare(game, (lambda line: None) if quiet else tell)
        changes = rules_from_options(loaded, rules, preset, settings).changes()
        with played_on(cluster, workers, quiet), progress_line("rollouts", quiet, "deals") as line:
            told = (lambda done, total: line(done, total, 0)) if line is not None else None
            found = study.rollouts(
                game, players, numbers_of(worlds), spec=seat, width=width, changes=changes, deals=deals, seed=seed,
                workers=workers, progress=told,
            )  # fmt: skip
        from burgsim.report import rollouts_page as shown
        from burgsim.simulation.show import as_table

        if json:
            say_json(found.to_dict())
        else:
            say(shown.rollouts_sentence(found), as_table(shown.rollout_rows(found), left=()))
            say(shown.flat_sentence(found), shown.METHOD)
        if out is not None:
            from burgsim.report import write_index, write_page

            written = write_page(shown.rollouts_page(found, loaded, page_command(), changes), out)
            write_index(out)
            if not json:
                say(f"Page: {written.path}")
