"""Lines of cells that are one text object each, and the blocks of lines between the blank rows of a spreadsheet."""

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from statistics import fmean, median
from typing import NamedTuple

from documents.pipeline.pdf.tables.cell_columns import Piece
from documents.pipeline.pdf.tables.plausibility import is_marker
from documents.pipeline.pdf.text.styles import BOLD
from documents.pipeline.pdf.text.words import Word

_MIN_LINES, _MIN_FULL_LINES = 3, 2  # of a table; those with several cells
_MIN_FULL = 0.4  # of the lines have several cells
_MAX_PIECES = 60  # in a line
_MAX_WORD_GAP = 0.75  # em between words of a cell
_MAX_PITCH = 3.0  # line heights between rows of one table
_BLANK_ROW, _MAX_ROW = 1.6, 3.5  # times the usual distance of lines: blank row, and highest row with names
_FARTHER, _SAME_SIZE = 1.1, 1.08  # times the usual distance, and the size of another line
_MIN_SPACE, _MAX_SPACE = 0.15, 0.45  # em between two words of a text
_MAX_SPACED = 0.15  # of the neighbours stand as near as words of a text
_MIN_IN_ORDER = 0.75  # of the cells are in the file in the order of the rows
_MAX_MEAN, _MAX_TEXT = 30, 70  # characters of a cell
_MAX_ITEMS = 0.5  # of the lines start with the marker of a list


class CellLine(NamedTuple):
    """The cells at one height, from left to right."""

    y0: float
    y1: float
    pieces: tuple[Piece, ...]

    @property
    def words(self) -> list[Word]:
        return [word for piece in self.pieces for word in piece.words]

    @property
    def size(self) -> float:
        return self.pieces[0].words[0].size

    @property
    def is_single(self) -> bool:
        return len(self.pieces) == 1


def cell_line(row: Sequence[Word]) -> CellLine | None:
    """Return the cells of a row of words, or `None` if the words of a cell are not near, or not of one text object."""
    pieces: list[Piece] = []
    for run, group in groupby(row, key=lambda word: word.run):
        words = tuple(group)
        if run == 0 or any(b.x0 - a.x1 > _MAX_WORD_GAP * a.size for a, b in pairwise(words)):
            return None
        pieces.append(Piece(words[0].x0, words[-1].x1, words))
    if len({piece.words[0].run for piece in pieces}) < len(pieces) or len(pieces) > _MAX_PIECES:
        return None
    return CellLine(min(word.y0 for word in row), max(word.y1 for word in row), tuple(pieces))


def pitches(lines: Sequence[CellLine]) -> list[float]:
    """Return the distances of the lines."""
    return [after.y0 - before.y0 for before, after in pairwise(lines)]


def blocks(lines: Sequence[CellLine]) -> Iterator[list[CellLine]]:
    """Yield the lines between blank rows, without titles above and notes below in other type."""
    near = [p for p, line in zip(pitches(lines), lines, strict=False) if p < _MAX_PITCH * (line.y1 - line.y0)]
    usual = median(near) if near else 0.0
    block: list[CellLine] = []
    for line in lines:
        pitch = line.y0 - block[-1].y0 if block else 0.0
        if pitch > _BLANK_ROW * usual and not (pitch < _MAX_ROW * usual and _are_names(block, line)):
            yield _without_titles(block, usual)
            block = []
        block.append(line)
    if block:
        yield _without_titles(block, usual)


def _are_names(block: Sequence[CellLine], line: CellLine) -> bool:
    """Check for the bold names of columns, which may stand at the top of a higher row."""
    return not block[0].is_single and all(map(_is_bold, block)) and not _is_bold(line)


def _is_bold(line: CellLine) -> bool:
    return all(word.style.weight >= BOLD for word in line.words)


def _without_titles(block: Sequence[CellLine], usual: float) -> list[CellLine]:
    """Return the lines without items of lists, and without texts that are in other type or not as far away as a row."""
    first, last = 0, len(block)
    widest = max(len(line.pieces) for line in block)
    while last - first > 1 and _is_no_row(block[first], block[first + 1], usual, widest):
        first += 1
    while last - first > 1 and _is_no_row(block[last - 1], block[last - 2], usual, widest):
        last -= 1
    return list(block[first:last])


def _is_no_row(line: CellLine, neighbour: CellLine, usual: float, widest: int) -> bool:
    if not line.is_single:
        return len(line.pieces) == 2 < widest and is_marker(line.pieces[0].text)
    sizes = sorted((line.size, neighbour.size))
    return sizes[1] > _SAME_SIZE * sizes[0] or abs(line.y0 - neighbour.y0) > _FARTHER * usual


def are_cells(lines: Sequence[CellLine]) -> bool:
    """Check for several cells in many lines, which are no lines of text and no items of a list."""
    several = [line.pieces for line in lines if not line.is_single]
    if len(lines) < _MIN_LINES or len(several) < max(_MIN_FULL_LINES, _MIN_FULL * len(lines)):
        return False
    pieces = [piece for line in lines for piece in line.pieces]
    lengths = [len(piece.text) for piece in pieces]
    if fmean(lengths) > _MAX_MEAN or max(lengths) > _MAX_TEXT or _are_items(several):
        return False
    return _are_in_order(pieces) and not _are_words(several)


def _are_items(lines: Sequence[Sequence[Piece]]) -> bool:
    """Check for lines that start with bullets or numbers. A bullet may be any character, always the same one."""
    firsts = [pieces[0].text for pieces in lines]
    return len(set(firsts)) == 1 or sum(map(is_marker, firsts)) >= _MAX_ITEMS * len(lines)


def _are_in_order(pieces: Sequence[Piece]) -> bool:
    """Check that the file has the cells row by row: texts side by side are written one after the other."""
    positions = [piece.words[0].position for piece in pieces]
    return sum(before < after for before, after in pairwise(positions)) >= _MIN_IN_ORDER * (len(positions) - 1)


def _are_words(lines: Sequence[Sequence[Piece]]) -> bool:
    """Check for text objects that are words and not cells: two words of a text are a space apart."""
    pairs = [pair for pieces in lines for pair in pairwise(pieces)]
    texts = [pair for pair in pairs if not any(piece.is_figure for piece in pair)]
    gaps = [(after.x0 - before.x1) / after.words[0].size for before, after in texts]
    return sum(_MIN_SPACE < gap < _MAX_SPACE for gap in gaps) > _MAX_SPACED * len(pairs)
