"""Titles of chapters and sections that the edges of later pages repeat, in smaller type."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final

from documents.pipeline.pdf.layout.heading_looks import SAME_SIZE, size_of
from documents.pipeline.pdf.layout.model import DraftItem, PageLayout
from documents.pipeline.pdf.layout.repeated_headings import text_of
from documents.types import StructureKind

_NUMBER: Final = re.compile(r"^\s*(?:[^\W\d_]{3,}\s+)?(?:\d+(?:\.\d+)*|[ivxlc]+|[a-z])[.:)]?\s+")


def running_titles(layouts: Sequence[PageLayout], edges: Sequence[Sequence[DraftItem]]) -> Iterator[DraftItem]:
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
    return "".join(filter(str.isalnum, _NUMBER.sub("", draft.text.casefold())))
