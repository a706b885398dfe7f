"""Write the text of a page block by block, with its tokens and draft items.

Text, tokens and items are written together, so that their offsets always fit.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from statistics import median_low

from documents.pipeline.pdf.geometry import HasBox, horizontal_overlap, overlap_share, union
from documents.pipeline.pdf.layout.contents_pages import ends_with_page_number
from documents.pipeline.pdf.layout.model import (
    Block,
    ColumnEdges,
    DraftItem,
    PageLayout,
    TableEdges,
    TextEdges,
    TextStyle,
)
from documents.pipeline.pdf.tables.grid import Cell, DetectedTable
from documents.pipeline.pdf.text.lines import Line, is_right_to_left
from documents.pipeline.pdf.text.styles import BOLD
from documents.pipeline.pdf.text.words import Word
from documents.pipeline.unspaced import is_unspaced, unspaced_parts
from documents.types import Box, ParsedPage, StructureKind, Table, TableCell, Token

_BETWEEN_BLOCKS = "\n\n"
_BETWEEN_ROWS, _BETWEEN_CELLS = "\n", "\t"
_MAX_CHARACTER_SPACING = 1.2  # em
_SAME_HEIGHT = 0.5  # em
_SAME_FIGURE = 0.5  # of the picture or the figure


class PageText:
    """The text of a page, written word by word. `tokens` are in the order of the text."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self.tokens: list[Token] = []
        self.length = 0

    def write_words(self, words: Iterable[Word]) -> None:
        previous: Word | None = None
        for word in words:
            if previous is not None and not _is_unspaced_join(previous, word) and not _is_one_word(previous, word):
                self.separate(" ")
            self._write(word)
            previous = word

    def ends_unspaced(self) -> bool:
        """Check whether the last character is of a script without spaces."""
        return bool(self._parts) and is_unspaced(self._parts[-1][-1:])

    def separate(self, separator: str) -> None:
        """Write white space, except at the start of the page."""
        if self.length:
            self._append(separator)

    def text(self) -> str:
        return "".join(self._parts)

    def since(self, start: int) -> str:
        """Return the text from `start`, which must be the start of a word or separator."""
        parts: list[str] = []
        position = self.length
        for part in reversed(self._parts):
            if position <= start:
                break
            parts.append(part)
            position -= len(part)
        return "".join(reversed(parts))

    def _write(self, word: Word) -> None:
        for text, box in _tokens_of(word):
            self.tokens.append(Token(text, self.length, box, word.confidence))
            self._append(text)

    def _append(self, text: str) -> None:
        self._parts.append(text)
        self.length += len(text)


def write_page(
    number: int, width: float, height: float, blocks: Sequence[Block | DetectedTable], pictures: Sequence[Box] = ()
) -> tuple[ParsedPage, PageLayout]:
    """Write the blocks and tables in their order.

    Pictures that are in no figure with labels become figures without text. Each is inserted before the first item that
    stands below it.
    """
    text = PageText()
    drafts: list[DraftItem] = []
    boxes = [block.box or union(block.lines) if isinstance(block, Block) else block.box for block in blocks]
    for index, block in enumerate(blocks):
        text.separate(_BETWEEN_BLOCKS)
        if isinstance(block, DetectedTable):
            drafts.append(_write_table(text, block))
        else:
            right = _column_right(blocks, index, block) if len(block.lines) > 1 else 0.0
            edges = _text_edges(block, boxes[index], _boxes_near(blocks, boxes, index))
            drafts.append(_write_block(text, block, boxes[index], edges, right=right))
    figures = [draft.box for draft in drafts if draft.kind is StructureKind.FIGURE]
    for picture in pictures:
        if not any(overlap_share(picture, figure) > _SAME_FIGURE for figure in figures):
            _insert_figure(drafts, picture, text.length)
    page = ParsedPage(number, width, height, f"{text.text()}\n", text.tokens)
    return page, PageLayout(number, width, height, tuple(drafts))


def _insert_figure(drafts: list[DraftItem], box: Box, end: int) -> None:
    below = (
        n for n, draft in enumerate(drafts) if draft.box.y0 >= box.y1 - 2 and horizontal_overlap(draft.box, box) > 0
    )
    index = next(below, len(drafts))
    start = drafts[index].start if index < len(drafts) else end
    drafts.insert(index, DraftItem(StructureKind.FIGURE, box, start, start, ""))


