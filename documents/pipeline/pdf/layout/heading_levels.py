"""Heading levels of a document: from the numbers and looks of headings, and from the PDF's outline.

Numbers decide first: a numbering that begins below another one is nested in it. A look without numbers has a place
among the numberings: above one if it begins its parts, beside one that looks like it, or below. Without numbers the
higher look is above. Each heading then belongs to the nearest one before it that is above it.

The author made the outline, so it takes precedence. Headings that it does not list get the level of other headings of
their look.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from documents.pipeline.pdf.layout.heading_looks import SAME_SIZE, Look, look_of, rank_looks
from documents.pipeline.pdf.layout.headings import is_numbered
from documents.pipeline.pdf.layout.model import DraftItem, PageLayout
from documents.pipeline.pdf.layout.numbered_headings import ANNEX, Number, depths_of
from documents.types import OutlineEntry, StructureKind

_MAX_LEVEL = 6
_MIN_OUTLINE_LEVELS = 2  # an outline with fewer levels says nothing about levels
_MIN_PARTS = 2  # of a numbering that headings of one look begin
_TEXT = 150  # characters of an item with which the text begins
_ABOVE, _BELOW = -0.5, 0.5  # of the place of a numbering
_LOOK = 0.001  # places of looks one below the other
_Numbered = tuple[int, Number]  # depth and number
Levels = dict[int, int]  # by the `id` of the draft item


def heading_levels(
    layouts: Sequence[PageLayout], outline_levels: Mapping[int, int] | None = None, title: DraftItem | None = None
) -> Levels:
    """Return the level (from 1) of each heading but the title. `outline_levels` are the levels from `apply_outline`."""
    headings = [draft for draft in headings_of(layouts) if draft is not title and draft.style is not None]
    levels = _levels(headings, _Places(headings, layouts, title).places())
    _adjust_to_outline(headings, levels, outline_levels or {})
    # In the outline, headings are often below the title.
    excess = min(levels.values(), default=1) - 1 if title is not None else 0
    return {key: level - excess for key, level in levels.items()}


def headings_of(layouts: Sequence[PageLayout]) -> list[DraftItem]:
    return [draft for page in layouts for draft in page.drafts if draft.kind is StructureKind.HEADING]


class _Places:
    """The places of headings: a number for each, which is smaller the higher the heading is.

    The place of a numbered heading is the depth of its numbering.
    """

    def __init__(self, headings: Sequence[DraftItem], layouts: Sequence[PageLayout], title: DraftItem | None) -> None:
        self._headings = headings
        cover = _of_cover(layouts, title)
        looks = rank_looks([draft for draft in headings if id(draft) not in cover])
        lowest = max(looks.values(), default=1)
        self._looks = [looks.get(look_of(draft.style), lowest if id(draft) in cover else 0) for draft in headings]
        self._is_cover = [id(draft) in cover for draft in headings]
        self._right_below = _right_below(layouts, title)
        self._has_title = title is not None
        found = depths_of([draft.text for draft in headings], [look_of(draft.style)[0] for draft in headings])
        self._numbers = found if sum(each is not None for each in found) > 1 else [None] * len(found)
        self._depths = _usual_looks(self._numbers, self._looks)

    def places(self) -> list[float]:
        if not self._depths:
            top = min((look for look, cover in zip(self._looks, self._is_cover, strict=True) if not cover), default=1)
            return [top if cover else look for look, cover in zip(self._looks, self._is_cover, strict=True)]
        by_look = {look: self._place(look) for look in set(self._looks)}
        places = [
            by_look[look] if number is None else number[0]
            for number, look in zip(self._numbers, self._looks, strict=True)
        ]
        self._move_below_numbers(places)
        highest = min(places)
        for index, number in enumerate(self._numbers):
            if self._is_cover[index] or (number is not None and number[1].numbering == ANNEX):
                places[index] = highest
        return places

    def _place(self, look: int) -> float:
        """Return the place of the headings without a number that have a look."""
        for depth, usual in sorted(self._depths.items()):
            if look < usual:
                return depth + _ABOVE + _LOOK * look if self._begins_parts(look, depth) else depth
            if look == usual:
                return depth + _ABOVE if depth == min(self._depths) and self._begins_anew(look) else depth
        return max(self._depths) + _BELOW + _LOOK * look

    def _begins_parts(self, look: int, depth: int) -> bool:
        """Check that headings of a look stand above the numbers of a depth: before the first, and between others.

        The heading with which a document without a title begins is above them all.
        """
        parts, is_before, has_begun = 0, False, False
        for number, other in zip(self._numbers, self._looks, strict=True):
            if number is None and other == look:
                is_before = True
            elif number is not None and number[0] == depth:
                if not is_before and not has_begun:
                    return False
                parts += is_before
                is_before, has_begun = False, True
        is_first = not self._has_title and self._looks[:1] == [look] and self._numbers[0] is None
        return parts >= (1 if is_first else _MIN_PARTS)

    def _begins_anew(self, look: int) -> bool:
        """Check for a numbering that begins several times, right below other headings."""
        least = min(self._depths)
        starts = [
            draft
            for draft, number in zip(self._headings, self._numbers, strict=True)
            if number is not None and number[0] == least and number[1].value == 1 and number[1].numbering != ANNEX
        ]
        return sum(id(draft) in self._right_below for draft in starts) >= _MIN_PARTS

    def _move_below_numbers(self, places: list[float]) -> None:
        """Move headings without a number below the number before them, if their look is lower.

        One of the same look is moved, too, where the next number follows: a numbering has no members without a number.
        """
        numbered = [index for index, number in enumerate(self._numbers) if number is not None]
        for start, end in pairwise([*numbered, len(places)]):
            is_inside = end < len(places) and _follows(self._numbers[start], self._numbers[end])
            above = look_of(self._headings[start].style)
            for index in range(start + 1, end):
                is_lower = _is_lower(look_of(self._headings[index].style), above)
                if is_lower or (is_inside and self._looks[index] >= self._looks[start]):
                    places[index] = max(places[index], places[start] + _BELOW)


def _is_lower(look: Look, other: Look) -> bool:
    """Check that a look is lower than another one. Nearly equal sizes are the same."""
    if min(look[0], other[0]) < SAME_SIZE * max(look[0], other[0]):
        return look[0] < other[0]
    return look[1:] < other[1:]


def _follows(above: _Numbered | None, below: _Numbered | None) -> bool:
    if above is None or below is None:
        return False
    return above[0] == below[0] and above[1].numbering == below[1].numbering and above[1].value + 1 == below[1].value


def _of_cover(layouts: Sequence[PageLayout], title: DraftItem | None) -> frozenset[int]:
    """Return the ids of the headings between the title and the text whose look no later heading has.

    They name authors, dates and the like. The last one, right above text, is the first heading of the text.
    """
    drafts = [draft for page in layouts for draft in page.drafts]
    start = next((index for index, draft in enumerate(drafts) if draft is title), None)
    if start is None:
        return frozenset()
    cover: list[DraftItem] = []
    for index in range(start + 1, len(drafts)):
        draft = drafts[index]
        is_text = draft.kind is StructureKind.PARAGRAPH and len(draft.text) >= _TEXT
        if is_text or (draft.kind is StructureKind.HEADING and is_numbered(draft.text)):
            cover = cover[:-1] if is_text else cover
            break
        if draft.kind is StructureKind.HEADING:
            cover.append(draft)
    others = {id(draft) for draft in cover}
    later = {
        look_of(draft.style)
        for draft in drafts[start + 1 :]
        if draft.kind is StructureKind.HEADING and id(draft) not in others
    }
    return frozenset(id(draft) for draft in cover if look_of(draft.style) not in later)


def _right_below(layouts: Sequence[PageLayout], title: DraftItem | None) -> frozenset[int]:
    """Return the ids of the items right below a heading that is not the title."""
    items = pairwise(draft for page in layouts for draft in page.drafts)
    return frozenset(id(b) for a, b in items if a.kind is StructureKind.HEADING and a is not title)


def _usual_looks(numbers: Sequence[_Numbered | None], looks: Sequence[int]) -> dict[int, int]:
    """Return the most frequent look of the numbers of each depth. Deeper ones are not higher."""
    counts: defaultdict[int, Counter[int]] = defaultdict(Counter)
    for number, look in zip(numbers, looks, strict=True):
        if number is not None:
            counts[number[0]][look] += 1
    usual: dict[int, int] = {}
    for depth in sorted(counts):
        usual[depth] = max([counts[depth].most_common(1)[0][0], *usual.values()])
    return usual


def _levels(headings: Sequence[DraftItem], places: Sequence[float]) -> Levels:
    """Return the levels of headings. Those of one place have one level: one more than the lowest one above them."""
    above: defaultdict[float, set[float]] = defaultdict(set)
    open_places: list[float] = []
    for place in places:
        while open_places and open_places[-1] >= place:
            open_places.pop()
        above[place].update(open_places[-1:])
        open_places.append(place)
    levels: dict[float, int] = {}
    for place in sorted(above):
        levels[place] = min(_MAX_LEVEL, 1 + max((levels[each] for each in above[place]), default=0))
    return {id(draft): levels[place] for draft, place in zip(headings, places, strict=True)}


def _adjust_to_outline(headings: Sequence[DraftItem], levels: Levels, outline_levels: Mapping[int, int]) -> None:
    """Set the levels that the outline lists; other headings get the most frequent level of their look in it."""
    if len(set(outline_levels.values())) < _MIN_OUTLINE_LEVELS:
        return
    counts_by_look: defaultdict[Look, Counter[int]] = defaultdict(Counter)
    for draft in headings:
        if id(draft) in outline_levels:
            counts_by_look[look_of(draft.style)][outline_levels[id(draft)]] += 1
    usual = {look: counts.most_common(1)[0][0] for look, counts in counts_by_look.items()}
    for draft in headings:
        key = look_of(draft.style)
        above = [level for other, level in usual.items() if other > key]
        level = outline_levels.get(id(draft)) or usual.get(key) or max(above, default=0) + 1
        levels[id(draft)] = min(_MAX_LEVEL, level)


# The PDF's outline: the headings that it lists, and their levels in it.

_HEADING_NUMBER = re.compile(
    r"^\s*(?:(?:chapter|section|part|article|appendix)\s+)?[\dIVXA-Z]{1,4}(?:\.\d+)*[.):]?\s+", re.IGNORECASE
)
_MAX_CHARACTERS = 200  # of a heading
_MIN_CHARACTERS = 2  # shorter headings are not compared with the outline
_MIN_SIZE = 0.95  # of the body size
_MARGIN = 0.075  # of the page's height
_MAY_BE_HEADING = frozenset({StructureKind.HEADING, StructureKind.PARAGRAPH, StructureKind.LIST_ITEM})


def apply_outline(pages: Sequence[PageLayout], outline: Sequence[OutlineEntry]) -> tuple[list[PageLayout], Levels]:
    """Mark the items that the outline lists as headings. Return the changed pages, and the levels in the outline."""
    entries: defaultdict[int, list[OutlineEntry]] = defaultdict(list)
    for entry in outline:
        entries[entry.page].append(entry)
    levels: Levels = {}
    marked = [_mark(page, entries[page.number], levels) if entries.get(page.number) else page for page in pages]
    return marked, levels


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
