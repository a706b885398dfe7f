"""Undo and redo the edits of values of fields, and the reviews of suggested values."""

from collections.abc import Sequence
from itertools import groupby
from uuid import UUID

from core.access import Permission, require
from core.errors import Invalid, NotFound
from corpuses.annotations.edits import EditOutdated
from corpuses.annotations.models import Annotation, Edit
from corpuses.fields.models import DocumentField, FieldValue
from corpuses.fields.services import locked_field
from corpuses.fields.setting import FIELD_VALUE, change_field_values
from corpuses.fields.suggested_values import SUGGESTED_VALUE, record_review
from documents.models import Document
from users.models import User


def require_field_value_edits(edits: Sequence[Edit], *, actor: User) -> None:
    """Require the permission to set values, for documents that the caller has found visible."""
    for corpus in {edit.corpus for edit in edits}:
        require(actor, Permission.ANNOTATE, corpus)


def replay_field_value_edits(edits: Sequence[Edit], *, actor: User, is_undone: bool) -> None:
    """Undo edits, or do them again, in the given order; those that store the same value of a field together."""
    changing = [edit for edit in edits if FIELD_VALUE in edit.changes]
    for (field, now, then), same in groupby(changing, key=lambda edit: _change(edit, is_undone=is_undone)):
        _replace(field, [edit.document_key for edit in same], now, then, actor=actor)
    for edit in edits:
        if SUGGESTED_VALUE in edit.changes:
            _record_review(edit, Annotation.Review.PENDING if is_undone else edit.kind, actor=actor)


def _record_review(edit: Edit, review: str, *, actor: User) -> None:
    """Record what the review of a suggested value is now: it follows from the edits that are not undone."""
    field = DocumentField.objects.select_related("corpus__owner").filter(pk=edit.subject_key).first()
    if field is None:
        raise EditOutdated
    record_review(field, edit.document_key, review, actor=actor)


def _change(edit: Edit, *, is_undone: bool) -> tuple[UUID, list[str], list[str]]:
    """Return the field of an edit, the value that it has to have, and the one that it gets."""
    before, after = edit.changes[FIELD_VALUE]
    return (edit.subject_key, after, before) if is_undone else (edit.subject_key, before, after)


def _replace(key: UUID, documents: Sequence[UUID], now: list[str], then: list[str], *, actor: User) -> None:
    field = DocumentField.objects.select_related("corpus__owner").filter(pk=key).first()
    if field is None:
        raise EditOutdated
    try:
        field = locked_field(field)
        values = dict(FieldValue.objects.filter(field=field, document__in=documents).values_list("document", "values"))
        if any(values.get(document, []) != now for document in documents):
            raise EditOutdated
        change_field_values(field, list(Document.objects.filter(pk__in=documents)), then, actor=actor)
    except (Invalid, NotFound):  # the type of the field was changed, or a document has left the corpus
        raise EditOutdated from None
