"""Runs schemathesis against a server and reads its report."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from tests.meta.fuzz.effort import Effort
from tests.meta.fuzz.world import World

ROOT = Path(__file__).resolve().parents[3]
SERVER_ERRORS = {"ST101", "ST901"}  # a 5xx; our own check of GraphQL's answers

# What never ends by itself, and what would take the token away.
LEFT_OUT = r"/events$|/auth/(logout|logout-all)$"
REST_CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_schema_conformance",
    "wrong_data_is_refused",
    "use_after_free",
    "ignored_auth",
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How many requests were sent, how many of them met a bug of ours, and what else was wrong, by kind and place."""

    cases: int
    server_errors: int
    failures: list[str]
    output: str


def fuzz_rest(url: str, world: World, folder: Path, effort: Effort) -> Outcome:
    """Doubt the description of REST."""
    options = ["--exclude-path-regex", LEFT_OUT, "--checks", ",".join(REST_CHECKS)]
    return _run(f"{url}/api/schema", world, folder / "rest", [*options, *_bounds(effort)])


def fuzz_graphql(url: str, world: World, folder: Path, effort: Effort) -> Outcome:
    """Doubt the schema of GraphQL."""
    return _run(f"{url}/graphql/", world, folder / "graphql", ["--checks", "no_bug", *_bounds(effort)])


def _bounds(effort: Effort) -> list[str]:
    times = ["--max-time", str(effort.seconds), "--max-examples", str(effort.examples)]
    return [*times, "--seed", str(effort.seed)]


def _run(location: str, world: World, folder: Path, options: list[str]) -> Outcome:
    folder.mkdir(parents=True, exist_ok=True)
    report = folder / "report.json"
    command = [
        str(Path(sys.executable).parent / "schemathesis"), "run", location, *options,
        *("--header", f"Authorization: Bearer {world.token}", "--warnings", "off", "--no-color"),
        *("--continue-on-failure", "--no-shrink", "--request-timeout", "20"),
        *("--report", "json", "--report-json-path", str(report)),
    ]  # fmt: skip
    environment = {**os.environ, "SCHEMATHESIS_HOOKS": "tests.meta.fuzz.hooks", "FUZZ_KNOWN": json.dumps(world.known)}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment, cwd=ROOT)
    return _read(report, done.stdout + done.stderr)


def _read(report: Path, output: str) -> Outcome:
    if not report.exists():
        raise AssertionError(output[-4000:])
    found = json.loads(report.read_text())
    failures = {
        f"{failure['code']} {failure['title']}: {place}": failure
        for failure in found["failures"]
        for place in failure["operations"]
    }
    bugs = sum(failure["count"] for failure in found["failures"] if failure["code"] in SERVER_ERRORS)
    errors = [str(error) for error in found["errors"]]
    return Outcome(found["test_cases"]["generated"], bugs, [*sorted(failures), *errors], output)
