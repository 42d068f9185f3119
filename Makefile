# The commands of the project. Needed on the machine: CPython 3.11 to 3.14 with pip and venv, git, make.
#
#   make run     install, start everything on 127.0.0.1 (PORT=8000), print the address and the accounts
#   make test    install, run the tests against an embedded PostgreSQL (JOBS=1 for one process, ARGS="…" for pytest)
#   make test-slow  those that take longer, in the same way
#   make test-long  those that take many minutes, beside .ci/run: evidence of clauses, thousands of broken files
#   make fuzz       readers of foreign files over FUZZ=100000 broken ones each, beside .ci/run
#   make test-versions  a broad selection with every other CPython there is on the machine (docs/versions.md)
#   make test-hours  those that know an hour or a day, with the clock shifted (Debian: faketime; tests/hours)
#   make lint    ruff, mypy, import walls, lock files
#   make bench   measure
#   make nightly  the watch over fairness: hundreds of simulated years of fair tables, and biased ones (docs/fairness.md)
#   make evidence            trace the tests of the rules for the table of clauses (docs/clauses.md)
#   make pages              write the pages of docs/ that follow from the code (errors, rows, settings, …)
#   make pictures            walk through the pages and make the pictures of the guides
#   make mutants GAME=sicbo  run the mutation tester over the rules of a game (docs/mutants.md); it takes long

SHELL := /bin/sh
.DELETE_ON_ERROR:
.PHONY: run test test-slow test-long test-versions test-hours fuzz lint lint-code bench nightly evidence pages pictures mutants install install-dev install-ocr locks messages clean

# No other versions are claimed: .ci/run runs the tests with the oldest and a newer one (docs/versions.md).
IS_FIT := 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14) or sys.implementation.name != "cpython")'
PYTHON ?= $(shell for p in python3 python python3.11 python3.12 python3.13 python3.14; do "$$p" -c $(IS_FIT) 2>/dev/null && { echo "$$p"; break; }; done)
VENV := .venv
BIN := $(VENV)/bin
# Processes that run tests side by side, each with databases of its own: one a processor, four at most, and one that
# works while others wait for a browser, a server or a child.
JOBS ?= $(shell n=$$(nproc 2>/dev/null || echo 1); [ "$$n" -gt 4 ] && n=4; [ "$$n" -gt 1 ] && echo $$((n + 1)) || echo 0)
# Who runs the tests: .ci/run takes tests.second_look, which runs a few that failed once more, alone.
PYTEST ?= pytest
# The linters load the settings, which take everything from the environment.
LINT_ENV := SECRET_KEY=no-secret-for-the-linters-only-who-load-the-settings DATABASE_URL=postgresql:///none CELERY_BROKER_URL=memory:// LOG_LEVEL=WARNING

run: install
	@exec $(BIN)/python -m casino.embedded.run

test: install-dev
	@$(BIN)/python -m $(PYTEST) -q -n $(JOBS) --dist loadfile --no-loadscope-reorder $(ARGS)

test-slow: install-dev
	@$(BIN)/python -m $(PYTEST) -q -m "slow and not long" -n $(JOBS) --dist loadfile --no-loadscope-reorder $(ARGS)

test-long: install-dev
	@$(BIN)/python -m $(PYTEST) -q -m long -n $(JOBS) --dist loadfile --no-loadscope-reorder $(ARGS)

# How many broken files each fuzzer tries.
FUZZ ?= 100000
fuzz: install-dev
	@FUZZ=$(FUZZ) $(BIN)/python -m $(PYTEST) -q -m slow -n $(JOBS) --dist loadfile --no-loadscope-reorder tests/surveillance/bundle/test_fuzzing.py tests/papers/test_fuzzing.py $(ARGS)

test-hours: install-dev
	@$(BIN)/python -m tests.hours $(JOBS) $(ARGS)

