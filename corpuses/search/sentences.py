"""Split text into sentences by rules that hold for most languages, and into passages of sentences. Pure.

The same rules of sentences are in `frontend/src/features/annotations/model/sentence-end.ts`, for the words that a user
selects.
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
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


# Passages: whole sentences that fit an embedder's window, with some overlap.

_LIMIT = 200  # tokens of a passage; shorter ones are more precise, longer ones have more context (benchmarks/search)
_OVERLAP = 40  # tokens repeated from the passage before, in whole sentences
_CountTokens = Callable[[Sequence[str]], list[int]]


@dataclass(frozen=True, slots=True)
class _Piece:
    """A sentence with letters or digits; `gap` counts the tokens between it and the piece before."""

    span: Span
    tokens: int
    gap: int


def cut_passages(
    text: str, *, count_tokens: _CountTokens, breaks: Sequence[int] = (), limit: int = _LIMIT, overlap: int = _OVERLAP
) -> list[Span]:
    """Return the passages of `text` in order. Pieces without a letter or digit are skipped."""
    pieces = _fitting(text, sentences(text, breaks=breaks), count_tokens=count_tokens, limit=limit)
    return list(_packed(_spoken(text, pieces), limit=limit, overlap=overlap))


def _spoken(text: str, measured: Sequence[tuple[Span, int]]) -> list[_Piece]:
    pieces: list[_Piece] = []
    gap = 0
    for span, tokens in measured:
        if any(map(str.isalnum, text[span.start : span.end])):
            pieces.append(_Piece(span, tokens, gap))
            gap = 0
        else:
            gap += tokens
    return pieces


def _fitting(text: str, spans: Sequence[Span], *, count_tokens: _CountTokens, limit: int) -> list[tuple[Span, int]]:
    """Count the tokens of the sentences; split those that are longer than a passage."""
    fitting: list[tuple[Span, int]] = []
    counts = count_tokens([text[span.start : span.end] for span in spans])
    for span, tokens in zip(spans, counts, strict=True):
        if tokens <= limit or span.end - span.start == 1:
            fitting.append((span, tokens))
        else:
            fitting += _fitting(text, _halves(text, span), count_tokens=count_tokens, limit=limit)
    return fitting


def _halves(text: str, span: Span) -> list[Span]:
    """Split at the last white space of the first half, or in the middle if there is none."""
    middle = (span.start + span.end) // 2
    for place in range(middle, span.start, -1):
        if text[place].isspace():
            return [Span(span.start, place), Span(place + 1, span.end)]
    return [Span(span.start, middle), Span(middle, span.end)]


def _packed(pieces: Sequence[_Piece], *, limit: int, overlap: int) -> Iterator[Span]:
    first, total = 0, 0
    for number, piece in enumerate(pieces):
        if number > first and total + piece.gap + piece.tokens > limit:
            yield Span(pieces[first].span.start, pieces[number - 1].span.end)
            first = _overlap_begin(pieces, first=first, number=number, room=min(overlap, limit - piece.tokens))
            total = sum(each.tokens for each in pieces[first:number])
            total += sum(each.gap for each in pieces[first + 1 : number])
        total += piece.tokens + (piece.gap if number > first else 0)
    if pieces:
        yield Span(pieces[first].span.start, pieces[-1].span.end)


def _overlap_begin(pieces: Sequence[_Piece], *, first: int, number: int, room: int) -> int:
    """Return the start of the next passage: some whole pieces back, but after the start of the previous passage."""
    begin = number
    while begin - 1 > first and (size := pieces[begin - 1].tokens + pieces[begin].gap) <= room:
        begin -= 1
        room -= size
    return begin
