"""Pages that ended an earlier attempt to parse the document: what is still read of them, and the warnings about it."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from documents.errors import ParserOutOfMemory, ParserTimeout
from documents.pipeline.pdf.parse_warnings import list_pages
from documents.types import ParseOptions, ParseWarning

_REASONS: Final = {
    ParserTimeout.code: "too much time would be needed",
    ParserOutOfMemory.code: "too much memory would be needed",
}
_CRASHED: Final = "the parser crashes"


class DegradedPages:
    """The pages of the options that are not read as others are. Those that remain empty are counted."""

    def __init__(self, options: ParseOptions) -> None:
        self._pages = {page.number: page for page in options.degraded_pages}
        self._unread_from = options.unread_from
        self._empty: list[int] = []

    @property
    def empty_count(self) -> int:
        return len(self._empty)

    def is_blank(self, number: int) -> bool:
        """Check whether nothing of the page may be read."""
        page = self._pages.get(number)
        return self._is_after_the_end(number) or (page is not None and page.is_blank)

    def is_text_only(self, number: int) -> bool:
        """Check whether only the words of the text layer may be read."""
        return number in self._pages and not self.is_blank(number)

    def add(self, number: int, *, is_empty: bool) -> None:
        """Record whether nothing was read of a page."""
        if is_empty:
            self._empty.append(number)

    def warnings(self) -> Iterator[ParseWarning]:
        """Yield a warning for each reason for which pages are empty, or have only their text."""
        empty, partial = defaultdict[str, list[int]](list), defaultdict[str, list[int]](list)
        for number, page in sorted(self._pages.items()):
            if not self._is_after_the_end(number):
                pages = empty if number in self._empty else partial
                pages[_REASONS.get(page.cause, _CRASHED)].append(number)
        for reason, numbers in empty.items():
            yield ParseWarning("page_unreadable", f"Nothing could be read on {list_pages(numbers)}: {reason}.")
        for reason, numbers in partial.items():
            message = f"Only the text in the file was read on {list_pages(numbers)}: for the rest, {reason}."
            yield ParseWarning("page_incomplete", message)
        unread = [number for number in self._empty if self._is_after_the_end(number)]
        if unread:
            message = f"Nothing was read on {list_pages(unread)}: the document was not read further."
            yield ParseWarning("page_unreadable", message)

    def _is_after_the_end(self, number: int) -> bool:
        return 0 < self._unread_from <= number
