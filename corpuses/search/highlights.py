"""Find the sentence of a passage that matches a query best. Pure except for the given function."""

from collections.abc import Callable, Sequence
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from corpuses.search.sentences import Span, sentences

Embed = Callable[[Sequence[str]], NDArray[np.float32]]

SHORT = 60  # characters; a heading or a number alone is too short, so the next sentence is included

# Embedding sentences takes most of the time of a search. These limits save most of it.
READ = 160  # characters of a sentence that are compared with the query
CANDIDATES = 3  # sentences of a passage that are compared: those with most words of the query
COMPARED = 6  # sentences of all passages: those of the first ones; in the others the words of the query decide

DECISIVE = 0.5  # share of the query's words with which the best sentence is chosen without comparing its meaning

WORDS_WEIGHT = 0.3  # weight of the share of the query's words that a sentence contains, beside the cosine


def best_spans(
    texts: Sequence[str], *, question: NDArray[np.float32], terms: Sequence[str], embed: Embed
) -> list[Span]:
    """Return the position of the best sentence of each text, best text first. All candidates are embedded at once."""
    cut = [sentences(text) or [Span(0, len(text))] for text in texts]
    chosen = _limited([_candidates(text, spans, terms) for text, spans in zip(texts, cut, strict=True)])
    compared = [
        text[spans[number].start : spans[number].end][:READ]
        for text, spans, candidates in zip(texts, cut, chosen, strict=True)
        for number in candidates
        if len(candidates) > 1
    ]
    cosines = iter(embed(compared) @ question if compared else ())
    best: list[Span] = []
    for spans, candidates in zip(cut, chosen, strict=True):
        if len(candidates) == 1:
            best.append(_completed(spans, next(iter(candidates))))
            continue
        scores = {number: next(cosines) + WORDS_WEIGHT * share for number, share in candidates.items()}
        best.append(_completed(spans, max(scores, key=lambda number: scores[number])))
    return best


def _candidates(text: str, spans: Sequence[Span], terms: Sequence[str]) -> dict[int, float]:
    """Return the best sentences by words, each with its share of `terms`; the longer ones first among equals.

    If one has at least half of the words, and more than all others, it is the only one.
    """
    lowered = [text[span.start : span.end].lower() for span in spans]
    shares = [sum(term in sentence for term in terms) / max(1, len(terms)) for sentence in lowered]
    order = sorted(range(len(spans)), key=lambda number: (-shares[number], -len(lowered[number])))
    best, *others = order
    if shares[best] >= DECISIVE and all(shares[other] < shares[best] for other in others[:1]):
        return {best: shares[best]}
    return {number: shares[number] for number in order[:CANDIDATES]}


def _limited(chosen: Sequence[dict[int, float]]) -> list[dict[int, float]]:
    """Leave only the first candidate of each text after the first texts, whose candidates are compared."""
    compared = 0
    limited = []
    for candidates in chosen:
        compared += len(candidates) if len(candidates) > 1 else 0
        limited.append(candidates if compared <= COMPARED else dict(islice(candidates.items(), 1)))
    return limited


def _completed(spans: Sequence[Span], chosen: int) -> Span:
    start, last = spans[chosen].start, chosen
    while spans[last].end - start < SHORT and last + 1 < len(spans):
        last += 1
    return Span(start, spans[last].end)
