"""Operations on a batch of documents: what each requires, how it changes them, and how that is undone.

They call the services that change few documents, so that permissions, edits, events and the audit log are the same.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final
from uuid import UUID

from django.db.models import F

from core.access import Permission, has_permission, permissions_on_all, require
from core.errors import NotFound
from corpuses.annotations.document_labels.services import label_documents, unlabel_documents
from corpuses.annotations.labels.services import require_not_archived
from corpuses.annotations.models import Edit, Label
from corpuses.bulk.models import BulkBatch, BulkChange
from corpuses.bulk.splitting import change_each
from corpuses.corpora import folders
from corpuses.corpora import services as corpora
from corpuses.fields.models import DocumentField
from corpuses.fields.setting import set_field_values
from corpuses.fields.values import normalise
from corpuses.models import Corpus, Folder
from corpuses.undo import services as undo
from documents.models import Document
from documents.services import deletion, lifecycle, locking
from tasks.states import Priority
from users.models import User


@dataclass(frozen=True, slots=True)
class Work:
    """A batch, the change that it belongs to, and the numbers of documents that were skipped, by reason."""

    change: BulkChange
    batch: BulkBatch
    actor: User
    skipped: Counter[str] = field(default_factory=Counter)

    @property
    def corpus(self) -> Corpus:
        return corpus_of(self.change)


class Operation:
    """A kind of change. `check` raises if the actor may not do this to any document."""

    batch_size = 500
    is_of_list = True  # changes documents of the corpus of the list only
    can_undo = True

    def check(self, change: BulkChange, actor: User) -> None:
        """Raise unless the actor may do this."""

    def apply(self, work: Work, documents: Sequence[Document]) -> Iterable[UUID]:
        """Change documents; return the keys of those that have changed. The batch is the group of the edits."""
        raise NotImplementedError

    def undo(self, work: Work, documents: Sequence[Document]) -> None:
        """Undo the change of all of these documents, which are visible, or raise."""
        undo.undo_edits(work.batch.pk, actor=work.actor, documents={document.pk for document in documents})

    def documents(self, work: Work, keys: Collection[UUID]) -> list[Document]:
        """Return those of the documents that the actor sees, and that are in the corpus of the list."""
        rows = Document.objects.visible_to(work.actor).filter(pk__in=keys)
        if self.is_of_list and work.change.corpus_id is not None:
            rows = rows.filter(memberships__corpus=work.corpus)
        return list(rows.order_by("pk"))


class AddLabel(Operation):
    """Add a label, or remove it."""

    def __init__(self, *, remove: bool = False) -> None:
        self._change = unlabel_documents if remove else label_documents
        self._is_added = not remove

    def check(self, change: BulkChange, actor: User) -> None:
        require(actor, Permission.ANNOTATE, corpus_of(change))
        label = self._label(change)
        if self._is_added and not change.is_undone:
            require_not_archived(label)

    def apply(self, work: Work, documents: Sequence[Document]) -> Iterable[UUID]:
        return self._change(self._label(work.change), documents, actor=work.actor, group=work.batch.pk)

    @staticmethod
    def _label(change: BulkChange) -> Label:
        label = Label.with_deleted if change.is_undone else Label.objects
        found = label.select_related("corpus__owner").filter(pk=change.target["label"], corpus=change.corpus_id).first()
        if found is None:
            raise NotFound("The label is not in this corpus.", field="label")
        return found


class SetField(Operation):
    """Set the value of a field, or clear it."""

    def check(self, change: BulkChange, actor: User) -> None:
        require(actor, Permission.ANNOTATE, corpus_of(change))
        field = self._field(change)
        normalise(field.type, field.choices, change.target["values"])  # raises `Invalid`

    def apply(self, work: Work, documents: Sequence[Document]) -> Iterable[UUID]:
        values = work.change.target["values"]
        return set_field_values(self._field(work.change), documents, values, actor=work.actor, group=work.batch.pk)

    @staticmethod
    def _field(change: BulkChange) -> DocumentField:
        rows = DocumentField.objects.select_related("corpus__owner").filter(corpus=change.corpus_id)
        found = rows.filter(pk=change.target["field"]).first()
        if found is None:
            raise NotFound("The field is not in this corpus.", field="field")
        return found


class Move(Operation):
    """Move to a folder, or out of all."""

    def check(self, change: BulkChange, actor: User) -> None:
        require(actor, Permission.EDIT, corpus_of(change))
        if not change.is_undone:
            self._folder(change)

    def apply(self, work: Work, documents: Sequence[Document]) -> Iterable[UUID]:
        folder, group = self._folder(work.change), work.batch.pk
        folders.move_documents(work.corpus, documents, folder=folder, actor=work.actor, group=group)
        return Edit.objects.filter(group=group, document__in=documents).values_list("document", flat=True)

    @staticmethod
    def _folder(change: BulkChange) -> Folder | None:
        key = change.target["folder"]
        return folders.folder_of(corpus_of(change), UUID(key)) if key else None


class Remove(Operation):
    """Remove from the corpus. Owners may remove their documents from every corpus that they see."""

    def check(self, change: BulkChange, actor: User) -> None:
        require(actor, Permission.EDIT if change.is_undone else Permission.VIEW, corpus_of(change))

    def apply(self, work: Work, documents: Sequence[Document]) -> Iterable[UUID]:
        if not has_permission(work.actor, Permission.EDIT, work.corpus):
            own = [each for each in documents if each.owner_id == work.actor.pk]
            work.skipped["not_allowed"] += len(documents) - len(own)
            documents = own
        corpora.remove_documents(work.corpus, documents, actor=work.actor, group=work.batch.pk)
        return [each.pk for each in documents]

    def documents(self, work: Work, keys: Collection[UUID]) -> list[Document]:
        if not work.change.is_undone:
            return super().documents(work, keys)
        return list(Document.objects.visible_to(work.actor).filter(pk__in=keys).order_by("pk"))


class Add(Operation):
    """Add to a corpus, with attachments."""

    is_of_list = False

    def check(self, change: BulkChange, actor: User) -> None:
        require(actor, Permission.EDIT, corpus_of(change))

    def apply(self, work: Work, documents: Sequence[Document]) -> Iterable[UUID]:
        added = corpora.add_documents(work.corpus, documents, actor=work.actor, is_recorded=False)
        return [each.pk for each in added]

    def undo(self, work: Work, documents: Sequence[Document]) -> None:
        corpora.remove_documents(work.corpus, documents, actor=work.actor, is_recorded=False)


class Retry(Operation):
    """Process failed documents again, after what users upload meanwhile."""

    batch_size = 50
    can_undo = False

    def apply(self, work: Work, documents: Sequence[Document]) -> Iterable[UUID]:
        failed = _permitted(work, documents, Permission.EDIT)
        locking.lock_documents([each.pk for each in failed])
        rows = [each for each in failed if each.state == Document.State.FAILED]

        def retry(document: Document) -> None:
            lifecycle.retry_document(document, actor=work.actor, priority=Priority.LOW)

        return [each.pk for each in change_each(retry, rows, work.skipped)]


class Delete(Operation):
    """Move to the bin, with all versions and attachments."""

    batch_size = 50

    def apply(self, work: Work, documents: Sequence[Document]) -> Iterable[UUID]:
        deletable = _permitted(work, documents, Permission.DELETE)
        locked = locking.lock_documents([each.pk for each in deletable], with_attachments=True)
        keys = {each.pk for each in deletable}
        rows = [each for each in locked if each.pk in keys]  # parents before their attachments

        def delete(document: Document) -> None:
            if Document.objects.filter(pk=document.pk).exists():  # else it was deleted with its parent
                deletion.delete_document(document, actor=work.actor, all_versions=True)

        return [each.pk for each in change_each(delete, rows, work.skipped)]

    def undo(self, work: Work, documents: Sequence[Document]) -> None:
        for each in documents:
            row = Document.with_deleted.select_related("parent").get(pk=each.pk)
            if row.deleted_at is not None:  # else it was restored with its parent
                deletion.restore_document(row, actor=work.actor)

    def documents(self, work: Work, keys: Collection[UUID]) -> list[Document]:
        if not work.change.is_undone:
            return super().documents(work, keys)
        return list(Document.with_deleted.filter(pk__in=keys).order_by(F("parent").asc(nulls_first=True), "pk"))


OPERATIONS: Final[Mapping[str, Operation]] = {
    BulkChange.Kind.LABEL: AddLabel(),
    BulkChange.Kind.UNLABEL: AddLabel(remove=True),
    BulkChange.Kind.SET_FIELD: SetField(),
    BulkChange.Kind.MOVE: Move(),
    BulkChange.Kind.REMOVE: Remove(),
    BulkChange.Kind.ADD: Add(),
    BulkChange.Kind.RETRY: Retry(),
    BulkChange.Kind.DELETE: Delete(),
}


def corpus_of(change: BulkChange) -> Corpus:
    """Return the corpus of a change; raise `NotFound` if it has none, or it is in the bin."""
    if change.corpus is None or change.corpus.deleted_at is not None:
        raise NotFound("The corpus was deleted in the meantime.", field="corpus")
    return change.corpus


def _permitted(work: Work, documents: Sequence[Document], permission: Permission) -> list[Document]:
    permissions = permissions_on_all(work.actor, documents)
    permitted = [each for each in documents if permission in permissions[each.pk]]
    work.skipped["not_allowed"] += len(documents) - len(permitted)
    return permitted
