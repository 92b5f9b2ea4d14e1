"""burgsim bench: how fast it plays here."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from burgsim.commands.common import (
    ClusterOption,
    GamesOption,
    JsonOption,
    PresetOption,
    QuietOption,
    RulesOption,
    SetOption,
    WorkersOption,
    rules_from_options,
    say,
    say_json,
    tell,
)


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command("bench")
    def bench(
        game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="Left out: all games.")] = None,
        seconds: Annotated[float, typer.Option("--seconds", metavar="T", help="CPU time of one measurement.")] = 0.4,
        rules: RulesOption = None,
        preset: PresetOption = None,
        settings: SetOption = None,
        cluster: ClusterOption = None,
        games: GamesOption = 1_000_000,
        workers: WorkersOption = None,
        json: JsonOption = False,
        quiet: QuietOption = False,
    ) -> None:
        """Games and decisions a second: CPU time of playing only, best of five, on one core; and two threads to one.

        With --cluster: a run of --games games there against one in as many threads here.
        """
        from burgsim.games import GAMES, load
        from burgsim.games.game import UserError
        from burgsim.simulation import bench as measure

        if not 0.01 <= seconds <= 60:
            raise UserError(f"--seconds must be from 0.01 to 60, not {seconds:g}")
        chosen = None
        if rules is not None or preset or settings:
            if game is None:
                raise UserError("--rules, --preset and --set change the rules of one game: name it")
            chosen = rules_from_options(load(game), rules, preset, settings)
        if cluster is not None:
            _cluster(game or next(iter(GAMES)), cluster, games, workers, json, quiet, chosen)
            return
        remark = (lambda line: None) if quiet else tell
        found = [measure.bench(name, seconds, remark, chosen) for name in ([game] if game else list(GAMES))]
        if json:
            say_json({"games": found})
            return
        from burgsim.simulation.show import as_table

        for result in found:
            header = ["players", "policy", "games/s", "decisions/s", "decisions/game", "us/game"]
            rows = [
                [
                    str(row["players"]),
                    row["policy"],
                    f"{row['games_per_second']:,.0f}",
                    f"{row['decisions_per_second']:,.0f}",
                    f"{row['decisions_per_game']:.1f}",
                    f"{1e6 / row['games_per_second']:.1f}",
                ]
                for row in result["speeds"]
            ]
            say(f"{result['game']} on {result['processor']}, one core, CPU time, best of {result['repeats']}")
            say(as_table([header, *rows], left=("policy",)))
            pair = result["threads"]
            if pair:
                say(f"two threads play {pair['ratio']:.2f} times as many games as one "
                    f"({pair['policy']}, 2 players, wall clock)")  # fmt: skip


def _cluster(
    game: str, address: str, games: int, workers: int | None, json: bool, quiet: bool, rules: Any
) -> None:
    from burgsim.simulation import bench as measure
    from burgsim.simulation.cluster import Cluster

    with Cluster(address, workers, None if quiet else tell) as there:
        found = measure.cluster_against_threads(game, there, games, rules=rules)
    if json:
        say_json({"game": game, **found})
        return
    say(
        f"{game}, {found['players']} players, {found['policy']}, {games:,} games, wall clock: "
        f"{found['there']:,.0f} games a second on a cluster of {found['threads']}, {found['here']:,.0f} in as many "
        f"threads here ({found['ratio']:.0%})"
    )
