"""XML of no kind that is known here: shown as it is written, never parsed."""

import re
from collections.abc import Iterator
from pathlib import Path

from documents.errors import UnsafeDocument
from documents.pipeline.text.parser import TextParser
from documents.pipeline.text.thumbnailer import TextThumbnailer
from documents.types import ParseEvent, ParseOptions

MIME_TYPE = "application/xml"
_WINDOW = 64 * 1024
_SUBSET = re.compile(rb"<!DOCTYPE[^>\[]*(?:\[|\bSYSTEM\b)|<!ENTITY")


class XmlSourceParser(TextParser):
    """The source as text. XML that defines entities or fetches its rules is refused: it is made to harm its readers."""

    name = "xml-source"
    version = "2"
    types = (MIME_TYPE,)

    def parse(self, path: Path, options: ParseOptions) -> Iterator[ParseEvent]:
        refuse_entities(path)
        yield from super().parse(path, options)


class XmlSourceThumbnailer(TextThumbnailer):
    """The beginning of the source."""

    name = "xml-source"
    version = "1"
    types = (MIME_TYPE,)


def refuse_entities(path: Path) -> None:
    """Markup that defines entities can grow without bounds or fetch what lies elsewhere; texts have no use for it."""
    with path.open("rb") as file:
        head = file.read(_WINDOW).replace(b"\x00", b"")
    if _SUBSET.search(head):
        raise UnsafeDocument
