"""The documents that a search may return: visible ones, restricted by filters and by the operators of its query."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cached_property, reduce
from operator import or_
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from django.db.models import Model, Q, QuerySet

from core.access import ListScope, VisibleQuerySet, list_scope
from core.db.statements import Statement, compiled
from core.db.table_sizes import estimated_rows, is_large, sample_keys
from corpuses.annotations.labels.hierarchy import with_descendants
from corpuses.annotations.models import Annotation, DocumentLabel, Label
from corpuses.memberships.services import memberships_in
from corpuses.models import Corpus, CorpusDocument, Folder
from corpuses.search.parser import InvalidSearchType, Operator, ParsedQuery
from documents.access import newest_versions
from documents.models import Document
from documents.services.file_types import extensions, mime_types_of

if TYPE_CHECKING:
    from core.access import Actor


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchFilters:
    """Restrictions beside those of the query. The objects must be visible; `lookups` are of documents.

    `documents` is a query of keys of documents.
    """

    scope: ListScope | None = None
    corpus: Corpus | None = None
    folder: Folder | None = None
    label: Label | None = None
    documents: "QuerySet[Any, Any] | None" = None
    lookups: Mapping[str, Any] = field(default_factory=dict)

    @property
    def rows_scope(self) -> ListScope | None:
        """Return the scope of documents, corpora, labels and annotations: what is public has to be asked for."""
        return list_scope(self.scope, within=self.corpus or self.label or self.is_about_one)

    @property
    def is_about_one(self) -> bool:
        """Return whether one document is searched, which may be an older version."""
        return "pk" in self.lookups


@dataclass(frozen=True, slots=True)
class UnknownName:
    """A name in the query that no visible object has."""

    operator: Operator
    name: str


class FilteredDocuments:
    """The visible documents of a search, and the names in its query that nothing visible has."""

    def __init__(self, actor: "Actor", query: ParsedQuery, filters: SearchFilters) -> None:
        scope = filters.rows_scope
        self._corpora = Corpus.objects.in_scope(actor, scope)
        self.unknown: list[UnknownName] = []
        rows = Document.objects.in_scope(actor, scope) if filters.is_about_one else newest_versions(actor, scope)
        rows = rows.filter(**filters.lookups)
        if filters.corpus is not None:
            rows = rows.filter(pk__in=memberships_in(filters.corpus, filters.folder).values("document"))
        if filters.label is not None:
            rows = rows.filter(pk__in=_annotated(filters.label))
        if filters.documents is not None:
            rows = rows.filter(pk__in=filters.documents)
        self.rows: VisibleQuerySet[Document] = rows.filter(self._condition(query))

    def _condition(self, query: ParsedQuery) -> Q:
        condition = Q()
        if query.after:
            condition &= Q(created__gte=query.after)
        if query.before:
            condition &= Q(created__lt=query.before)
        # Of types and places a document has one each, so several mean any of them; it can have several labels.
        for operator, build, any_of in (
            (Operator.TYPE, _has_type, True),
            (Operator.IN, self._is_in, True),
            (Operator.LABEL, self._has_label, False),
            (Operator.TITLE, _has_title, False),
        ):
            condition &= _combined(query.values(operator), build, any_of=any_of)
            for excluded in query.values(operator, is_excluded=True):
                condition &= ~build(excluded)
        return condition

    def _is_in(self, name: str) -> Q:
        corpora = _named(self._corpora, "title", name)
        folders = _named(Folder.objects.filter(corpus__in=self._corpora), "path", name, last="name")
        if not corpora and not folders:
            self.unknown.append(UnknownName(Operator.IN, name))
        memberships = Q(corpus__in=corpora)
        for folder in folders:
            memberships |= Q(folder__in=folder.and_below())
        return Q(pk__in=CorpusDocument.objects.filter(memberships).values("document"))

    def _has_label(self, name: str) -> Q:
        labels = _named(Label.objects.filter(corpus__in=self._corpora), "name", name)
        if not labels:
            self.unknown.append(UnknownName(Operator.LABEL, name))
        with_below = with_descendants([label.pk for label in labels])
        annotations = Annotation.objects.filter(label__in=with_below)
        documents = DocumentLabel.objects.filter(label__in=with_below)
        return Q(pk__in=annotations.values("document")) | Q(pk__in=documents.values("document"))


def _annotated(label: Label) -> "QuerySet[Any, Any]":
    """Return the keys of the documents with an annotation with a label or one below it."""
    return Annotation.objects.filter(label__in=with_descendants([label.pk])).values("document")


def _combined(values: Sequence[str], build: Callable[[str], Q], *, any_of: bool) -> Q:
    conditions = [build(value) for value in values]
    if any_of:
        return reduce(or_, conditions) if conditions else Q()
    return Q(*conditions)


def _has_type(name: str) -> Q:
    types = mime_types_of(name.lower())
    if not types:
        near = get_close_matches(name.lower().lstrip("."), [each.lstrip(".") for each in extensions()], n=1)
        hint = f" Did you mean type:{near[0]}?" if near else ""
        raise InvalidSearchType(
            f"“{name[:50]}” is not a file type.{hint}",
            field="query",
            suggestion=f"type:{near[0]}" if near else "type:pdf",
        )
    return Q(mime_type__in=types)


def _has_title(words: str) -> Q:
    return Q(*(Q(title__icontains=word) | Q(filename__icontains=word) for word in words.split()))


_MOST_NAMED = 50  # objects that one name can mean


def _named(rows: QuerySet[Any], field: str, name: str, *, last: str = "") -> list[Any]:
    """Return the objects with this name, in any case; if there are none, those whose name contains it."""
    contains = Q((f"{field}__icontains", name))
    found: list[Model] = list(rows.filter(contains).order_by(field, "pk")[:_MOST_NAMED])
    names = (field, last) if last else (field,)
    exact = [row for row in found if any(getattr(row, each).lower() == name.lower() for each in names)]
    return exact or found


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
