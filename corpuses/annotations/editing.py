"""Change annotations; change and delete labels."""

from dataclasses import dataclass
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from audit.actions import Action
from audit.log import record
from core.access.permissions import require
from core.access.roles import Permission
from core.db.optimistic_locking import fingerprint, require_unchanged
from core.db.row_locks import lock_for_delete
from core.db.transactions import atomic_with_retry, purging
from core.deletion import free_name, move_to_bin, take_from_bin
from core.errors import Conflict, Invalid, NotFound
from corpuses.annotations import services
from corpuses.annotations.anchoring import Span
from corpuses.annotations.models import Annotation, Label
from corpuses.events import record_corpus_event
from users.models import User


class LabelInUse(Conflict):
    """There are annotations with this label."""

    code = "label_in_use"
    what_to_do = "Delete it with `with_annotations`, or give the annotations another label."


class LabelExists(Conflict):
    """The corpus already has a label of this name."""

    code = "label_exists"
    what_to_do = "Choose another name, or use the existing label."


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnotationChange:
    """Changes of an annotation; `None` keeps the value. A passage is given by tokens or by offsets."""

    label_id: UUID | None = None
    label_name: str | None = None
    spans: tuple[Span, ...] = ()
    start: int | None = None
    end: int | None = None
    note: str | None = None

    @property
    def moves(self) -> bool:
        return bool(self.spans) or self.start is not None or self.end is not None


def version_of_label(label: Label) -> str:
    """Return the version of the fields that can be edited."""
    return fingerprint(label.name, label.color)


def version_of(annotation: Annotation) -> str:
    """Return the version of the fields that can be edited."""
    return fingerprint(annotation.label_id, annotation.start, annotation.end, annotation.spans, annotation.note)


@transaction.atomic
def update_label(
    label: Label, *, actor: User, name: str | None = None, color: str | None = None, expected: str | None = None
) -> Label:
    """Change the name or the color of a label; its annotations keep it."""
    require(actor, Permission.EDIT, label.corpus)
    label = Label.objects.select_for_update(of=("self",)).select_related("corpus").get(pk=label.pk)
    require_unchanged(expected, version_of_label(label))
    if name is not None:
        label.name = services.label_name(name)
    if color is not None:
        label.color = services.label_color(color)
    try:
        with transaction.atomic():
            label.save(update_fields=["name", "color"])
    except IntegrityError:
        raise LabelExists(field="name") from None
    record(Action.LABEL_CHANGED, label, actor=actor)
    record_corpus_event(label.corpus, "labels")
    return label


@atomic_with_retry
def delete_label(label: Label, *, actor: User, with_annotations: bool = False, permanently: bool = False) -> None:
    """Move a label to the bin, and its annotations with `with_annotations`; else require that there are none."""
    require(actor, Permission.EDIT, label.corpus)
    lock_for_delete(label)
    moment = timezone.now()
    count = 0
    if with_annotations:
        count = move_to_bin(label.annotations.all(), user_id=actor.pk, moment=moment)
    elif count := label.annotations.count():
        raise LabelInUse(
            f"{count} annotations have this label. Delete them as well, or keep the label.", annotations=count
        )
    if not move_to_bin(Label.objects.filter(pk=label.pk), user_id=actor.pk, moment=moment):
        raise NotFound
    record(Action.LABEL_DELETED, label, actor=actor, annotations=count)
    if permanently:
        purge_label(label)
    record_corpus_event(label.corpus, "labels", "annotations")


@transaction.atomic
def restore_label(label: Label, *, actor: User) -> None:
    """Restore a label with the annotations that were deleted together with it; rename it if its name is taken."""
    require(actor, Permission.EDIT, label.corpus)
    if label.deleted_at is None:
        raise NotFound
    count = take_from_bin(Annotation.with_deleted.filter(label=label, deleted_at=label.deleted_at))
    record(Action.LABEL_RESTORED, label, actor=actor, annotations=count)
    _restore_label_alone(label)
    record_corpus_event(label.corpus, "labels", "annotations")


