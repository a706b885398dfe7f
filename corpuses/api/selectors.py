"""Visible corpora, their documents and memberships. What else belongs to a corpus is in `access`."""

from collections.abc import Collection, Sequence
from uuid import UUID

from django.db.models import F, Q, QuerySet

from core.access.actors import Actor, require_user
from core.access.limits import limits_of
from core.access.permissions import get_visible
from core.api.graphql.global_ids import parse_key, parse_key_for
from core.errors import Invalid, NotFound
from core.models import ListScope, VisibleQuerySet
from corpuses.models import Corpus, CorpusDocument, Folder
from corpuses.services.folders import folder_of
from documents.api.selectors import search_words, visible_documents
from documents.models import Document

MAX_DOCUMENTS = 500


def visible_corpora(actor: Actor, scope: ListScope | None = None) -> VisibleQuerySet[Corpus]:
    """Return the corpora that `actor` may see, or those of them in a scope."""
    return Corpus.objects.in_scope(actor, scope)


def get_visible_corpus(actor: Actor, key: UUID) -> Corpus:
    """Return one visible corpus; raise `NotFound` or `NotAuthenticated`."""
    return get_visible(Corpus.objects.all(), actor, key)


def get_corpus_by_id(actor: Actor, value: str) -> Corpus:
    """Return the visible corpus of a global id (or bare uuid)."""
    return get_visible_corpus(actor, parse_key_for(actor, value, "Corpus"))


def get_folder_by_id(corpus: Corpus, value: str) -> Folder:
    """Return the folder of a global id (or bare uuid) in this corpus; raise `NotFound`."""
    return folder_of(corpus, parse_key(value, "Folder"))


def search_corpora(queryset: VisibleQuerySet[Corpus], search: str | None) -> VisibleQuerySet[Corpus]:
    """Keep corpora with these words in title or description."""
    for word in search_words(search):
        queryset = queryset.filter(Q(title__icontains=word) | Q(description__icontains=word))
    return queryset


def get_visible_documents(actor: Actor, keys: Collection[UUID], *, field: str = "documents") -> list[Document]:
    """Return these visible documents; raise `NotFound` if one of them is missing."""
    documents = list(visible_documents(actor).filter(pk__in=keys))
    if len(documents) != len(keys):
        raise NotFound("Not all of these documents were found.", field=field)
    return documents


def get_documents_by_id(actor: Actor, ids: Sequence[str]) -> list[Document]:
    """Return the visible documents of these global ids; raise `NotFound` if one of them is missing."""
    if len(ids) > MAX_DOCUMENTS:
        raise Invalid(f"Send at most {MAX_DOCUMENTS} documents at once.", field="documentIds")
    return get_visible_documents(actor, {parse_key(each, "Document") for each in ids}, field="documentIds")


def visible_memberships(actor: Actor) -> QuerySet[CorpusDocument]:
    """Return memberships in visible corpora, and all memberships that give access to the actor's own documents."""
    is_visible, is_inherited = Q(corpus__in=visible_corpora(actor)), Q(added_by=F("document__owner"))
    memberships = CorpusDocument.objects.annotate(is_visible=is_visible, is_inherited=is_inherited)
    condition = Q(is_visible=True)
    if actor.is_authenticated and limits_of(actor) is None:
        condition |= Q(is_inherited=True, document__owner=actor.pk)
    return memberships.filter(condition)


def get_visible_membership(actor: Actor, key: UUID, *, document: Document | None = None) -> CorpusDocument:
    """Return one visible membership of a visible document (of this one, if it is given)."""
    rows = visible_memberships(actor).filter(document__in=Document.objects.visible_to(actor))
    if document is not None:
        rows = rows.filter(document=document)
    row = rows.select_related("corpus", "document__owner", "document__blob").filter(pk=key).first()
    if row is None:
        require_user(actor)
        raise NotFound
    return row
