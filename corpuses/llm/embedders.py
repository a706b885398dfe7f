"""Embedders: plug-ins that turn text into vectors. Pure: no Django, no network.

A plug-in is a factory named by the entry point group `cartulary.embedders`.
"""

import ctypes
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol, cast

import numpy as np
from numpy.typing import NDArray

from core.errors import UserFault
from core.plugins import BadPlugin, Installed, PluginProblem, installed
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


_loaded: dict[tuple[str, Path, int], Embedder] = {}


def get_embedder(name: str, models: Path, threads: int) -> Embedder:
    """Load the embedder on first use in this process; it stays."""
    key = (name, models, threads)
    if key not in _loaded:
        _loaded[key] = _factory(name)(models, threads)
    return _loaded[key]


def _begin_anew() -> None:
    """A forked child does not have the threads that its parent's model runs on: it loads its own.

    The parent's is kept for ever, because taking it down would wait for those threads.
    """
    for embedder in _loaded.values():
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(embedder))
    _loaded.clear()


os.register_at_fork(after_in_child=_begin_anew)


def _factory(name: str) -> EmbedderFactory:
    if name in BUILT_IN:
        return BUILT_IN[name]
    found = _installed()
    if name in found.plugins:
        return found.plugins[name]
    for problem in found.problems:
        if problem.name == name:
            raise UnknownEmbedder(f"The embedder {name!r} cannot be used: {problem.reason}.")
    known = ", ".join(sorted({*BUILT_IN, *found.plugins}))
    raise UnknownEmbedder(f"There is no embedder {name!r}; installed: {known}.")


def problems() -> tuple[PluginProblem, ...]:
    """Embedders that are installed and cannot be used; whether its model is there shows when it is first used."""
    return _installed().problems


def _installed() -> Installed[EmbedderFactory]:
    return installed(GROUP, _made, built_in=BUILT_IN)


def _made(loaded: object) -> EmbedderFactory:
    if not callable(loaded):
        raise BadPlugin(f"{loaded!r} is no function that loads an embedder")
    return cast("EmbedderFactory", loaded)