# The folders that say most of what a version of Python could change, each in an environment of its own.
OTHERS ?= $(shell for p in python3.11 python3.12 python3.13 python3.14 $(HOME)/.pyenv/versions/3.1[1-4]*/bin/python3; do "$$p" -c 'import sys' 2>/dev/null && [ "$$("$$p" -c 'import sys; print(sys.version_info[:2])')" != "$$($(BIN)/python -c 'import sys; print(sys.version_info[:2])' 2>/dev/null)" ] && echo $$p; done)
BROAD := tests/core tests/ledger tests/commands tests/vault tests/roulette tests/surveillance/bundle tests/papers tests/embedded/test_run.py tests/architecture/test_versions.py
test-versions: install-dev
	@test -n "$(OTHERS)" || { echo "make test-versions: no other CPython from 3.11 to 3.14 was found (OTHERS=/path/to/python3)." >&2; exit 1; }
	@for p in $(OTHERS); do echo "--- $$("$$p" -VV)"; "$$p" -m venv --clear .venv-other && .venv-other/bin/python requirements/install.py dev.txt \
		&& .venv-other/bin/python -m pytest -q -n $(JOBS) --dist loadfile --no-loadscope-reorder $(BROAD) $(ARGS) || exit 1; done; rm -rf .venv-other

bench: install-dev
	@$(BIN)/python -m pytest tests/benchmarks tests/surveillance/player tests/web -m bench -s -q $(ARGS)

nightly: install-dev
	@$(BIN)/python -m pytest -q -s -m nightly tests/fairness $(ARGS)
	@$(BIN)/python -m tests.fairness.simulation

evidence: install-dev
	@$(BIN)/python -m tests.coverage.trace
	@$(BIN)/python -m tests.golden.findings
	@$(BIN)/python -m tests.golden.meaningless

pages: install-dev
	@$(LINT_ENV) DJANGO_SETTINGS_MODULE=casino.settings $(BIN)/python -m tests.pages

pictures: install-dev
	@MAKE_PICTURES=1 $(BIN)/python -m pytest -q -m e2e tests/guides/test_pictures.py

mutants: install-dev
	@$(BIN)/python -m tests.coverage.mutants $(GAME)

lint: lint-code
	$(BIN)/python -m pytest -q tests/architecture

# Without the tests of the house's own habits, which make test runs as well.
lint-code: install-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(LINT_ENV) $(BIN)/mypy
	$(BIN)/lint-imports

install: $(VENV)/.installed-run
install-dev: $(VENV)/.installed-dev

$(VENV)/.created:
	@test -n "$(PYTHON)" || { echo "CPython 3.11 to 3.14 was not found: install it (Debian and Ubuntu: apt install python3 python3-venv), or say make PYTHON=/path/to/python3." >&2; exit 1; }
	@$(PYTHON) -c $(IS_FIT) \
		|| { echo "CPython 3.11 to 3.14 is needed, and $(PYTHON) is another: say make PYTHON=/path/to/python3." >&2; exit 1; }
	@echo "Making $(VENV) with $(PYTHON)"
	@$(PYTHON) -m venv $(VENV) || { echo "The module venv does not work in $(PYTHON): install it (Debian: apt install python3-venv)." >&2; exit 1; }
	@touch $@

# Tests need everything that running needs, so an environment for tests is enough to run, and is never cut back.
$(VENV)/.installed-run: $(VENV)/.created requirements/run.txt requirements/uv.txt requirements/install.py
	@if [ -e $(VENV)/.installed-dev ]; then $(MAKE) --no-print-directory --silent install-dev; else \
		echo "Installing the dependencies (requirements/run.txt)"; $(BIN)/python requirements/install.py run.txt; fi
	@touch $@

$(VENV)/.installed-dev: $(VENV)/.created requirements/dev.txt requirements/uv.txt requirements/install.py
	@echo "Installing the dependencies (requirements/dev.txt)"
	@$(BIN)/python requirements/install.py dev.txt
	@touch $@

# The extra that reads clocks in pictures, beside what tests need.
install-ocr: install-dev
	@$(BIN)/python requirements/install.py ocr.txt --beside

# Lock files name no package host: a check in tests/architecture holds this.
locks: $(VENV)/.created
	@$(BIN)/python requirements/lock.py

messages: install-dev
	$(BIN)/pybabel compile --domain=django --directory=locale --use-fuzzy

clean:
	rm -rf $(VENV) .venv-other .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	@echo "The demonstration's data stay in var/ (or TABLEPROOF_HOME): remove them by hand where that is meant."
