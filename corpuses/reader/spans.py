"""Choose the best spans of what the network says about tokens. Pure."""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from corpuses.llm.reader import Logits

ENDS = 20  # the best starts and the best ends of a window that are combined
LONGEST = 256  # tokens of an answer


class Candidate(NamedTuple):
    """A possible answer, in tokens of a window or in characters of a text; `end` is exclusive.

    The score is how much better it is than "not in this window", in logits.
    """

    score: float
    start: int
    end: int


def candidates(logits: Logits, *, count: int) -> list[Candidate]:
    """Return the best spans of tokens of a window, best first, without overlap."""
    starts = np.argsort(-logits.start, kind="stable")[:ENDS]
    ends = np.argsort(-logits.end, kind="stable")[:ENDS]
    scores = logits.start[starts][:, None] + logits.end[ends][None, :] - logits.none
    lengths = ends[None, :] - starts[:, None]
    scores[(lengths < 0) | (lengths > LONGEST)] = -np.inf
    return without_overlap(
        (
            Candidate(float(scores[start, end]), int(starts[start]), int(ends[end]) + 1)
            for start, end in np.argwhere(np.isfinite(scores))
        ),
        count=count,
    )


def without_overlap(found: Iterable[Candidate], *, count: int) -> list[Candidate]:
    """Return the best that do not overlap a better one."""
    kept: list[Candidate] = []
    for candidate in sorted(found, key=lambda each: (-each.score, each.start, each.end)):
        if len(kept) == count:
            break
        if all(candidate.end <= other.start or other.end <= candidate.start for other in kept):
            kept.append(candidate)
    return kept
