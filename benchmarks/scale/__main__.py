"""`make bench-scale`: a page of a contract, requests at a million passages, and jobs on one, two and four hosts.

Writes `results/production.json` and `docs/benchmarks.md`. Figures of parts that are not measured are kept.
"""

import argparse
import json
from pathlib import Path

from benchmarks import report
from benchmarks.setup import start_server

RESULTS = Path(__file__).resolve().parents[1] / "results" / "production.json"
PARTS = ("capacity", "size", "hosts")
SIZES = (1_000, 100_000)  # documents


def main() -> None:
    """Run all parts, or the selected ones."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="has the folder retrieval_scifact")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS)
    parser.add_argument("--documents", nargs=2, type=int, default=SIZES, help="of the small and of the large corpus")
    parser.add_argument("--out", type=Path, default=RESULTS)
    arguments = parser.parse_args()
    with start_server() as server:
        from benchmarks.scale import capacity, hosts  # noqa: PLC0415 - needs the settings
        from benchmarks.scale.size import SizeRun  # noqa: PLC0415 - as above

        if "capacity" in arguments.only:
            report.update(arguments.out, capacity.measure(server))
        if "hosts" in arguments.only:
            report.update(arguments.out, hosts.measure(server.processes))
        if "size" in arguments.only:
            report.update(arguments.out, SizeRun(server, arguments.data.resolve()).measure(*arguments.documents))
    if arguments.out == RESULTS:
        report.write()
    print(json.dumps(json.loads(arguments.out.read_text()), indent=1))


if __name__ == "__main__":
    main()
