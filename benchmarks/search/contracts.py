"""CUAD: which passages of twenty contracts answer a question about one of them, in the way of LegalBench-RAG.

The contracts are uploaded as PDF and processed by a worker, so titles, parties and headings are those that the product
finds. The gold positions, which are offsets in CUAD's text, are located in the text that it reads.
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from statistics import mean
from typing import TYPE_CHECKING, Any

from benchmarks.search.scores import Span, span_precision, span_recall
from benchmarks.setup import Server
from cartulary_client import Client, Destination

if TYPE_CHECKING:
    from benchmarks.search.product import Library

DEPTH = 16
DEPTHS = (1, 4, 8, 16)
_EDGE = 60  # characters of both ends by which a long answer is located
_TIMEOUT = 1_800.0


@dataclass(frozen=True, slots=True)
class Question:
    """A question, and where the answer is in the contract's text."""

    text: str
    contract: str
    gold: Sequence[tuple[int, int]]


@dataclass(frozen=True)
class Contracts:
    """The contracts and the questions. Every second contract is held out: nothing is chosen by its figures."""

    folder: Path

    @cached_property
    def names(self) -> list[str]:
        """Return the names of the contracts."""
        return sorted(path.stem for path in self.folder.glob("*.pdf"))

    @property
    def held_out(self) -> frozenset[str]:
        """Return the contracts that nothing was chosen by."""
        return frozenset(self.names[1::2])

    @cached_property
    def questions(self) -> list[Question]:
        """Return all questions."""
        lines = (self.folder / "retrieval_queries.jsonl").read_text().splitlines()
        return [
            Question(row["query"], row["doc"], [(start, end) for start, end in row["spans"]])
            for row in map(json.loads, lines)
        ]

    @property
    def categories(self) -> list[str]:
        """Return what is asked, without the name of a contract."""
        return sorted({question.text.rpartition(": ")[2] for question in self.questions})

    def text(self, name: str) -> str:
        """Return CUAD's text; line ends are kept, because offsets count them."""
        return (self.folder / f"{name}.txt").read_bytes().decode()


def measure(data: Contracts, library: "Library") -> dict[str, Any]:
    """Ask all questions."""
    texts = library.texts()
    results: list[tuple[str, list[float], float]] = []
    answered = located = 0
    for question in data.questions:
        gold = list(_located(question, data.text(question.contract), texts[question.contract]))
        located += len(gold)
        found = library.spans(question.text, count=DEPTH)
        answered += bool(found)
        recalls = [span_recall(found[:depth], gold) for depth in DEPTHS]
        results.append((question.contract, recalls, span_precision(found, gold)))
    return {
        "cuad_recall16": _recall(results, DEPTH),
        "cuad_recall16_held_out": _recall([each for each in results if each[0] in data.held_out], DEPTH),
        "cuad_recall16_other_half": _recall([each for each in results if each[0] not in data.held_out], DEPTH),
        **{f"cuad_recall{depth}": _recall(results, depth) for depth in DEPTHS[:-1]},
        "cuad_precision16": round(mean(precision for *_, precision in results), 4),
        "cuad_located": round(located / sum(len(question.gold) for question in data.questions), 4),
        "cuad_answered": round(answered / len(results), 4),
    }


def _recall(results: Sequence[tuple[str, Sequence[float], float]], depth: int) -> float:
    return round(mean(recalls[DEPTHS.index(depth)] for _, recalls, _ in results), 4)


def upload(data: Contracts, server: Server, client: Client) -> "Library":
    """Upload all contracts into a new corpus; return them when they are indexed."""
    from benchmarks.search import product  # noqa: PLC0415 - needs the settings

    corpus = client.create_corpus("Contracts").id
    worker = server.start_worker()
    files = [data.folder / f"{name}.pdf" for name in data.names]
    results = list(client.upload_all(*files, destination=Destination(corpus=corpus)))
    list(client.wait([result.document for result in results if result.document], timeout=_TIMEOUT))
    product.wait_until_indexed(len(files), timeout=_TIMEOUT)
    worker.stop()
    return product.in_corpus(corpus)


def _located(question: Question, theirs: str, ours: str) -> Iterator[Span]:
    """Yield the gold spans in the text that the product has read."""
    for start, end in question.gold:
        place = start / max(1, len(theirs))
        found = _find(ours, theirs[start:end], near=round(place * len(ours)))
        if found:
            yield Span(question.contract, *found)


def _find(text: str, quote: str, *, near: int) -> tuple[int, int] | None:
    """Return where `text` has a quote, regardless of white space; of several places the nearest to `near`."""
    if len(quote) <= 2 * _EDGE:
        return min(_places(text, quote), key=lambda found: abs(found[0] - near), default=None)
    head = min(_places(text, quote[:_EDGE]), key=lambda found: abs(found[0] - near), default=None)
    if head is None:
        return None
    tails = [found for found in _places(text, quote[-_EDGE:]) if found[1] > head[0]]
    tail = min(tails, key=lambda found: abs(found[1] - head[0] - len(quote)), default=head)
    return head[0], tail[1]


def _places(text: str, quote: str) -> Iterator[tuple[int, int]]:
    characters = [re.escape(character) for character in quote if not character.isspace()]
    for match in re.finditer(r"\s*".join(characters), text):
        yield match.start(), match.end()
