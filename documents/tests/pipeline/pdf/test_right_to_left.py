"""Words of right-to-left scripts: order of ligatures, and parts in other scripts."""

import json

from documents.pipeline.pdf.tables.grid import Cell, Grid
from documents.pipeline.pdf.text.characters import direction_runs, fix_ligature_order
from documents.tests.pipeline.conftest import DATA
from documents.tests.pipeline.pdf.make_pdf import grid, show, write_content_pdf
from documents.tests.pipeline.pdf.test_words import words_of_page


def test_lam_and_alef_in_one_glyph_are_put_in_order():
    assert fix_ligature_order("خالل", lambda at: at == 1) == "خلال"


def test_alef_and_lam_in_two_glyphs_keep_their_order():
    assert fix_ligature_order("العمل", lambda _: False) == "العمل"


def test_characters_of_the_other_direction_are_a_run_of_their_own():
    assert list(direction_runs("وPython3،")) == [(0, "و"), (1, "Python3"), (8, "،")]


def test_words_of_a_page_are_in_logical_order():
    # proves: S1-6
    words = {word.text: word for word in words_of_page(DATA / "right_to_left_01.pdf")}
    assert {"خلال", "المشكلات", "Python"} <= set(words)
    assert words["Python"].x1 - words["Python"].x0 < 50  # the box has only its own glyphs


def test_parts_of_a_word_are_joined_without_a_space(parse):
    # proves: S1-5
    text = parse("right_to_left_01.pdf").pages[0].text
    assert "وPython" in text
    assert " ." not in text


def test_characters_that_run_from_left_to_right_are_reversed(tmp_path):
    """Browsers write the characters of a word as they stand on the page, each with its text."""
    glyphs = (b"/Span<</ActualText<FEFF%04X>>>BDC %d 0 Td(A)Tj EMC " % (ord(character), 7) for character in "םולש")
    source = write_content_pdf(
        tmp_path / "hebrew.pdf", (b"0 0 400 300", b"BT/F 10 Tf 100 200 Td %s ET" % b"".join(glyphs))
    )
    assert [word.text for word in words_of_page(source)] == ["שלום"]


def test_tables_on_right_to_left_pages_begin_on_the_right():
    cells = (Cell(0, 0, 0, 1), Cell(1, 1, 0, 0), Cell(1, 1, 1, 1), Cell(0, 1, 2, 2))
    mirrored = Grid(cells, rows=2, columns=3).mirrored()
    assert [(cell.column, cell.last_column) for cell in mirrored.cells] == [(1, 2), (2, 2), (1, 1), (0, 0)]


def test_a_right_to_left_table_on_another_page_begins_on_the_right_too(tmp_path, parse_pdf):
    """The glyphs of the table stand for Hebrew words; the lines around it are Latin."""
    rows = [("7", "לחם"), ("9", "חלב"), ("4", "שמן"), ("6", "מלח")]
    content = b"".join(show(50, 700 - 14 * n, "The baker counts all loaves in the evening.") for n in range(8))
    for number, (figure, word) in enumerate(rows):
        y = 500 - 20 * number
        text = b"".join(b"%04X" % ord(character) for character in reversed(word))
        content += show(104, y, figure) + b"/Span<</ActualText<FEFF%s>>>BDC " % text + show(200, y, "ABC") + b"EMC "
    content += grid((100, 180, 260), (435, 455, 475, 495, 515))
    source = write_content_pdf(tmp_path / "bread.pdf", (b"0 0 400 800", content))
    (table,) = json.loads(parse_pdf(source).docling)["tables"]
    first = {cell["text"] for cell in table["data"]["table_cells"] if cell["start_col_offset_idx"] == 0}
    assert first == {word for _, word in rows}
