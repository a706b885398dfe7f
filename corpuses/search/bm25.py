"""BM25 as a product of two sparse vectors (Robertson and Zaragoza, 2009), which PostgreSQL multiplies. Pure.

The vector of a passage has the saturated frequency of each of its terms, the vector of a query has their rarity. Words
of the header, which names the document and the section, count less than those of the text (BM25F).
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from typing import Final

from corpuses.search.tokenizer import is_identifier

DIMENSIONS: Final = 1_000_000_000  # the most that a sparsevec can have; terms are hashed
K1: Final = 1.2  # how fast further occurrences count less
B: Final = 0.75  # how much longer passages count less
AVERAGE_LENGTH: Final = 70  # terms of a passage; passages are cut to one size, so this need not be measured
HEADER_WEIGHT: Final = 0.6  # of one occurrence in the header
IDENTIFIER_WEIGHT: Final = 3.0  # of `145(c)` in a query, beside the weight of a word
OTHERS: Final = 50  # passages without the term that are added, so that a word of a single document is rare, too

Weights = dict[int, float]


@dataclass(frozen=True, slots=True)
class QueryTerm:
    """A word of a query, and its stems in each language."""

    word: str
    stems: tuple[str, ...]

    @property
    def dimensions(self) -> tuple[int, ...]:
        """Return the places of its stems in the vectors."""
        return tuple(sorted({dimension(stem) for stem in self.stems}))

    @property
    def weight(self) -> float:
        """Return how much the term counts beside its rarity: who writes `145(c)` means nothing else."""
        return IDENTIFIER_WEIGHT if is_identifier(self.word) else 1.0


def passage_weights(terms: Sequence[str], header: Iterable[str]) -> Weights:
    """Return the vector of a passage with these terms, which are stems."""
    frequencies: dict[str, float] = {}
    for term in terms:
        frequencies[term] = frequencies.get(term, 0) + 1
    for term in dict.fromkeys(header):
        frequencies[term] = frequencies.get(term, 0) + HEADER_WEIGHT
    norm = K1 * (1 - B + B * len(terms) / AVERAGE_LENGTH)
    weights: Weights = {}
    for term, frequency in frequencies.items():
        place = dimension(term)
        weights[place] = max(weights.get(place, 0.0), frequency * (K1 + 1) / (frequency + norm))
    return weights


def query_terms(words: Sequence[str], stems: Iterable[Mapping[str, str]]) -> list[QueryTerm]:
    """Return the words of a query that have a stem in some language; words of the same stems count once."""
    by_language = list(stems)
    terms: dict[tuple[int, ...], QueryTerm] = {}
    for word in words:
        variants = dict.fromkeys(found[word] for found in by_language if word in found)
        if variants:
            term = QueryTerm(word, tuple(variants))
            terms.setdefault(term.dimensions, term)
    return list(terms.values())


def rarity(count: int, *, among: int) -> float:
    """Return the inverse document frequency, which is positive also for terms that all passages have."""
    return math.log(1 + (among + OTHERS - count + 0.5) / (count + 0.5))


@lru_cache(maxsize=50_000)  # a document repeats its terms
def dimension(term: str) -> int:
    """Return the place of a term in the vectors. Two terms share one about once in ten thousand documents."""
    return int.from_bytes(blake2b(term.encode(), digest_size=8).digest()) % DIMENSIONS
