"""Parser and thumbnailer of plain text, and of XML without a parser of its own, which is displayed as source code.

The text is kept unchanged, a PDF is typeset from it, and the tokens connect both.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

from documents.errors import CorruptDocument, EmptyFile, TooManyPages
from documents.pipeline.docling_document import Described, PageSize, docling_json
from documents.pipeline.fonts import missing_glyphs
from documents.pipeline.language import detect_language
from documents.pipeline.mime_types import TEXT, XML
from documents.pipeline.pdf.file import frame_of, open_page, open_pdf, page_count
from documents.pipeline.pdf.geometry import union
from documents.pipeline.pdf.text.word_reader import read_words
from documents.pipeline.pdf.thumbnailer import draw_first_page
from documents.pipeline.pictures import to_webp
from documents.pipeline.protocols import BuiltInPlugin
from documents.pipeline.text.encoding import decode_text
from documents.pipeline.text.markup_safety import refuse_entities
from documents.pipeline.text.typesetting import PAGE_HEIGHT, PAGE_WIDTH, join, page_tokens, typeset_parts
from documents.pipeline.text.wrapping import ROWS_PER_PAGE, Row, paginate, printable, wrap_rows
from documents.types import (
    Box,
    DocumentInfo,
    Item,
    ParsedPage,
    ParsedStructure,
    ParseEvent,
    ParseOptions,
    Rendition,
    StructureKind,
)

_LINE_END = re.compile("\r\n?|\x85|\u2028|\u2029")
_THUMBNAIL_BYTES = 32 * 1024  # more than one page of text


@dataclass(frozen=True, slots=True)
class _TextBlock:
    """A part of the text without empty lines; offsets exclude white space at both ends."""

    kind: StructureKind
    start: int
    end: int
    level: int | None = None


class TextParser(BuiltInPlugin):
    """Parser of plain text in any common encoding."""

    name = "plain-text"
    version = "2"
    types = (TEXT,)

    def parse(self, path: Path, options: ParseOptions) -> Iterator[ParseEvent]:
        text = read_text(path)
        layout = _lay_out(text, max_pages=options.max_pages)
        yield DocumentInfo(len(layout))
        scratch = Path(options.scratch)
        pages: list[ParsedPage] = []
        parts: list[Path] = []
        printed = ([printable(text[row.start : row.end]) for row in page] for page in layout)
        for part in typeset_parts(printed, scratch):
            parts.append(part)
            for page in _read_part(text, layout, part, first=len(pages)):
                pages.append(page)
                yield page
        yield Rendition(str(join(parts, scratch / "rendition.pdf")))
        yield from missing_glyphs(text)
        yield _structure(text, layout, pages, path.name)


class XmlSourceParser(TextParser):
    """Parser of XML as source code. XML with entity definitions or an external DTD is refused as harmful."""

    name = "xml-source"
    types = (XML,)

    def parse(self, path: Path, options: ParseOptions) -> Iterator[ParseEvent]:
        refuse_entities(path)
        yield from super().parse(path, options)


class TextThumbnailer(BuiltInPlugin):
    """Typesets and renders the first page."""

    name = "plain-text"
    version = "1"
    types = (TEXT,)

    def thumbnail(self, path: Path, mime_type: str, *, width: int) -> bytes:
        with path.open("rb") as file:
            data = file.read(_THUMBNAIL_BYTES)
        if not data:
            raise EmptyFile
        text = decode_text(data)
        if text is None:
            raise CorruptDocument
        text = text.replace("\r\n", "\n")
        page = next(paginate(wrap_rows(text)), [])
        with TemporaryDirectory() as folder:
            (pdf,) = typeset_parts([[printable(text[row.start : row.end]) for row in page]], Path(folder))
            return to_webp(draw_first_page(pdf, width=width))


class XmlSourceThumbnailer(TextThumbnailer):
    """Renders the beginning of the source code."""

    name = "xml-source"
    types = (XML,)


def read_text(path: Path) -> str:
    r"""Return the text with "\n" as line break and without NUL, which PostgreSQL cannot store."""
    data = path.read_bytes()
    if not data:
        raise EmptyFile
    text = decode_text(data)
    if text is None:
        raise CorruptDocument("This is not a text file, although its name or type says so.")
    text = _LINE_END.sub("\n", text).removeprefix("\ufeff").replace("\x00", "\ufffd")
    if not text.strip():
        raise EmptyFile
    return text


def _lay_out(text: str, *, max_pages: int) -> list[list[Row]]:
    """Return the rows of each page; raise `TooManyPages`, before wrapping if the number of line breaks suffices."""
    min_pages = text.count("\n") // ROWS_PER_PAGE
    layout = list(islice(paginate(wrap_rows(text)), max_pages + 1)) if min_pages <= max_pages else []
    if max(min_pages, len(layout)) > max_pages:
        raise TooManyPages(pages=max(min_pages, len(layout)), limit=max_pages)
    return layout


def _read_part(text: str, layout: Sequence[Sequence[Row]], part: Path, *, first: int) -> Iterator[ParsedPage]:
    """Yield the pages of a typeset part; `first` is the number of pages before it."""
    with open_pdf(part) as document:
        for number in range(1, page_count(document) + 1):
            with open_page(document, number) as page:
                words = read_words(page, frame_of(page))
            index = first + number - 1
            rows = layout[index]
            end = layout[index + 1][0].start if index + 1 < len(layout) else len(text)
            tokens = page_tokens(text, rows, words)
            yield ParsedPage(index + 1, PAGE_WIDTH, PAGE_HEIGHT, text[rows[0].start : end], tokens)


def _structure(text: str, layout: Sequence[Sequence[Row]], pages: Sequence[ParsedPage], name: str) -> ParsedStructure:
    # The spans of the pages cover the whole text: nothing between two pages is lost.
    spans = list(pairwise([*(rows[0].start for rows in layout), len(text)]))
    locator = _BlockLocator(pages, spans)
    items = [item for block in find_blocks(text) for item in locator.items(block)]
    described = [Described(item, pages[item.page - 1].text[item.start : item.end]) for item in items]
    sizes = [PageSize(page.width, page.height) for page in pages]
    return ParsedStructure(items, language=detect_language([text]), docling=docling_json(name, sizes, described))


class _BlockLocator:
    """Finds the pages and the boxes of the blocks of the text."""

    def __init__(self, pages: Sequence[ParsedPage], spans: Sequence[tuple[int, int]]) -> None:
        self._pages = pages
        self._spans = spans
        self._starts = [start for start, _ in spans]
        self._token_starts = [[token.start for token in page.tokens] for page in pages]

    def items(self, block: _TextBlock) -> Iterator[Item]:
        """Yield one item for each page on which the block has text."""
        page = bisect_right(self._starts, block.start) - 1
        while page < len(self._spans) and self._spans[page][0] < block.end:
            first, last = self._spans[page]
            start, end = max(block.start, first) - first, min(block.end, last) - first
            box = self._box(page, start, end)
            if box is not None:
                yield Item(block.kind, page + 1, box, start, end, block.level)
            page += 1

    def _box(self, page: int, start: int, end: int) -> Box | None:
        starts = self._token_starts[page]
        tokens = self._pages[page].tokens[bisect_left(starts, start) : bisect_left(starts, end)]
        return union([token.box for token in tokens]) if tokens else None


# Structure of plain text: paragraphs between empty lines, list items, and single short lines as headings.

_BULLET = re.compile(r"\s*(?:[•●▪◦∙·*\u2013\u2014-]|\(?(?:\d{1,2}|[a-zA-Z]|[ivx]{1,4})[.)])\s+\S")
_NUMBERED = re.compile(
    r"\s*(?:(?:article|section|chapter|part|appendix|annex|schedule|exhibit)\s+[\dIVXLA-Z]+\b|\d{1,2}(?:\.\d{1,2}){0,4}\.?\s+\S"
    r"|[IVXL]{1,6}\.\s+\S)",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"[.;,:!?]\s*$")
_MAX_HEADING = 80
_MIN_CAPITALS = 4


@dataclass(frozen=True, slots=True)
class _Line:
    start: int
    end: int
    text: str


def find_blocks(text: str) -> Iterator[_TextBlock]:
    """Yield the blocks in the order of the text."""
    paragraph: list[_Line] = []
    for line in _lines(text):
        if line.text:
            paragraph.append(line)
            continue
        yield from _split_paragraph(paragraph)
        paragraph = []
    yield from _split_paragraph(paragraph)


def _lines(text: str) -> Iterator[_Line]:
    position = 0
    for raw in re.split(r"[\n\f]", text):
        stripped = raw.strip()
        start = position + len(raw) - len(raw.lstrip())
        yield _Line(start, start + len(stripped), stripped)
        position += len(raw) + 1


def _split_paragraph(lines: Sequence[_Line]) -> Iterator[_TextBlock]:
    if not lines:
        return
    if len(lines) == 1 and (level := _heading_level(lines[0].text)) is not None:
        yield _TextBlock(StructureKind.HEADING, lines[0].start, lines[0].end, level)
        return
    first = 0
    for number in range(1, len(lines) + 1):
        if number == len(lines) or _BULLET.match(lines[number].text):
            kind = StructureKind.LIST_ITEM if _BULLET.match(lines[first].text) else StructureKind.PARAGRAPH
            yield _TextBlock(kind, lines[first].start, lines[number - 1].end)
            first = number


def _heading_level(line: str) -> int | None:
    """Return the heading level of a line between empty lines; None for a paragraph."""
    if len(line) > _MAX_HEADING or sum(character.isalpha() for character in line) < 2:  # noqa: PLR2004  # a word
        return None
    if line.isupper() and sum(character.isupper() for character in line) >= _MIN_CAPITALS:
        return 1
    if _SENTENCE_END.search(line):
        return None
    if _NUMBERED.match(line):
        numbers = re.match(r"\s*(\d+(?:\.\d+)*)", line)
        depth = 1 if numbers is None else 1 + numbers.group(1).count(".")
        return min(6, 1 + depth)
    return 2 if line[0].isupper() and len(line.split()) <= 8 and line == line.strip() else None  # noqa: PLR2004  # a title
