"""The first page of a letter as a small picture."""

from pathlib import Path
from tempfile import TemporaryDirectory

from documents.pipeline.flow.thumbnailer import draw_beginning
from documents.pipeline.mail.reading import READERS, document_of
from documents.pipeline.plugin import OfTypes


class MailThumbnailer(OfTypes):
    """Sets the beginning and draws it."""

    name = "mail"
    version = "1"
    types = tuple(READERS)

    def thumbnail(self, path: Path, mime_type: str, *, width: int) -> bytes:
        letter = READERS[mime_type](path)
        names = [each.name for each in letter.enclosed if not each.is_inline]
        with TemporaryDirectory() as folder:
            return draw_beginning(document_of(letter, names, Path(folder)), Path(folder), width=width)
