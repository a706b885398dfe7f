"""Read the pages of an open PDF one by one: links, words and graphics."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from documents.pipeline.pdf.file import Handle, PageUnreadable, frame_of, open_page
from documents.pipeline.pdf.graphics import read_graphics
from documents.pipeline.pdf.layout.page_transform import scale_box
from documents.pipeline.pdf.layout.rotated_text import main_rotation
from documents.pipeline.pdf.metadata import read_links
from documents.pipeline.pdf.page import PageContent
from documents.pipeline.pdf.rendition.forms import flatten, has_fields
from documents.pipeline.pdf.text.words import read_words
from documents.types import Link

_MAX_LINKS = 50_000

AddText = Callable[[Handle, PageContent], PageContent]


class PageReader:
    """Reader of single pages.

    `links` and `flattened` (numbers of the pages whose form fields were merged into their content) grow with every
    page.
    """

    def __init__(self, document: Handle, units: Mapping[int, float], add_text: AddText) -> None:
        """Create a reader.

        `units` are the sizes of user space units in points, for pages where it is not 1. `add_text` adds the words
        that pdfium cannot see, by OCR.
        """
        self._document = document
        self._units = units
        self._add_text = add_text
        self.links: list[Link] = []
        self.flattened: list[int] = []

    def read(self, number: int) -> PageContent | None:
        """Return the content of a page, or `None` if pdfium cannot load the page."""
        try:
            with open_page(self._document, number) as page:
                # Links come first: flattening removes them from the page.
                self._read_links(page, number)
                if not self._flatten(page, number):
                    return self._read(page, number)
            with open_page(self._document, number) as page:
                return self._read(page, number)
        except PageUnreadable:
            return None

    def unit(self, number: int) -> float:
        """Return the size of a unit of the page's user space, in points."""
        return self._units.get(number, 1.0)

    def _read_links(self, page: Handle, number: int) -> None:
        room = _MAX_LINKS - len(self.links)
        unit = self.unit(number)
        links = read_links(self._document, page, number, frame_of(page))[:room]
        self.links += links if unit == 1 else (replace(link, box=scale_box(link.box, unit)) for link in links)

    def _flatten(self, page: Handle, number: int) -> bool:
        """Merge form fields into the page's content. Return whether the page has to be loaded again."""
        if not (has_fields(page) and flatten(self._document, page)):
            return False
        self.flattened.append(number)
        return True

    def _read(self, page: Handle, number: int) -> PageContent:
        """Read words and graphics in the frame in which most of the text is upright."""
        display_frame = frame_of(page)
        words = read_words(page, display_frame)
        frame = display_frame.rotated(main_rotation(words))
        if frame != display_frame:
            words = read_words(page, frame)
        content = PageContent(number, frame, words, read_graphics(page, frame), display_frame=display_frame)
        return self._add_text(page, content)
