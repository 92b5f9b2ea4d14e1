"""burgsim: plays millions of games of real board games and answers balance questions with them."""

__version__ = "0.1.0"
