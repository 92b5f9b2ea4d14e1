"""python -m burgsim: the command line."""

from burgsim.cli import start

start()
