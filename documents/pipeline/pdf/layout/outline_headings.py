"""Headings that the PDF's outline lists, and their levels in it."""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace

from documents.pipeline.pdf.layout.model import DraftItem, PageLayout
from documents.types import OutlineEntry, StructureKind

Levels = dict[int, int]  # by the `id` of the draft item

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
