"""Move annotations to a new revision of their document.

When a revision is published, the annotations of earlier ones have no place until a job has found them: what it does not
find stays without a place, for a user to decide. Boxes stay where they are: the file and its pages are the same.
Annotations are never dropped.
"""

from functools import cache
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import Count, Q, QuerySet

from audit.actions import Action
from audit.log import record
from core.db.row_locks import lock_all_against_delete
from corpuses.annotations.anchoring import Anchor, anchor_where_possible
from corpuses.annotations.boxes import columns_on
from corpuses.annotations.models import Annotation
from corpuses.annotations.parts import PlacedParts, place_annotations
from corpuses.annotations.relations.services import move_relations_to_annotation
from corpuses.annotations.reviews import keep_review
from corpuses.annotations.services import columns_of
from corpuses.events import record_corpus_event
from corpuses.models import Corpus
from corpuses.signals import annotation_replaced
from documents.models import Document, DocumentRevision
from documents.services.progress import Progress
from tasks.runtime import queue

MOVE: Final = "corpuses.move_annotations"


def lose_places(document: Document, revision: DocumentRevision) -> None:
    """Record that the annotations of earlier revisions have no place in this one yet."""
    earlier = Annotation.with_deleted.filter(document=document).exclude(revision=revision)
    earlier.filter(box=None).exclude(confidence=0).update(confidence=0)


def start_moving(document: Document) -> None:
    """Enqueue a job that moves the annotations of earlier revisions, if there are any."""
    if not _earlier(document).exists():
        return
    queue.enqueue(
        MOVE,
        args={"document_id": str(document.pk), "revision_id": str(document.revision_id)},
        tenant_id=document.tenant_id,
        owner_id=document.owner_id,
        subject_id=document.pk,
        subject_title=document.title,
        dedupe_key=f"{MOVE}:{document.pk}:{document.revision_id}",
    )


def move_annotations(document_id: UUID, revision_id: UUID, *, job: Progress) -> None:
    """Move the annotations of earlier revisions to this one, unless it is no longer the current one."""
    document = Document.with_deleted.filter(pk=document_id, revision=revision_id).first()
    if document is None:
        with job.commit():
            return
    new = DocumentRevision.objects.get(pk=revision_id)
    revisions = list(_earlier(document).order_by().values_list("revision", flat=True).distinct())
    for number, key in enumerate(revisions):
        job.progress(100 * number // len(revisions), "Annotations are placed")
        _move_from(DocumentRevision.objects.get(pk=key), new, job=job)
    with job.commit():
        _finish(document)


def _earlier(document: Document) -> "QuerySet[Annotation]":
    return Annotation.with_deleted.filter(document=document).exclude(revision=document.revision_id)


def _move_from(old: DocumentRevision, new: DocumentRevision, *, job: Progress) -> None:
    """Move the annotations of one earlier revision; in the order of their places."""
    _move_boxes(old, new, job=job)
    rows = list(Annotation.with_deleted.filter(revision=old, box=None).order_by("start", "pk"))
    places = place_annotations(rows, old=old.text, new=new.text)
    found = [(row, place) for row, place in zip(rows, places, strict=True) if place and _is_good_enough(row, place)]
    anchors = anchor_where_possible(new, [place.parts for _, place in found])
    for (row, place), anchor in zip(found, anchors, strict=True):
        job.check_cancelled()
        if anchor is not None:
            _save(row, new, anchor, place.confidence)


def _move_boxes(old: DocumentRevision, new: DocumentRevision, *, job: Progress) -> None:
    """Leave boxes where they are, with the words that are inside them now. One whose page is missing has no place."""
    pages = cache(lambda number: new.pages.filter(number=number).first())
    for row in Annotation.with_deleted.filter(revision=old, box__isnull=False).order_by("page", "pk"):
        job.check_cancelled()
        same = Annotation.with_deleted.filter(pk=row.pk, revision=old, page=row.page, box=row.box)
        page = pages(row.page)
        if page is None:
            same.update(confidence=0)
        elif row.box:
            same.update(revision=new, confidence=1, **columns_on(page, row.box))


def _is_good_enough(annotation: Annotation, place: PlacedParts) -> bool:
    """Programs mark exact words, and mark them again in a new version: only certain places count."""
    return place.confidence == 1 or not annotation.origin


def _save(annotation: Annotation, revision: DocumentRevision, anchor: Anchor, confidence: float) -> None:
    """Save the new place, unless the annotation has been changed meanwhile, or its program has made the same again."""
    same = Annotation.with_deleted.filter(pk=annotation.pk, revision=annotation.revision_id, start=annotation.start)
    again = Annotation.with_deleted.filter(
        origin=annotation.origin, revision=revision, label=annotation.label_id, start=anchor.start, end=anchor.end
    )
    if annotation.origin and (replacement := again.first()) is not None:
        _replace(annotation, replacement, same)
        return
    same.update(revision=revision, confidence=confidence, **columns_of(anchor))


@transaction.atomic
def _replace(annotation: Annotation, replacement: Annotation, same: "QuerySet[Annotation]") -> None:
    """Move what users have done with an annotation to the one that its program has made again, and delete it.

    One with a note stays, with its relations and threads. If it is deleted, the other one becomes the copy of what it
    was copied from: otherwise that would be copied again.
    """
    keep_review(annotation, replacement)
    annotation_replaced.send(sender=Annotation, annotation=annotation, replacement=replacement)
    if not annotation.note:
        move_relations_to_annotation(annotation, replacement)
        annotation.threads(manager="with_deleted").update(annotation=replacement)
    original = annotation.copied_from_id
    is_deleted, _ = same.filter(note="").delete()
    if is_deleted and original and lock_all_against_delete(Annotation.with_deleted.filter(pk=original)):
        Annotation.with_deleted.filter(pk=replacement.pk, copied_from=None).update(copied_from=original)


def _finish(document: Document) -> None:
    """Record what was moved, and an event for the pages that show the document."""
    lost = Count("pk", filter=Q(confidence=0))
    rows = Annotation.objects.filter(document=document).order_by()
    counts = dict(rows.values_list("corpus").annotate(lost=lost))
    for corpus in Corpus.objects.filter(pk__in=counts):
        record(Action.ANNOTATIONS_MOVED, corpus, document_id=document.pk, not_found=counts[corpus.pk])
        record_corpus_event(corpus, "annotations", about=document.pk)
