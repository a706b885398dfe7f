"""Find headings in plain type by their numbers: short lines 1., 2., 3. of a document that have text between them.

Agreements often have such headings. Each alone looks like an item of a list, and clauses have numbers, too; items of
lists follow one another, and clauses are longer than a line. Some of the numbers may begin clauses, if the words of the
headings begin with capitals.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from documents.pipeline.pdf.layout.model import DraftItem, PageLayout, TextStyle
from documents.types import StructureKind

_NUMBER: Final = re.compile(r"\s*(?:(\d{1,2}\.){1,3}\s*|\d{1,2}(?:\.\d{1,2}){1,3}\s+)(?=[^\W\d_a-z])")
_CONTINUES: Final = (",", ";", ":")
_LINE: Final = 1.9  # of the size: items that are less high are one line
_MAX_CHARACTERS: Final = 90
_SAME_EDGE: Final = 3.0  # points
_LEAST: Final = 4  # headings
_BETWEEN: Final = 150  # characters of the text below a heading
_MOST_WITHOUT_TEXT: Final = 0.2  # of the headings: those that have only headings below them
_LEAST_TITLES: Final = 0.5  # of the items: the others are clauses
_SHORT_WORDS: Final = frozenset({"with", "from", "into", "upon", "over", "under", "between"})
_MAY_BE_HEADING: Final = frozenset({StructureKind.HEADING, StructureKind.PARAGRAPH, StructureKind.LIST_ITEM})


@dataclass(frozen=True, slots=True)
class _Numbered:
    """An item with a number, of which `number` is the last part. `below` are the characters before the next one."""

    page: int
    index: int
    number: int
    is_line: bool
    is_title: bool
    below: int

    @property
    def has_text(self) -> bool:
        return self.below >= _BETWEEN


def mark_numbered_headings(pages: Sequence[PageLayout]) -> list[PageLayout]:
    """Return the pages with the items as headings that are numbered from 1 on, and look like headings."""
    found = {(each.page, each.index) for items in _aligned(pages) for each in _headings(items)}
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


def _aligned(pages: Sequence[PageLayout]) -> Iterator[list[_Numbered]]:
    """Yield the numbered items of each left edge, size, and number of parts of the number."""
    items: defaultdict[tuple[int, float, int], list[_Numbered]] = defaultdict(list)
    before = 0
    for page_number, page in enumerate(pages):
        for index, draft in enumerate(page.drafts):
            match = _NUMBER.match(draft.text)
            if match and draft.style is not None and draft.kind in _MAY_BE_HEADING:
                parts = re.findall(r"\d+", match[0])
                key = (round(draft.box.x0 / _SAME_EDGE), draft.style.size, len(parts))
                is_line, is_title = _is_line(draft, draft.style), _is_title(draft.text[match.end() :])
                items[key].append(_Numbered(page_number, index, int(parts[-1]), is_line, is_line and is_title, before))
            before += len(draft.text)
    for group in items.values():
        ends = [*(item.below for item in group[1:]), before]
        yield [replace(item, below=end - item.below) for item, end in zip(group, ends, strict=True)]


def _is_line(draft: DraftItem, style: TextStyle) -> bool:
    text = draft.text.rstrip()
    is_short = len(text) <= _MAX_CHARACTERS and not text.endswith(_CONTINUES)
    return is_short and draft.box.y1 - draft.box.y0 < _LINE * style.size


def _is_title(text: str) -> bool:
    """Check that all words but the short ones begin with a capital."""
    return all(word[0].isupper() for word in re.findall(r"[^\W\d_]{4,}", text) if word not in _SHORT_WORDS)


def _headings(items: Sequence[_Numbered]) -> Iterator[_Numbered]:
    runs = list(_runs(items))
    titles = [item for run in runs for item in run if item.is_title and item.has_text]
    if len(titles) >= max(_LEAST, _LEAST_TITLES * len(items)):
        yield from titles
    for run in runs:
        if _are_headings(run):
            yield from run


def _runs(items: Sequence[_Numbered]) -> Iterator[list[_Numbered]]:
    """Yield the items with the numbers 1, 2, 3 and so on."""
    run: list[_Numbered] = []
    for item in items:
        if item.number == 1:
            yield run
            run = []
        if item.number == len(run) + 1:
            run.append(item)
    yield run


def _are_headings(run: Sequence[_Numbered]) -> bool:
    if len(run) < _LEAST or not all(item.is_line for item in run):
        return False
    empty = sum(not item.has_text for item in run[:-1])
    return empty <= _MOST_WITHOUT_TEXT * (len(run) - 1)
