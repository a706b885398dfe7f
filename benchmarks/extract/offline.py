"""Ask the offline engine the questions about every contract, over the passages that search gives."""

import time
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from benchmarks.extract.scores import Answered
from benchmarks.extract.truth import Annotated, TextMap
from corpuses.extracts.answering import passages_for
from corpuses.llm.reader import ReaderModel
from corpuses.reader.reading import Question, Reading, read_all
from corpuses.search import indexing
from corpuses.search.sentences import Span
from documents.models import Document, DocumentRevision


@dataclass(frozen=True, slots=True)
class Contract:
    """A contract as the product has it, with the truth."""

    revision: DocumentRevision
    annotated: Annotated
    gold: Mapping[str, tuple[tuple[int, int], ...]]

    @property
    def text(self) -> str:
        return self.revision.text


def load(annotated: Sequence[Annotated]) -> list[Contract]:
    """Return the uploaded contracts."""
    documents = Document.objects.filter(revision__isnull=False).select_related("revision__document")
    by_name = {document.filename.removesuffix(".pdf"): document.revision for document in documents if document.revision}
    return [_contract(by_name[each.name], each) for each in annotated]


def _contract(revision: DocumentRevision, annotated: Annotated) -> Contract:
    mapping = TextMap(annotated.text, revision.text)
    indexing.ensure(revision)  # the worker may have been stopped before
    gold = {category: tuple(annotated.places(category, mapping)) for category in annotated.fields}
    return Contract(revision, annotated, gold)


def pieces_for(contract: Contract, question: str, *, whole: bool) -> Sequence[Span]:
    """Return the pieces to read for a question: those that the product reads."""
    return [Span(0, len(contract.text))] if whole else passages_for(contract.revision, question)


@dataclass(slots=True)
class Read:
    """The answers about some contracts, and the seconds they took."""

    answers: list[Answered]
    words: dict[tuple[str, str], str]
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    windows: int = 0


def read_contracts(
    contracts: Sequence[Contract],
    questions: Mapping[str, str],
    *,
    whole: bool = False,
    wanted: Container[tuple[str, str]] | None = None,
    reader: ReaderModel | None = None,
) -> Read:
    """Ask the questions about the contracts: all of them, or the `wanted` pairs of a contract and a category."""
    result = Read([], {})
    for contract in contracts:
        name = contract.annotated.name
        categories = [each for each in questions if wanted is None or (name, each) in wanted]
        began, cpu_began = time.monotonic(), time.process_time()
        asked = [Question(questions[each], pieces_for(contract, questions[each], whole=whole)) for each in categories]
        readings = read_all(asked, contract.text, reader=reader)
        result.seconds += time.monotonic() - began
        result.cpu_seconds += time.process_time() - cpu_began
        result.windows += sum(reading.windows for reading in readings)
        for category, reading in zip(categories, readings, strict=True):
            _record(result, contract, category, reading)
        print(f"{name}: {time.monotonic() - began:.1f} s", flush=True)
    return result


def _record(result: Read, contract: Contract, category: str, reading: Reading) -> None:
    best = reading.spans[0] if reading.spans else None
    name = contract.annotated.name
    result.answers.append(
        Answered(
            contract=name,
            category=category,
            probability=reading.probability,
            score=reading.score,
            place=(best.start, best.end) if best else None,
            gold=contract.gold[category],
        )
    )
    if best is not None and reading.is_found:
        result.words[name, category] = contract.text[best.start : best.end]


def quotes_verified(contracts: Sequence[Contract], read: Read) -> float:
    """Return the share of quotes that are in the stored text of their document."""
    texts: dict[str, Any] = {each.annotated.name: each.text for each in contracts}
    quotes = [(texts[name], words) for (name, _), words in read.words.items()]
    return sum(bool(words) and words in text for text, words in quotes) / len(quotes)
