"""Blocks as the data that the typesetting program prints, each block and cell with the number of its ink."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from documents.pipeline.flow.model import Area, Block, Run, Section, runs_of
from documents.pipeline.flow.slides import group_data, groups_of
from documents.pipeline.flow.tables import columns_of
from documents.pipeline.pdf.lines import is_right_to_left
from documents.types import StructureKind, TableCell

MARGIN = 54.0
INKS = 32_767  # numbers that a black can carry
_JOINERS = frozenset("\u200c\u200d")
_LONG_WORD = re.compile(r"[^\s\u3001-\u9fff]{30,}")
_INDENT = re.compile("^ +", re.MULTILINE)
_BREAK = "\u200b"
_SAFE_BREAK = 24


@dataclass(slots=True)
class Numbering:
    """Which number stands for which block, and for which of its cells (None: the block itself)."""

    places: dict[int, tuple[int, int | None]] = field(default_factory=dict)

    def take(self, block: int, cell: int | None = None) -> int:
        number = len(self.places) + 1
        self.places[number] = (block, cell)
        return number


def inks_of(block: Block) -> int:
    """How many numbers a block takes."""
    return 1 + (len(block.table.cells) if block.table else 0)


def section_data(section: Section, blocks: Sequence[tuple[int, Block]], numbering: Numbering) -> dict[str, Any]:
    """Data for some blocks of a section; they come with their places in the document."""
    data: dict[str, Any] = {"width": section.width, "height": section.height, "margin": MARGIN}
    if section.is_slide:
        groups = [
            group_data(area, [_block_data(index, block, numbering, room=area) for index, block in group])
            for area, group in groups_of(section, blocks)
        ]
        return data | {"groups": groups}
    room = Area(MARGIN, MARGIN, section.width - 2 * MARGIN, section.height - 2 * MARGIN)
    printed = [_block_data(index, block, numbering, room=room) for index, block in blocks]
    return data | {"groups": None, "blocks": printed}


def shown(text: str) -> str:
    """What is printed: nothing without a glyph, nothing that turns its neighbours around."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(_shown_character(character) for character in text)


def _shown_character(character: str) -> str:
    if character in "\n":
        return character
    if character.isspace():
        return " "
    hidden = unicodedata.category(character) in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
    return "" if hidden and character not in _JOINERS else character


def breakable(text: str, every: int) -> str:
    """Text whose long words have places where a line may end."""
    every = max(1, every)
    if every >= _SAFE_BREAK and _LONG_WORD.search(text) is None:
        return text
    return re.sub(rf"[^\s{_BREAK}]{{{every + 1},}}", lambda match: _broken(match.group(), every), text)


def _broken(word: str, every: int) -> str:
    return _BREAK.join(word[start : start + every] for start in range(0, len(word), every))


def _block_data(index: int, block: Block, numbering: Numbering, *, room: Area) -> dict[str, Any]:
    data: dict[str, Any] = {"kind": block.kind.value, "id": numbering.take(index)}
    match block.kind:
        case StructureKind.TABLE if block.table is not None and block.table.cells:
            return data | {"table": _table_data(index, block, numbering, room=room)}
        case StructureKind.FIGURE if block.picture is not None:
            return data | _picture_data(block, room)
    is_code = block.kind is StructureKind.CODE
    return data | {
        "kind": "paragraph" if block.kind in {StructureKind.TABLE, StructureKind.FIGURE} else data["kind"],
        "level": block.level or 1,
        "depth": min(block.depth, 8),
        "marker": shown(block.marker),
        "wide": len(block.marker) > 2,  # noqa: PLR2004  # a bullet, or a digit and its point
        "rtl": is_right_to_left_text(block.text),
        "runs": [_run_data(run, is_code=is_code) for run in block.runs],
    }


def _run_data(run: Run, *, is_code: bool, every: int = _SAFE_BREAK) -> dict[str, Any]:
    text = shown(run.text.expandtabs(8)) if is_code else shown(run.text)
    if is_code:
        text = _INDENT.sub(lambda match: "\u00a0" * len(match.group()), text)
    look = {"b": run.bold, "i": run.italic, "c": run.code, "s": run.struck, "l": bool(run.link)}
    return {"t": breakable(text, every)} | look


def _picture_data(block: Block, room: Area) -> dict[str, Any]:
    picture = block.picture
    if picture is None:
        return {}
    scale = min(room.width / picture.width, 0.85 * room.height / picture.height)
    scale = scale if block.area is not None else min(1.0, scale)
    path = None if picture.path is None else picture.path.name
    return {"path": path, "width": picture.width * scale, "height": picture.height * scale}


def _table_data(index: int, block: Block, numbering: Numbering, *, room: Area) -> dict[str, Any]:
    table = block.table
    if table is None:
        return {}
    columns = columns_of(block.whole or table, room.width)
    cells = [_cell_data(index, place, cell, columns.breaks, numbering) for place, cell in enumerate(table.cells)]
    heads = _heads(table.cells)
    return {"widths": columns.widths, "size": columns.size, "heads": heads, "cells": cells}


def _heads(cells: Sequence[TableCell]) -> int:
    """How many rows at the top are headers, to be repeated on each page; none if cells reach out of them."""
    rows = {cell.row for cell in cells if cell.is_header}
    count = next(row for row in range(len(rows) + 1) if row not in rows)
    reaches_out = any(cell.row < count < cell.row + cell.row_span for cell in cells)
    return 0 if reaches_out or count > 4 else count  # noqa: PLR2004  # more would fill the page


def _cell_data(index: int, place: int, cell: TableCell, breaks: Sequence[int], numbering: Numbering) -> dict[str, Any]:
    every = sum(breaks[cell.column : cell.column + cell.column_span])
    runs = [_run_data(run, is_code=False, every=every) for run in runs_of(cell.text, cell.marks)]
    return {
        "id": numbering.take(index, place),
        "x": cell.column,
        "y": cell.row,
        "cols": cell.column_span,
        "rows": cell.row_span,
        "head": cell.is_header,
        "rtl": is_right_to_left_text(cell.text),
        "runs": runs,
    }


def is_right_to_left_text(text: str) -> bool:
    """Whether the first letter that has a direction is written from right to left."""
    if text.isascii():
        return False
    first = next((c for c in text if unicodedata.bidirectional(c) in {"L", "R", "AL"}), "")
    return bool(first) and is_right_to_left(first)
