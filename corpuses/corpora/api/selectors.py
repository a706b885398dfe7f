"""Visible corpora and their folders."""

from typing import Any, Final
from uuid import UUID

from django.db.models import Q

from core.access import Actor, ListScope, VisibleQuerySet, get_visible, list_scope, require_reader
from core.api.graphql.global_ids import parse_key, parse_key_for
from core.db.compiled_lookup import CompiledLookup
from corpuses.corpora.folders import folder_of
from corpuses.models import Corpus, Folder
from documents.api.selectors import (
    search_words,
)

_CORPUS: Final = CompiledLookup(Corpus.objects.all, "pk")


def visible_corpora(actor: Actor, scope: ListScope | None = None) -> VisibleQuerySet[Corpus]:
    """Return the corpora that `actor` may see, or those of them in a scope."""
    return Corpus.objects.in_scope(actor, scope)


def get_visible_corpus(actor: Actor, key: UUID) -> Corpus:
    """Return one visible corpus; raise `NotFound` or `NotAuthenticated`."""
    return get_visible(_CORPUS, actor, key)


def get_corpus_by_id(actor: Actor, value: str) -> Corpus:
    """Return the visible corpus of a global id (or bare uuid)."""
    return get_visible_corpus(actor, parse_key_for(actor, value, "Corpus"))


def get_folder_by_id(corpus: Corpus, value: str) -> Folder:
    """Return the folder of a global id (or bare uuid) in this corpus; raise `NotFound`."""
    return folder_of(corpus, parse_key(value, "Folder"))


def list_corpora(
    actor: Actor, *, scope: str | None = None, search: str | None = None, **lookups: Any
) -> VisibleQuerySet[Corpus]:
    """Return the own and shared corpora, or a scope, with these words in title or description."""
    rows = visible_corpora(require_reader(actor), list_scope(scope)).filter(**lookups)
    for word in search_words(search):
        rows = rows.filter(Q(title__icontains=word) | Q(description__icontains=word))
    return rows
