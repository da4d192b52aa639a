# Everything works from a fresh clone with Python 3.11 or newer and make; the first target run makes .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
MINUTES ?= 10
PIP := $(BIN)/python -m pip --disable-pip-version-check install -q

.PHONY: help demo test lint types soak bench bless clean
.DEFAULT_GOAL := help

help:
	@echo "make demo    check Nosferatu, draw it, and play it a thousand times"
	@echo "make test    lint, types and tests: what a change must pass"
	@echo "make soak    the engines side by side on new games, for MINUTES ($(MINUTES)), against OpenSpiel, and bots"
	@echo "make bench   compiled games against hand-written ones"
	@echo "make bless   accept what the golden tests see now; look at the git diff afterwards"
	@echo "make clean   remove the environment and everything made"

# ------------------------------------------------------------------ environment

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Rulewright needs Python 3.11 or newer: make PYTHON=/path/to/python"; exit 1; }
	@echo "making $(VENV) with $$($(PYTHON) --version)"
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.core: pyproject.toml | $(BIN)/python
	@echo "installing Rulewright and what it needs"
	@$(PIP) -e .
	@touch $@

$(VENV)/.dev: pyproject.toml | $(BIN)/python
	@echo "installing Rulewright with the tools to test it"
	@$(PIP) -e '.[dev]'
	@touch $(VENV)/.core $@

# ------------------------------------------------------------------ what people run

demo: $(VENV)/.core
	$(BIN)/rulewright check nosferatu
	$(BIN)/rulewright graph nosferatu -o out/nosferatu.svg
	$(BIN)/rulewright run nosferatu --games 1000 --players 6

test: lint types
	$(BIN)/python -m pytest -n auto

lint: $(VENV)/.dev
	$(BIN)/ruff check .

types: $(VENV)/.dev
	$(BIN)/mypy

soak: $(VENV)/.dev
	$(BIN)/python -m tests.soak $(MINUTES)
	$(BIN)/python -m tests.judges.soak
	$(BIN)/python -m tests.soak_bots

bench: $(VENV)/.core
	$(BIN)/python -m rulewright.tools.bench

bless: $(VENV)/.dev
	$(BIN)/python -m pytest -n auto --bless || true
	@git status --short tests docs

clean:
	rm -rf $(VENV) out build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
