"""Heading levels of a document: from the style and the numbers of headings, and from the PDF's outline.

The author made the outline, so it takes precedence over styles. Headings that it does not list get the level of other
headings of their style.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from documents.pipeline.pdf.layout.headings import east_asian_depth
from documents.pipeline.pdf.layout.model import DraftItem, PageLayout, TextStyle
from documents.pipeline.pdf.layout.number_levels import ANNEX, Number, depths_of
from documents.pipeline.pdf.text.styles import is_italic
from documents.types import OutlineEntry, StructureKind

_MAX_LEVEL = 6
DECIMAL = re.compile(r"^\s*(?:section\s+|article\s+|§\s*)?(\d{1,3}(?:\.\d{1,3}){0,5})\.?[\s\u00a0]+\S", re.IGNORECASE)
_SAME_SIZE = 0.95

_HEADING_NUMBER = re.compile(
    r"^\s*(?:(?:chapter|section|part|article|appendix)\s+)?[\dIVXA-Z]{1,4}(?:\.\d+)*[.):]?\s+", re.IGNORECASE
)
_MAX_CHARACTERS = 200  # of a heading
_MIN_CHARACTERS = 2  # shorter headings are not compared with the outline
_MIN_OUTLINE_LEVELS = 2  # an outline with fewer levels says nothing about levels
_MIN_SIZE = 0.95  # of the body size
_MARGIN = 0.075  # of the page's height
_MAY_BE_HEADING = frozenset({StructureKind.HEADING, StructureKind.PARAGRAPH, StructureKind.LIST_ITEM})

Levels = dict[int, int]  # by the `id` of the draft item
_Style = tuple[float, int, bool, bool]  # size, weight, capitals only, upright


def heading_levels(
    layouts: Sequence[PageLayout], outline_levels: Mapping[int, int] | None = None, title: DraftItem | None = None
) -> Levels:
    """Return the level (from 1) of each heading but the title. `outline_levels` are the levels from `apply_outline`."""
    headings = [draft for draft in headings_of(layouts) if draft is not title]
    ranks = _rank_styles(headings)
    levels = {id(draft): ranks[style_key(draft.style)] for draft in headings if draft.style is not None}
    _adjust_to_numbers(headings, levels, _right_below(layouts, title))
    _adjust_to_east_asian_numbers(headings, levels)
    _adjust_to_outline(headings, levels, outline_levels or {})
    # In the outline, headings are often below the title.
    excess = min(levels.values(), default=1) - 1 if title is not None else 0
    return {key: level - excess for key, level in levels.items()}


def headings_of(layouts: Sequence[PageLayout]) -> list[DraftItem]:
    return [draft for page in layouts for draft in page.drafts if draft.kind is StructureKind.HEADING]


def apply_outline(pages: Sequence[PageLayout], outline: Sequence[OutlineEntry]) -> tuple[list[PageLayout], Levels]:
    """Mark the items that the outline lists as headings. Return the changed pages, and the levels in the outline."""
    entries: defaultdict[int, list[OutlineEntry]] = defaultdict(list)
    for entry in outline:
        entries[entry.page].append(entry)
    levels: Levels = {}
    marked = [_mark(page, entries[page.number], levels) if entries.get(page.number) else page for page in pages]
    return marked, levels


def size_of(draft: DraftItem) -> float:
    return draft.style.size if draft.style is not None else 0.0


def style_key(style: TextStyle | None) -> _Style:
    if style is None:
        return (0.0, 0, False, False)
    return (style.size, style.weight, style.is_upper, not is_italic(style.font))


def _rank_styles(headings: Sequence[DraftItem]) -> dict[_Style, int]:
    """Return the level of each style: larger is higher, then heavier, then capitals, then upright.

    Sizes that are nearly equal are the same. Weight and capitals of a single heading among several are no level of
    their own: it has that of the nearest lower style of its size, or else of the nearest higher one.
    """
    counts = Counter(style_key(draft.style) for draft in headings)
    ranks: dict[_Style, int] = {}
    rank = 0
    for styles in _by_size(sorted(counts, reverse=True)):
        looks: defaultdict[tuple[int, bool, bool], list[_Style]] = defaultdict(list)
        for style in styles:
            looks[style[1:]].append(style)
        repeated = [look for look in looks if sum(counts[style] for style in looks[look]) > 1] or list(looks)
        for look in sorted(looks, reverse=True):
            below = sum(each > look for each in repeated)
            for style in looks[look]:
                ranks[style] = min(_MAX_LEVEL, rank + min(below, len(repeated) - 1) + 1)
        rank += len(repeated)
    return ranks


def _by_size(styles: Sequence[_Style]) -> Iterator[list[_Style]]:
    """Yield the styles of each size, the largest first."""
    group: list[_Style] = []
    for style in styles:
        if group and style[0] < _SAME_SIZE * group[0][0]:
            yield group
            group = []
        group.append(style)
    if group:
        yield group


def _right_below(layouts: Sequence[PageLayout], title: DraftItem | None) -> frozenset[int]:
    """Return the ids of the items right below a heading that is not the title."""
    items = pairwise(draft for page in layouts for draft in page.drafts)
    return frozenset(id(b) for a, b in items if a.kind is StructureKind.HEADING and a is not title)


def _adjust_to_numbers(headings: Sequence[DraftItem], levels: Levels, right_below: frozenset[int]) -> None:
    """Make the levels of numbered headings differ as their numbers do, whatever their style is.

    A numbering that begins several times, right below other headings, is below these.
    """
    numbers = {
        id(draft): found
        for draft, found in zip(headings, depths_of([draft.text for draft in headings]), strict=True)
        if found is not None and id(draft) in levels
    }
    if len(numbers) < 2:  # one number is no numbering
        return
    least = min(depth for depth, _ in numbers.values())
    tops = {key: number for key, (depth, number) in numbers.items() if depth == least}
    top = Counter(levels[key] for key in tops).most_common(1)[0][0]
    starts = [key for key, number in tops.items() if number.value == 1 and number.numbering != ANNEX]
    if len(right_below & set(starts)) < 2:
        size = max(size_of(draft) for draft in headings if id(draft) in tops and levels[id(draft)] == top)
        # Headings without a number that are as large are no parents of the numbered ones, though they may be in bold.
        same = [id(draft) for draft in headings if size >= _SAME_SIZE * size_of(draft) and id(draft) in levels]
        top = min(levels[key] for key in same)
    for key, (depth, _) in numbers.items():
        levels[key] = min(_MAX_LEVEL, top + depth - least)
    _adjust_below_numbers([draft for draft in headings if id(draft) in levels], numbers, levels)


def _adjust_below_numbers(
    headings: Sequence[DraftItem], numbers: Mapping[int, tuple[int, Number]], levels: Levels
) -> None:
    """Move headings without a number between a number and the next one below the first, unless their style is higher.

    A numbering has no members without a number.
    """
    numbered = [index for index, draft in enumerate(headings) if id(draft) in numbers]
    for start, end in pairwise(numbered):
        above = headings[start]
        depth, number = numbers[id(above)]
        if numbers[id(headings[end])] != (depth, number._replace(value=number.value + 1)):
            continue
        for draft in headings[start + 1 : end]:
            if style_key(draft.style) <= style_key(above.style):
                levels[id(draft)] = min(_MAX_LEVEL, max(levels[id(draft)], levels[id(above)] + 1))


def _adjust_to_east_asian_numbers(headings: Sequence[DraftItem], levels: Levels) -> None:
    """Nest parts, chapters, sections and articles, as far as the document has them."""
    depths = {id(draft): depth for draft in headings if (depth := east_asian_depth(draft.text)) is not None}
    if len(depths) < 2:  # one number is no numbering
        return
    present = sorted(set(depths.values()))
    tops = Counter(levels[key] for key, depth in depths.items() if depth == present[0])
    top = tops.most_common(1)[0][0]
    for key, depth in depths.items():
        levels[key] = min(_MAX_LEVEL, top + present.index(depth))


def _adjust_to_outline(headings: Sequence[DraftItem], levels: Levels, outline_levels: Mapping[int, int]) -> None:
    """Set the levels that the outline lists; other headings get the most frequent level of their style in it."""
    if len(set(outline_levels.values())) < _MIN_OUTLINE_LEVELS:
        return
    counts_by_style: defaultdict[_Style, Counter[int]] = defaultdict(Counter)
    for draft in headings:
        if id(draft) in outline_levels:
            counts_by_style[style_key(draft.style)][outline_levels[id(draft)]] += 1
    usual = {style: counts.most_common(1)[0][0] for style, counts in counts_by_style.items()}
    for draft in headings:
        key = style_key(draft.style)
        above = [level for other, level in usual.items() if other > key]
        level = outline_levels.get(id(draft)) or usual.get(key) or max(above, default=0) + 1
        levels[id(draft)] = min(_MAX_LEVEL, level)


def _mark(page: PageLayout, entries: Sequence[OutlineEntry], levels: Levels) -> PageLayout:
    """Mark the items of one page, and add their levels to `levels`."""
    drafts = list(page.drafts)
    candidates = _candidates_by_title(page)
    used: set[int] = set()
    for entry in entries:
        matches = (index for title in _titles(entry.title) for index in candidates.get(title, ()) if index not in used)
        index = next(matches, None)
        if index is None:
            continue
        used.add(index)
        drafts[index] = replace(drafts[index], kind=StructureKind.HEADING)
        levels[id(drafts[index])] = entry.level
    return replace(page, drafts=tuple(drafts))


def _candidates_by_title(page: PageLayout) -> dict[str, list[int]]:
    """Return the indexes of the items that may be headings, by their normalized text with and without number."""
    candidates: defaultdict[str, list[int]] = defaultdict(list)
    min_size = _MIN_SIZE * _body_size(page)
    for index, draft in enumerate(page.drafts):
        is_large = draft.style is not None and draft.style.size >= min_size
        may_be_heading = draft.kind in _MAY_BE_HEADING and is_large and not _is_in_margin(draft, page)
        if draft.kind is StructureKind.HEADING or may_be_heading:
            for title in _titles(draft.text):
                candidates[title].append(index)
    return candidates


def _body_size(page: PageLayout) -> float:
    """Return the size of most of the text. Page headers are smaller, headings are not."""
    sizes: Counter[float] = Counter()
    for draft in page.drafts:
        if draft.style is not None:
            sizes[draft.style.size] += len(draft.text)
    return sizes.most_common(1)[0][0] if sizes else 0.0


def _is_in_margin(draft: DraftItem, page: PageLayout) -> bool:
    # Page headers repeat titles.
    return draft.box.y0 < _MARGIN * page.height or draft.box.y1 > (1 - _MARGIN) * page.height


def _titles(text: str) -> list[str]:
    """Return the normalized text, with and without its heading number. Text that is too long or short is left out."""
    if len(text) > _MAX_CHARACTERS:
        return []
    titles = [_normalize(text), _normalize(_HEADING_NUMBER.sub("", text))]
    return [title for title in dict.fromkeys(titles) if len(title) >= _MIN_CHARACTERS]


def _normalize(text: str) -> str:
    return "".join(character for character in text.casefold() if character.isalnum())
