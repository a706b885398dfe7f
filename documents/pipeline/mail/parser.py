"""Parser and thumbnailer of e-mail: the text is set on pages, attachments become documents of their own."""

import re
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory

from core.errors import UserFault
from documents.errors import EmptyFile
from documents.pipeline.attachments import AttachmentWriter
from documents.pipeline.mail.bodies import count_words, prepare_html
from documents.pipeline.mail.eml import read_eml
from documents.pipeline.mail.message import Body, MailMessage
from documents.pipeline.mail.msg import read_msg
from documents.pipeline.mime_types import EML, HTML, MSG
from documents.pipeline.protocols import BuiltInPlugin
from documents.pipeline.reflow.docling_reader import read_with_docling
from documents.pipeline.reflow.layout import split_long_tables
from documents.pipeline.reflow.model import BULLET, Block, ReflowDocument, Run, Section
from documents.pipeline.reflow.parser import draw_first_blocks, parse_document
from documents.types import ParseEvent, ParseOptions, ParseWarning, StructureKind

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
        document = _message_document(message, names, scratch)
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
            return draw_first_blocks(_message_document(message, names, Path(folder)), Path(folder), width=width)


# Conversion of messages to blocks: header lines, text, and the names of attachments.

_MAX_HTML = 8 << 20  # characters; a page of text has about three thousand
_QUOTED = re.compile(r" {0,3}>")
_LIST_MARKER = re.compile(r"\s{0,12}([•●▪·*\u2013-]|\d{1,2}[.)])\s+(?=\S)")
_BULLETS = frozenset("•●▪·*\u2013-")


def _message_document(message: MailMessage, attachment_names: Sequence[str], scratch: Path) -> ReflowDocument:
    """Return the message as blocks."""
    warnings = list(message.warnings)
    pictures = {file.content_id: file.content for file in message.files if file.content_id}
    blocks = [*_header_blocks(message, attachment_names)]
    for number, body in enumerate(message.bodies, 1):
        blocks += _body_blocks(body, pictures, scratch / f"body-{number}.html", warnings)
    return ReflowDocument(
        sections=[Section(list(split_long_tables(blocks)))],
        title=message.subject,
        metadata=message.metadata,
        warnings=warnings,
    )


def plain_text_blocks(text: str) -> Iterator[Block]:
    """Yield paragraphs, list items and quotes.

    Line breaks are kept, because authors of messages set them on purpose. Quotes keep ">" and are in italics.
    """
    lines = text.expandtabs(8).splitlines()
    for is_empty, paragraph in groupby(lines, key=lambda line: not line.strip()):
        if is_empty:
            continue
        for is_quoted, group in groupby(paragraph, key=lambda line: _QUOTED.match(line) is not None):
            part = list(group)
            if is_quoted:
                quote = Run("\n".join(line.strip() for line in part), italic=True)
                yield Block(StructureKind.PARAGRAPH, (quote,))
            else:
                yield from _paragraph_and_list(part)


def _header_blocks(message: MailMessage, attachment_names: Sequence[str]) -> Iterator[Block]:
    if message.subject:
        yield Block(StructureKind.TITLE, (Run(message.subject),))
    lines = {name: text for name, text in message.headers.items() if name != "Subject"}
    if attachment_names:
        lines["Attachments"] = ", ".join(attachment_names)
    for name, text in lines.items():
        yield Block(StructureKind.PARAGRAPH, (Run(f"{name}: ", bold=True), Run(text)))


def _body_blocks(
    body: Body, pictures: Mapping[str, bytes], path: Path, warnings: list[ParseWarning]
) -> Iterable[Block]:
    if not body.is_html:
        return plain_text_blocks(body.text)
    if not count_words([body]):
        return ()
    if len(body.text) > _MAX_HTML:
        warnings.append(ParseWarning("message_truncated", "The text of this message was shortened: it is too long."))
    # The BOM overrides any encoding that the page declares.
    path.write_bytes(BOM_UTF8 + prepare_html(body.text[:_MAX_HTML], pictures))
    try:
        document = read_with_docling(path, HTML, path.parent, name=path.name, is_web_page=False)
    except UserFault:
        warnings.append(ParseWarning("message_damaged", "The text of this message is damaged and could not be read."))
        return ()
    # The title of a message is its subject.
    return [
        replace(block, kind=StructureKind.HEADING, level=1) if block.kind is StructureKind.TITLE else block
        for section in document.sections
        for block in section.blocks
    ]


def _paragraph_and_list(lines: list[str]) -> Iterator[Block]:
    """Yield a paragraph and the list items below it; an indented line belongs to the item above."""
    pending: list[str] = []
    for line in lines:
        if pending and (_LIST_MARKER.match(line) or (_LIST_MARKER.match(pending[0]) and not line.startswith(" "))):
            yield _block(pending)
            pending = []
        pending.append(line)
    if pending:
        yield _block(pending)


def _block(lines: list[str]) -> Block:
    text = "\n".join(line.strip() for line in lines)
    match = _LIST_MARKER.match(text)
    if match is None:
        return Block(StructureKind.PARAGRAPH, (Run(text),))
    marker = BULLET if match.group(1) in _BULLETS else match.group(1)
    return Block(StructureKind.LIST_ITEM, (Run(text[match.end() :]),), marker=marker)
