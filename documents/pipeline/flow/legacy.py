"""Compound files: protected packages are opened with a password; of old ones LibreOffice has made new ones before."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from documents.errors import EncryptedDocument, NeedsLibreOffice, UnsupportedType
from documents.pipeline.flow.parser import FlowParser
from documents.pipeline.flow.protection import unprotected
from documents.pipeline.flow.reading import TYPES as READABLE
from documents.pipeline.plugin import OfTypes
from documents.pipeline.sniff import sniff_file
from documents.pipeline.sniffing.types import DOC, ENCRYPTED_OFFICE, PPT, XLS
from documents.types import ParseEvent, ParseOptions

OLD = frozenset({DOC, PPT, XLS})


class LegacyParser(OfTypes):
    """Reads what lies before it: a protected package, or what was made of an old file."""

    name = "office-legacy"
    version = "2"
    types = (DOC, PPT, ENCRYPTED_OFFICE)
    second_choice = (XLS,)
    converted = (DOC, PPT, XLS)

    def parse(self, path: Path, options: ParseOptions) -> Iterator[ParseEvent]:
        if sniff_file(path) == ENCRYPTED_OFFICE:
            path = unprotected(path, options.passwords, Path(options.scratch) / "opened")
        mime_type = sniff_file(path)
        if mime_type in OLD:
            raise NeedsLibreOffice
        if mime_type not in READABLE:
            raise UnsupportedType(detected=mime_type, allowed=sorted(READABLE))
        yield from FlowParser().parse(path, replace(options, mime_type=mime_type))


class LegacyThumbnailer(OfTypes):
    """There is nothing to be seen before such a file has been opened."""

    name = "office-legacy"
    version = "1"
    types = (DOC, PPT, ENCRYPTED_OFFICE)

    def thumbnail(self, path: Path, mime_type: str, *, width: int) -> bytes:
        raise EncryptedDocument if mime_type == ENCRYPTED_OFFICE else NeedsLibreOffice
