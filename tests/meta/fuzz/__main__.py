"""`make fuzz`: run schemathesis against REST and GraphQL of a real server with its own engines."""

import argparse
import os
import sys
import tempfile
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import django
from django.core.management import call_command

from benchmarks import security
from config.stack.temporary_engines import temporary_engines
from config.stack.testing import processes
from tests.meta.fuzz.effort import ENVIRONMENT, Effort


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=600, help="for each seed")
    parser.add_argument("--examples", type=int, default=200)
    parser.add_argument("--seed", type=int, nargs="+", default=[1])
    options = parser.parse_args()
    with ExitStack() as stack:
        engines = stack.enter_context(temporary_engines())
        environment = engines.environment()
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="cartulary-fuzz-")))
        environment |= {"DJANGO_SETTINGS_MODULE": "config.settings.test", "DATA_DIR": str(folder / "data")}
        os.environ |= {**environment, **ENVIRONMENT}
        engines.cluster.ensure_database("cartulary")
        django.setup()
        call_command("migrate", verbosity=0)
        started = stack.enter_context(processes(environment=dict(os.environ), folder=folder, beats=lambda _: True))
        _, url = started.web()
        effort = Effort(seconds=options.seconds // 2, examples=options.examples)
        return fuzz(url, folder, [replace(effort, seed=seed) for seed in options.seed])


def fuzz(url: str, folder: Path, efforts: list[Effort]) -> int:
    """Fuzz both APIs with each seed and update the figures; return 1 if a response contradicts the schema."""
    from tests.meta.fuzz.data import create_test_data
    from tests.meta.fuzz.running import fuzz_graphql, fuzz_rest

    data = create_test_data(size=40)
    outcomes = []
    for effort in efforts:
        for run in (fuzz_rest, fuzz_graphql):
            outcomes.append(run(url, data, folder / str(effort.seed), effort))
            print(outcomes[-1].output, flush=True)
    failures = sum(len(outcome.failures) for outcome in outcomes)
    security.update(
        fuzz_cases=sum(outcome.cases for outcome in outcomes),
        server_errors=sum(outcome.server_errors for outcome in outcomes),
        contract_failures=failures,
    )
    print(security.RESULTS.read_text())
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
