PYTHON ?= python3
BIN := .venv/bin

.PHONY: demo test format clean

demo: .venv/.stamp
	$(BIN)/toolc build specs --out examples/tools
	$(BIN)/python -m examples.agent

test: .venv/.stamp
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python -m pytest
	$(BIN)/toolc verify specs --out examples/tools

format: .venv/.stamp
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

.venv/.stamp: pyproject.toml runtime/pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e './runtime[ptc]' -e '.[test]'
	touch $@

clean:
	rm -rf .venv build dist