def _write_block(text: PageText, block: Block, box: Box, edges: TextEdges | None, *, right: float) -> DraftItem:
    """Write a block; `right` is the right edge of its column."""
    start = text.length
    is_figure = block.kind is StructureKind.FIGURE
    for number, line in enumerate(block.lines):
        if number:
            separator = "\n" if is_figure else _line_separator(block.lines[number - 1], line, right=right)
            if separator != " " or not (text.ends_unspaced() and is_unspaced(line.words[0].text[0])):
                text.separate(separator)
        text.write_words(line.words)
    style = _text_style(block.lines[0])
    return DraftItem(block.kind, box, start, text.length, text.since(start), style=style, text_edges=edges)


def _line_separator(line: Line, following: Line, *, right: float) -> str:
    """Return a line break if the next word would have fitted into the line: then the line was ended on purpose.

    So is an entry of a table of contents, though it reaches the right edge.
    """
    if ends_with_page_number(line):
        return "\n"
    room = right - line.x1
    next_word = following.words[0]
    return "\n" if room > (next_word.x1 - next_word.x0) + 2 * line.size else " "


def _write_table(text: PageText, detected: DetectedTable) -> DraftItem:
    """Write a table row by row. Cells that span rows are written in their first row."""
    start = text.length
    cells = sorted(detected.grid.cells, key=lambda cell: (cell.row, cell.column))
    written: list[Cell] = []
    for cell in cells:
        if cell.is_empty:
            continue
        if written:
            text.separate(_BETWEEN_CELLS if written[-1].row == cell.row else _BETWEEN_ROWS)
        text.write_words(cell.words)
        written.append(cell)
    table = Table(detected.grid.rows, detected.grid.columns, tuple(_table_cell(cell, detected) for cell in cells))
    edges = _table_edges(detected)
    return DraftItem(
        StructureKind.TABLE, detected.box, start, text.length, text.since(start), table=table, table_edges=edges
    )


def _table_cell(cell: Cell, detected: DetectedTable) -> TableCell:
    return TableCell(
        row=cell.row,
        column=cell.column,
        text=cell.text,
        row_span=cell.last_row - cell.row + 1,
        column_span=cell.last_column - cell.column + 1,
        is_header=cell.row == 0 and _has_header(detected),
        box=union(cell.words) if cell.words else None,
    )


def _has_header(detected: DetectedTable) -> bool:
    """Check whether the first row is heavier than the others, or has words where they have numbers."""
    first = [cell for cell in detected.grid.filled if cell.row == 0]
    rest = [cell for cell in detected.grid.filled if cell.row > 0]
    if not first or not rest:
        return False
    heavy_first = all(word.style.weight >= BOLD for cell in first for word in cell.words)
    heavy_rest = all(word.style.weight >= BOLD for cell in rest for word in cell.words)
    if heavy_first and not heavy_rest:
        return True
    return _numeric_share(first) < 0.2 <= _numeric_share(rest)


def _numeric_share(cells: Sequence[Cell]) -> float:
    return sum(any(character.isdigit() for character in cell.text) for cell in cells) / len(cells)


def _is_unspaced_join(previous: Word, word: Word) -> bool:
    """Check for two words of a script without spaces: with wide letter-spacing pdfium finds spaces between them."""
    if not (is_unspaced(previous.text[-1]) and is_unspaced(word.text[0])):
        return False
    return word.x0 - previous.x1 < _MAX_CHARACTER_SPACING * word.size


def _is_one_word(previous: Word, word: Word) -> bool:
    """Check for two parts of one word that run in different directions: nothing stands between them in the file."""
    follows = word.position == previous.position + len(previous.text)
    return follows and abs(word.middle_y - previous.middle_y) < _SAME_HEIGHT * word.size


def _tokens_of(word: Word) -> Iterable[tuple[str, Box]]:
    """Yield one token per word, or per character in scripts without spaces, where users annotate parts of words."""
    if not word.cuts:
        yield word.text, word.box
        return
    edges = (word.x0, *word.cuts, word.x1)
    for start, end in unspaced_parts(word.text):
        left, right = edges[start], edges[end]
        yield word.text[start:end], Box(min(left, right), word.y0, max(left, right), word.y1)


