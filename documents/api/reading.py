"""Which rows a request may see and how they are found: the start of every read of documents."""

from typing import TYPE_CHECKING
from uuid import UUID

from django.db.models import Q

from core.api.parsers import require_storable
from core.errors import Invalid
from core.grants import Whose
from core.models import VisibleQuerySet
from core.permissions import get_visible
from documents.models import Document, DocumentRevision

if TYPE_CHECKING:
    from core.permissions import Actor

MANY_WORDS = 20
_LONG = tuple(f"revision__{name}" for name in ("text", "facts", "outline", "links"))


def documents_seen_by(actor: "Actor", whose: Whose = Whose.ALL) -> VisibleQuerySet[Document]:
    """The documents in sight, with what every view of them shows; what may be long stays in the database."""
    return Document.objects.whose(actor, whose).select_related("blob", "revision").defer(*_LONG)


def document_seen_by(actor: "Actor", key: UUID) -> Document:
    """One document in sight; `NotFound` otherwise."""
    return get_visible(documents_seen_by(actor), actor, key)


def scope_of(word: str | None) -> Whose:
    """Read which part of what somebody sees is asked for."""
    try:
        return Whose(word or Whose.ALL)
    except ValueError:
        raise Invalid(f"The scope is one of: {', '.join(Whose)}.", field="scope") from None


def words_of(search: str | None) -> list[str]:
    """The different words to look for; `Invalid` when there are more than the database should be asked for at once."""
    require_storable(search)
    words = list(dict.fromkeys((search or "").split()))
    if len(words) > MANY_WORDS:
        raise Invalid(f"At most {MANY_WORDS} words can be looked for at once.", field="search")
    return words


def narrowed(
    queryset: VisibleQuerySet[Document],
    *,
    search: str | None = None,
    state: str | None = None,
    found_inside: bool | None = None,
) -> VisibleQuerySet[Document]:
    """Keep documents whose title or file name contains the words, that are in the state, and (not) found in others."""
    if found_inside is not None:
        queryset = queryset.filter(parent__isnull=not found_inside)
    for word in words_of(search):
        queryset = queryset.filter(Q(title__icontains=word) | Q(filename__icontains=word))
    if state:
        if state not in Document.State.values:
            raise Invalid(f"A document is one of: {', '.join(Document.State.values)}.", field="state")
        queryset = queryset.filter(state=state)
    return queryset


def readable_revisions(documents: list[Document]) -> dict[UUID, UUID]:
    """The revision to show of each document: the published one; on a first parse the one being written."""
    shown = {document.pk: document.revision_id for document in documents if document.revision_id}
    first_parses = [document.pk for document in documents if not document.revision_id]
    if first_parses:
        drafts = DocumentRevision.objects.filter(document__in=first_parses, published=None)
        newest = drafts.order_by("document_id", "-number").distinct("document_id")
        shown |= dict(newest.values_list("document_id", "pk"))
    return shown
