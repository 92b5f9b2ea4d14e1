"""burgsim: plays millions of games of real board games and answers balance questions with them.

`burgsim.simulate(...)` plays games, `burgsim.compare(...)` variants of a game, `burgsim.tournament(...)` policies
against each other; `burgsim.policy(...)` makes a policy out of a function, `burgsim.cluster(...)` has all of it played
elsewhere. Each is loaded when it is first used, so that importing burgsim costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from burgsim._version import __version__

if TYPE_CHECKING:
    from burgsim.games.game import UserError, policy
    from burgsim.notebook import cluster, compare, tournament
    from burgsim.simulation.run import Results, simulate

__all__ = ["Results", "UserError", "__version__", "cluster", "compare", "policy", "simulate", "tournament"]

_WHERE = {
    "Results": "burgsim.simulation.run",
    "UserError": "burgsim.games.game",
    "cluster": "burgsim.notebook",
    "compare": "burgsim.notebook",
    "policy": "burgsim.games.game",
    "simulate": "burgsim.simulation.run",
    "tournament": "burgsim.notebook",
}


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module 'burgsim' has no attribute {name!r}")
    import importlib

    return getattr(importlib.import_module(_WHERE[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
