"""The commands of burgsim, one module each (see burgsim/cli.py)."""