# Where the lines of a text and the columns of a table start and end, to find those that a page break splits. All
# lengths of texts are in em, so that they can be compared between pages with different margins.

_NEIGHBOURS = 4  # blocks before and after, to measure the width of the column
_SAME_START = 2.0  # em between the starts of lines of one column
_MIN_SIZE = 0.5  # points
_FLOWING = frozenset({StructureKind.PARAGRAPH, StructureKind.LIST_ITEM})


def _column_right(blocks: Sequence[HasBox | Block], index: int, block: Block) -> float:
    """Return the right edge of the column of the block with an index, measured with its neighbours."""
    first = block.lines[0]
    rights = [line.x1 for line in block.lines]
    for other in blocks[max(0, index - _NEIGHBOURS) : index + _NEIGHBOURS + 1]:
        if isinstance(other, Block) and other.kind is StructureKind.PARAGRAPH:
            same = (line for line in other.lines if line.size == first.size)
            rights += [line.x1 for line in same if abs(line.x0 - first.x0) < _SAME_START * first.size]
    return max(rights)


def _text_style(line: Line) -> TextStyle:
    return TextStyle(line.size, line.weight, line.font, is_upper=line.text.isupper())


def _text_edges(block: Block, box: Box, near: Sequence[Box]) -> TextEdges | None:
    """Return where a text starts and ends in its column; `None` for text that does not run from side to side.

    `near` are the boxes of the texts around it, itself included.
    """
    first, last = block.lines[0], block.lines[-1]
    if first.words[0].style.is_sideways:
        return None
    em = max(_MIN_SIZE, last.size)
    column = [other for other in near if other.x0 < box.x1 and other.x1 > box.x0] or [box]
    left, right = min(other.x0 for other in column), max(other.x1 for other in column)
    others = block.lines[1:]
    if is_right_to_left(first.text):
        start = max((line.x1 for line in others), default=right)
        indent, room, first_room = start - first.x1, last.x0 - left, first.x0 - left
    else:
        start = min((line.x0 for line in others), default=_start_of_column(column, first))
        indent, room, first_room = first.x0 - start, right - last.x1, right - first.x1
    word = first.words[0]
    return TextEdges(
        width=(right - left) / em,
        indent=indent / em,
        room=room / em,
        first_room=first_room / em,
        first_word=(word.x1 - word.x0) / em,
        lines=len(block.lines),
        last_style=_text_style(last),
    )


def _start_of_column(column: Sequence[Box], first: Line) -> float:
    return min((box.x0 for box in column if abs(box.x0 - first.x0) < _SAME_START * first.size), default=first.x0)


def _boxes_near(blocks: Sequence[HasBox | Block], boxes: Sequence[Box], index: int) -> list[Box]:
    """Return the boxes of a block and of the paragraphs and list items next to it in the order of the page."""
    start, end = max(0, index - _NEIGHBOURS), index + _NEIGHBOURS + 1
    near = zip(blocks[start:end], boxes[start:end], strict=True)
    return [box for other, box in near if isinstance(other, Block) and other.kind in _FLOWING]


def _table_edges(detected: DetectedTable) -> TableEdges:
    """Return the usual edges of the text in each column, and the size of the type."""
    cells: dict[int, list[Cell]] = defaultdict(list)
    for cell in detected.grid.filled:
        if cell.column == cell.last_column:
            cells[cell.column].append(cell)
    sizes = [word.size for cell in detected.grid.filled for word in cell.words]
    columns = tuple(_column_edges(cells[column]) for column in range(detected.grid.columns))
    return TableEdges(max(_MIN_SIZE, median_low(sizes)) if sizes else _MIN_SIZE, detected.y1, columns)


def _column_edges(cells: Sequence[Cell]) -> ColumnEdges | None:
    if not cells:
        return None
    boxes = [union(cell.words) for cell in cells]
    middles = sorted((box.x0 + box.x1) / 2 for box in boxes)
    return ColumnEdges(
        median_low([box.x0 for box in boxes]), median_low(middles), median_low([box.x1 for box in boxes])
    )
