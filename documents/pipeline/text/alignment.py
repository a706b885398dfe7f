"""Tokens of a typeset page: text and offsets come from the original, boxes from the rendition's word layer."""

from collections.abc import Iterator, Sequence

from documents.pipeline.pdf.characters import unspaced_parts
from documents.pipeline.pdf.words import Word
from documents.pipeline.text.typesetting import CELL_WIDTH, MARGIN_X, MARGIN_Y, ROW_HEIGHT
from documents.pipeline.text.wrapping import TAB, Row, cells
from documents.types import Box, Token


def page_tokens(text: str, rows: Sequence[Row], words: Sequence[Word]) -> list[Token]:
    """Offsets are relative to the start of the first row."""
    printed = _words_by_row(words, len(rows))
    start = rows[0].start
    return [
        Token(text[begin:end], begin - start, box)
        for number, row in enumerate(rows)
        for (begin, end), box in _row_tokens(text, row, number, printed[number])
    ]


def _row_tokens(text: str, row: Row, number: int, words: Sequence[Word]) -> Iterator[tuple[tuple[int, int], Box]]:
    """The printed words where they are the row's words one for one; else places reckoned on the grid of cells."""
    spans = list(_word_spans(text, row))
    if len(spans) == len(words) and all(text[a:b] == word.text for (a, b), word in zip(spans, words, strict=True)):
        for (begin, end), word in zip(spans, words, strict=True):
            yield from _split_unspaced(text, begin, end, word.box)
        return
    edges = _cell_edges(text, row)
    top = MARGIN_Y + number * ROW_HEIGHT
    for begin, end in spans:
        left = MARGIN_X + CELL_WIDTH * edges[begin - row.start]
        right = MARGIN_X + CELL_WIDTH * max(edges[end - row.start], edges[begin - row.start] + 1)
        yield from _split_unspaced(text, begin, end, Box(left, top, right, top + ROW_HEIGHT))


def _split_unspaced(text: str, begin: int, end: int, box: Box) -> Iterator[tuple[tuple[int, int], Box]]:
    """One token per character where the script has no spaces; all characters of such a word are equally wide."""
    parts = unspaced_parts(text[begin:end])
    widths = [sum(cells(character) for character in text[begin + a : begin + b]) or 1 for a, b in parts]
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


def _cell_edges(text: str, row: Row) -> list[int]:
    """The cell in which each character of the row begins, and the one after the last."""
    edges = [0]
    for position in range(row.start, row.end):
        used = edges[-1]
        edges.append(used + (TAB - used % TAB if text[position] == "\t" else cells(text[position])))
    return edges


def _words_by_row(words: Sequence[Word], rows: int) -> list[list[Word]]:
    """Printed words in the rows of the grid, in the order in which they are read."""
    grid: list[list[Word]] = [[] for _ in range(rows)]
    for word in words:
        row = int((word.middle_y - MARGIN_Y) // ROW_HEIGHT)
        if 0 <= row < rows:
            grid[row].append(word)
    return [sorted(row, key=lambda word: word.position) for row in grid]
