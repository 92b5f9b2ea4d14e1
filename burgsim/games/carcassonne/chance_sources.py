"""Sources of chance in Carcassonne: which fields of the state each of them lays out."""

from __future__ import annotations

from burgsim.games.game import Sources

SOURCES = Sources(rest="tiles", places={"river": [("river_stack", ...)]}, reveal="tiles")
