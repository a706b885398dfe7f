"""Undo and redo the edits of values of fields, and the reviews of suggested values."""

from collections.abc import Sequence
from itertools import groupby
from uuid import UUID

from core.access import Permission
from corpuses.annotations.edits import EditOutdated, Step, Undoable
from corpuses.annotations.models import Annotation, Edit
from corpuses.fields.models import DocumentField, FieldValue
from corpuses.fields.services import locked_field
from corpuses.fields.setting import FIELD_VALUE, change_field_values
from corpuses.fields.suggested_values import SUGGESTED_VALUE, record_review
from documents.models import Document
from users.models import User


class FieldValueEdits(Undoable):
    """Values that were set, and reviews of suggested ones."""

    permission = Permission.ANNOTATE

    def replay(self, steps: Sequence[Step], *, actor: User) -> None:
        changing = [step for step in steps if FIELD_VALUE in step.edit.changes]
        # Those that store the same value of a field together.
        for (field, (now, then)), same in groupby(changing, key=lambda step: (step.key, step.pair(FIELD_VALUE))):
            _replace(field, [step.edit.document_key for step in same], now, then, actor=actor)
        for edit, is_undone in steps:  # what a review is now follows from the edits that are not undone
            if SUGGESTED_VALUE in edit.changes:
                review = Annotation.Review.PENDING if is_undone else edit.kind
                record_review(_field(edit.subject_key), edit.document_key, review, actor=actor)

    def value_at(self, edit: Edit, place: int) -> str | None:
        if FIELD_VALUE in edit.changes:
            return "; ".join(edit.changes[FIELD_VALUE][place])
        return str(edit.changes[SUGGESTED_VALUE]) if place else None


def _field(key: UUID) -> DocumentField:
    field = DocumentField.objects.select_related("corpus__owner").filter(pk=key).first()
    if field is None:
        raise EditOutdated
    return field


def _replace(key: UUID, documents: Sequence[UUID], now: list[str], then: list[str], *, actor: User) -> None:
    field = locked_field(_field(key))
    values = dict(FieldValue.objects.filter(field=field, document__in=documents).values_list("document", "values"))
    if any(values.get(document, []) != now for document in documents):
        raise EditOutdated
    change_field_values(field, list(Document.objects.filter(pk__in=documents)), then, actor=actor)
