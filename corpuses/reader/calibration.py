"""Probabilities of the reader's scores (Platt scaling), and from which probability an answer counts as found. Pure.

The constants are written by `python -m benchmarks.reader.calibrate`, which fits them on every other development
contract and reports the error on the rest (`docs/benchmarks.md`). They belong to the weights; others need others.
"""

import math
from typing import Final, NamedTuple


class Platt(NamedTuple):
    """The probability is the logistic function of `slope * score + offset`."""

    slope: float
    offset: float

    def probability(self, score: float) -> float:
        """Return the probability of a score."""
        # Beyond 30 it is 0 or 1, and the exponential may overflow.
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, self.slope * score + self.offset))))


IS_ANSWERED: Final = Platt(slope=0.2209, offset=-0.0753)
"""That the text answers the question, from the score of the best span."""

IS_RIGHT: Final = Platt(slope=0.2671, offset=-0.8852)
"""That a span belongs to the answer, from its own score."""

FOUND: Final = 0.46
"""The probability from which an answer counts as found."""
