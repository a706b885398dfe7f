"""Fold a text for finding: quotes, dashes, white space, ligatures and hyphens at line ends become plain. Pure.

A folded text knows where each of its characters was, so that matches can be shown in the document.
"""

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from corpuses.search.parser import ALIKE

Offsets = NDArray[np.int64]

_LIGATURES: Final = {
    "\ufb00": "ff",
    "\ufb01": "fi",
    "\ufb02": "fl",
    "\ufb03": "ffi",
    "\ufb04": "ffl",
    "\ufb05": "st",
    "\ufb06": "st",
}
_SPACES: Final = (
    "\t\r\v\f\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
)
_SAME_LENGTH: Final = {
    **{each: alike[0] for alike in ALIKE for each in alike[1:] if each != "\u00ad"},
    **dict.fromkeys(_SPACES, " "),
}
# What changes the length of the text: a hyphen at the end of a line, several spaces, ligatures, what is invisible.
_RESIZED = re.compile(
    r"(?<=[^\W\d_])-\ *\n\s*(?=[^\W\d_]) | \s{2,} | [\ufb00-\ufb06] | \u00ad(?:\ *\n\s*)? | [\u200b-\u200d\ufeff]",
    re.VERBOSE,
)


# With fewer occurrences in so many characters, going from one to the next is faster than comparing all characters.
_SAMPLE: Final = 100_000
_OFTEN: Final = 100


@dataclass(frozen=True, eq=False)
class SearchedText:
    """A text, and the numbers of its characters, in which a short text that occurs often is found fast."""

    text: str

    @cached_property
    def _codes(self) -> NDArray[Any]:
        if self.text.isascii():
            return np.frombuffer(self.text.encode(), np.uint8)
        return np.frombuffer(self.text.encode("utf-32-le", "surrogatepass"), np.uint32)

    def find_all(self, query: str) -> Offsets:
        """Return where a text occurs, from left to right and without overlaps."""
        if self.text.count(query, 0, _SAMPLE) < _OFTEN:
            return np.array([match.start() for match in re.finditer(re.escape(query), self.text)], dtype=np.int64)
        codes, wanted = self._codes, [ord(character) for character in query]
        found = np.flatnonzero(codes[: max(0, len(codes) - len(query) + 1)] == wanted[0])
        for place, code in enumerate(wanted[1:], start=1):
            found = found[codes[found + place] == code]
        if np.any(np.diff(found) < len(query)):
            return _without_overlaps(found, len(query))
        return found

    def goes_on_at(self, offsets: Offsets) -> NDArray[np.bool_]:
        """Return for each offset whether it is inside of a word."""
        codes, last = self._codes, len(self._codes) - 1
        is_inside = (offsets > 0) & (offsets <= last)
        before, after = (codes[np.clip(offsets + step, 0, last)] for step in (-1, 0))
        return is_inside & _are_of_words(before) & _are_of_words(after)


def _without_overlaps(starts: Offsets, length: int) -> Offsets:
    kept: list[int] = []
    end = 0
    for start in starts.tolist():
        if start >= end:
            kept.append(start)
            end = start + length
    return np.array(kept, dtype=np.int64)


def _are_of_words(codes: NDArray[Any]) -> NDArray[np.bool_]:
    distinct, places = np.unique(codes, return_inverse=True)
    characters = map(chr, distinct.tolist())
    are = np.array([each.isalnum() or each == "_" for each in characters], dtype=np.bool_)
    found: NDArray[np.bool_] = are[places]
    return found


@dataclass(frozen=True, eq=False)
class FoldedText:
    """A folded text with its case. `_changes` has a row for each change of length: start and end before and after."""

    original: str
    as_is: SearchedText
    _changes: Offsets

    @cached_property
    def in_lower(self) -> SearchedText:
        """Return the text in lower case; each character keeps its place."""
        return SearchedText(lower(self.as_is.text))

    @property
    def text(self) -> str:
        """Return the folded text."""
        return self.as_is.text

    def starts(self, offsets: Offsets) -> Offsets:
        """Return where matches that start at these offsets start in the original text."""
        row = np.searchsorted(self._changes[:, 2], offsets, "right") - 1
        before_start, before_end, _, after_end = self._changes[row].T
        found: Offsets = np.where(offsets < after_end, before_start, offsets - after_end + before_end)
        return found

    def ends(self, offsets: Offsets) -> Offsets:
        """Return where matches that end at these offsets end in the original text."""
        row = np.searchsorted(self._changes[:, 2], offsets, "left") - 1
        _, before_end, _, after_end = self._changes[row].T
        found: Offsets = np.maximum(before_end, offsets - after_end + before_end)
        return found


def fold(original: str) -> FoldedText:
    """Return the folded text."""
    text = original
    for character, plain in _SAME_LENGTH.items():
        text = text.replace(character, plain)
    parts: list[str] = []
    changes: list[tuple[int, int, int, int]] = [(0, 0, 0, 0)]
    done = length = 0
    for match in _RESIZED.finditer(text):
        plain = _replacement(match.group())
        length += match.start() - done
        parts += (text[done : match.start()], plain)
        changes.append((match.start(), match.end(), length, length + len(plain)))
        length += len(plain)
        done = match.end()
    folded = "".join([*parts, text[done:]]).replace("\n", " ")
    return FoldedText(original, SearchedText(folded), np.array(changes, dtype=np.int64))


def lower(text: str) -> str:
    """Return a text in lower case, of the same length."""
    return text.replace("\u0130", "i").lower().replace("\u03c2", "\u03c3")


def _replacement(found: str) -> str:
    if found in _LIGATURES:
        return _LIGATURES[found]
    return " " if found.isspace() else ""
