"""Plain text is kept unchanged; a PDF is typeset from it, and tokens connect both."""

import codecs
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from documents.errors import CorruptDocument, EmptyFile, TooManyPages
from documents.pipeline.pdfium import pypdfium2
from documents.pipeline.text.parser import find_blocks
from documents.pipeline.text.wrapping import COLUMNS, ROWS_PER_PAGE, character_width, paginate, wrap_rows
from documents.tests.pipeline.conftest import DATA
from documents.types import StructureKind

SAMPLES = "\n".join(
    [
        "An ordinary line.",
        "日本語の文章はスペースなしで書かれています。",
        "النص العربي من اليمين إلى اليسار",
        "עברית מימין לשמאל",
        "emoji 👩‍👩‍👧 and flags 🇫🇷, combining e\u0301, ligature ﬁ",
        "#strong[not markup] $x^2$ `raw` *bold* \\ // /* @ref <label>",
        '#read("/etc/passwd") #include "x" ' + "\u202eturned\u202c",
        "\tindented\twith\ttabs   and   spaces",
        "x" * 300,
    ]
)


@pytest.fixture
def parse_text(parse, tmp_path):
    def run(text: str | bytes):
        path = tmp_path / "text.txt"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return parse(path)

    return run


def test_text_in_any_script_is_kept_and_never_read_as_markup(parse_text):
    # proves: S1-6
    result = parse_text(SAMPLES)
    assert "".join(page.text for page in result.pages) == SAMPLES
    words = "".join(token.text for page in result.pages for token in page.tokens)
    assert words == "".join(SAMPLES.split())
    for page in result.pages:
        for token in page.tokens:
            assert page.text[token.start : token.start + len(token.text)] == token.text
            assert 0 <= token.box.x0 < token.box.x1
            assert 0 <= token.box.y0 < token.box.y1 <= page.height


def test_boxes_are_those_of_the_printed_words(parse_text):
    # proves: S1-6
    result = parse_text("alpha beta\n\n   gamma #delta\n")
    page = pypdfium2.PdfDocument(result.rendition.path)[0]
    textpage = page.get_textpage()
    for token in result.pages[0].tokens:
        x0, y0, x1, y1 = token.box
        height = page.get_height()
        printed = textpage.get_text_bounded(x0 - 1, height - y1 - 1, x1 + 1, height - y0 + 1)
        assert printed.strip() == token.text


@pytest.mark.parametrize(
    "data",
    [
        "Grüße".encode("latin-1") * 20,
        "Grüße ".encode("utf-16") * 1,
        codecs.BOM_UTF8 + "Grüße ".encode() * 3,
        ("Grüße\r\nzwei\rdrei".encode()),
    ],
)
def test_encoding_and_line_breaks_are_normalized(parse_text, data):
    text = parse_text(data).text
    assert text.startswith("Grüße")
    assert "\r" not in text
    assert "\ufeff" not in text


@pytest.mark.parametrize(
    ("data", "failure"), [(b"", EmptyFile), (b" \n\n ", EmptyFile), (bytes(range(1, 256)) * 30, CorruptDocument)]
)
def test_empty_and_binary_files_are_refused(tmp_path, data, failure):
    from documents.pipeline.text.parser import read_text

    (tmp_path / "x.txt").write_bytes(data)
    with pytest.raises(failure):
        read_text(tmp_path / "x.txt")


@given(st.text(st.characters(exclude_categories=("Cs",)), max_size=400))
@settings(max_examples=200)
def test_rows_cover_every_character_once_and_fit_the_page(text):
    covered = 0
    for row in wrap_rows(text):
        assert text[covered : row.start].strip("\n\f") == ""
        covered = row.end
        width = sum(character_width(c) for c in text[row.start : row.end].rstrip() if c != "\t")
        assert width <= COLUMNS or row.end - row.start == 1
    assert text[covered:].strip("\n\f") == ""


@pytest.mark.full
def test_a_long_text_is_parsed_in_limited_time(parse_text):
    text = (DATA / "udhr.txt").read_text(encoding="utf-8") * 4
    started = time.process_time()
    result = parse_text(text)
    assert "".join(page.text for page in result.pages) == text.replace("\r\n", "\n")
    assert time.process_time() - started < 15


def test_a_long_line_is_wrapped(parse_text):
    result = parse_text("y" * 20_000)
    assert result.page_count == len(list(paginate(wrap_rows("y" * 20_000)))) > 1
    assert all(token.box.x1 < page.width for page in result.pages for token in page.tokens)


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("MASTER AGREEMENT\n\nThis is made\ntoday.", [("heading", 1), ("paragraph", None)]),
        ("1. Definitions\n\n1.1 Scope\n\nText here.", [("heading", 2), ("heading", 3), ("paragraph", None)]),
        ("We sell:\n- apples\n- pears\n  and plums", [("paragraph", None), ("list_item", None), ("list_item", None)]),
        ("A sentence that ends.", [("paragraph", None)]),
    ],
)
def test_headings_and_lists_are_detected(text, kinds):
    assert [(block.kind.value, block.level) for block in find_blocks(text)] == kinds


def test_items_refer_to_the_original_text(parse_text):
    result = parse_text("HEADING ONE\n\n  First paragraph\nof two lines.\n\n* item\n")
    assert [result.text_of(item) for item in result.structure.items] == [
        "HEADING ONE",
        "First paragraph\nof two lines.",
        "* item",
    ]
    assert result.items(StructureKind.LIST_ITEM)[0].page == 1


@pytest.mark.parametrize("text", ["x\n" * 3 * ROWS_PER_PAGE, "x" * COLUMNS * 3 * ROWS_PER_PAGE, "x\f" * 3])
def test_a_text_with_too_many_pages_is_refused(parse, tmp_path, text):
    # proves: V5.2.1
    path = tmp_path / "long.txt"
    path.write_text(text)
    assert parse(path, max_pages=3).page_count == 3
    with pytest.raises(TooManyPages):
        parse(path, max_pages=2)
