"""The command line: one module a command in `burgsim/commands/`.

To add a command, write `burgsim/commands/NAME.py` with a function `register(app)` and name it below. Whatever a command
needs is imported inside its function, so that no command waits for another's imports.
"""

from __future__ import annotations

import contextlib
import errno
import functools
import importlib
import os
import shlex
import sys
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

import typer

from burgsim._version import __version__

#: Modules of burgsim.commands, in the order of the help.
COMMANDS = (
    "games", "rules", "simulate", "summary", "rerun", "compare", "level", "tournament", "rollouts", "luck",
    "sensitivity", "trace", "replay", "warmup", "bench", "report", "how-sure", "tune",
)  # fmt: skip

#: Commands that only tell what there is: nothing has to be compiled for them.
TELLING = ("games", "rules")

INTERRUPTED = 130
MISTAKE = 2
_INTERRUPTED = "burgsim: interrupted"
_LOST_OUTPUT = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EPIPE, errno.EBADF)

# Typer comes with or beside click, by version; its own name for a usage error leads to the rest.
_UsageError: Any = typer.BadParameter.__bases__[0]
_ClickException: Any = _UsageError.__bases__[0]


def build() -> typer.Typer:
    """The application with all commands."""
    app = typer.Typer(
        name="burgsim",
        help="Plays millions of games of real board games and answers balance questions with them.",
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )

    @app.callback(invoke_without_command=True)
    def top(
        context: typer.Context,
        version: bool = typer.Option(False, "--version", help="The version, and nothing else."),
    ) -> None:
        if version:
            print(__version__)
            raise typer.Exit()
        if context.invoked_subcommand is None:
            print(context.get_help())
            raise typer.Exit(MISTAKE)

    for name in COMMANDS:
        importlib.import_module(f"burgsim.commands.{name.replace('-', '_')}").register(app)
    for command in app.registered_commands:
        assert command.callback is not None
        command.callback = _answering(command.callback)
    return app


def _answering(command: Callable[..., Any]) -> Callable[..., Any]:
    """A command that answers Ctrl-C wherever it says nothing about it itself: typer would end it without a word."""

    @functools.wraps(command)
    def answering(*arguments: Any, **options: Any) -> Any:
        try:
            return command(*arguments, **options)
        except KeyboardInterrupt:
            print(_INTERRUPTED, file=sys.stderr)
            raise typer.Exit(INTERRUPTED) from None

    return answering


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; the exit code is 2 after a mistake of the user's and 130 after Ctrl-C.

    Parameters
    ----------
    arguments : sequence of str, optional
        In place of the command line's.
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    from burgsim.games.game import UserError

    if sys.stderr is None:  # closed by whoever called: remarks go nowhere
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if sys.stdout is None:  # said before anything is played for nobody
        print("burgsim: standard output is closed; send it to a file, or to /dev/null", file=sys.stderr)
        return MISTAKE
    try:
        code = build()(given, prog_name="burgsim", standalone_mode=False)
        sys.stdout.flush()  # a full disk is heard of here, not when Python ends
        return code if isinstance(code, int) else 0
    except UserError as error:
        print(f"burgsim: {error}", file=sys.stderr)
        return MISTAKE
    except _ClickException as error:
        print(f"burgsim: {_usage(error, given)}", file=sys.stderr)
        return MISTAKE
    except (typer.Abort, KeyboardInterrupt):
        print(_INTERRUPTED, file=sys.stderr)
        return INTERRUPTED
    except OSError as error:
        # commands tell themselves of files that they can't write; an error without a file's name is of the output
        if error.filename is not None or error.errno not in _LOST_OUTPUT:
            raise
        _send_output_nowhere()
        if error.errno != errno.EPIPE:  # whoever stopped reading knows
            from burgsim.simulation.disk import why

            print(f"burgsim: standard output: {why(error)}", file=sys.stderr)
        return MISTAKE


def _send_output_nowhere() -> None:
    """What is still to be written would fail again when Python ends, and it would complain."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def start() -> NoReturn:
    """The command as a process of its own.

    After Ctrl-C it ends at once: threads may be in the middle of a game that takes minutes, and taking the interpreter
    apart beside them took longer than all that has to be said and closed before.
    """
    if sys.argv[1:2] and sys.argv[1] in TELLING:
        os.environ.setdefault("BURGSIM_PLAIN", "1")  # plain mode holds for a whole process: before anything is loaded
    code = main()
    if code == INTERRUPTED:
        with contextlib.suppress(OSError, ValueError):  # nobody listens any more
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)
    sys.exit(code)


def _usage(error: Exception, given: Sequence[str]) -> str:
    """What is wrong with the command line, and where its options are listed, in one line."""
    message = " ".join(error.format_message().split()).rstrip(".")  # type: ignore[attr-defined]
    command = next((word for word in given if word in COMMANDS), "")
    asked = shlex.join(["burgsim", *([command] if command else []), "--help"])
    return f"{message[:1].lower()}{message[1:]} (see {asked})"


if __name__ == "__main__":
    start()
