"""An example embedder. It is not in the parser's module, because the sandbox cannot import embedders."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from cartulary.embedders import Embedder, Vectors


class CharacterCounts:
    """Vectors of character frequencies: good enough to demonstrate the interface."""

    name = "characters"
    dimensions = 384
    window = 256

    def embed(self, texts: Sequence[str]) -> Vectors:
        counts = np.zeros((len(texts), self.dimensions), np.float32)
        for row, text in enumerate(texts):
            np.add.at(counts[row], [ord(character) % self.dimensions for character in text or " "], 1)
        lengths: Vectors = np.linalg.norm(counts, axis=1, keepdims=True)
        return counts / lengths

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        return [len(text.split()) for text in texts]


def load_characters(models: Path, threads: int) -> Embedder:
    """Return the embedder; it needs no models."""
    return CharacterCounts()
