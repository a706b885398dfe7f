"""Copy a batch of the documents of a corpus, with what belongs to each: labels, values of fields, annotations.

The documents themselves are not copied: they are in both corpora. All rows of a document are copied in one transaction,
which locks it, so that its revision and the places of its annotations do not change meanwhile.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar
from uuid import UUID

from django.db.models import Count, Manager, Model, QuerySet
from django.utils import timezone

from audit.actions import Action
from audit.log import record_documents
from core.access import is_member
from core.db.row_locks import lock_keys_against_delete
from corpuses.annotations.models import Annotation, DocumentLabel, Label, Relation
from corpuses.copies.definitions import Part, key_in_copy
from corpuses.copies.rows import copy_row
from corpuses.events import record_corpus_event
from corpuses.fields.models import DocumentField, FieldValue
from corpuses.models import Corpus, CorpusCopy, CorpusDocument, Folder
from corpuses.obligations.models import Obligation
from corpuses.signals import documents_added
from documents.models import Document
from documents.services.locking import lock_documents

_DOCUMENTS: Final = 200
_ANNOTATIONS: Final = 2_000
_ROWS: Final = 1_000
M = TypeVar("M", bound=Model)


@dataclass(frozen=True, slots=True)
class _Batch:
    """Memberships in the copy, by document, and the corpora."""

    copy: CorpusCopy
    source: Corpus
    memberships: dict[UUID, UUID]

    def of_source(self, rows: Manager[M]) -> QuerySet[M]:
        return rows.filter(corpus=self.source, document__in=self.memberships)

    def key(self, key: UUID) -> UUID:
        return key_in_copy(self.copy, key)


def copy_next(copy: CorpusCopy, source: Corpus) -> bool:
    """Copy the next documents in the order of their keys and count them; return false if there are none left."""
    keys = _next_documents(copy, source)
    if not keys:
        return False
    documents = _visible(copy, lock_documents(keys))
    batch = _add(copy, source, documents)
    if Part.FIELDS in copy.parts:
        _copy_field_values(batch)
    if Part.ANNOTATIONS in copy.parts:
        _copy_annotations(batch)
    copy.last_document = keys[-1]
    copy.documents += len(documents)
    if is_member(copy.owner, source):  # others do not learn that there are more
        copy.left_out += len(keys) - len(documents)
    return True


def _next_documents(copy: CorpusCopy, source: Corpus) -> list[UUID]:
    """Return the keys of as many documents as one transaction can copy with their annotations; at least one."""
    rows = source.memberships.filter(document__deleted_at=None, document__superseded_by=None).order_by("document_id")
    if copy.last_document is not None:
        rows = rows.filter(document_id__gt=copy.last_document)
    keys = list(rows.values_list("document_id", flat=True)[:_DOCUMENTS])
    if Part.ANNOTATIONS not in copy.parts:
        return keys
    annotations = Annotation.objects.filter(corpus=source, document__in=keys).order_by()
    counts = dict(annotations.values_list("document").annotate(Count("pk")))
    total = 0
    for number, key in enumerate(keys):
        total += counts.get(key, 0)
        if total > _ANNOTATIONS and number > 0:
            return keys[:number]
    return keys


def _visible(copy: CorpusCopy, documents: Sequence[Document]) -> list[Document]:
    rows = Document.objects.filter(pk__in=[document.pk for document in documents], memberships__corpus=copy.source)
    visible = set(rows.visible_to(copy.owner).values_list("pk", flat=True))
    return [document for document in documents if document.pk in visible]


def _add(copy: CorpusCopy, source: Corpus, documents: Sequence[Document]) -> _Batch:
    """Add documents to the copy, in the folders that they have in the source."""
    folders = dict(source.memberships.filter(document__in=documents).values_list("document_id", "folder_id"))
    kept = lock_keys_against_delete(Folder.objects, [key_in_copy(copy, key) for key in folders.values() if key])
    present = copy.corpus.memberships.filter(document__in=documents)
    memberships = dict(present.values_list("document_id", "pk"))
    added = []
    for document in documents:
        if document.pk not in memberships:  # users may have added it meanwhile
            folder = folders.get(document.pk)
            into = key_in_copy(copy, folder) if folder else None
            added.append(
                CorpusDocument(
                    corpus=copy.corpus,
                    document=document,
                    folder_id=into if into in kept else None,
                    added_by=copy.owner,
                )
            )
    CorpusDocument.objects.bulk_create(added)
    if added:
        new = [each.document for each in added]
        record_documents(Action.CORPUS_DOCUMENT_ADDED, copy.corpus, [each.pk for each in new], actor=copy.owner)
        documents_added.send(sender=Corpus, corpus=copy.corpus, documents=new, user_id=copy.owner_id, only_search=True)
        record_corpus_event(copy.corpus, "documents")
    return _Batch(copy, source, memberships | {each.document_id: each.pk for each in added})


def _copy_field_values(batch: _Batch) -> None:
    """Copy the values of the fields that are in the copy as they are in the source."""
    fields = {row.pk: row for row in DocumentField.objects.select_for_update().filter(corpus=batch.copy.corpus)}
    rows = []
    for value in batch.of_source(FieldValue.objects).select_related("field"):
        field = fields.get(batch.key(value.field_id))
        if field and (field.type, field.choices) == (value.field.type, value.field.choices):
            rows.append(_placed(batch, value, field_id=field.pk, earlier={}))
    FieldValue.objects.bulk_create(rows, batch_size=_ROWS, ignore_conflicts=True)


def _copy_annotations(batch: _Batch) -> None:
    """Copy the annotations, relations, deadlines and labels of documents whose label is in the copy.

    They keep their creator, their review, and the run that made them.
    """
    annotations = list(batch.of_source(Annotation.objects).order_by("pk"))
    relations = list(batch.of_source(Relation.objects).order_by("pk"))
    document_labels = list(batch.of_source(DocumentLabel.objects).order_by("pk"))
    labelled: Sequence[Annotation | Relation | DocumentLabel] = [*annotations, *relations, *document_labels]
    labels = _labels(batch, {row.label_id for row in labelled})
    copies = {
        row.pk: copy_row(
            row,
            corpus_id=batch.copy.corpus_id,
            label_id=labels[row.label_id],
            copied_from_id=None,
            modified=timezone.now(),
        )
        for row in annotations
        if row.label_id in labels
    }
    Annotation.objects.bulk_create(copies.values(), batch_size=_ROWS)
    Relation.objects.bulk_create(
        [
            copy_row(
                row,
                corpus_id=batch.copy.corpus_id,
                label_id=labels[row.label_id],
                source_id=copies[row.source_id].pk,
                target_id=copies[row.target_id].pk,
            )
            for row in relations
            if row.label_id in labels and row.source_id in copies and row.target_id in copies
        ],
        batch_size=_ROWS,
    )
    _copy_obligations(batch, copies)
    placed = [_placed(batch, row, label_id=labels[row.label_id]) for row in document_labels if row.label_id in labels]
    DocumentLabel.objects.bulk_create(placed, batch_size=_ROWS, ignore_conflicts=True)
    batch.copy.annotations += len(copies)


def _copy_obligations(batch: _Batch, copies: dict[UUID, Annotation]) -> None:
    rows = [row for row in batch.of_source(Obligation.objects).order_by("pk") if row.annotation_id in copies]
    Obligation.objects.bulk_create(
        [copy_row(row, corpus_id=batch.copy.corpus_id, annotation_id=copies[row.annotation_id].pk) for row in rows],
        batch_size=_ROWS,
    )


def _labels(batch: _Batch, keys: Collection[UUID]) -> dict[UUID, UUID]:
    """Return the copies of labels that there are, locked against deletion, by the keys of the originals."""
    kept = lock_keys_against_delete(Label.objects, [batch.key(key) for key in keys])
    return {key: batch.key(key) for key in keys if batch.key(key) in kept}


def _placed(batch: _Batch, row: Any, **changes: Any) -> Any:
    """Return the copy of a row that belongs to the membership of a document."""
    membership = batch.memberships[row.document_id]
    return copy_row(row, corpus_id=batch.copy.corpus_id, membership_id=membership, **changes)
