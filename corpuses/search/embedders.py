"""The embedders of this installation, and which of them may get the text of a document."""

import logging
from collections.abc import Collection
from functools import cached_property
from pathlib import Path
from typing import Final
from uuid import UUID

from django.conf import settings
from pgvector import HalfVector

from core.breakers import breaker_of
from core.errors import CircuitOpen, DomainError
from corpuses.llm import minilm
from corpuses.llm.client import LlmSettings
from corpuses.llm.embedders import Embedder, get_embedder, installed_names
from corpuses.llm.remote_embedder import RemoteEmbedder
from corpuses.models import Corpus
from corpuses.providers.sending import name_with_host, sendable
from corpuses.providers.services import NO_FAILURES
from corpuses.search.tokenizer import clean_question
from corpuses.search.vectors import vector_cache
from documents.models import Document

logger = logging.getLogger(__name__)

WORDS_ONLY: Final = (
    "Only words were searched, not meanings: the server for meanings does not answer. Search again later to find more."
)
_SEARCH_SECONDS: Final = 3.0  # that a search waits for a server, which it asks once; then only its words are compared


def embedder_named(name: str) -> Embedder:
    """Return an embedder: that of the settings for a server, or one that is loaded on first use in this process."""
    if is_remote(name):
        return _remote(settings.EMBEDDING_TIMEOUT_SECONDS, settings.LLM_MAX_RETRIES)
    return get_embedder(name, Path(settings.MODELS_DIR), settings.EMBEDDER_THREADS)


def embedder_names() -> list[str]:
    """Return the embedders of this installation: the built-in one, plug-ins, and that of the settings for a server."""
    return sorted({*installed_names(), *([settings.EMBEDDING_MODEL] if settings.EMBEDDING_MODEL else [])})


def _remote(seconds: float, retries: int) -> Embedder:
    """Return the embedder behind an OpenAI-compatible API; a call ends within the seconds, with all its retries."""
    chosen = LlmSettings(
        model=settings.EMBEDDING_MODEL,
        api_key=settings.EMBEDDING_API_KEY,
        base_url=settings.EMBEDDING_BASE_URL,
        timeout=seconds,
        max_retries=retries,
    )
    breaker = breaker_of("embedder", chosen.host)
    return RemoteEmbedder(
        settings.EMBEDDING_MODEL,
        settings.EMBEDDING_DIMENSIONS,
        chosen,
        seconds=seconds,
        guard=lambda: breaker.call(excluded=NO_FAILURES),
    )


def is_remote(name: str) -> bool:
    """Check whether an embedder is a server, which gets the texts."""
    return bool(name) and name == settings.EMBEDDING_MODEL


def local_embedder(name: str = "") -> str:
    """Return an embedder, that of the settings by default, if no server gets the texts, else the built-in one."""
    name = name or settings.EMBEDDER
    return minilm.NAME if is_remote(name) else name


class Meaning:
    """The meaning of a text that is searched for: its vector by an embedder, by default that of the settings.

    It is computed when it is first needed. `is_unknown`: the embedder did not answer, so only words can be compared.
    """

    def __init__(self, text: str, embedder: str = "") -> None:
        self.text = clean_question(text)
        self.embedder: str = embedder or settings.EMBEDDER
        self.is_unknown = False

    @cached_property
    def vector(self) -> HalfVector | None:
        """The vector; `None` if the embedder did not answer."""
        try:
            return HalfVector(vector_cache.embed(self._embedder(), [self.text])[0])
        except DomainError as error:
            level = logging.INFO if isinstance(error, CircuitOpen) else logging.WARNING  # each search gets that one
            logger.log(level, "search.words_only", extra={"embedder": self.embedder, "code": error.code})
            self.is_unknown = True
            return None

    def _embedder(self) -> Embedder:
        if is_remote(self.embedder):
            return _remote(min(_SEARCH_SECONDS, settings.EMBEDDING_TIMEOUT_SECONDS), retries=0)
        return embedder_named(self.embedder)


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
