"""Mark the items that continue another one after a page or column break: tables, paragraphs and list items."""

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain

from documents.pipeline.pdf.layout.continued_tables import continued_tables
from documents.pipeline.pdf.layout.headers_footers import is_page_number
from documents.pipeline.pdf.layout.model import DraftItem, PageLayout, TextEdges, TextStyle
from documents.pipeline.pdf.text.styles import is_italic
from documents.pipeline.unspaced import is_unspaced
from documents.types import StructureKind

# Items that may stand between two parts of a paragraph: those of the page's edges, and those that were moved there.
_FLOATING = frozenset(
    {
        StructureKind.PAGE_HEADER,
        StructureKind.PAGE_FOOTER,
        StructureKind.FOOTNOTE,
        StructureKind.FIGURE,
        StructureKind.CAPTION,
        StructureKind.TABLE,
    }
)
_FLOWING = frozenset({StructureKind.PARAGRAPH, StructureKind.LIST_ITEM})
_MAX_PAGES = 2  # from one part to the next: a page of figures may be between them
_STOPS = r".!?:\u2026\u3002\uff01\uff1f\uff1a\u061f\u06d4\u0964"
_CLOSERS = r"\s\"'\u201d\u2019\xbb)\]*\u2020\u2021\u300d\u300f\uff09"  # quotes, brackets and marks of footnotes
_SENTENCE_END = re.compile(rf"[{_STOPS}][{_CLOSERS}]*$|[^\W\d_][{_CLOSERS}]*[{_STOPS}][{_CLOSERS}]*\d{{1,3}}$")
_CLAUSE_END = re.compile(r"[;,](?:\s+(?:and|or))?$")
_HYPHENATED = re.compile(r"[^\W\d_][-\u2010\u00ad]$")
_FIRST_LETTER = re.compile(r"[\s\"'\u2018-\u201f\xab\xbb(\[]*([^\W\d_])")
_NUMBERED = re.compile(r"[\s(]*(?:\d{1,3}|[ivxlc]{1,5}|[a-zA-Z])(?:\.\d+)*[.)]")
_MIN_WIDTH = 10.0  # em of a column
_HIGHER = 2.5  # em
_CLOSE = 4.0  # em
_MAX_INDENT = 0.6  # em
_MAX_ROOM = 0.5  # em, besides the width of the next word, after a line that is full
_MAX_UNSPACED_ROOM = 1.2  # em after a line that is full, of a script that is broken anywhere
_MAX_RAGGED_ROOM = 2.0  # the same, if the next page begins in lower case
_MAX_FIRST_ROOM = 5.0  # em after the first line of a paragraph of several lines
_SAME_SIZE = 0.06  # of the size

Marked = tuple[DraftItem, DraftItem]


def mark_continued(pages: Sequence[PageLayout]) -> list[PageLayout]:
    """Return the pages with the parts of split paragraphs, list items and tables marked."""
    marked = {id(draft): new for draft, new in chain(_continued_texts(pages), continued_tables(pages))}
    if not marked:
        return list(pages)
    return [replace(page, drafts=tuple(marked.get(id(draft), draft) for draft in page.drafts)) for page in pages]


def _continued_texts(pages: Sequence[PageLayout]) -> Iterator[Marked]:
    """Yield the parts that continue another one, and what stands between them, as they are and as marked items."""
    last: tuple[int, DraftItem] | None = None
    between: list[tuple[DraftItem, StructureKind]] = []
    for page in pages:
        for draft, kind in _kinds(page):
            if kind in _FLOATING:
                between.append((draft, kind))
                continue
            current = draft
            is_cut = last is not None and any(_is_number_below(last[1], other) for other, _ in between)
            if last is not None and _goes_on(page.number - last[0], last[1], draft, is_cut=is_cut):
                current = replace(draft, kind=last[1].kind, continues=True)
                yield draft, current
                yield from ((each, replace(each, kind=kind)) for each, kind in between if each.kind is not kind)
            last = (page.number, current) if current.kind in _FLOWING else None
            between = []


