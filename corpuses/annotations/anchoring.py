"""Convert between offsets in a revision's text and tokens on its pages."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final
from uuid import UUID

from core.db.compiled_lookup import CompiledLookup
from core.errors import Invalid
from corpuses.annotations.placing import CONTEXT, GAP
from documents.models import DocumentRevision, Page
from documents.services.tokens import unpack
from documents.structure import pages_with, text_slice, text_slices

if TYPE_CHECKING:
    from documents.pipeline.tokens import TokenPage

_TOUCHED: Final = CompiledLookup(Page.objects.all, "revision", "text_start__lt", "text_end__gt")

Span = tuple[int, int, int]
"""Page number, first token, last token (inclusive)."""

Range = tuple[int, int]
"""Start and end in the text of a revision, in code points."""


@dataclass(frozen=True, slots=True)
class Anchor:
    """The position of a passage as offsets, as tokens, and as a quote with its context.

    `parts` are the ranges of a passage with gaps; a passage without gaps has none.
    """

    start: int
    end: int
    spans: tuple[Span, ...]
    quote: str
    prefix: str
    suffix: str
    parts: tuple[Range, ...] = ()

    @property
    def page(self) -> int:
        return self.spans[0][0]


def spans_of(revision_id: UUID, start: int, end: int) -> list[Span]:
    """Return the tokens of the text from `start` to `end`, page by page; pages without a token are skipped."""
    pages = sorted(_TOUCHED.all(revision_id, end, start), key=lambda page: page.number)
    return _spans_on(pages, revision_id, start, end)


def spans_of_all(places: Sequence[tuple[UUID, int, int]]) -> list[list[Span]]:
    """Return the tokens of many passages (revision, start, end); one query."""
    pages = list(pages_with(places))
    return [_spans_on(pages, revision_id, start, end) for revision_id, start, end in places]


def spans_on_pages(revision_id: UUID, places: Sequence[tuple[int, int]]) -> list[list[Span]]:
    """Return the tokens of many passages of one revision, in order of their start. Each page is decoded once."""
    if not places:
        return []
    touched = Page.objects.filter(
        revision_id=revision_id, text_start__lt=max(end for _, end in places), text_end__gt=places[0][0]
    )
    ranges = list(touched.order_by("number").values_list("pk", "text_start", "text_end"))
    among = [[pk for pk, begin, stop in _overlapping(ranges, start, end)] for start, end in places]
    pages = Page.objects.in_bulk({pk for each in among for pk in each})
    tokens = cache(lambda pk: unpack(pages[pk]))
    return [
        [span for pk in each if (span := _span_in(tokens(pk), pages[pk].number, start, end)) is not None]
        for each, (start, end) in zip(among, places, strict=True)
    ]


def _overlapping(ranges: Sequence[tuple[int, int, int]], start: int, end: int) -> Sequence[tuple[int, int, int]]:
    first = bisect_right(ranges, start, key=lambda page: page[2])
    last = bisect_left(ranges, end, key=lambda page: page[1])
    return ranges[first:last]


def anchor_offsets(revision_id: UUID, start: int, end: int) -> Anchor:
    """Anchor a passage given by its offsets."""
    if not 0 <= start < end:
        raise Invalid("The passage is empty. Its end must come after its start.", field="end")
    spans = spans_of(revision_id, start, end)
    if not spans:
        raise Invalid("There are no words at this position of the document.", field="start")
    return _anchor(revision_id, [(start, end)], spans)


def anchor_all(revision: DocumentRevision, places: Sequence[tuple[int, int]]) -> list[Anchor]:
    """Anchor many passages of one revision. Each page is read and decoded once."""
    anchors = []
    for anchor in anchor_where_possible(revision, [[place] for place in places]):
        if anchor is None:
            raise Invalid("There are no words at this position of the document.", field="start")
        anchors.append(anchor)
    return anchors


def anchor_passages(places: Sequence[tuple[UUID, int, int]]) -> list[Anchor | None]:
    """Anchor passages of many revisions (revision, start, end); two queries. `None` if one has no words on a page."""
    around = [(revision, max(0, start - CONTEXT), end + CONTEXT) for revision, start, end in places]
    return [
        _anchor_in(text, before, [(start, end)], _joined(spans)) if spans else None
        for (_, start, end), (_, before, _), text, spans in zip(
            places, around, text_slices(around), spans_of_all(places), strict=True
        )
    ]


def anchor_where_possible(revision: DocumentRevision, passages: Sequence[Sequence[Range]]) -> Iterator[Anchor | None]:
    """Anchor many passages of one revision, each with its parts in order; `None` if one has no words on a page."""
    pages = list(revision.pages.order_by("number"))
    tokens = cache(lambda index: unpack(pages[index]))

    def spans_in(start: int, end: int) -> list[Span]:
        first = max(0, bisect_right(pages, start, key=lambda page: page.text_start) - 1)
        last = bisect_left(pages, end, key=lambda page: page.text_start)
        found = (_span_in(tokens(index), pages[index].number, start, end) for index in range(first, last))
        return [span for span in found if span is not None]

    for parts in passages:
        spans = [spans_in(start, end) for start, end in parts]
        joined = _joined([span for part in spans for span in part])
        yield _anchor_in(revision.text, 0, parts, joined) if all(spans) else None


def anchor_spans(revision_id: UUID, spans: Sequence[Span]) -> Anchor:
    """Anchor a passage given by its tokens, in any order. Between them, words may be left out."""
    if not spans:
        raise Invalid("Choose at least one word.", field="spans")
    ordered = sorted(spans)
    pages = {p.number: p for p in Page.objects.filter(revision_id=revision_id, number__in=[s[0] for s in ordered])}
    tokens = cache(lambda number: unpack(pages[number]))
    ranges = [_offsets(pages.get(span[0]), span, tokens) for span in ordered]
    return _anchor(revision_id, ranges, _joined(ordered))


def anchor_selections(selections: Sequence[tuple[UUID, Sequence[Span]]]) -> list[Anchor | None]:
    """Anchor passages of many revisions, given by their tokens; two queries. `None` if a page does not have them."""
    if not selections:
        return []
    numbers = {number for _, spans in selections for number, _, _ in spans}
    rows = Page.objects.filter(revision__in={revision for revision, _ in selections}, number__in=numbers)
    pages = {(page.revision_id, page.number): page for page in rows}
    tokens = cache(lambda key: unpack(pages[key]))

    def ranges_of(revision: UUID, spans: Sequence[Span]) -> list[Range]:
        try:
            return [
                _offsets(pages.get((revision, span[0])), span, lambda number: tokens((revision, number)))
                for span in sorted(spans)
            ]
        except Invalid:
            return []

    found = [ranges_of(revision, spans) for revision, spans in selections]
    around = [
        (revision, max(0, ranges[0][0] - CONTEXT), max(end for _, end in ranges) + CONTEXT)
        if ranges
        else (revision, 0, 0)
        for (revision, _), ranges in zip(selections, found, strict=True)
    ]
    return [
        _anchor_in(text, before, ranges, _joined(sorted(spans))) if ranges else None
        for text, (_, before, _), ranges, (_, spans) in zip(text_slices(around), around, found, selections, strict=True)
    ]


def _anchor(revision_id: UUID, ranges: Sequence[Range], spans: Sequence[Span]) -> Anchor:
    before = max(0, ranges[0][0] - CONTEXT)
    end = max(end for _, end in ranges)
    return _anchor_in(text_slice(revision_id, before, end + CONTEXT), before, ranges, spans)


def _anchor_in(text: str, offset: int, ranges: Sequence[Range], spans: Sequence[Span]) -> Anchor:
    """Anchor a passage in a text that begins at `offset` of the revision."""
    parts = _without_blank_gaps(text, [(start - offset, end - offset) for start, end in ranges])
    start, end = parts[0][0], parts[-1][1]
    return Anchor(
        start + offset,
        end + offset,
        tuple(spans),
        GAP.join(text[first:last] for first, last in parts),
        text[max(0, start - CONTEXT) : start],
        text[end : end + CONTEXT],
        tuple((first + offset, last + offset) for first, last in parts) if len(parts) > 1 else (),
    )


def _without_blank_gaps(text: str, ranges: Iterable[Range]) -> list[Range]:
    """Join ranges between which there is nothing or white space; they come in the order of their start."""
    parts: list[Range] = []
    for start, end in ranges:
        if parts and not text[parts[-1][1] : start].strip():
            parts[-1] = parts[-1][0], max(parts[-1][1], end)
        else:
            parts.append((start, end))
    return parts


def _joined(spans: Iterable[Span]) -> list[Span]:
    """Join neighbouring and overlapping tokens of a page; they come in order."""
    joined: list[Span] = []
    for page, first, last in spans:
        if joined and joined[-1][0] == page and first <= joined[-1][2] + 1:
            joined[-1] = page, joined[-1][1], max(joined[-1][2], last)
        else:
            joined.append((page, first, last))
    return joined


def _spans_on(pages: Sequence[Page], revision_id: UUID, start: int, end: int) -> list[Span]:
    touched = (p for p in pages if p.revision_id == revision_id and p.text_start < end and p.text_end > start)
    return [span for page in touched if (span := _span_on(page, start, end)) is not None]


def _span_on(page: Page, start: int, end: int) -> Span | None:
    return _span_in(unpack(page), page.number, start, end)


def _span_in(tokens: "TokenPage", page: int, start: int, end: int) -> Span | None:
    starts = tokens.starts
    begin, stop = start - tokens.page_start, end - tokens.page_start
    first = max(0, bisect_right(starts, begin) - 1)
    if first < len(starts) and starts[first] + len(tokens.texts[first]) <= begin:
        first += 1  # the passage starts in the white space after that token
    last = bisect_left(starts, stop) - 1
    return (page, first, last) if first <= last else None


def _offsets(page: Page | None, span: Span, tokens_of: Callable[[int], "TokenPage"]) -> Range:
    number, first, last = span
    if page is None or not 0 <= first <= last < page.token_count:
        raise Invalid("The chosen words are not on this page.", field="spans")
    tokens = tokens_of(number)
    return tokens.page_start + tokens.starts[first], tokens.page_start + tokens.starts[last] + len(tokens.texts[last])
