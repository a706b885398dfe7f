"""Join the items that a page or column break has split: paragraphs, list items and tables."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from documents.pipeline.inline import shift_marks
from documents.pipeline.unspaced import is_unspaced
from documents.types import Item, StructureKind, Table, TableCell

ItemText = tuple[Item, str]

_JOINERS = "-\u2010\u2013\u2014/"  # after them no space is missing, if they end a word


def part_groups(items: Iterable[tuple[StructureKind, bool]]) -> list[list[int]]:
    """Return the indexes of the parts of each item, for the kinds of the parts and whether they continue an item.

    A part continues the last item of its kind: page footers, footnotes and figures may stand between them.
    """
    groups: list[list[int]] = []
    last: dict[StructureKind, list[int]] = {}
    for index, (kind, continues) in enumerate(items):
        if continues and kind in last:
            last[kind].append(index)
        else:
            last[kind] = [index]
            groups.append(last[kind])
    return groups


def join_split_items(items: Sequence[Item], texts: Sequence[str]) -> Iterator[ItemText]:
    """Yield items and their texts with the parts of split paragraphs and tables joined.

    A joined item has the page, the box and the place of its first part.
    """
    for group in part_groups((item.kind, item.continues) for item in items):
        yield join_parts([(items[index], texts[index]) for index in group])


def join_parts(parts: Sequence[ItemText]) -> ItemText:
    """Return the whole item, with the page and the box of its first part, and its text."""
    first, text = parts[0]
    if len(parts) == 1:
        return first, text
    tables = [item.table for item, _ in parts if item.table is not None]
    if tables:
        return replace(first, table=join_table_parts(tables)), "\n".join(text for _, text in parts)
    marks = list(first.marks)
    for item, more in parts[1:]:
        text += gap_between(text, more)
        marks += shift_marks(item.marks, len(text))
        text += more
    return replace(first, marks=tuple(marks)), text


def join_texts(texts: Sequence[str]) -> str:
    """Return the text of an item from the texts of its parts."""
    text = texts[0]
    for more in texts[1:]:
        text += gap_between(text, more) + more
    return text


def gap_between(text: str, more: str) -> str:
    """Return the space that is missing between two parts of a text.

    None is missing after a hyphen, or between characters of scripts without spaces. A hyphen stays: it may belong to
    the word.
    """
    if not text or not more or text[-1].isspace() or more[0].isspace():
        return ""
    if text[-1] in _JOINERS and text[-2:-1].isalnum():
        return ""
    return "" if is_unspaced(text[-1]) and is_unspaced(more[0]) else " "


def join_table_parts(parts: Sequence[Table]) -> Table:
    """Return the whole table. A cell that was split by a page break is in both parts, a repeated header in all."""
    cells: dict[tuple[int, int], TableCell] = {}
    rows = 0
    for part in parts:
        numbers = part.row_numbers or range(part.rows)
        rows = max(rows, *(number + 1 for number in numbers)) if numbers else rows
        for cell in part.cells:
            row = numbers[cell.row]
            new = replace(cell, row=row, row_span=numbers[cell.row + cell.row_span - 1] + 1 - row, box=None)
            key = (row, cell.column)
            cells[key] = _join_cell(cells[key], new) if key in cells else new
    return Table(rows, max(part.columns for part in parts), tuple(cells.values()))


def _join_cell(cell: TableCell, more: TableCell) -> TableCell:
    if cell.is_header and more.is_header and cell.text == more.text:
        return cell  # repeated on the next page
    gap = gap_between(cell.text, more.text)
    marks = (*cell.marks, *shift_marks(more.marks, len(cell.text) + len(gap)))
    span = max(cell.row_span, more.row_span)
    return replace(cell, text=f"{cell.text}{gap}{more.text}", row_span=span, marks=marks)
