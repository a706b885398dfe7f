"""Count what the erasure of an account deletes, passes on and leaves, before anything is changed."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import CASCADE, ForeignKey, Model, Q, QuerySet, Sum

from corpuses.annotations.document_labels.services import REMOVED_SUGGESTION
from corpuses.annotations.models import Annotation, DocumentLabel, Edit, Relation
from corpuses.comments.models import Comment
from corpuses.fields.suggested_values import REVIEW_OF_VALUE
from corpuses.models import Corpus
from documents.models import Document
from documents.services.personal_data import OWNING, user_columns
from users.models import User
from users.sharing.erasure import service_accounts_without_others

# What a user wrote in corpora, by the column that names the user. It stays, unless its deletion is requested.
CONTRIBUTIONS: dict[type[Model], str] = {
    Annotation: "creator",
    Comment: "author",
    DocumentLabel: "creator",
    Relation: "creator",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ErasureOptions:
    """The treatment of what the account owns, and of what it wrote in corpora of others."""

    heir_id: UUID | None = None  # of the user who gets its documents and corpora
    delete_documents: bool = False
    delete_contributions: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Numbers of rows, by the names of tables."""

    documents: int
    documents_in_bin: int
    bytes: int
    corpora: int
    service_accounts: int
    deleted: dict[str, int]
    contributions: dict[str, int]
    nameless: dict[str, int]

    @property
    def owns_something(self) -> bool:
        """Return whether it has to be decided who gets documents or corpora."""
        return bool(self.documents or self.corpora)


def plan(user: User) -> Plan:
    """Count what the erasure of a user concerns."""
    documents = Document.with_deleted.filter(owner=user)
    written, nameless, deleted = _counts(user)
    return Plan(
        documents=documents.filter(deleted_at=None).count(),
        documents_in_bin=documents.exclude(deleted_at=None).count(),
        bytes=documents.aggregate(size=Sum("blob__size"))["size"] or 0,
        corpora=owned_corpora(user).count(),
        service_accounts=len(service_accounts_without_others(user)),
        deleted=deleted,
        contributions=written,
        nameless=nameless,
    )


def owned_corpora(user: User) -> "QuerySet[Corpus]":
    """Return the corpora of a user without those in the bin, and without an empty personal one."""
    rows = Corpus.objects.filter(owner=user)
    return rows.exclude(is_personal=True, memberships=None, annotations=None)


def _counts(user: User) -> tuple[dict[str, int], dict[str, int], dict[str, int]]:
    """Return the numbers of rows that were written in corpora, that lose the name, and that are deleted."""
    written: dict[str, int] = {}
    nameless: dict[str, int] = {}
    deleted: dict[str, int] = {}
    for model, field in user_columns():
        if model in (Document, Corpus) and field.name == "owner":
            continue
        name = str(model._meta.verbose_name_plural)
        name = name if field.name in OWNING else f"{name} ({field.name.replace('_', ' ')})"
        rows = model._base_manager.filter(Q(**{field.name: user.pk}))
        count, kept = rows.count(), _nameless_rows(rows, field).count()
        is_written = CONTRIBUTIONS.get(model) == field.name
        parts = [(written, count)] if is_written else [(nameless, kept), (deleted, count - kept)]
        for target, number in parts:
            if number:
                target[name] = target.get(name, 0) + number
    return written, nameless, deleted


def _nameless_rows(rows: "QuerySet[Any]", field: "ForeignKey[Any, Any]") -> "QuerySet[Any]":
    """Return the rows that stay without the name in a column: of edits only those that analyzers need."""
    if rows.model is Edit:
        return rows.filter(REMOVED_SUGGESTION | REVIEW_OF_VALUE)
    return rows.none() if field.remote_field.on_delete is CASCADE else rows
