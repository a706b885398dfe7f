"""One run: every suite through the product, the peers on the same files, and the scores of both."""

import csv
import json
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

from benchmarks.formats import product
from benchmarks.formats.scans import SCANNERS, scan_all
from benchmarks.formats.suites import Suite
from benchmarks.peers import peer_python
from cartulary_client import Client
from config.stack.paths import PROJECT

Figures = dict[str, float]
_PUBLISHED = ("docling", "opendataloader")
_SCANNED_DOCUMENTS = 5


@dataclass(frozen=True, slots=True)
class Run:
    """The folder of the documents, the folder for results, and the client."""

    data: Path
    results: Path
    client: Client

    def suite(self, suite: Suite) -> Figures:
        """Return the scores under the suite's name; those of a peer end in its name."""
        files = suite.files(self.data)
        if not files:
            return {}
        folder = self.results / suite.name
        documents = product.read_suite(self.client, suite, files, folder / "product")
        readable = sum(document.state.lower() in product.READABLE for document in documents)
        print(f"{suite.name}: {readable} of {len(files)} read")
        figures = self._scores(suite, folder / "product", "")
        for name in suite.variants:
            figures |= self._scores(suite, product.variant_folder(folder / "product", name), f"_{name}")
        for peer in suite.peers:
            self.convert(peer, suite, files, folder / peer)
            figures |= self._scores(suite, folder / peer, f"_{peer}")
        crashed = product.crashes(documents)
        return {f"{suite.name}_files": len(files), f"{suite.name}_parser_crashed": crashed, **figures}

    def published(self, suite: Suite) -> Figures:
        """Return the scores that others have published for the same documents, where there are some."""
        path = (self.data / suite.documents).parent / "published_scores_per_doc.csv"
        if not path.exists():
            return {}
        names = {suite.stem(file) for file in suite.files(self.data)}
        with path.open(encoding="utf-8") as file:
            rows = [row for row in csv.DictReader(file) if row["doc"] in names]
        return {
            f"{suite.name}_{score}_{engine}_published": round(fmean(values), 4)
            for engine in _PUBLISHED
            for score in suite.scores
            if (values := [float(row[score]) for row in rows if row["engine"] == engine and row[score]])
        }

    def scans(self, sources: Sequence[Path]) -> Figures:
        """Return the share of characters that OCR reads correctly from images of pages with known text."""
        figures: Figures = {}
        for scanner in SCANNERS:
            folder = self.results / f"scans-{scanner.name}"
            scan_all(sources[:_SCANNED_DOCUMENTS], scanner, folder)
            suite = Suite(scanner.name, "characters", ".", ".", ".txt", ".txt", _stem, ("similarity",))
            product.read_suite(self.client, suite, sorted(folder.glob("*.pdf")), folder / "product")
            scores = _total(score("characters", folder, folder / "product"))
            figures[f"ocr_{scanner.name}"] = scores["similarity"]
        return figures

    def convert(self, peer: str, suite: Suite, files: Sequence[Path], folder: Path) -> None:
        """Write what a peer makes of the files into the folder."""
        names = {str(file): suite.output_of(file, folder).name for file in files}
        run = run_in_peer_environment("benchmarks.formats.converters", peer, str(folder), json.dumps(names))
        print(f"{suite.name}: {peer} took {run['cpu_s']:.1f} s of CPU and could not read {len(run['failed'])}")

    def _scores(self, suite: Suite, folder: Path, suffix: str) -> Figures:
        scores = _total(score(suite.kind, self.data / suite.truths, folder))
        return {f"{suite.name}_{name}{suffix}": value for name, value in scores.items() if name in suite.scores}


def score(kind: str, truth: Path, output: Path) -> dict[str, dict[str, float]]:
    """Return the scores of each document; those of the whole suite have an empty name."""
    scores: dict[str, dict[str, float]] = run_in_peer_environment(
        "benchmarks.formats.scoring", kind, str(truth), str(output)
    )
    (output.parent / f"{output.name}-scores.json").write_text(json.dumps(scores, indent=1))
    return scores


def run_in_peer_environment(module: str, *arguments: str) -> Any:
    """Run a module with the peers' Python and return the JSON of its last line."""
    argv = [str(peer_python()), "-m", module, *arguments]
    completed = subprocess.run(argv, cwd=PROJECT, check=True, stdout=subprocess.PIPE, text=True)
    return json.loads(completed.stdout.splitlines()[-1])


def _total(scores: dict[str, dict[str, float]]) -> Figures:
    return {name: round(value, 4) for name, value in scores[""].items()}


def _stem(file: Path) -> str:
    return file.stem
