"""Names of columns that run up the page."""

import json

from documents.pipeline.pdf.tables.grid import Cell, DetectedTable, Grid
from documents.pipeline.pdf.tables.stand_ins import restored, stand_ins_of_names, used_in
from documents.pipeline.pdf.text.lines import Line
from documents.tests.pipeline.pdf.make_pdf import show, write_content_pdf
from documents.tests.pipeline.pdf.test_parted_words import texts_of
from documents.tests.pipeline.pdf.test_table_headers import STYLE, words_at
from documents.types import Box

UP = STYLE._replace(rotation=1)
CELLS = words_at(*((x, 114 + 14 * n, str(n + 3)) for n in range(3) for x in (103, 123, 143)))


def names(*texts: str, x: float = 100, step: float = 20) -> list[Line]:
    lines = []
    for number, text in enumerate(texts):
        left = x + step * number
        box = Box(left, 110 - 5 * len(text), left + 10, 110)
        word = words_at((left, box.y0, text))[0]._replace(x1=box.x1, y1=box.y1, style=UP)
        lines.append(Line((word,), box))
    return lines


def test_names_above_cells_stand_at_their_bottom():
    stand_ins = stand_ins_of_names(names("Rowing", "Sailing", "Diving"), CELLS)
    assert [word.text for word in stand_ins] == ["Rowing", "Sailing", "Diving"]
    assert {word.y1 for word in stand_ins} == {110}
    assert not any(word.style.rotation for word in stand_ins)


def test_an_upright_name_beside_them_is_moved_to_their_height():
    label, *boys = words_at(
        (50, 80, "Boy"), *((50, 114 + 14 * n, text) for n, text in enumerate(("Ari", "Ben", "Tom")))
    )
    other = words_at((250, 80, "Item"), *((250, 114 + 14 * n, "Boat") for n in range(3)))  # a table beside it
    stand_ins = stand_ins_of_names(names("Rowing", "Sailing", "Diving"), [label, *boys, *CELLS, *other])
    (moved,) = (word for word, parts in stand_ins.items() if parts == (label,))
    assert (moved.y1, len(stand_ins)) == (110, 4)


def test_lines_without_cells_below_are_no_names():
    assert stand_ins_of_names(names("Rowing", "Sailing", "Diving", x=400), CELLS) == {}
    assert stand_ins_of_names(names("Rowing", "Sailing"), CELLS) == {}


def test_a_table_gets_back_the_words_for_which_others_stand():
    lines = names("Rowing", "Sailing", "Diving")
    stand_ins = stand_ins_of_names(lines, CELLS)
    cells = tuple(Cell(0, 0, n, n, (word,)) for n, word in enumerate(stand_ins))
    table = DetectedTable(Box(98, 100, 160, 160), Grid(cells, 1, 3))
    assert set(used_in([table], stand_ins)) == set(stand_ins)
    whole = restored(table, stand_ins)
    assert [cell.words for cell in whole.grid.cells] == [line.words for line in lines]
    assert whole.box.y0 == min(line.y0 for line in lines)


def test_the_names_are_header_cells(tmp_path, parse_pdf):
    rows = [("Ann", "12", "7", "9"), ("Ben", "8", "11", "6"), ("Cid", "5", "4", "10"), ("Dan", "3", "2", "7")]
    content = b"".join(
        show(x, 600 - 14 * n, text)
        for n, row in enumerate(rows)
        for x, text in zip((50, 103, 123, 143), row, strict=True)
    )
    content += show(50, 630, "Boy") + b"".join(
        f"BT /F 10 Tf 0 1 -1 0 {x} 614 Tm ({text}) Tj ET\n".encode()
        for x, text in ((110, "Rowing"), (130, "Sailing"), (150, "Diving"))
    )
    source = write_content_pdf(tmp_path / "up.pdf", (b"0 0 400 800", content))
    (table,) = json.loads(parse_pdf(source).docling)["tables"]
    first = [cell["text"] for cell in table["data"]["table_cells"] if cell["start_row_offset_idx"] == 0]
    assert first == ["Boy", "Rowing", "Sailing", "Diving"]


def test_glyphs_drawn_one_by_one_up_the_page_are_a_word(tmp_path):
    y, content = 200.0, b""
    for character, width in zip("ndul", (556, 556, 556, 222), strict=True):
        content += f"BT /F 10 Tf 0 1 -1 0 100 {y:.2f} Tm ({character}) Tj ET\n".encode()
        y += width / 100 + 0.2
    assert texts_of(tmp_path, content) == ["ndul"]
