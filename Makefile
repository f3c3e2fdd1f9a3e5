# Start with `make learn`, `make course` or `make test`. `make help` lists all targets.
.DEFAULT_GOAL := help
PYTHON ?=
export PYTHON
BIN := .venv/bin

# Any Python from 3.8 on can start the set-up, which then looks for a supported one.
START := $(firstword $(foreach p,$(PYTHON) python3 python3.13 python3.12 python3.11 python,$(shell $(p) -c 'import sys; print("" if sys.version_info < (3, 8) else sys.executable)' 2>/dev/null)))

.PHONY: help course learn test proof check env book page pdf serve release wheel tag edition grade bench measure lock clean

help:      ## List the targets
	@grep -hE '^[a-z]+: .*##|^[a-z]+:  *##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /  make \1\t/' | expand -t 17

course: env   ## Set up, make the exercises, build the book and grade a sample class
	@$(BIN)/python tools/course.py

learn: env    ## Set up, put the exercises into my/ and open the first one in JupyterLab (ARGS=--no-browser on a remote machine)
	@$(BIN)/autograder start
	@JUPYTER_CONFIG_PATH="$(CURDIR)/tools/jupyter" $(BIN)/jupyter lab $(ARGS)

test: env     ## Set up and run the tests (ARGS=-n8 on eight cores)
	@$(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder -rs -m "not proof" $(ARGS)

proof: env    ## Run the slow tests (long rows), or a part of them with ARGS="--since main --share 10" (tests/reach.py)
	@$(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder -rs -m proof $(ARGS)

check: env    ## Run the checks of CI that are not tests: lint, types, layers, rules for courses, exercises
	@$(BIN)/python tools/check.py

env:          ## Only set up .venv
	@test -n "$(START)" || { echo "setup stopped: no Python found. Install Python 3.11, 3.12 or 3.13 (on Debian or Ubuntu: apt install python3 python3-venv)." >&2; exit 2; }
	@$(START) tools/env.py

book: env     ## Build the book into _build/html
	@$(BIN)/python tools/course.py book

page: env     ## Build the book, but execute and update only PAGE=07_jit
	@$(BIN)/python tools/course.py page $(PAGE)

pdf: env      ## Build the book and print it to _build/many-lanes.pdf (needs Chromium)
	@$(BIN)/python tools/pdf.py

serve: book   ## Build the book and show it at localhost:8000
	@$(BIN)/python -m http.server --bind 127.0.0.1 --directory _build/html 8000

release: env  ## Derive exercises/ from solutions/
	@$(BIN)/autograder release
	@cd tests/mini && ../../$(BIN)/autograder release

wheel: env    ## Build the wheels of the course and of manylanes alone into _build/wheel
	@rm -rf _build/wheel
	@$(BIN)/uv build --no-build-isolation --python $(BIN)/python --out-dir _build/wheel --quiet
	@$(BIN)/uv build manylanes --no-build-isolation --python $(BIN)/python --out-dir _build/wheel --quiet

tag: env
	@$(BIN)/python tools/edition.py $(VERSION)

edition: $(if $(VERSION),tag) wheel pdf  ## Build the files of an edition, with checksums, into _build/edition (VERSION=1.0.0 tags it first)
	@rm -rf _build/edition && mkdir _build/edition
	@cp _build/wheel/* _build/many-lanes.pdf _build/edition
	@tar -C _build/html -czf _build/edition/many-lanes-html.tar.gz .
	@cd _build/edition && sha256sum * > SHA256SUMS && cat SHA256SUMS

grade: env    ## Grade UNIT (default: all units with submissions in submitted/)
	@$(BIN)/autograder grade $(UNIT)

bench: env    ## Compare the speed of the grader with plain nbgrader and otter-grader (on an idle machine)
	@PYTHONPATH=tools $(BIN)/python tools/bench $(ARGS)

measure: env  ## Measure a record of this machine (15 minutes, on a GPU 20; keep the machine idle)
	@$(BIN)/python -m manylanes measure $(ARGS)

lock: env     ## Update requirements.txt from pyproject.toml
	@$(BIN)/uv pip compile pyproject.toml --all-extras --universal --python-version 3.11 --upgrade --quiet --generate-hashes --no-header --no-annotate -o requirements.txt

clean:        ## Remove _build with the sample class, but not the environment and my/
	@rm -rf _build
