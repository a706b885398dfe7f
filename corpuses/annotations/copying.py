"""Copy the annotations of the previous version of a document to a new one, with their relations and obligations.

The previous version keeps its own. Passages are placed as after another parse (`placing`); what is not found is copied
without a place, for a user to decide.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Final
from uuid import UUID

from django.db.models import QuerySet

from audit.actions import Action
from audit.log import record
from core.db.row_locks import lock_all_against_delete
from corpuses.annotations.anchoring import anchor_where_possible
from corpuses.annotations.boxes import columns_on
from corpuses.annotations.models import Annotation, Relation
from corpuses.annotations.parts import place_annotations
from corpuses.annotations.reviews import keep_review
from corpuses.annotations.services import columns_of
from corpuses.events import record_corpus_event
from corpuses.holding import hold_in_job
from corpuses.models import Corpus
from corpuses.signals import annotations_copied
from documents.models import Document, DocumentRevision
from documents.services.progress import Progress
from documents.services.versions import versions_of
from tasks.runtime import queue

COPY: Final = "corpuses.copy_annotations"
_BATCH: Final = 1_000
_KEPT: Final = ("label_id", "creator_id", "source", "note", "score", "origin", "reviewer_id", "reviewed")
_PLACE: Final = ("page", "start", "end", "spans", "parts", "quote", "box", "prefix", "suffix")


def start_copying(document: Document) -> None:
    """Enqueue a job that copies the annotations of the previous version, if there are any and it has not been done."""
    if document.version_number == 1 or _is_copied(document) or not _annotations_to_copy(document).exists():
        return
    queue.enqueue(
        COPY,
        args={"document_id": str(document.pk)},
        tenant_id=document.tenant_id,
        owner_id=document.owner_id,
        subject_id=document.pk,
        subject_title=document.title,
        dedupe_key=f"{COPY}:{document.pk}",
    )


def copy_annotations(document_id: UUID, *, job: Progress) -> int:
    """Copy the annotations of the previous version, all in one transaction; return how many. A second run adds none."""
    document = Document.with_deleted.select_related("revision").filter(pk=document_id).first()
    if document is None or document.revision is None or _is_copied(document):
        with job.commit():
            return 0
    rows = list(_annotations_to_copy(document).order_by("start", "pk"))
    places: dict[UUID, dict[str, Any]] = {}
    for number, key in enumerate(sorted({row.revision_id for row in rows})):
        job.progress(90 * number // len(rows), "Annotations are placed")
        of_revision = [row for row in rows if row.revision_id == key]
        places |= _places(of_revision, DocumentRevision.objects.get(pk=key), document.revision, job=job)
    copies = {row.pk: _copy(row, document, places.get(row.pk)) for row in rows}
    with job.commit():
        hold_in_job(*{row.corpus_id for row in rows})
        # Those that were purged in the meantime are not copied.
        present = lock_all_against_delete(Annotation.with_deleted.filter(pk__in=copies))
        copies = {key: copy for key, copy in copies.items() if key in present}
        Annotation.objects.bulk_create(copies.values(), batch_size=_BATCH, ignore_conflicts=True)
        stored = dict(Annotation.with_deleted.filter(document=document).values_list("pk", "copied_from"))
        copied = {key: copy for key, copy in copies.items() if copy.pk in stored}
        was_copied = set(stored.values())
        again = _made_again(document, {key: copy for key, copy in copies.items() if key not in was_copied})
        for row in rows:
            if row.pk in again:
                _merge(row, again[row.pk])
        _copy_relations(document, copied | again)
        annotations_copied.send(sender=Annotation, document=document, copies=copied | again)
        _record(document, copied.values())
    return len(copied)


def _made_again(document: Document, left_out: Mapping[UUID, Annotation]) -> dict[UUID, Annotation]:
    """Return what programs have made of the same words on the new version, by the annotation whose copy was left out.

    It is locked. It may be a copy of another annotation.
    """
    if not left_out:
        return {}
    rows = Annotation.with_deleted.filter(document=document, revision=document.revision).exclude(origin="")
    by_place = {_place_by_origin(row): row for row in rows}
    found = {
        key: row
        for key, copy in left_out.items()
        if (row := by_place.get(_place_by_origin(copy))) is not None and _has_same_words(copy, row)
    }
    present = lock_all_against_delete(Annotation.with_deleted.filter(pk__in=[row.pk for row in found.values()]))
    return {key: row for key, row in found.items() if row.pk in present}


def _has_same_words(copy: Annotation, row: Annotation) -> bool:
    """Return whether the annotation that was copied has the words of this one: the place may be approximate."""
    old = copy.copied_from
    return copy.confidence == 1 or (old is not None and old.quote.split() == row.quote.split())


def _merge(annotation: Annotation, again: Annotation) -> None:
    """Keep the review of an annotation, and record the other one as its copy: a further run merges nothing.

    What is the copy of another annotation stays that.
    """
    keep_review(annotation, again)
    Annotation.with_deleted.filter(pk=again.pk, copied_from=None).update(copied_from=annotation)


def _place_by_origin(annotation: Annotation) -> tuple[object, ...]:
    """Return the columns of `annotation_once_per_origin`, of annotations of one revision."""
    return annotation.origin, annotation.label_id, annotation.start, annotation.end


def _annotations_to_copy(document: Document) -> "QuerySet[Annotation]":
    """Return the annotations on the previous version, in corpora that the document is in."""
    earlier = versions_of(document).filter(version_number__lt=document.version_number).order_by("-version_number")
    previous = earlier.values("pk")[:1]
    return Annotation.objects.filter(document__in=previous, corpus__memberships__document=document)


def _is_copied(document: Document) -> bool:
    return Annotation.with_deleted.filter(document=document, copied_from__isnull=False).exists()


def _places(
    rows: Iterable[Annotation], old: DocumentRevision, new: DocumentRevision, *, job: Progress
) -> dict[UUID, dict[str, Any]]:
    """Return the columns of the places that were found in the new version, by annotation."""
    boxes = [row for row in rows if row.box is not None]
    passages = [row for row in rows if row.box is None]
    found = _places_of_boxes(boxes, new)
    job.check_cancelled()
    places = place_annotations(passages, old=old.text, new=new.text)
    placed = [(row, place) for row, place in zip(passages, places, strict=True) if place is not None]
    anchors = anchor_where_possible(new, [place.parts for _, place in placed])
    for (row, place), anchor in zip(placed, anchors, strict=True):
        job.check_cancelled()
        if anchor is not None:
            found[row.pk] = {**columns_of(anchor), "confidence": place.confidence}
    return found


def _places_of_boxes(rows: Iterable[Annotation], new: DocumentRevision) -> dict[UUID, dict[str, Any]]:
    """Leave boxes on their pages if the same words are inside them; those without words are not certain."""
    pages = cache(lambda number: new.pages.filter(number=number).first())
    found: dict[UUID, dict[str, Any]] = {}
    for row in rows:
        if (page := pages(row.page)) is None or not row.box:
            continue
        columns = columns_on(page, row.box)
        if columns["quote"] == row.quote:
            found[row.pk] = {**columns, "confidence": 1 if row.quote else 0.5}
    return found


def _copy(row: Annotation, document: Document, place: Mapping[str, Any] | None) -> Annotation:
    """Return the copy of an annotation at its new place; with the old one and no confidence if it was not found."""
    columns = place or {name: getattr(row, name) for name in _PLACE} | {"confidence": 0}
    kept = {name: getattr(row, name) for name in _KEPT}
    return Annotation(
        corpus_id=row.corpus_id, document=document, revision=document.revision, copied_from=row, **kept, **columns
    )


def _copy_relations(document: Document, copies: Mapping[UUID, Annotation]) -> None:
    """Copy the relations between annotations, but those whose two annotations have one copy."""
    relations = Relation.objects.filter(source__in=copies, target__in=copies)
    Relation.objects.bulk_create(
        [
            Relation(
                corpus_id=each.corpus_id,
                document=document,
                source=copies[each.source_id],
                target=copies[each.target_id],
                label_id=each.label_id,
                creator_id=each.creator_id,
            )
            for each in relations
            if copies[each.source_id].pk != copies[each.target_id].pk
        ],
        batch_size=_BATCH,
        ignore_conflicts=True,
    )


def _record(document: Document, copies: Iterable[Annotation]) -> None:
    """Record what was copied in each corpus, and an event for the pages that show the document."""
    rows = list(copies)
    for corpus in Corpus.objects.filter(pk__in={each.corpus_id for each in rows}):
        confidences = [each.confidence for each in rows if each.corpus_id == corpus.pk]
        record(
            Action.ANNOTATIONS_COPIED,
            corpus,
            document_id=document.pk,
            count=len(confidences),
            not_found=confidences.count(0),
        )
        record_corpus_event(corpus, "annotations", about=document.pk)
