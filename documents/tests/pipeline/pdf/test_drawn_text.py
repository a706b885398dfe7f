"""Text beside the text layer, in drawn shapes or in a picture with few words, is read by OCR; charts are not."""

import textwrap
from io import BytesIO
from pathlib import Path

import pikepdf
from PIL import Image

from documents.pipeline.pdfium import pypdfium2
from documents.pipeline.sandbox import Sandbox
from documents.tests.pipeline.pdf.make_pdf import rule, show, write_content_pdf
from documents.tests.pipeline.pdf.outlines import outlines
from documents.tests.pipeline.results import Result, collect
from documents.types import ParseOptions

PAGE = b"0 0 500 700"
PARAGRAPH = (
    "The committee met in the library of the old school and decided that the bridge will be closed for repair until "
    "the end of October. Cyclists use the path along the river, and lorries the road over the hill. "
    "Anybody with a garden near the water is asked to move boats and tools before the first of the month. "
    "The office answers questions about costs and dates on every working day between nine and twelve."
)
NOTE = "This note of the publisher is the only text in the file: see the notice on the back of the cover"
LINES = textwrap.wrap(PARAGRAPH, 62)


def drawn_lines(y: float = 600, count: int = 99) -> bytes:
    return b"".join(outlines(60, y - 15 * number, line) for number, line in enumerate(LINES[:count]))


def warnings_of(result: Result) -> list[str]:
    return [warning.code for warning in result.warnings]


def test_outlined_text_beside_a_text_layer_is_read(parse_pdf, tmp_path):
    content = show(60, 650, NOTE, size=9) + drawn_lines() + show(240, 30, "17")
    result = parse_pdf(write_content_pdf(tmp_path / "outlined.pdf", (PAGE, content)))
    assert result.text.split() == [*NOTE.split(), *PARAGRAPH.split(), "17"]
    (warning,) = result.warnings
    assert warning.code == "drawn_text"
    assert "page 1" in warning.message
    assert [token.confidence is None for token in result.pages[0].tokens] == [
        *[True] * len(NOTE.split()),
        *[False] * len(PARAGRAPH.split()),
        True,
    ]


def test_a_page_number_does_not_hide_outlined_text(parse_pdf, tmp_path):
    path = write_content_pdf(tmp_path / "outlined.pdf", (PAGE, drawn_lines() + show(240, 30, "17")))
    assert parse_pdf(path).text.split() == [*PARAGRAPH.split(), "17"]


def test_without_ocr_nothing_is_searched(parse_pdf, tmp_path):
    path = write_content_pdf(tmp_path / "outlined.pdf", (PAGE, drawn_lines() + show(240, 30, "17")))
    result = parse_pdf(path, extra={"ocr": "off"})
    assert result.text.split() == ["17"]
    assert result.warnings == []


def picture_pdf(path: Path, picture: Image.Image, text: bytes) -> Path:
    """Write a page that is a picture, with a text layer on it."""
    jpeg = BytesIO()
    picture.convert("L").save(jpeg, "JPEG", quality=90)
    with pikepdf.open(write_content_pdf(path.with_suffix(".text.pdf"), (PAGE, text))) as pdf:
        stream = pdf.make_stream(jpeg.getvalue(), Subtype=pikepdf.Name.Image, BitsPerComponent=8)
        stream.Width, stream.Height = picture.size
        stream.ColorSpace, stream.Filter = pikepdf.Name.DeviceGray, pikepdf.Name.DCTDecode
        page = pdf.pages[0]
        page.obj.Resources = pikepdf.Dictionary(page.obj.Resources)
        page.obj.Resources.XObject = pikepdf.Dictionary(I=stream)
        page.contents_add(b"q 500 0 0 700 0 0 cm /I Do Q", prepend=True)
        pdf.save(path)
    return path


