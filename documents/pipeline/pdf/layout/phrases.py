"""Phrases of a page, with a quick search for those in a region."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from documents.pipeline.pdf.geometry import union
from documents.pipeline.pdf.text.words import Word
from documents.types import Box


class Phrase(NamedTuple):
    """Words beside each other."""

    words: Sequence[Word]
    box: Box

    @property
    def size(self) -> float:
        return self.words[0].style.size

    @property
    def middle_y(self) -> float:
        return (self.box.y0 + self.box.y1) / 2

    @property
    def text(self) -> str:
        return " ".join(word.text for word in self.words)


class Phrases:
    """Phrases from top to bottom."""

    def __init__(self, groups: Iterable[Sequence[Word]]) -> None:
        self.all = sorted((Phrase(words, union(words)) for words in groups), key=lambda phrase: phrase.middle_y)
        self._middles = [phrase.middle_y for phrase in self.all]

    def between(self, top: float, bottom: float) -> list[Phrase]:
        """Return the phrases whose middle is at these heights."""
        return self.all[bisect_left(self._middles, top) : bisect_right(self._middles, bottom)]

    def inside(self, box: Box, *, slack: float = 1.0) -> list[Phrase]:
        """Return the phrases whose centre is inside the box, enlarged by `slack`."""
        left, right = 2 * (box.x0 - slack), 2 * (box.x1 + slack)
        level = self.between(box.y0 - slack, box.y1 + slack)
        return [phrase for phrase in level if left <= phrase.box.x0 + phrase.box.x1 <= right]
