"""Parse a document again when one of its pages ends the sandbox, so that this costs only the page.

pdfium and the engines of OCR cannot be interrupted: a page that needs too much time or memory, or on which they crash,
ends the process with all that was read. In the next attempt only the text of this page is read, and if that fails, too,
nothing of it. Pages that were delivered are not delivered again: an attempt that reads one of them differently, or
fails at one, is repeated with the same options.
"""

import hashlib
import time
from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import replace
from typing import Final

from core.errors import DomainError
from documents.errors import ParserCrashed, ParserOutOfMemory, ParserTimeout
from documents.types import DegradedPage, DocumentInfo, PageOcr, ParsedPage, ParseEvent, ParseOptions, ParseWarning

MAX_RETRIES: Final = 8  # the last one reads nothing of the pages that were not delivered
_ROOM: Final = 1.5  # times the seconds that the pages before took, for the last attempt, which analyses the structure
_SECONDS_OF_PAGE: Final = 150.0  # more than one page may take, before the process is ended
_CAUSES: Final = (ParserCrashed, ParserOutOfMemory, ParserTimeout)

Start = Callable[[ParseOptions, Callable[[], None]], Generator[ParseEvent, None, None]]


class _Attempt:
    """The pages that one attempt has read, and the seconds that it took to read them without OCR.

    Results of OCR are kept, so that only these seconds are needed again.
    """

    def __init__(self) -> None:
        self.page_count = self.pages = 0
        self.seconds = 0.0
        self._has_ocr = False
        self._last = time.monotonic()

    @property
    def has_all_pages(self) -> bool:
        return self.pages == self.page_count

    def add(self, event: ParseEvent) -> None:
        match event:
            case DocumentInfo():
                self.page_count = event.page_count
            case PageOcr():
                self._has_ocr = True
            case ParsedPage():
                now = time.monotonic()
                self.seconds += 0.0 if self._has_ocr else now - self._last
                self.pages, self._has_ocr, self._last = event.number, False, now


def parse_with_retries(
    start: Start, options: ParseOptions, *, deadline: Callable[[], float]
) -> Generator[ParseEvent, None, None]:
    """Yield the events of a parse, started again as often as necessary. Close what is not read to its end.

    `start` begins an attempt: with these options, and a check that it has to call often. `deadline` returns the time of
    `time.monotonic` at which the document has to be finished. The error of the first attempt is raised if no page
    caused it, or if nothing can be read without this page.
    """
    delivered, plan = _Delivered(), _Plan(options, deadline)
    is_complete = False
    while not is_complete:
        attempt = _Attempt()
        try:
            with closing(start(plan.options, plan.check)) as events:
                for event in events:
                    is_new = delivered.is_new(event)
                    attempt.add(event)
                    if is_new:
                        yield event
            is_complete = True
        except DomainError as error:
            plan.change(error, attempt, first_new=delivered.page_count + 1)


class _Plan:
    """The options of the next attempt, and the time that it has."""

    def __init__(self, options: ParseOptions, deadline: Callable[[], float]) -> None:
        self.options = options
        self._deadline = deadline
        self._seconds = self._reserve = 0.0
        self._first: DomainError | None = None
        self._retries = 0

    def check(self) -> None:
        """Raise if there is just time left to read the finished pages again, and to analyse their structure."""
        if self._reserve and time.monotonic() > self._deadline() - self._reserve:
            raise ParserTimeout

    def change(self, error: DomainError, attempt: _Attempt, *, first_new: int) -> None:
        """Plan the next attempt without what failed; raise the error of the first one if that is not possible.

        `first_new` is the number of the first page that was not delivered yet.
        """
        first = self._first = self._first or error
        is_again = attempt.pages + 1 < first_new  # a delivered page could be read before: it may be read again
        is_final = not is_again and (attempt.has_all_pages or self.options.unread_from)
        if not isinstance(error, _CAUSES) or is_final or self._retries == MAX_RETRIES:
            raise first from error
        self._retries += 1
        self._seconds = max(self._seconds, attempt.seconds)
        needed = _ROOM * self._seconds
        left = self._deadline() - time.monotonic()
        is_short = left < self._seconds + _SECONDS_OF_PAGE + needed
        is_last = is_short or self._retries == MAX_RETRIES or self.options.unread_from > 0
        self._reserve = 0.0 if is_last else needed
        if is_last:
            self.options = replace(self.options, unread_from=first_new)
        elif not is_again:
            self.options = _degrade(self.options, first_new, error.code)


def _degrade(options: ParseOptions, number: int, cause: str) -> ParseOptions:
    """Return options with which only the text of a page is read; if that has failed before, nothing of it."""
    others = tuple(page for page in options.degraded_pages if page.number != number)
    is_blank = len(others) < len(options.degraded_pages)
    return replace(options, degraded_pages=(*others, DegradedPage(number, cause, is_blank)))


class _Delivered:
    """Record of the events that were passed on.

    Raise `ParserCrashed` for a page that has changed since: the structure would have offsets into another text.
    """

    def __init__(self) -> None:
        self._pages: list[bytes] = []
        self._has_info = False
        self._warnings: set[ParseWarning] = set()

    @property
    def page_count(self) -> int:
        return len(self._pages)

    def is_new(self, event: ParseEvent) -> bool:
        match event:
            case DocumentInfo():
                is_new, self._has_info = not self._has_info, True
            case ParsedPage():
                is_new = self._is_new_page(event)
            case PageOcr():
                is_new = event.number > len(self._pages)
            case ParseWarning():
                is_new = event not in self._warnings
                self._warnings.add(event)
            case _:
                is_new = True
        return is_new

    def _is_new_page(self, page: ParsedPage) -> bool:
        digest = hashlib.blake2b(page.text.encode("utf-8", "replace"), digest_size=16).digest()
        if page.number > len(self._pages):
            self._pages.append(digest)
            return True
        if digest != self._pages[page.number - 1]:
            raise ParserCrashed
        return False
