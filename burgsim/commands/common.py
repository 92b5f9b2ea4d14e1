"""What commands share: options with one meaning everywhere, the progress line, and output."""

from __future__ import annotations

import contextlib
import functools
import inspect
import json
import math
import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Annotated, Any

import typer

from burgsim.games.game import Game, UserError


def parse_count(given: str | int) -> int:
    """A number of games: 1000000, 1_000_000 or 1e6."""
    text = str(given)
    try:
        value = float(text)
    except ValueError:
        raise UserError(f"{text!r} is not a number of games; write for example 100000 or 1e6") from None
    from burgsim.simulation.run import whole_games

    return whole_games(int(text) if value.is_integer() and text.lstrip("+").isdigit() else value)


def allowed_workers(given: int | None) -> int | None:
    """The number of threads, if it is one that can play."""
    if given is not None:
        from burgsim.simulation.ranges import check_workers

        check_workers(given)
    return given


GameArgument = Annotated[str, typer.Argument(metavar="GAME", help="Such as burgundy-cards (see burgsim games).")]
PlayersOption = Annotated[int, typer.Option("--players", "-p", metavar="N", help="Seats at the table; 1 is solo.")]
SeatOption = Annotated[
    list[str] | None,
    typer.Option(
        "--seat",
        "-s",
        metavar="POLICY",
        help="Who sits there, one a seat in order of play; given once it fills every seat; left out it is `balanced`. "
        "NAME or FILE.py:NAME, then @WEIGHTS, then ,noise=0.1,rollouts=64,width=3 as needed.",
    ),
]
GamesOption = Annotated[int, typer.Option("--games", "-n", metavar="N", parser=parse_count, help="How many, as 1e6.")]
SeedOption = Annotated[int, typer.Option("--seed", metavar="S", help="Game i of a seed is always the same game.")]
RulesOption = Annotated[
    Path | None,
    typer.Option("--rules", metavar="FILE.toml", help="Changes of the rules; `preset` names a preset or a variant."),
]
PresetOption = Annotated[
    str | None,
    typer.Option(
        "--preset",
        metavar="NAME",
        help="A named set of the numbers that no source gives, or a variant like seals or river (see burgsim games).",
    ),
]
SetOption = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="One rule changed, as `burgsim rules GAME` names it; repeatable."),
]
WorkersOption = Annotated[
    int | None,
    typer.Option(
        "--workers", "-w", metavar="W", callback=allowed_workers, help="Threads; as many as cores when left out."
    ),
]
ClusterOption = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help="Play on the Dask cluster whose scheduler is there (tcp://host:8786); `local` starts one here.",
    ),
]
PageOption = Annotated[Path | None, typer.Option("--out", metavar="DIR", help="Write a page.")]
JsonOption = Annotated[bool, typer.Option("--json", help="One JSON object on standard output.")]
QuietOption = Annotated[bool, typer.Option("--quiet", "-q", help="No progress, no remarks.")]


def rules_from_options(
    game: Game, file: Path | None = None, preset: str | None = None, settings: Sequence[str] | None = None
) -> Any:
    """The game's Rules with what --preset, --rules and --set change, in this order."""
    from burgsim.games.rulebook import parse_setting
    from burgsim.simulation.rule_sets import changes_of_file, rule_set

    changes: dict[str, Any] = {}
    if preset:
        changes.update(rule_set(game, preset))
    if file is not None:
        changes.update(changes_of_file(game, file))
    for setting in settings or []:
        path, value = parse_setting(setting)
        changes[path] = value
    return game.rules.build(changes)


def tell(line: str) -> None:
    """A remark on standard error; where it can't be written, nothing is lost."""
    with contextlib.suppress(OSError):
        print(f"burgsim: {line}", file=sys.stderr, flush=True)


def say_json(value: Any) -> None:
    """One JSON object on standard output; numbers that don't exist are null."""
    print(json.dumps(_known(value), allow_nan=False, ensure_ascii=False, indent=1))


