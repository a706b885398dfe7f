"""Runs schemathesis against a server and reads its report."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from tests.meta.fuzz.data import TestData
from tests.meta.fuzz.effort import Effort

ROOT = Path(__file__).resolve().parents[3]
SERVER_ERRORS = {"ST101", "ST901"}  # status 5xx; our own check of GraphQL responses

# Operations that would revoke the token.
EXCLUDED = r"/auth/(logout|logout-all)$"
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
    """The number of requests and of server errors, and the failures by kind and operation."""

    cases: int
    server_errors: int
    failures: list[str]
    output: str


def fuzz_rest(url: str, data: TestData, folder: Path, effort: Effort) -> Outcome:
    """Fuzz REST by its OpenAPI document."""
    options = ["--exclude-path-regex", EXCLUDED, "--checks", ",".join(REST_CHECKS)]
    return _run(f"{url}/api/schema", data, folder / "rest", [*options, *_limits(effort)])


def fuzz_graphql(url: str, data: TestData, folder: Path, effort: Effort) -> Outcome:
    """Fuzz GraphQL by its schema."""
    return _run(f"{url}/graphql/", data, folder / "graphql", ["--checks", "no_internal_error", *_limits(effort)])


def _limits(effort: Effort) -> list[str]:
    times = ["--max-time", str(effort.seconds), "--max-examples", str(effort.examples)]
    return [*times, "--seed", str(effort.seed)]


def _run(location: str, data: TestData, folder: Path, options: list[str]) -> Outcome:
    folder.mkdir(parents=True, exist_ok=True)
    report = folder / "report.json"
    command = [
        str(Path(sys.executable).parent / "schemathesis"), "run", location, *options,
        *("--header", f"Authorization: Bearer {data.token}", "--warnings", "off", "--no-color"),
        *("--continue-on-failure", "--no-shrink", "--request-timeout", "20"),
        *("--report", "json", "--report-json-path", str(report)),
    ]  # fmt: skip
    environment = {**os.environ, "SCHEMATHESIS_HOOKS": "tests.meta.fuzz.hooks", "FUZZ_KNOWN": json.dumps(data.ids)}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment, cwd=ROOT)
    return _read(report, done.stdout + done.stderr)


def _read(report: Path, output: str) -> Outcome:
    if not report.exists():
        raise AssertionError(output[-4000:])
    results = json.loads(report.read_text())
    failures = {
        f"{failure['code']} {failure['title']}: {place}": failure
        for failure in results["failures"]
        for place in failure["operations"]
    }
    bugs = sum(failure["count"] for failure in results["failures"] if failure["code"] in SERVER_ERRORS)
    errors = [str(error) for error in results["errors"]]
    return Outcome(results["test_cases"]["generated"], bugs, [*sorted(failures), *errors], output)
