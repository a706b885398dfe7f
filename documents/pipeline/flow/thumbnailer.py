"""The first page of a format without pages, set as its parser sets it."""

from dataclasses import replace
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from documents.errors import EmptyFile
from documents.pipeline.flow.model import FlowDocument
from documents.pipeline.flow.reading import TYPES, read
from documents.pipeline.flow.typesetting import set_parts
from documents.pipeline.pdf.thumbnailer import draw_first_page
from documents.pipeline.pictures import to_webp
from documents.pipeline.plugin import OfTypes

_BLOCKS = 80  # more than a page holds


class FlowThumbnailer(OfTypes):
    """Sets the beginning and draws it."""

    name = "docling"
    version = "1"
    types = TYPES

    def thumbnail(self, path: Path, mime_type: str, *, width: int) -> bytes:
        with TemporaryDirectory() as folder:
            return draw_beginning(read(path, mime_type, Path(folder)), Path(folder), width=width)


def draw_beginning(document: FlowDocument, folder: Path, *, width: int) -> bytes:
    """The first page of a document that was read into blocks."""
    part = next(set_parts(_beginning(document), folder), None)
    if part is None:
        raise EmptyFile
    return to_webp(draw_first_page(part.path, width=width))


def _beginning(document: FlowDocument) -> FlowDocument:
    first = next((section for section in document.sections if section.blocks), None)
    if first is None:
        return document
    return replace(document, sections=[replace(first, blocks=list(islice(first.blocks, _BLOCKS)))])
