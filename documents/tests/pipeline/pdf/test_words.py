"""Words and their boxes, compared with a reference parser, also on rotated and cropped pages."""

import gzip
import json
from itertools import pairwise
from pathlib import Path

import pytest

from documents.pipeline.pdf.file import frame_of, open_page, open_pdf, page_count
from documents.pipeline.pdf.layout.rotated_text import column_tiers
from documents.pipeline.pdf.text.lines import Line
from documents.pipeline.pdf.text.word_reader import _without_overprints, read_words
from documents.pipeline.pdf.text.words import Word
from documents.pipeline.pdfium import pypdfium2
from documents.tests.pipeline.conftest import DATA
from documents.tests.pipeline.pdf.make_pdf import show, write_content_pdf
from documents.types import Box


def words_of_page(path: Path, number: int = 1) -> list[Word]:
    with open_pdf(path) as document, open_page(document, number) as page:
        return read_words(page, frame_of(page))


def overlap_share(a, b) -> float:
    width, height = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    if width <= 0 or height <= 0:
        return 0.0
    both = width * height
    return both / ((a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - both)


@pytest.mark.parametrize(
    ("name", "min_score"),
    [
        ("font_05", 0.99),
        ("rotated_page_01", 0.99),  # /Rotate 90
        ("duplicate_bold_text_01", 0.95),  # bold text by printing twice
        ("right_to_left_01", 0.9),  # Arabic with English words
    ],
)
def test_words_are_where_the_reference_parser_finds_them(name, min_score):
    # proves: S1-6
    truth = json.loads(gzip.decompress((DATA / f"{name}.words.json.gz").read_bytes()))["1"]["words"]
    remaining = words_of_page(DATA / f"{name}.pdf")
    matches = 0
    for text, *box in truth:
        match = next((w for w in remaining if w.text == text and overlap_share(w.box, box) >= 0.5), None)
        if match is not None:
            matches += 1
            remaining.remove(match)
    assert 2 * matches / (len(truth) + len(words_of_page(DATA / f"{name}.pdf"))) >= min_score


@pytest.fixture
def altered(tmp_path):
    """Write the contract with another rotation and crop box of its first page."""

    def alter(rotation: int, crop: tuple[float, float, float, float] | None = None) -> Path:
        document = pypdfium2.PdfDocument(DATA / "contract.pdf")
        page = document[0]
        page.set_rotation(rotation)
        if crop:
            page.set_cropbox(*crop)
        path = tmp_path / "altered.pdf"
        document.save(path)
        document.close()
        return path

    return alter


@pytest.mark.parametrize("rotation", [90, 180, 270])
def test_a_rotated_page_has_the_same_words_at_rotated_places(altered, rotation):
    upright = words_of_page(DATA / "contract.pdf")
    with open_pdf(DATA / "contract.pdf") as document, open_page(document, 1) as page:
        width, height = frame_of(page).width, frame_of(page).height
    rotated = {(w.text, round(w.middle_x), round(w.middle_y)) for w in words_of_page(altered(rotation))}
    for word in upright:
        x, y = word.middle_x, word.middle_y
        expected = {90: (height - y, x), 180: (width - x, height - y), 270: (y, width - x)}[rotation]
        near = {(word.text, round(expected[0]) + dx, round(expected[1]) + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
        assert near & rotated, word


def test_words_outside_the_crop_box_are_not_on_the_page(altered):
    crop = (100.0, 300.0, 400.0, 700.0)
    cropped = words_of_page(altered(0, crop))
    page_top = 842.0
    with open_pdf(DATA / "contract.pdf") as document, open_page(document, 1) as page:
        page_top = frame_of(page).top
    inside = [
        word
        for word in words_of_page(DATA / "contract.pdf")
        if crop[0] <= word.middle_x <= crop[2] and crop[1] <= page_top - word.middle_y <= crop[3]
    ]
    assert inside
    assert {w.text for w in inside} <= {w.text for w in cropped}
    assert all(-1 <= w.middle_x <= 301 and -1 <= w.middle_y <= 401 for w in cropped)
    first = inside[0]
    moved = next(w for w in cropped if w.position == first.position or w.text == first.text)
    assert moved.x0 == pytest.approx(first.x0 - crop[0], abs=0.5)


@pytest.mark.parametrize("name", ["contract.pdf", "arabic.pdf", "chinese.pdf", "dpbench_127.pdf", "dpbench_167.pdf"])
def test_every_token_is_at_its_offset_in_the_text(parse, name):
    # proves: S1-6
    result = parse(name)
    assert result.page_count == len(result.pages)
    for page in result.pages:
        assert page.tokens
        for token in page.tokens:
            assert page.text[token.start : token.start + len(token.text)] == token.text
            assert token.text.split() == [token.text]
        starts = [token.start for token in page.tokens]
        assert starts == sorted(set(starts))


def test_the_text_has_every_character_that_pdfium_finds(parse):
    with open_pdf(DATA / "contract.pdf") as document:
        expected = ""
        for number in range(1, page_count(document) + 1):
            page = pypdfium2.PdfDocument(DATA / "contract.pdf")[number - 1]
            expected += page.get_textpage().get_text_range()
    count = {c: expected.count(c) for c in set(expected) if not c.isspace() and c != "\ufffe"}
    text = parse("contract.pdf").text
    assert {c: text.count(c) for c in count if c != "-"} == {c: n for c, n in count.items() if c != "-"}


def test_right_to_left_lines_are_in_logical_order(parse):
    assert parse("arabic.pdf").text.split("\n")[0].split() == ["انواع", "الخطوط", "العربية"]


def test_chinese_text_has_one_token_per_character_and_no_spaces(parse):
    page = parse("chinese.pdf").pages[0]
    characters = [token for token in page.tokens if "\u4e00" <= token.text[0] <= "\u9fff"]
    assert len(characters) > 20
    assert all(len(token.text) == 1 for token in characters)
    neighbours = [(a, b) for a, b in pairwise(characters) if b.start == a.start + 1 and b.box.y0 == a.box.y0]
    assert len(neighbours) > 10
    assert all(b.box.x0 >= a.box.x1 - 0.5 for a, b in neighbours)


def test_vertical_japanese_is_read_column_by_column_from_the_right(parse):
    lines = [line for line in parse("vertical.pdf").text.split("\n") if line]
    assert lines[:3] == ["序", "わたくしといふ現象は", "假定された有機交流電燈の"]
    assert len(lines) == 61


def test_rows_of_vertical_columns_are_read_one_after_the_other(parse):
    lines = [line for line in parse("vertical.pdf").text.split("\n") if line]
    end_of_upper = lines.index("みんなのおのおののなかのすべてですから）")
    assert lines[end_of_upper + 1] == "けれどもこれら新世代沖積世の"
    assert lines[-2:] == ["大正十三年一月廿日", "宮澤賢治"]


def test_a_number_below_vertical_columns_makes_no_row_of_them():
    columns = [column(20, 50, 200), column(60, 50, 190), column(40, 400, 410), column(20, 500, 700)]
    assert column_tiers(columns, 10) == [columns[:3], columns[3:]]


def column(x, top, bottom):
    return Line((), Box(x, top, x + 10, bottom))


@pytest.mark.parametrize("rotation", [90, 180, 270])
def test_a_rotated_page_has_the_same_text_as_an_upright_one(parse, altered, rotation):
    upright, rotated = parse("contract.pdf").pages[0], parse(altered(rotation)).pages[0]
    assert rotated.text == upright.text
    for token in rotated.tokens:
        assert -1 <= token.box.x0 < token.box.x1 <= rotated.width + 1
        assert -1 <= token.box.y0 < token.box.y1 <= rotated.height + 1


@pytest.mark.timeout(20)
def test_many_equal_words_are_compared_in_linear_time():
    """A wide table of numbers has the same word in thousands of cells; each pair took minutes."""
    words = [Word(10.0 * (n % 300), 10.0 * (n // 300), 0.0, 0.0, "7", n, None) for n in range(60_000)]
    twice = [word._replace(x0=word.x0 + 1.5) for word in words]
    assert list(_without_overprints([*words, *twice])) == words


CUT = [
    (["9919", "Office chairs"], -1.6, ["9919", "Office", "chairs"]),  # a figure ends at the edge of its cell
    (["Avera", "Share"], 3.5, ["Avera", "Share"]),  # a text is cut at the edge of the next cell
    (["Share of g", "Turnover"], 3.5, ["Share", "of", "g", "Turnover"]),
    (["Avera", "ge"], 0.0, ["Average"]),  # a word of two objects
    (["e", "\\264"], 4.0, None),  # the accent of a character
]


@pytest.mark.parametrize(("texts", "overlap", "words"), CUT)
def test_cells_that_touch_are_words_of_their_own(tmp_path, texts, overlap, words):
    x, content = 50.0, b""
    for text in texts:
        content += show(round(x, 2), 100, text)
        shown = write_content_pdf(tmp_path / "one.pdf", (b"0 0 300 200", show(50, 100, text)))
        x += words_of_page(shown)[-1].x1 - 50 - overlap
    found = words_of_page(write_content_pdf(tmp_path / "cells.pdf", (b"0 0 300 200", content)))
    assert [word.text for word in found] == words if words else len(found) == 1
    assert len({word.run for word in found}) == (len(texts) if len(found) > 1 else 1)
