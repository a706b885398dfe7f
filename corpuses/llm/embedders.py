"""Embedders: plug-ins that turn text into vectors. Pure: no Django, no network.

A plug-in is a factory named by the entry point group `cartulary.embedders`.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol, cast

import numpy as np
from numpy.typing import NDArray

from core.errors import UserFault
from core.plugins import BadPlugin, Installed, PluginProblem, installed
from corpuses.llm import minilm
from corpuses.llm.loaded_models import models as loaded_models

GROUP = "cartulary.embedders"

Vectors = NDArray[np.float32]


class Embedder(Protocol):
    """Turns texts into vectors of unit length, so that the cosine is the dot product."""

    name: str
    dimensions: int
    window: int
    """The number of tokens that are embedded; further ones are ignored."""

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one row per text."""
        ...

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Return the number of tokens of each whole text, without the special ones at its ends."""
        ...


EmbedderFactory = Callable[[Path, int], Embedder]
"""A factory of embedders; its arguments are the folder of the models and the number of threads."""

BUILT_IN: dict[str, EmbedderFactory] = {minilm.NAME: minilm.load}


class UnknownEmbedder(UserFault):
    """No embedder of this name is installed."""

    code = "unknown_embedder"
    what_to_do = "Operators: set `EMBEDDER` to an installed one."


def get_embedder(name: str, models: Path, threads: int) -> Embedder:
    """Return the embedder, which is loaded when it is used in this process."""
    return loaded_models.get((GROUP, name, models, threads), lambda: _factory(name)(models, threads))


def release_memory(embedder: Embedder) -> None:
    """Release the memory that an embedder keeps for the next texts, if it is the built-in one."""
    if isinstance(embedder, minilm.MiniLm):
        embedder.release_memory()


def _factory(name: str) -> EmbedderFactory:
    if name in BUILT_IN:
        return BUILT_IN[name]
    found = _installed()
    if name in found.plugins:
        return found.plugins[name]
    for problem in found.problems:
        if problem.name == name:
            raise UnknownEmbedder(f"The embedder {name!r} cannot be used: {problem.reason}.")
    known = ", ".join(installed_names())
    raise UnknownEmbedder(f"There is no embedder {name!r}; installed: {known}.")


def installed_names() -> list[str]:
    """Return the names of the built-in embedder and of the plug-ins that can be used."""
    return sorted({*BUILT_IN, *_installed().plugins})


def problems() -> tuple[PluginProblem, ...]:
    """Return the installed embedders that cannot be used. Missing models are only found on first use."""
    return _installed().problems


def _installed() -> Installed[EmbedderFactory]:
    return installed(GROUP, _validate, built_in=BUILT_IN)


def _validate(loaded: object) -> EmbedderFactory:
    if not callable(loaded):
        raise BadPlugin(f"{loaded!r} is no function that loads an embedder")
    return cast("EmbedderFactory", loaded)
