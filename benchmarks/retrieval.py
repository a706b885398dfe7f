"""`python -m benchmarks.retrieval FOLDER`: how well and how fast a corpus of contracts answers questions.

FOLDER holds texts (`*.txt`) and `retrieval_queries.jsonl`, one question a line with its gold spans, as LegalBench-RAG
has them over CUAD. Beside the fused search stand its two halves, meaning alone and words alone. Writes
`results/retrieval.json`.
"""

import argparse
import json
import os
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import django
from django.core.management import call_command

from config.stack.testing import environment_of, redis_numbers
from config.stack.throwaway import throw_away_engines

RESULTS = Path(__file__).parent / "results" / "retrieval.json"
DEPTHS = (1, 4, 8, 16)
TITLE = slice(9, 70)  # of a file's name: what comes after its number


@dataclass(frozen=True, slots=True)
class Question:
    """A question and the places of one document that answer it."""

    text: str
    document: str
    gold: frozenset[int]


@dataclass(frozen=True, slots=True)
class Place:
    """Where something was found."""

    document: str
    start: int
    end: int


def main() -> None:
    """Measure in engines of its own and leave the figures behind."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    folder: Path = parser.parse_args().folder
    with throw_away_engines() as engines:
        ours = environment_of(engines)
        os.environ |= {
            **ours,
            **redis_numbers(ours),
            "DJANGO_SETTINGS_MODULE": "config.settings.test",
            "LOG_LEVEL": "WARNING",
        }
        engines.cluster.ensure_database("cartulary")
        django.setup()
        call_command("migrate", verbosity=0)
        figures = measure(folder)
    RESULTS.write_text(json.dumps(figures, indent=1) + "\n")
    print(json.dumps(figures, indent=1))


def measure(folder: Path) -> dict[str, Any]:
    """Embed the texts, then ask every question in each way."""
    from corpuses.search.embedding import default_embedder  # noqa: PLC0415 - needs the settings

    begin = time.perf_counter()
    default_embedder()
    figures: dict[str, Any] = {"model_built_and_loaded_s": round(time.perf_counter() - begin, 2)}
    user, corpus = _fill(folder)
    figures |= _embed()
    questions = _questions(folder)
    return figures | {name: _score(way, questions) for name, way in _ways(corpus, user).items()}


def _embed() -> dict[str, Any]:
    from corpuses.search import embedding  # noqa: PLC0415 - needs the settings
    from corpuses.search.models import Passage  # noqa: PLC0415 - same
    from documents.models import DocumentRevision  # noqa: PLC0415 - same

    revisions = DocumentRevision.objects.select_related("document")
    begin = time.perf_counter()
    for revision in revisions:
        embedding.ensure(revision)
    seconds = time.perf_counter() - begin
    passages = Passage.objects.count()
    return {
        "documents": len(revisions),
        "passages": passages,
        "embedded_s": round(seconds, 2),
        "passages_per_s": round(passages / seconds, 1),
    }


def _ways(corpus: Any, user: Any) -> dict[str, Callable[[str], list[Place]]]:
    """The search as people see it, the ranking under it, and the two halves of that."""
    from corpuses.search import candidates, embedding, queries, ranking  # noqa: PLC0415 - needs the settings
    from corpuses.search.models import Passage  # noqa: PLC0415 - same
    from documents.models import Document  # noqa: PLC0415 - same

    most = max(DEPTHS)
    passages = candidates.passages_of(Document.objects.filter(memberships__corpus=corpus))
    everything = Passage.objects.select_related("revision__document").defer("vector", "words", "revision__text")

    def places(keys: Sequence[int]) -> list[Place]:
        found = everything.in_bulk(list(keys[:most]))
        return [Place(found[k].revision.document.filename, found[k].start, found[k].end) for k in keys[:most]]

    def by_meaning(text: str) -> list[int]:
        return candidates.by_meaning(passages, embedding.default_embedder().embed([text])[0])

    def by_words(text: str) -> list[int]:
        return candidates.by_words(passages, ranking.terms_of(text))

    def shown(text: str) -> list[Place]:
        hits = queries.search(corpus=corpus, user=user, query=text, limit=most)
        return [Place(hit.document.filename, hit.start, hit.end) for hit in hits]

    return {
        "sentences_shown": shown,
        "passages_fused": lambda text: places(list(ranking.fuse(by_meaning(text), by_words(text)))),
        "passages_by_meaning": lambda text: places(by_meaning(text)),
        "passages_by_words": lambda text: places(by_words(text)),
    }


def _fill(folder: Path) -> tuple[Any, Any]:
    from corpuses.models import CorpusDocument  # noqa: PLC0415 - needs the settings
    from corpuses.services.corpora import create_corpus  # noqa: PLC0415 - same
    from documents.models import Document  # noqa: PLC0415 - same
    from documents.tests.factories import parsed_document  # noqa: PLC0415 - same
    from users.models import User  # noqa: PLC0415 - same

    user = User.objects.create_user("reader")
    corpus = create_corpus(owner=user, title="Contracts")
    for path in sorted(folder.glob("*.txt")):
        text = path.read_bytes().decode()  # line ends as they are: the gold spans count them
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


def _score(way: Callable[[str], list[Place]], questions: Sequence[Question]) -> dict[str, Any]:
    """Share of the gold characters found within the first k places, and how long an answer takes."""
    way(questions[0].text)
    times: list[float] = []
    answers: list[list[Place]] = []
    for question in questions:
        begin = time.perf_counter()
        answers.append(way(question.text))
        times.append(1000 * (time.perf_counter() - begin))
    scores: dict[str, Any] = {"p50_ms": round(statistics.median(times), 1)}
    scores["p95_ms"] = round(statistics.quantiles(times, n=20)[-1], 1)
    for depth in DEPTHS:
        pairs = [_precision_and_recall(q, found[:depth]) for q, found in zip(questions, answers, strict=True)]
        scores[f"precision_at_{depth}"] = round(statistics.mean(precision for precision, _ in pairs), 4)
        scores[f"recall_at_{depth}"] = round(statistics.mean(recall for _, recall in pairs), 4)
    return scores


def _precision_and_recall(question: Question, found: Sequence[Place]) -> tuple[float, float]:
    own = {i for place in found if place.document == question.document for i in range(place.start, place.end)}
    read = sum(place.end - place.start for place in found)
    right = len(own & question.gold)
    return (right / read if read else 0.0), right / len(question.gold)


if __name__ == "__main__":
    main()
