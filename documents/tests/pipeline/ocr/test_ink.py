"""Ruling lines of tables on scanned pages."""

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from documents.pipeline.ocr.ink import find_ruling_lines
from documents.types import StructureKind

CELLS = [["Region", "Sales", "Staff"], ["North", "1200", "14"], ["South", "980", "11"], ["West", "640", "7"]]
COLUMN, ROW, LEFT, TOP = 300, 70, 200, 300


def sheet() -> Image.Image:
    """Draw a ruled table on light grey paper, at 200 dpi."""
    page = Image.new("RGB", (1654, 2339), (250, 250, 248))
    draw = ImageDraw.Draw(page)
    font = ImageFont.load_default(34)
    right, bottom = LEFT + COLUMN * len(CELLS[0]), TOP + ROW * len(CELLS)
    for row in range(len(CELLS) + 1):
        draw.line([(LEFT, TOP + row * ROW), (right, TOP + row * ROW)], fill=(40, 40, 40), width=3)
    for column in range(len(CELLS[0]) + 1):
        draw.line([(LEFT + column * COLUMN, TOP), (LEFT + column * COLUMN, bottom)], fill=(40, 40, 40), width=3)
    for row, cells in enumerate(CELLS):
        for column, text in enumerate(cells):
            draw.text((LEFT + column * COLUMN + 30, TOP + row * ROW + 14), text, fill=(20, 20, 20), font=font)
    return page


def test_all_ruling_lines_are_found_and_no_strokes_of_characters():
    rules = find_ruling_lines(np.asarray(sheet()))
    tops = sorted((box.y0 + box.y1) / 2 for box in rules.horizontal)
    lefts = sorted((box.x0 + box.x1) / 2 for box in rules.vertical)
    assert tops == pytest.approx([TOP + row * ROW for row in range(5)], abs=2)
    assert lefts == pytest.approx([LEFT + column * COLUMN for column in range(4)], abs=2)


@pytest.mark.full
def test_a_ruled_table_on_a_scanned_page_is_detected(parse, tmp_path):
    sheet().save(tmp_path / "table.png", dpi=(200, 200))
    result = parse(tmp_path / "table.png")
    (item,) = result.items(StructureKind.TABLE)
    assert (item.table.rows, item.table.columns) == (4, 3)
    assert [cell.text for cell in item.table.cells] == [text for row in CELLS for text in row]
