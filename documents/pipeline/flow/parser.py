"""The parser of formats without pages: read into blocks, set on pages, and every word found again on them."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from documents.errors import EmptyFile, TooManyPages
from documents.pipeline.flow.composing import Composed, compose
from documents.pipeline.flow.docling_backends import BACKENDS
from documents.pipeline.flow.docling_reader import docling_json, read
from documents.pipeline.flow.typesetting import Part, set_parts
from documents.pipeline.language import detect_language
from documents.pipeline.text.typesetting import join
from documents.types import DocumentInfo, ParsedStructure, ParseEvent, ParseOptions, Rendition


class FlowParser:
    """Office documents, web pages, books and other texts that docling reads."""

    name = "docling"
    version = "1"

    def accepted_types(self) -> tuple[str, ...]:
        return tuple(BACKENDS)

    def score(self, mime_type: str) -> int:
        return 50 if mime_type in BACKENDS else 0

    def parse(self, path: Path, options: ParseOptions) -> Iterator[ParseEvent]:
        scratch = Path(options.scratch)
        document = read(path, options.mime_type, scratch)
        blocks = [block for section in document.sections for block in section.blocks]
        if not blocks:
            raise EmptyFile
        parts = _within(set_parts(document, scratch), options.max_pages)
        yield DocumentInfo(sum(part.pages for part in parts))
        composed = Composed()
        sample: list[str] = []
        for page in compose(parts, blocks, composed):
            sample.append(page.text if len(sample) < 10 else "")  # noqa: PLR2004  # enough to tell the language
            yield page
        yield _rendition(parts, scratch)
        yield from document.warnings
        yield ParsedStructure(
            items=composed.items,
            language=detect_language(sample),
            title=document.title,
            docling=docling_json(document.source, composed),
            facts=document.facts,
            links=composed.links,
        )


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
