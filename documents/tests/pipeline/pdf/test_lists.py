"""Items of lists whose markers are drawn shapes or numbers of several levels."""

from documents.tests.pipeline.pdf.make_pdf import show, write_content_pdf
from documents.types import StructureKind

PAGE = b"0 0 400 400"
CIRCLE = "{0} {1} m {0} {2} {3} {2} {3} {1} c {3} {4} {0} {4} {0} {1} c f\n"
ITEMS = ("Sails are dried before they are folded", "Ropes are coiled", "Lamps are filled with oil")


def disc(x: float, y: float, size: float = 3) -> bytes:
    return CIRCLE.format(x, y, y + size / 2, x + size, y - size / 2).encode()


def list_items(parse_pdf, tmp_path, content: bytes) -> list[str]:
    result = parse_pdf(write_content_pdf(tmp_path / "list.pdf", (PAGE, content)))
    return [result.text_of(item) for item in result.items(StructureKind.LIST_ITEM)]


def test_shapes_before_lines_are_bullets(parse_pdf, tmp_path):
    lines = b"".join(show(60, 300 - 12 * n, text) + disc(49, 303 - 12 * n) for n, text in enumerate(ITEMS))
    assert list_items(parse_pdf, tmp_path, show(40, 320, "Before winter:") + lines) == list(ITEMS)


def test_larger_and_distant_shapes_are_no_bullets(parse_pdf, tmp_path):
    lines = show(60, 300, ITEMS[0]) + disc(49, 303, size=8) + show(200, 280, ITEMS[1]) + disc(60, 283)
    assert list_items(parse_pdf, tmp_path, lines) == []


def test_numbers_of_several_levels_begin_items(parse_pdf, tmp_path):
    markers = ("1.1.", "1.1.1.", "1.2.")
    pairs = list(zip(markers, ITEMS, strict=True))
    lines = b"".join(show(40, 300 - 12 * n, f"{marker} {text}") for n, (marker, text) in enumerate(pairs))
    assert list_items(parse_pdf, tmp_path, lines) == [f"{marker} {text}" for marker, text in pairs]


def test_a_number_of_several_levels_stands_before_its_text(parse_pdf, tmp_path):
    lines = b"".join(show(40, 300 - 12 * n, "2.3.") + show(80, 300 - 12 * n, text) for n, text in enumerate(ITEMS[:2]))
    assert list_items(parse_pdf, tmp_path, lines) == [f"2.3. {text}" for text in ITEMS[:2]]
