"""Page headers, page footers and page numbers: short items at a page's edge that are repeated on other pages.

They stay in the text, because users quote them, but they are marked as no content.
"""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from documents.pipeline.pdf.geometry import Heights
from documents.pipeline.pdf.layout.contents_pages import text_of
from documents.pipeline.pdf.layout.heading_looks import SAME_SIZE, size_of
from documents.pipeline.pdf.layout.model import DraftItem, PageLayout
from documents.types import StructureKind

_MARGIN = 0.12  # of the page's height, at the top and at the bottom
_MAX_CHARACTERS = 160
_MIN_PAGES = 2
_MIN_SHARE = 0.15  # of the pages must have the same item
_MIN_NUMBERS_OF_SCALE = 3
_LOWER = 8.0  # points by which a title is below the page headers that repeat it
_NUMBER = re.compile(r"\d+|\b[ivxlcdm]+\b", re.IGNORECASE)
_PAGE_NUMBER = re.compile(
    r"^[\s\-\u2013\u2014|\[(]*(?:(?:page|p\.|seite|página|pagina|стр\.?|صفحة)\s*)?(?:\d{1,5}|[ivxlc]{1,7})"
    r"(?:\s*(?:/|of|von|de|sur|из)\s*\d{1,5})?[\s\-\u2013\u2014|\])]*$",
    re.IGNORECASE,
)
_TITLE_NUMBER = re.compile(r"^\s*(?:[^\W\d_]{3,}\s+)?(?:\d+(?:\.\d+)*|[ivxlc]+|[a-z])[.:)]?\s+")
_CHANGEABLE = frozenset(
    {
        StructureKind.PARAGRAPH,
        StructureKind.HEADING,
        StructureKind.FOOTNOTE,
        StructureKind.LIST_ITEM,
        StructureKind.CAPTION,
    }
)


def mark_headers_footers(layouts: Sequence[PageLayout]) -> list[PageLayout]:
    """Return the pages with their headers and footers marked."""
    edges = [_Edges(page) for page in layouts]
    tops = [edge.top for edge in edges]
    bottoms = [edge.bottom for edge in edges]
    both = [[*top, *bottom] for top, bottom in zip(tops, bottoms, strict=True)]
    running = frozenset(id(draft) for draft in _running_titles(layouts, both))
    headers, footers = _repeated(tops), _repeated(bottoms)
    titles = frozenset(_titles(tops, headers))
    is_header, is_footer = _Repeated(headers, running), _Repeated(footers, running)
    return [
        replace(page, drafts=tuple(_mark(page, edge, is_header, is_footer, titles)))
        for page, edge in zip(layouts, edges, strict=True)
    ]


class _Repeated(NamedTuple):
    """The items that are repeated, by their texts without numbers and by their ids."""

    texts: frozenset[str]
    ids: frozenset[int]

    def __call__(self, draft: DraftItem) -> bool:
        return id(draft) in self.ids or _without_numbers(draft) in self.texts


class _Edges:
    """The short items in a page's top and bottom margins, or those nearest to them if the margins are empty."""

    def __init__(self, page: PageLayout) -> None:
        short = [d for d in page.drafts if d.kind in _CHANGEABLE and len(d.text) <= _MAX_CHARACTERS]
        high = sorted((d for d in short if d.box.y1 <= page.height / 2), key=lambda draft: draft.box.y0)
        low = sorted((d for d in short if d.box.y0 >= page.height / 2), key=lambda draft: -draft.box.y1)
        top_edge, bottom_edge = _MARGIN * page.height, (1 - _MARGIN) * page.height
        self.top = _outermost(page, [d for d in high if d.box.y1 <= top_edge] or high[:1], above=True)
        self.bottom = _outermost(page, [d for d in low if d.box.y0 >= bottom_edge] or low[:1], above=False)


def _outermost(page: PageLayout, drafts: Sequence[DraftItem], *, above: bool) -> list[DraftItem]:
    """Return the items without content between them and the page's edge."""
    content = [d for d in page.drafts if d.kind not in _CHANGEABLE or len(d.text) > _MAX_CHARACTERS]
    return _without_items_farther_out(drafts, content, above=above)


def _without_items_farther_out(
    drafts: Sequence[DraftItem], others: Sequence[DraftItem], *, above: bool
) -> list[DraftItem]:
    """Return the items without one of the others between them and the page's edge."""
    if above:
        edge = min((other.box.y1 for other in others), default=math.inf)
        return [draft for draft in drafts if edge > draft.box.y0]
    edge = max((other.box.y0 for other in others), default=-math.inf)
    return [draft for draft in drafts if edge < draft.box.y1]


