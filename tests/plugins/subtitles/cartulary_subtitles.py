"""An example plug-in: parser and thumbnailer of SubRip subtitles."""

import io
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from PIL import Image, ImageDraw

from cartulary.parsers import (
    Box,
    CorruptDocument,
    DocumentInfo,
    Item,
    ParsedPage,
    ParsedStructure,
    ParseEvent,
    ParseOptions,
    StructureKind,
    Token,
    TooManyPages,
)

SUBRIP = "application/x-subrip"
WIDTH, HEIGHT, MARGIN, LINE = 612.0, 792.0, 72.0, 18.0
LINES_PER_PAGE = 36
_TIME = rb"\d\d:\d\d:\d\d,\d\d\d"
_FIRST_CUE = re.compile(rb"\s*1\r?\n" + _TIME + rb" --> " + _TIME)
_CUE_HEADER = re.compile(r"(?m)^\d+\n\d\d:\d\d:\d\d,\d\d\d --> .*\n")


class SubtitleParser:
    """Parser: the subtitles become lines of text; numbers and times are left out."""

    name = "subtitles"
    version = "1"

    def accepted_types(self) -> tuple[str, ...]:
        return (SUBRIP,)

    def score(self, mime_type: str) -> int:
        return 50

    def sniff_type(self, head: bytes) -> str:
        return SUBRIP if _FIRST_CUE.match(head.removeprefix(b"\xef\xbb\xbf")) else ""

    def parse(self, path: Path, options: ParseOptions) -> Iterator[ParseEvent]:
        lines = _lines(path)
        pages = [lines[start : start + LINES_PER_PAGE] for start in range(0, len(lines), LINES_PER_PAGE)]
        if len(pages) > options.max_pages:
            raise TooManyPages
        yield DocumentInfo(len(pages))
        items: list[Item] = []
        for number, page in enumerate(pages, 1):
            tokens, page_items = _lay_out(page, number)
            items += page_items
            yield ParsedPage(number, WIDTH, HEIGHT, "".join(f"{line}\n" for line in page), tokens)
        yield ParsedStructure(items, metadata={"lines": str(len(lines))})


class SubtitleThumbnailer:
    """Renders the first lines on white."""

    name = "subtitles"
    version = "1"

    def accepted_types(self) -> tuple[str, ...]:
        return (SUBRIP,)

    def score(self, mime_type: str) -> int:
        return 50

    def thumbnail(self, path: Path, mime_type: str, *, width: int) -> bytes:
        image = Image.new("L", (width, width), 255)
        ImageDraw.Draw(image).multiline_text((8, 8), "\n".join(_lines(path)[:12]).encode("ascii", "replace").decode())
        picture = io.BytesIO()
        image.save(picture, "WEBP")
        return picture.getvalue()


def _lines(path: Path) -> list[str]:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise CorruptDocument from None
    lines = [line.strip() for line in _CUE_HEADER.sub("", text.replace("\x00", "")).splitlines()]
    lines = [line for line in lines if line]
    if not lines:
        raise CorruptDocument("This file contains no subtitles.")
    return lines


def _lay_out(lines: Sequence[str], page: int) -> tuple[list[Token], list[Item]]:
    """Return tokens and items of a page: each line from margin to margin, words in proportion to their length."""
    tokens: list[Token] = []
    items: list[Item] = []
    start = 0
    for number, line in enumerate(lines):
        top = MARGIN + LINE * number
        scale = (WIDTH - 2 * MARGIN) / max(80, len(line))
        for word in re.finditer(r"\S+", line):
            x0, x1 = (MARGIN + scale * position for position in word.span())
            tokens.append(Token(word.group(), start + word.start(), Box(x0, top, x1, top + LINE)))
        box = Box(MARGIN, top, WIDTH - MARGIN, top + LINE)
        items.append(Item(StructureKind.PARAGRAPH, page, box, start, start + len(line)))
        start += len(line) + 1
    return tokens, items
