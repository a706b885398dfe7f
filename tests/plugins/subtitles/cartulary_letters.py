"""An example of an embedder. Not beside the parser, which is read where nothing of this may be."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from cartulary.embedders import Embedder, Vectors


class Letters:
    """How often each letter comes; good enough to see that it works."""

    name = "letters"
    dimensions = 384
    window = 256

    def embed(self, texts: Sequence[str]) -> Vectors:
        counts = np.zeros((len(texts), self.dimensions), np.float32)
        for row, text in enumerate(texts):
            np.add.at(counts[row], [ord(letter) % self.dimensions for letter in text or " "], 1)
        lengths: Vectors = np.linalg.norm(counts, axis=1, keepdims=True)
        return counts / lengths

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        return [len(text.split()) for text in texts]


def load_letters(models: Path, threads: int) -> Embedder:
    return Letters()
