# Needs make and Python 3.11 or newer. Everything is installed into .venv/; nothing outside this folder is touched
# but the cache of compiled code (its place: `burgsim warmup`).

GAME ?=
GAMES ?=
SEED ?=
WORKERS ?=
FULL ?=
OUT ?=
ARGS ?=
JOBS ?= 2
PYTHON ?=

VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
PEERS := .venv-peers
BURGSIM := $(BIN)/burgsim
PYTEST := $(BIN)/python -m pytest -q

# A script in analyses/ is a target: set_bonus.py -> make set-bonus. Names that begin with _ are helpers.
SCRIPTS := $(filter-out _%,$(basename $(notdir $(wildcard analyses/*.py))))
ANALYSES := $(sort $(subst _,-,$(SCRIPTS)))

# A game is a package of burgsim/games/: king_arthur/ -> king-arthur.
PACKAGES := $(subst _,-,$(patsubst burgsim/games/%/__init__.py,%,$(wildcard burgsim/games/*/__init__.py)))

OPTIONS = $(if $(GAME),--game $(GAME)) $(if $(GAMES),--games $(GAMES)) $(if $(SEED),--seed $(SEED)) \
	$(if $(WORKERS),--workers $(WORKERS)) $(if $(filter-out 0 no false,$(FULL)),--full) $(if $(OUT),--out $(OUT)) $(ARGS)

.DEFAULT_GOAL := help
.PHONY: help setup warmup test verify mutants golden browser report how-sure bench waits peers tune lint clean $(ANALYSES)

help:  ## This list
	@echo "make TARGET [GAME=name] [GAMES=number] [SEED=number] [WORKERS=number] [FULL=1] [OUT=folder] [JOBS=number]"
	@echo
	@sed -n 's/^\([a-z][a-z-]*\):.*  ## \(.*\)$$/\1|\2/p' Makefile | while IFS='|' read -r name text; do \
		printf '  %-29s %s\n' "$$name" "$$text"; done
	@for script in $(SCRIPTS); do \
		text=$$(sed -n '1s/^"""//;1s/"""$$//;1p' analyses/$$script.py); \
		printf '  %-29s %s\n' "$$(echo $$script | tr _ -)" "$$text"; done
	@echo
	@echo "GAME    one game only (report), or the game to tune for"
	@echo "GAMES   instead of the usual number of games (some tables take a part of it)"
	@echo "SEED    another seed: other games, the same questions"
	@echo "WORKERS threads (as many as there are cores, if not given)"
	@echo "FULL=1  ten times the usual sizes (up to a million games a headline, 100,000 a row)"
	@echo "OUT     where pages go instead of reports/, which holds the pages of a full run"
	@echo "ARGS    anything more for the command, as it is"
	@echo "JOBS    processes that test and compile side by side (2, if not given)"
	@echo "PYTHON  the Python to make .venv/ with, 3.11 or newer (looked for, if not given)"

setup: $(READY)  ## Make .venv/ with the pinned packages
	@:

# A candidate is run, not only looked up: a launcher on the path may stand for a Python that isn't there.
$(READY): pyproject.toml constraints.txt
	@set -e; \
	if ! $(BIN)/python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
		found=''; bare=''; \
		for candidate in $(PYTHON) python3.13 python3.12 python3.11 python3 python3.14 python; do \
			$$candidate -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue; \
			if $$candidate -c 'import ensurepip, venv' 2>/dev/null; then found=$$candidate; break; fi; \
			[ -n "$$bare" ] || bare=$$candidate; \
		done; \
		if [ -z "$$found" ] && [ -n "$$bare" ]; then \
			echo "$$bare is new enough but can't make environments (module venv or ensurepip is missing)." >&2; \
			version=$$($$bare -c 'import sys; print("%d.%d" % sys.version_info[:2])'); \
			echo "Install it, on Debian or Ubuntu with: apt-get install python$$version-venv" >&2; exit 1; \
		fi; \
		if [ -z "$$found" ]; then \
			echo "burgsim needs Python 3.11 or newer, and none was found as python3.13, python3.12, python3.11, python3." >&2; \
			echo "Install one, or name it: make PYTHON=/path/to/python3 $(MAKECMDGOALS)" >&2; exit 1; \
		fi; \
		echo "Making $(VENV) with $$($$found --version)"; \
		rm -rf $(VENV); \
		if ! $$found -m venv $(VENV); then \
			rm -rf $(VENV); \
			echo "$$found could not make $(VENV) (its message is above)." >&2; \
			echo "On Debian or Ubuntu: apt-get install python3-venv" >&2; exit 1; \
		fi; \
	fi
	@echo "Installing the pinned packages into $(VENV) (a minute or two)"
	@PIP_ROOT_USER_ACTION=ignore PIP_DISABLE_PIP_VERSION_CHECK=1 \
		$(BIN)/python -m pip install -qq -c constraints.txt hatchling editables
	@PIP_ROOT_USER_ACTION=ignore PIP_DISABLE_PIP_VERSION_CHECK=1 \
		$(BIN)/python -m pip install -qq --no-build-isolation -c constraints.txt \
		-e '.[tuning,ratings,sensitivity,cluster,dev]'
	@touch $@
	@echo "Ready: make report writes the pages, and $(BURGSIM) --help tells what else there is"

warmup: setup  ## Compile the games, so that the next command starts at once
	@printf '%s\n' $(PACKAGES) | xargs -P $(JOBS) -n 1 $(BURGSIM) warmup

test: warmup  ## The tests
	@$(PYTEST) -n $(JOBS) $(ARGS)

verify: warmup  ## The slow checks: millions of games against exact numbers; coverage goes to reports/checks.html
	@$(PYTEST) -n $(JOBS) -m verify --ignore tests/verify $(ARGS) || [ $$? -eq 5 ]
	@VERIFY_PAGE=$(or $(OUT),reports) $(PYTEST) -m verify tests/verify $(ARGS) || [ $$? -eq 5 ]

mutants: warmup  ## Change the rules in the engines, one at a time: every change must be caught
	@$(BIN)/python -m tests.mutants $(ARGS)

golden: warmup  ## Write the games of tests/golden/ anew (read what changed in the diff)
	@$(PYTEST) tests/golden --force-regen $(ARGS) >/dev/null || true
	@$(PYTEST) tests/golden $(ARGS)

browser: setup  ## Open the pages in headless Chromium and look for errors
	@$(PYTEST) -m browser $(ARGS)

report: setup  ## Every page, into reports/
	@$(BURGSIM) report $(OPTIONS)

how-sure: setup  ## The page that explains what the numbers mean and measures whether intervals hold
	@$(BURGSIM) how-sure $(if $(GAMES),--games $(GAMES)) $(if $(SEED),--seed $(SEED)) \
		$(if $(WORKERS),--workers $(WORKERS)) $(if $(OUT),--out $(OUT)) $(ARGS)

$(ANALYSES): setup
	@$(BURGSIM) report $@ $(OPTIONS)

bench: setup  ## Speed: games and decisions a second
	@$(BURGSIM) bench $(ARGS)

waits: setup  ## Speed: how long commands take, started afresh (ARGS=--cold: with compiling)
	@$(BIN)/python benchmarks/waits.py $(ARGS)

peers: $(PEERS)/.ready warmup  ## Speed: random play beside other libraries (installs them into .venv-peers/)
	@$(BIN)/python benchmarks/beside_peers.py $(PEERS)/bin/python $(ARGS)

$(PEERS)/.ready: benchmarks/peers.txt $(READY)
	@$(BIN)/python -m venv --clear $(PEERS)
	@PIP_ROOT_USER_ACTION=ignore PIP_DISABLE_PIP_VERSION_CHECK=1 \
		$(PEERS)/bin/python -m pip install -qq -r benchmarks/peers.txt
	@touch $@

tune: setup  ## Tune the players' weights (GAME=name)
	@$(BURGSIM) tune $(if $(GAME),$(GAME),burgundy-cards) $(if $(SEED),--seed $(SEED)) \
		$(if $(WORKERS),--workers $(WORKERS)) $(ARGS)

lint: setup  ## Style and types
	@$(BIN)/python -m ruff check .
	@$(BIN)/python -m mypy

clean:  ## Remove .venv/, .venv-peers/ and what tools left behind
	rm -rf $(VENV) $(PEERS) build dist .pytest_cache .hypothesis .mypy_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
