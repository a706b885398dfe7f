"""A cache of vectors: searches embed the same sentences again and again. Pure except for the given embedder."""

import hashlib
import logging
import threading
from collections import OrderedDict
from collections.abc import Sequence
from typing import Final

import numpy as np
from django.db import connection
from django.db.utils import ProgrammingError
from numpy.typing import NDArray
from psycopg import sql

from corpuses.llm import minilm
from corpuses.llm.embedders import Embedder

logger = logging.getLogger(__name__)

_CREATE = """
CREATE INDEX {how} IF NOT EXISTS {name} ON corpuses_passagevector
USING hnsw ((vector::halfvec({dimensions})) halfvec_cosine_ops) WHERE embedder = {embedder}
"""


def create_index(embedder: str, dimensions: int) -> None:
    """Create the index of an embedder unless it exists; without it, a search compares all vectors.

    The built-in embedder has one from the migrations. Searches and jobs go on while an index is built.
    """
    if embedder == minilm.NAME:
        return
    statement = sql.SQL(_CREATE).format(
        how=sql.SQL("" if connection.in_atomic_block else "CONCURRENTLY"),
        name=sql.Identifier(index_name(embedder)),
        dimensions=sql.Literal(dimensions),
        embedder=sql.Literal(embedder),
    )
    try:
        with connection.cursor() as cursor:
            cursor.execute(statement)
    except ProgrammingError as error:  # the application may not own the table
        logger.warning("vector_index.missing", extra={"embedder": embedder, "cause": type(error).__name__})


def index_name(embedder: str) -> str:
    """Return the name of the index of an embedder."""
    return f"vector_{hashlib.sha256(embedder.encode()).hexdigest()[:12]}_hnsw"


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
