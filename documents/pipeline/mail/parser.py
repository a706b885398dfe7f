"""Parser and thumbnailer of e-mail: the text is set on pages, attachments become documents of their own."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from documents.errors import EmptyFile
from documents.pipeline.attachments import AttachmentWriter
from documents.pipeline.mail.blocks import message_document
from documents.pipeline.mail.eml import read_eml
from documents.pipeline.mail.msg import read_msg
from documents.pipeline.mime_types import EML, MSG
from documents.pipeline.protocols import BuiltInPlugin
from documents.pipeline.reflow.parser import draw_first_blocks, parse_document
from documents.types import ParseEvent, ParseOptions

_READERS = {EML: read_eml, MSG: read_msg}


class MailParser(BuiltInPlugin):
    """Parser of EML and MSG."""

    name = "mail"
    version = "4"
    types = tuple(_READERS)

    def parse(self, path: Path, options: ParseOptions) -> Iterator[ParseEvent]:
        scratch = Path(options.scratch)
        message = _READERS[options.mime_type](path)
        writer = AttachmentWriter(scratch)
        attachments = list(writer.write(message.files))
        names = list(dict.fromkeys(each.folder.partition("/")[0] or each.filename for each in attachments))
        document = message_document(message, names, scratch)
        if not document.sections[0].blocks:
            raise EmptyFile("This message has no header, no text and no attachments.")
        events = parse_document(document, path.name, options)
        yield next(events)
        yield from attachments
        yield from writer.warnings
        yield from events


class MailThumbnailer(BuiltInPlugin):
    """Typesets and renders the first page."""

    name = "mail"
    version = "1"
    types = tuple(_READERS)

    def thumbnail(self, path: Path, mime_type: str, *, width: int) -> bytes:
        message = _READERS[mime_type](path)
        names = [file.name for file in message.files if not file.is_inline]
        with TemporaryDirectory() as folder:
            return draw_first_blocks(message_document(message, names, Path(folder)), Path(folder), width=width)
