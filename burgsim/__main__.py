"""python -m burgsim: the command line."""

import sys

from burgsim.cli import main

sys.exit(main())
