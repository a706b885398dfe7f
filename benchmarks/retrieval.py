"""`python -m benchmarks.retrieval FOLDER`: quality and speed of the search on a corpus of contracts.

FOLDER holds texts (`*.txt`) and `retrieval_queries.jsonl`, one question per line with its gold spans, in the format of
LegalBench-RAG for CUAD. The fused search is compared with its two parts: by embedding and by keywords. Writes
`results/retrieval.json`.
"""

import argparse
import json
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.setup import database

RESULTS = Path(__file__).parent / "results" / "retrieval.json"
DEPTHS = (1, 4, 8, 16)
TITLE = slice(9, 70)  # the part of a file name after its number


@dataclass(frozen=True, slots=True)
class Question:
    """A question and the character positions of one document that answer it."""

    text: str
    document: str
    gold: frozenset[int]


@dataclass(frozen=True, slots=True)
class Passage:
    """A search result."""

    document: str
    start: int
    end: int


Search = Callable[[str], list[Passage]]


def main() -> None:
    """Measure with engines of its own and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    folder: Path = parser.parse_args().folder
    with database():
        figures = measure(folder)
    RESULTS.write_text(json.dumps(figures, indent=1) + "\n")
    print(json.dumps(figures, indent=1))


def measure(folder: Path) -> dict[str, Any]:
    """Embed the texts and run every question through every kind of search."""
    from corpuses.search.embedding import default_embedder  # noqa: PLC0415 - needs the settings

    began = time.perf_counter()
    default_embedder()
    figures: dict[str, Any] = {"model_built_and_loaded_s": round(time.perf_counter() - began, 2)}
    user, corpus = _create_corpus(folder)
    figures |= _embed()
    questions = _questions(folder)
    return figures | {name: _score(search, questions) for name, search in _searches(corpus, user).items()}


def _embed() -> dict[str, Any]:
    from corpuses.search import embedding  # noqa: PLC0415 - needs the settings
    from corpuses.search.models import Passage as StoredPassage  # noqa: PLC0415 - same
    from documents.models import DocumentRevision  # noqa: PLC0415 - same

    revisions = DocumentRevision.objects.select_related("document")
    began = time.perf_counter()
    for revision in revisions:
        embedding.ensure(revision)
    seconds = time.perf_counter() - began
    passages = StoredPassage.objects.count()
    return {
        "documents": len(revisions),
        "passages": passages,
        "embedded_s": round(seconds, 2),
        "passages_per_s": round(passages / seconds, 1),
    }


def _searches(corpus: Any, user: Any) -> dict[str, Search]:
    """Return the search of the product, its ranking of passages, and the two parts of the ranking."""
    from corpuses.search import candidates, embedding, queries, ranking  # noqa: PLC0415 - needs the settings
    from corpuses.search.models import Passage as StoredPassage  # noqa: PLC0415 - same
    from documents.models import Document  # noqa: PLC0415 - same

    limit = max(DEPTHS)
    documents = Document.objects.filter(memberships__corpus=corpus, revision__isnull=False)
    passages = candidates.passages_of(list(documents.values_list("revision_id", flat=True)))
    stored = StoredPassage.objects.select_related("revision__document").defer("vector", "words", "revision__text")

    def load(keys: Sequence[int]) -> list[Passage]:
        rows = stored.in_bulk(list(keys[:limit]))
        return [Passage(rows[k].revision.document.filename, rows[k].start, rows[k].end) for k in keys[:limit]]

    def by_embedding(text: str) -> list[int]:
        return candidates.by_meaning(passages, embedding.default_embedder().embed([text])[0])

    def by_keywords(text: str) -> list[int]:
        return candidates.by_words(passages, ranking.terms_of(text))

    def search(text: str) -> list[Passage]:
        hits = queries.search(corpus=corpus, user=user, query=text, limit=limit)
        return [Passage(hit.document.filename, hit.start, hit.end) for hit in hits]

    return {
        "sentences_shown": search,
        "passages_fused": lambda text: load(list(ranking.fuse(by_embedding(text), by_keywords(text)))),
        "passages_by_meaning": lambda text: load(by_embedding(text)),
        "passages_by_words": lambda text: load(by_keywords(text)),
    }


def _create_corpus(folder: Path) -> tuple[Any, Any]:
    from corpuses.models import CorpusDocument  # noqa: PLC0415 - needs the settings
    from corpuses.services.corpora import create_corpus  # noqa: PLC0415 - same
    from documents.models import Document  # noqa: PLC0415 - same
    from documents.tests.factories import parsed_document  # noqa: PLC0415 - same
    from users.models import User  # noqa: PLC0415 - same

    user = User.objects.create_user("reader")
    corpus = create_corpus(owner=user, title="Contracts")
    for path in sorted(folder.glob("*.txt")):
        text = path.read_bytes().decode()  # line ends are kept: the gold spans count them
        document = parsed_document(user, text, title=path.stem[TITLE].replace("_", " "))
        Document.objects.filter(pk=document.pk).update(filename=path.stem)
        CorpusDocument.objects.create(corpus=corpus, document=document)
    return user, corpus


def _questions(folder: Path) -> list[Question]:
    lines = (folder / "retrieval_queries.jsonl").read_text().splitlines()
    rows = [json.loads(line) for line in lines]
    return [
        Question(row["query"], row["doc"], frozenset(i for start, end in row["spans"] for i in range(start, end)))
        for row in rows
    ]


def _score(search: Search, questions: Sequence[Question]) -> dict[str, Any]:
    """Return precision and recall of the gold characters within the first k results, and the latency."""
    search(questions[0].text)
    times: list[float] = []
    results: list[list[Passage]] = []
    for question in questions:
        began = time.perf_counter()
        results.append(search(question.text))
        times.append(1000 * (time.perf_counter() - began))
    scores: dict[str, Any] = {"p50_ms": round(statistics.median(times), 1)}
    scores["p95_ms"] = round(statistics.quantiles(times, n=20)[-1], 1)
    for depth in DEPTHS:
        pairs = [_precision_and_recall(q, passages[:depth]) for q, passages in zip(questions, results, strict=True)]
        scores[f"precision_at_{depth}"] = round(statistics.mean(precision for precision, _ in pairs), 4)
        scores[f"recall_at_{depth}"] = round(statistics.mean(recall for _, recall in pairs), 4)
    return scores


def _precision_and_recall(question: Question, passages: Sequence[Passage]) -> tuple[float, float]:
    returned = sum(passage.end - passage.start for passage in passages)
    in_document = (passage for passage in passages if passage.document == question.document)
    positions = {position for passage in in_document for position in range(passage.start, passage.end)}
    correct = len(positions & question.gold)
    return (correct / returned if returned else 0.0), correct / len(question.gold)


if __name__ == "__main__":
    main()
