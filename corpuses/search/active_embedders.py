"""The embedders of this installation."""

from pathlib import Path

from django.conf import settings

from corpuses.llm import minilm
from corpuses.llm.client import LlmSettings
from corpuses.llm.embedders import Embedder, get_embedder, installed_names
from corpuses.llm.remote_embedder import RemoteEmbedder
from corpuses.search.vector_cache import Vector, vector_cache


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
    return RemoteEmbedder(
        settings.EMBEDDING_MODEL,
        settings.EMBEDDING_DIMENSIONS,
        LlmSettings(
            model=settings.EMBEDDING_MODEL,
            api_key=settings.EMBEDDING_API_KEY,
            base_url=settings.EMBEDDING_BASE_URL,
            timeout=settings.EMBEDDING_TIMEOUT_SECONDS,
            max_retries=settings.LLM_MAX_RETRIES,
        ),
        seconds=settings.EMBEDDING_TIMEOUT_SECONDS,
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
