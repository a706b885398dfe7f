"""Typesetting of plain text with typst: monospaced, one row of text per row of a grid.

The text is passed as JSON data and is never read as markup. Long texts are set in parts that are joined afterwards.
"""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import count, islice
from pathlib import Path

import typst

from documents.pipeline.fonts import FAMILIES, folders_for
from documents.pipeline.pdf.text.lines import is_right_to_left
from documents.pipeline.pdf.text.words import Word
from documents.pipeline.pdfium import pypdfium2
from documents.pipeline.text.wrapping import TAB, Row, character_width
from documents.pipeline.unspaced import unspaced_parts
from documents.types import Box, Token

PAGE_WIDTH, PAGE_HEIGHT = 595.0, 842.0
MARGIN_X, MARGIN_Y = 52.0, 61.0
ROW_HEIGHT = 12.0
FONT_SIZE = 9.0
COLUMN_WIDTH = 0.60205 * FONT_SIZE  # the advance width of DejaVu Sans Mono
PAGES_PER_PART = 20  # typst keeps earlier results in memory for a while: small parts take less
_CREATION_DATE = re.compile(rb"(/CreationDate\(D:)\d{14}")
_FILE_ID = re.compile(rb"/ID\[<[0-9A-F]{32}><[0-9A-F]{32}>\]")
_FONTS = json.dumps(["DejaVu Sans Mono", *FAMILIES]).strip("[]")
# Without a date the same text gives the same file; storage is addressed by the hash of the file.
_SOURCE = f"""
#set document(date: none)
#set page(width: {PAGE_WIDTH}pt, height: {PAGE_HEIGHT}pt)
#set page(margin: (x: {MARGIN_X}pt, top: {MARGIN_Y}pt, bottom: {MARGIN_Y - 4}pt))
#set text(font: ({_FONTS}), size: {FONT_SIZE}pt, hyphenate: false, ligatures: false)
#set raw(tab-size: 8)
#show raw: set text(font: ({_FONTS}), size: {FONT_SIZE}pt)
#let row(line) = box(width: 100%, height: {ROW_HEIGHT}pt, clip: false, {{
  if line.rtl {{ align(right + horizon, text(dir: rtl, raw(line.text))) }}
  else {{ align(left + horizon, raw(line.text)) }}
}})
#for (number, page) in json("pages.json").enumerate() {{
  if number > 0 {{ pagebreak() }}
  stack(dir: ttb, ..page.map(row))
}}
"""


def typeset_parts(pages: Iterable[Sequence[str]], folder: Path) -> Iterator[Path]:
    """Yield PDFs of some pages each, so that the first can be read while later ones are set."""
    remaining = iter(pages)
    for number in count():
        part = list(islice(remaining, PAGES_PER_PART))
        if not part:
            return
        yield _typeset_part(part, folder, f"part-{number}.pdf")


def join(parts: Sequence[Path], target: Path, *, pages: Sequence[int] | None = None) -> Path:
    """Join the parts, or the first `pages` pages of each, into one PDF, and delete them."""
    if len(parts) == 1:
        return parts[0].rename(target)
    joined = pypdfium2.PdfDocument.new()
    try:
        for number, path in enumerate(parts):
            part = pypdfium2.PdfDocument(path)
            joined.import_pages(part, None if pages is None else list(range(pages[number])))
            part.close()
            path.unlink()
        joined.save(target)
    finally:
        joined.close()
    _make_reproducible(target)
    return target


def page_tokens(text: str, rows: Sequence[Row], words: Sequence[Word]) -> list[Token]:
    """Return the tokens of a page: text and offsets of the original, boxes of the printed words.

    Offsets are relative to the start of the first row.
    """
    words_by_row = _group_by_row(words, len(rows))
    start = rows[0].start
    return [
        Token(text[begin:end], begin - start, box)
        for number, row in enumerate(rows)
        for (begin, end), box in _row_boxes(text, row, number, words_by_row[number])
    ]


def _typeset_part(pages: Sequence[Sequence[str]], folder: Path, name: str) -> Path:
    source, data, target = folder / "part.typ", folder / "pages.json", folder / name
    source.write_text(_SOURCE, encoding="utf-8")
    rows = [[{"text": row.rstrip(), "rtl": is_right_to_left(row)} for row in page] for page in pages]
    content = json.dumps(rows, ensure_ascii=False)
    data.write_text(content, encoding="utf-8")
    fonts = typst.Fonts(include_system_fonts=False, font_paths=folders_for(content))
    typst.compile(str(source), output=str(target), root=str(folder), font_paths=fonts)
    source.unlink()
    data.unlink()
    return target


def _make_reproducible(joined: Path) -> None:
    """Replace the time and the random id that PDFium writes by constants of the same length."""
    content = _CREATION_DATE.sub(rb"\g<1>20000101000000", joined.read_bytes())
    joined.write_bytes(_FILE_ID.sub(b"/ID[<%b><%b>]" % (b"0" * 32, b"0" * 32), content))


def _group_by_row(words: Sequence[Word], rows: int) -> list[list[Word]]:
    """Return the printed words of each row of the grid, in reading order."""
    grid: list[list[Word]] = [[] for _ in range(rows)]
    for word in words:
        row = int((word.middle_y - MARGIN_Y) // ROW_HEIGHT)
        if 0 <= row < rows:
            grid[row].append(word)
    return [sorted(row, key=lambda word: word.position) for row in grid]


def _row_boxes(text: str, row: Row, number: int, words: Sequence[Word]) -> Iterator[tuple[tuple[int, int], Box]]:
    """Yield the words of a row with their boxes.

    The boxes of the printed words are used if these are the same words; otherwise boxes are computed from the grid.
    """
    spans = list(_word_spans(text, row))
    if len(spans) == len(words) and all(text[a:b] == word.text for (a, b), word in zip(spans, words, strict=True)):
        for (begin, end), word in zip(spans, words, strict=True):
            yield from _split_unspaced(text, begin, end, word.box)
        return
    columns = _start_columns(text, row)
    top = MARGIN_Y + number * ROW_HEIGHT
    for begin, end in spans:
        left = MARGIN_X + COLUMN_WIDTH * columns[begin - row.start]
        right = MARGIN_X + COLUMN_WIDTH * max(columns[end - row.start], columns[begin - row.start] + 1)
        yield from _split_unspaced(text, begin, end, Box(left, top, right, top + ROW_HEIGHT))


def _split_unspaced(text: str, begin: int, end: int, box: Box) -> Iterator[tuple[tuple[int, int], Box]]:
    """Yield one part per character in scripts without spaces; the width is distributed over the grid columns."""
    parts = unspaced_parts(text[begin:end])
    widths = [sum(character_width(character) for character in text[begin + a : begin + b]) or 1 for a, b in parts]
    left, scale = box.x0, (box.x1 - box.x0) / sum(widths)
    for (a, b), width in zip(parts, widths, strict=True):
        right = left + scale * width
        yield (begin + a, begin + b), Box(left, box.y0, right, box.y1)
        left = right


def _word_spans(text: str, row: Row) -> Iterator[tuple[int, int]]:
    begin = -1
    for position in range(row.start, row.end):
        if text[position].isspace():
            if begin >= 0:
                yield begin, position
            begin = -1
        elif begin < 0:
            begin = position
    if begin >= 0:
        yield begin, row.end


def _start_columns(text: str, row: Row) -> list[int]:
    """Return the grid column at which each character of the row begins, and the column after the last."""
    columns = [0]
    for position in range(row.start, row.end):
        used = columns[-1]
        columns.append(used + (TAB - used % TAB if text[position] == "\t" else character_width(text[position])))
    return columns
