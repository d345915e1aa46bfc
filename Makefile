# Every target first installs its requirements into .venv.
#   make play       open the table in the browser (make play ARGS='--port 8080' passes options)
#   make test       all checks and all tests except the long ones, some fifteen minutes on two cores
#   make test LONG=1  the long ones too, as in CI, about half an hour
#   make check      format, lint, types, imports, scripts of the pages (under a minute)
#   make test-torch the tests with PyTorch's learners, in .venv-torch
#   make test-all   the tests on every installed or downloadable Python, with the lowest and newest versions
#   make docs       the documentation as a site, in build/site
#   make bench      speed of this and other libraries, large checks: bench/results.md (about ten minutes)
#   make site       the offline table as static files in build/table (make site OUT=/srv/gin)
#   make wasm       the law compiled to WebAssembly (make wasm ARGS=--check only compares)
#   make messages   collect texts for translation and compile the catalogues

VENV := .venv
BIN := $(VENV)/bin
export PIP_CONSTRAINT := constraints.txt
export PIP_BUILD_CONSTRAINT := constraints.txt
export DENO_NO_UPDATE_CHECK := 1
# Write .pyc files even where the container sets PYTHONDONTWRITEBYTECODE: the tests start hundreds of processes.
unexport PYTHONDONTWRITEBYTECODE
LOCALE := src/ginrummy/locale
CATALOGUES := $(wildcard $(LOCALE)/*/LC_MESSAGES/ginrummy.po)
WORKERS := $(addprefix src/ginrummy/web/site/browser/,archive.js coach_worker.js interpreter.js kept_files.js kept_start.js law_helper.js law_helpers.js python_worker.js service_worker.js)
# The system's Python comes first: on Debian it is a fifth faster than one built by pyenv.
PYTHONS := $(or $(PYTHON),/usr/bin/python3 python3 python3.14 python3.13 python3.12 python3.11 python)
# Give each worker a contiguous part of the tests, so that each file's server and browser start only once.
PYTEST_FLAGS ?= -n auto --dist worksteal --durations=10
EARLY := tests/training/test_duels.py
TORCH := .venv-torch
LONG ?=
NOX_FLAGS ?=

.PHONY: setup play check types style compiled early test test-torch test-all docs bench site wasm messages pins clean
.DEFAULT_GOAL := test

setup: $(VENV)/test.stamp

play: $(VENV)/play.stamp
	@$(BIN)/ginrummy serve --open $(ARGS)

# Type checking takes as long as all other checks, so run both in parallel.
check: $(VENV)/check.stamp
	@$(MAKE) --no-print-directory --jobs=2 types style

types:
	$(BIN)/mypy

style:
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/lint-imports
	$(BIN)/oxlint --deny-warnings src
	$(BIN)/deno check --quiet src/ginrummy/web
	$(BIN)/deno check --quiet --config deno.worker.json src/ginrummy/web/alerts/worker.js $(WORKERS)

test: $(VENV)/test.stamp
	@$(MAKE) --no-print-directory --jobs=2 types style compiled early
	$(BIN)/python -m pytest $(PYTEST_FLAGS) $(if $(LONG),,-m "not long") --ignore=$(EARLY)

# Compile the imports of the tests once, in parallel with the type checker.
compiled:
	@$(BIN)/python -m pytest --collect-only -qq > /dev/null 2>&1 || true

# Run the tests that compile most on the core that the type checker leaves free.
early:
	$(BIN)/python -m pytest $(EARLY)

test-torch: $(TORCH)/torch.stamp
	$(TORCH)/bin/python -m pytest tests/torch

test-all: $(VENV)/dev.stamp
	$(BIN)/nox $(NOX_FLAGS)

docs: $(VENV)/docs.stamp
	$(BIN)/sphinx-build --fail-on-warning --keep-going --quiet -c docs . build/site

bench: $(VENV)/dev.stamp
	$(BIN)/python -m bench

site: $(VENV)/site.stamp
	$(BIN)/ginrummy site $(or $(OUT),build/table) $(ARGS)

wasm: $(VENV)/wasm.stamp
	$(BIN)/python tools/build-wasm $(ARGS)

pins: $(VENV)/dev.stamp
	$(BIN)/python tools/pin

messages: setup
	@mkdir -p build
	$(BIN)/pybabel --quiet extract --mapping babel.cfg --output build/ginrummy.pot src \
	    --project ginrummy --copyright-holder "The ginrummy authors" --msgid-bugs-address "" \
	    --add-location file --add-comments Translators: --sort-by-file --no-wrap
	$(BIN)/pybabel --quiet update --domain ginrummy --input-file build/ginrummy.pot --output-dir $(LOCALE) \
	    --no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date --no-wrap
	$(BIN)/python tools/set-spaces
	$(BIN)/pybabel compile --domain ginrummy --directory $(LOCALE) --statistics

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis

SET_UP := pyproject.toml constraints.txt hatch_build.py $(CATALOGUES) $(BIN)/python

$(VENV)/play.stamp: $(SET_UP)
	@echo "Installing the game (once) ..."
	@tools/install $(VENV) '.[web,light]'
	@touch $@

$(VENV)/docs.stamp: $(SET_UP)
	@echo "Installing the documentation tools (once) ..."
	@tools/install $(VENV) '.[docs]'
	@touch $@

$(VENV)/check.stamp: $(SET_UP)
	@echo "Installing the checkers (once) ..."
	@tools/install $(VENV) '.[check]'
	@touch $@

$(VENV)/site.stamp: $(SET_UP)
	@echo "Installing the site builder (once) ..."
	@tools/install $(VENV) '.[site]'
	@touch $@

$(VENV)/wasm.stamp: $(SET_UP)
	@echo "Installing the WebAssembly compiler (once) ..."
	@tools/install $(VENV) '.[wasm]'
	@touch $@

$(VENV)/test.stamp: $(SET_UP)
	@echo "Installing the game and the test tools (once) ..."
	@tools/install $(VENV) '.[test]'
	@touch $(VENV)/play.stamp $(VENV)/check.stamp $@

# PyTorch and CuPy pin different versions of CUDA, and PyTorch takes gigabytes: give it its own environment and pins.
$(TORCH)/torch.stamp: tests/torch/requirements.txt $(filter-out $(BIN)/python,$(SET_UP))
	@echo "Installing PyTorch and its learners (once) ..."
	@$(MAKE) --no-print-directory VENV=$(TORCH) $(TORCH)/bin/python
	@$(TORCH)/bin/python -m pip install --quiet --requirement $< pytest --editable '.[envs,fast]'
	@touch $@

$(VENV)/dev.stamp: $(SET_UP)
	@echo "Installing the test tools and benchmarks (once) ..."
	@tools/install $(VENV) '.[dev]'
	@touch $(VENV)/play.stamp $(VENV)/check.stamp $(VENV)/test.stamp $@

$(BIN)/python:
	@for python in $(PYTHONS); do \
	    if "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
	        "$$python" -m venv --clear $(VENV) > /dev/null && exit 0; \
	        rm -rf $(VENV); \
	        echo "$$python could not make $(VENV) (on Debian and Ubuntu: install python3-venv)." >&2; \
	    fi; \
	done; \
	echo "ginrummy needs Python 3.11 or newer that can make $(VENV), but found none in: $(PYTHONS)" >&2; \
	echo "Install one, or pass its path: make PYTHON=/path/to/python3 $(MAKECMDGOALS)" >&2; \
	exit 1
