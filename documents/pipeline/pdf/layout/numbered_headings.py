"""Find headings in plain type by their numbers: short lines 1., 2., 3. of a document that have text between them.

Agreements often have such headings. Each alone looks like an item of a list, and clauses have numbers, too; items of
lists follow one another, and clauses are longer than a line.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from documents.pipeline.pdf.layout.model import PageLayout
from documents.types import StructureKind

_NUMBER: Final = re.compile(r"\s*(\d{1,2})\.\s*(?=[^\W\d_a-z])")
_CONTINUES: Final = (",", ";", ":")
_LINE: Final = 1.9  # of the size: items that are less high are one line
_MAX_CHARACTERS: Final = 90
_SAME_EDGE: Final = 3.0  # points
_LEAST: Final = 4  # headings
_BETWEEN: Final = 150  # characters of the text below a heading
_MOST_WITHOUT_TEXT: Final = 0.2  # of the headings: those that have only headings below them
_MAY_BE_HEADING: Final = frozenset({StructureKind.HEADING, StructureKind.PARAGRAPH, StructureKind.LIST_ITEM})


@dataclass(frozen=True, slots=True)
class _Numbered:
    """An item with a number. `before` are the characters of all items before it."""

    page: int
    index: int
    number: int
    is_line: bool
    before: int


def mark_numbered_headings(pages: Sequence[PageLayout]) -> list[PageLayout]:
    """Return the pages with the items as headings that are numbered from 1 on, and all look like headings."""
    found = {(each.page, each.index) for items in _aligned(pages) for run in _runs(items) for each in run}
    return [
        replace(
            page,
            drafts=tuple(
                replace(draft, kind=StructureKind.HEADING) if (number, index) in found else draft
                for index, draft in enumerate(page.drafts)
            ),
        )
        for number, page in enumerate(pages)
    ]


def _aligned(pages: Sequence[PageLayout]) -> Iterable[list[_Numbered]]:
    """Return the numbered items of each left edge and size."""
    items: defaultdict[tuple[int, float], list[_Numbered]] = defaultdict(list)
    before = 0
    for number, page in enumerate(pages):
        for index, draft in enumerate(page.drafts):
            match = _NUMBER.match(draft.text)
            if match and draft.style is not None and draft.kind in _MAY_BE_HEADING:
                text = draft.text.rstrip()
                is_short = len(text) <= _MAX_CHARACTERS and not text.endswith(_CONTINUES)
                is_line = is_short and draft.box.y1 - draft.box.y0 < _LINE * draft.style.size
                key = (round(draft.box.x0 / _SAME_EDGE), draft.style.size)
                items[key].append(_Numbered(number, index, int(match[1]), is_line, before))
            before += len(draft.text)
    return items.values()


def _runs(items: Sequence[_Numbered]) -> Iterator[list[_Numbered]]:
    """Yield the items with the numbers 1, 2, 3 and so on that are headings."""
    run: list[_Numbered] = []
    for item in items:
        if item.number == 1:
            if _are_headings(run):
                yield run
            run = []
        if item.number == len(run) + 1:
            run.append(item)
    if _are_headings(run):
        yield run


def _are_headings(run: Sequence[_Numbered]) -> bool:
    if len(run) < _LEAST or not all(item.is_line for item in run):
        return False
    empty = sum(below.before - item.before < _BETWEEN for item, below in pairwise(run))
    return empty <= _MOST_WITHOUT_TEXT * (len(run) - 1)
