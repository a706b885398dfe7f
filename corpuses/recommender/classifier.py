"""A classifier of sentences that learns a label from about ten examples. Pure.

A weighted logistic regression with L2 regularization on the vector of a sentence beside its words (single words and
pairs, hashed, weighted by their rarity). It is fitted in its dual form: there are fewer sentences than features.

Most sentences are of documents without an example, and few of them deserve the label. They count as counter-examples
of less weight: without them, what is common in the ten labelled documents looks like the label.
Every sentence gets its score from a model that was fitted without its document; the scores are calibrated on these
sentences, so that a probability holds for documents that the model has not seen.
`benchmarks/recommender.py` compares this with nearest neighbours and with the centroid of the examples.
"""

import re
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import pairwise
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

_DIMENSIONS: Final = 2**14  # of the hashed words
_FOLDS: Final = 4
_MOST: Final = 300  # counter-examples, and as many other sentences, that a model is fitted to
_EXAMPLE_WEIGHT: Final = 5.0
_OTHER_WEIGHT: Final = 0.3
_OTHER_SHARE: Final = 1.0  # of the weight of all counter-examples, for all other sentences together
_PENALTY: Final = 1.0
_STEPS: Final = 25  # of Newton's method; five to ten are enough
_LIMIT: Final = 8.0  # of a logit: beyond it, the weights of Newton's method are nearly 0
_WORD: Final = re.compile(r"[^\W_]+")

Floats = NDArray[np.floating[Any]]


class Kind(IntEnum):
    """The training value of a sentence. `OTHER` is of a document without an example."""

    OTHER = 0
    COUNTER_EXAMPLE = 1
    EXAMPLE = 2


@dataclass(frozen=True, slots=True)
class Sentences:
    """Sentences with their vectors of unit length, the numbers of their documents, and their training values."""

    texts: Sequence[str]
    vectors: Floats
    documents: NDArray[np.int64]
    kinds: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class _Words:
    """The hashed words of sentences, and the weight of each dimension."""

    hashes: Sequence[NDArray[np.int64]]
    weights: Floats

    def rows(self, chosen: NDArray[np.int64]) -> Floats:
        """Return one row of unit length per chosen sentence."""
        rows = np.zeros((len(chosen), _DIMENSIONS), np.float32)
        for row, index in zip(rows, chosen.tolist(), strict=True):
            row[self.hashes[index]] = self._normalized(index)
        return rows

    def products(self, vector: Floats) -> Floats:
        """Return the dot product of each row with a vector."""
        return np.array([self._normalized(index) @ vector[hashes] for index, hashes in enumerate(self.hashes)])

    def _normalized(self, index: int) -> Floats:
        weights = self.weights[self.hashes[index]]
        return weights / max(float(np.linalg.norm(weights)), 1e-9)


def probabilities(sentences: Sentences) -> Floats:
    """Return for each sentence the probability that it deserves the label. There are some examples in the sentences."""
    words = _words(sentences.texts)
    folds = _folds(sentences)
    scores = np.zeros(len(folds))
    is_other = sentences.kinds == Kind.OTHER
    for fold in range(_FOLDS):
        own = folds == fold
        # Other sentences are scored by a model of all examples, the others by one without their document.
        for scored, known in ((own & is_other, ~own | ~is_other), (own & ~is_other, ~own)):
            if scored.any():
                scores[scored] = _scores(sentences, words, known)[scored]
    return _calibrated(scores, sentences.kinds)


def _words(texts: Sequence[str]) -> _Words:
    hashes = [_hashes(text) for text in texts]
    counts = np.bincount(np.concatenate(hashes), minlength=_DIMENSIONS)
    return _Words(hashes, np.log1p(len(texts) / (1 + counts)).astype(np.float32))


def _hashes(text: str) -> NDArray[np.int64]:
    words = _WORD.findall(text.lower())
    pairs = (f"{first}_{second}" for first, second in pairwise(words))
    return np.array(sorted({zlib.crc32(each.encode()) % _DIMENSIONS for each in (*words, *pairs)}), np.int64)


