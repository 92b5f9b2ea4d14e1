"""A study as data: what is compared with what, read from TOML; a mistake is told with its line and the nearest name.

    title = "Two workers for the last seat"
    game = "burgundy-cards"
    players = [3, 4]
    games = 100_000

    [matters]
    win_share = "1pp"

    [variants.two_for_the_last]
    set.last_seat_two = true

    [[contrast]]
    variant = "two_for_the_last"
    measure = "win_share"
    seat = 3
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from burgsim.games import GAMES, load
from burgsim.games.game import Game, UserError
from burgsim.games.given import parse_toml, read_text, shown
from burgsim.players import seats
from burgsim.simulation.rule_sets import changes_of_file, rule_set
from burgsim.simulation.run import rules_of
from burgsim.studies.measures import KINDS, check_measure, nearest, parse_amount
from burgsim.studies.toml_lines import line_of, lines_of

BASELINE = "baseline"
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Arm(_Part):
    """A table: who sits there, and what is changed of the rules."""

    seats: list[str] | str | None = None
    preset: str | None = None
    rules: str | None = None
    set: dict[str, Any] = Field(default_factory=dict)


class Variant(Arm):
    """What differs from the baseline. With `adapted` there is a second arm, with players tuned for the changed rules:
    true tunes them, a name takes weights that are there (as in `balanced@NAME`)."""

    players: int | None = None
    adapted: bool | str = False


class Contrast(_Part):
    """One comparison declared beforehand: a measure of a variant, of a seat or a player, or of the table."""

    variant: str
    measure: str
    seat: int | None = None
    player: int | None = None
    players: int | None = None

    @property
    def where(self) -> str:
        """As in `Quantity.where`."""
        return f"seat {self.seat}" if self.seat else f"player {self.player}" if self.player else ""

    @property
    def key(self) -> str:
        """As in `Quantity.key`."""
        return f"{self.measure} {self.where}".strip()


class Fork(_Part):
    """A decision taken in two ways (burgsim.simulation.forks)."""

    mark: str
    futures: int = Field(default=4, ge=1, le=1000)
    games: int | None = Field(default=None, ge=2)


class Gift(_Part):
    """Something that one seat gets more of: a rule given by seat, or "points" at the end."""

    give: str
    amount: int = Field(default=1, ge=1)


class Association(_Part):
    """A counter of the results set beside the result: description, not effect."""

    counter: str


class Ladder(_Part):
    """Players of several strengths who play the whole study; `mixed` adds a table of different players."""

    policies: list[str] | None = None
    mixed: list[str] | bool = True


class Study(_Part):
    """A study file; `check` holds what the types can't say."""

    title: str
    game: str
    players: int | list[int]
    question: str = ""
    games: int = Field(default=100_000, ge=2, le=1 << 40)
    seed: int = Field(default=1, ge=0, lt=1 << 64)
    rotate: bool = False
    matters: dict[str, int | float | str] = Field(default_factory=dict)
    baseline: Arm = Arm()
    variants: dict[str, Variant] = Field(default_factory=dict)
    contrast: list[Contrast] = Field(default_factory=list)
    fork: list[Fork] = Field(default_factory=list)
    gift: list[Gift] = Field(default_factory=list)
    association: list[Association] = Field(default_factory=list)
    ladder: Ladder | bool = False
    folder: Path = Field(default=Path("."), exclude=True)
    name: str = Field(default="study", exclude=True)

    @property
    def counts(self) -> list[int]:
        """The numbers of players."""
        return [self.players] if isinstance(self.players, int) else list(self.players)

    def smallest(self, kind: str) -> float:
        """The smallest effect of interest of a kind of measure."""
        return parse_amount(self.matters[kind], KINDS[kind]) if kind in self.matters else KINDS[kind].smallest

    def arm(self, name: str) -> Arm:
        """The baseline or a variant."""
        return self.baseline if name == BASELINE else self.variants[name]

    def changes(self, game: Game, name: str = BASELINE) -> dict[str, Any]:
        """Changed rules of an arm; a variant's come on top of the baseline's."""
        base = {} if name == BASELINE else self.changes(game)
        arm = self.arm(name)
        if arm.preset:
            base |= rule_set(game, arm.preset)
        if arm.rules:
            base |= changes_of_file(game, self.folder / arm.rules)
        return base | dict(_flat(arm.set))

    def specs(self, name: str = BASELINE) -> list[str]:
        """Who sits at an arm's table, as written (one, or one a seat)."""
        given = self.arm(name).seats or self.baseline.seats or ["balanced"]
        return [given] if isinstance(given, str) else list(given)

    def players_of(self, name: str, players: int) -> int:
        """Seats of an arm in the comparison at this number of players."""
        arm = self.arm(name)
        return arm.players if isinstance(arm, Variant) and arm.players else players


