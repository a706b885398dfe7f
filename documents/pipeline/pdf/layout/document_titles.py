"""The title of a document: the heading that is much larger than the others, that the text names, or the first one."""

import re
from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import replace

from documents.pipeline.pdf.geometry import Heights, union
from documents.pipeline.pdf.layout.contents_pages import is_contents_heading, text_of
from documents.pipeline.pdf.layout.heading_levels import headings_of
from documents.pipeline.pdf.layout.heading_looks import look_of, size_of
from documents.pipeline.pdf.layout.headings import is_between_parties, is_chapter_label, is_numbered, is_part_label
from documents.pipeline.pdf.layout.model import DraftItem, PageLayout
from documents.types import Box, StructureKind

_TITLE_RATIO = 1.15  # size of the title against any other heading of its page
_MOST_ABOVE_TITLE, _MAX_ABOVE_TITLE = 3, 60  # items, and characters of each, that may stand above the title
_COVER_RATIO, _MIN_PAGES = 1.3, 3  # size of the title of a cover against the text, pages of documents with a cover
_MAX_TITLE = 100  # characters of a title in plain type
_TEXT = 250  # characters: longer items are the text itself
_CENTRED = 0.04  # of the page's width, between its middle and that of the title
_FIRST_PAGES = 3  # where the title of an agreement stands
_DECIMAL = re.compile(r"^\s*(?:section\s+|article\s+|§\s*)?(\d{1,3}(?:\.\d{1,3}){0,5})\.?[\s\u00a0]+\S", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]{5,}")
_THIS = re.compile(r"\b(?:this|diese[rs]?|cet(?:te)?|est[ea]|quest[oa])\s([^\W\d_]{5,})")
_PART = re.compile(r"\s*(?:article|exhibit|schedule|clause)\s+(?:\d+|[IVX]+|[A-Z])\b", re.IGNORECASE)  # of an agreement
_PARTY = re.compile(r"\s*(?:(?:by\s+and\s+)?(?:between|among)|and|zwischen|und|entre|et)\b", re.IGNORECASE)
_OF_COVER = frozenset({StructureKind.HEADING, StructureKind.PARAGRAPH})
_FURNITURE = frozenset({StructureKind.PAGE_HEADER, StructureKind.PAGE_FOOTER, StructureKind.FIGURE})


def document_title(layouts: Sequence[PageLayout]) -> DraftItem | None:
    """Return the heading that is the title of the document, if there is one."""
    largest, named = _largest_heading(layouts), _named_heading(layouts)
    if largest is not None and named is not None and _is_named_below(layouts, largest, named):
        return named
    return _cover_title(layouts) or largest or named or _only_heading(layouts) or _first_heading(layouts)


def without_headings_above(
    layouts: Sequence[PageLayout], title: DraftItem | None, outline_levels: Mapping[int, int] | None = None
) -> list[PageLayout]:
    """Return the pages with the headings above the title as paragraphs: cover pages name parties, dates and exhibits.

    Headings that are smaller than the title may be the name of a series or of an author, and stay. So do those that the
    PDF's outline lists: `outline_levels` are the levels from `apply_outline`.
    """
    first = [index for index, page in enumerate(layouts) if any(draft is title for draft in page.drafts)]
    if title is None or not first:
        return list(layouts)
    names_parties = any(is_between_parties(draft.text) for draft in layouts[first[0]].drafts)
    if title is _largest_heading(layouts) and not names_parties:
        return list(layouts)
    kept = {id(title), *(outline_levels or {})}
    return [_lowered(page, title, kept) if index <= first[0] else page for index, page in enumerate(layouts)]


def without_title_again(layouts: Sequence[PageLayout], title: DraftItem | None) -> list[PageLayout]:
    """Return the pages with the headings that repeat the title of the cover on the next ones as paragraphs."""
    first = [index for index, page in enumerate(layouts) if any(draft is title for draft in page.drafts)]
    if title is None or not first:
        return list(layouts)
    again = {
        id(draft)
        for page in layouts[first[0] + 1 : _FIRST_PAGES]
        for draft in page.drafts
        if draft.kind is StructureKind.HEADING and text_of(draft) == text_of(title)
    }
    return [
        replace(
            page,
            drafts=tuple(
                replace(draft, kind=StructureKind.PARAGRAPH) if id(draft) in again else draft for draft in page.drafts
            ),
        )
        if index < _FIRST_PAGES and again
        else page
        for index, page in enumerate(layouts)
    ]


