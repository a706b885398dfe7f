"""The indexes of vectors: one for each embedder, because vectors of two models must never be compared."""

import hashlib
import logging

from django.db import connection
from django.db.utils import ProgrammingError
from psycopg import sql

from corpuses.llm import minilm

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
