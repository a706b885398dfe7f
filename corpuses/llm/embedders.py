"""Embedders: plug-ins that turn text into vectors. Pure: no Django, no network.

A plug-in is a factory named by the entry point group `cartulary.embedders`.
"""

import os
from collections.abc import Callable, Sequence
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from core.errors import UserFault
from corpuses.llm import minilm

GROUP = "cartulary.embedders"

Vectors = NDArray[np.float32]


class Embedder(Protocol):
    """Turns texts into vectors of unit length, so that the cosine is the dot product."""

    name: str
    dimensions: int
    window: int
    """Tokens that a text may have; what is beyond is not seen."""

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Give one row per text."""
        ...

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Give the number of tokens of each text, uncut, without the ones that frame it."""
        ...


EmbedderFactory = Callable[[Path, int], Embedder]
"""Takes the folder where models are kept and the number of threads."""

BUILT_IN: dict[str, EmbedderFactory] = {minilm.NAME: minilm.load}


class UnknownEmbedder(UserFault):
    """No embedder of this name is installed."""

    code = "unknown_embedder"


@cache
def get_embedder(name: str, models: Path, threads: int) -> Embedder:
    """Load the embedder on first use in this process; it stays."""
    return _factory(name)(models, threads)


# A forked child does not have the threads that the parent's session runs on: it loads its own.
os.register_at_fork(after_in_child=get_embedder.cache_clear)


def _factory(name: str) -> EmbedderFactory:
    if name in BUILT_IN:
        return BUILT_IN[name]
    found = {point.name: point for point in entry_points(group=GROUP)}
    if name not in found:
        known = ", ".join(sorted(BUILT_IN | found))
        raise UnknownEmbedder(f"There is no embedder {name!r}; installed: {known}.")
    factory: EmbedderFactory = found[name].load()
    return factory