def _lowered(page: PageLayout, title: DraftItem, kept: Container[int]) -> PageLayout:
    """Return a page with the headings above the title, and its parties, as paragraphs. `kept` are ids of items."""
    ids = [id(draft) for draft in page.drafts]
    start = ids.index(id(title)) if id(title) in ids else len(ids)
    parties = _end_of_parties(page.drafts, start)
    drafts = (
        replace(draft, kind=StructureKind.PARAGRAPH)
        if draft.kind is StructureKind.HEADING and index < parties and id(draft) not in kept
        else draft
        for index, draft in enumerate(page.drafts)
    )
    return replace(page, drafts=tuple(drafts))


def _end_of_parties(drafts: Sequence[DraftItem], title: int) -> int:
    """Return the index after the last name of a party below the title: "between", a name, "and", a name."""
    end = title + 1
    for index in range(title + 1, len(drafts)):
        if len(drafts[index].text) >= _TEXT or is_numbered(drafts[index].text):
            break
        if _PARTY.match(drafts[index].text):
            end = index + (2 if is_between_parties(drafts[index].text) else 1)
    return end


def _cover_title(layouts: Sequence[PageLayout]) -> DraftItem | None:
    """Return the largest line of a first page that has no text, if it is much larger than the text of other pages."""
    first = [draft for page in layouts[:1] for draft in page.drafts if draft.kind not in _FURNITURE]
    may_be_cover = all(draft.kind in _OF_COVER and len(draft.text) < _TEXT for draft in first)
    if len(layouts) < _MIN_PAGES or not may_be_cover:
        return None
    largest = max(first, key=size_of, default=None)
    if largest is None or size_of(largest) < _COVER_RATIO * _text_size(layouts):
        return None
    others = [draft for draft in first if draft is not largest and size_of(draft) * _TITLE_RATIO > size_of(largest)]
    return None if others or not _WORD.search(largest.text) else largest


def _text_size(layouts: Sequence[PageLayout]) -> float:
    """Return the size of most of the text of a document, in points."""
    sizes: Counter[float] = Counter()
    for draft in (draft for page in layouts for draft in page.drafts):
        sizes[size_of(draft)] += len(draft.text)
    return max(sizes, key=sizes.__getitem__, default=0.0)


def _largest_heading(layouts: Sequence[PageLayout]) -> DraftItem | None:
    """Return the largest heading of the first page with headings, if it is much larger than the others."""
    page, headings = _first_headings(layouts)
    largest = max(headings, key=size_of, default=None)
    others = [size_of(draft) for draft in headings if draft is not largest]
    if page is None or largest is None or not others or size_of(largest) < _TITLE_RATIO * max(others):
        return None
    again = [draft for draft in headings_of(layouts) if look_of(draft.style) == look_of(largest.style)]
    return largest if _may_be_title(largest, page) and len(again) == 1 else None


def _only_heading(layouts: Sequence[PageLayout]) -> DraftItem | None:
    """Return the only heading of the first page with headings, if no other heading of the document has its style."""
    page, headings = _first_headings(layouts)
    if page is None or len(headings) != 1 or not _may_be_title(headings[0], page):
        return None
    style = look_of(headings[0].style)
    same = [draft for draft in headings_of(layouts) if look_of(draft.style) == style]
    return headings[0] if len(same) == 1 else None


def _first_headings(layouts: Sequence[PageLayout]) -> tuple[PageLayout | None, list[DraftItem]]:
    """Return the first of the two first pages that has headings, and its headings."""
    for page in layouts[:2]:
        headings = [draft for draft in page.drafts if draft.kind is StructureKind.HEADING and draft.style is not None]
        if headings:
            return page, headings
    return None, []


def _may_be_title(heading: DraftItem, page: PageLayout) -> bool:
    is_number = _DECIMAL.match(heading.text) is not None or is_part_label(heading.text)
    is_number = is_number or is_contents_heading(heading.text)
    return heading.box.y0 < page.height / 2 and not is_number


