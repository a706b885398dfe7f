"""`make bench-jobs`: ours, raw Celery, Celery with results in PostgreSQL, and procrastinate, interleaved in one run.

Then fairness, and what a claim costs under a million waiting jobs. Writes `results/jobs.json` and `docs/benchmarks.md`.
"""

import json
import os
import tempfile
from contextlib import ExitStack
from pathlib import Path

import django

from benchmarks import report
from benchmarks.peers import peers_environment
from config.stack.processes import processes
from config.stack.testing import environment_of, redis_numbers
from config.stack.throwaway import ThrowAway, throw_away_engines

RESULTS = Path(__file__).resolve().parent.parent / "results" / "jobs.json"


def main() -> None:
    """Measure in engines of its own, durable ones, and leave the figures behind."""
    python = peers_environment()
    with ExitStack() as stack:
        engines = stack.enter_context(throw_away_engines(durable=True))
        os.environ |= _environment(engines)
        for name in ("cartulary", "peer_results", "peer_procrastinate"):
            engines.cluster.ensure_database(name)
        django.setup()
        from benchmarks.jobs.course import run  # noqa: PLC0415 - needs the settings, which need the engines

        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="cartulary-bench-")))
        started = stack.enter_context(processes(environment=dict(os.environ), folder=folder, beats=lambda _: True))
        figures = run(started, python, _peer_environment(engines))
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(json.dumps(figures, indent=1) + "\n")
    report.write()
    print(json.dumps(figures, indent=1))


def _environment(engines: ThrowAway) -> dict[str, str]:
    ours = environment_of(engines)
    rest = {"DJANGO_SETTINGS_MODULE": "config.settings.test", "LOG_LEVEL": "WARNING", "CELERY_SKIP_CHECKS": "1"}
    return {**ours, **redis_numbers(ours), **rest}


def _peer_environment(engines: ThrowAway) -> dict[str, str]:
    """Peers leave their marks where ours are left, and have a broker number of their own."""
    socket = engines.valkey.socket
    return {
        "PEER_BROKER": f"redis+socket://{socket}?virtual_host=10",
        "PEER_REDIS": os.environ["REDIS_URL"],
        "PEER_CONNINFO": engines.cluster.conninfo("peer_procrastinate"),
        "PEER_RESULTS": f"db+postgresql+psycopg://postgres@/peer_results?host={engines.cluster.sockets}",
    }


if __name__ == "__main__":
    main()
