"""A cache of vectors: searches embed the same sentences again and again. Pure except for the given embedder."""

import threading
from collections import OrderedDict
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from corpuses.llm.embedders import Embedder

Vector = NDArray[np.float32]

_SIZE: Final = 10_000  # about 20 MB in each process


class VectorCache:
    """The most recently used vectors of a process, by embedder and text. Thread-safe."""

    def __init__(self, size: int = _SIZE) -> None:
        self._size = size
        self._vectors: OrderedDict[tuple[str, str], Vector] = OrderedDict()
        self._lock = threading.Lock()

    def embed(self, embedder: Embedder, texts: Sequence[str]) -> Vector:
        """Return one row per text, embedding only those that are not in the cache."""
        with self._lock:
            rows = {text: self._vectors.get((embedder.name, text)) for text in texts}
        missing = [text for text, row in rows.items() if row is None]
        if missing:
            rows.update(zip(missing, embedder.embed(missing), strict=True))
        with self._lock:
            for text, row in rows.items():
                if row is not None:
                    self._vectors[embedder.name, text] = row
                    self._vectors.move_to_end((embedder.name, text))
            while len(self._vectors) > self._size:
                self._vectors.popitem(last=False)
        return np.stack([row for text in texts if (row := rows[text]) is not None])


vector_cache = VectorCache()