def _kinds(page: PageLayout) -> Iterator[tuple[DraftItem, StructureKind]]:
    """Yield the items of a page and their kinds, if the text goes on around them.

    Small type after a footnote is the rest of it. A number of the original's page may stand anywhere in a print, and
    text in the margin belongs to no column.
    """
    note_size = 0.0
    for draft in page.drafts:
        size = draft.style.size if draft.style is not None else math.inf
        if draft.kind is StructureKind.FOOTNOTE:
            note_size = size
        kind = draft.kind
        if kind in _FLOWING and size <= note_size:
            kind = StructureKind.FOOTNOTE
        elif kind in _FLOWING and (draft.text_edges is None or is_page_number(draft)):
            kind = StructureKind.PAGE_FOOTER
        yield draft, kind


def _goes_on(pages: int, first: DraftItem, second: DraftItem, *, is_cut: bool) -> bool:
    """Check whether the second text is the rest of the first one, `pages` before it.

    `is_cut` if a page number follows closely: a print of a text with fixed pages has a short line where they end.
    """
    ends, starts = first.text_edges, second.text_edges
    if ends is None or starts is None or second.style is None or second.kind is not StructureKind.PARAGRAPH:
        return False
    if pages > _MAX_PAGES or min(ends.width, starts.width) < _MIN_WIDTH:
        return False
    if not pages and not _is_in_next_column(first, second):
        return False
    if abs(starts.indent) > _MAX_INDENT or not _is_same_style(ends.last_style, second.style):
        return False
    return _reads_on(first, ends, second, starts, is_cut=is_cut)


def _is_number_below(draft: DraftItem, number: DraftItem) -> bool:
    size = draft.style.size if draft.style is not None else 0.0
    return is_page_number(number) and 0 <= number.box.y0 - draft.box.y1 < _CLOSE * size


def _is_in_next_column(first: DraftItem, second: DraftItem) -> bool:
    """Check whether the second text starts beside the first one, clearly above its end."""
    is_beside = second.box.x0 >= first.box.x1 or second.box.x1 <= first.box.x0
    size = second.style.size if second.style is not None else 0.0
    return is_beside and second.box.y0 < first.box.y1 - _HIGHER * size


def _is_same_style(last: TextStyle, style: TextStyle) -> bool:
    """Compare the lines on both sides of the break; a line of the same type may be in italics."""
    if abs(last.size - style.size) > _SAME_SIZE * last.size or last.weight != style.weight:
        return False
    return last.font == style.font or is_italic(last.font) != is_italic(style.font)


def _reads_on(first: DraftItem, ends: TextEdges, second: DraftItem, starts: TextEdges, *, is_cut: bool) -> bool:
    text, more = first.text.rstrip(), second.text
    start = _FIRST_LETTER.match(more)
    is_lower = start is not None and start.group(1).islower()
    if is_lower and _HYPHENATED.search(text):
        return True
    if _SENTENCE_END.search(text) or _NUMBERED.match(more):
        return False
    if is_unspaced(text[-1:]) or is_unspaced(more[:1]):
        return ends.room < _MAX_UNSPACED_ROOM and _is_wrapped(ends, starts, _MAX_UNSPACED_ROOM)
    room = ends.room - starts.first_word
    if is_lower:
        return room < _MAX_RAGGED_ROOM or (is_cut and ends.lines > 1 and _CLAUSE_END.search(text) is None)
    return room < _MAX_ROOM and _is_open(first, ends, second, starts)


def _is_open(first: DraftItem, ends: TextEdges, second: DraftItem, starts: TextEdges) -> bool:
    """Check for two paragraphs of several lines in one font, of which the first has no end.

    The second may begin with a name or a figure, or be in a script without lower case.
    """
    text = first.text.rstrip()
    is_same_font = second.style is not None and ends.last_style.font == second.style.font
    has_no_end = text[-1:].isalpha() or text[-1:] in ",،、" or _HYPHENATED.search(text) is not None
    may_be_cut = has_no_end and is_same_font and first.kind is StructureKind.PARAGRAPH
    return may_be_cut and _is_wrapped(ends, starts, _MAX_FIRST_ROOM)


def _is_wrapped(ends: TextEdges, starts: TextEdges, room: float) -> bool:
    """Check for several lines on both sides of the break, the first of which fills its column."""
    return min(ends.lines, starts.lines) > 1 and starts.first_room < room
