"""The embedders of this installation."""

from pathlib import Path

from django.conf import settings

from corpuses.llm.embedders import Embedder, get_embedder
from corpuses.search.vector_cache import Vector, vector_cache


def embedder_named(name: str) -> Embedder:
    """Return an embedder, which is loaded on first use in this process."""
    return get_embedder(name, Path(settings.MODELS_DIR), settings.EMBEDDER_THREADS)


def default_embedder() -> Embedder:
    """Return the embedder of the settings."""
    return embedder_named(settings.EMBEDDER)


def embed_query(text: str, name: str = "") -> tuple[str, Vector]:
    """Return the name of the embedder, that of the settings by default, and the vector of a text."""
    name = name or settings.EMBEDDER
    return name, vector_cache.embed(embedder_named(name), [text])[0]
