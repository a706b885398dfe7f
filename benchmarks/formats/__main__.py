"""`make bench-formats`: how well documents are read, through upload and API, beside others on the same files.

`--data` is a folder laid out as `benchmarks/data/formats`, which is a small set that runs anywhere. Writes
`results/formats.json` and `docs/benchmarks.md`.
"""

import argparse
import json
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks import report
from benchmarks.api.stage import Stage, stage
from benchmarks.formats import hostile, speed
from benchmarks.formats.course import Course, Figures
from benchmarks.formats.suites import SMALL, SUITES

RESULTS = Path(__file__).resolve().parents[1] / "results"
PARTS = (*(suite.name for suite in SUITES), "scans", "speed", "hostile")


def main() -> None:
    """Everything in one run, or the parts that are named; those replace what they measured before."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=SMALL)
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS)
    parser.add_argument("--keep", type=Path, help="a folder that keeps what was read")
    parser.add_argument("--out", type=Path, default=RESULTS / "formats.json")
    chosen = parser.parse_args()
    before = json.loads(chosen.out.read_text()) if chosen.out.exists() and chosen.only is not PARTS else {}
    with _folder(chosen.keep) as results, stage() as on:
        figures = before | measure(on, chosen.data.resolve(), results, frozenset(chosen.only))
    chosen.out.write_text(json.dumps(figures, indent=1) + "\n")
    if chosen.out.parent == RESULTS:
        report.write()
    print(json.dumps(figures, indent=1))


def measure(on: Stage, data: Path, results: Path, parts: frozenset[str]) -> Figures:
    worker = on.worker()
    course = Course(data, results, on.client)
    figures: Figures = {}
    for suite in SUITES:
        if suite.name in parts:
            figures |= course.run(suite) | course.published(suite)
    contracts = sorted((data / "contracts_cuad").glob("*.pdf"))
    pages = [file for suite in SUITES[:2] for file in suite.files(data)]
    if "scans" in parts and contracts:
        figures |= course.scans(contracts)
    if "speed" in parts and pages:
        figures |= _speed(pages)
    if "hostile" in parts:
        figures |= hostile.measure(on.client, worker, data, results)
    return figures


def _speed(files: list[Path]) -> Figures:
    figures: Figures = {}
    for mode in ("full", "ocr", "tokens", "pdfium"):
        told = speed.measure(mode, files)
        figures |= {f"s_per_page_{mode}": round(told["cpu_s"], 5), f"peak_mb_{mode}": round(told["peak_mb"], 1)}
        figures["speed_pages"] = told["pages"]
    return {"s_per_page": figures["s_per_page_full"], **figures}


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
