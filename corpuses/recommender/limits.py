"""Limits of the recommender. `benchmarks/recommender.py` measures what they achieve."""

from typing import Final

NEEDED: Final = 10
"""The examples that are needed to start."""
THRESHOLD: Final = 0.4
"""The least probability of a suggestion. It is cautious: other sentences count as counter-examples until reviewed."""
MAX_PER_DOCUMENT: Final = 3
MAX_SUGGESTIONS: Final = 500
MAX_DOCUMENTS: Final = 1_000
"""The documents that are looked at: those with the nearest passages."""
PASSAGES: Final = 8
"""The passages of a document, of about five sentences each, whose sentences are looked at."""
