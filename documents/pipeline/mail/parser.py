"""The parser of letters: what they say is set on pages, what was sent along becomes documents of their own."""

from collections.abc import Iterator
from pathlib import Path

from documents.errors import EmptyFile
from documents.pipeline.flow.parser import set_on_pages
from documents.pipeline.mail.enclosures import Enclosures
from documents.pipeline.mail.reading import READERS, document_of
from documents.pipeline.plugin import OfTypes
from documents.types import ParseEvent, ParseOptions


class MailParser(OfTypes):
    """EML and MSG."""

    name = "mail"
    version = "2"
    types = tuple(READERS)

    def parse(self, path: Path, options: ParseOptions) -> Iterator[ParseEvent]:
        scratch = Path(options.scratch)
        letter = READERS[options.mime_type](path)
        enclosures = Enclosures(scratch)
        attachments = list(enclosures.unpack(letter.enclosed))
        names = list(dict.fromkeys(each.folder.partition("/")[0] or each.filename for each in attachments))
        document = document_of(letter, names, scratch)
        if not document.sections[0].blocks:
            raise EmptyFile("There is nothing to read in this letter: it has no header, no text and no attachments.")
        events = set_on_pages(document, path.name, options)
        yield next(events)
        yield from attachments
        yield from enclosures.warnings
        yield from events
