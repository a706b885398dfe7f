"""Layout of tables, sheets and slides: column widths, page sizes, areas and font sizes."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any, Final, NamedTuple

from documents.pipeline.reflow.model import A4, MARGIN, Area, Block, Run, Section
from documents.types import StructureKind, Table, TableCell

_TABLE_SIZES = (9.5, 8.5, 7.5, 6.5)  # points
_CHARACTER_WIDTH = 0.5  # em, on average
_INSET = 9.0  # points, both sides and the line
_MAX_UNBROKEN = 16  # characters: longer words may be broken
_MAX_NATURAL = 60  # characters: longer texts are set in several lines
_SAMPLE_ROWS = 400

_SHEET_WIDTHS = (A4[0], A4[1], 1191.0, 1684.0, 2384.0)  # A4 portrait, A4 landscape, A3 to A1
_MAX_CELLS = 3_000  # of one table block
MAX_COLUMNS: Final = 400  # of a table: the time to set it grows with their square

NOTES: Final = "Notes:"
DEFAULT_SLIDE_SIZE = (720.0, 405.0)
_SLIDE_MARGIN = 28.0
_MIN_AREA_SIDE = 8.0  # points: smaller areas are ignored
_SLIDE_SIZES = (20, 18, 16, 14, 12, 11, 10, 9, 8, 7, 6, 5)
_TITLE_SIZES = (30, 26, 22, *_SLIDE_SIZES[1:])
_NOTE_KINDS = frozenset({"footnote", "page_footer"})
_NOTE_SIZES = (12, 11, 10, 9, 8, 7, 6, 5)
_NOTES_GAP = 8.0
_MAX_NOTES_HEIGHT = 4  # times the height of the slide
_NOTE_LINE_HEIGHT = 1.6  # em

NumberedBlocks = Sequence[tuple[int, Block]]


class Columns(NamedTuple):
    """Columns of a table: widths and font size in points; `breaks` is the maximum word length in each column."""

    widths: tuple[float, ...]
    size: float
    breaks: tuple[int, ...]


def table_columns(table: Table, width: float) -> Columns:
    """Return the columns for a table that is at most `width` points wide."""
    natural, minimum = _column_lengths(table)
    size = next((size for size in _TABLE_SIZES if _total_width(minimum, size) <= width), _TABLE_SIZES[-1])
    widths = _distribute(natural, minimum, width=width, size=size)
    breaks = tuple(max(1, int((column - _INSET) / (size * _CHARACTER_WIDTH * 1.1))) for column in widths)
    return Columns(widths, size, breaks)


def minimum_width(table: Table) -> float:
    """Return the width that the table needs at a font size that is easy to read."""
    return _total_width(_column_lengths(table)[1], _TABLE_SIZES[1])


def _column_lengths(table: Table) -> tuple[list[int], list[int]]:
    """Return two lengths per column, in characters: that of the longest line, and that of the longest word."""
    natural, minimum = [1] * table.columns, [1] * table.columns
    for cell in table.cells:
        if cell.row >= _SAMPLE_ROWS or cell.column_span > 1 or cell.column >= table.columns:
            continue
        lines = cell.text.splitlines() or [""]
        longest_word = max((len(word) for word in cell.text.split()), default=1)
        natural[cell.column] = max(natural[cell.column], min(_MAX_NATURAL, max(map(len, lines)) + 1))
        minimum[cell.column] = max(minimum[cell.column], min(_MAX_UNBROKEN, longest_word + 1))
    return natural, minimum


def _total_width(lengths: Sequence[int], size: float) -> float:
    return sum(lengths) * size * _CHARACTER_WIDTH + len(lengths) * _INSET


def _distribute(natural: Sequence[int], minimum: Sequence[int], *, width: float, size: float) -> tuple[float, ...]:
    """Return natural widths if they fit; else minimum widths plus a share of the rest; else scaled minimum widths."""
    natural_widths = [length * size * _CHARACTER_WIDTH + _INSET for length in natural]
    minimum_widths = [length * size * _CHARACTER_WIDTH + _INSET for length in minimum]
    if sum(natural_widths) <= width:
        return tuple(natural_widths)
    if sum(minimum_widths) >= width:
        return tuple(width * column / sum(minimum_widths) for column in minimum_widths)
    share = (width - sum(minimum_widths)) / (sum(natural_widths) - sum(minimum_widths))
    return tuple(low + share * (high - low) for low, high in zip(minimum_widths, natural_widths, strict=True))


def sheet_section(name: str, blocks: Sequence[Block]) -> Section:
    """Return a sheet on pages that fit its widest table, with its name as heading unless it begins with the name."""
    heading = Block(StructureKind.HEADING, (Run(name),), level=1)
    needed = max((minimum_width(block.table) for block in blocks if block.table is not None), default=0.0)
    width = next((width for width in _SHEET_WIDTHS if needed <= width - 2 * MARGIN), _SHEET_WIDTHS[-1])
    height = A4[1] if width == A4[0] else width / A4[1] * A4[0]
    has_name = any(block.text.strip() == name for block in blocks[:1])
    return Section([*([] if has_name else [heading]), *blocks] if blocks else (), width, height)


def split_long_tables(blocks: Sequence[Block]) -> Iterator[Block]:
    """Yield the blocks with long tables split; a table is never split inside a cell that spans rows."""
    for block in blocks:
        if block.table is None or len(block.table.cells) <= _MAX_CELLS:
            yield block
        else:
            yield from _split_table(block, block.table)


def limit_columns(blocks: Sequence[Block]) -> Iterator[Block]:
    """Yield the blocks; a table that is too wide for any page has its first columns only."""
    for block in blocks:
        if block.table is None or block.table.columns <= MAX_COLUMNS:
            yield block
            continue
        cells = (cell for cell in block.table.cells if cell.column < MAX_COLUMNS)
        clipped = (replace(cell, column_span=min(cell.column_span, MAX_COLUMNS - cell.column)) for cell in cells)
        yield replace(block, table=Table(block.table.rows, MAX_COLUMNS, tuple(clipped)))


def _split_table(block: Block, table: Table) -> Iterator[Block]:
    cells: list[TableCell] = []
    first = end = 0
    for row, group in groupby(sorted(table.cells, key=lambda cell: (cell.row, cell.column)), key=lambda cell: cell.row):
        if len(cells) >= _MAX_CELLS and row >= end:
            yield _table_rows(block, table, cells, first=first, end=row)
            cells, first = [], row
        new = list(group)
        end = max(end, *(cell.row + cell.row_span for cell in new))
        cells += new
    yield _table_rows(block, table, cells, first=first, end=table.rows)


def _table_rows(block: Block, table: Table, cells: Sequence[TableCell], *, first: int, end: int) -> Block:
    moved = tuple(replace(cell, row=cell.row - first) for cell in cells)
    return replace(block, table=Table(end - first, table.columns, moved), whole=table, first_row=first)


def slide_groups(section: Section, blocks: NumberedBlocks) -> list[tuple[Area, NumberedBlocks]]:
    """Return the blocks that share an area, pictures first because they may be behind the text, notes last."""
    height = section.height - section.notes_height
    content = [entry for entry in blocks if not is_note(entry[1])]
    notes = [entry for entry in blocks if is_note(entry[1])]
    notes_width = section.width - 2 * _SLIDE_MARGIN
    notes_area = Area(_SLIDE_MARGIN, height + _NOTES_GAP, notes_width, section.notes_height - _NOTES_GAP)
    below = [(notes_area, notes)] if notes else []
    if not all(block.area is not None and _is_usable(block.area, section.width, height) for _, block in content):
        area = Area(_SLIDE_MARGIN, _SLIDE_MARGIN, section.width - 2 * _SLIDE_MARGIN, height - 2 * _SLIDE_MARGIN)
        return [(area, content), *below]
    groups = [
        (area, list(group)) for area, group in groupby(content, key=lambda entry: entry[1].area) if area is not None
    ]
    return [*sorted(groups, key=lambda entry: entry[1][0][1].kind is not StructureKind.FIGURE), *below]


def slide_with_notes(slide: Section, notes: Sequence[Block]) -> Section:
    """Return the slide with notes below it on the same page, so that page numbers stay slide numbers."""
    if not notes:
        return slide
    line_length = (slide.width - 2 * _SLIDE_MARGIN) / (_NOTE_SIZES[0] * _CHARACTER_WIDTH)
    lines = sum(1 + len(line) / line_length for note in notes for line in note.text.splitlines())
    height = min(_MAX_NOTES_HEIGHT * slide.height, _SLIDE_MARGIN + lines * _NOTE_SIZES[0] * _NOTE_LINE_HEIGHT)
    return replace(slide, blocks=[*slide.blocks, *notes], height=slide.height + height, notes_height=height)


def slide_group_data(area: Area, blocks: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the typst data of a group: its area, its blocks and the font sizes to try."""
    is_title = all(block["kind"] == "title" for block in blocks)
    is_notes = all(block["kind"] in _NOTE_KINDS for block in blocks)
    sizes = _TITLE_SIZES if is_title else _NOTE_SIZES if is_notes else _SLIDE_SIZES
    return {"x": area.x, "y": area.y, "width": area.width, "height": area.height, "sizes": sizes, "blocks": blocks}


def is_note(block: Block) -> bool:
    """Return whether a block of a slide is a comment or speaker note; slides have no other footnotes."""
    return block.kind is StructureKind.FOOTNOTE or block.marker == NOTES


def _is_usable(area: Area, width: float, height: float) -> bool:
    is_large = area.width >= _MIN_AREA_SIDE and area.height >= _MIN_AREA_SIDE
    return is_large and 0 <= area.x < width - _MIN_AREA_SIDE and 0 <= area.y < height - _MIN_AREA_SIDE
