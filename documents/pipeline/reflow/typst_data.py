"""Data for `reflow.typ`: blocks and cells with their ink numbers."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from documents.pipeline.pdf.text.lines import is_right_to_left
from documents.pipeline.reflow.layout import slide_group_data, slide_groups, table_columns
from documents.pipeline.reflow.model import MARGIN, Area, Block, Run, Section, runs_of
from documents.types import StructureKind, TableCell

MAX_INKS = 32_767  # numbers that a text colour can encode
_JOINERS = frozenset("\u200c\u200d")
_NOT_PRINTED_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_LONG_WORD = re.compile(r"[^\s\u3001-\u9fff]{30,}")
_INDENT = re.compile("^ +", re.MULTILINE)
_BREAK = "\u200b"
_DEFAULT_BREAK = 24  # characters


@dataclass(slots=True)
class InkNumbers:
    """Ink numbers and their targets: block and cell index; the cell index is None for the block itself."""

    targets: dict[int, tuple[int, int | None]] = field(default_factory=dict)

    def assign(self, block: int, cell: int | None = None) -> int:
        number = len(self.targets) + 1
        self.targets[number] = (block, cell)
        return number


def count_inks(block: Block) -> int:
    """Return how many ink numbers a block needs."""
    return 1 + (len(block.table.cells) if block.table else 0)


def section_data(section: Section, blocks: Sequence[tuple[int, Block]], inks: InkNumbers) -> dict[str, Any]:
    """Return the data of some blocks of a section; they come with their index in the document."""
    data: dict[str, Any] = {"width": section.width, "height": section.height, "margin": MARGIN}
    if section.is_slide:
        groups = [
            slide_group_data(area, [_block_data(index, block, inks, area=area) for index, block in group])
            for area, group in slide_groups(section, blocks)
        ]
        return data | {"groups": groups}
    area = Area(MARGIN, MARGIN, section.width - 2 * MARGIN, section.height - 2 * MARGIN)
    return data | {"groups": None, "blocks": [_block_data(index, block, inks, area=area) for index, block in blocks]}


def printable(text: str) -> str:
    """Return the text without control, invisible and direction characters."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(_printable_character(character) for character in text)


def _printable_character(character: str) -> str:
    if character in "\n":
        return character
    if character.isspace():
        return " "
    is_hidden = unicodedata.category(character) in _NOT_PRINTED_CATEGORIES
    return "" if is_hidden and character not in _JOINERS else character


def add_breaks(text: str, every: int) -> str:
    """Return the text with a zero-width space after every so many characters of a long word."""
    every = max(1, every)
    if every >= _DEFAULT_BREAK and _LONG_WORD.search(text) is None:
        return text
    return re.sub(rf"[^\s{_BREAK}]{{{every + 1},}}", lambda match: _break_word(match.group(), every), text)


def _break_word(word: str, every: int) -> str:
    return _BREAK.join(word[start : start + every] for start in range(0, len(word), every))


def _block_data(index: int, block: Block, inks: InkNumbers, *, area: Area) -> dict[str, Any]:
    data: dict[str, Any] = {"kind": block.kind.value, "id": inks.assign(index)}
    match block.kind:
        case StructureKind.TABLE if block.table is not None and block.table.cells:
            return data | {"table": _table_data(index, block, inks, width=area.width)}
        case StructureKind.FIGURE if block.picture is not None:
            return data | _picture_data(block, area)
    is_code = block.kind is StructureKind.CODE
    return data | {
        "kind": "paragraph" if block.kind in {StructureKind.TABLE, StructureKind.FIGURE} else data["kind"],
        "level": block.level or 1,
        "depth": min(block.depth, 8),
        "marker": printable(block.marker),
        "wide": len(block.marker) > 2,  # noqa: PLR2004  # more than a bullet, or a digit and a full stop
        "rtl": is_right_to_left_text(block.text),
        "runs": [_run_data(run, is_code=is_code) for run in block.runs],
    }


def _run_data(run: Run, *, is_code: bool, every: int = _DEFAULT_BREAK) -> dict[str, Any]:
    text = printable(run.text.expandtabs(8)) if is_code else printable(run.text)
    if is_code:
        text = _INDENT.sub(lambda match: "\u00a0" * len(match.group()), text)
    style = {"b": run.bold, "i": run.italic, "c": run.code, "s": run.struck, "l": bool(run.link)}
    return {"t": add_breaks(text, every)} | style


def _picture_data(block: Block, area: Area) -> dict[str, Any]:
    picture = block.picture
    if picture is None:
        return {}
    scale = min(area.width / picture.width, 0.85 * area.height / picture.height)
    scale = scale if block.area is not None else min(1.0, scale)
    path = None if picture.path is None else picture.path.name
    return {"path": path, "width": picture.width * scale, "height": picture.height * scale}


def _table_data(index: int, block: Block, inks: InkNumbers, *, width: float) -> dict[str, Any]:
    table = block.table
    if table is None:
        return {}
    columns = table_columns(block.whole or table, width)
    cells = [_cell_data((index, n), cell, columns.breaks, inks) for n, cell in enumerate(table.cells)]
    return {"widths": columns.widths, "size": columns.size, "header_rows": _header_rows(table.cells), "cells": cells}


def _header_rows(cells: Sequence[TableCell]) -> int:
    """Return the number of header rows to repeat on each page; none if a cell extends below them."""
    rows = {cell.row for cell in cells if cell.is_header}
    count = next(row for row in range(len(rows) + 1) if row not in rows)
    extends_below = any(cell.row < count < cell.row + cell.row_span for cell in cells)
    return 0 if extends_below or count > 4 else count  # noqa: PLR2004  # more would fill the page


def _cell_data(target: tuple[int, int], cell: TableCell, breaks: Sequence[int], inks: InkNumbers) -> dict[str, Any]:
    every = sum(breaks[cell.column : cell.column + cell.column_span])
    return {
        "id": inks.assign(*target),
        "x": cell.column,
        "y": cell.row,
        "cols": cell.column_span,
        "rows": cell.row_span,
        "header": cell.is_header,
        "rtl": is_right_to_left_text(cell.text),
        "runs": [_run_data(run, is_code=False, every=every) for run in runs_of(cell.text, cell.marks)],
    }


def is_right_to_left_text(text: str) -> bool:
    """Return whether the first character with a direction is written from right to left."""
    if text.isascii():
        return False
    first = next((c for c in text if unicodedata.bidirectional(c) in {"L", "R", "AL"}), "")
    return bool(first) and is_right_to_left(first)
