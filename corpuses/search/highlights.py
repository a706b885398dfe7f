"""Find the sentence of a passage that matches a query best. Pure except for the given function."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, islice

import numpy as np
from numpy.typing import NDArray

from corpuses.search.sentences import Span, sentences

Embed = Callable[[Sequence[str]], NDArray[np.float32]]

SHORT = 60  # characters; a heading or a number alone is too short, so the next sentence is included

# Embedding sentences takes most of the time of a search. These limits save most of it.
READ = 120  # characters of a sentence that are compared with the query
CANDIDATES = 2  # sentences of a passage that are compared: those with most words of the query
COMPARED = 2  # sentences of all passages: those of the first one; in the others the words of the query decide

DECISIVE = 0.05  # by so much the best sentence has a greater share of the query's words if they alone decide

WORDS_WEIGHT = 0.3  # weight of the share of the query's words that a sentence contains, beside the cosine


@dataclass(frozen=True)
class _Sentences:
    """The sentences of a text, and where they are."""

    spans: Sequence[Span]
    texts: Sequence[str]

    @cached_property
    def lowered(self) -> list[str]:
        return [text.lower() for text in self.texts]


def best_spans(
    texts: Sequence[str], *, question: NDArray[np.float32], terms: Sequence[str], embed: Embed
) -> list[Span]:
    """Return the position of the best sentence of each text, best text first. All candidates are embedded at once."""
    cut = [_cut(text) for text in texts]
    chosen = _limited(_candidates(cut, terms))
    compared = [
        each.texts[number][:READ]
        for each, candidates in zip(cut, chosen, strict=True)
        for number in candidates
        if len(candidates) > 1
    ]
    cosines = iter(embed(compared) @ question if compared else ())
    best: list[Span] = []
    for each, candidates in zip(cut, chosen, strict=True):
        if len(candidates) == 1:
            best.append(_completed(each.spans, next(iter(candidates))))
            continue
        scores = {number: next(cosines) + WORDS_WEIGHT * share for number, share in candidates.items()}
        best.append(_completed(each.spans, max(scores, key=lambda number: scores[number])))
    return best


def _cut(text: str) -> _Sentences:
    spans = sentences(text) or [Span(0, len(text))]
    return _Sentences(spans, [text[span.start : span.end] for span in spans])


def _candidates(cut: Sequence[_Sentences], terms: Sequence[str]) -> list[dict[int, float]]:
    """Return the best sentences of each text by words, with their shares; the longer ones first among equals.

    A word counts by its rarity among all these sentences: the texts were found by the words of the query, and those
    that every sentence has decide nothing. If the words decide, one sentence is returned.
    """
    rarity = _rarities(list(chain.from_iterable(each.lowered for each in cut)), terms)
    total = sum(rarity.values()) or 1.0
    chosen = []
    for each in cut:
        shares = [sum(rarity[term] for term in rarity if term in sentence) / total for sentence in each.lowered]
        order = sorted(range(len(shares)), key=lambda number: (-shares[number], -len(each.lowered[number])))
        is_decided = len(order) == 1 or shares[order[0]] - shares[order[1]] >= DECISIVE
        chosen.append({number: shares[number] for number in order[: 1 if is_decided else CANDIDATES]})
    return chosen


def _rarities(lowered: Sequence[str], terms: Sequence[str]) -> dict[str, float]:
    counts = {term: sum(term in sentence for sentence in lowered) for term in terms}
    return {term: math.log(1 + (len(lowered) - count + 0.5) / (count + 0.5)) for term, count in counts.items() if count}


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
