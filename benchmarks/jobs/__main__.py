"""`make bench-jobs`: Cartulary, Celery, Celery with results in PostgreSQL, and procrastinate, interleaved in one run.

Then fairness between tenants, and the cost of a claim with a million waiting jobs. Writes `results/jobs.json` and
`docs/benchmarks.md`.
"""

import json
import os
from pathlib import Path

from benchmarks import report
from benchmarks.peers import peer_python
from benchmarks.setup import database, start_processes
from config.stack.temporary_engines import TemporaryEngines

RESULTS = Path(__file__).resolve().parent.parent / "results" / "jobs.json"


def main() -> None:
    """Measure with durable engines of its own and write the figures."""
    python = peer_python()
    with database(durable=True, CELERY_SKIP_CHECKS="1") as engines, start_processes() as started:
        for name in ("peer_results", "peer_procrastinate"):
            engines.cluster.ensure_database(name)
        from benchmarks.jobs.run import run  # noqa: PLC0415 - needs the settings

        figures = run(started, python, _peer_environment(engines))
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(json.dumps(figures, indent=1) + "\n")
    report.write()
    print(json.dumps(figures, indent=1))


def _peer_environment(engines: TemporaryEngines) -> dict[str, str]:
    """Return the addresses for the peers: the same Redis for their counters, and a broker database of their own."""
    socket = engines.valkey.socket
    return {
        "PEER_BROKER": f"redis+socket://{socket}?virtual_host=10",
        "PEER_REDIS": os.environ["REDIS_URL"],
        "PEER_CONNINFO": engines.cluster.conninfo("peer_procrastinate"),
        "PEER_RESULTS": f"db+postgresql+psycopg://postgres@/peer_results?host={engines.cluster.sockets}",
    }


if __name__ == "__main__":
    main()
