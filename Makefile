# `make demo` shows what toolc does, `make test` runs what CI runs. Both need Python >= 3.11 and nothing else.
PYTHON ?= python3
BIN := .venv/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: demo test check format specs clean

demo: .venv/.installed
	$(BIN)/toolc build specs --out examples/tools
	$(BIN)/mypy --config-file= --strict examples
	$(BIN)/python -m examples.agent

test: check
	$(BIN)/python -m pytest

# All of `test` that needs no pytest: seconds, not minutes.
check: .venv/.ready
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/toolc verify specs --out examples/tools

format: .venv/.ready
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# After a change of the compiler or of the shipped specs.
specs: .venv/.ready
	$(BIN)/toolc build specs --out examples/tools --prune

.venv/.installed: pyproject.toml runtime/pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "toolc needs Python 3.11 or newer")'
	$(PYTHON) -m venv .venv
	$(INSTALL) -e runtime -e .
	touch $@

.venv/.ready: .venv/.installed
	$(INSTALL) -e 'runtime[ptc]' -e '.[test]'
	touch $@

clean:
	rm -rf .venv build dist runtime/dist
