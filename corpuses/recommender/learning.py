"""Learn a label, and find the sentences of its corpus that deserve it."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple
from uuid import UUID

import numpy as np
from django.db import connection
from numpy.typing import NDArray
from pgvector import HalfVector

from core.errors import Conflict
from corpuses.annotations.models import Label
from corpuses.llm import minilm
from corpuses.models import Corpus
from corpuses.recommender import examples
from corpuses.recommender.classifier import Floats, Kind, Sentences, probabilities
from corpuses.recommender.examples import Place, Suggestion
from corpuses.recommender.limits import MAX_DOCUMENTS, PASSAGES, THRESHOLD
from corpuses.search.embedders import embedder_for_texts, embedder_named, embedder_of
from corpuses.search.models import Passage
from corpuses.search.sentences import Span, sentences
from documents.models import Document, StructureItem
from documents.services.progress import Progress

_BATCH: Final = 256  # sentences between two reports of the progress


class _Sentence(NamedTuple):
    """A sentence of the current revision of a document."""

    document: UUID
    revision: UUID
    start: int
    end: int
    text: str


class CorpusNotIndexed(Conflict):
    """The documents with examples are not indexed for search."""

    code = "examples_not_indexed"
    what_to_do = "Run the action that indexes the documents of the corpus, then suggest passages again."


def find_suggestions(label: Label, *, job: Progress) -> list[Suggestion]:
    """Return the sentences that probably deserve a label, wherever they are in its corpus."""
    job.progress(0, "Reading the examples")
    known = sentences_at(examples.example_places(label))
    if not known:
        raise CorpusNotIndexed
    counters = sentences_at(examples.counter_example_places(label))
    found = sorted({*known, *counters, *nearest_sentences(label.corpus, known)})
    vectors = _embedded(found, job=job)
    documents = {document: number for number, document in enumerate(sorted({each.document for each in found}))}
    numbers = np.array([documents[each.document] for each in found])
    kinds = _kinds(found, set(known), set(counters))
    scores = probabilities(Sentences([each.text for each in found], vectors, numbers, kinds))
    return [
        Suggestion(Place(each.document, each.revision, each.start, each.end), float(score))
        for each, kind, score in zip(found, kinds, scores, strict=True)
        if kind != Kind.EXAMPLE and score >= THRESHOLD
    ]


def _kinds(found: Sequence[_Sentence], known: set[_Sentence], counters: set[_Sentence]) -> NDArray[np.int64]:
    """Return the training value of each sentence. What a document with examples has besides them is none."""
    labelled = {each.document for each in known}
    return np.array(
        [
            Kind.EXAMPLE
            if each in known
            else Kind.COUNTER_EXAMPLE
            if each in counters or each.document in labelled
            else Kind.OTHER
            for each in found
        ]
    )


def _embedded(found: Sequence[_Sentence], *, job: Progress) -> Floats:
    """Embed sentences with the built-in embedder, whichever serves the corpus: thousands would be dear elsewhere."""
    embedder = embedder_named(minilm.NAME)
    vectors = []
    for begin in range(0, len(found), _BATCH):
        job.check_cancelled()
        job.progress(100 * begin // len(found), f"{begin} of {len(found)} sentences")
        vectors.append(embedder.embed([each.text for each in found[begin : begin + _BATCH]]))
    job.check_cancelled(now=True)
    return np.concatenate(vectors)


# The sentences that are compared with the examples of a label.
#
# To embed each sentence of a large corpus takes hours. The stored vectors of the passages lead to those that matter: of
# each document, the passages nearest to the examples.

_PASSAGES_AT_ONCE: Final = 500  # passages that are read at once
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


def sentences_at(places: Iterable[Place]) -> list[_Sentence]:
    """Return the sentences that overlap these places, of documents that are indexed."""
    by_revision: dict[UUID, list[Span]] = defaultdict(list)
    for place in places:
        by_revision[place.revision].append(Span(place.start, place.end))
    ranges = Passage.objects.filter(revision__in=by_revision).values_list("pk", "revision_id", "start", "end")
    touched = [key for key, revision, start, end in ranges if _touches(by_revision[revision], start, end)]
    return [each for each in _sentences_of(touched) if _touches(by_revision[each.revision], each.start, each.end)]


def nearest_sentences(corpus: Corpus, examples: Sequence[_Sentence]) -> list[_Sentence]:
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


def _sentences_of(passages: Sequence[int]) -> list[_Sentence]:
    """Return the sentences of passages once each, by document and place. Neighbouring passages share some."""
    found: set[_Sentence] = set()
    for begin in range(0, len(passages), _PASSAGES_AT_ONCE):
        rows = list(Passage.objects.filter(pk__in=passages[begin : begin + _PASSAGES_AT_ONCE]).values_list(*_PASSAGE))
        breaks = _breaks({revision for _, revision, *_ in rows})
        for document, revision, start, text in rows:
            inside = [place - start for place in breaks[revision] if 0 < place - start < len(text)]
            for span in sentences(text, breaks=inside):
                words = text[span.start : span.end]
                if any(map(str.isalpha, words)):
                    found.add(_Sentence(document, revision, start + span.start, start + span.end, words))
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
