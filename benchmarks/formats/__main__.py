"""`make bench-formats`: how well documents are read, through upload and API, beside others on the same files.

`--data` is a folder laid out as `benchmarks/data/formats`, which is a small set that runs anywhere. Writes
`results/formats.json` and `docs/benchmarks.md`. A run that was broken off goes on where it was.
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
from benchmarks.api.stage import Stage, stage
from benchmarks.formats import hostile, long, speeds
from benchmarks.formats.course import Course, Figures
from benchmarks.formats.notes import Notes
from benchmarks.formats.suites import SMALL, SUITES, Suite
from config.stack.processes import Process

RESULTS = Path(__file__).resolve().parents[1] / "results"
PARTS = (
    "long",
    *(suite.name for suite in SUITES),
    "scans",
    "speed",
    "hostile",
)  # the first one on a worker that has done nothing
_ON_PAGES = frozenset({"dpbench", "icdar"})


def main() -> None:
    """Everything in one run, or the parts that are named; those replace what they measured before."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=SMALL)
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS)
    parser.add_argument("--keep", type=Path, help="a folder that keeps what was read")
    parser.add_argument("--out", type=Path, default=RESULTS / "formats.json")
    chosen = parser.parse_args()
    before = json.loads(chosen.out.read_text()) if chosen.out.exists() and chosen.only is not PARTS else {}
    notes = Notes(chosen.out.with_suffix(".unfinished.json"), chosen.data.resolve())
    with _folder(chosen.keep) as results, stage() as on:
        figures = before | measure(on, chosen.data.resolve(), results, notes, parts=chosen.only)
    chosen.out.write_text(json.dumps(figures, indent=1) + "\n")
    notes.forget()
    if chosen.out.parent == RESULTS:
        report.write()
    print(json.dumps(figures, indent=1))


def measure(on: Stage, data: Path, results: Path, notes: Notes, *, parts: tuple[str, ...]) -> Figures:
    works = _works(Course(data, results, on.client), on.worker())
    figures: Figures = {}
    for part in PARTS:
        if part not in parts:
            continue
        known = notes.get(part)
        if known is None:
            began = time.monotonic()
            known = works[part]()
            notes.add(part, known)
            print(f"{part}: {time.monotonic() - began:.0f} s")
        figures |= known
    return figures


def _works(course: Course, worker: Process) -> dict[str, Callable[[], Figures]]:
    """What measures each part. Where there are no documents for it there are no figures."""
    contracts = sorted((course.data / "contracts_cuad").glob("*.pdf"))
    pages = [file for suite in SUITES if suite.name in _ON_PAGES for file in suite.files(course.data)]
    works: dict[str, Callable[[], Figures]] = {suite.name: partial(_suite, course, suite) for suite in SUITES}
    works["scans"] = lambda: course.scans(contracts) if contracts else {}
    works["speed"] = lambda: speeds.measure(pages, contracts, course.results) if pages else {}
    works["long"] = lambda: long.measure(course.client, worker, contracts, course.results) if contracts else {}
    works["hostile"] = lambda: hostile.measure(course.client, worker, course.data, course.results)
    return works


def _suite(course: Course, suite: Suite) -> Figures:
    return course.run(suite) | course.published(suite)


@contextmanager
def _folder(kept: Path | None) -> Iterator[Path]:
    if kept is None:
        with tempfile.TemporaryDirectory(prefix="cartulary-formats-") as folder:
            yield Path(folder)
        return
    shutil.rmtree(kept, ignore_errors=True)
    kept.mkdir(parents=True)
    yield kept.resolve()


if __name__ == "__main__":
    main()
