"""What an agent sees of one document: its text by page and offset, its passages, its outline, its first page."""

import io
from dataclasses import dataclass
from functools import cached_property

from PIL import Image

from corpuses.search.models import Passage
from corpuses.search.queries import best_passages
from corpuses.search.quotes import locate
from corpuses.search.sentences import Span
from documents.models import DocumentRevision, StructureItem
from documents.storage.blobs import open_blob
from documents.types import StructureKind

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
    """Read-only sight of one revision. Nothing here reaches another document."""

    def __init__(self, revision: DocumentRevision) -> None:
        self._revision = revision

    @property
    def title(self) -> str:
        return self._revision.document.title

    @property
    def length(self) -> int:
        """Characters of the text."""
        return len(self._revision.text)

    @cached_property
    def pages(self) -> dict[int, Span]:
        """Where each page stands in the text."""
        rows = self._revision.pages.order_by("number").values_list("number", "text_start", "text_end")
        return {number: Span(start, end) for number, start, end in rows}

    def text(self, start: int, end: int) -> str:
        """The text between two offsets, cut to what there is."""
        return self._revision.text[max(0, start) : max(0, end)]

    def find(self, quote: str, *, page: int | None = None) -> Span | None:
        """Where a quote stands, on `page` first if one is named."""
        near = [self.pages[page]] if page in self.pages else []
        return locate(self._revision.text, quote, near=near)

    def search(self, query: str, *, count: int) -> list[Passage]:
        """The passages that speak of `query`, best first."""
        return best_passages(self._revision, query, count=count)

    def outline(self) -> list[Heading]:
        """The title and headings that the parser found, in reading order."""
        kinds = [StructureKind.TITLE.value, StructureKind.HEADING.value]
        items = StructureItem.objects.filter(revision=self._revision, kind__in=kinds).order_by("order")
        return [
            Heading(item.level or 1, item.page, item.start, self.text(item.start, item.end).strip()[:HEADING_LENGTH])
            for item in items[:OUTLINE_LIMIT]
        ]

    def thumbnail_png(self) -> bytes | None:
        """The picture of the first page, in a format that every model reads; nothing while there is none."""
        blob = self._revision.document.thumbnail
        if blob is None:
            return None
        with open_blob(blob) as source, Image.open(source) as image:
            target = io.BytesIO()
            image.convert("RGB").save(target, "PNG")
        return target.getvalue()
