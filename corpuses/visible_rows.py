"""Visibility of the data of corpora: one rule per model, for lists and single objects, in REST and in GraphQL.

ADR 0029 says what a public corpus or a link shows. `core.access` decides about corpora and documents themselves.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Final, TypeVar
from uuid import UUID

from django.db.models import Model, Q, QuerySet

from core.access.actors import Actor, require_user
from core.access.permissions import has_permission, is_member
from core.access.roles import Permission
from core.db.compiled_lookup import CompiledLookup
from core.errors import NotFound
from core.models import ListScope
from corpuses.actions.models import ActionExecution, CorpusAction
from corpuses.analyzers.models import AnalysisResult, AnalysisRun, RemoteAnalyzer
from corpuses.annotations.models import Annotation, DocumentLabel, Edit, Label, Relation
from corpuses.bulk.models import BulkChange
from corpuses.comments.models import Comment, Notification, Thread
from corpuses.exports.models import Export
from corpuses.extracts.models import Cell, Extract, ExtractRow, Fieldset
from corpuses.fields.models import DocumentField, FieldValue
from corpuses.imports.models import AnnotationImport
from corpuses.models import Archive, Corpus, CorpusCopy, DescriptionRevision, Folder
from corpuses.obligations.models import CalendarFeed, Obligation
from corpuses.recommender.services import SUGGEST
from corpuses.similarity.models import SimilarGroup, SimilarText
from corpuses.similarity.services import FIND
from documents.access import newest_versions
from documents.models import Document
from tasks.api.selectors import register_reached_jobs

if TYPE_CHECKING:
    from users.models import User

M = TypeVar("M", bound=Model)


@dataclass(frozen=True, slots=True)
class Rule:
    """Rows are visible with their corpus, and with their document if they have one."""

    corpus: str = "corpus"
    document: str = ""
    has_document: bool = True  # if false, rows without a document are visible with their corpus
    for_members: bool = False  # of the corpus (`core.access.permissions.is_member`)
    for_owner: bool = False  # of the row
    related: tuple[str, ...] = ()  # what else is fetched with a single row


RULES: Final[Mapping[type[Model], Rule]] = {
    Folder: Rule(),
    Label: Rule(),
    Annotation: Rule(document="document", related=("label",)),
    DocumentLabel: Rule(document="document", related=("label",)),
    DocumentField: Rule(),
    FieldValue: Rule(document="document", related=("field",)),
    Relation: Rule(document="document", related=("label", "source", "target")),
    Obligation: Rule(document="document", related=("annotation", "document", "corpus__owner")),
    SimilarGroup: Rule(),
    SimilarText: Rule(corpus="group__corpus", document="document"),
    CalendarFeed: Rule(for_owner=True),
    Edit: Rule(document="document", has_document=False, for_members=True, related=("actor", "annotation", "target")),
    CorpusAction: Rule(for_members=True, related=("corpus__owner", "fieldset")),
    ActionExecution: Rule(corpus="action__corpus", document="document", has_document=False, for_members=True),
    AnalysisRun: Rule(document="document", for_members=True, related=("action", "revision")),
    AnalysisResult: Rule(
        corpus="run__corpus", document="run__document", for_members=True, related=("run", "annotation")
    ),
    RemoteAnalyzer: Rule(for_members=True, related=("corpus__owner",)),
    Fieldset: Rule(for_members=True, related=("corpus__owner",)),
    Extract: Rule(for_members=True, related=("corpus__owner", "fieldset")),
    ExtractRow: Rule(corpus="extract__corpus", document="document", for_members=True, related=("extract",)),
    Cell: Rule(
        corpus="row__extract__corpus",
        document="row__document",
        for_members=True,
        related=("row__extract", "row__revision", "column"),
    ),
    Thread: Rule(document="document", has_document=False, for_members=True, related=("annotation",)),
    Comment: Rule(
        corpus="thread__corpus",
        document="thread__document",
        has_document=False,
        for_members=True,
        related=("thread", "author"),
    ),
    Notification: Rule(
        document="comment__thread__document",
        has_document=False,
        for_members=True,
        for_owner=True,
        related=("comment__thread", "comment__author", "export"),
    ),
    Export: Rule(for_members=True, for_owner=True, related=("blob",)),
    Archive: Rule(for_members=True, for_owner=True),
    DescriptionRevision: Rule(for_members=True),
    CorpusCopy: Rule(for_members=True, for_owner=True),
    AnnotationImport: Rule(for_members=True, for_owner=True),
    BulkChange: Rule(for_members=True, for_owner=True),  # in a corpus; others are their owner's
}


def visible_rows(
    model: type[M],
    actor: Actor,
    *,
    corpus: Corpus | None = None,
    document: Document | None = None,
    scope: ListScope | None = None,
    newest: bool = False,
) -> QuerySet[M]:
    """Return the visible rows, or those of the corpora and documents in a scope; with `newest`, of newest versions.

    With a corpus or document that the caller has found visible, only its rows; planning the subquery of all visible
    ones would take most of the time of the request.
    """
    rule = RULES[model]
    rows = _rows(model).filter(_of_corpus(rule, actor, corpus, scope))
    if rule.document:
        documents = newest_versions(actor, scope) if newest else Document.objects.in_scope(actor, scope)
        condition = Q((rule.document, document)) if document else Q((f"{rule.document}__in", documents))
        if document is None and not rule.has_document:
            condition |= Q((rule.document, None))
        rows = rows.filter(condition)
    return rows.filter(owner=actor.pk) if rule.for_owner else rows


def visible_children(model: type[M], actor: Actor) -> QuerySet[M]:
    """Return the rows whose document is visible, for callers that keep those of parents that they found visible."""
    return _rows(model).filter(Q((f"{RULES[model].document}__in", Document.objects.visible_to(actor))))


def get_visible_row(model: type[M], actor: Actor, key: UUID) -> M:
    """Return one row; raise `NotFound` or `NotAuthenticated` if it is not visible. Owners need no further query."""
    row: M | None = _lookup(model).get(key)
    if row is None or not _is_visible(row, actor):
        require_user(actor)
        raise NotFound
    return row


# The rows that belong to a job.
_WITH_JOBS: Final[tuple[type[Any], ...]] = (ActionExecution, Archive, CorpusCopy, AnnotationImport, Export, BulkChange)


@register_reached_jobs
def reached_jobs(user: "User") -> Q:
    """Let a limited token see the jobs of all rows with a job, and of the labels and corpora, that it reaches."""
    reached = Q(kind=SUGGEST, subject_id__in=visible_rows(Label, user).values("pk"))
    reached |= Q(kind=FIND, subject_id__in=Corpus.objects.of_member(user).values("pk"))
    for model in _WITH_JOBS:
        reached |= Q(pk__in=visible_rows(model, user).values("job"))
    return reached


def _of_corpus(rule: Rule, actor: Actor, corpus: Corpus | None, scope: ListScope | None) -> Q:
    if corpus is not None:
        may_see = not rule.for_members or is_member(actor, corpus)
        return Q((rule.corpus, corpus)) if may_see else Q(pk__in=[])
    members = Corpus.objects.of_member(actor)
    return Q((f"{rule.corpus}__in", members if rule.for_members else Corpus.objects.in_scope(actor, scope)))


def _is_visible(row: Any, actor: Actor) -> bool:
    rule = RULES[type(row)]
    corpus = _follow(row, rule.corpus)
    if rule.for_owner and row.owner_id != actor.pk:
        return False
    if not (is_member(actor, corpus) if rule.for_members else has_permission(actor, Permission.VIEW, corpus)):
        return False
    document = _follow(row, rule.document) if rule.document else None
    if document is None:
        return not (rule.document and rule.has_document)
    return has_permission(actor, Permission.VIEW, document)


def _follow(row: Any, path: str) -> Any:
    for name in path.split("__"):
        row = None if row is None else getattr(row, name)
    return row


@cache
def _lookup(model: type[Any]) -> CompiledLookup[Any]:
    """Return the lookup of single rows of a model, with their corpus and document."""
    rule = RULES[model]
    related = [path for path in (rule.corpus, rule.document, *rule.related) if path]
    return CompiledLookup(lambda: _rows(model).select_related(*related), "pk")


def _rows(model: type[M]) -> QuerySet[M]:
    return model._default_manager.all()  # noqa: SLF001  # a name of Django's documentation
