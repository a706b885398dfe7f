"""Embedders behind an OpenAI-compatible API. Pure: settings are passed as a value."""

import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from corpuses.llm.client import LlmClient, LlmSettings
from corpuses.llm.errors import LlmAnswerInvalid
from corpuses.llm.tokens import estimate_tokens

BATCH = 64  # texts of one request
WINDOW = 8_000  # tokens, the least that servers accept of one text


@dataclass(slots=True)
class RemoteEmbedder:
    """A model of a server. Each call ends within `seconds`, with all its retries. Requests are sent inside `guard`."""

    name: str
    dimensions: int
    settings: LlmSettings
    seconds: float
    check: Callable[[], None] = lambda: None
    guard: Callable[[], AbstractContextManager[object]] = nullcontext
    window: int = WINDOW

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one row of unit length per text."""
        client = LlmClient(self.settings, deadline=time.monotonic() + self.seconds, check=self.check)
        rows: list[Sequence[float]] = []
        for begin in range(0, len(texts), BATCH):
            with self.guard():
                rows += client.embed(texts[begin : begin + BATCH])
        vectors = np.array(rows, np.float32).reshape(len(rows), -1)
        if vectors.shape != (len(texts), self.dimensions):
            raise LlmAnswerInvalid(f"The embedder made vectors of {vectors.shape[1]} numbers, not {self.dimensions}.")
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        return np.asarray(vectors / np.maximum(lengths, np.finfo(np.float32).tiny), np.float32)

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Return an estimate of the number of tokens."""
        return [estimate_tokens(text) for text in texts]