def _folds(sentences: Sentences) -> NDArray[np.int64]:
    """Divide the documents with examples evenly, and the others; the sentences of an only one with examples itself."""
    labelled = np.unique(sentences.documents[sentences.kinds == Kind.EXAMPLE])
    others = np.setdiff1d(sentences.documents, labelled)
    fold = {document: place % _FOLDS for part in (labelled, others) for place, document in enumerate(_shuffled(part))}
    folds = np.array([fold[document] for document in sentences.documents], np.int64)
    if len(labelled) == 1:
        for kind in Kind:
            inside = np.flatnonzero((sentences.documents == labelled[0]) & (sentences.kinds == kind))
            folds[inside] = np.arange(len(inside)) % _FOLDS
    return folds


def _shuffled(keys: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.random.default_rng(len(keys)).permutation(keys)


def _scores(sentences: Sentences, words: _Words, known: NDArray[np.bool_]) -> Floats:
    """Fit a model to the known sentences; return the logits of all."""
    parts = [np.flatnonzero(known & (sentences.kinds == kind)) for kind in Kind]
    chosen = np.concatenate(
        [part if kind == Kind.EXAMPLE else _shuffled(part)[:_MOST] for kind, part in enumerate(parts)]
    )
    kinds = sentences.kinds[chosen]
    rows = np.hstack([sentences.vectors[chosen], words.rows(chosen)]).astype(np.float32)
    coefficients, bias = _fit(
        (rows @ rows.T).astype(np.float64), kinds == Kind.EXAMPLE, _weights(kinds, example=_EXAMPLE_WEIGHT)
    )
    model = rows.T @ coefficients.astype(np.float32)
    width = sentences.vectors.shape[1]
    return np.asarray(sentences.vectors @ model[:width] + words.products(model[width:]) + bias)


def _weights(kinds: NDArray[np.int64], *, example: float = 1.0) -> Floats:
    """Return the weights of sentences: all others together weigh at most as much as the counter-examples."""
    counters, others = int((kinds == Kind.COUNTER_EXAMPLE).sum()), int((kinds == Kind.OTHER).sum())
    other = min(_OTHER_WEIGHT, _OTHER_SHARE * max(counters, 1) / max(others, 1))
    return np.select([kinds == Kind.EXAMPLE, kinds == Kind.COUNTER_EXAMPLE], [example, 1.0], other)


def _fit(kernel: Floats, is_example: NDArray[np.bool_], weights: Floats) -> tuple[Floats, float]:
    """Return the coefficient of each sentence, and the bias, by Newton's method."""
    size = len(weights)
    target, values = is_example.astype(np.float64), np.zeros(size + 1)
    system = np.ones((size + 1, size + 1))
    system[size, size] = 0
    for _ in range(_STEPS):
        logits = np.clip(kernel @ values[:size] + values[size], -_LIMIT, _LIMIT)
        guess = _sigmoid(logits)
        curvature = weights * guess * (1 - guess)
        system[:size, :size] = kernel + np.diag(_PENALTY / curvature)
        solved = np.linalg.solve(system, np.append(logits + weights * (target - guess) / curvature, 0))
        change = np.abs(solved - values).max()
        values = solved
        if change < 1e-4:  # noqa: PLR2004 - a rounding error
            break
    return values[:size], float(values[size])


def _calibrated(scores: Floats, kinds: NDArray[np.int64]) -> Floats:
    """Turn logits into probabilities by a line that is fitted to the examples and counter-examples (Platt, 1999)."""
    is_example = kinds == Kind.EXAMPLE
    examples, weights = int(is_example.sum()), _weights(kinds)
    target = np.where(is_example, (examples + 1) / (examples + 2), 1 / (len(kinds) - examples + 2))
    columns, line = np.column_stack([scores, np.ones(len(scores))]), np.array([1.0, 0.0])
    for _ in range(_STEPS):
        guess = _sigmoid(columns @ line)
        curvature = weights * np.maximum(guess * (1 - guess), 1e-6)
        gradient = columns.T @ (weights * (guess - target)) + 1e-2 * (line - [1, 0])
        line -= np.clip(np.linalg.solve((columns.T * curvature) @ columns + 1e-2 * np.eye(2), gradient), -2, 2)
    return _sigmoid(columns @ line)


def _sigmoid(values: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-np.clip(values, -30, 30))))
