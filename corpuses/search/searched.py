"""The documents that a search may return. They are listed if they are few, else looked up among the candidates."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final
from uuid import UUID

from core.db.statements import Statement, compiled
from core.db.table_sizes import estimated_rows, is_large, sample_keys
from core.models import VisibleQuerySet
from documents.models import Document

MANY: Final = 3_000  # documents; to list more takes longer than to look candidates up
LEAST_SHARE: Final = 0.02  # of all documents: of fewer, too many candidates would have to be looked up


@dataclass(frozen=True, slots=True)
class _Sample:
    """The searched documents in a sample of all: they by their revision, and which part of it they are."""

    by_revision: dict[UUID, UUID]
    share: float


class SearchedDocuments:
    """Visible documents with a published revision."""

    def __init__(self, documents: VisibleQuerySet[Document]) -> None:
        self._documents = documents.filter(revision__isnull=False).order_by()

    def load(self) -> None:
        """Find out whether they are many, and list them unless they are."""
        if self.is_listed:
            self._listed  # noqa: B018 - is kept

    @cached_property
    def is_listed(self) -> bool:
        """Return whether `revisions` has all of them."""
        if not is_large(Document):
            return True
        return self.share < LEAST_SHARE or self.share * estimated_rows(Document._meta.db_table) < MANY

    @property
    def share(self) -> float:
        """Return about which part of all documents they are."""
        return self._sample.share

    @property
    def revisions(self) -> Sequence[UUID]:
        """Return the revisions of all of them or, if they are too many, of some."""
        return list(self._listed if self.is_listed else self._sample.by_revision)

    def list_all(self) -> Sequence[UUID]:
        """Return the revisions of all of them, however many they are."""
        return list(self._listed)

    def by_revision(self, revisions: Collection[UUID]) -> dict[UUID, UUID]:
        """Return the documents with one of these revisions, by their revision."""
        if self.is_listed:
            return {revision: self._listed[revision] for revision in revisions if revision in self._listed}
        keys = Document.objects.filter(revision__any=list(revisions)).order_by().values_list("pk", flat=True)
        return _by_revision(self._documents.among(list(keys)))

    def revisions_among(self, keys: Statement) -> Statement:
        """Return the statement of the revisions of those of them that are among the keys of a statement."""
        return compiled(self._documents.among(keys).values_list("revision_id"))

    @cached_property
    def _listed(self) -> dict[UUID, UUID]:
        return _by_revision(self._documents)

    @cached_property
    def _sample(self) -> _Sample:
        keys = sample_keys(Document)
        found = _by_revision(self._documents.among(keys))
        return _Sample(found, len(found) / max(1, len(keys)))


def _by_revision(rows: VisibleQuerySet[Document]) -> dict[UUID, UUID]:
    return {revision: key for key, revision in rows.values_list("pk", "revision_id") if revision}
