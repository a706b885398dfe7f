"""Contract test for embedders: unit vectors of the right dimensions, the same for the same text."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from cartulary.testing.bad_files import raise_violations
from corpuses.llm.embedders import Embedder, EmbedderFactory

MAX_DIMENSIONS = 4_000  # of an index on vectors of half precision
_TEXTS = ("The rent is due on the first day of each month.", "Die Miete ist am Ersten fällig.", "x", "word " * 3_000)
_TOLERANCE = 1e-3


def check_embedder(factory: EmbedderFactory, models: Path | None = None) -> None:
    """Create an embedder with a folder for its models, and let it embed texts."""
    with TemporaryDirectory() as folder:
        raise_violations(list(_violations(factory(models or Path(folder), 1))))


def _violations(embedder: Embedder) -> Iterator[str]:
    if not 0 < embedder.dimensions <= MAX_DIMENSIONS:
        yield f"it has {embedder.dimensions} dimensions; the product can index up to {MAX_DIMENSIONS}"
    vectors = embedder.embed(_TEXTS)
    if vectors.shape != (len(_TEXTS), embedder.dimensions):
        yield f"{len(_TEXTS)} texts resulted in an array of the shape {vectors.shape}"
        return
    if not np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=_TOLERANCE):
        yield "the vectors are not of unit length, so their dot product is not the cosine"
    if not np.allclose(embedder.embed(_TEXTS[:1])[0], vectors[0], atol=_TOLERANCE):
        yield "a text has another vector when it is embedded alone"
    counts = embedder.count_tokens(_TEXTS)
    if len(counts) != len(_TEXTS) or min(counts) < 1 or counts[-1] <= embedder.window:
        yield f"count_tokens returned {counts}; it must return one number per text, not limited by the window"
