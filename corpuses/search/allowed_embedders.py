"""Choose embedders such that text which may not be sent to language models is embedded on this server."""

from collections.abc import Collection
from uuid import UUID

from django.conf import settings

from corpuses.models import Corpus
from corpuses.providers.sending import name_with_host, sendable
from corpuses.search.active_embedders import is_remote, local_embedder
from documents.models import Document


def embedder_of(corpus: Corpus | None) -> str:
    """Return the embedder that serves a corpus, or all of them."""
    if corpus is None:
        return str(settings.EMBEDDER)
    name = corpus.embedder or settings.EMBEDDER
    return name if corpus.allows_language_models else local_embedder(name)


def embedder_for_texts(name: str, documents: Collection[UUID]) -> str:
    """Return this embedder for texts of documents, or the built-in one if it is elsewhere and they may not be sent."""
    return name if not is_remote(name) or may_send(documents) else local_embedder(name)


def may_send(documents: Collection[UUID]) -> bool:
    """Check whether texts of all these documents may be sent to language models."""
    return sendable(Document.objects.filter(pk__in=documents)).count() == len(set(documents))


def passages_recipient(*, corpus: Corpus | None, document: Document | None) -> str:
    """Return the embedder on a server that gets passages of a document, a corpus, or all; empty if none does.

    It also gets the searches among them.
    """
    if not any(map(is_remote, _embedders(corpus, document))):
        return ""
    if (corpus and not corpus.allows_language_models) or (document and not may_send([document.pk])):
        return ""
    return name_with_host(settings.EMBEDDING_MODEL, settings.EMBEDDING_BASE_URL)


def _embedders(corpus: Corpus | None, document: Document | None) -> list[str]:
    corpora = list(Corpus.objects.filter(documents=document)) if document else [corpus] if corpus else []
    return [settings.EMBEDDER, *(name for each in corpora for name in (each.embedder, each.next_embedder))]
