"""burgsim level: the compensation that levels the seats."""

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

#: Who is asked when nobody is named, from weak to strong.
PLAYERS = ("greedy", "balanced,noise=0.05", "balanced")


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command("level")
    def level(
        game: GameArgument,
        players: PlayersOption,
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
        """Find what each seat must be given, so that all seats win equally often."""
        from burgsim.games.game import UserError
        from burgsim.players import seats
        from burgsim.simulation.warm import prepare
        from burgsim.studies import levelling
        from burgsim.studies.gifts import POINTS, seat_rule

        loaded = prepare(game, (lambda line: None) if quiet else tell)
        loaded.check_players(players)
        if players < 2:
            raise UserError("levelling seats needs at least two players")
        changes = rules_from_options(loaded, rules, preset, settings).changes()
        names = [name.strip() for name in by.split(",") if name.strip()]
        for name in names:
            if name != POINTS:
                seat_rule(loaded, players, name, changes)
        if not names:
            raise UserError("--with names no rule; for example --with points")
        specs = list(seat or [spec for spec in PLAYERS if spec.split(",")[0] in loaded.policies])
        for spec in specs:
            seats(loaded, players, [spec])
        if POINTS in names and deals > levelling.MOST_SCORES and not quiet:
            tell(f"{POINTS} at the end are found from {levelling.MOST_SCORES:,} deals, which is as many as are kept")
        found = []
        with played_on(cluster, workers, quiet):
            for name, spec in [(name, spec) for name in names for spec in specs]:
                with progress_line(f"{name}, {spec}", quiet) as line:

                    def progress(done: int, line: object = line) -> None:
                        if callable(line):
                            line(done, max(done, 5 * deals), 0)

                    found.append(
                        levelling.level(
                            game, players, name, spec=spec, changes=changes, deals=deals, seed=seed, workers=workers,
                            progress=progress,
                        )
                    )  # fmt: skip
        from burgsim.report.level_page import METHOD, level_page, level_rows, level_sentence
        from burgsim.simulation.show import as_table

        if json:
            say_json({"game": game, "players": players, "seed": seed, "found": [one.to_dict() for one in found]})
        else:
            for one in found:
                say(level_sentence(one), as_table(level_rows(one)))
            say(METHOD)
        if out is not None:
            from burgsim.report import write_index, write_page

            written = write_page(level_page(loaded, players, found, seed, page_command(), changes), out)
            write_index(out)
            if not json:
                say(f"Page: {written.path}")
