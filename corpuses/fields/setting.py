"""Set and clear values of fields.

Annotators may do that, as they may label whole documents: both describe a document in a corpus. Which fields there are
is decided by editors, as it concerns all documents.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final
from uuid import UUID

from django.utils import timezone

from audit.actions import Action
from audit.log import record_documents
from core.access import Permission, require_all
from core.db.optimistic_locking import fingerprint, require_unchanged
from core.db.transactions import atomic_with_retry
from core.errors import Invalid
from corpuses.annotations.document_labels.services import lock_memberships
from corpuses.annotations.edits import store_edits
from corpuses.annotations.models import Edit
from corpuses.events import record_corpus_event
from corpuses.fields.models import DocumentField, FieldValue
from corpuses.fields.services import locked_field
from corpuses.fields.values import NormalisedValue, normalise
from corpuses.holding import require_held
from documents.models import Document
from users.models import User

MAX_DOCUMENTS: Final = 1_000
NO_VERSIONS: Final[Mapping[UUID, str]] = MappingProxyType({})
FIELD_VALUE: Final = "field_value"  # the part of an edit that is changed
_COLUMNS: Final = ("values", "text", "sort_key", "modified", "modified_by")


def version_of_value(value: FieldValue | None) -> str:
    """Return the version of a value, which is empty if there is none."""
    return fingerprint(value.values) if value else ""


@atomic_with_retry
def set_field_values(
    field: DocumentField,
    documents: Sequence[Document],
    values: Sequence[str],
    *,
    actor: User,
    expected: Mapping[UUID, str] = NO_VERSIONS,
    group: UUID | None = None,
) -> list[UUID]:
    """Set the value of documents of the corpus, or clear it; return the keys of those that had another one.

    All of them are changed, or none. `expected` are the versions that the user has seen, by document, for some or all;
    those of documents that have the value already do not matter. `group` is that of the edits.
    """
    before = change_field_values(field, documents, values, actor=actor, expected=expected)
    _store_edits(field, before, actor=actor, group=group)
    return sorted(before)


@atomic_with_retry
def change_field_values(
    field: DocumentField,
    documents: Sequence[Document],
    values: Sequence[str],
    *,
    actor: User,
    expected: Mapping[UUID, str] = NO_VERSIONS,
) -> dict[UUID, list[str]]:
    """Set or clear values without an edit that can be undone; return the previous ones of documents that changed."""
    require_held(actor, Permission.ANNOTATE, field.corpus)
    require_all(actor, Permission.VIEW, documents)
    if len(documents) > MAX_DOCUMENTS:
        raise Invalid(f"Send at most {MAX_DOCUMENTS} documents at once.", field="documents")
    field = locked_field(field)  # its type cannot change meanwhile, and the values are changed by one user at a time
    value = normalise(field.type, field.choices, values)
    memberships = lock_memberships(field.corpus_id, documents)
    present = {row.document_id: row for row in FieldValue.objects.filter(field=field, document__in=documents)}
    changed = sorted(key for key in memberships if _values_of(present.get(key)) != (value.values if value else []))
    for key in changed:  # a request that is repeated has no effect
        require_unchanged(expected.get(key), version_of_value(present.get(key)))
    if not changed:
        return {}
    if value is None:
        FieldValue.objects.filter(field=field, document__in=changed).delete()
    else:
        _store(field, value, {key: memberships[key] for key in changed}, actor)
    record_documents(Action.FIELD_VALUE_SET if value else Action.FIELD_VALUE_CLEARED, field, changed, actor=actor)
    record_corpus_event(field.corpus, "field_values")
    return {key: _values_of(present.get(key)) for key in changed}


def _store_edits(field: DocumentField, before: Mapping[UUID, list[str]], *, actor: User, group: UUID | None) -> None:
    """Store an edit of each document whose value was changed in this transaction."""
    rows = FieldValue.objects.filter(field=field, document__in=before)
    after: dict[UUID, list[str]] = dict(rows.values_list("document_id", "values"))
    edits = [
        Edit(
            corpus_id=field.corpus_id,
            document_id=document,
            subject=Edit.Subject.FIELD_VALUE,
            subject_id=field.pk,
            kind=Edit.Kind.CHANGED,
            changes={FIELD_VALUE: [previous, after.get(document, [])]},
        )
        for document, previous in sorted(before.items())
    ]
    store_edits(edits, actor=actor, group=group)


def _values_of(row: FieldValue | None) -> list[str]:
    return row.values if row else []


def _store(field: DocumentField, value: NormalisedValue, memberships: Mapping[UUID, UUID], actor: User) -> None:
    moment = timezone.now()
    rows = [
        FieldValue(
            corpus_id=field.corpus_id,
            document_id=document,
            membership_id=membership,
            field=field,
            values=value.values,
            text=value.text,
            sort_key=value.sort_key,
            modified=moment,
            modified_by=actor,
        )
        for document, membership in memberships.items()
    ]
    FieldValue.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["field", "document"], update_fields=_COLUMNS
    )
