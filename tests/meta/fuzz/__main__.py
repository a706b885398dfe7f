"""`make fuzz`: run schemathesis against REST and GraphQL of a real server with its own engines."""

import argparse
import json
import os
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

import django
from django.core.management import call_command

from config.stack.temporary_engines import temporary_engines
from config.stack.testing import processes
from tests.meta.fuzz.effort import Effort

RESULTS = Path(__file__).resolve().parents[3] / "benchmarks" / "results" / "fuzz.json"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=600)
    parser.add_argument("--examples", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with ExitStack() as stack:
        engines = stack.enter_context(temporary_engines())
        environment = engines.environment()
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="cartulary-fuzz-")))
        environment |= {"DJANGO_SETTINGS_MODULE": "config.settings.test", "LOG_LEVEL": "ERROR"}
        os.environ |= {**environment, "RATE_LIMITS": "off", "DATA_DIR": str(folder / "data")}
        engines.cluster.ensure_database("cartulary")
        django.setup()
        call_command("migrate", verbosity=0)
        started = stack.enter_context(processes(environment=dict(os.environ), folder=folder, beats=lambda _: True))
        _, url = started.web()
        return fuzz(url, folder, Effort(seconds=options.seconds // 2, examples=options.examples, seed=options.seed))


def fuzz(url: str, folder: Path, effort: "Effort") -> int:
    """Fuzz both APIs and write the figures; return 1 if a response contradicts the schema."""
    from tests.meta.fuzz.data import create_test_data
    from tests.meta.fuzz.running import fuzz_graphql, fuzz_rest

    data = create_test_data(size=40)
    outcomes = {"rest": fuzz_rest(url, data, folder, effort), "graphql": fuzz_graphql(url, data, folder, effort)}
    figures = {
        "schemathesis_cases": sum(outcome.cases for outcome in outcomes.values()),
        "server_errors": sum(outcome.server_errors for outcome in outcomes.values()),
        "failures": sum(len(outcome.failures) for outcome in outcomes.values()),
        **{f"{name}_cases": outcome.cases for name, outcome in outcomes.items()},
    }
    for outcome in outcomes.values():
        print(outcome.output)
    print(json.dumps(figures, indent=1))
    RESULTS.write_text(json.dumps(figures, indent=1) + "\n")
    return 1 if figures["failures"] else 0


if __name__ == "__main__":
    sys.exit(main())
