"""burgsim: plays millions of games of real board games and answers balance questions with them."""

from burgsim._version import __version__

__all__ = ["__version__"]
