"""A seat, and how it is written down: the grammar of `--seat`."""

from __future__ import annotations

import difflib
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from burgsim.games.game import MAX_WEIGHTS, Game, Policy, UserError
from burgsim.players.tuned import read_weights, tuned_weights
from burgsim.players.user_file import load_policy

DEFAULT_POLICY = "balanced"
#: How many of a policy's favourite actions are played on when a seat has rollouts.
DEFAULT_WIDTH = 3
MAX_ROLLOUTS = 1_000_000
SPEC_FORM = "NAME or FILE.py:NAME, then @WEIGHTS, then ,noise=0.1,rollouts=64,width=3 as needed"


@dataclass(frozen=True, eq=False)
class Seat:
    """A policy at the table with its settings.

    `weights` is the policy's row, float64 (MAX_WEIGHTS,). `noise` is the probability that a decision is drawn uniformly
    instead, `rollouts` the sampled worlds a decision is played on in (0: none), `width` the candidates compared. `role`
    numbers the policy's stream of chance, which moves with it when seats rotate. `file_sha256` is the hash of the
    user's file that the policy came from, else empty.
    """

    policy: Policy
    weights: np.ndarray
    noise: float = 0.0
    rollouts: int = 0
    width: int = DEFAULT_WIDTH
    role: int = 0
    label: str = ""
    file_sha256: str = ""
    spec: str = field(default="", compare=False)

    @property
    def from_user(self) -> bool:
        """Whether the policy came from a user's file (it is then given a copy of the state)."""
        return self.policy.from_user

    @property
    def plain(self) -> bool:
        """Whether nothing but the policy itself is to be called."""
        return self.noise == 0.0 and self.rollouts == 0 and not self.from_user

    def named_weights(self) -> dict[str, float]:
        """The weights by name."""
        return {name: float(self.weights[i]) for i, name in enumerate(self.policy.weights)}

    def with_weights(self, values: Mapping[str, float] | np.ndarray, label: str = "") -> Seat:
        """The same seat with other weights: by name (the others stay), or a row of as many as the policy names."""
        return replace(self, weights=_row(self.policy, values, self.weights), label=label or self.label)

    def to_dict(self) -> dict[str, Any]:
        """What repeats this seat, as plain values."""
        values = {
            "label": self.label,
            "policy": self.policy.name,
            "weights": self.named_weights(),
            "noise": self.noise,
            "rollouts": self.rollouts,
            "width": self.width,
            "role": self.role,
        }
        return values | ({"file_sha256": self.file_sha256} if self.from_user else {})

    @classmethod
    def from_dict(cls, game: Game, values: Mapping[str, Any], file: Path | None = None) -> Seat:
        """The reverse of `to_dict`; a policy of a user's file needs the file, which must be the same one."""
        if "file_sha256" in values:
            if file is None:
                raise UserError(f"seat {values['label']!r} came from a file of its user's: name that file")
            policy, digest = load_policy(game, file, values["policy"])
            if digest != values["file_sha256"]:
                was = values["file_sha256"][:16]
                raise UserError(f"{file} has changed since: its SHA-256 begins {digest[:16]}, not {was}")
        else:
            policy, digest = find_policy(game, values["policy"]), ""
        return cls(
            policy=policy,
            weights=_row(policy, values["weights"], policy.default_weights()),
            noise=float(values["noise"]),
            rollouts=int(values["rollouts"]),
            width=int(values["width"]),
            role=int(values["role"]),
            label=str(values["label"]),
            file_sha256=digest,
        )


def find_policy(game: Game, name: str) -> Policy:
    """A policy that the game comes with.

    Raises
    ------
    UserError
        No such policy; the line names the nearest one or all of them.
    """
    if name in game.policies:
        return game.policies[name]
    near = difflib.get_close_matches(name, game.policies, n=1)
    hint = f"did you mean {near[0]}?" if near else f"policies: {', '.join(game.policies)}"
    raise UserError(f"{game.id} has no policy {name!r}; {hint}")


def seats(game: Game, players: int, specs: Sequence[str | Seat] | str | Seat | None = None) -> list[Seat]:
    """The seats of a table, in order of play.

    Parameters
    ----------
    game : Game
    players : int
    specs : sequence of str or Seat
        One a seat; a single one fills every seat; none is the game's `balanced`.

    Raises
    ------
    UserError
        One line: a wrong number of seats, an unknown policy, weights or setting, an error in a user's file.
    """
    game.check_players(players)
    given = [specs] if isinstance(specs, str | Seat) else list(specs or [])
    if not given:
        if DEFAULT_POLICY not in game.policies:
            raise UserError(
                f"{game.id} has no policy {DEFAULT_POLICY!r} to fill the seats with; name one: --seat NAME "
                f"(policies: {', '.join(game.policies)})"
            )
        given = [DEFAULT_POLICY]
    if len(given) not in (1, players):
        raise UserError(f"{len(given)} seats are given for {players} players; give 1 (for every seat) or {players}")
    if len(given) == 1:
        given = given * players
    made: dict[str, Seat] = {}
    table = []
    for role, spec in enumerate(given):
        if isinstance(spec, Seat):
            if spec.policy.game != game.id:
                raise UserError(f"{spec.label} is a policy for {spec.policy.game}, not for {game.id}")
            seat = spec
        else:
            if spec not in made:
                made[spec] = seat_from_spec(game, players, spec)
            seat = made[spec]
        table.append(replace(seat, role=role))
    return table


