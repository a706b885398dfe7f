"""ICDAR-2013: adjacency relations of cells against the ground truth, over all tables of a document.

Ground truth: `<name>-str.xml` of the competition. Output: `{"tables": [{"cells": [{"row", "col", "rowspan", "colspan",
"text"}]}]}`.
"""

import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

Relations = Counter[tuple[str, str, str]]


class Cell(NamedTuple):
    """The first and last row and column of a cell, both inclusive; `text` is alphanumeric."""

    top: int
    left: int
    bottom: int
    right: int
    text: str


def true_tables(path: Path) -> list[list[Cell]]:
    return [
        [cell for region in table.iter("region") for cell in _cells(region)] for table in ET.parse(path).iter("table")
    ]


def read_tables(output: Mapping[str, Any]) -> list[list[Cell]]:
    return [[_read_cell(cell) for cell in table["cells"]] for table in output["tables"]]


def f1(documents: Iterable[tuple[list[list[Cell]], list[list[Cell]]]]) -> float:
    """Return the F1 score of the mean precision and the mean recall of the documents."""
    pairs = [_of_document(expected, actual) for expected, actual in documents]
    precision, recall = fmean(pair[0] for pair in pairs), fmean(pair[1] for pair in pairs)
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def _of_document(expected: list[list[Cell]], actual: list[list[Cell]]) -> tuple[float, float]:
    truth, output = _all_relations(expected), _all_relations(actual)
    correct = (truth & output).total()
    return (correct / output.total() if output else 0.0), (correct / truth.total() if truth else 0.0)


def _cells(region: ET.Element) -> Iterable[Cell]:
    down, over = int(region.get("row-increment") or 0), int(region.get("col-increment") or 0)
    for cell in region.findall("cell"):
        top, left = int(cell.get("start-row") or 0), int(cell.get("start-col") or 0)
        bottom, right = int(cell.get("end-row") or top), int(cell.get("end-col") or left)
        yield Cell(top + down, left + over, bottom + down, right + over, _plain(cell.findtext("content") or ""))


def _read_cell(cell: Mapping[str, Any]) -> Cell:
    bottom, right = cell["row"] + cell.get("rowspan", 1) - 1, cell["col"] + cell.get("colspan", 1) - 1
    return Cell(cell["row"], cell["col"], bottom, right, _plain(cell.get("text") or ""))


def _plain(text: str) -> str:
    return "".join(character for character in text.lower() if character.isalnum())


def _all_relations(tables: Iterable[list[Cell]]) -> Relations:
    return sum((_relations(cells) for cells in tables), Relations())


def _relations(cells: Iterable[Cell]) -> Relations:
    """Return the nearest neighbours with text, to the right and below."""
    positions = {
        (row, column): cell
        for cell in cells
        if cell.text
        for row in range(cell.top, cell.bottom + 1)
        for column in range(cell.left, cell.right + 1)
    }
    last_row, last_column = (max((position[axis] for position in positions), default=0) for axis in (0, 1))
    relations: set[tuple[Cell, Cell, str]] = set()
    for (row, column), cell in positions.items():
        right = next((positions[row, c] for c in range(cell.right + 1, last_column + 1) if (row, c) in positions), None)
        below = next(
            (positions[r, column] for r in range(cell.bottom + 1, last_row + 1) if (r, column) in positions), None
        )
        relations |= {
            (cell, other, direction)
            for other, direction in ((right, "right"), (below, "below"))
            if other not in {None, cell}
        }
    return Counter((cell.text, other.text, direction) for cell, other, direction in relations)
