"""The visible rows of corpora, for lists and single objects, in REST and in GraphQL, by the rules of their models.

ADR 0029 says what a public corpus or a link shows. `core.access` decides about corpora and documents themselves.
"""

from functools import cache, reduce
from operator import or_
from typing import TYPE_CHECKING, Any, TypeVar
from uuid import UUID

from django.db.models import Model, Q, QuerySet

from core.access import Actor, ListScope, Permission, has_permission, is_member, require_user
from core.db.compiled_lookup import CompiledLookup
from core.errors import NotFound
from corpuses.models import Corpus, JobReport
from corpuses.visibility import RULES, VisibleWith
from documents.access import newest_versions
from documents.models import Document
from tasks.api.selectors import register_reached_jobs

if TYPE_CHECKING:
    from users.models import User

M = TypeVar("M", bound=Model)


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


@register_reached_jobs
def reached_jobs(user: "User") -> Q:
    """Let a limited token see the jobs whose reports it reaches."""
    reports = [model for model in RULES if issubclass(model, JobReport)]
    return reduce(or_, (Q(pk__in=visible_rows(model, user).values("job")) for model in reports), Q(pk__in=[]))


def _of_corpus(rule: VisibleWith, actor: Actor, corpus: Corpus | None, scope: ListScope | None) -> Q:
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
