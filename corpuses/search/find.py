"""Find in a document: all matches of a text or a regular expression, with their pages and tokens."""

import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final
from uuid import UUID

import numpy as np

from corpuses.annotations.anchoring import Span, spans_on_pages
from corpuses.search.folding import FoldedText, Offsets, fold
from corpuses.search.matching import FindOptions, Matches, find_matches
from documents.models import Document, DocumentRevision, Page

MAX_RETURNED: Final = 1_000
_CACHED: Final = 8_000_000  # characters of each process: two or three documents of 1,000 pages


@dataclass(frozen=True, slots=True)
class _Text:
    """The text of a published revision, which never changes, and where its pages start."""

    folded: FoldedText
    pages: Offsets
    page_starts: Offsets


@dataclass(frozen=True, slots=True)
class PageCount:
    """The number of matches that start on a page."""

    page: int
    count: int


@dataclass(frozen=True, slots=True)
class Match:
    """A match; `number` counts all matches of the document from 0."""

    number: int
    page: int
    start: int
    end: int
    quote: str
    spans: Sequence[Span]


class Finding:
    """All matches of one query in a document."""

    def __init__(self, document: Document, options: FindOptions) -> None:
        self._revision = document.revision_id
        none = Matches(np.zeros(0, np.int64), np.zeros(0, np.int64))
        self._text = _texts.get(self._revision) if self._revision else None
        self._found = _found(self._revision, options) if self._revision else none
        self._pages = self._page_numbers()

    @property
    def total_count(self) -> int:
        """Return the number of matches."""
        return len(self._found)

    @property
    def is_complete(self) -> bool:
        """Return whether these are all matches; there is a limit."""
        return self._found.is_complete

    @property
    def page_counts(self) -> list[PageCount]:
        """Return the number of matches of each page that has any, in order."""
        numbers, counts = np.unique(self._pages, return_counts=True)
        return [PageCount(int(number), int(count)) for number, count in zip(numbers, counts, strict=True)]

    def count_on(self, first_page: int, last_page: int) -> int:
        """Return the number of matches on some pages."""
        begin, stop = np.searchsorted(self._pages, [first_page, last_page + 1])
        return int(stop - begin)

    def matches(self, *, first_page: int, last_page: int, limit: int, offset: int = 0) -> list[Match]:
        """Return matches on some pages, in order, from the one with the number `offset` among them."""
        if self._text is None or self._revision is None:
            return []
        begin, stop = (int(each) for each in np.searchsorted(self._pages, [first_page, last_page + 1]))
        chosen = range(begin + offset, min(stop, begin + offset + min(limit, MAX_RETURNED)))
        places = [(int(self._found.starts[each]), int(self._found.ends[each])) for each in chosen]
        spans = spans_on_pages(self._revision, places)
        text = self._text.folded.original
        return [
            Match(number, int(self._pages[number]), start, end, text[start:end], tokens)
            for number, (start, end), tokens in zip(chosen, places, spans, strict=True)
        ]

    def _page_numbers(self) -> Offsets:
        if self._text is None or not len(self._text.pages):
            return np.zeros(0, np.int64)
        row = np.searchsorted(self._text.page_starts, self._found.starts, "right") - 1
        return self._text.pages[np.maximum(row, 0)]


class _Texts:
    """The texts that were searched last. Thread-safe."""

    def __init__(self) -> None:
        self._texts: OrderedDict[UUID, _Text] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, revision: UUID) -> _Text:
        with self._lock:
            if (text := self._texts.get(revision)) is not None:
                self._texts.move_to_end(revision)
                return text
        text = _load(revision)
        with self._lock:
            self._texts[revision] = text
            while len(self._texts) > 1 and sum(len(each.folded.text) for each in self._texts.values()) > _CACHED:
                self._texts.popitem(last=False)
        return text


_texts = _Texts()


@lru_cache(maxsize=16)
def _found(revision: UUID, options: FindOptions) -> Matches:
    """Return the matches, which are counted, then fetched page by page: each is a request with the same query."""
    return find_matches(_texts.get(revision).folded, options)


def _load(revision: UUID) -> _Text:
    text = DocumentRevision.objects.values_list("text", flat=True).get(pk=revision)
    rows = Page.objects.filter(revision=revision).order_by("number").values_list("number", "text_start")
    pages = np.array(list(rows), dtype=np.int64).reshape(-1, 2)
    return _Text(fold(text), pages[:, 0], np.maximum.accumulate(pages[:, 1]) if len(pages) else pages[:, 1])