def read_study(file: Path | str) -> Study:
    """A study from its file.

    Raises
    ------
    UserError
        One line: the file, the line, the field, what is wrong, and the nearest valid name.
    """
    path = Path(file)
    return parse_study(read_text(path, "study"), str(path), path.parent, path.stem)


def parse_study(source: str, file: str = "study", folder: Path = Path("."), name: str = "study") -> Study:
    """A study from its text; errors as in `read_study`."""
    tree = parse_toml(source, file)
    lines = lines_of(source)

    def wrong(path: Sequence[str | int], message: str) -> UserError:
        field = ".".join(str(part + 1) if isinstance(part, int) else part for part in path)
        return UserError(f"{file}, line {line_of(lines, path)}{f', {field}' if field else ''}: {message}")

    for reserved in ("folder", "name"):
        if reserved in tree:
            raise wrong((reserved,), f"there is no {reserved!r} here; {nearest(reserved, _fields(Study), 'keys')}")
    try:
        study = Study.model_validate({**tree, "folder": folder, "name": name})
    except ValidationError as error:
        first = min(error.errors(), key=lambda found: found["type"] != "extra_forbidden")
        raise wrong(*_explain(first)) from None
    for path, message in _problems(study):
        raise wrong(path, message)
    return study


def _fields(model: type[BaseModel]) -> list[str]:
    return [name for name in model.model_fields if name not in ("folder", "name")]


def _explain(error: Any) -> tuple[list[str | int], str]:
    """The path of pydantic's error in the file, and what is wrong in our words."""
    path: list[str | int] = []
    model: Any = Study
    kinds = {"baseline": Arm, "variants": Variant, "contrast": Contrast, "fork": Fork, "gift": Gift,
             "association": Association, "ladder": Ladder}  # fmt: skip
    for depth, part in enumerate(error["loc"]):
        # a union of types adds a word of pydantic's own to the path ("list[int]", "Ladder")
        if isinstance(part, str) and depth and (part in ("int", "bool", "str", "float", "Ladder") or "[" in part):
            continue
        path.append(part)
    if path and isinstance(path[0], str) and len(path) > 1 and path[0] in kinds:
        model = kinds[path[0]]
    last = path[-1] if path else ""
    if error["type"] == "extra_forbidden":
        return path, f"there is no key {last!r} here; {nearest(str(last), _fields(model), 'keys')}"
    if error["type"] == "missing":
        return path[:-1], f"{last} is missing"
    said = str(error["msg"]).removeprefix("Value error, ")
    given = error.get("input")
    but = f", not {shown(given)}" if isinstance(given, str | int | float | bool) else ""
    return path, f"{said[:1].lower()}{said[1:]}{but}"


