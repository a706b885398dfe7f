"""`make bench-formats`: quality of reading documents through upload and API, beside other programs on the same files.

`--data` is a folder with the layout of `benchmarks/data/formats`, which is a small set that runs anywhere. Writes
`results/formats.json` and `docs/benchmarks.md`. An interrupted run continues where it was.
"""

import argparse
import json
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from benchmarks import report
from benchmarks.formats import hostile, long_document, outline, speed
from benchmarks.formats.checkpoint import Checkpoint
from benchmarks.formats.printed import measure as printed
from benchmarks.formats.run import Figures, Run
from benchmarks.formats.suites import SMALL, SUITES, Suite
from benchmarks.setup import start_server
from config.stack.testing import Process

RESULTS = Path(__file__).resolve().parents[1] / "results"
# The first part needs a worker that has not processed anything.
PARTS = ("long", *(suite.name for suite in SUITES), "printed", "outline", "scans", "speed", "hostile")
_SPEED_SUITES = frozenset({"dpbench", "icdar"})


def main() -> None:
    """Run all parts, or the selected ones, whose figures replace the earlier ones."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=SMALL)
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS)
    parser.add_argument("--keep", type=Path, help="a folder for the documents as they were read")
    parser.add_argument("--out", type=Path, default=RESULTS / "formats.json")
    arguments = parser.parse_args()
    is_partial = arguments.only is not PARTS
    before = json.loads(arguments.out.read_text()) if arguments.out.exists() and is_partial else {}
    data = arguments.data.resolve()
    checkpoint = Checkpoint(arguments.out.with_suffix(".unfinished.json"), data)
    with _folder(arguments.keep) as results, start_server() as server, server.log_in() as client:
        figures = before | measure(Run(data, results, client), server.start_worker(), checkpoint, parts=arguments.only)
    figures["parser_crashed"] = sum(value for name, value in figures.items() if name.endswith("_parser_crashed"))
    arguments.out.write_text(json.dumps(figures, indent=1) + "\n")
    checkpoint.delete()
    if arguments.out.parent == RESULTS:
        report.write()
    print(json.dumps(figures, indent=1))


def measure(run: Run, worker: Process, checkpoint: Checkpoint, *, parts: tuple[str, ...]) -> Figures:
    """Measure the parts that the checkpoint does not have."""
    functions = _functions(run, worker)
    figures: Figures = {}
    for part in PARTS:
        if part not in parts:
            continue
        measured = checkpoint.get(part)
        if measured is None:
            began = time.monotonic()
            measured = functions[part]()
            checkpoint.add(part, measured)
            print(f"{part}: {time.monotonic() - began:.0f} s")
        figures |= measured
    return figures


def _functions(run: Run, worker: Process) -> dict[str, Callable[[], Figures]]:
    """Return the function that measures each part. A part without documents has no figures."""
    contracts = sorted((run.data / "contracts_cuad").glob("*.pdf"))
    pages = [file for suite in SUITES if suite.name in _SPEED_SUITES for file in suite.files(run.data)]
    functions: dict[str, Callable[[], Figures]] = {suite.name: partial(_suite, run, suite) for suite in SUITES}
    functions["printed"] = lambda: printed.measure(run)
    functions["outline"] = lambda: outline.measure(run)
    functions["scans"] = lambda: run.scans(contracts) if contracts else {}
    functions["speed"] = lambda: speed.measure(pages, contracts, run.results) if pages else {}
    functions["long"] = lambda: long_document.measure(run.client, worker, contracts, run.results) if contracts else {}
    functions["hostile"] = lambda: hostile.measure(run.client, worker, run.data, run.results)
    return functions


def _suite(run: Run, suite: Suite) -> Figures:
    return run.suite(suite) | run.published(suite)


@contextmanager
def _folder(path: Path | None) -> Iterator[Path]:
    if path is None:
        with tempfile.TemporaryDirectory(prefix="cartulary-formats-") as folder:
            yield Path(folder)
        return
    shutil.rmtree(path, ignore_errors=True)
    path.mkdir(parents=True)
    yield path.resolve()


if __name__ == "__main__":
    main()
