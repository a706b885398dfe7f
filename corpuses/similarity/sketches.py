"""MinHash signatures of texts (Broder, 1997): the share of equal places estimates how similar two texts are. Pure.

A text is the set of its pairs of neighbouring words, without case and punctuation; the similarity of two texts
is the share of pairs that both have, among those of either (Jaccard).
"""

import re
import zlib
from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

VERSION: Final = 1  # of the signatures; older ones are made again
DOCUMENT_SIZE: Final = 252  # numbers in the signature of a document
CLAUSE_SIZE: Final = 64
LEAST_WORDS: Final = 12  # of a clause: shorter ones, as headings and addresses, are alike everywhere
_WORD: Final = re.compile(r"[^\W_]+")
_PRIME: Final = np.uint64(0x9E3779B97F4A7C15)

Signatures = NDArray[np.uint16]
Pairs = NDArray[np.uint64]


def words_of(text: str) -> list[str]:
    """Return the words of a text as they are compared."""
    return _WORD.findall(text.casefold())


def pairs_of(text: str) -> Pairs:
    """Return a hash of each pair of neighbouring words, once; of a single word, that of the word."""
    words = np.array([zlib.crc32(word.encode()) for word in words_of(text)], np.uint64)
    if len(words) > 1:
        words = words[:-1] << np.uint64(32) | words[1:]
    return np.unique(mixed(words))


def signature(pairs: Pairs) -> Signatures:
    """Return the signature of a document, whose text has a word."""
    return np.asarray(_signatures(pairs, [0], DOCUMENT_SIZE)[0])


def clause_signatures(clauses: Sequence[Pairs]) -> Signatures:
    """Return the signatures of clauses that each have a word, one row for each."""
    if not clauses:
        return np.empty((0, CLAUSE_SIZE), np.uint16)
    starts = np.cumsum([0, *(len(each) for each in clauses[:-1])])
    return _signatures(np.concatenate(clauses), starts, CLAUSE_SIZE)


def estimate(signatures: Signatures, other: Signatures) -> NDArray[np.floating[Any]]:
    """Return the similarities of signatures, row by row, to one or to as many others."""
    return np.asarray((signatures == other).mean(axis=-1))


def jaccard(pairs: Pairs, others: Pairs) -> float:
    """Return the similarity of two texts."""
    common = len(np.intersect1d(pairs, others, assume_unique=True))
    return common / max(len(pairs) + len(others) - common, 1)


def dice(similarity: float) -> float:
    """Return the share of the pairs of two texts that both have (Dice), which users expect, from that of Jaccard."""
    return 2 * similarity / (1 + similarity)


def _signatures(pairs: Pairs, starts: Any, size: int) -> Signatures:
    """Return the least value of each text under `size` hash functions, of which 16 bits are kept."""
    random = np.random.default_rng(7)
    factors = random.integers(0, 2**63, size, np.uint64) * np.uint64(2) + np.uint64(1)
    masks = random.integers(0, 2**63, size, np.uint64)
    columns = [
        np.minimum.reduceat(mixed((pairs ^ mask) * factor), starts) for factor, mask in zip(factors, masks, strict=True)
    ]
    return (np.stack(columns, axis=1) & np.uint64(0xFFFF)).astype(np.uint16)


def mixed(values: Pairs) -> Pairs:
    """Spread differences over all bits."""
    values = (values ^ (values >> np.uint64(31))) * _PRIME
    return np.asarray(values ^ (values >> np.uint64(29)))