def _restore_label_alone(label: Label) -> None:
    labels = Label.objects.filter(corpus=label.corpus_id)
    name = free_name(label.name, lambda name: labels.filter(name=name).exists())
    Label.with_deleted.filter(pk=label.pk).update(name=name, deleted_at=None, deleted_by=None)


@purging
def purge_label(label: Label) -> None:
    """Remove a label with all annotations that have it from the database."""
    record(Action.LABEL_PURGED, label)
    Annotation.with_deleted.filter(label=label).delete()
    Label.with_deleted.filter(pk=label.pk).delete()


@transaction.atomic
def delete_annotation(annotation: Annotation, *, actor: User, permanently: bool = False) -> None:
    """Move an annotation to the bin, or remove it at once."""
    services.require_change(actor, annotation)
    if not move_to_bin(Annotation.objects.filter(pk=annotation.pk), user_id=actor.pk):
        raise NotFound
    record(Action.ANNOTATION_DELETED, annotation, actor=actor)
    if permanently:
        purge_annotation(annotation)
    record_corpus_event(annotation.corpus, "annotations", about=annotation.document_id)


@transaction.atomic
def restore_annotation(annotation: Annotation, *, actor: User) -> None:
    """Restore an annotation, and its label if that has been deleted since."""
    services.require_change(actor, annotation)
    if not take_from_bin(Annotation.with_deleted.filter(pk=annotation.pk)):
        raise NotFound
    record(Action.ANNOTATION_RESTORED, annotation, actor=actor)
    if annotation.label.deleted_at is not None:
        _restore_label_alone(annotation.label)
        record_corpus_event(annotation.corpus, "labels")
    record_corpus_event(annotation.corpus, "annotations", about=annotation.document_id)


@transaction.atomic
def purge_annotation(annotation: Annotation) -> None:
    """Remove an annotation from the database."""
    record(Action.ANNOTATION_PURGED, annotation)
    Annotation.with_deleted.filter(pk=annotation.pk).delete()


@atomic_with_retry
def update_annotation(
    annotation: Annotation, change: AnnotationChange, *, actor: User, expected: str | None = None
) -> Annotation:
    """Change the given fields. A new passage refers to the current revision of the document."""
    services.require_change(actor, annotation)
    label = None
    if change.label_id is not None or change.label_name is not None:  # locked first, as in deletions
        label = services.label_of(annotation.corpus, change.label_id, change.label_name or "")
    rows = Annotation.objects.select_for_update(of=("self",)).select_related("corpus", "document")
    annotation = _require_row(rows.filter(pk=annotation.pk))
    require_unchanged(expected, version_of(annotation))
    if label is not None:
        annotation.label = label
    if change.note is not None:
        annotation.note = services.note(change.note)
    if change.moves:
        _move(annotation, change)
    annotation.save()
    annotation.refresh_from_db(fields=["modified"])
    record(Action.ANNOTATION_CHANGED, annotation, actor=actor)
    record_corpus_event(annotation.corpus, "annotations", about=annotation.document_id)
    return annotation


def _require_row(rows: "QuerySet[Annotation]") -> Annotation:
    """Return the row; raise `NotFound` if it has just been deleted."""
    annotation = rows.first()
    if annotation is None:
        raise NotFound
    return annotation


def _move(annotation: Annotation, change: AnnotationChange) -> None:
    if annotation.origin:
        raise Invalid(
            "The passage of a program's annotation cannot be changed. Annotate the other passage instead.",
            field="spans",
        )
    if annotation.document.revision_id is None:
        raise services.NotParsed
    draft = services.AnnotationDraft(spans=change.spans, start=change.start, end=change.end)
    annotation.revision_id = annotation.document.revision_id
    for name, value in services.anchor_columns(draft, annotation.revision_id).items():
        setattr(annotation, name, value)
