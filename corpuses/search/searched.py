"""The documents that a search may return. They are listed if they are few, else looked up among the candidates."""

from collections.abc import Collection, Sequence
from functools import cached_property
from typing import Any, Final
from uuid import UUID

from django.db.models import QuerySet

from documents.models import Document

LISTED: Final = 10_000  # documents; to list more takes longer than to search them


class SearchedDocuments:
    """Visible documents with a published revision."""

    def __init__(self, documents: QuerySet[Document, Any]) -> None:
        self._documents = documents.filter(revision__isnull=False).order_by()

    def load(self) -> None:
        """List the first of them, unless they have been listed; one query."""
        self._first  # noqa: B018 - is kept

    @property
    def is_listed(self) -> bool:
        """Return whether `revisions` has all of them."""
        return len(self._first) <= LISTED

    @property
    def revisions(self) -> Sequence[UUID]:
        """Return the revisions of all of them or, if they are too many, of some."""
        return list(self._first)

    def by_revision(self, revisions: Collection[UUID]) -> dict[UUID, UUID]:
        """Return the documents with one of these revisions, by their revision."""
        if self.is_listed:
            return {revision: self._first[revision] for revision in revisions if revision in self._first}
        return _by_revision(self._documents.filter(revision__any=list(revisions)))

    @cached_property
    def _first(self) -> dict[UUID, UUID]:
        return _by_revision(self._documents[: LISTED + 1])


def _by_revision(rows: QuerySet[Document, Any]) -> dict[UUID, UUID]:
    return {revision: key for key, revision in rows.values_list("pk", "revision_id") if revision}