def _known(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _known(inner) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_known(inner) for inner in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def say(*things: Any) -> None:
    """Text and rich tables on standard output, as wide as they are when it is not a terminal.

    Square brackets are shown as they are: names of files and policies hold what they like.
    """
    from rich.console import Console

    wide = None if sys.stdout.isatty() else 160
    console = Console(width=wide, highlight=False, markup=False, emoji=False, soft_wrap=True, file=sys.stdout)
    for thing in things:
        console.print(thing)


@contextmanager
def played_on(cluster: str | None, workers: int | None = None, quiet: bool = False) -> Iterator[None]:
    """Have all games inside played on a cluster, if one is named; `workers` are those of a local one.

    Ctrl-C inside ends the command with a line and exit code 130.
    """
    try:
        if cluster is None:
            yield
            return
        from burgsim.simulation.cluster import Cluster
        from burgsim.simulation.ranges import playing_on

        with Cluster(cluster, workers, None if quiet else tell) as there, playing_on(there):
            yield
    except KeyboardInterrupt:  # of commands that have no more to say about it
        tell("interrupted; nothing is kept of what was being played")
        raise typer.Exit(130) from None


@contextmanager
def progress_line(
    what: str, quiet: bool = False, unit: str = "games"
) -> Iterator[Callable[[int, int, int], None] | None]:
    """A line with games, rate, time left, parts on disk and cluster; None when standard error is no terminal."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    from burgsim.simulation.ranges import place

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TextColumn("{task.fields[counts]}", markup=False),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True, refresh_per_second=4) as bar:
        task = bar.add_task(what, total=None, counts="")
        started: list[int] = []

        def update(done: int, total: int, parts: int) -> None:
            started.append(done) if not started else None
            elapsed = bar.tasks[0].elapsed or 0.0
            rate = (done - started[0]) / elapsed if elapsed > 0.5 else 0.0
            counts = f"{done:,} of {total:,} {unit}"
            counts += f", {rate:,.0f} a second" if rate else ""
            counts += f", {parts} {'part' if parts == 1 else 'parts'} on disk" if parts else ""
            elsewhere = place()
            counts += f", cluster of {elsewhere.threads}" if elsewhere is not None else ""
            bar.update(task, completed=done, total=total, counts=counts)

        yield update


def this_command(*more: str) -> str:
    """The command line that was given, with more words where they aren't there yet."""
    words = ["burgsim", *sys.argv[1:]]
    return shlex.join([*words, *(word for word in more if word not in words)])


def page_command() -> str:
    """The command line that was given, for a page: without what depends on the machine (folders, threads, cluster)."""
    words = iter(["burgsim", *sys.argv[1:]])
    kept = []
    for word in words:
        name = word.partition("=")[0]
        if name in ("--out", "--workers", "-w", "--cluster"):
            if "=" not in word:
                next(words, None)
        elif name not in ("--quiet", "-q", "--json"):
            kept.append(word)
    return shlex.join(kept)


def write_out(out: Path | None, page: Callable[[], Any], json: bool = False) -> None:
    """Write a page and the index into the folder of --out, and say where; nothing where there is none."""
    if out is None:
        return
    from burgsim.report import write_index, write_page

    written = write_page(page(), out)
    write_index(out)
    if not json:
        say(f"Page: {written.path}")


Progress = Callable[[int, int, int], None]


@dataclass(frozen=True)
class Asked:
    """What commands are asked alike that play a game in many ways and write a page about it (see `asked_alike`)."""

    game: GameArgument
    players: PlayersOption
    seed: SeedOption = 1
    rules: RulesOption = None
    preset: PresetOption = None
    settings: SetOption = None
    out: PageOption = None
    workers: WorkersOption = None
    cluster: ClusterOption = None
    json: JsonOption = False
    quiet: QuietOption = False

    def load(self) -> tuple[Game, dict[str, Any]]:
        """The game, compiled, and the changes of its rules."""
        from burgsim.simulation.warm import prepare

        game = prepare(self.game, (lambda line: None) if self.quiet else tell)
        return game, rules_from_options(game, self.rules, self.preset, self.settings).changes()

    def played(self) -> AbstractContextManager[None]:
        """Where the games inside are played (`played_on`)."""
        return played_on(self.cluster, self.workers, self.quiet)

    def progress(self, what: str, unit: str = "games") -> AbstractContextManager[Progress | None]:
        """The progress line."""
        return progress_line(what, self.quiet, unit)

    def write(self, page: Callable[[], Any]) -> None:
        """Write the page, if one is wanted (`write_out`)."""
        write_out(self.out, page, self.json)


def asked_alike(command: Callable[..., None]) -> Callable[..., None]:
    """A command `command(asked, ...)` with the options of `Asked` around its own, as Typer reads them."""
    shared = inspect.signature(Asked, eval_str=True).parameters
    _, *own = inspect.signature(command, eval_str=True).parameters.values()
    first, rest = list(shared.values())[:2], list(shared.values())[2:]
    parameters = [one.replace(kind=inspect.Parameter.KEYWORD_ONLY) for one in (*first, *own, *rest)]

    @functools.wraps(command)
    def asking(**given: Any) -> None:
        asked = Asked(**{one.name: given.pop(one.name) for one in fields(Asked)})
        command(asked, **given)

    asking.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    asking.__annotations__ = {one.name: one.annotation for one in parameters}
    return asking
