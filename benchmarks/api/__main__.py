"""`make bench-api`: measure the API over HTTP on engines of its own; write `results/api.json` and `docs/benchmarks.md`.

One uvicorn process; who asks shares the cores of this machine with it.
"""

import argparse
import json
from pathlib import Path

from benchmarks import report
from benchmarks.api import files, operations
from benchmarks.api.stage import prepare, stage

RESULTS = Path(__file__).resolve().parents[1] / "results"
# What others count: the matrix of permissions and the long run of schemathesis leave it beside this.
COUNTED = {"matrix": ("matrix_cells", "leaks"), "fuzz": ("schemathesis_cases", "server_errors")}


def main() -> None:
    """Everything in one run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=1_000)
    parser.add_argument("--seconds", type=float, default=5.0, help="of several callers at once, per operation")
    parser.add_argument("--rounds", type=int, default=200, help="of all operations in turn")
    parser.add_argument("--contracts", type=int, default=20)
    parser.add_argument("--large", type=int, default=5, help="large files beside the disk")
    parser.add_argument("--out", type=Path, default=RESULTS / "api.json")
    chosen = parser.parse_args()
    figures = measure(chosen) | counted()
    chosen.out.write_text(json.dumps(figures, indent=1) + "\n")
    if chosen.out.parent == RESULTS:
        report.write()
    print(json.dumps(figures, indent=1))


def measure(chosen: argparse.Namespace) -> dict[str, float]:
    """The operations and the disk without a worker, the many files with one."""
    with stage() as on:
        corpus, documents = prepare(on, chosen.contracts)
        annotation = on.client.annotate(corpus, documents[0], "Party", start=0, end=10).id
        named = operations.operations(corpus, documents[0], annotation)
        token = on.client.create_token("Benchmark", ["read", "write"]).token or ""
        figures = operations.measure(on.url, token, named, rounds=chosen.rounds, seconds=chosen.seconds)
        figures |= files.beside_the_disk(on, rounds=chosen.large)
        on.worker()
        return figures | files.many(on, files=chosen.files, at_once=4)


def counted() -> dict[str, float]:
    """What other runs have counted, as far as they have been made."""
    found: dict[str, float] = {}
    for name, wanted in COUNTED.items():
        result = RESULTS / f"{name}.json"
        told = json.loads(result.read_text()) if result.exists() else {}
        found |= {key: told[key] for key in wanted if key in told}
    return found


if __name__ == "__main__":
    main()
