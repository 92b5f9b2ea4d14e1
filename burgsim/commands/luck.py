"""burgsim luck: how much of the result is luck, and which."""

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
    SeatOption,
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


def count_or_none(given: str | int) -> int:
    """A number of games, or 0."""
    return 0 if str(given).strip() == "0" else parse_count(given)


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command("luck")
    def luck(
        game: GameArgument,
        players: PlayersOption,
        seat: SeatOption = None,
        deals: Annotated[
            int, typer.Option("--games", "-n", metavar="N", parser=parse_count, help="Deals, each played in many ways.")
        ] = 20_000,
        upsets: Annotated[
            int,
            typer.Option("--upsets", metavar="N", parser=count_or_none, help="Games of the ladder; 0 is none."),
        ] = 50_000,
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
        """Tell luck from skill: what each source of chance, the seat and the player explain."""
        from burgsim.simulation.warm import prepare
        from burgsim.studies import luck as study

        loaded = prepare(game, (lambda line: None) if quiet else tell)
        changes = rules_from_options(loaded, rules, preset, settings).changes()
        with played_on(cluster, workers, quiet), progress_line("luck", quiet, "deals") as line:
            told = (lambda done: line(done, deals, 0)) if line is not None else None
            found = study.luck(
                game, players, seat or ["balanced"], changes=changes, deals=deals, upsets=upsets, seed=seed,
                workers=workers, progress=told,
            )  # fmt: skip
        from burgsim.report import luck_page as shown
        from burgsim.simulation.show import as_table

        if json:
            say_json(found.to_dict())
        else:
            say(shown.luck_sentence(found), shown.source_sentence(found), as_table(shown.share_rows(found)))
            if found.leaders is not None:
                say(shown.leader_sentence(found))
            if found.upsets:
                say(as_table(shown.upset_rows(found)), shown.UPSETS)
            say(shown.METHOD)
        if out is not None:
            from burgsim.report import write_index, write_page

            written = write_page(shown.luck_page(found, loaded, page_command(), changes), out)
            write_index(out)
            if not json:
                say(f"Page: {written.path}")
