"""One run: every suite through the product, the peers over the same files, and the scores of both side by side."""

import csv
import json
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

from benchmarks.formats import ours
from benchmarks.formats.scans import SCANNERS, scan_all
from benchmarks.formats.suites import Suite
from benchmarks.peers import peers_environment
from cartulary_client import Client
from config.stack.layout import PROJECT

Figures = dict[str, float]
_PUBLISHED = ("docling", "opendataloader")
_SCANNED = 5  # documents


@dataclass(frozen=True, slots=True)
class Course:
    """Where the documents are and where the results go."""

    data: Path
    results: Path
    client: Client

    def run(self, suite: Suite) -> Figures:
        """Ours under the suite's name, a peer's with its name behind."""
        files = suite.files(self.data)
        if not files:
            return {}
        folder = self.results / suite.name
        documents = ours.read_suite(self.client, suite, files, folder / "ours")
        read = sum(document.state.lower() in ours.READABLE for document in documents)
        print(f"{suite.name}: {read} of {len(files)} read")
        figures = self._scores(suite, folder / "ours", "")
        for name in suite.further:
            figures |= self._scores(suite, ours.further_folder(folder / "ours", name), f"_{name}")
        for peer in suite.peers:
            self._convert(peer, suite, files, folder / peer)
            figures |= self._scores(suite, folder / peer, f"_{peer}")
        return {f"{suite.name}_files": len(files), **figures}

    def published(self, suite: Suite) -> Figures:
        """What others have published about the same documents, where it lies beside them."""
        told = (self.data / suite.documents).parent / "published_scores_per_doc.csv"
        if not told.exists():
            return {}
        names = {suite.stem(file) for file in suite.files(self.data)}
        with told.open(encoding="utf-8") as file:
            rows = [row for row in csv.DictReader(file) if row["doc"] in names]
        return {
            f"{suite.name}_{score}_{engine}_published": round(fmean(values), 4)
            for engine in _PUBLISHED
            for score in suite.scores
            if (values := [float(row[score]) for row in rows if row["engine"] == engine and row[score]])
        }

    def scans(self, sources: Sequence[Path]) -> Figures:
        """Characters read right off pictures of pages whose text is known."""
        figures: Figures = {}
        for scanner in SCANNERS:
            folder = self.results / f"scans-{scanner.name}"
            scan_all(sources[:_SCANNED], scanner, folder)
            suite = Suite(scanner.name, "characters", ".", ".", ".txt", ".txt", _stem, ("similarity",))
            ours.read_suite(self.client, suite, sorted(folder.glob("*.pdf")), folder / "ours")
            figures[f"ocr_{scanner.name}"] = _rounded(score("characters", folder, folder / "ours"))["similarity"]
        return figures

    def _scores(self, suite: Suite, found: Path, peer: str) -> Figures:
        scores = score(suite.kind, self.data / suite.truths, found)
        return {f"{suite.name}_{name}{peer}": value for name, value in _rounded(scores).items() if name in suite.scores}

    def _convert(self, peer: str, suite: Suite, files: Sequence[Path], folder: Path) -> None:
        names = {str(file): suite.found_of(file, folder).name for file in files}
        told = in_peers("benchmarks.formats.converters", peer, str(folder), json.dumps(names))
        print(f"{suite.name}: {peer} took {told['cpu_s']:.1f} s of CPU, could not read {len(told['failed'])}")


def score(kind: str, truth: Path, found: Path) -> dict[str, dict[str, float]]:
    """By document; the whole stands under an empty name."""
    told: dict[str, dict[str, float]] = in_peers("benchmarks.formats.scoring", kind, str(truth), str(found))
    (found.parent / f"{found.name}-scores.json").write_text(json.dumps(told, indent=1))
    return told


def in_peers(module: str, *arguments: str) -> Any:
    """Run a module in the environment of the peers; give the JSON of its last line."""
    argv = [str(peers_environment()), "-m", module, *arguments]
    done = subprocess.run(argv, cwd=PROJECT, check=True, stdout=subprocess.PIPE, text=True)
    return json.loads(done.stdout.splitlines()[-1])


def _rounded(told: dict[str, dict[str, float]]) -> Figures:
    return {name: round(value, 4) for name, value in told[""].items()}


def _stem(file: Path) -> str:
    return file.stem
