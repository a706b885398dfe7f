"""`make bench-api`: measure the API over HTTP; write `results/api.json` and `docs/benchmarks.md`.

One uvicorn process with its own engines; the client shares the cores of this machine with it. With `--peer`, the server
of another checkout (commit 35ee46f) is measured in the same run, in turn with this one; its figures end in `_before`.
"""

import argparse
import json
import statistics
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

from benchmarks import report, security
from benchmarks.api import latency, uploads
from benchmarks.api.operations import CURRENT, Target
from benchmarks.api.peer import Peer, peer
from benchmarks.setup import PASSWORD, USERNAME, Server, start_server, upload_contracts
from cartulary_client import Client

RESULTS = Path(__file__).resolve().parents[1] / "results"
# Figures of other runs: the tests of permissions, and the long run of schemathesis.
COUNTED = {
    "matrix_cells": "matrix_cells",
    "leaks": "leaks",
    "schemathesis_cases": "fuzz_cases",
    "server_errors": "server_errors",
}

Figures = Mapping[str, float]


def main() -> None:
    """Run all measurements and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--peer", type=Path, help="another checkout, with its .venv")
    parser.add_argument("--files", type=int, default=1_000, help="number of small files (%(default)s)")
    parser.add_argument("--seconds", type=float, default=5.0, help="of load per operation (%(default)s)")
    parser.add_argument("--rounds", type=int, default=200, help="of all operations in turn (%(default)s)")
    parser.add_argument("--contracts", type=int, default=20, help="documents in the corpus (%(default)s)")
    parser.add_argument("--large", type=int, default=5, help="number of large files (%(default)s)")
    parser.add_argument("--out", type=Path, default=RESULTS / "api.json")
    arguments = parser.parse_args()
    figures = {**measure(arguments), **_counted()}
    arguments.out.write_text(json.dumps(figures, indent=1) + "\n")
    if arguments.out.parent == RESULTS:
        report.write()
    print(json.dumps(figures, indent=1))


def measure(arguments: argparse.Namespace) -> dict[str, float]:
    """Return all figures; those of the peer end in `_before`."""
    with ExitStack() as stack:
        # The peer first: it must not inherit the environment that this process sets for its own engines.
        other = stack.enter_context(peer(arguments.peer, contracts=arguments.contracts)) if arguments.peer else None
        server = stack.enter_context(start_server())
        client = stack.enter_context(server.log_in())
        targets = [_target(server, client, arguments.contracts), *([other.target] if other else [])]
        current, *before = latency.measure(targets, rounds=arguments.rounds, seconds=arguments.seconds)
        figures = {**current, **_suffixed(*before)}
        figures |= _large_uploads(server, client, other, rounds=arguments.large)
        figures |= uploads.upload_many(server, client, files=arguments.files)
        return {**figures, **(_suffixed(other.upload_many(files=arguments.files)) if other else {})}


def _target(server: Server, client: Client, contracts: int) -> Target:
    corpus = upload_contracts(server, client, contracts)
    # The order of the uploads differs between runs, so the document is selected by its size.
    documents = sorted(client.documents(corpus=corpus), key=lambda document: document.size)
    document = documents[len(documents) // 2]
    return Target(
        version=CURRENT,
        url=server.url,
        token=client.create_token("Benchmark", ["read", "write"]).token or "",
        username=USERNAME,
        password=PASSWORD,
        corpus=corpus,
        document=document.id,
        size=document.size,
        annotation=client.annotate(corpus, document.id, "Party", start=0, end=10).id,
    )


def _large_uploads(server: Server, client: Client, other: Peer | None, *, rounds: int) -> dict[str, float]:
    current, before = [], []
    for _ in range(rounds):
        current.append(uploads.upload_large(server, client))
        if other:
            before.append(other.upload_large())
    return {**_medians(current), **_suffixed(_medians(before))}


def _medians(runs: Sequence[Figures]) -> dict[str, float]:
    return {name: round(statistics.median(run[name] for run in runs), 3) for name in (runs[0] if runs else ())}


def _suffixed(*runs: Figures) -> dict[str, float]:
    return {f"{name}_before": value for run in runs for name, value in run.items()}


def _counted() -> dict[str, float]:
    """Return the figures that `make matrix` and `make fuzz` have left."""
    counted = json.loads(security.RESULTS.read_text())
    return {name: counted[source] for name, source in COUNTED.items() if source in counted}


if __name__ == "__main__":
    main()
