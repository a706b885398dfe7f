"""The baseline: the sentence of the document with the best BM25 score for the question."""

import math
import re
from collections import Counter

from benchmarks.extract.truth import Place
from corpuses.search.sentences import sentences

K1, B = 1.2, 0.75
_WORD = re.compile(r"\w+")


class Bm25Sentences:
    """The sentences of one document."""

    def __init__(self, text: str) -> None:
        self._spans = sentences(text)
        self._counts = [Counter(_words(text[span.start : span.end])) for span in self._spans]
        self._rarity = Counter(word for count in self._counts for word in count)
        self._mean = sum(count.total() for count in self._counts) / max(1, len(self._counts))

    def best(self, question: str) -> Place | None:
        """Return the best sentence; none if no word of the question is in the document."""
        scores = [self._score(count, set(_words(question))) for count in self._counts]
        best = max(range(len(scores)), key=scores.__getitem__, default=None)
        if best is None or not scores[best]:
            return None
        return self._spans[best].start, self._spans[best].end

    def _score(self, count: "Counter[str]", words: set[str]) -> float:
        length = K1 * (1 - B + B * count.total() / self._mean)
        return sum(self._idf(word) * count[word] * (K1 + 1) / (count[word] + length) for word in words if word in count)

    def _idf(self, word: str) -> float:
        found = self._rarity[word]
        return math.log(1 + (len(self._spans) - found + 0.5) / (found + 0.5))


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())
