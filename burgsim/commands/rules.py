"""burgsim rules: every number of a rulebook."""

from __future__ import annotations

from typing import Annotated

import typer

from burgsim.commands.common import (
    GameArgument,
    JsonOption,
    PresetOption,
    RulesOption,
    SetOption,
    rules_from_options,
    say,
    say_json,
    tell,
)


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command("rules")
    def rules(
        game: GameArgument,
        about: Annotated[
            str | None, typer.Argument(metavar="[WORD]", help="Only rules with this in their name or meaning.")
        ] = None,
        file: RulesOption = None,
        preset: PresetOption = None,
        settings: SetOption = None,
        json: JsonOption = False,
    ) -> None:
        """Every rule number: value, what is allowed, how sure it is, and its source."""
        from burgsim.games.game import UserError
        from burgsim.simulation.warm import prepare

        loaded = prepare(game, tell)
        chosen = rules_from_options(loaded, file, preset, settings)
        changed = chosen.changes()
        listed = [row for row in chosen.rows() if about is None or about.lower() in f"{row.path} {row.doc}".lower()]
        if not listed:
            raise UserError(f"no rule of {game} has {about!r} in its name or meaning; without it all are listed")
        if json:
            say_json(
                {
                    row.path: {
                        "value": row.value,
                        "unit": row.unit,
                        "allowed": row.allowed,
                        "label": row.label,
                        "source": row.source,
                        "meaning": row.doc,
                        "inert": row.inert,
                        "changed": row.path in changed,
                    }
                    for row in listed
                }
            )
            return
        from burgsim.simulation.show import as_table, rule_text

        header = ["rule", "value", "unit", "allowed", "label", "source", "meaning"]
        rows = [
            [
                ("* " if row.path in changed else "") + row.path,
                rule_text(row.value),
                row.unit,
                row.allowed,
                row.label,
                row.source,
                row.doc,
            ]
            for row in listed
        ]
        say(as_table([header, *rows], left=tuple(header)))
        if changed:
            say("* differs from the default")
        variants = f"; variants: {', '.join(loaded.variants)}" if loaded.variants else ""
        say("printed: the rulebook or two sources; read: one source, or a reading; assumed: no source; the keys of the "
            f"sources are in docs/rules (presets: {', '.join(loaded.rules.presets())}{variants})")  # fmt: skip
