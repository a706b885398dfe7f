"""The beginning of a text as a small picture."""

from pathlib import Path
from tempfile import TemporaryDirectory

from documents.errors import CorruptDocument, EmptyFile
from documents.pipeline.pdf.thumbnailer import draw_first_page
from documents.pipeline.pictures import to_webp
from documents.pipeline.plugin import OfTypes
from documents.pipeline.text.encoding import decode_text
from documents.pipeline.text.typesetting import typeset_parts
from documents.pipeline.text.wrapping import pages_of, rows_of, shown

MIME_TYPE = "text/plain"
_BEGINNING = 32 * 1024  # bytes, more than a page holds


class TextThumbnailer(OfTypes):
    """Typesets one page and draws it."""

    name = "plain-text"
    version = "1"
    types = (MIME_TYPE,)

    def thumbnail(self, path: Path, mime_type: str, *, width: int) -> bytes:
        with path.open("rb") as file:
            data = file.read(_BEGINNING)
        if not data:
            raise EmptyFile
        text = decode_text(data)
        if text is None:
            raise CorruptDocument
        text = text.replace("\r\n", "\n")
        page = next(pages_of(rows_of(text)), [])
        with TemporaryDirectory() as folder:
            (printed,) = typeset_parts([[shown(text[row.start : row.end]) for row in page]], Path(folder))
            return to_webp(draw_first_page(printed, width=width))
