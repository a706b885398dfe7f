"""Read the pages of an open PDF one by one: links, words and graphics, and less of those that ended an attempt."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import replace
from typing import Final, TypeVar

from documents.errors import PageTooLarge, ParserOutOfMemory, ParserTimeout
from documents.pipeline.pdf.alt_texts import read_alt_texts
from documents.pipeline.pdf.file import Handle, PageUnreadable, frame_of, open_page
from documents.pipeline.pdf.geometry import PageFrame
from documents.pipeline.pdf.graphics import Graphics, read_graphics
from documents.pipeline.pdf.layout.page_transform import scale_box
from documents.pipeline.pdf.layout.rotated_text import main_rotation
from documents.pipeline.pdf.metadata import read_links
from documents.pipeline.pdf.page import PageContent
from documents.pipeline.pdf.page_limits import OCR_SECONDS, READ_SECONDS, attempt
from documents.pipeline.pdf.parse_warnings import list_pages
from documents.pipeline.pdf.rendition.forms import flatten, has_fields
from documents.pipeline.pdf.text.word_reader import read_words
from documents.types import MAX_PAGE_SIDE, Link, ParseOptions, ParseWarning

_MAX_LINKS = 50_000
T = TypeVar("T")
AddText = Callable[[Handle, PageContent], PageContent]

_REASONS: Final = {
    ParserTimeout.code: "too much time would be needed",
    ParserOutOfMemory.code: "too much memory would be needed",
}
_CRASHED: Final = "the parser crashes"


class DegradedPages:
    """The pages that ended an earlier attempt to parse the document: what is still read of them, and the warnings.

    Those that remain empty are counted.
    """

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


class PageReader:
    """Reader of single pages.

    `links`, `flattened` (numbers of the pages whose form fields were merged into their content), `damaged` and
    `incomplete` (numbers of pages that could not be read, or only in part) grow with every page.
    """

    def __init__(
        self, document: Handle, units: Mapping[int, float], add_text: AddText, degraded: DegradedPages | None = None
    ) -> None:
        """Create a reader.

        `units` are the sizes of user space units in points, for pages where it is not 1. `add_text` adds the words
        that pdfium cannot see, by OCR. `degraded` are the pages that are not read as others are.
        """
        self._document = document
        self._units = units
        self._add_text = add_text
        self._degraded = degraded or DegradedPages(ParseOptions("", ""))
        self.links: list[Link] = []
        self.flattened: list[int] = []
        self.damaged: list[int] = []
        self.incomplete: list[int] = []
        self.has_too_large_page = False

    def read(self, number: int) -> PageContent | None:
        """Return the content of a page; `None` if it may not be read, cannot be loaded, or is too large."""
        if self._degraded.is_blank(number):
            self._degraded.add(number, is_empty=True)
            return None
        try:
            with ExitStack() as stack:
                page = self._open(number, stack)
                if self._degraded.is_text_only(number):
                    return self._read_text(page, number)
                # Links come first: flattening removes them from the page.
                self._attempt(number, lambda: self._read_links(page, number))
                if not self._attempt(number, lambda: self._flatten(page, number)):
                    return self._read(page, number)
            with ExitStack() as stack:
                return self._read(self._open(number, stack), number)
        except PageTooLarge:
            self.has_too_large_page = True
        except PageUnreadable:
            pass
        if self._degraded.is_text_only(number):
            self._degraded.add(number, is_empty=True)
        else:
            self.damaged.append(number)
        return None

    def _open(self, number: int, stack: ExitStack) -> Handle:
        """Load a page until the stack ends. Raise `PageUnreadable` also if that takes too long."""
        page = attempt(lambda: stack.enter_context(open_page(self._document, number)), seconds=READ_SECONDS)
        if page is None:
            raise PageUnreadable(number)
        return page

    def unit(self, number: int, frame: PageFrame) -> float:
        """Return the size of a unit of the page's user space, in points.

        A unit that would make the page larger than a page can be is ignored.
        """
        unit = self._units.get(number, 1.0)
        return unit if max(frame.width, frame.height) * unit <= MAX_PAGE_SIDE else 1.0

    def _attempt(self, number: int, step: Callable[[], T], *, seconds: float = READ_SECONDS) -> T | None:
        """Return the result of a step; `None` if it fails or takes too long, which is recorded."""
        result = attempt(step, seconds=seconds)
        if result is None and number not in self.incomplete[-1:]:
            self.incomplete.append(number)
        return result

    def _read_links(self, page: Handle, number: int) -> int:
        """Add the links of the page and return their number."""
        room = _MAX_LINKS - len(self.links)
        frame = frame_of(page)
        unit = self.unit(number, frame)
        links = read_links(self._document, page, number, frame)[:room]
        self.links += links if unit == 1 else (replace(link, box=scale_box(link.box, unit)) for link in links)
        return len(links)

    def _flatten(self, page: Handle, number: int) -> bool:
        """Merge form fields into the page's content. Return whether the page has to be loaded again."""
        if not (has_fields(page) and flatten(self._document, page)):
            return False
        self.flattened.append(number)
        return True

    def _read_text(self, page: Handle, number: int) -> PageContent:
        """Read the words of the text layer only."""
        content = self._read_words(page, number)
        self._degraded.add(number, is_empty=not content.words)
        return content

    def _read_words(self, page: Handle, number: int) -> PageContent:
        display_frame = frame_of(page)
        content = self._attempt(number, lambda: _read_words(page, number, display_frame))
        return content or PageContent(number, display_frame, (), display_frame=display_frame)

    def _read(self, page: Handle, number: int) -> PageContent:
        """Read words and graphics in the frame in which most of the text is upright."""
        content = self._read_words(page, number)
        graphics = self._attempt(number, lambda: read_graphics(page, content.frame))
        has_figures = graphics and (graphics.images or graphics.slanted)
        alt_texts = self._attempt(number, lambda: read_alt_texts(page, content.frame)) if has_figures else ()
        drawn = replace(content, graphics=graphics or Graphics(), alt_texts=alt_texts or ())
        return self._attempt(number, lambda: self._add_text(page, drawn), seconds=OCR_SECONDS) or drawn


def _read_words(page: Handle, number: int, display_frame: PageFrame) -> PageContent:
    words = read_words(page, display_frame)
    frame = display_frame.rotated(main_rotation(words))
    if frame != display_frame:
        words = read_words(page, frame)
    return PageContent(number, frame, words, display_frame=display_frame)
