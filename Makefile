# Everything starts here: `make run` and `make test` need Python 3.11 or newer and make, nothing else.

SHELL := /bin/sh
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

# The newest Pythons may lack wheels of what we pin, so the one the lock was made for is asked first.
PYTHON ?= $(shell for p in python3.11 python3.12 python3.13 python3 python; do \
	"$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo "$$p" && break; done)
BIN := .venv/bin
# The wheel's Node and the environment's programs come before anything the machine has.
export PATH := $(CURDIR)/$(BIN):$(PATH)
STACK := $(BIN)/python -m config.stack
WITH_ENGINES := $(BIN)/python -m config.stack.with_engines
SCHEMA := frontend/schema.graphql
NPM := $(BIN)/npm --prefix frontend
COMPILE := $(BIN)/uv pip compile --quiet --python-version 3.11 --generate-hashes --no-header --no-emit-index-url \
	--no-emit-find-links --override requirements/overrides.txt

.PHONY: help env run stop status reset doctor logs test test-long sure lint fmt types contracts migrations schema proofs \
	ui-sure ui bench bench-jobs bench-streams bench-api bench-code bench-formats smoke chaos fuzz seeded-defects mutants contract lock browser

help: ## what can be done here
	@sed -n 's/^\([a-z-]*\):.*## /\1|/p' $(MAKEFILE_LIST) | while IFS='|' read -r name what; do printf '  %-12s %s\n' "$$name" "$$what"; done

env: ## the virtual environment, up to date (all others do this first)
	@test -n "$(PYTHON)" || { echo "No Python 3.11 or newer was found on the PATH; set PYTHON=/path/to/python3." >&2; exit 1; }
	@"$(PYTHON)" -m config.stack.bootstrap

run: env ## start everything here and show where it is (LOGS=1 shows the children's output)
	@exec $(STACK) up $(if $(LOGS),--logs)

stop: env ## stop what `make run` started
	@$(STACK) stop

status: env ## one line per service
	@$(STACK) status

reset: env ## throw the data away (asks; FORCE=1 does not)
	@$(STACK) reset $(if $(FORCE),--force)

doctor: env ## what this machine has and lacks
	@$(STACK) doctor

logs: ## follow the logs of the running stack
	@tail -n 20 -F "$${STACK_DIR:-.stack}"/logs/*.log

test: env ui ## the suite within its budget: real engines, real workers, a real browser
	@$(BIN)/python -m pytest -m "not long" -n logical --maxprocesses 4 --dist loadfile $(ARGS)

test-long: env ui ## what does not fit the budget
	@$(BIN)/python -m pytest -m long $(ARGS)

sure: env lint types contracts migrations schema proofs ui-sure ## every gate that is not a test

lint: env ## style of the Python sources
	@$(BIN)/ruff check . && $(BIN)/ruff format --check .

fmt: env ## mend the style
	@$(BIN)/ruff check --fix . && $(BIN)/ruff format .

types: env ## mypy, strict
	@$(WITH_ENGINES) mypy .

contracts: env ## who may import whom
	@$(BIN)/lint-imports

migrations: env ## no model is ahead of its migration
	@$(WITH_ENGINES) manage.py makemigrations --check --dry-run

schema: env ## the exported GraphQL schema is what the code serves (WRITE=1 exports it)
	@$(WITH_ENGINES) manage.py graphql_schema --out $(if $(WRITE),$(SCHEMA),.venv/schema.graphql) >/dev/null
	@diff -u $(SCHEMA) $(if $(WRITE),$(SCHEMA),.venv/schema.graphql)

proofs: env ## which behaviour has a test
	@$(BIN)/python -m tests.meta.behaviour_index

ui: env ## build the user interface when its sources changed
	@$(STACK) ui

ui-sure: ui ## types, style and unit tests of the user interface
	@$(NPM) run --silent sure

bench: env ui ## the main tasks in a fresh clone (PEER=checkout measures opening a document there, too)
	@$(BIN)/python -m benchmarks $(if $(PEER),--peer $(PEER))

bench-jobs: env ## the job runtime beside raw Celery and procrastinate, fairness, the cost of a claim
	@$(BIN)/python -m benchmarks.jobs

bench-streams: env ## a thousand open event streams on one web process
	@$(BIN)/python -m benchmarks.streams

bench-api: env ui ## the API over HTTP: latency, throughput, uploads (FILES=1000 SECONDS=5 PEER=checkout of commit 35ee46f)
	-@MATRIX_RESULTS=$(CURDIR)/benchmarks/results/matrix.json $(BIN)/python -m pytest -q tests/permissions
	@PYTHONPATH=clients/python $(BIN)/python -m benchmarks.api $(if $(FILES),--files $(FILES)) $(if $(SECONDS),--seconds $(SECONDS)) \
		$(if $(PEER),--peer $(PEER))

bench-code: env ## time of the tests and of django.setup(), lines, duplicates, words (TEST_WARM_S=seconds PEER=checkout)
	@$(BIN)/python -m benchmarks.codebase $(if $(TEST_WARM_S),--test-warm-s $(TEST_WARM_S)) $(if $(PEER),--peer $(PEER))

bench-formats: env ## how well documents are read, beside others (DATA=folder ONLY="dpbench icdar" KEEP=folder)
	@PYTHONPATH=clients/python $(BIN)/python -m benchmarks.formats $(if $(DATA),--data $(DATA)) $(if $(ONLY),--only $(ONLY)) \
		$(if $(KEEP),--keep $(KEEP))

smoke: env ## the whole way through what `make run` has started, or through CARTULARY with CARTULARY_USER and _PASSWORD
	@PYTHONPATH=clients/python $(BIN)/python clients/python/smoke.py

chaos: env ## kill, cut and stop everything under load, count what was lost (JOBS=, SECONDS=, SEED=, ONLY=)
	@$(BIN)/python -m tests.meta.chaos $(if $(JOBS),--jobs $(JOBS)) $(if $(SECONDS),--seconds $(SECONDS)) \
		$(if $(SEED),--seed $(SEED)) $(if $(ONLY),--only $(ONLY))

fuzz: env ## let schemathesis doubt REST and GraphQL at length (SECONDS=600 EXAMPLES=200 SEED=1)
	@$(BIN)/python -m tests.meta.fuzz $(if $(SECONDS),--seconds $(SECONDS)) $(if $(EXAMPLES),--examples $(EXAMPLES)) $(if $(SEED),--seed $(SEED))

seeded-defects: env ## put known defects in, one by one, into a copy: each must turn a test red (ONLY="DD-1 DD-5")
	@$(BIN)/python -m tests.seeded_bugs $(ONLY)

mutants: env ## change what decides, one small thing at a time: a test must notice (ONLY="tasks/policy/retry.py", JOBS=2, ALL=1: those explained, too)
	@$(BIN)/python -m tests.meta.mutants $(ONLY) $(if $(JOBS),--jobs $(JOBS)) $(if $(ALL),--all)

contract: env ## what workers of the last release call is still there (WRITE=1: what is committed is the release)
	@$(WITH_ENGINES) python -m tests.meta.rolling $(if $(WRITE),--write)

browser: env ## a Chromium for the tests, unless the system has one
	@$(STACK) browser

lock: env ## resolve requirements/*.in anew, all in one resolution
	@$(COMPILE) requirements/local.in --output-file requirements/local.txt $(ARGS)
	@for part in base production; do \
		$(COMPILE) requirements/$$part.in --constraint requirements/local.txt --output-file requirements/$$part.txt || exit 1; done
	@$(COMPILE) requirements/bench.in --constraint requirements/local.txt --output-file requirements/bench.txt
	@! grep -nE '(file|https?)://' requirements/*.txt
