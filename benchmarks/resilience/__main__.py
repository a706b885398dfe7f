"""`make bench-resilience`: how slow or failing services influence uploads, search and jobs.

A web server, a worker with two slots, scripted servers and the client share the cores of this machine. Changes its
figures in `results/resilience.json`, those of each part when it has ended, and writes `docs/benchmarks.md`. With
`--peer`, another checkout measures its uploads before this one does; its figures end in `_before`.
"""

import argparse
import json
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Final

from benchmarks import report
from benchmarks.resilience import parts, peer

RESULTS: Final = Path(__file__).resolve().parents[1] / "results" / "resilience.json"


def main() -> None:
    """Measure all parts, or the selected ones."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="+", choices=parts.PARTS, default=parts.PARTS)
    parser.add_argument("--peer", type=Path, help="another checkout, with its .venv")
    parser.add_argument("--out", type=Path, default=RESULTS)
    arguments = parser.parse_args()
    keep = partial(_keep, arguments.out)
    if arguments.peer:
        # First: it must not inherit the environment that this process sets for its own engines.
        keep(peer.measure(arguments.peer, arguments.only))
    parts.measure(arguments.only, keep)
    print(report.table("resilience", json.loads(arguments.out.read_text())))


def _keep(path: Path, figures: Mapping[str, float]) -> None:
    report.update(path, figures)
    if path == RESULTS:
        report.write()


if __name__ == "__main__":
    main()
