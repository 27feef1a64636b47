# Everything works from a fresh clone: each verb first makes .venv and installs what it needs.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: play test lint format bench bench-engine bench-bridges pictures lock clean

# A menu of the games, or one of them: make play GAME='manu(size=9)'
play: .venv/.installed
	@$(BIN)/kletka play $(if $(GAME),"$(GAME)")

test: lint
	$(BIN)/python -m kletka prepare
	$(BIN)/python -m pytest -n auto tests
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -n auto tests/uncompiled

lint: .venv/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: .venv/.installed-dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: .venv/.installed-dev
	$(BIN)/python -m benchmarks.playouts

# The engine's strength and speed, in some hours; PARTS="speed plain@20ms manu(size=9)" for some.
bench-engine: .venv/.installed-dev
	$(BIN)/python -m kletka prepare
	$(BIN)/python -m benchmarks.engine $(foreach part,$(PARTS),"$(part)")

# What OpenSpiel's, PettingZoo's and vectorised steps of our games cost.
bench-bridges: .venv/.installed-dev
	$(BIN)/python -m benchmarks.bridges

# The pictures of the README, drawn anew after a change of the renderer.
pictures: .venv/.installed
	$(BIN)/python -m docs.make_pictures

# Exact versions of everything, for all platforms; run this after changing pyproject.toml.
lock: .venv/.installed-dev
	$(BIN)/pip install --quiet uv
	$(BIN)/uv pip compile --quiet --universal --no-annotate --no-header pyproject.toml -o requirements.lock
	$(BIN)/uv pip compile --quiet --universal --no-annotate --no-header --all-extras --group dev pyproject.toml -o requirements-dev.lock

.venv/.installed: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Kletka needs Python 3.11 or newer; this is " + sys.version.split()[0] + ". Try: make PYTHON=python3.12 play")'
	@echo "Installing what Kletka needs into .venv (once) …"
	@$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps -e .
	@touch $@

.venv/.installed-dev: .venv/.installed requirements-dev.lock
	@echo "Installing the tools for tests into .venv (once) …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.lock
	@touch $@

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis
