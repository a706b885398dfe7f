"""Tables of contents are lines with a title and a page number; numbers of chapters belong to their headings."""

import pytest

from documents.tests.pipeline.pdf.make_pdf import grid, show, write_content_pdf
from documents.types import StructureKind

PAGE = b"0 0 400 500"
ENTRIES = [
    ("Foreword", "v"),
    ("The tides", "1"),
    ("Harbours of the north", "14"),
    ("Pilots and lights", "29"),
    ("Charts", "29"),
    ("Index", "112"),
]


def prose(y: float, lines: int = 6) -> bytes:
    text = "A captain who sails these waters has to know the hours of the flood and"
    return b"".join(show(40, y - 13 * number, text) for number in range(lines))


def parse_page(parse_pdf, tmp_path, content: bytes):
    return parse_pdf(write_content_pdf(tmp_path / "page.pdf", (PAGE, content)))


def right(x: float, y: float, text: str) -> bytes:
    """Show a number whose right edge is at `x`: digits are 5.56 points wide in this size, and "v" is 5."""
    return show(x - (5 if text == "v" else 5.56 * len(text)), y, text)


def test_entries_without_leaders_are_lines(parse_pdf, tmp_path):
    content = show(40, 440, "Contents", size=16, font="B")
    for number, (title, page) in enumerate(ENTRIES):
        y = 410 - 16 * number
        content += show(40, y, title, font="B" if number == 2 else "F") + right(340, y, page)
    result = parse_page(parse_pdf, tmp_path, content)
    assert result.items(StructureKind.TABLE) == []
    assert [result.text_of(item) for item in result.items(StructureKind.TITLE, StructureKind.HEADING)] == ["Contents"]
    assert [" ".join(line.split()) for line in result.pages[0].text.splitlines() if line][1:] == [
        f"{title} {page}" for title, page in ENTRIES
    ]


def test_entries_of_parts_that_stand_close_are_lines(parse_pdf, tmp_path):
    entries = [*ENTRIES[:1], ("Signs", "ix"), *ENTRIES[1:], ("Plates", "120"), ("Names of ships", "131")]
    parts = {2: "Part One: The Coast", 5: "Part Two: Open Sea"}
    content = show(40, 440, "TABLE OF CONTENTS", size=16)
    y = 415
    for number, (title, page) in enumerate(entries):
        if number in parts:
            y -= 6
            content += show(40, y, parts[number], font="B")
            y -= 14
        content += show(40, y, title) + show(340 - 5.56 * len(page), y, page)
        y -= 14
    result = parse_page(parse_pdf, tmp_path, content)
    assert result.items(StructureKind.TABLE) == []
    lines = [" ".join(line.split()) for line in result.pages[0].text.splitlines() if line][1:]
    assert [line for line in lines if line not in parts.values()] == [f"{title} {page}" for title, page in entries]
    headings = [result.text_of(item) for item in result.items(StructureKind.TITLE, StructureKind.HEADING)]
    assert headings == ["TABLE OF CONTENTS"]


def test_the_heading_of_a_second_list_is_a_heading(parse_pdf, tmp_path):
    content = show(40, 440, "CONTENTS", size=16) + show(40, 280, "List of Maps", font="B")
    for number, (title, page) in enumerate(ENTRIES):
        for top, edge in ((415, 340), (260, 320)):
            content += show(40, top - 16 * number, title) + right(edge, top - 16 * number, page)
    result = parse_page(parse_pdf, tmp_path, content)
    headings = [result.text_of(item) for item in result.items(StructureKind.TITLE, StructureKind.HEADING)]
    assert headings == ["CONTENTS", "List of Maps"]


def test_entries_with_spaced_leaders_are_lines(parse_pdf, tmp_path):
    content = b""
    for number, (title, page) in enumerate(ENTRIES):
        y = 410 - 30 * number
        content += show(40, y, title) + right(340, y, page)
        content += b"".join(show(x, y, ".") for x in range(180, 310, 9))
    result = parse_page(parse_pdf, tmp_path, content)
    lines = [line for line in result.pages[0].text.splitlines() if line]
    assert [(line.split(" .")[0], line.split()[-1]) for line in lines] == ENTRIES


def test_entries_whose_leaders_touch_their_numbers_are_lines(parse_pdf, tmp_path):
    content = b"".join(
        show(40, 410 - 13 * number, title + " . " * 12 + page) for number, (title, page) in enumerate(ENTRIES)
    )
    lines = parse_page(parse_pdf, tmp_path, content).pages[0].text.split("\n")
    assert [line.split(" .")[0] for line in lines if line] == [title for title, _ in ENTRIES]


def test_labels_with_figures_are_still_a_table(parse_pdf, tmp_path):
    figures = ["41", "17", "29", "8", "112"]
    names = ["Wheat", "Barley", "Oats", "Rye", "Total"]
    content = prose(450) + b"".join(
        show(40, 330 - 16 * n, name) + right(200, 330 - 16 * n, figure)
        for n, (name, figure) in enumerate(zip(names, figures, strict=True))
    )
    (table,) = parse_page(parse_pdf, tmp_path, content).items(StructureKind.TABLE)
    assert [cell.text for cell in table.table.cells if cell.column == 1] == figures


YEARS = ["First year", "Second year", "Third year", "Fourth year", "Fifth year", "Sixth year"]
RISING = list(zip(YEARS, ["100", "210", "300", "420", "500", "575"], strict=True))


def rising_rows(rows=RISING, leaders: str = "") -> bytes:
    parts = [
        show(45, 330 - 20 * n, f"{label} {leaders}".strip()) + right(200, 330 - 20 * n, figure)
        for n, (label, figure) in enumerate(rows)
    ]
    return b"".join(parts)


def cells_of(table) -> list[str]:
    return [cell.text for cell in table.table.cells]


@pytest.mark.parametrize("heading", ["", "Contents"])
def test_a_drawn_grid_with_rising_figures_is_a_table(parse_pdf, tmp_path, heading):
    borders = grid([40, 150, 205], [344 - 20 * n for n in range(7)])
    above = show(40, 365, heading, size=14, font="B") if heading else b""
    result = parse_page(parse_pdf, tmp_path, prose(480) + above + borders + rising_rows())
    (table,) = result.items(StructureKind.TABLE)
    assert cells_of(table) == [text for row in RISING for text in row]


@pytest.mark.parametrize(
    ("heading", "leaders", "rows", "is_table"),
    [
        ("", "", RISING, True),
        ("Results", "", RISING, True),
        ("", "", [("Contents", "50"), *RISING], True),  # a label, not a heading
        ("Table of contents", "", RISING, False),
        ("Inhaltsverzeichnis", "", RISING, False),
        ("", ". . . . .", RISING, False),
    ],
)
def test_rising_figures_are_contents_with_leaders_or_a_heading(parse_pdf, tmp_path, heading, leaders, rows, is_table):
    above = show(40, 360, heading, size=14, font="B") if heading else b""
    result = parse_page(parse_pdf, tmp_path, prose(480) + above + rising_rows(rows, leaders))
    tables = result.items(StructureKind.TABLE)
    assert [cells_of(table) for table in tables] == ([[text for row in rows for text in row]] if is_table else [])
    lines = {" ".join(line.replace(".", "").split()) for line in result.pages[0].text.splitlines()}
    assert is_table or {f"{label} {figure}" for label, figure in rows} <= lines


@pytest.mark.parametrize(
    ("number", "place", "headings"),
    [
        ("7", (40, 372, 16), ["7 Lights and buoys"]),  # above
        ("7", (12, 350, 12), ["7 Lights and buoys"]),  # beside
        ("CHAPTER 7.", (40, 372, 12), ["CHAPTER 7. Lights and buoys"]),
    ],
)
def test_the_number_of_a_chapter_belongs_to_its_heading(parse_pdf, tmp_path, number, place, headings):
    content = (
        prose(480)
        + show(*place[:2], number, size=place[2], font="B")
        + show(40, 350, "Lights and buoys", size=12, font="B")
    )
    result = parse_page(parse_pdf, tmp_path, content + prose(325, 8))
    kinds = (StructureKind.TITLE, StructureKind.HEADING)
    assert [" ".join(result.text_of(item).split()) for item in result.items(*kinds)] == headings


def test_a_price_above_a_heading_on_its_left_is_no_part_of_it(parse_pdf, tmp_path):
    content = (
        show(40, 460, "Soup of peas") + show(360, 460, "4.00") + show(180, 435, "Fish", size=16, font="B") + prose(400)
    )
    result = parse_page(parse_pdf, tmp_path, content)
    assert [result.text_of(item) for item in result.items(StructureKind.TITLE, StructureKind.HEADING)] == ["Fish"]


def test_a_number_above_text_is_no_heading(parse_pdf, tmp_path):
    result = parse_page(parse_pdf, tmp_path, prose(480) + show(40, 380, "7") + prose(350, 8))
    assert result.items(StructureKind.TITLE, StructureKind.HEADING) == []


def test_words_of_a_font_with_excess_height_have_boxes_of_their_characters(parse_pdf, tmp_path):
    """The font claims nine times its size: neighbouring lines would overlap and be read word by word."""
    descriptor = b"/Ascent 5000/Descent -4000/FontBBox[0 -4000 1000 5000]/ItalicAngle 0/CapHeight 700/StemV 80"
    content = b"".join(show(40, 400 - 14 * n, f"line {n} ends here", font="T") for n in range(5))
    path = write_content_pdf(tmp_path / "tall.pdf", (PAGE, content), descriptor=descriptor)
    result = parse_pdf(path)
    assert result.text.split() == [word for n in range(5) for word in f"line {n} ends here".split()]
    boxes = [token.box for token in result.pages[0].tokens]
    assert max(box.y1 - box.y0 for box in boxes) < 16
    assert boxes[0].y0 < 100 < boxes[0].y1
