"""Reads the pages of an open PDF one by one, and keeps what is known of the document only when all were read."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from documents.pipeline.pdf.file import Handle, PageUnreadable, frame_of, open_page
from documents.pipeline.pdf.forms import flatten, has_fields
from documents.pipeline.pdf.graphics import read_graphics
from documents.pipeline.pdf.moving import scaled
from documents.pipeline.pdf.navigation import links_of
from documents.pipeline.pdf.orientation import main_turn
from documents.pipeline.pdf.page import RawPage
from documents.pipeline.pdf.words import read_words
from documents.types import Link

_MOST_LINKS = 50_000


Complete = Callable[[Handle, RawPage], RawPage]


def _as_it_is(_: Handle, raw: RawPage) -> RawPage:
    return raw


class PageReader:
    """`links` and `flattened` (the pages whose fields became a part of them) grow with every page."""

    def __init__(self, document: Handle, units: Mapping[int, float], complete: Complete = _as_it_is) -> None:
        """`units`: points of a unit of a page's space, where not one. `complete` adds what pdfium cannot read."""
        self._document = document
        self._units = units
        self._complete = complete
        self.links: list[Link] = []
        self.flattened: list[int] = []

    def read(self, number: int) -> RawPage | None:
        """Nothing when pdfium cannot load the page."""
        try:
            with open_page(self._document, number) as page:
                self._note_links(page, number)
                if not self._flatten(page, number):
                    return self._read(page, number)
            with open_page(self._document, number) as page:
                return self._read(page, number)
        except PageUnreadable:
            return None

    def unit(self, number: int) -> float:
        """How many points a unit of the page's space is."""
        return self._units.get(number, 1.0)

    def _note_links(self, page: Handle, number: int) -> None:
        """Before fields become a part of the page, and links go with them."""
        room = _MOST_LINKS - len(self.links)
        unit = self.unit(number)
        found = links_of(self._document, page, number, frame_of(page))[:room]
        self.links += found if unit == 1 else (replace(link, box=scaled(link.box, unit)) for link in found)

    def _flatten(self, page: Handle, number: int) -> bool:
        """Whether there were fields and they are a part of the page now, which has to be loaded again."""
        if not (has_fields(page) and flatten(self._document, page)):
            return False
        self.flattened.append(number)
        return True

    def _read(self, page: Handle, number: int) -> RawPage:
        """In the frame in which most of its text is upright."""
        shown = frame_of(page)
        words = read_words(page, shown)
        frame = shown.turned(main_turn(words))
        if frame != shown:
            words = read_words(page, frame)
        raw = RawPage(number, frame, words, read_graphics(page, frame), shown=shown)
        return self._complete(page, raw)
