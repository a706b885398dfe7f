"""List what is in the bin, restore it, and purge it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.db.models import Model, Q, QuerySet
from django.utils import timezone

from core.access import Actor, Permission, limit_condition, require, require_in_bin, require_unlimited
from core.errors import NotFound
from corpuses.annotations import editing, services
from corpuses.annotations.labels import services as labels
from corpuses.annotations.models import Annotation, Label
from corpuses.bin.models import BinItem
from corpuses.comments import services as comments
from corpuses.comments.models import Comment
from corpuses.corpora import folders
from corpuses.corpora import services as corpora
from corpuses.extracts import fieldsets, lifecycle
from corpuses.extracts.models import Extract, Fieldset
from corpuses.fields import services as fields
from corpuses.fields.models import DocumentField
from corpuses.models import Corpus, Folder
from documents.models import Document
from documents.services import deletion
from tasks.runtime import queue
from tasks.runtime.context import JobContext
from tasks.states import Priority
from users.models import User

PURGE: Final = "corpuses.purge_bin"
_BATCH: Final = 500


@dataclass(frozen=True, slots=True)
class _Kind:
    """Operations of the bin on a model. `check` raises if the actor may not delete the object."""

    model: type[Model]
    check: Callable[[User, Any], object]
    restore: Callable[..., object]
    purge: Callable[[Any], None]


def _may_delete(actor: User, obj: Document | Corpus) -> None:
    require_in_bin(actor, Permission.DELETE, obj)


def _may_edit(actor: User, obj: Folder | Label | DocumentField | Fieldset | Extract) -> None:
    require(actor, Permission.EDIT, obj.corpus)


_KINDS: Final = {
    BinItem.Kind.DOCUMENT: _Kind(Document, _may_delete, deletion.restore_document, deletion.purge_document),
    BinItem.Kind.CORPUS: _Kind(Corpus, _may_delete, corpora.restore_corpus, corpora.purge_corpus),
    BinItem.Kind.FOLDER: _Kind(Folder, _may_edit, folders.restore_folder, folders.purge_folder),
    BinItem.Kind.LABEL: _Kind(Label, _may_edit, labels.restore_label, labels.purge_label),
    BinItem.Kind.FIELD: _Kind(DocumentField, _may_edit, fields.restore_field, fields.purge_field),
    BinItem.Kind.ANNOTATION: _Kind(
        Annotation, services.require_change, editing.restore_annotation, editing.purge_annotation
    ),
    BinItem.Kind.FIELDSET: _Kind(Fieldset, _may_edit, fieldsets.restore_fieldset, fieldsets.purge_fieldset),
    BinItem.Kind.EXTRACT: _Kind(Extract, _may_edit, lifecycle.restore_extract, lifecycle.purge_extract),
    BinItem.Kind.COMMENT: _Kind(Comment, comments.require_deletion, comments.restore_comment, comments.purge_comment),
}


def purged_at(item: BinItem) -> datetime:
    """Return the time after which the nightly job removes an item."""
    return item.deleted_at + timedelta(days=settings.BIN_DAYS)


def bin_items(actor: Actor, *, kind: str = "", mine: bool | None = None) -> "QuerySet[BinItem]":
    """Return what the actor may restore: own documents and corpora, and what was deleted in corpora they may edit.

    `mine` selects what they own or deleted, which is what `empty` purges; if false, the rest.
    """
    if not actor.is_authenticated:
        return BinItem.objects.none()
    visible = Q(document=None) | Q(document__in=Document.objects.visible_to(actor))
    own = Q(kind__in=[BinItem.Kind.DOCUMENT, BinItem.Kind.CORPUS], owner=actor.pk) & limit_condition(actor, "pk")
    edited = visible & Q(corpus__in=Corpus.objects.permitting(actor, Permission.EDIT))
    annotated = visible & Q(
        kind=BinItem.Kind.ANNOTATION,
        deleted_by=actor.pk,
        corpus__in=Corpus.objects.permitting(actor, Permission.ANNOTATE),
    )
    commented = visible & Q(
        kind=BinItem.Kind.COMMENT,
        deleted_by=actor.pk,
        corpus__in=Corpus.objects.permitting(actor, Permission.ANNOTATE)
        | Corpus.objects.permitting(actor, Permission.REVIEW),
    )
    items = BinItem.objects.filter(own | edited | annotated | commented)
    if mine is not None:
        emptied = Q(owner=actor.pk) | Q(deleted_by=actor.pk)
        items = items.filter(emptied) if mine else items.exclude(emptied)
    return items.filter(kind=kind) if kind else items


def restore(actor: User, key: UUID) -> BinItem:
    """Restore an item of the actor's bin, and return what it was."""
    item = _item(actor, key)
    kind = _KINDS[BinItem.Kind(item.kind)]
    kind.restore(_object(kind, key), actor=actor)
    return item


def purge(actor: User, key: UUID) -> None:
    """Remove an item of the actor's bin from the database."""
    item = _item(actor, key)
    kind = _KINDS[BinItem.Kind(item.kind)]
    obj = _object(kind, key)
    kind.check(actor, obj)
    kind.purge(obj)  # in transactions of its own: those of a corpus wait for its jobs


def empty(actor: User, *, kind: str = "") -> UUID:
    """Start a job that purges what the actor owns or deleted, of one kind or of all; return the id of the job.

    What is deleted from now on stays in the bin.
    """
    require_unlimited(actor)
    return queue.enqueue(
        PURGE,
        args={"user_id": str(actor.pk), "before": timezone.now().isoformat(), "kind": kind},
        tenant_id=actor.tenant_id,
        owner_id=actor.pk,
        priority=Priority.HIGH,
    )


def purge_expired(*, job: JobContext) -> int:
    """Purge what has been in the bin for `BIN_DAYS`; return how many items."""
    before = timezone.now() - timedelta(days=settings.BIN_DAYS)
    return _purge_all(BinItem.objects.filter(deleted_at__lt=before), job)


def purge_bin_of(user: User, *, before: datetime, kind: str = "", job: JobContext) -> int:
    """Purge what a user owns or deleted, and may purge, if it was deleted before a time; return how many items."""
    return _purge_all(bin_items(user, kind=kind, mine=True).filter(deleted_at__lte=before), job)


def _purge_all(items: "QuerySet[BinItem]", job: JobContext) -> int:
    """Purge the oldest first, each in a transaction of its own."""
    count = 0
    for item in _in_batches(items.order_by("deleted_at", "id")):
        job.check_cancelled()
        kind = _KINDS[BinItem.Kind(item.kind)]
        if obj := kind.model._base_manager.filter(pk=item.pk).exclude(deleted_at=None).first():
            kind.purge(obj)
            count += 1
            job.extend_deadline()
    return count


def _in_batches(items: "QuerySet[BinItem]") -> Iterator[BinItem]:
    """Read again after each batch: purging a corpus takes what is in it along. Items that stay are not met twice."""
    seen: set[UUID] = set()
    while batch := [item for item in items[: _BATCH + len(seen)] if item.pk not in seen]:
        seen |= {item.pk for item in batch}
        yield from batch


def _item(actor: User, key: UUID) -> BinItem:
    item = bin_items(actor).filter(pk=key).first()
    if item is None:
        raise NotFound("This is not in your bin.")
    return item


def _object(kind: _Kind, key: UUID) -> Any:
    obj = kind.model._base_manager.filter(pk=key).first()
    if obj is None:
        raise NotFound("This is not in your bin.")
    return obj
