"""Turn ranked passages into hits: the best sentence of each, with its page."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import Final
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from core.db.statements import Parameter, Statement, compiled
from corpuses.search.active_embedders import embedder_named, local_embedder
from corpuses.search.highlights import best_spans
from corpuses.search.models import Passage
from corpuses.search.phrases import find_phrase
from corpuses.search.query_language import ParsedQuery
from corpuses.search.sentences import Span, sentences
from corpuses.search.vector_cache import vector_cache
from documents.models import Document, Page

_embedding: Final = ThreadPoolExecutor(thread_name_prefix="embed-query")


@dataclass(frozen=True, slots=True)
class Hit:
    """A sentence that matches a query, and its position. `score` is between 0 and 1."""

    document: Document
    page: int
    start: int
    end: int
    quote: str
    score: float


@dataclass(frozen=True, slots=True)
class Question:
    """A query and its vector."""

    query: ParsedQuery
    vector: NDArray[np.float32]


def embed_question(query: ParsedQuery) -> "Future[Question]":
    """Compute the vector of a query, whose text must not be empty, while the database finds the visible documents."""
    return _embedding.submit(lambda: Question(query, embed([query.text])[0]))


def embed(texts: Sequence[str]) -> NDArray[np.float32]:
    """Return the vectors of texts, from the cache if they are in it.

    No server gets them: sentences of documents would be sent that may not be.
    """
    return vector_cache.embed(embedder_named(local_embedder()), texts)


def hits_of(ranked: Sequence[tuple[Passage, float]], question: Question, *, limit: int) -> list[Hit]:
    """Find the best sentence of each passage; of two that overlap only the better one is kept."""
    taken: defaultdict[UUID, list[Hit]] = defaultdict(list)
    hits: list[Hit] = []
    for hit in _quoted(ranked, question):
        others = taken[hit.document.pk]
        if not any(hit.start < other.end and other.start < hit.end for other in others):
            others.append(hit)
            hits.append(hit)
    return hits[:limit]


def _quoted(ranked: Sequence[tuple[Passage, float]], question: Question) -> Iterator[Hit]:
    pages = _PageIndex(passage.revision_id for passage, _ in ranked)
    for (passage, score), span in zip(ranked, _spans(ranked, question), strict=True):
        start, end = passage.start + span.start, passage.start + span.end
        page = pages.page_at(passage.revision_id, start)
        yield Hit(passage.revision.document, page, start, end, passage.text[span.start : span.end], score)


def _spans(ranked: Sequence[tuple[Passage, float]], question: Question) -> list[Span]:
    """Return the sentences with the phrase of the query; without a phrase, those nearest to the query."""
    texts = [passage.text for passage, _ in ranked]
    if question.query.phrases:
        return [_sentence_with(text, question.query.phrases) for text in texts]
    return best_spans(texts, question=question.vector, terms=question.query.terms, embed=embed)


def _sentence_with(text: str, phrases: Sequence[str]) -> Span:
    match = find_phrase(text, phrases[0]) or Span(0, len(text))
    touched = [span for span in sentences(text) if span.start < match.end and match.start < span.end]
    return Span(touched[0].start, touched[-1].end) if touched else match


@cache
def _pages() -> Statement:
    rows = Page.objects.filter(revision__any=Parameter("revisions")).order_by("revision", "text_start", "number")
    return compiled(rows.values_list("revision_id", "text_start", "number"))


class _PageIndex:
    """The offsets of the pages of some revisions; one query."""

    def __init__(self, revisions: Iterable[UUID]) -> None:
        self._starts: defaultdict[UUID, list[tuple[int, int]]] = defaultdict(list)
        for revision, start, number in _pages().rows({"revisions": list(set(revisions))}):
            self._starts[revision].append((start, number))

    def page_at(self, revision: UUID, offset: int) -> int:
        starts = self._starts[revision]
        found = bisect_right(starts, offset, key=lambda page: page[0])
        return starts[max(0, found - 1)][1]