def drawn(tmp_path: Path, content: bytes) -> Image.Image:
    path = write_content_pdf(tmp_path / "drawn.pdf", (PAGE, content))
    with pypdfium2.PdfDocument(path) as document:
        return document[0].render(scale=2).to_pil()


def layer(lines: list[str], y: float) -> bytes:
    """Return invisible text in the places of the lines."""
    return b"3 Tr " + b"".join(show(60, y - 15 * number, line, size=11) for number, line in enumerate(lines))


def test_a_scan_of_which_a_part_has_text_is_read_as_a_whole(parse_pdf, tmp_path):
    scan = drawn(tmp_path, drawn_lines(600) + drawn_lines(400))
    result = parse_pdf(picture_pdf(tmp_path / "scan.pdf", scan, layer(LINES, 600)))
    assert result.text.split() == 2 * PARAGRAPH.split()
    tokens = result.pages[0].tokens
    assert [token.confidence is None for token in tokens] == [True] * (len(tokens) // 2) + [False] * (len(tokens) // 2)
    assert warnings_of(result) == ["drawn_text"]


def test_a_scan_with_a_complete_text_layer_is_not_read_again(parse_pdf, tmp_path):
    scan = drawn(tmp_path, drawn_lines(600) + drawn_lines(400))
    path = picture_pdf(tmp_path / "scan.pdf", scan, layer(LINES, 600) + layer(LINES, 400))
    result = parse_pdf(path)
    assert result.text.split() == 2 * PARAGRAPH.split()
    assert {token.confidence for token in result.pages[0].tokens} == {None}
    assert result.warnings == []


def chart() -> bytes:
    """Return a bar chart with outlined labels, and a curve of dots."""
    axes = rule(60, 300, 440, 300) + rule(60, 300, 60, 560)
    numbers = b"".join(outlines(30, 300 + 25 * n, f"{n * 1250}") for n in range(11))
    months = ("Jan", "Feb", "Mar", "Apr", "May", "Jun")
    names = b"".join(outlines(70 + 60 * n, 285, name, size=8) for n, name in enumerate(months))
    bars = b"".join(b"%d 300 30 %d re f\n" % (70 + 60 * n, 40 + 35 * n) for n in range(6))
    dots = b"".join(outlines(70 + 9 * n, 350 + (n * n) % 150, "o", size=6) for n in range(40))
    return axes + numbers + names + bars + dots


def test_charts_and_logos_are_not_read(parse_pdf, tmp_path):
    logo = outlines(60, 640, "NORTHERN WATERWAYS", size=30)
    content = logo + chart() + b"".join(show(60, 200 - 14 * n, line) for n, line in enumerate(LINES))
    result = parse_pdf(write_content_pdf(tmp_path / "chart.pdf", (PAGE, content)))
    assert result.text.split() == PARAGRAPH.split()
    assert result.warnings == []


def test_a_photograph_behind_a_caption_is_not_read(parse_pdf, tmp_path):
    photograph = Image.effect_noise((1000, 1400), 60).resize((500, 700)).resize((1000, 1400))
    text = b"".join(show(60, 650 - 30 * n, line, size=20) for n, line in enumerate(textwrap.wrap(NOTE, 30)))
    result = parse_pdf(picture_pdf(tmp_path / "photograph.pdf", photograph, text))
    assert result.text.split() == NOTE.split()
    assert result.warnings == []


def test_very_large_pages_are_searched_at_a_lower_resolution(tmp_path):
    """A plan of 14,400 points, the most of a PDF, with drawn characters: the picture has the pixels of other pages."""
    content = show(60, 650, NOTE, size=9) + drawn_lines()
    path = write_content_pdf(tmp_path / "plan.pdf", (b"0 0 14400 14400", content))
    sandbox = Sandbox()
    result = collect(sandbox.parse(path, ParseOptions("application/pdf", str(tmp_path))))
    sandbox.close()
    assert result.text.split() == NOTE.split()
    assert "page_incomplete" not in warnings_of(result)
