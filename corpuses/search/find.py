"""Find in a document: all matches of a text or a regular expression, with their pages and tokens."""

import re
import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Final
from uuid import UUID

import numpy as np
import regex

from core.errors import UserFault
from corpuses.annotations.anchoring import Span, spans_on_pages
from corpuses.search.folding import FoldedText, Offsets, fold, lower
from documents.models import Document, DocumentRevision, Page

MAX_QUERY: Final = 500  # characters
MAX_MATCHES: Final = 100_000
PATTERN_SECONDS: Final = 1.0

Spans = tuple[Offsets, Offsets]
"""Offsets of the folded text at which matches start and end."""

_SIMPLE_ESCAPES = re.compile(r"\\(?:[bBsSwWdD]|\W)")
# Capitals, other alphabets, escaped characters, POSIX classes, flags.
_DEPENDS_ON_CASE = re.compile(r"[^\W\d_a-z]|\\|\[:|\(\?[^:=!<]")


class InvalidPattern(UserFault):
    """This is not a regular expression."""

    code = "invalid_pattern"
    what_to_do = "Correct the regular expression at `position`, or search for the text as it is, without `regex`."


class PatternTooSlow(UserFault):
    """This regular expression takes too long."""

    code = "pattern_too_slow"
    what_to_do = "Simplify it: avoid repetitions inside repetitions, such as `(a+)+`."


@dataclass(frozen=True, slots=True, kw_only=True)
class FindOptions:
    """The query of a search in a document, and its options."""

    query: str
    match_case: bool = False
    whole_words: bool = False
    is_regex: bool = False


@dataclass(frozen=True, slots=True)
class Matches:
    """The positions of the matches in the original text. If there are too many, the first ones."""

    starts: Offsets
    ends: Offsets
    is_complete: bool = True

    def __len__(self) -> int:
        return len(self.starts)


def find_matches(text: FoldedText, options: FindOptions) -> Matches:
    """Return all matches, in order; raise `InvalidPattern` or `PatternTooSlow` for a regular expression."""
    starts, ends = _pattern_spans(text, options) if options.is_regex else _text_spans(text, options)
    kept = slice(MAX_MATCHES)
    return Matches(text.starts(starts[kept]), text.ends(ends[kept]), is_complete=len(starts) <= MAX_MATCHES)


def _text_spans(folded: FoldedText, options: FindOptions) -> Spans:
    """Find a text. Where the query has a hyphen, the document may have one at the end of a line."""
    query = fold(options.query).text.strip()
    if not query:
        return _as_spans([])
    text, query = (folded.as_is, query) if options.match_case else (folded.in_lower, lower(query))
    if "-" in query and query.strip("-"):
        pattern = re.compile("-?".join(map(re.escape, query.split("-"))))
        starts, ends = _as_spans([match.span() for match in islice(pattern.finditer(text.text), MAX_MATCHES + 1)])
    else:
        starts = text.find_all(query)
        ends = starts + len(query)
    if not options.whole_words:
        return starts, ends
    is_whole = ~(text.goes_on_at(starts) | text.goes_on_at(ends))
    return starts[is_whole], ends[is_whole]


def _pattern_spans(folded: FoldedText, options: FindOptions) -> Spans:
    source = rf"(?<!\w)(?:{options.query})(?!\w)" if options.whole_words else options.query
    # In a text in lower case, a pattern without capitals is faster than one that ignores case.
    is_lower = not options.match_case and not _DEPENDS_ON_CASE.search(_SIMPLE_ESCAPES.sub("", options.query))
    ignored = 0 if options.match_case or is_lower else regex.IGNORECASE
    try:
        # Concurrent: other threads go on meanwhile.
        found = regex.compile(source, ignored).finditer(
            folded.in_lower.text if is_lower else folded.as_is.text, timeout=PATTERN_SECONDS, concurrent=True
        )
        spans = (match.span() for match in islice(found, MAX_MATCHES + 1))
        return _as_spans([span for span in spans if span[0] < span[1]])
    except regex.error as error:
        raise InvalidPattern(
            f"This is not a regular expression: {error.msg}.", field="query", position=error.pos
        ) from None
    except TimeoutError:
        raise PatternTooSlow(field="query") from None


def _as_spans(spans: Sequence[tuple[int, int]]) -> Spans:
    found = np.array(spans, dtype=np.int64).reshape(-1, 2)
    return found[:, 0], found[:, 1]


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
