"""`make pdf-rules`: list the rules by which PDFs are read, and measure them one by one.

A rule is measured by reading the PDFs without it: how many documents are read differently, by how much the scores of
the suites change, and the time that the rule takes. PDFs are read as by a worker, but without sandbox and OCR.
"""

import argparse
import hashlib
import json
import tempfile
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple

from benchmarks.formats.product import scored_tables
from benchmarks.formats.run import Figures, score
from benchmarks.formats.suites import SMALL, SUITES, Suite
from documents.pipeline.markdown import TableStyle, markdown_of
from documents.pipeline.pdf.parser import PdfParser
from documents.pipeline.pdf.rule_lists import describe, rule_names
from documents.pipeline.pdf.rules import RuleOptions
from documents.types import ParsedPage, ParsedStructure, ParseOptions

_PDF = "application/pdf"
_SUITES = tuple(suite for suite in SUITES if suite.name in {"dpbench", "icdar", "cuad"})


class Read(NamedTuple):
    """A document as it was read: a hash of everything, the output that is scored, and seconds by rule."""

    digest: str
    output: str
    seconds: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Measurement:
    """All documents as they were read, by suite and file, and a score for each suite."""

    documents: Mapping[str, Mapping[Path, Read]]
    scores: Figures

    @property
    def count(self) -> int:
        return sum(map(len, self.documents.values()))

    def changed(self, other: "Measurement") -> int:
        """Return the number of documents that are read differently."""
        files = ((suite, file) for suite, documents in self.documents.items() for file in documents)
        return sum(self.documents[suite][file].digest != other.documents[suite][file].digest for suite, file in files)

    def seconds(self, rules: Sequence[str]) -> float:
        found = (document.seconds for documents in self.documents.values() for document in documents.values())
        return sum(seconds.get(rule, 0.0) for seconds in found for rule in rules)

    def score_of(self, suite: Suite, documents: Mapping[Path, Read]) -> float | None:
        """Return the score of a suite, if its documents have the same output here."""
        same = all(documents[file].output == read.output for file, read in self.documents[suite.name].items())
        return self.scores[suite.name] if same else None


def read(file: Path, suite: Suite, without: frozenset[str]) -> Read:
    """Read a PDF without some rules."""
    seconds: dict[str, float] = {}
    parser = PdfParser()
    parser.rule_options = RuleOptions(without, seconds)
    with tempfile.TemporaryDirectory() as scratch:
        events = list(parser.parse(file, ParseOptions(_PDF, scratch, extra={"ocr": "off"})))
        docling = (Path(scratch) / "docling.json").read_bytes()
        digest = hashlib.sha256(repr(events).replace(scratch, "").encode() + docling).hexdigest()
    pages = [event.text for event in events if isinstance(event, ParsedPage)]
    (structure,) = (event for event in events if isinstance(event, ParsedStructure))
    return Read(digest, _output(suite, pages, structure, docling), seconds)


def measure(data: Path, without: frozenset[str], base: Measurement | None = None) -> Measurement:
    """Read and score all documents of a folder. Suites with the same output as in `base` have its scores."""
    files = [(file, suite) for suite in _SUITES for file in suite.files(data)]
    with ProcessPoolExecutor() as pool:
        results = list(pool.map(partial(_read, without=without), files))
    documents: dict[str, dict[Path, Read]] = {suite.name: {} for _, suite in files}
    for (file, suite), result in zip(files, results, strict=True):
        documents[suite.name][file] = result
    scores: Figures = {}
    for suite in (suite for suite in _SUITES if suite.name in documents):
        known = base.score_of(suite, documents[suite.name]) if base is not None else None
        scores[suite.name] = _score(data, suite, documents[suite.name]) if known is None else known
    return Measurement(documents, scores)


def main() -> None:
    """Print the list of rules, or a table of measurements."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--measure", action="store_true", help="measure each rule of the list alone")
    parser.add_argument(
        "--without", nargs="+", metavar="RULE", choices=rule_names(), help="measure these rules together"
    )
    parser.add_argument("--data", type=Path, default=SMALL, help="a folder with the layout of benchmarks/data/formats")
    arguments = parser.parse_args()
    if not (arguments.measure or arguments.without):
        print("\n".join(describe()))
        return
    groups = [tuple(arguments.without)] if arguments.without else [(name,) for name in dict.fromkeys(rule_names())]
    data = arguments.data.resolve()
    base = measure(data, frozenset())
    print(f"{base.count} documents with all rules: {_shown(base.scores)}")
    for names in groups:
        print(_row(names, base, measure(data, frozenset(names), base)), flush=True)


def _row(names: Sequence[str], base: Measurement, measured: Measurement) -> str:
    changes = {name: round(value - base.scores[name], 4) for name, value in measured.scores.items()}
    figures = f"{base.changed(measured):4} changed  {base.seconds(names):7.2f} s  {_shown(changes, sign='+')}"
    return f"{' '.join(names):28} {figures}"


def _shown(scores: Figures, sign: str = "") -> str:
    return "  ".join(f"{name} {value:{sign}.4f}" for name, value in scores.items())


def _read(item: tuple[Path, Suite], *, without: frozenset[str]) -> Read:
    return read(*item, without)


def _score(data: Path, suite: Suite, documents: Mapping[Path, Read]) -> float:
    """Return the first score of a suite."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / suite.name
        folder.mkdir()
        for file, document in documents.items():
            suite.output_of(file, folder).write_text(document.output, "utf-8")
        return score(suite.kind, data / suite.truths, folder)[""][suite.scores[0]]


def _output(suite: Suite, pages: Sequence[str], structure: ParsedStructure, docling: bytes) -> str:
    if suite.kind == "tables":
        return scored_tables(json.loads(docling))
    if suite.kind == "text":
        return "\n".join(pages)
    texts = [pages[item.page - 1][item.start : item.end] for item in structure.items]
    running, pictures = (suite.query[name] == "true" for name in ("running", "pictures"))
    return markdown_of(
        structure.items, texts, tables=TableStyle(suite.query["tables"]), running=running, pictures=pictures
    )


if __name__ == "__main__":
    main()