def _mark(
    page: PageLayout, edges: _Edges, is_header: _Repeated, is_footer: _Repeated, titles: frozenset[int]
) -> Iterator[DraftItem]:
    top = {id(draft) for draft in _running(page, edges.top, is_header, above=True)} - titles
    bottom = {id(draft) for draft in _running(page, edges.bottom, is_footer, above=False)}
    for draft in page.drafts:
        if id(draft) in top:
            yield replace(draft, kind=StructureKind.PAGE_HEADER)
        elif id(draft) in bottom:
            yield replace(draft, kind=StructureKind.PAGE_FOOTER)
        else:
            yield draft


def _running(
    page: PageLayout, drafts: Sequence[DraftItem], is_repeated: _Repeated, *, above: bool
) -> Iterator[DraftItem]:
    """Yield the items at an edge of the page that are repeated, and the page numbers without text farther out."""
    numbers = [draft for draft in drafts if is_page_number(draft)]
    text = [draft for draft in drafts if not is_repeated(draft) and not is_page_number(draft)]
    outer = {id(draft) for draft in _without_items_farther_out(numbers, text, above=above)}
    heights = Heights(draft.box for draft in page.drafts if outer and is_page_number(draft))
    for draft in drafts:
        # The scale of a chart is a row of numbers. A spread of two pages has two page numbers.
        is_outer = id(draft) in outer and heights.count_beside(draft.box) < _MIN_NUMBERS_OF_SCALE
        if is_outer or is_repeated(draft):
            yield draft


def is_page_number(draft: DraftItem) -> bool:
    return _PAGE_NUMBER.match(draft.text) is not None


def _repeated(edges: Sequence[Sequence[DraftItem]]) -> frozenset[str]:
    """Return the texts, without numbers, that stand at the edge of several pages."""
    counts: Counter[str] = Counter()
    for drafts in edges:
        counts.update({_without_numbers(draft) for draft in drafts})
    min_pages = max(_MIN_PAGES, _MIN_SHARE * len(edges))
    return frozenset(text for text, count in counts.items() if count >= min_pages)


def _titles(tops: Sequence[Sequence[DraftItem]], headers: frozenset[str]) -> Iterator[int]:
    """Yield the ids of titles that page headers repeat: they stand lower, on the first page with their text."""
    items: defaultdict[str, list[tuple[int, DraftItem]]] = defaultdict(list)
    for page, drafts in enumerate(tops):
        for draft in drafts:
            items[_without_numbers(draft)].append((page, draft))
    for text in headers:
        page, lowest = max(items[text], key=lambda item: item[1].box.y0)
        others = (draft for _, draft in items[text] if draft is not lowest)
        if page == items[text][0][0] and all(lowest.box.y0 - other.box.y0 > _LOWER for other in others):
            yield id(lowest)


def _without_numbers(draft: DraftItem) -> str:
    return _NUMBER.sub("#", draft.text).casefold().strip()


def _running_titles(layouts: Sequence[PageLayout], edges: Sequence[Sequence[DraftItem]]) -> Iterator[DraftItem]:
    """Yield the items at the edges of pages that are the text of a larger heading.

    One of the two may have no number: then the heading is on an earlier page.
    """
    numbered, earlier = _Headings(), _Headings()
    for draft in (draft for page in layouts for draft in page.drafts):
        if draft.kind is StructureKind.HEADING and text_of(draft) != _title_of(draft):
            numbered.add(draft)
    for page, drafts in zip(layouts, edges, strict=True):
        for draft in drafts:
            if size_of(draft) < SAME_SIZE * max(numbered.same_size(draft), earlier.size(draft)):
                yield draft
        for draft in page.drafts:
            if draft.kind is StructureKind.HEADING:
                earlier.add(draft)


class _Headings:
    """The sizes of headings, by their text and by their text without the number."""

    def __init__(self) -> None:
        self._texts: defaultdict[str, float] = defaultdict(float)
        self._titles: defaultdict[str, float] = defaultdict(float)  # of headings with a number
        self._plain: defaultdict[str, float] = defaultdict(float)  # of headings without a number

    def add(self, draft: DraftItem) -> None:
        text, title = text_of(draft), _title_of(draft)
        sizes = self._plain if text == title else self._titles
        for by_text, key in ((self._texts, text), (sizes, title)):
            by_text[key] = max(by_text[key], size_of(draft))

    def same_size(self, draft: DraftItem) -> float:
        """Return the size of the largest heading with the same text and number."""
        return self._texts.get(text_of(draft), 0.0)

    def size(self, draft: DraftItem) -> float:
        """Return the size of the largest heading with the same text, where one of them may have no number."""
        text, title = text_of(draft), _title_of(draft)
        without = self._titles if text == title else self._plain
        return max(self.same_size(draft), without.get(title, 0.0))


def _title_of(draft: DraftItem) -> str:
    return "".join(filter(str.isalnum, _TITLE_NUMBER.sub("", draft.text.casefold())))
