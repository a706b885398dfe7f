"""Search a corpus or a document. The number of database queries does not depend on the number of results."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from corpuses.models import Corpus, Folder
from corpuses.search.active_embedders import default_embedder
from corpuses.search.highlights import best_spans
from corpuses.search.models import Passage
from corpuses.search.ranking import clean_question, rank, terms_of
from corpuses.search.vector_cache import vector_cache
from corpuses.services.memberships import memberships_in
from documents.models import Document, DocumentRevision, Page

if TYPE_CHECKING:
    from core.access.actors import Actor

MAX_HITS = 50
SPARE = 1.5  # candidates per requested hit: neighbours overlap and may have the same best sentence


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
class _ParsedQuery:
    """The vector and the words of a query."""

    vector: NDArray[np.float32]
    terms: Sequence[str]


def search(*, corpus: Corpus, user: "Actor", query: str, limit: int = 10, folder: Folder | None = None) -> list[Hit]:
    """Return the best sentences of the published documents of a corpus (or of a folder) that are visible to `user`."""
    question = _parse_query(query)
    if question is None:
        return []
    limit = max(1, min(limit, MAX_HITS))
    documents = Document.objects.visible_to(user).filter(
        memberships__in=memberships_in(corpus, folder), revision__isnull=False
    )
    # Once, because both ways to find candidates need them, and planning the query of visible documents takes time.
    revisions = list(documents.order_by().values_list("revision_id", flat=True))
    scores = rank(revisions, query)
    chosen = list(scores)[: round(limit * SPARE)]
    passages = Passage.objects.select_related("revision__document").defer("words", "weights", "revision__text")
    found = passages.in_bulk(chosen)
    return _hits([(found[key], scores[key]) for key in chosen if key in found], question, limit=limit)


def best_passages(revision: DocumentRevision, query: str, *, count: int) -> list[Passage]:
    """Return the passages of one indexed revision that match `query`, best first."""
    keys = list(rank([revision.pk], query, has_floor=False))[:count]
    found = Passage.objects.defer("words", "weights").in_bulk(keys)
    return [found[key] for key in keys if key in found]


def _parse_query(query: str) -> _ParsedQuery | None:
    text = clean_question(query)
    return _ParsedQuery(_embed([text])[0], terms_of(text)) if text else None


def _embed(texts: Sequence[str]) -> NDArray[np.float32]:
    return vector_cache.embed(default_embedder(), texts)


def _hits(ranked: Sequence[tuple[Passage, float]], question: _ParsedQuery, *, limit: int) -> list[Hit]:
    """Find the best sentence of each passage; of two that overlap only the better one is kept."""
    pages = _PageIndex(passage.revision_id for passage, _ in ranked)
    taken: defaultdict[UUID, list[Hit]] = defaultdict(list)
    hits: list[Hit] = []
    begin = 0
    while len(hits) < limit and begin < len(ranked):  # embedding sentences takes time: no more than needed
        batch = ranked[begin : begin + limit - len(hits)]
        begin += len(batch)
        for hit in _quoted(batch, question, pages):
            others = taken[hit.document.pk]
            if not any(hit.start < other.end and other.start < hit.end for other in others):
                others.append(hit)
                hits.append(hit)
    return hits


def _quoted(ranked: Sequence[tuple[Passage, float]], question: _ParsedQuery, pages: "_PageIndex") -> Iterator[Hit]:
    texts = [passage.text for passage, _ in ranked]
    spans = best_spans(texts, question=question.vector, terms=question.terms, embed=_embed)
    for (passage, score), span in zip(ranked, spans, strict=True):
        start, end = passage.start + span.start, passage.start + span.end
        page = pages.page_at(passage.revision_id, start)
        yield Hit(passage.revision.document, page, start, end, passage.text[span.start : span.end], score)


class _PageIndex:
    """The offsets of the pages of some revisions; one query."""

    def __init__(self, revisions: Iterable[UUID]) -> None:
        rows = Page.objects.filter(revision__in=set(revisions)).order_by("revision", "text_start", "number")
        self._starts: defaultdict[UUID, list[tuple[int, int]]] = defaultdict(list)
        for revision, start, number in rows.values_list("revision_id", "text_start", "number"):
            self._starts[revision].append((start, number))

    def page_at(self, revision: UUID, offset: int) -> int:
        starts = self._starts[revision]
        found = bisect_right(starts, offset, key=lambda page: page[0])
        return starts[max(0, found - 1)][1]
