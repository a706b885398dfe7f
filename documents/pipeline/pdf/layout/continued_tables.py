"""Tables that go on at the head of the next page."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from statistics import median_high, median_low

from documents.pipeline.pdf.layout.captions import is_caption
from documents.pipeline.pdf.layout.model import ColumnEdges, DraftItem, PageLayout, TableEdges
from documents.types import StructureKind, Table, TableCell

_BOTTOM_MARGIN = 2.0  # of the top margin
_LEADING = 4.0  # em that are free above, below and between the lines of a row
_TURNED = 0.05  # of the page's height, by which a table lies elsewhere than where it was read
_EDGE_KINDS = frozenset({StructureKind.PAGE_HEADER, StructureKind.PAGE_FOOTER})
_CONTINUED = re.compile(
    r"(?:^|[\s(\[\u2013\u2014-])(?:continued|cont['\u2019]?d|cont\.|continuation|fortsetzung|fortgesetzt|forts\.|suite"
    r"|continuaci[oó]n|continuação|vervolg|seguito)(?:$|[\s)\].:])",
    re.IGNORECASE,
)
_MAX_NOTICE = 160  # characters of "Table 3 (continued)"
_MAX_TITLES = 2  # items right above a table, which the next page may repeat
_SAME_PICTURE = 2.0  # points
Marked = tuple[DraftItem, DraftItem]


@dataclass(frozen=True, slots=True)
class _TablePart:
    """A table at the foot or head of a page."""

    page: PageLayout
    draft: DraftItem
    table: Table
    edges: TableEdges


@dataclass(frozen=True, slots=True)
class _PageEnds:
    """The table at the foot or head of a page, and the lines that say that it goes on, as they are and as marked."""

    part: _TablePart
    notices: tuple[tuple[DraftItem, DraftItem], ...]


@dataclass(slots=True)
class _SplitTable:
    """A table and its parts so far. `header_rows` are those that its parts repeat; `parts` are later than `first`."""

    first: _TablePart
    rows: int = 0
    header_rows: int = 0
    parts: list[Marked] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.rows = self.first.table.rows

    @property
    def last(self) -> DraftItem:
        return self.parts[-1][0] if self.parts else self.first.draft

    def add(self, part: _TablePart, repeated: int) -> None:
        """Add the next part, whose first `repeated` rows are those of the header."""
        is_split = _continues_last_row(self.first.table, self._last_table(), part.table, repeated)
        start = self.rows - 1 if is_split else self.rows
        numbers = (*range(repeated), *range(start, start + part.table.rows - repeated))
        table = replace(_with_header(part.table, repeated), row_numbers=numbers)
        self.parts.append((part.draft, replace(part.draft, table=table, continues=True)))
        self.rows = numbers[-1] + 1
        self.header_rows = max(self.header_rows, repeated)

    def _last_table(self) -> Table:
        return self.last.table or self.first.table

    def marked(self) -> Iterator[Marked]:
        """Yield the parts as they were and as parts of one table."""
        table = self.first.table
        if self.header_rows:
            table = _with_header(table, self.header_rows)
        yield self.first.draft, replace(self.first.draft, table=replace(table, row_numbers=tuple(range(table.rows))))
        yield from self.parts


def continued_tables(pages: Sequence[PageLayout]) -> Iterator[Marked]:
    """Yield the parts of split tables, and the lines that announce one, as they are and as marked parts."""
    bottom = _bottom_of_text(pages)
    split: _SplitTable | None = None
    for page, following in pairwise(pages):
        before = _table_before_break(page, following)
        after = before and _table_after_break(page, before.part.draft, following)
        if before is None or after is None:
            continue
        previous = split if split is not None and split.last is before.part.draft else None
        whole = previous or _SplitTable(before.part)
        repeated = _repeated_rows(whole.first.table, after.part.table)
        if not _goes_on(before, after, repeated, bottom):
            continue
        if split is not None and previous is None:
            yield from split.marked()
        split = whole
        split.add(after.part, repeated)
        yield from (*before.notices, *after.notices)
    if split is not None:
        yield from split.marked()


def _goes_on(before: _PageEnds, after: _PageEnds, repeated: int, bottom: float) -> bool:
    first, second = before.part, after.part
    if not _have_same_columns(first, second) or _starts_new_table(second.table, repeated):
        return False
    if _is_turned(first) or _is_turned(second):
        return repeated > 0
    return bottom - first.draft.box.y1 < _height_of_row(second, repeated) + _LEADING * second.edges.size


def _height_of_row(part: _TablePart, row: int) -> float:
    """Return the height of the text of a row: it did not fit on the page before."""
    boxes = [cell.box for cell in part.table.cells if cell.row == row and cell.box is not None]
    return max((box.y1 for box in boxes), default=0.0) - min((box.y0 for box in boxes), default=0.0)


def _is_turned(part: _TablePart) -> bool:
    """Check whether the page was read in another frame than it is displayed in."""
    return abs(part.draft.box.y1 - part.edges.bottom) > _TURNED * part.page.height


def _bottom_of_text(pages: Sequence[PageLayout]) -> float:
    """Return how far down the text of most pages goes, or would go with a margin of twice that at the top."""
    bodies = [[d.box for d in page.drafts if d.kind not in _EDGE_KINDS and d.end > d.start] for page in pages]
    bodies = [boxes for boxes in bodies if boxes]
    if not bodies:
        return 0.0
    top = median_low([min(box.y0 for box in boxes) for boxes in bodies])
    bottom = median_high([max(box.y1 for box in boxes) for boxes in bodies])
    return max(bottom, max(page.height for page in pages) - _BOTTOM_MARGIN * top)


def _with_header(table: Table, rows: int) -> Table:
    """Return the table with so many header rows."""
    return replace(table, cells=tuple(replace(cell, is_header=cell.row < rows) for cell in table.cells))


def _table_before_break(page: PageLayout, following: PageLayout) -> _PageEnds | None:
    """Return the table that ends the body of the page; `None` if it ends with something else."""
    return _ends(page, reversed(list(_body(page, following))), StructureKind.PAGE_FOOTER, ())


def _table_after_break(page: PageLayout, table: DraftItem, following: PageLayout) -> _PageEnds | None:
    """Return the table that starts the body of the next page, perhaps below the title of `table` once more."""
    index = next(number for number, draft in enumerate(page.drafts) if draft is table)
    titles = [_plain(draft.text) for draft in page.drafts[max(0, index - _MAX_TITLES) : index] if draft.text]
    return _ends(following, _body(following, page), StructureKind.PAGE_HEADER, titles)


def _ends(
    page: PageLayout, drafts: Iterator[DraftItem], kind: StructureKind, titles: Sequence[str]
) -> _PageEnds | None:
    notices: list[tuple[DraftItem, DraftItem]] = []
    for draft in drafts:
        if draft.table is not None and draft.table_edges is not None:
            return _PageEnds(_TablePart(page, draft, draft.table, draft.table_edges), tuple(notices))
        if not _is_notice(draft, titles):
            return None
        notices.append((draft, replace(draft, kind=kind)))
    return None


def _is_notice(draft: DraftItem, titles: Sequence[str]) -> bool:
    """Check for "(continued)", or the title of the table once more."""
    if not draft.text or len(draft.text) > _MAX_NOTICE:
        return False
    return _CONTINUED.search(draft.text) is not None or _plain(draft.text) in titles


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


def _body(page: PageLayout, other: PageLayout) -> Iterator[DraftItem]:
    """Yield the items between header and footer, without footnotes and pictures that the other page has, too."""
    pictures = [draft.box for draft in other.drafts if draft.kind is StructureKind.FIGURE]
    note_size = 0.0
    for draft in page.drafts:
        if draft.kind is StructureKind.FOOTNOTE and draft.style is not None:
            note_size = draft.style.size
        is_note = draft.style is not None and draft.style.size <= note_size
        is_repeated = draft.kind is StructureKind.FIGURE and any(
            all(abs(a - b) < _SAME_PICTURE for a, b in zip(draft.box, box, strict=True)) for box in pictures
        )
        if draft.kind not in _EDGE_KINDS and not is_note and not is_repeated:
            yield draft


# Whether one table is the rest of another one.

_MIN_COLUMNS = 2
_SAME_EDGE = 0.75  # em
_SAME_SIZE = 0.08  # of the size of the type
_MAX_SHIFT = 0.15  # of the page's width, by which the margins of two pages differ
_MAX_LOWER = 0.1  # of the cells of a column begin in lower case, in a column of names or sentences
_LETTER = re.compile(r"[^\W\d_]")
_Rows = Mapping[int, Sequence[TableCell]]


def _have_same_columns(first: _TablePart, second: _TablePart) -> bool:
    """Check for the same columns in the same type; the pages may have different margins on the left."""
    columns = first.table.columns
    size = max(first.edges.size, second.edges.size)
    if columns != second.table.columns or columns < _MIN_COLUMNS:
        return False
    if abs(first.edges.size - second.edges.size) > _SAME_SIZE * size:
        return False
    pairs = [(a, b) for a, b in zip(first.edges.columns, second.edges.columns, strict=True) if a and b]
    if 2 * len(pairs) < columns:
        return False
    shifts = [after - before for before, after in zip(*pairs[0], strict=True)]
    limit = _MAX_SHIFT * first.page.width
    return any(abs(shift) < limit and _agree(pairs, shift, _SAME_EDGE * size) for shift in shifts)


def _agree(pairs: Sequence[tuple[ColumnEdges, ColumnEdges]], shift: float, tolerance: float) -> bool:
    """Check that each column is aligned on the left, in the middle or on the right with that of the other table."""
    return all(
        any(abs(after - before - shift) <= tolerance for before, after in zip(*pair, strict=True)) for pair in pairs
    )


def _repeated_rows(first: Table, second: Table) -> int:
    """Return the number of rows at the top of the second table that are those of the first one: its header."""
    rows, others = _rows_of(first), _rows_of(second)
    count = 0
    while count < second.rows and others.get(count) and _texts(rows.get(count, ())) == _texts(others[count]):
        count += 1
    has_words = any(_LETTER.search(cell.text) for row in range(count) for cell in others[row])
    is_closed = all(cell.row >= count or cell.row + cell.row_span <= count for cell in second.cells)
    return count if has_words and is_closed and count < min(first.rows, second.rows) else 0


def _starts_new_table(second: Table, repeated: int) -> bool:
    """Check for a title or header rows of its own."""
    rows = _rows_of(second)
    top = rows.get(0, ())
    if repeated:
        return False
    if any(is_caption(cell.text) for cell in top):
        return True
    return any(cell.is_header for cell in top) and not all(_is_lower(cell) for cell in top)


def _continues_last_row(first: Table, last: Table, second: Table, repeated: int) -> bool:
    """Check whether the first row of a part is the rest of the last row of the part before.

    Its cells begin in lower case, though those of their columns in the whole table do not.
    """
    top, bottom = _rows_of(second).get(repeated, ()), _rows_of(last).get(last.rows - 1, ())
    above = {cell.column: cell for cell in bottom if cell.text}
    if not top or not all(_is_lower(cell) and _fits(cell, above.get(cell.column)) for cell in top):
        return False
    columns = {cell.column for cell in top}
    others = [cell for cell in first.cells if cell.column in columns and cell.text and not cell.is_header]
    return sum(map(_is_lower, others)) <= _MAX_LOWER * len(others)


def _fits(cell: TableCell, above: TableCell | None) -> bool:
    return above is not None and above.column_span == cell.column_span and above.row_span == cell.row_span == 1


def _rows_of(table: Table) -> _Rows:
    """Return the cells with text by the row that they start in."""
    rows: defaultdict[int, list[TableCell]] = defaultdict(list)
    for cell in table.cells:
        if cell.text:
            rows[cell.row].append(cell)
    return rows


def _texts(cells: Sequence[TableCell]) -> list[tuple[int, int, str]]:
    return [(cell.column, cell.column_span, " ".join(cell.text.split())) for cell in cells]


def _is_lower(cell: TableCell) -> bool:
    return cell.text[:1].islower()
