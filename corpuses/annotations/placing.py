"""Find passages of a text in another version of it.

Selection by quote and context as in the Web Annotation Data Model (W3C, 2017, TextQuoteSelector), with an approximate
comparison of words where the quote itself has changed. Both texts are compared as words: line breaks and spaces, which
parsers change most, have no influence.
"""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from itertools import islice
from typing import Final

CONTEXT: Final = 32
"""Characters of the text before and after a passage that are stored with it."""

GAP: Final = " \N{HORIZONTAL ELLIPSIS} "
"""Joins the parts of a quote between which words are left out."""

LEAST_CONFIDENCE: Final = 0.6
"""Below it, a passage counts as not found."""

_WORD = re.compile(r"\S+")
_LONG: Final = 60  # words; of longer passages the two ends are found
_END: Final = 25
_WINDOW: Final = 120  # words around the expected place, on both sides, in which an approximate match is sought
_MAX_CANDIDATES: Final = 500
_LEAST_CONTEXT: Final = 2  # words
_MAX_CONTEXTS: Final = 3
_PUNCTUATION: Final = ".,;:!?()[]{}\"'\u201c\u201d\u2018\u2019\u00ab\u00bb"
_AMBIGUOUS: Final = 0.9  # the highest confidence where the same words occur several times and the context differs


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage of the old text, with the text before and after it."""

    start: int
    quote: str
    prefix: str
    suffix: str


@dataclass(frozen=True, slots=True)
class Place:
    """The place of a passage in the new text; `confidence` is 1 if it is certain."""

    start: int
    end: int
    confidence: float


@dataclass(frozen=True, slots=True)
class _Range:
    """From one word to another; `skip` and `drop` are characters of these words that do not belong to it."""

    first: int
    last: int
    confidence: float
    skip: int = 0
    drop: int = 0


class Placer:
    """Finds passages of one old text in one new text. Passages come in the order of their start."""

    def __init__(self, text: str) -> None:
        spans = [found.span() for found in _WORD.finditer(text)]
        self._starts = [start for start, _ in spans]
        self._ends = [end for _, end in spans]
        self._words = [text[start:end] for start, end in spans]
        self._keys = [_key(word) for word in self._words]
        self._places: dict[str, list[int]] = defaultdict(list)
        for index, key in enumerate(self._keys):
            self._places[key].append(index)
        # The words joined by spaces, and where each begins in it: exact matches are searched there.
        self._joined = f" {' '.join(self._words)} "
        self._offsets = _offsets(self._words)
        self._shift = 0

    def place(self, passage: Passage) -> Place | None:
        """Return where the passage is now, or `None` if it is not there any more."""
        words = passage.quote.split()
        if not words or not self._words:
            return None
        found = self._place(words, passage)
        if found is None or found.confidence < LEAST_CONFIDENCE:
            return None
        start, end = self._starts[found.first] + found.skip, self._ends[found.last] - found.drop
        place = Place(start, end, round(found.confidence, 3))
        self._shift = place.start - passage.start
        return place

    def _place(self, words: Sequence[str], passage: Passage) -> _Range | None:
        exact = self._exact(words, passage)
        if exact is not None:
            return exact
        return self._by_ends(words, passage) if len(words) > _LONG else self._approximate(words, passage)

    def _exact(self, words: Sequence[str], passage: Passage) -> _Range | None:
        """Return the occurrence with the most similar context, the nearest of equal ones."""
        found = list(islice(self._occurrences(words, passage), _MAX_CANDIDATES))
        if not found:
            return None
        expected = self._expected(passage)
        contexts = [self._context(each, passage) for each in found]
        best = max(range(len(found)), key=lambda index: (contexts[index], -abs(found[index].first - expected)))
        is_certain = len(found) == 1 or contexts[best] == 1
        confidence = 1.0 if is_certain else min(_AMBIGUOUS, 0.5 + contexts[best] / 2)
        return replace(found[best], confidence=confidence)

    def _occurrences(self, words: Sequence[str], passage: Passage) -> Iterator[_Range]:
        """Return each place with exactly these words. The passage may begin and end within a word, as it did before."""
        before = "" if passage.prefix and not passage.prefix[-1].isspace() else " "
        after = "" if passage.suffix and not passage.suffix[0].isspace() else " "
        text = " ".join(words)
        found = self._joined.find(before + text + after)
        while found >= 0:
            start = found + len(before)
            yield self._range(start, start + len(text))
            found = self._joined.find(before + text + after, found + 1)

    def _range(self, start: int, end: int) -> _Range:
        """Return the range of characters of the joined words."""
        first, last = bisect_right(self._offsets, start) - 1, bisect_right(self._offsets, end - 1) - 1
        drop = self._offsets[last] + len(self._words[last]) - end
        return _Range(first, last, 1.0, skip=start - self._offsets[first], drop=drop)

    def _expected(self, passage: Passage) -> int:
        """Return the word at which the passage would be if the text moved as it did at the passage before."""
        return max(0, bisect_right(self._starts, passage.start + self._shift) - 1)

    def _context(self, found: _Range, passage: Passage) -> float:
        """Return how similar the words before and after a place are to the context of the passage, 0 to 1."""
        before, after = _context_of(passage)
        end = found.last + 1
        here = [*self._keys[max(0, found.first - len(before)) : found.first], *self._keys[end : end + len(after)]]
        return _similarity([*before, *after], here) if before or after else 1.0

    def _by_ends(self, words: Sequence[str], passage: Passage) -> _Range | None:
        """Find the beginning and the end of a long passage, with the rest of it between them."""
        head = self._exact_or_approximate(words[:_END], passage)
        if head is None:
            return None
        tail = self._approximate(words[-_END:], passage, expected=head.first + len(words) - _END)
        if tail is None or tail.last <= head.last:
            return None
        length = tail.last - head.first + 1
        balance = min(length, len(words)) / max(length, len(words))
        return _Range(head.first, tail.last, min(head.confidence, tail.confidence) * balance)

    def _exact_or_approximate(self, words: Sequence[str], passage: Passage) -> _Range | None:
        return self._exact(words, passage) or self._approximate(words, passage)

    def _approximate(self, words: Sequence[str], passage: Passage, expected: int | None = None) -> _Range | None:
        """Return the most similar words near the expected place, or near the context of the passage."""
        before, after = _context_of(passage)
        around = [
            self._expected(passage) if expected is None else expected,
            *(place + len(before) for place in self._places_of(before)),
            *(place - len(words) for place in self._places_of(after)),
        ]
        keys = [_key(word) for word in words]
        found = (self._most_similar(keys, max(0, place - _WINDOW), place + len(words) + _WINDOW) for place in around)
        return max(filter(None, found), key=lambda each: each.confidence, default=None)

    def _places_of(self, context: Sequence[str]) -> list[int]:
        """Return the first places where a context begins; single words are too frequent."""
        if len(context) < _LEAST_CONTEXT:
            return []
        size = len(context)
        starts = self._places.get(context[0], ())
        return list(islice((start for start in starts if self._keys[start : start + size] == context), _MAX_CONTEXTS))

    def _most_similar(self, keys: Sequence[str], first: int, last: int) -> _Range | None:
        """Return the range between two words that shares most words, in order, with the passage."""
        window = self._keys[first:last]
        blocks = SequenceMatcher(None, keys, window, autojunk=False).get_matching_blocks()[:-1]
        best: _Range | None = None
        for start in range(len(blocks)):
            for end in range(start, len(blocks)):
                begin, stop = blocks[start].b, blocks[end].b + blocks[end].size
                if stop - begin > 2 * len(keys):
                    break
                matched = sum(block.size for block in blocks[start : end + 1])
                confidence = 2 * matched / (len(keys) + stop - begin)
                if best is None or confidence > best.confidence:
                    best = _Range(first + begin, first + stop - 1, confidence)
        return best


def place_all(passages: Iterable[Passage], *, old: str, new: str) -> list[Place | None]:
    """Return where each passage of the old text is in the new one; they come in the order of their start."""
    passages = list(passages)
    if old == new and all(old.startswith(each.quote, each.start) for each in passages):
        return [Place(each.start, each.start + len(each.quote), 1.0) for each in passages]
    placer = Placer(new)
    return [placer.place(each) for each in passages]


def _key(word: str) -> str:
    """Return what is compared of a word."""
    return word.strip(_PUNCTUATION).casefold() or word


def _context_of(passage: Passage) -> tuple[list[str], list[str]]:
    """Return the words before and after a passage, without the outermost ones where they may be cut off."""
    before, after = passage.prefix.split(), passage.suffix.split()
    before = before[1:] if len(passage.prefix) >= CONTEXT else before
    after = after[:-1] if len(passage.suffix) >= CONTEXT else after
    return [_key(word) for word in before], [_key(word) for word in after]


def _offsets(words: Sequence[str]) -> list[int]:
    offsets, position = [], 1
    for word in words:
        offsets.append(position)
        position += len(word) + 1
    return offsets


def _similarity(one: Sequence[str], other: Sequence[str]) -> float:
    return SequenceMatcher(None, one, other, autojunk=False).ratio()
