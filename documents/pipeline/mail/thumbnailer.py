"""The first page of a letter as a small picture."""

from pathlib import Path
from tempfile import TemporaryDirectory

from documents.pipeline.flow.thumbnailer import draw_beginning
from documents.pipeline.mail.reading import READERS, document_of


class MailThumbnailer:
    """Sets the beginning and draws it."""

    name = "mail"
    version = "1"

    def accepted_types(self) -> tuple[str, ...]:
        return tuple(READERS)

    def score(self, mime_type: str) -> int:
        return 50 if mime_type in READERS else 0

    def thumbnail(self, path: Path, mime_type: str, *, width: int) -> bytes:
        letter = READERS[mime_type](path)
        names = [each.name for each in letter.enclosed if not each.is_inline]
        with TemporaryDirectory() as folder:
            return draw_beginning(document_of(letter, names, Path(folder)), Path(folder), width=width)
