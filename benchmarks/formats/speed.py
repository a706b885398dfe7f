"""CPU time and memory of reading PDFs, in every mode of `speed_child`, and of docling with the same layout."""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.formats.scans import SCANNERS, scan_all
from benchmarks.peers import peer_python
from config.stack.paths import PROJECT
from documents.pipeline.registry import parser_for
from documents.types import ParsedStructure, ParseOptions

_PDF = "application/pdf"
_MODES = ("pdfium", "tokens", "full", "auto")
_SCANNED_DOCUMENTS = 3
_REPEATS = 3  # the fastest counts: other programs on the machine only make a run slower


def measure(files: Sequence[Path], contracts: Sequence[Path], results: Path) -> dict[str, float]:
    """Measure all modes on digital files, and the mode `ocr` on simulated scans of the contracts."""
    runs = {mode: _run(mode, files) for mode in _MODES}
    runs["docling"] = _docling(files, results / "layout.json")
    pages = {name: run["pages"] for name, run in runs.items()}
    if len(set(pages.values())) > 1:
        raise ValueError(f"The modes have read different numbers of pages: {pages}")
    figures: dict[str, float] = {"speed_pages": runs["full"]["pages"], "s_per_page": round(runs["full"]["cpu_s"], 5)}
    if contracts:
        scans = results / "speed-scans"
        scan_all(contracts[:_SCANNED_DOCUMENTS], SCANNERS[0], scans)
        runs["ocr"] = _run("ocr", sorted(scans.glob("*.pdf")))
        figures["speed_scanned_pages"] = runs["ocr"]["pages"]
    for mode, run in runs.items():
        figures[f"s_per_page_{mode}"] = round(run["cpu_s"], 5)
        figures[f"pages_per_s_{mode}"] = round(1 / run["cpu_s"], 1)
        figures[f"peak_mb_{mode}"] = round(run["peak_mb"], 1)
    return figures


def _run(mode: str, files: Sequence[Path]) -> dict[str, float]:
    return _fastest([sys.executable, "-m", "benchmarks.formats.speed_child", mode, *map(str, files)])


def _fastest(argv: Sequence[str]) -> dict[str, float]:
    """Run a program several times and return the figures, which it prints as JSON, of the fastest run."""
    outputs = [subprocess.run(argv, cwd=PROJECT, check=True, stdout=subprocess.PIPE).stdout for _ in range(_REPEATS)]
    runs: list[dict[str, float]] = [json.loads(output.splitlines()[-1]) for output in outputs]
    return min(runs, key=lambda run: run["cpu_s"])


def _docling(files: Sequence[Path], layout: Path) -> dict[str, float]:
    """Run docling in the environment of the peers with the regions that Cartulary finds."""
    layout.write_text(json.dumps({str(file): _regions(file) for file in files}))
    return _fastest([str(peer_python()), "-m", "benchmarks.formats.docling_peer", str(layout)])


def _regions(file: Path) -> dict[str, list[list[Any]]]:
    """Return docling's label and the box of every item, by page."""
    regions: dict[str, list[list[Any]]] = {}
    for item in _items(file):
        for location in item["prov"]:
            box = location["bbox"]
            region = [item["label"], box["l"], box["t"], box["r"], box["b"]]
            regions.setdefault(str(location["page_no"]), []).append(region)
    return regions


def _items(file: Path) -> Iterator[Mapping[str, Any]]:
    with tempfile.TemporaryDirectory() as scratch:
        events = parser_for(_PDF).parse(file, ParseOptions(_PDF, scratch, extra={"ocr": "off"}))
        structure = next(event for event in events if isinstance(event, ParsedStructure))
        document = json.loads(Path(structure.docling_path).read_text("utf-8"))
    for section in ("texts", "tables", "pictures"):
        yield from document[section]
