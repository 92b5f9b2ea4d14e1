"""python -m burgsim is the command line, too."""

import sys

from burgsim.cli import main

sys.exit(main())
