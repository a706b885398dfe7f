"""Tables that go on at the head of the next page."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from statistics import median_high, median_low

from documents.pipeline.pdf.layout.model import DraftItem, PageLayout
from documents.pipeline.pdf.layout.page_edges import EDGE_KINDS, PageEnds, table_after_break, table_before_break
from documents.pipeline.pdf.layout.table_parts import (
    TablePart,
    continues_last_row,
    have_same_columns,
    repeated_rows,
    starts_new_table,
)
from documents.types import Table

_BOTTOM_MARGIN = 2.0  # of the top margin
_LEADING = 4.0  # em that are free above, below and between the lines of a row
_TURNED = 0.05  # of the page's height, by which a table lies elsewhere than where it was read

Marked = tuple[DraftItem, DraftItem]


@dataclass(slots=True)
class _SplitTable:
    """A table and its parts so far. `header_rows` are those that its parts repeat; `parts` are later than `first`."""

    first: TablePart
    rows: int = 0
    header_rows: int = 0
    parts: list[Marked] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.rows = self.first.table.rows

    @property
    def last(self) -> DraftItem:
        return self.parts[-1][0] if self.parts else self.first.draft

    def add(self, part: TablePart, repeated: int) -> None:
        """Add the next part, whose first `repeated` rows are those of the header."""
        is_split = continues_last_row(self.first.table, self._last_table(), part.table, repeated)
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
        before = table_before_break(page, following)
        after = before and table_after_break(page, before.part.draft, following)
        if before is None or after is None:
            continue
        previous = split if split is not None and split.last is before.part.draft else None
        whole = previous or _SplitTable(before.part)
        repeated = repeated_rows(whole.first.table, after.part.table)
        if not _goes_on(before, after, repeated, bottom):
            continue
        if split is not None and previous is None:
            yield from split.marked()
        split = whole
        split.add(after.part, repeated)
        yield from (*before.notices, *after.notices)
    if split is not None:
        yield from split.marked()


def _goes_on(before: PageEnds, after: PageEnds, repeated: int, bottom: float) -> bool:
    first, second = before.part, after.part
    if not have_same_columns(first, second) or starts_new_table(second.table, repeated):
        return False
    if _is_turned(first) or _is_turned(second):
        return repeated > 0
    return bottom - first.draft.box.y1 < _height_of_row(second, repeated) + _LEADING * second.edges.size


def _height_of_row(part: TablePart, row: int) -> float:
    """Return the height of the text of a row: it did not fit on the page before."""
    boxes = [cell.box for cell in part.table.cells if cell.row == row and cell.box is not None]
    return max((box.y1 for box in boxes), default=0.0) - min((box.y0 for box in boxes), default=0.0)


def _is_turned(part: TablePart) -> bool:
    """Check whether the page was read in another frame than it is displayed in."""
    return abs(part.draft.box.y1 - part.edges.bottom) > _TURNED * part.page.height


def _bottom_of_text(pages: Sequence[PageLayout]) -> float:
    """Return how far down the text of most pages goes, or would go with a margin of twice that at the top."""
    bodies = [[d.box for d in page.drafts if d.kind not in EDGE_KINDS and d.end > d.start] for page in pages]
    bodies = [boxes for boxes in bodies if boxes]
    if not bodies:
        return 0.0
    top = median_low([min(box.y0 for box in boxes) for boxes in bodies])
    bottom = median_high([max(box.y1 for box in boxes) for boxes in bodies])
    return max(bottom, max(page.height for page in pages) - _BOTTOM_MARGIN * top)


def _with_header(table: Table, rows: int) -> Table:
    """Return the table with so many header rows."""
    return replace(table, cells=tuple(replace(cell, is_header=cell.row < rows) for cell in table.cells))