def _named_heading(layouts: Sequence[PageLayout]) -> DraftItem | None:
    """Return the line in the middle of a first page of which the text speaks most: "This Agreement is made …".

    It is a heading, or stands above all headings and text.
    """
    named = _named_words(layouts)
    candidates = list(_named_candidates(layouts[:_FIRST_PAGES]))
    counts = [_count(each, named) for each in candidates]
    return candidates[counts.index(max(counts))] if any(counts) else None


def _named_words(layouts: Sequence[PageLayout]) -> Counter[str]:
    """Return the words that follow "this" on the first pages, and how often."""
    texts = (draft.text.casefold() for page in layouts[:_FIRST_PAGES] for draft in page.drafts)
    return Counter(match[1] for text in texts for match in _THIS.finditer(text))


def _count(draft: DraftItem, named: Mapping[str, int]) -> int:
    return max((named.get(word, 0) for word in _WORD.findall(draft.text.casefold())), default=0)


def _is_named_below(layouts: Sequence[PageLayout], largest: DraftItem, named: DraftItem) -> bool:
    """Check that the text speaks of a heading, but not of the larger one above it, as the name of a company."""
    page = next((page for page in layouts if any(draft is largest for draft in page.drafts)), None)
    is_heading = named.kind is StructureKind.HEADING and named is not largest
    is_below = page is not None and any(draft is named for draft in page.drafts) and named.box.y0 >= largest.box.y1
    return is_heading and is_below and not _count(largest, _named_words(layouts))


def _named_candidates(pages: Sequence[PageLayout]) -> Iterator[DraftItem]:
    """Yield the lines in the middle above the text. Headings below it are sections, except the first heading."""
    has_heading = has_text = False
    for draft, is_centred in _with_centring(pages):
        if is_part_label(draft.text):
            continue
        is_heading = draft.kind is StructureKind.HEADING
        if (is_heading and is_numbered(draft.text)) or (has_heading and has_text):
            return
        may_be_title = is_heading or (not has_heading and not has_text and _is_title_line(draft))
        if may_be_title and is_centred:
            yield draft
        has_heading = has_heading or is_heading
        has_text = has_text or (not is_heading and _is_text(draft.text))


def _with_centring(pages: Sequence[PageLayout]) -> Iterator[tuple[DraftItem, bool]]:
    """Yield the items, and whether their middle is that of the text and nothing stands beside them, as in a column."""
    for page in pages:
        boxes = [draft.box for draft in page.drafts if draft.kind not in _FURNITURE]
        heights = Heights(boxes, least=1)
        text = union(boxes) if boxes else Box(0, 0, page.width, page.height)
        for draft in page.drafts:
            distance = abs(draft.box.x0 + draft.box.x1 - text.x0 - text.x1) / 2
            is_alone = heights.count_beside(draft.box) == 1  # itself
            yield draft, is_alone and distance < _CENTRED * page.width


def _is_text(text: str) -> bool:
    return len(text) >= _TEXT or (len(text) >= _MAX_ABOVE_TITLE and text.rstrip().endswith("."))


def _is_title_line(draft: DraftItem) -> bool:
    text = draft.text.strip()
    is_line = draft.kind is StructureKind.PARAGRAPH and len(text) <= _MAX_TITLE
    return is_line and text[:1].isupper() and text[-1:] not in ",;:?"


def _first_heading(layouts: Sequence[PageLayout]) -> DraftItem | None:
    """Return the heading with which the first page begins, if it is centred or looks like no other heading.

    Titles of agreements and letters are often as large as the headings below them.
    """
    drafts = [draft for page in layouts[:1] for draft in page.drafts if draft.kind not in _FURNITURE]
    number = next((i for i, draft in enumerate(drafts) if draft.kind is StructureKind.HEADING), None)
    if number is None or number > _MOST_ABOVE_TITLE or drafts[number].style is None:
        return None
    first, above = drafts[number], drafts[:number]
    is_first = all(len(draft.text) < _MAX_ABOVE_TITLE for draft in above) and not _is_part(first.text)
    others = [look_of(draft.style) for draft in headings_of(layouts) if draft is not first]
    middle = (first.box.x0 + first.box.x1) / 2
    is_centred = abs(middle - layouts[0].width / 2) < _CENTRED * layouts[0].width
    is_title = is_centred or look_of(first.style) not in others or _count(first, _named_words(layouts)) > 0
    return first if is_first and others and is_title else None


def _is_part(text: str) -> bool:
    return is_numbered(text) or is_chapter_label(text) or _PART.match(text) is not None
