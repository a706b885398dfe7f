"""Store the sketches of revisions, and read those of a corpus. Imported by jobs only: it needs numpy."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

import numpy as np

from core.db.row_locks import lock_against_delete
from corpuses.similarity.clauses import clauses_of
from corpuses.similarity.models import TextSketch
from corpuses.similarity.sketches import (
    CLAUSE_SIZE,
    LEAST_WORDS,
    VERSION,
    Signatures,
    clause_signatures,
    pairs_of,
    signature,
    words_of,
)
from documents.models import DocumentRevision

_LEAST_DOCUMENT: Final = 20  # words of a document that is compared as a whole
_BATCH: Final = 200  # sketches that are read at once
Place = tuple[int, int, int]
"""The start, the end and the page of a clause."""


@dataclass(frozen=True, slots=True)
class Sketch:
    """The signatures of a revision; that of the whole text is missing if it has only a few words."""

    revision: UUID
    document: Signatures | None
    places: list[Place]
    clauses: Signatures


def without_sketch(revisions: Sequence[UUID]) -> list[UUID]:
    """Return the revisions that have no sketch of the present version."""
    stored = TextSketch.objects.filter(revision__in=revisions, version=VERSION).values_list("pk", flat=True)
    known = set(stored)
    return [key for key in revisions if key not in known]


def store_sketch(key: UUID) -> None:
    """Store the sketch of a revision, unless its document is gone. Part of the caller's transaction."""
    revision = DocumentRevision.objects.select_related("document").filter(pk=key).first()
    if revision is None:
        return
    made = _sketch_of(revision)
    lock_against_delete(revision.document)
    TextSketch.objects.bulk_create(
        [made],
        update_conflicts=True,
        unique_fields=["revision"],
        update_fields=["version", "document", "places", "clauses"],
    )


def read_sketches(revisions: Sequence[UUID]) -> Iterator[Sketch]:
    """Yield the sketches of revisions, in their order."""
    for begin in range(0, len(revisions), _BATCH):
        batch = revisions[begin : begin + _BATCH]
        found = TextSketch.objects.filter(version=VERSION).in_bulk(batch)
        yield from (_read(found[key]) for key in batch if key in found)


def _sketch_of(revision: DocumentRevision) -> TextSketch:
    clauses = [each for each in clauses_of(revision) if len(words_of(each.text)) >= LEAST_WORDS]
    places = np.array([(each.start, each.end, each.page) for each in clauses], np.uint32)
    has_text = len(words_of(revision.text)) >= _LEAST_DOCUMENT
    return TextSketch(
        revision=revision,
        version=VERSION,
        document=signature(pairs_of(revision.text)).tobytes() if has_text else b"",
        places=places.tobytes(),
        clauses=clause_signatures([pairs_of(each.text) for each in clauses]).tobytes(),
    )


def _read(row: TextSketch) -> Sketch:
    places = np.frombuffer(row.places, np.uint32).reshape(-1, 3)
    return Sketch(
        revision=row.pk,
        document=np.frombuffer(row.document, np.uint16) if len(row.document) else None,
        places=[(start, end, page) for start, end, page in places.tolist()],
        clauses=np.frombuffer(row.clauses, np.uint16).reshape(-1, CLAUSE_SIZE),
    )
