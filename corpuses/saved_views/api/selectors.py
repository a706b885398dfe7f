"""Visible saved views, for REST and GraphQL."""

from uuid import UUID

from django.db.models import Q, QuerySet

from core.access import Actor, ListScope, access_of, require_reader, require_user
from core.errors import NotFound
from corpuses.corpora.api.selectors import get_visible_corpus
from corpuses.models import Corpus
from corpuses.saved_views.models import SavedView


def visible_views(actor: Actor, scope: ListScope | None = None) -> "QuerySet[SavedView]":
    """Return the own views of visible lists, and the shared ones of visible corpora, or of those in a scope."""
    condition = Q(corpus__in=Corpus.objects.in_scope(actor, scope)) & (Q(is_shared=True) | Q(owner=actor.pk))
    if actor.is_authenticated and access_of(actor).limits is None:
        condition |= Q(corpus=None, owner=actor.pk)
    return SavedView.objects.filter(condition)


def list_saved_views(actor: Actor, *, corpus: UUID | None = None, kind: str | None = None) -> "QuerySet[SavedView]":
    """Return the visible views, of a corpus or of a kind of list, if given."""
    if corpus is None:
        require_reader(actor)
        rows = visible_views(actor, ListScope.ALL)
    else:
        rows = visible_views(actor).filter(corpus=get_visible_corpus(actor, corpus))
    return rows if kind is None else rows.filter(kind=kind)


def get_visible_view(actor: Actor, key: UUID) -> SavedView:
    """Return a visible view; raise `NotFound` or `NotAuthenticated`."""
    view = visible_views(actor).select_related("corpus__owner").filter(pk=key).first()
    if view is None:
        require_user(actor)
        raise NotFound
    return view
