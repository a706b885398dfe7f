"""The first page of a format without pages, set as its parser sets it."""

from dataclasses import replace
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from documents.errors import EmptyFile
from documents.pipeline.flow.docling_backends import BACKENDS
from documents.pipeline.flow.docling_reader import read
from documents.pipeline.flow.model import FlowDocument
from documents.pipeline.flow.typesetting import set_parts
from documents.pipeline.pdf.thumbnailer import draw_first_page
from documents.pipeline.pictures import to_webp

_BLOCKS = 80  # more than a page holds


class FlowThumbnailer:
    """Sets the beginning and draws it."""

    name = "docling"
    version = "1"

    def accepted_types(self) -> tuple[str, ...]:
        return tuple(BACKENDS)

    def score(self, mime_type: str) -> int:
        return 50 if mime_type in BACKENDS else 0

    def thumbnail(self, path: Path, mime_type: str, *, width: int) -> bytes:
        with TemporaryDirectory() as folder:
            document = _beginning(read(path, mime_type, Path(folder)))
            part = next(set_parts(document, Path(folder)), None)
            if part is None:
                raise EmptyFile
            return to_webp(draw_first_page(part.path, width=width))


def _beginning(document: FlowDocument) -> FlowDocument:
    first = next((section for section in document.sections if section.blocks), None)
    if first is None:
        return document
    return replace(document, sections=[replace(first, blocks=list(islice(first.blocks, _BLOCKS)))])
