"""How fast PDFs are read and how much memory it takes, in every mode of `speed`, and docling on the same layout."""

import json
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.formats import speed
from benchmarks.formats.scans import SCANNERS, scan_all
from benchmarks.peers import peers_environment
from documents.pipeline.registry import parser_for
from documents.types import ParsedStructure, ParseOptions

_PDF = "application/pdf"
_ON_PAGES = ("pdfium", "tokens", "full", "auto")
_SCANNED = 3  # documents


def measure(files: Sequence[Path], contracts: Sequence[Path], results: Path) -> dict[str, float]:
    """`files` have words; of the contracts pictures are made, for the mode that reads those."""
    told = {mode: speed.measure(mode, files) for mode in _ON_PAGES}
    told["docling"] = _docling(files, results / "layout.json")
    pages = {name: run["pages"] for name, run in told.items()}
    if len(set(pages.values())) > 1:
        raise ValueError(f"not the same pages: {pages}")
    figures: dict[str, float] = {"speed_pages": told["full"]["pages"], "s_per_page": round(told["full"]["cpu_s"], 5)}
    if contracts:
        scans = results / "speed-scans"
        scan_all(contracts[:_SCANNED], SCANNERS[0], scans)
        told["ocr"] = speed.measure("ocr", sorted(scans.glob("*.pdf")))
        figures["speed_scanned_pages"] = told["ocr"]["pages"]
    for mode, run in told.items():
        figures[f"s_per_page_{mode}"] = round(run["cpu_s"], 5)
        figures[f"pages_per_s_{mode}"] = round(1 / run["cpu_s"], 1)
        figures[f"peak_mb_{mode}"] = round(run["peak_mb"], 1)
    return figures


def _docling(files: Sequence[Path], layout: Path) -> dict[str, float]:
    """In the environment of the peers, given the regions that we find."""
    layout.write_text(json.dumps({str(file): _regions(file) for file in files}))
    return speed.best([str(peers_environment()), "-m", "benchmarks.formats.docling_peer", str(layout)])


def _regions(file: Path) -> dict[str, list[list[Any]]]:
    """By page: the label of docling and the box of everything that we find there."""
    regions: dict[str, list[list[Any]]] = {}
    for item in _items(file):
        for place in item["prov"]:
            box = place["bbox"]
            region = [item["label"], box["l"], box["t"], box["r"], box["b"]]
            regions.setdefault(str(place["page_no"]), []).append(region)
    return regions


def _items(file: Path) -> Iterator[Mapping[str, Any]]:
    with tempfile.TemporaryDirectory() as scratch:
        events = parser_for(_PDF).parse(file, ParseOptions(_PDF, scratch, extra={"ocr": "off"}))
        structure = next(event for event in events if isinstance(event, ParsedStructure))
        document = json.loads(Path(structure.docling_path).read_text("utf-8"))
    for section in ("texts", "tables", "pictures"):
        yield from document[section]
