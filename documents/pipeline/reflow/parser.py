"""Parsers and thumbnailers of formats without pages.

A document is read as blocks, typeset as a PDF, and every word is located on its pages. Encrypted Office files are
decrypted before; old Office files have been converted by LibreOffice before they get here.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from documents.errors import (
    CorruptDocument,
    EmptyFile,
    EncryptedDocument,
    NeedsLibreOffice,
    TooManyPages,
    UnsupportedType,
)
from documents.pipeline import docling_document
from documents.pipeline.attachments import AttachmentWriter
from documents.pipeline.docling_document import Described, PageSize
from documents.pipeline.fonts import missing_glyphs
from documents.pipeline.language import detect_language
from documents.pipeline.mime_types import DOC, ENCRYPTED_OFFICE, EPUB, PPT, RTF, XLS, XLSB
from documents.pipeline.pdf.thumbnailer import draw_first_page
from documents.pipeline.pictures import to_webp
from documents.pipeline.protocols import BuiltInPlugin
from documents.pipeline.reflow.assemble import Assembly, assemble
from documents.pipeline.reflow.damaged_packages import read_plain_lines, repaired_copies
from documents.pipeline.reflow.docling_reader import BACKENDS, DELIMITED, docling_json, read_with_docling
from documents.pipeline.reflow.embedded_files import embedded_files
from documents.pipeline.reflow.layout import MAX_COLUMNS, limit_columns, split_long_tables
from documents.pipeline.reflow.metadata import read_metadata
from documents.pipeline.reflow.model import Block, ReflowDocument, Run, Section
from documents.pipeline.reflow.normalize_input import NormalizedInput, normalize_input
from documents.pipeline.reflow.packages import is_package
from documents.pipeline.reflow.protection import decrypt
from documents.pipeline.reflow.rtf import read_rtf
from documents.pipeline.reflow.typesetting import Part, typeset
from documents.pipeline.reflow.workbooks import read_xls, read_xlsb
from documents.pipeline.sniff import sniff_file
from documents.pipeline.text.typesetting import join
from documents.types import (
    DocumentInfo,
    ParsedStructure,
    ParseEvent,
    ParseOptions,
    ParseWarning,
    Rendition,
    StructureKind,
)

_OWN_READERS: dict[str, Callable[[Path], ReflowDocument]] = {RTF: read_rtf, XLS: read_xls, XLSB: read_xlsb}
_TYPES = (*BACKENDS, *DELIMITED, *_OWN_READERS)
_THUMBNAIL_BLOCKS = 80  # more than one page


class ReflowParser(BuiltInPlugin):
    """Parser of office documents, web pages, books and other formats that docling reads, of RTF, XLS and XLSB."""

    name = "docling"
    version = "6"
    types = _TYPES

    def parse(self, path: Path, options: ParseOptions) -> Iterator[ParseEvent]:
        scratch = Path(options.scratch)
        if options.mime_type == XLS:
            path = decrypt(path, options.passwords, scratch / "opened")
        source = normalize_input(path, options.mime_type, scratch)
        writer = AttachmentWriter(scratch)
        attachments = list(writer.write(embedded_files(source.path, options.mime_type)))
        names = list(dict.fromkeys(each.folder.partition("/")[0] or each.filename for each in attachments))
        events = parse_document(_read(source, options.mime_type, scratch, path.name, names), path.name, options)
        yield next(events)
        yield from attachments
        yield from writer.warnings
        yield from events


class LegacyOfficeParser(BuiltInPlugin):
    """Parser of encrypted Office packages, and of the files that LibreOffice has converted from old Office files."""

    name = "office-legacy"
    version = "5"
    types = (DOC, PPT, ENCRYPTED_OFFICE)
    fallback_types = (XLS,)
    converted_types = (DOC, PPT, XLS)

    def parse(self, path: Path, options: ParseOptions) -> Iterator[ParseEvent]:
        if sniff_file(path) == ENCRYPTED_OFFICE:
            path = decrypt(path, options.passwords, Path(options.scratch) / "opened")
        mime_type = sniff_file(path)
        if mime_type in self.converted_types:
            raise NeedsLibreOffice
        if mime_type not in _TYPES:
            raise UnsupportedType(detected=mime_type, allowed=sorted(_TYPES))
        yield from ReflowParser().parse(path, replace(options, mime_type=mime_type))


class ReflowThumbnailer(BuiltInPlugin):
    """Typesets and renders the first page."""

    name = "docling"
    version = "1"
    types = _TYPES

    def thumbnail(self, path: Path, mime_type: str, *, width: int) -> bytes:
        with TemporaryDirectory() as folder:
            scratch = Path(folder)
            source = normalize_input(path, mime_type, scratch)
            names = (file.name for file in embedded_files(source.path, mime_type))
            return draw_first_blocks(_read(source, mime_type, scratch, path.name, names), scratch, width=width)


class LegacyOfficeThumbnailer(BuiltInPlugin):
    """Raises the reason why there is no thumbnail before the file has been decrypted or converted."""

    name = "office-legacy"
    version = "1"
    types = (DOC, PPT, ENCRYPTED_OFFICE)

    def thumbnail(self, path: Path, mime_type: str, *, width: int) -> bytes:
        raise EncryptedDocument if mime_type == ENCRYPTED_OFFICE else NeedsLibreOffice


def parse_document(document: ReflowDocument, name: str, options: ParseOptions) -> Iterator[ParseEvent]:
    """Yield all events of a document that was read as blocks; `name` is its file name."""
    scratch = Path(options.scratch)
    blocks = [block for section in document.sections for block in section.blocks]
    parts = _limit_pages(typeset(document, scratch), options.max_pages)
    yield DocumentInfo(sum(part.pages for part in parts))
    assembly = Assembly()
    texts: list[str] = []
    for page in assemble(parts, blocks, assembly):
        texts.append(page.text)
        yield page
    paths, pages = [part.path for part in parts], [part.pages for part in parts]
    yield Rendition(str(join(paths, scratch / "rendition.pdf", pages=pages)))
    yield from document.warnings
    yield from missing_glyphs("".join(texts))
    yield ParsedStructure(
        items=assembly.items,
        language=detect_language(texts),
        title=document.title,
        docling=_docling_json(name, document, assembly, texts),
        metadata=document.metadata,
        links=assembly.links,
    )


def draw_first_blocks(document: ReflowDocument, folder: Path, *, width: int) -> bytes:
    """Return the thumbnail of a document that was read as blocks."""
    first = next((section for section in document.sections if section.blocks), None)
    if first is not None:
        document = replace(document, sections=[replace(first, blocks=list(islice(first.blocks, _THUMBNAIL_BLOCKS)))])
    part = next(typeset(document, folder), None)
    if part is None:
        raise EmptyFile
    return to_webp(draw_first_page(part.path, width=width))


def _read(
    source: NormalizedInput, mime_type: str, scratch: Path, name: str, attachments: Iterable[str]
) -> ReflowDocument:
    """Return the file as blocks, or the names of its attachments if it has none; raise the reason if it is refused."""
    own_reader = _OWN_READERS.get(mime_type)
    if own_reader is not None:
        document = own_reader(source.path)
    else:
        document = _read_or_repair(source.path, mime_type, scratch, name)
    metadata = {**read_metadata(source.path, mime_type), **document.metadata}
    sections = [
        replace(section, blocks=list(split_long_tables(list(limit_columns(section.blocks)))))
        for section in document.sections
    ]
    if not any(section.blocks for section in sections):
        sections = [Section(list(_attachment_names(attachments)))]
    if not any(section.blocks for section in sections):
        raise EmptyFile("This document has no text, no tables and no pictures.")
    return replace(
        document,
        sections=[section for section in sections if section.blocks],
        title=document.title or metadata.get("title", ""),
        metadata=metadata,
        warnings=list(dict.fromkeys([*source.warnings, *document.warnings, *_width_warnings(document)])),
    )


def _read_or_repair(path: Path, mime_type: str, scratch: Path, name: str) -> ReflowDocument:
    """Return the file as blocks. If its reader refuses a package, its damaged parts are repaired or left out."""
    try:
        return read_with_docling(path, mime_type, scratch, name=name)
    except CorruptDocument:
        if mime_type == EPUB or not is_package(mime_type):
            raise
    for copy in repaired_copies(path, scratch):
        with suppress(CorruptDocument):
            document = read_with_docling(copy.path, mime_type, scratch, name=name)
            return replace(document, warnings=[*copy.warnings, *document.warnings])
    plain = read_plain_lines(path, mime_type)
    if not plain.sections:
        raise CorruptDocument
    return plain


def _width_warnings(document: ReflowDocument) -> Iterator[ParseWarning]:
    tables = (block.table for section in document.sections for block in section.blocks)
    widest = max((table.columns for table in tables if table is not None), default=0)
    if widest > MAX_COLUMNS:
        message = f"Only the first {MAX_COLUMNS:,} of {widest:,} columns of a table are displayed."
        yield ParseWarning("columns_truncated", message)


def _attachment_names(names: Iterable[str]) -> Iterator[Block]:
    listed = ", ".join(names)
    if listed:
        yield Block(StructureKind.PARAGRAPH, (Run("Attachments: ", bold=True), Run(listed)))


def _docling_json(name: str, document: ReflowDocument, assembly: Assembly, texts: Sequence[str]) -> bytes:
    if document.source is not None:
        return docling_json(document.source, assembly)
    described = [Described(item, texts[item.page - 1][item.start : item.end]) for item in assembly.items]
    return docling_document.docling_json(name, [PageSize(*size) for size in assembly.sizes], described)


def _limit_pages(parts: Iterator[Part], max_pages: int) -> list[Part]:
    """Return the parts; raise `TooManyPages` as soon as they have too many pages."""
    typeset_parts: list[Part] = []
    for part in parts:
        typeset_parts.append(part)
        pages = sum(part.pages for part in typeset_parts)
        if pages > max_pages:
            raise TooManyPages(pages=pages, limit=max_pages)
    return typeset_parts
