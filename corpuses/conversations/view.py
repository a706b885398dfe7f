"""Read one document: text by page and offset, passages, outline, first page."""

import io
from dataclasses import dataclass
from functools import cached_property

from PIL import Image

from corpuses.search.corpus_search import best_passages
from corpuses.search.models import Passage
from corpuses.search.quotes import locate
from corpuses.search.sentences import Span
from documents.models import DocumentRevision
from documents.storage.blobs import open_blob
from documents.structure import headings_of

OUTLINE_LIMIT = 300  # headings
HEADING_LENGTH = 200


@dataclass(frozen=True, slots=True)
class Heading:
    """One line of the outline."""

    level: int
    page: int
    start: int
    text: str


class DocumentView:
    """A read-only view of one revision. It gives no access to other documents."""

    def __init__(self, revision: DocumentRevision) -> None:
        self._revision = revision

    @property
    def title(self) -> str:
        return self._revision.document.title

    @property
    def length(self) -> int:
        """Return the length of the text."""
        return len(self._revision.text)

    @cached_property
    def pages(self) -> dict[int, Span]:
        """Return the offsets of each page in the text."""
        rows = self._revision.pages.order_by("number").values_list("number", "text_start", "text_end")
        return {number: Span(start, end) for number, start, end in rows}

    def text(self, start: int, end: int) -> str:
        """Return the text between two offsets, limited to its length."""
        return self._revision.text[max(0, start) : max(0, end)]

    def find(self, quote: str, *, page: int | None = None) -> Span | None:
        """Return the position of a quote, preferably on `page`."""
        near = [self.pages[page]] if page in self.pages else []
        return locate(self._revision.text, quote, near=near)

    def search(self, query: str, *, count: int) -> list[Passage]:
        """Return the passages that match `query`, best first."""
        return best_passages(self._revision, query, count=count)

    def outline(self) -> list[Heading]:
        """Return the title and headings that the parser found, in reading order."""
        return [
            Heading(item.level or 1, item.page, item.start, self.text(item.start, item.end).strip()[:HEADING_LENGTH])
            for item in headings_of(self._revision.pk)[:OUTLINE_LIMIT]
        ]

    def thumbnail_png(self) -> bytes | None:
        """Return the picture of the first page in a format that every model accepts; `None` if there is none."""
        blob = self._revision.document.thumbnail
        if blob is None:
            return None
        with open_blob(blob) as source, Image.open(source) as image:
            target = io.BytesIO()
            image.convert("RGB").save(target, "PNG")
        return target.getvalue()
