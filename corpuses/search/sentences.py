"""Split text into sentences by rules that hold for most languages. Pure.

The same rules are in `frontend/src/features/annotations/model/sentence-end.ts`, for the words that a user selects.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple


class Span(NamedTuple):
    """A piece of a text, in code points; `end` is exclusive."""

    start: int
    end: int


_GAP = re.compile(
    r"""\n[^\S\n]*\n\s*          # an empty line
      | \f\s*                    # a new page
      | (?<=[.!?…])["\u201d\u2019»)\]]*\s+   # punctuation, closing marks, white space
      | (?<=[\u3002\uff01\uff1f])\s*  # scripts that put no space
    """,
    re.VERBOSE,
)
_LAST_WORD = re.compile(r"(?:^|[\s(“\"'])((?:[^\W\d_]\.)*[^\W\d_]+|\d{1,3}(?:\.\d+)*)\.$")
_LONGEST_WORD = 24  # characters that are examined before a full stop
ABBREVIATIONS = frozenset(
    """
    al approx art arts bzw ca cf ch cl co corp dept dr ed eds e.g eq est etc fig figs i.e inc jr ltd mr mrs ms no nos nr
    p para pp prof ref resp sec sect sr st u.k u.s viz vol vs z.b
    """.split()  # noqa: SIM905 - a list of fifty literals would be a page
)


def sentences(text: str, *, breaks: Sequence[int] = ()) -> list[Span]:
    """Split `text` into sentences without white space around them. `breaks` are offsets where one must start."""
    forced = sorted({0, *breaks, len(text)})
    cuts = sorted({*_natural_cuts(text), *forced})
    spans = (_trimmed(text, start, end) for start, end in pairwise(cuts))
    return [span for span in spans if span.start < span.end]


def _natural_cuts(text: str) -> Iterator[int]:
    for gap in _GAP.finditer(text):
        if _is_empty_line(gap.group()) or not _goes_on(text, gap.start(), gap.end()):
            yield gap.end()


def _is_empty_line(gap: str) -> bool:
    return gap.count("\n") > 1 or "\f" in gap


def _goes_on(text: str, gap_start: int, gap_end: int) -> bool:
    """Check for a lower-case letter after the full stop, or an abbreviation, an initial or a number before it."""
    if gap_end < len(text) and text[gap_end].islower():
        return True
    # Without a full stop the pattern does not match: other punctuation always ends a sentence.
    word = _LAST_WORD.search(text[max(0, gap_start - _LONGEST_WORD) : gap_start])
    if word is None:
        return False
    return len(word[1]) == 1 or word[1][0].isdigit() or word[1].lower() in ABBREVIATIONS


def _trimmed(text: str, start: int, end: int) -> Span:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return Span(start, end)


def overlapping(spans: Sequence[Span], *, start: int, end: int) -> Sequence[Span]:
    """Return those of the sorted `spans` that overlap `start`…`end`."""
    first = bisect_left(spans, start, key=lambda span: span.end)
    last = bisect_left(spans, end, key=lambda span: span.start)
    return spans[first:last]
