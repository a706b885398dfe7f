"""The embedders of this installation, and which of them may get the text of a document."""

from collections.abc import Collection
from pathlib import Path
from uuid import UUID

from django.conf import settings

from core.breakers import breaker_of
from corpuses.llm import minilm
from corpuses.llm.client import LlmSettings
from corpuses.llm.embedders import Embedder, get_embedder, installed_names
from corpuses.llm.remote_embedder import RemoteEmbedder
from corpuses.models import Corpus
from corpuses.providers.sending import name_with_host, sendable
from corpuses.providers.services import WORKING
from corpuses.search.vectors import Vector, vector_cache
from documents.models import Document


def embedder_named(name: str) -> Embedder:
    """Return an embedder: that of the settings for a server, or one that is loaded on first use in this process."""
    if is_remote(name):
        return _remote()
    return get_embedder(name, Path(settings.MODELS_DIR), settings.EMBEDDER_THREADS)


def embedder_names() -> list[str]:
    """Return the embedders of this installation: the built-in one, plug-ins, and that of the settings for a server."""
    return sorted({*installed_names(), *([settings.EMBEDDING_MODEL] if settings.EMBEDDING_MODEL else [])})


def _remote() -> Embedder:
    """Return the embedder behind an OpenAI-compatible API."""
    chosen = LlmSettings(
        model=settings.EMBEDDING_MODEL,
        api_key=settings.EMBEDDING_API_KEY,
        base_url=settings.EMBEDDING_BASE_URL,
        timeout=settings.EMBEDDING_TIMEOUT_SECONDS,
        max_retries=settings.LLM_MAX_RETRIES,
    )
    breaker = breaker_of("embedder", chosen.host)
    return RemoteEmbedder(
        settings.EMBEDDING_MODEL,
        settings.EMBEDDING_DIMENSIONS,
        chosen,
        seconds=settings.EMBEDDING_TIMEOUT_SECONDS,
        guard=lambda: breaker.call(excluded=WORKING),
    )


def is_remote(name: str) -> bool:
    """Check whether an embedder is a server, which gets the texts."""
    return bool(name) and name == settings.EMBEDDING_MODEL


def local_embedder(name: str = "") -> str:
    """Return an embedder, that of the settings by default, if no server gets the texts, else the built-in one."""
    name = name or settings.EMBEDDER
    return minilm.NAME if is_remote(name) else name


def default_embedder() -> Embedder:
    """Return the embedder of the settings."""
    return embedder_named(settings.EMBEDDER)


def embed_query(text: str, name: str = "") -> tuple[str, Vector]:
    """Return the name of the embedder, that of the settings by default, and the vector of a text."""
    name = name or settings.EMBEDDER
    return name, vector_cache.embed(embedder_named(name), [text])[0]


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
