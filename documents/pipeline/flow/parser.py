"""The parser of formats without pages: read into blocks, set on pages, and every word found again on them."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from documents.errors import TooManyPages
from documents.pipeline.docling_document import Described, PageSize, docling_json
from documents.pipeline.flow.composing import Composed, compose
from documents.pipeline.flow.docling_reader import placed_json
from documents.pipeline.flow.model import FlowDocument
from documents.pipeline.flow.protection import unprotected
from documents.pipeline.flow.reading import TYPES, read
from documents.pipeline.flow.typesetting import Part, set_parts
from documents.pipeline.fonts import missing_glyphs
from documents.pipeline.language import detect_language
from documents.pipeline.plugin import OfTypes
from documents.pipeline.sniffing.types import XLS
from documents.pipeline.text.typesetting import join
from documents.types import DocumentInfo, ParsedStructure, ParseEvent, ParseOptions, Rendition


class FlowParser(OfTypes):
    """Office documents, web pages, books and other texts that docling reads."""

    name = "docling"
    version = "2"
    types = TYPES

    def parse(self, path: Path, options: ParseOptions) -> Iterator[ParseEvent]:
        if options.mime_type == XLS:
            path = unprotected(path, options.passwords, Path(options.scratch) / "opened")
        document = read(path, options.mime_type, Path(options.scratch))
        yield from set_on_pages(document, path.name, options)


def set_on_pages(document: FlowDocument, name: str, options: ParseOptions) -> Iterator[ParseEvent]:
    """All events of a document that was read into blocks; `name` is that of its file."""
    scratch = Path(options.scratch)
    blocks = [block for section in document.sections for block in section.blocks]
    parts = _within(set_parts(document, scratch), options.max_pages)
    yield DocumentInfo(sum(part.pages for part in parts))
    composed = Composed()
    texts: list[str] = []
    for page in compose(parts, blocks, composed):
        texts.append(page.text)
        yield page
    yield _rendition(parts, scratch)
    yield from document.warnings
    yield from missing_glyphs("".join(texts))
    yield ParsedStructure(
        items=composed.items,
        language=detect_language(texts),
        title=document.title,
        docling=_docling(name, document, composed, texts),
        facts=document.facts,
        links=composed.links,
    )


def _docling(name: str, document: FlowDocument, composed: Composed, texts: Sequence[str]) -> bytes:
    if document.source is not None:
        return placed_json(document.source, composed)
    described = [Described(item, texts[item.page - 1][item.start : item.end]) for item in composed.items]
    return docling_json(name, [PageSize(*size) for size in composed.sizes], described)


def _rendition(parts: Sequence[Part], scratch: Path) -> Rendition:
    paths, pages = [part.path for part in parts], [part.pages for part in parts]
    return Rendition(str(join(paths, scratch / "rendition.pdf", pages=pages)))


def _within(parts: Iterator[Part], max_pages: int) -> list[Part]:
    kept: list[Part] = []
    for part in parts:
        kept.append(part)
        pages = sum(part.pages for part in kept)
        if pages > max_pages:
            raise TooManyPages(pages=pages, limit=max_pages)
    return kept
