# Everything works from a fresh clone: each target first creates .venv and installs what it needs.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: play play-terminal test lint lint-pages switchboards format bench bench-engine bench-bridges bench-web \
	bench-page bench-analysis bench-cluster bench-attack bench-kills bench-scale bench-growth bench-fuzz bench-judges bench-lab \
	pictures portraits lab-pages lab-again screenshots docs pyodide lock wheel bench-start clean

# The web app in your browser; stop it with Ctrl+C.
play: .venv/.installed
	@$(BIN)/kletka serve

# A menu of the games, or one of them: make play-terminal GAME='manu(size=9)'
play-terminal: .venv/.installed
	@$(BIN)/kletka play $(if $(GAME),"$(GAME)")

test: lint
	@scripts/test_tools.sh
	$(BIN)/python -m kletka prepare
	$(BIN)/python -m pytest -n auto tests
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -n auto tests/uncompiled

lint: .venv/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# Check the pages' scripts by the types in their comments; only this needs Node.js.
lint-pages:
	npx --yes --package typescript@7.0.2 tsc --project jsconfig.json
	npx --yes prettier@3.9.10 --print-width 100 --check src/kletka/web/static/js

# Write the switchboards again after a change of the catalogue or of a contract.
switchboards: .venv/.installed-dev
	$(BIN)/python scripts/write_switchboards.py

format: .venv/.installed-dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: .venv/.installed-dev
	$(BIN)/python -m benchmarks.playouts

# Measure the engine's strength and speed; takes hours. PARTS="speed level2 manu(size=9)" picks parts;
# GAMES=FOLDER keeps the games, so that an interrupted run can be continued.
bench-engine: .venv/.installed-dev
	$(BIN)/python -m kletka prepare
	$(BIN)/python -m benchmarks.engine $(if $(GAMES),--games "$(GAMES)") $(foreach part,$(PARTS),"$(part)")

# Three hundred live games at once, compared with a bare echo of the same traffic.
bench-web: .venv/.installed-dev
	$(BIN)/python -m benchmarks.web

# How soon a game can be played from 120 ms away, in a real browser: single files, and as sent now; and
# how soon a stone is seen after a click.
bench-page: .venv/.installed-dev
	@scripts/test_tools.sh
	$(BIN)/python -m benchmarks.page

# The constants of docs/scale.md, on a real PostgreSQL; writes its tables anew.
bench-growth: .venv/.installed-dev
	@scripts/test_tools.sh
	$(BIN)/python -m kletka prepare
	$(BIN)/python -m benchmarks.growth --keep benchmarks/growth/constants.json
	$(BIN)/python -m benchmarks.growth.page

# The cost of a step in OpenSpiel, PettingZoo, Gymnasium and many games, and of a batched search.
bench-bridges: .venv/.installed-dev
	$(BIN)/python -m benchmarks.bridges

# The round trip of moves with and without twenty running analyses.
bench-analysis: .venv/.installed-dev
	$(BIN)/python -m benchmarks.analysis

# Bots' moves through the cluster beside local processes, and as plain Dask tasks.
bench-cluster: .venv/.installed-dev
	$(BIN)/python -m kletka prepare
	$(BIN)/python -m benchmarks.cluster

# Two servers behind nginx on one PostgreSQL: a hundred kills in the middle of games. KILLS=300
bench-kills: .venv/.installed-dev
	@scripts/test_tools.sh
	$(BIN)/python -m kletka prepare
	$(BIN)/python -m benchmarks.kills $(if $(KILLS),--kills $(KILLS))

# One server against two on one PostgreSQL, 300 moves a second: processor time, and time to the other player.
bench-scale: .venv/.installed-dev
	@scripts/test_tools.sh
	$(BIN)/python -m kletka prepare
	$(BIN)/python -m benchmarks.scale

# One hostile visitor at a time, from loopback, while others play; ATTACKS="strong_bots" for some.
bench-attack: .venv/.installed-dev
	$(BIN)/python -m kletka prepare
	$(BIN)/python -m benchmarks.attack $(ATTACKS)

# Random inputs of every kind, until one is neither valid nor refused as documented: COUNT=300000.
bench-fuzz: .venv/.installed-dev
	$(BIN)/python -m kletka prepare
	$(BIN)/python -m benchmarks.fuzz $(if $(COUNT),--count $(COUNT))

# Random games by the compiled rules and by the naive judges, on all processors: PLIES=1000000.
bench-judges: .venv/.installed-dev
	$(BIN)/python -m benchmarks.judges $(if $(PLIES),--plies $(PLIES))

# A portrait of 10,000 games, and a Dask cluster compared with a pool of processes.
bench-lab: .venv/.installed-dev
	$(BIN)/python -m kletka prepare
	$(BIN)/python -m benchmarks.lab

# Draw the pictures of the README again after a change of the drawing.
pictures: .venv/.installed
	$(BIN)/python -m docs.make_pictures

# Write all pages of the lab from the figures kept beside them; games are played only for missing
# figures. The texts of the rules quote the portraits, and a test compares them.
lab-pages: .venv/.installed-dev
	$(BIN)/python -m docs.make_lab_pages

# Play all games of the lab again, after a change of rules: about half an hour of two cores.
# PARTS="komi portraits" picks parts; without the word again an interrupted run goes on.
lab-again: .venv/.installed-dev
	$(BIN)/python -m kletka prepare
	$(BIN)/python -m docs.make_lab_pages --again $(PARTS)

# Write only the portraits, of all games or of one: make portraits GAME=manu
portraits: .venv/.installed-dev
	$(BIN)/python -m docs.make_lab_pages portraits $(GAME)

# Build the documentation site, in both languages, where `kletka serve` shows it under /docs.
docs: .venv/.installed-dev
	$(BIN)/python -m docs.site.build

# Fetch Pyodide from npm, so that `kletka serve` offers boards that work offline; 6.4 MB.
pyodide:
	@scripts/fetch_pyodide.sh

# Take screenshots of every page of a running server, at three widths, in both themes and languages.
screenshots: .venv/.installed-dev
	$(BIN)/python -m docs.make_screenshots screenshots

# Lock exact versions for all platforms; run this after changing the dependencies in pyproject.toml.
lock: .venv/.installed-dev
	$(BIN)/pip install --quiet uv
	$(BIN)/uv pip compile --quiet --universal --generate-hashes --no-annotate --no-header --extra web pyproject.toml -o requirements.lock
	$(BIN)/uv pip compile --quiet --universal --generate-hashes --no-annotate --no-header --extra web --extra lab pyproject.toml -o requirements-cluster.lock
	$(BIN)/uv pip compile --quiet --universal --generate-hashes --no-annotate --no-header --all-extras --group dev pyproject.toml -o requirements-dev.lock

.venv/.installed: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Kletka needs Python 3.11 or newer; this is " + sys.version.split()[0] + ". Try: make PYTHON=python3.12 play")'
	@echo "Installing what Kletka needs into .venv (once) …"
	@$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps -e .
	@touch $@

.venv/.installed-dev: .venv/.installed requirements-dev.lock
	@echo "Installing the tools for tests into .venv (once) …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	@touch $@

# The source archive, a pure wheel, and wheels with compiled kernels for each Python: PYTHONS="python3.11 python3.12".
wheel: .venv/.installed-dev docs pyodide
	rm -rf dist
	$(BIN)/python scripts/build_wheels.py $(PYTHONS)
	$(BIN)/twine check --strict dist/*

# From nothing to the first move: a wheel, a fresh clone, and the way before, with empty caches.
bench-start: .venv/.installed-dev
	$(BIN)/python -m benchmarks.start

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis
