"""Find the sentence of a passage that matches a query best. Pure except for the given function."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from corpuses.search.sentences import Span, sentences

Embed = Callable[[Sequence[str]], NDArray[np.float32]]

SHORT = 60  # characters; a heading or a number alone is too short, so the next sentence is included

# Embedding sentences takes most of the time of a search. These two limits save two thirds of it and lose 2 % of the
# results (benchmarks/retrieval.py).
READ = 200  # characters of a sentence that are compared with the query
CANDIDATES = 3  # sentences of a passage that are compared: those with most words of the query

WORDS_WEIGHT = 0.3  # weight of the share of the query's words that a sentence contains, beside the cosine


def best_spans(
    texts: Sequence[str], *, question: NDArray[np.float32], terms: Sequence[str], embed: Embed
) -> list[Span]:
    """Return the position of the best sentence of each text. All candidates are embedded at once."""
    cut = [sentences(text) or [Span(0, len(text))] for text in texts]
    chosen = [_candidates(text, spans, terms) for text, spans in zip(texts, cut, strict=True)]
    flat = [
        text[spans[number].start : spans[number].end][:READ]
        for text, spans, candidates in zip(texts, cut, chosen, strict=True)
        for number in candidates
    ]
    cosines = iter(embed(flat) @ question)
    best: list[Span] = []
    for spans, candidates in zip(cut, chosen, strict=True):
        scores = {number: next(cosines) + WORDS_WEIGHT * share for number, share in candidates.items()}
        best.append(_completed(spans, max(scores, key=lambda number: scores[number])))
    return best


def _candidates(text: str, spans: Sequence[Span], terms: Sequence[str]) -> dict[int, float]:
    """Return the best sentences by words, each with its share of `terms`; the longer ones first among equals."""
    lowered = [text[span.start : span.end].lower() for span in spans]
    shares = [sum(term in sentence for term in terms) / max(1, len(terms)) for sentence in lowered]
    order = sorted(range(len(spans)), key=lambda number: (-shares[number], -len(lowered[number])))
    return {number: shares[number] for number in order[:CANDIDATES]}


def _completed(spans: Sequence[Span], chosen: int) -> Span:
    start, last = spans[chosen].start, chosen
    while spans[last].end - start < SHORT and last + 1 < len(spans):
        last += 1
    return Span(start, spans[last].end)
