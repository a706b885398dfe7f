# Everything starts here: `make run` and `make test` need Python 3.11 or newer and make, nothing else.

SHELL := /bin/sh
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

# The newest Pythons may lack wheels of pinned packages, so the one that the lock was made for is tried first.
PYTHON ?= $(shell for p in python3.11 python3.12 python3.13 python3 python; do \
	"$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo "$$p" && break; done)
BIN := .venv/bin
# The environment's programs, Node among them, come before those of the machine.
export PATH := $(CURDIR)/$(BIN):$(PATH)
# Without bytecode, each of the many processes would compile thousands of modules again.
unexport PYTHONDONTWRITEBYTECODE
# The order of tests/conftest.py: long files first, so that no process is left alone with one at the end.
PYTEST := $(BIN)/python -m pytest -n auto --dist loadfile --no-loadscope-reorder
STACK := $(BIN)/python -m config.stack
WITH_ENGINES := $(BIN)/python -m config.stack.with_engines
SCHEMA := frontend/schema.graphql
SECURITY_RESULTS := $(CURDIR)/benchmarks/results/security.json
PRODUCTION_RESULTS := $(CURDIR)/benchmarks/results/production.json
AGENTS_RESULTS := $(CURDIR)/benchmarks/results/agents.json
NPM := $(BIN)/npm --prefix frontend
COMPILE := $(BIN)/uv pip compile --quiet --python-version 3.11 --generate-hashes --no-header --no-emit-index-url \
	--no-emit-find-links --override requirements/overrides.txt

.PHONY: help env run stop status reset doctor logs test test-all test-long production-test sure lint fmt types collect imports migrations schema behaviour-index errors variables picture \
	ui-sure ui ui-tools messages bench bench-jobs bench-streams bench-api bench-code bench-formats pdf-rules bench-search bench-grid bench-ui bench-extract bench-ask bench-agents bench-resilience bench-pii bench-security smoke chaos fuzz matrix escapes bad-requests races mcp-conformance attacks seeded-bugs mutants \
	release-compat screenshots lock browser digests

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1|/p' $(MAKEFILE_LIST) | while IFS='|' read -r name what; do printf '  %-16s %s\n' "$$name" "$$what"; done

env: ## bring the virtual environment up to date (all others do this first)
	@test -n "$(PYTHON)" || { echo "No Python 3.11 or newer was found on the PATH; set PYTHON=/path/to/python3." >&2; exit 1; }
	@"$(PYTHON)" -m config.stack.bootstrap

run: env ## start everything and print the addresses (LOGS=1 shows the output of the services)
	@exec $(STACK) up $(if $(LOGS),--logs)

stop: env ## stop what `make run` started
	@$(STACK) stop

status: env ## print one line per service
	@$(STACK) status

reset: env ## delete all data (asks; FORCE=1 does not)
	@$(STACK) reset $(if $(FORCE),--force)

doctor: env ## check this machine
	@$(STACK) doctor

logs: ## follow the logs of the running stack
	@tail -n 20 -F "$${STACK_DIR:-.stack}"/logs/*.log

# What ARGS names is run completely.
test: env ui ## run a sample of every capability and what your changes reach: real engines, real workers, a real browser
	@$(PYTEST) -m "not long$(if $(filter-out -%,$(ARGS)),, and (reached or not full))" $(ARGS)

test-all: env ui-tools ## run all tests but the long ones
	@$(PYTEST) -m "not long" $(ARGS)

test-long: env ui-tools ## run the tests that take too long for `make test-all`, and check every page in all themes
	@CHECK_THEMES=all $(BIN)/python -m pytest -m long $(ARGS)
	@CHECK_THEMES=all $(PYTEST) -m "browser and not long" $(ARGS)

production-test: env ui ## start what production.yml describes, without Docker, and use, break and replace parts of it
	@PRODUCTION_RESULTS=$(PRODUCTION_RESULTS) $(BIN)/python -m pytest -m long tests/production $(ARGS)
	@$(if $(PRODUCTION_RESULTS),$(BIN)/python -m benchmarks.findings)

# Two at a time, all of them, each with its output in one piece.
sure: env ui-tools ## run all other checks
	@$(MAKE) --jobs=2 --keep-going --output-sync=target types ui-sure lint collect imports migrations schema behaviour-index errors variables picture

lint: env ## check the style of the Python sources
	@$(BIN)/ruff check . && $(BIN)/ruff format --check .

fmt: env ## fix the style
	@$(BIN)/ruff check --fix . && $(BIN)/ruff format .

types: env ## run mypy, strict
	@$(WITH_ENGINES) mypy .

collect: env ## import every test: mypy does not look into them
	@$(BIN)/python -m pytest --collect-only -qq >.venv/collected.txt || { tail -n 60 .venv/collected.txt; exit 1; }

imports: env ## check which package may import which (import-linter)
	@$(BIN)/lint-imports

migrations: env ## check that no migration is missing, and that core/db/schema.sql is of them (WRITE=1 makes both)
	@$(WITH_ENGINES) manage.py makemigrations $(if $(WRITE),,--check --dry-run)
	@$(BIN)/python -m config.stack.schema $(if $(WRITE),--write)

schema: env ## compare the exported GraphQL schema with the code (WRITE=1 exports it)
	@$(WITH_ENGINES) manage.py graphql_schema --out $(if $(WRITE),$(SCHEMA),.venv/schema.graphql) >/dev/null
	@diff -u $(SCHEMA) $(if $(WRITE),$(SCHEMA),.venv/schema.graphql)

behaviour-index: env ## list the tests of each behaviour; fail if one has none
	@$(BIN)/python -m tests.meta.behaviour_index

errors: env ## compare docs/errors.md with the error codes of the code (WRITE=1 writes it)
	@$(WITH_ENGINES) python -m tests.meta.error_catalogue $(if $(WRITE),--write)

variables: env ## compare docs/variables.md with config/env.py (WRITE=1 writes it)
	@$(BIN)/python -m tests.meta.variable_table $(if $(WRITE),--write)

picture: env ## compare the picture of the features in docs/architecture.md with the imports (WRITE=1 draws it)
	@$(BIN)/python -m tests.meta.feature_picture $(if $(WRITE),--write)

ui: env ## build the user interface if its sources have changed
	@$(STACK) ui

ui-tools: env ## build the user interface, and install what its tests and checks need
	@$(STACK) ui --with-checks

messages: ui-tools ## write new texts of the screens into the catalogs (frontend/src/locales)
	@$(NPM) run --silent messages

ui-sure: ui-tools ## check types, style and unit tests of the user interface
	@$(NPM) run --silent sure

bench: env ui ## measure the main tasks in a fresh clone (PEER=checkout measures that one, too)
	@$(BIN)/python -m benchmarks $(if $(PEER),--peer $(PEER))

bench-jobs: env ## compare the job runtime with Celery and procrastinate; fairness, cost of a claim
	@$(BIN)/python -m benchmarks.jobs

bench-streams: env ## open a thousand event streams on one web process
	@$(BIN)/python -m benchmarks.streams

bench-api: env ui ## measure the API over HTTP: latency, throughput, uploads (FILES=1000 SECONDS=5 PEER=checkout of commit 35ee46f)
	-@$(MAKE) matrix
	@PYTHONPATH=clients/python $(BIN)/python -m benchmarks.api $(if $(FILES),--files $(FILES)) $(if $(SECONDS),--seconds $(SECONDS)) \
		$(if $(PEER),--peer $(PEER))

bench-code: env ## measure django.setup(), size, imports, functions, features, duplicates (PEER=checkout); with TIMES=1 starts, tests and .ci/run instead
	@$(BIN)/python -m benchmarks.codebase $(if $(TIMES),--times) $(if $(PEER),--peer $(PEER))

bench-formats: env ## compare how well documents are parsed (DATA=folder ONLY="dpbench icdar" KEEP=folder)
	@PYTHONPATH=clients/python $(BIN)/python -m benchmarks.formats $(if $(DATA),--data $(DATA)) $(if $(ONLY),--only $(ONLY)) \
		$(if $(KEEP),--keep $(KEEP))

pdf-rules: env ## list the rules by which PDFs are read (MEASURE=1 measures each of them, WITHOUT="rule rule" these together; DATA=folder)
	@PYTHONPATH=clients/python $(BIN)/python -m benchmarks.formats.rules $(if $(MEASURE),--measure) $(if $(DATA),--data $(DATA)) \
		$(if $(WITHOUT),--without $(WITHOUT))

bench-search: env ## measure search: quality beside bm25s and MiniLM, latency (DATA=folder ONLY="scifact latency" SIZE=1000000)
	@PYTHONPATH=clients/python $(BIN)/python -m benchmarks.search --data $(DATA) $(if $(ONLY),--only $(ONLY)) $(if $(SIZE),--size $(SIZE))

bench-scale: env ## measure pages per second, requests at a million passages, and jobs on 1, 2 and 4 worker hosts (DATA=folder ONLY="size hosts")
	@PYTHONPATH=clients/python $(BIN)/python -m benchmarks.scale --data $(DATA) $(if $(ONLY),--only $(ONLY))

bench-ui: env ui ## measure the user interface in a browser: a long document, lists, keys, accessibility (PAGES= ONLY="reading keys")
	@PYTHONPATH=clients/python $(BIN)/python -m benchmarks.ui $(if $(PAGES),--pages $(PAGES)) $(if $(ONLY),--only $(ONLY))

bench-grid: env ui ## measure the grid of 10,000 documents and 40 columns: its requests, and scrolling in a browser
	@PYTHONPATH=clients/python $(BIN)/python -m benchmarks.grid

bench-extract: env ## measure clause extraction with the offline reader (WHOLE=1 reads whole texts, too; KEEP=file WEIGHTS=file)
	@PYTHONPATH=clients/python $(BIN)/python -m benchmarks.extract $(if $(WHOLE),--whole) $(if $(KEEP),--keep $(KEEP)) \
		$(if $(WEIGHTS),--weights $(WEIGHTS))

bench-ask: env ## ask questions about 20 contracts over HTTP, answered by the offline reader (KEEP=file)
	@PYTHONPATH=clients/python $(BIN)/python -m benchmarks.ask $(if $(KEEP),--keep $(KEEP))

bench-agents: env ## hold conversations with a scripted language model: first words, 100 at once, citations, attacks (DATA=folder)
	-@$(MAKE) attacks
	@PYTHONPATH=clients/python $(BIN)/python -m benchmarks.agents $(if $(DATA),--data $(DATA))

bench-resilience: env ## measure uploads, search and jobs beside slow or failing services (ONLY="uploads search" PEER=checkout)
	@PYTHONPATH=clients/python $(BIN)/python -m benchmarks.resilience $(if $(ONLY),--only $(ONLY)) $(if $(PEER),--peer $(PEER))

bench-pii: env ## measure how well personal data is recognized, beside the libraries alone
	@$(BIN)/python -m benchmarks.personal_data

attacks: env ## let language models, and programs over MCP, read documents that contain instructions
	@AGENTS_RESULTS=$(AGENTS_RESULTS) $(BIN)/python -m pytest -q tests/conversations/test_attacks.py tests/mcp/test_attacks.py

smoke: env ## upload, parse and download with the stack of `make run`, or CARTULARY with CARTULARY_USER and _PASSWORD
	@PYTHONPATH=clients/python $(BIN)/python clients/python/smoke.py

chaos: env ## kill, disconnect and stop everything under load; check that no job is lost (JOBS=, SECONDS=, SEED= or SEEDS=, ONLY=)
	@$(BIN)/python -m tests.meta.chaos $(if $(JOBS),--jobs $(JOBS)) $(if $(SECONDS),--seconds $(SECONDS)) \
		$(if $(SEED),--seed $(SEED)) $(if $(SEEDS),--seeds $(SEEDS)) $(if $(ONLY),--only $(ONLY))

fuzz: env ## run schemathesis against REST and GraphQL (SECONDS=600 EXAMPLES=200 SEED="1 2", one run for each seed)
	@$(BIN)/python -m tests.meta.fuzz $(if $(SECONDS),--seconds $(SECONDS)) $(if $(EXAMPLES),--examples $(EXAMPLES)) $(if $(SEED),--seed $(SEED))

matrix: env ## send every operation of REST and GraphQL as every actor
	@SECURITY_RESULTS=$(SECURITY_RESULTS) $(BIN)/python -m pytest -q tests/permissions/test_matrix.py tests/permissions/test_scopes.py

bad-requests: env ## send every operation bodies in which much is wrong, and measure what they cost
	@WRONG_VALUES=16000 SECURITY_RESULTS=$(SECURITY_RESULTS) $(BIN)/python -m pytest -q tests/api/test_bad_requests.py

races: env ## try all limits, and what works once, in requests at the same time
	@SECURITY_RESULTS=$(SECURITY_RESULTS) $(BIN)/python -m pytest -q tests/api/test_one_time.py

mcp-conformance: env ## run the conformance tests of the Model Context Protocol, which npm fetches
	@$(BIN)/npm install --silent --no-audit --no-fund --prefix .venv/mcp-conformance @modelcontextprotocol/conformance@0.1.16
	@MCP_CONFORMANCE=.venv/mcp-conformance/node_modules/.bin/conformance $(BIN)/python -m pytest -q tests/mcp/test_conformance.py

escapes: env ## try to escape from the sandbox, as root and as an ordinary user
	@SECURITY_RESULTS=$(SECURITY_RESULTS) $(BIN)/python -m pytest -q documents/tests/pipeline/test_escapes.py

bench-security: env matrix escapes fuzz bad-requests races ## all figures of security: findings, permissions, escapes, fuzzing (SECONDS= SEED=)
	@$(BIN)/python -m benchmarks.security
	@$(BIN)/python -m benchmarks.report

seeded-bugs: env ## apply known bugs to a copy, one by one: a test must fail for each (ONLY="DD-1 DD-5")
	@$(BIN)/python -m tests.seeded_bugs $(ONLY)

mutants: env ## mutation testing (ONLY="tasks/policy/retry.py", JOBS=2, ALL=1: explained survivors, too)
	@$(BIN)/python -m tests.meta.mutants $(ONLY) $(if $(JOBS),--jobs $(JOBS)) $(if $(ALL),--all)

screenshots: env ui ## take the pictures of docs/screens.md again
	@WRITE=1 $(BIN)/python -m pytest -q tests/e2e/test_screens.py

release-compat: env ## check that workers of the last release can go on (WRITE=1: the current commit is the release)
	@$(WITH_ENGINES) python -m tests.meta.rolling $(if $(WRITE),--write)

browser: env ## install a Chromium for the tests, unless the system has one
	@$(STACK) browser

lock: env ## resolve requirements/*.in again, all in one resolution
	@$(COMPILE) requirements/local.in --output-file requirements/local.txt $(ARGS)
	@for part in base production; do \
		$(COMPILE) requirements/$$part.in --constraint requirements/local.txt --output-file requirements/$$part.txt || exit 1; done
	@$(COMPILE) requirements/bench.in --constraint requirements/local.txt --output-file requirements/bench.txt
	@! grep -nE '(file|https?)://' requirements/*.txt

digests: ## print the container images with their digests, for `.env` of production.yml (needs Docker)
	@sed -n 's/.*$${\([A-Z]*_IMAGE\):-\([^}]*\)}.*/\1 \2/p' production.yml | sort | while read -r name image; do \
		digest=$$(docker buildx imagetools inspect "$$image" --format '{{.Manifest.Digest}}') || exit 1; \
		echo "$$name=$$image@$$digest"; \
	done
