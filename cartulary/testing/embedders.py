"""The contract of embedders: vectors of unit length and of the product's dimensions, the same for the same text."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from cartulary.testing.broken import require_none
from corpuses.llm.embedders import Embedder, EmbedderFactory

DIMENSIONS = 384
_TEXTS = ("The rent is due on the first day of each month.", "Die Miete ist am Ersten fällig.", "x", "word " * 3_000)
_TOLERANCE = 1e-3


def check_embedder(factory: EmbedderFactory, models: Path | None = None) -> None:
    """Make one with a folder for its models, and let it turn texts into vectors."""
    with TemporaryDirectory() as folder:
        require_none(list(_complaints(factory(models or Path(folder), 1))))


def _complaints(embedder: Embedder) -> Iterator[str]:
    if embedder.dimensions != DIMENSIONS:
        yield f"it has {embedder.dimensions} dimensions; the product keeps vectors of {DIMENSIONS}"
    vectors = embedder.embed(_TEXTS)
    if vectors.shape != (len(_TEXTS), embedder.dimensions):
        yield f"{len(_TEXTS)} texts became an array of the shape {vectors.shape}"
        return
    if not np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=_TOLERANCE):
        yield "the vectors are not of unit length, so that their product would not be the cosine"
    if not np.allclose(embedder.embed(_TEXTS[:1])[0], vectors[0], atol=_TOLERANCE):
        yield "the same text has another vector when it comes alone"
    counts = embedder.count_tokens(_TEXTS)
    if len(counts) != len(_TEXTS) or min(counts) < 1 or counts[-1] <= embedder.window:
        yield f"count_tokens gives {counts}: one number for each text, uncut"
