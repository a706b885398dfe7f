"""The sentences that are compared with the examples of a label.

To embed each sentence of a large corpus takes hours. The stored vectors of the passages lead to those that matter: of
each document, the passages nearest to the examples.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple
from uuid import UUID

import numpy as np
from django.db import connection
from pgvector import HalfVector

from corpuses.models import Corpus
from corpuses.recommender.examples import Place
from corpuses.recommender.limits import MAX_DOCUMENTS, PASSAGES
from corpuses.search.embedders import embedder_for_texts, embedder_named, embedder_of
from corpuses.search.models import Passage
from corpuses.search.sentences import Span, sentences
from documents.models import Document, StructureItem

_BATCH: Final = 500  # passages that are read at once
_PASSAGE: Final = ("revision__document_id", "revision_id", "start", "text")
_NEAREST: Final = """
WITH distances AS (
  SELECT passage_id, revision_id, (vector::halfvec({size})) <=> %s::halfvec({size}) AS distance
  FROM corpuses_passagevector WHERE embedder = %s AND revision_id = ANY(%s)
), ranked AS (
  SELECT *, row_number() OVER (PARTITION BY revision_id ORDER BY distance, passage_id) AS place FROM distances
), nearest AS (SELECT revision_id FROM ranked WHERE place = 1 ORDER BY distance, revision_id LIMIT %s)
SELECT passage_id FROM ranked JOIN nearest USING (revision_id) WHERE place <= %s
"""


class Sentence(NamedTuple):
    """A sentence of the current revision of a document."""

    document: UUID
    revision: UUID
    start: int
    end: int
    text: str


def sentences_at(places: Iterable[Place]) -> list[Sentence]:
    """Return the sentences that overlap these places, of documents that are indexed."""
    by_revision: dict[UUID, list[Span]] = defaultdict(list)
    for place in places:
        by_revision[place.revision].append(Span(place.start, place.end))
    ranges = Passage.objects.filter(revision__in=by_revision).values_list("pk", "revision_id", "start", "end")
    touched = [key for key, revision, start, end in ranges if _touches(by_revision[revision], start, end)]
    return [each for each in _sentences_of(touched) if _touches(by_revision[each.revision], each.start, each.end)]


def nearest_sentences(corpus: Corpus, examples: Sequence[Sentence]) -> list[Sentence]:
    """Return the sentences of the passages of a corpus that are nearest to the examples."""
    embedder = embedder_for_texts(embedder_of(corpus), {each.document for each in examples})
    center = np.mean(embedder_named(embedder).embed([each.text for each in examples]), axis=0)
    documents = Document.objects.filter(memberships__corpus=corpus, superseded_by=None, revision__isnull=False)
    return _sentences_of(_nearest(embedder, HalfVector(center), list(documents.values_list("revision_id", flat=True))))


def _nearest(embedder: str, center: HalfVector, revisions: Sequence[UUID | None]) -> list[int]:
    values: list[Any] = [center.to_text(), embedder, revisions, MAX_DOCUMENTS, PASSAGES]
    with connection.cursor() as cursor:
        cursor.execute(_NEAREST.format(size=center.dimensions()), values)
        return [key for (key,) in cursor.fetchall()]


def _sentences_of(passages: Sequence[int]) -> list[Sentence]:
    """Return the sentences of passages once each, by document and place. Neighbouring passages share some."""
    found: set[Sentence] = set()
    for begin in range(0, len(passages), _BATCH):
        rows = list(Passage.objects.filter(pk__in=passages[begin : begin + _BATCH]).values_list(*_PASSAGE))
        breaks = _breaks({revision for _, revision, *_ in rows})
        for document, revision, start, text in rows:
            inside = [place - start for place in breaks[revision] if 0 < place - start < len(text)]
            for span in sentences(text, breaks=inside):
                words = text[span.start : span.end]
                if any(map(str.isalpha, words)):
                    found.add(Sentence(document, revision, start + span.start, start + span.end, words))
    return sorted(found)


def _breaks(revisions: set[UUID]) -> dict[UUID, list[int]]:
    """Return the offsets at which the elements of documents begin: no sentence continues in the next one."""
    breaks: dict[UUID, list[int]] = defaultdict(list)
    for revision, start in StructureItem.objects.filter(revision__in=revisions).values_list("revision_id", "start"):
        breaks[revision].append(start)
    return breaks


def _touches(spans: Sequence[Span], start: int, end: int) -> bool:
    """Check whether a place overlaps one of the spans."""
    return any(span.start < end and start < span.end for span in spans)
