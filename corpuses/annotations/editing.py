"""Change, delete and restore annotations."""

from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from audit.actions import Action
from audit.log import record
from core.db.optimistic_locking import fingerprint, require_unchanged
from core.db.rows import refuse_duplicate
from core.db.transactions import atomic_with_retry
from core.deletion import move_to_bin, take_from_bin
from core.errors import Invalid, NotFound
from corpuses.annotations import services
from corpuses.annotations.anchoring import Span
from corpuses.annotations.edits import record_edits
from corpuses.annotations.labels import services as labels
from corpuses.annotations.models import Annotation, Edit
from corpuses.annotations.states import CREATION, DELETION, changes_between, state_of
from corpuses.events import record_corpus_event
from corpuses.holding import hold
from documents.services.boxes import PageBox
from users.models import User


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnotationChange:
    """Changes of an annotation; `None` keeps the value. A place is given by tokens, by offsets or as a box."""

    label_id: UUID | None = None
    label_name: str | None = None
    spans: tuple[Span, ...] = ()
    start: int | None = None
    end: int | None = None
    box: PageBox | None = None
    note: str | None = None
    group: UUID | None = None  # of the edit

    @property
    def moves(self) -> bool:
        return bool(self.spans or self.box) or self.start is not None or self.end is not None


def version_of(annotation: Annotation) -> str:
    """Return the version of the fields that can be edited."""
    box = annotation.box or ()
    return fingerprint(annotation.label_id, annotation.start, annotation.end, annotation.spans, annotation.note, *box)


@transaction.atomic
def delete_annotation(
    annotation: Annotation, *, actor: User, permanently: bool = False, group: UUID | None = None
) -> None:
    """Move an annotation to the bin, or remove it at once. `group` is that of the edit."""
    services.require_change(actor, annotation)
    hold(annotation.corpus_id)
    if not move_to_bin(Annotation.objects.filter(pk=annotation.pk), user_id=actor.pk):
        raise NotFound
    record(Action.ANNOTATION_DELETED, annotation, actor=actor)
    record_edits(Edit.Kind.DELETED, [(annotation, DELETION)], actor=actor, group=group)
    if permanently:
        purge_annotation(annotation)
    record_corpus_event(annotation.corpus, "annotations", about=annotation.document_id)


@transaction.atomic
def restore_annotation(annotation: Annotation, *, actor: User) -> None:
    """Restore an annotation, and its label if that has been deleted since."""
    services.require_change(actor, annotation)
    hold(annotation.corpus_id)
    if not take_from_bin(Annotation.with_deleted.filter(pk=annotation.pk)):
        raise NotFound
    record(Action.ANNOTATION_RESTORED, annotation, actor=actor)
    record_edits(Edit.Kind.RESTORED, [(annotation, CREATION)], actor=actor)
    annotation.refresh_from_db(fields=["label"])  # it may have been merged in the meantime
    if annotation.label.deleted_at is not None:
        labels.restore_without_annotations(annotation.label)
        record_corpus_event(annotation.corpus, "labels")
    record_corpus_event(annotation.corpus, "annotations", about=annotation.document_id)


@transaction.atomic
def purge_annotation(annotation: Annotation) -> None:
    """Remove an annotation from the database."""
    record(Action.ANNOTATION_PURGED, annotation)
    record_corpus_event(annotation.corpus, "bin", about=annotation.document_id)
    Annotation.with_deleted.filter(pk=annotation.pk).delete()


@atomic_with_retry
def update_annotation(
    annotation: Annotation, change: AnnotationChange, *, actor: User, expected: str | None = None
) -> Annotation:
    """Change the given fields. A new passage refers to the current revision of the document.

    A new label or passage accepts a pending suggestion. An annotation that has the new values already is no conflict.
    """
    services.require_change(actor, annotation)
    hold(annotation.corpus_id)
    label = None
    if change.label_id is not None or change.label_name is not None:  # locked first, as in deletions
        label = labels.label_of(
            annotation.corpus, change.label_id, change.label_name or "", current=annotation.label_id
        )
    rows = Annotation.objects.select_for_update(of=("self",)).select_related("corpus", "document")
    annotation = _require_row(rows.filter(pk=annotation.pk))
    before, version = state_of(annotation), version_of(annotation)
    if change.moves or (label is not None and label.pk != annotation.label_id):
        _accept(annotation, actor)
    if label is not None:
        annotation.label = label
    if change.note is not None:
        annotation.note = services.note(change.note)
    if change.moves:
        _move(annotation, change)
    changes = changes_between(before, state_of(annotation))
    if not changes:
        return annotation  # a request that is repeated has no effect
    require_unchanged(expected, version)
    with refuse_duplicate("annotation_once_per_origin", services.DuplicateAnnotation(field="label")):
        annotation.save()
    annotation.refresh_from_db(fields=["modified"])
    record(Action.ANNOTATION_CHANGED, annotation, actor=actor)
    record_edits(Edit.Kind.CHANGED, [(annotation, changes)], actor=actor, group=change.group)
    record_corpus_event(annotation.corpus, "annotations", about=annotation.document_id)
    return annotation


def _require_row(rows: "QuerySet[Annotation]") -> Annotation:
    """Return the row; raise `NotFound` if it has just been deleted."""
    annotation = rows.first()
    if annotation is None:
        raise NotFound
    return annotation


def _accept(annotation: Annotation, actor: User) -> None:
    if annotation.review == Annotation.Review.PENDING:
        annotation.reviewer, annotation.reviewed = actor, timezone.now()


def _move(annotation: Annotation, change: AnnotationChange) -> None:
    if annotation.origin:
        raise Invalid(
            "The passage of a program's annotation cannot be changed. Annotate the other passage instead.",
            field="spans",
        )
    if annotation.document.revision_id is None:
        raise services.NotParsed
    draft = services.AnnotationDraft(spans=change.spans, start=change.start, end=change.end, box=change.box)
    annotation.revision_id = annotation.document.revision_id
    annotation.confidence = 1
    for name, value in services.anchor_columns(draft, annotation.revision_id).items():
        setattr(annotation, name, value)
