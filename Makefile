# Every target sets up what it needs, in .venv.
#   make play       open the table in the browser (make play ARGS='--port 8080' passes options on)
#   make test       all checks and all tests but the long ones, in some ten minutes
#   make test LONG=1  the long ones too, as CI does, in half an hour
#   make check      format, lint, types, import directions, scripts of the pages (under a minute)
#   make test-torch the tests with PyTorch's learners, in .venv-torch
#   make test-all   the tests on every Python that is installed or can be fetched, with the lowest and newest versions
#   make docs       the documentation as a site, in build/site
#   make bench      speed, ours and the peers', and the large checks: bench/results.md (about ten minutes)
#   make site       the table as files that need no server, in build/table (make site OUT=/srv/gin)
#   make wasm       the law compiled to WebAssembly (make wasm ARGS=--check compares, and writes nothing)
#   make messages   collect the texts and compile the catalogues

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
# The system's Python comes first: Debian's runs everything a fifth faster than one built by pyenv.
PYTHONS := $(or $(PYTHON),/usr/bin/python3 python3 python3.14 python3.13 python3.12 python3.11 python)
# Each core begins at its own end of the tests, so that a server or a browser is started once for its file.
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

# Types take as long as the rest, so run both at once.
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

# Byte code of all that the tests import, written once, while the types are checked.
compiled:
	@$(BIN)/python -m pytest --collect-only -qq > /dev/null 2>&1 || true

# The tests that compile most, on the core that the types leave free.
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
	$(BIN)/python tools/french-spaces
	$(BIN)/pybabel compile --domain ginrummy --directory $(LOCALE) --statistics

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis

SET_UP := pyproject.toml constraints.txt hatch_build.py $(CATALOGUES) $(BIN)/python

$(VENV)/play.stamp: $(SET_UP)
	@echo "Setting up what playing needs (once) ..."
	@tools/install $(VENV) '.[web,light]'
	@touch $@

$(VENV)/docs.stamp: $(SET_UP)
	@echo "Setting up what the documentation needs (once) ..."
	@tools/install $(VENV) '.[docs]'
	@touch $@

$(VENV)/check.stamp: $(SET_UP)
	@echo "Setting up what checking needs (once) ..."
	@tools/install $(VENV) '.[check]'
	@touch $@

$(VENV)/site.stamp: $(SET_UP)
	@echo "Setting up what the site is built with (once) ..."
	@tools/install $(VENV) '.[site]'
	@touch $@

$(VENV)/wasm.stamp: $(SET_UP)
	@echo "Setting up what compiling to WebAssembly needs (once) ..."
	@tools/install $(VENV) '.[wasm]'
	@touch $@

$(VENV)/test.stamp: $(SET_UP)
	@echo "Setting up what playing and testing need (once) ..."
	@tools/install $(VENV) '.[test]'
	@touch $(VENV)/play.stamp $(VENV)/check.stamp $@

# PyTorch pins another CUDA than CuPy, and weighs gigabytes: it has pins and an environment of its own.
$(TORCH)/torch.stamp: tests/torch/requirements.txt $(filter-out $(BIN)/python,$(SET_UP))
	@echo "Setting up PyTorch and its learners (once) ..."
	@$(MAKE) --no-print-directory VENV=$(TORCH) $(TORCH)/bin/python
	@$(TORCH)/bin/python -m pip install --quiet --requirement $< pytest --editable '.[envs,fast]'
	@touch $@

$(VENV)/dev.stamp: $(SET_UP)
	@echo "Setting up what testing on all Pythons and measuring need (once) ..."
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
	echo "ginrummy needs Python 3.11 or newer that can make $(VENV), and found none in: $(PYTHONS)" >&2; \
	echo "Install one, or say where it is: make PYTHON=/path/to/python3 $(MAKECMDGOALS)" >&2; \
	exit 1
