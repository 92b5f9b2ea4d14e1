"""burgsim games: what can be played."""

from __future__ import annotations

import typer

from burgsim.commands.common import JsonOption, say, say_json, tell


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command("games")
    def games(json: JsonOption = False) -> None:
        """Every game: players, presets, policies."""
        from burgsim.games import GAMES
        from burgsim.simulation.warm import prepare

        found = [prepare(name, tell) for name in GAMES]
        if json:
            say_json(
                {
                    game.id: {
                        "title": game.title,
                        "players": [game.min_players, game.max_players],
                        "presets": list(game.rules.presets()),
                        "variants": list(game.variants),
                        "policies": {
                            name: {"doc": policy.doc, "weights": list(policy.weights)}
                            for name, policy in game.policies.items()
                        },
                    }
                    for game in found
                }
            )
            return
        from rich.text import Text

        from burgsim.simulation.show import as_table

        for game in found:
            solo = ", 1 is the solo game" if game.min_players == 1 else ""
            say(
                Text(f"{game.id}", style="bold"),
                f"  {game.title}, {game.min_players} to {game.max_players} players{solo}",
                f"  presets of the rules: {', '.join(game.rules.presets()) or 'none'}",
            )
            if game.variants:
                say(f"  variants (--preset takes them, too): {', '.join(game.variants)}")
            rows = [["  policy", "plays"]]
            rows += [[f"  {name}", " ".join(policy.doc.split())] for name, policy in game.policies.items()]
            say(as_table(rows, left=("  policy", "plays")))