def rotate(table: Sequence[Seat], by: int) -> list[Seat]:
    """The same policies `by` seats further on: seat 1's sits in seat 1 + by. Roles stay with the policies."""
    by %= len(table)
    return [*table[len(table) - by :], *table[: len(table) - by]]


def seat_from_spec(game: Game, players: int, spec: str) -> Seat:
    """One seat from its spec (its role is 0)."""
    head, *settings = spec.split(",")
    name, at, row_name = (part.strip() for part in head.partition("@"))
    if not name or (at and not row_name):
        raise UserError(f"--seat {spec!r} is not a seat; the form is {SPEC_FORM}")
    digest = ""
    if ".py" in name and (":" in name or name.endswith(".py")):
        file, _, wanted = name.rpartition(":") if ":" in name else (name, "", "")
        policy, digest = load_policy(game, Path(file), wanted)
        shown = f"{Path(file).name}:{wanted}"
    else:
        policy, shown = find_policy(game, name), name
    if row_name.endswith(".toml"):
        values: Mapping[str, float] = read_weights(Path(row_name), policy, players)
        shown += f"@{Path(row_name).name}"
    elif policy.from_user and row_name not in ("", "default"):
        raise UserError(f"--seat {spec!r}: weights of a policy of your own come from a .toml file")
    else:
        values = tuned_weights(policy, players, row_name)
        shown += f"@{row_name}" if row_name else ""
    noise, rollouts, width, said = _settings(spec, settings)
    return Seat(
        policy=policy,
        weights=_row(policy, values, policy.default_weights()),
        noise=noise,
        rollouts=rollouts,
        width=width,
        label=",".join([shown, *said]),
        file_sha256=digest,
        spec=spec,
    )


def _settings(spec: str, settings: Sequence[str]) -> tuple[float, int, int, list[str]]:
    values: dict[str, float] = {"noise": 0.0, "rollouts": 0, "width": DEFAULT_WIDTH}
    bounds = {"noise": (0.0, 1.0), "rollouts": (0, MAX_ROLLOUTS), "width": (1, MAX_ROLLOUTS)}
    said = []
    for setting in settings:
        key, sign, text = (part.strip() for part in setting.partition("="))
        if not sign or key not in values:
            raise UserError(f"--seat {spec!r}: {setting!r} is not a setting; the form is {SPEC_FORM}")
        low, high = bounds[key]
        try:
            value = float(text) if key == "noise" else int(text)
        except ValueError:
            value = math.nan
        if not low <= value <= high:
            kind = "a number" if key == "noise" else "a whole number"
            raise UserError(f"--seat {spec!r}: {key} must be {kind} from {low:g} to {high:g}, not {text!r}")
        values[key] = value
        said.append(f"{key}={value:g}" if key == "noise" else f"{key}={value}")
    return values["noise"], int(values["rollouts"]), int(values["width"]), said


def _row(policy: Policy, values: Mapping[str, float] | np.ndarray, base: np.ndarray) -> np.ndarray:
    """A full row from named values or from the first of a row; read-only, since threads share it."""
    row = np.array(base, np.float64)
    names = list(policy.weights)
    if isinstance(values, Mapping):
        for name, value in values.items():
            if name not in policy.weights:
                raise UserError(f"policy {policy.name} has no weight {name!r}; {_known(policy, name)}")
            row[names.index(name)] = value
    else:
        given = np.asarray(values, np.float64)
        if given.shape not in ((len(names),), (MAX_WEIGHTS,)):
            raise UserError(f"policy {policy.name} has {len(names)} weights; the row given has shape {given.shape}")
        row[: given.size] = given
    if not np.isfinite(row).all():
        raise UserError(f"policy {policy.name}: weights must be finite numbers")
    row.flags.writeable = False
    return row


def _known(policy: Policy, name: str) -> str:
    near = difflib.get_close_matches(name, policy.weights, n=1)
    if near:
        return f"did you mean {near[0]}?"
    return f"its weights: {', '.join(policy.weights)}" if policy.weights else "it has none"
