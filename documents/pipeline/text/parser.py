"""The parser of plain text: the text stays as it is, a PDF is printed from it, tokens tie the two together."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise
from pathlib import Path

from documents.errors import CorruptDocument, EmptyFile, TooManyPages
from documents.pipeline.docling_document import Described, PageSize, docling_json
from documents.pipeline.fonts import missing_glyphs
from documents.pipeline.language import detect_language
from documents.pipeline.pdf.file import frame_of, open_page, open_pdf, page_count
from documents.pipeline.pdf.geometry import union
from documents.pipeline.pdf.words import read_words
from documents.pipeline.plugin import OfTypes
from documents.pipeline.text.alignment import page_tokens
from documents.pipeline.text.encoding import decode_text
from documents.pipeline.text.structure import TextBlock, blocks_of
from documents.pipeline.text.typesetting import PAGE_HEIGHT, PAGE_WIDTH, join, typeset_parts
from documents.pipeline.text.wrapping import ROWS_PER_PAGE, Row, pages_of, rows_of, shown
from documents.types import (
    Box,
    DocumentInfo,
    Item,
    ParsedPage,
    ParsedStructure,
    ParseEvent,
    ParseOptions,
    Rendition,
)

MIME_TYPE = "text/plain"
_LINE_END = re.compile("\r\n?|\x85|\u2028|\u2029")


class TextParser(OfTypes):
    """Plain text in any usual encoding."""

    name = "plain-text"
    version = "2"
    types = (MIME_TYPE,)

    def parse(self, path: Path, options: ParseOptions) -> Iterator[ParseEvent]:
        text = read_text(path)
        layout = _laid_out(text, most=options.max_pages)
        yield DocumentInfo(len(layout))
        scratch = Path(options.scratch)
        pages: list[ParsedPage] = []
        parts: list[Path] = []
        for part in typeset_parts(_printed(text, layout), scratch):
            parts.append(part)
            for page in _pages_of_part(text, layout, part, first=len(pages)):
                pages.append(page)
                yield page
        yield Rendition(str(join(parts, scratch / "rendition.pdf")))
        yield from missing_glyphs(text)
        yield _structure(text, layout, pages, path.name)


def _laid_out(text: str, *, most: int) -> list[list[Row]]:
    """Raises `TooManyPages`: by its line ends alone, where they say so already."""
    pages = text.count("\n") // ROWS_PER_PAGE
    layout = list(islice(pages_of(rows_of(text)), most + 1)) if pages <= most else []
    if max(pages, len(layout)) > most:
        raise TooManyPages(pages=max(pages, len(layout)), limit=most)
    return layout


def read_text(path: Path) -> str:
    """The text with line ends as "\\n" and without NUL, which no database keeps."""
    data = path.read_bytes()
    if not data:
        raise EmptyFile
    text = decode_text(data)
    if text is None:
        raise CorruptDocument("This file is said to be text, but it is not.")
    text = _LINE_END.sub("\n", text).removeprefix("\ufeff").replace("\x00", "\ufffd")
    if not text.strip():
        raise EmptyFile
    return text


def _printed(text: str, layout: Sequence[Sequence[Row]]) -> Iterator[list[str]]:
    for page in layout:
        yield [shown(text[row.start : row.end]) for row in page]


def _pages_of_part(text: str, layout: Sequence[Sequence[Row]], part: Path, *, first: int) -> Iterator[ParsedPage]:
    """`first` is how many pages come before those of the part."""
    with open_pdf(part) as document:
        for number in range(1, page_count(document) + 1):
            with open_page(document, number) as page:
                words = read_words(page, frame_of(page))
            index = first + number - 1
            rows = layout[index]
            end = layout[index + 1][0].start if index + 1 < len(layout) else len(text)
            tokens = page_tokens(text, rows, words)
            yield ParsedPage(index + 1, PAGE_WIDTH, PAGE_HEIGHT, text[rows[0].start : end], tokens)


def _spans(text: str, layout: Sequence[Sequence[Row]]) -> list[tuple[int, int]]:
    """Each page's part of the text; nothing of the text is lost between pages."""
    starts = [page[0].start for page in layout]
    return list(pairwise([*starts, len(text)]))


def _structure(text: str, layout: Sequence[Sequence[Row]], pages: Sequence[ParsedPage], name: str) -> ParsedStructure:
    spans = _spans(text, layout)
    placer = _Placer(pages, [start for start, _ in spans])
    items = [item for block in blocks_of(text) for item in placer.place(block, spans)]
    described = [Described(item, pages[item.page - 1].text[item.start : item.end]) for item in items]
    sizes = [PageSize(page.width, page.height) for page in pages]
    return ParsedStructure(items, language=detect_language([text]), docling=docling_json(name, sizes, described))


class _Placer:
    """Gives the blocks of the text, which come in order, their boxes on the pages."""

    def __init__(self, pages: Sequence[ParsedPage], starts: Sequence[int]) -> None:
        self._pages = pages
        self._starts = starts
        self._token_starts = [[token.start for token in page.tokens] for page in pages]

    def place(self, block: TextBlock, spans: Sequence[tuple[int, int]]) -> Iterator[Item]:
        """A block that goes over a page's end gives one item for each page."""
        page = bisect_right(self._starts, block.start) - 1
        while page < len(spans) and spans[page][0] < block.end:
            first, last = spans[page]
            start, end = max(block.start, first) - first, min(block.end, last) - first
            box = self._box(page, start, end)
            if box is not None:
                yield Item(block.kind, page + 1, box, start, end, block.level)
            page += 1

    def _box(self, page: int, start: int, end: int) -> Box | None:
        starts = self._token_starts[page]
        tokens = self._pages[page].tokens[bisect_left(starts, start) : bisect_left(starts, end)]
        return union([token.box for token in tokens]) if tokens else None