def _flat(tree: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in tree.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value


Problem = tuple[Sequence[str | int], str]


def _problems(study: Study) -> Iterator[Problem]:
    """What is wrong beyond types, in the order of the file's parts."""
    if study.game not in GAMES:
        yield ("game",), f"there is no game {study.game!r}; {nearest(study.game, list(GAMES), 'games')}"
        return
    game = load(study.game)
    if not study.counts:
        yield ("players",), "name at least one number of players"
    for count in study.counts:
        if (message := _refused(lambda count=count: game.check_players(count))):
            yield ("players",), message
            return
    if len(set(study.counts)) < len(study.counts):
        yield ("players",), "a number of players is there twice"
    for kind, value in study.matters.items():
        if kind not in KINDS:
            yield ("matters", kind), f"there is no kind of measure {kind!r}; {nearest(kind, list(KINDS), 'kinds')}"
        elif message := _refused(lambda kind=kind, value=value: parse_amount(value, KINDS[kind])):
            yield ("matters", kind), message
    if not (study.variants or study.fork or study.gift or study.association):
        yield (), "nothing to compare: add a [variants.NAME], a [[fork]], a [[gift]] or an [[association]]"
    for name in (BASELINE, *study.variants):
        yield from _arm_problems(study, game, name)
    for i, contrast in enumerate(study.contrast):
        for key, message in _contrast_problems(study, game, contrast):
            yield ("contrast", i, *key), message
    for i, fork in enumerate(study.fork):
        if fork.mark not in game.forks:
            hint = nearest(fork.mark, list(game.forks), "forks")
            yield ("fork", i, "mark"), f"{game.id} has no fork {fork.mark!r}; {hint}"
    from burgsim.studies.gifts import check_gift

    for i, gift in enumerate(study.gift):
        for count in study.counts:
            if message := _refused(lambda g=gift, n=count: check_gift(game, n, study.changes(game), g.give, g.amount)):
                yield ("gift", i, "give"), message
    columns = list(game.seat_columns)
    for i, found in enumerate(study.association):
        if found.counter not in columns:
            yield ("association", i, "counter"), (
                f"there is no counter {found.counter!r}; {nearest(found.counter, columns, 'counters')}"
            )
    if isinstance(study.ladder, Ladder):
        for key in ("policies", "mixed"):
            given = getattr(study.ladder, key)
            for j, spec in enumerate(given if isinstance(given, list) else []):
                if message := _refused(lambda spec=spec: seats(game, study.counts[0], [spec])):
                    yield ("ladder", key, j), message


def _arm_problems(study: Study, game: Game, name: str) -> Iterator[Problem]:
    place: tuple[str, ...] = (BASELINE,) if name == BASELINE else ("variants", name)
    if name != BASELINE and (not NAME.fullmatch(name) or name == "all"):
        yield place, f"{name!r} can't name a variant; use letters, digits, - and _"
    arm = study.arm(name)
    if arm.preset is not None and (message := _refused(lambda: rule_set(game, str(arm.preset)))):
        yield (*place, "preset"), message
        return
    if arm.rules is not None:
        if message := _refused(lambda: rules_of(game, changes_of_file(game, study.folder / str(arm.rules)))):
            yield (*place, "rules"), message
            return
    for path, value in _flat(arm.set):
        if message := _refused(lambda path=path, value=value: rules_of(game, {path: value})):
            # a number may only make sense with another one: then the whole is what is wrong
            if _refused(lambda: rules_of(game, study.changes(game, name))):
                yield (*place, "set", *path.split(".")), message
                return
    if message := _refused(lambda: rules_of(game, study.changes(game, name))):
        yield (*place, "set"), message
        return
    for count in study.counts:
        here = study.players_of(name, count)
        if message := _refused(lambda here=here: game.check_players(here)):
            yield (*place, "players"), message
            return
        if message := _refused(lambda here=here: seats(game, here, study.specs(name))):
            yield (*(place if arm.seats is not None else (BASELINE,)), "seats"), message
            return
    if isinstance(arm, Variant):
        same = not arm.set and not arm.preset and not arm.rules
        if same and arm.seats is None and arm.players is None:
            yield place, "nothing differs from the baseline: set a rule, seats or players"
        if isinstance(arm.adapted, str):
            for count in study.counts:
                specs = [f"{spec.split('@')[0].split(',')[0]}@{arm.adapted}" for spec in study.specs(name)]
                here = study.players_of(name, count)
                if message := _refused(lambda specs=specs, here=here: seats(game, here, specs)):
                    yield (*place, "adapted"), message
                    return


def _contrast_problems(study: Study, game: Game, contrast: Contrast) -> Iterator[Problem]:
    if contrast.variant not in study.variants:
        hint = nearest(contrast.variant, list(study.variants), "variants")
        yield ("variant",), f"there is no variant {contrast.variant!r}; {hint}"
        return
    if message := _refused(lambda: check_measure(game, contrast.measure)):
        yield ("measure",), message
        return
    counts = study.counts if contrast.players is None else [contrast.players]
    if contrast.players is not None and contrast.players not in study.counts:
        yield ("players",), f"the study isn't played at {contrast.players} players; it is at {_listed(study.counts)}"
        return
    if contrast.seat is not None and contrast.player is not None:
        yield ("player",), "name a seat or a player, not both"
        return
    if contrast.player is not None and not study.rotate:
        yield ("player",), "players are measured where they sit in rotation: add rotate = true, or name a seat"
        return
    for key in ("seat", "player"):
        given = getattr(contrast, key)
        if given is not None and not 1 <= given <= min(counts):
            yield (key,), f"{key} must be from 1 to {min(counts)}, not {given}"
            return
    by_seat = contrast.measure in ("win_share", "score")
    if contrast.where and not by_seat:
        yield ("seat" if contrast.seat else "player",), f"{contrast.measure} is a number of the table, not of a seat"
    if contrast.measure == "win_share" and not contrast.where:
        if counts == [1]:
            yield ("seat",), "name seat = 1: the share of games won"
            return
        yield ("measure",), (
            "the average win share is one over the number of players whatever the rules; name a seat, or a player "
            "(with different players in the seats and rotate = true), or compare score, margin or ties"
        )
    count_changes = any(study.players_of(contrast.variant, n) != n for n in counts)
    if count_changes and contrast.where:
        yield (), "seats can't be compared between numbers of players: compare score, margin, turns or ties"


def _refused(attempt: Any) -> str:
    """The line of a user's mistake, or nothing."""
    try:
        attempt()
    except UserError as error:
        return str(error)
    return ""


def _listed(values: Sequence[Any]) -> str:
    return ", ".join(map(str, values))
