"""Pictures of Office files keep the text that stands for them, and formulas are written as LaTeX."""

import zipfile
from pathlib import Path

import docx
import odfdo
import openpyxl
import pptx
import pytest
from docx.shared import Inches
from openpyxl.drawing.image import Image as SheetImage
from PIL import Image

from documents.pipeline.markdown import markdown_of
from documents.tests.pipeline.reflow.test_odf_text import SUFFIXES
from documents.tests.pipeline.reflow.test_word_text import paragraph, replace_parts, run, word_document
from documents.types import StructureKind

ALT = "A bar for each quarter -- the last is the highest"
MATH = "http://schemas.openxmlformats.org/officeDocument/2006/math"
FRACTION = (
    f'<m:oMath xmlns:m="{MATH}"><m:f><m:num><m:r><m:t>a</m:t></m:r></m:num>'
    "<m:den><m:r><m:t>b</m:t></m:r></m:den></m:f></m:oMath>"
)


def markdown(result):
    items = result.items()
    return markdown_of(items, [result.text_of(item) for item in items])


@pytest.fixture
def picture(tmp_path):
    path = tmp_path / "chart.png"
    Image.new("RGB", (120, 90), "green").save(path)
    return str(path)


def with_picture_in_word(picture: str, folder: Path) -> Path:
    path = folder / "report.docx"
    document = docx.Document()
    document.add_paragraph("The figures of the year.")
    for words in ("", ALT):
        document.add_picture(picture, width=Inches(2))
        document.element.body.xpath(".//wp:docPr")[-1].set("descr", words)
    document.save(str(path))
    return path


def with_picture_on_slides(picture: str, folder: Path) -> Path:
    path = folder / "report.pptx"
    presentation = pptx.Presentation()
    slide = presentation.slides.add_slide(presentation.slide_layouts[5])
    slide.shapes.title.text = "The figures of the year"
    for words in ("", ALT):
        shape = slide.shapes.add_picture(picture, Inches(1), Inches(2))
        shape._element.nvPicPr.cNvPr.set("descr", words)
    presentation.save(path)
    return path


def with_picture_on_a_sheet(picture: str, folder: Path) -> Path:
    path, made = folder / "report.xlsx", folder / "made.xlsx"
    workbook = openpyxl.Workbook()
    workbook.active["A1"] = "The figures of the year"
    for cell in ("B3", "F12"):
        workbook.active.add_image(SheetImage(picture), cell)
    workbook.save(made)
    with zipfile.ZipFile(made) as source, zipfile.ZipFile(path, "w") as target:
        for name in source.namelist():
            content = source.read(name)
            if name == "xl/drawings/drawing1.xml":
                content = content.replace(b'"Image 2" descr="Picture"', f'"Image 2" descr="{ALT}"'.encode())
                assert ALT.encode() in content
            target.writestr(name, content)
    return path


def with_picture_in_odf(kind: str):
    """Return what makes a text, a sheet or slides of OpenDocument with two pictures."""

    def make(picture: str, folder: Path) -> Path:
        path = folder / f"report.{SUFFIXES[kind]}"
        document = odfdo.Document(kind)
        frames = []
        for number in (1, 2):
            uri = document.add_file(picture)
            frames.append(odfdo.Frame.image_frame(uri, size=("4cm", "3cm"), position=("1cm", f"{4 * number}cm")))
        title, description = odfdo.Element.from_tag("svg:title"), odfdo.Element.from_tag("svg:desc")
        title.text, description.text = "Quarters", ALT
        frames[1].append(title)
        frames[1].append(description)
        place(document, kind, frames)
        document.save(path)
        return path

    return make


def place(document, kind: str, frames) -> None:
    if kind == "text":
        document.body.append(odfdo.Paragraph("The figures of the year."))
        for frame in frames:
            paragraph = odfdo.Paragraph()
            paragraph.append(frame)
            document.body.append(paragraph)
    elif kind == "presentation":
        page = odfdo.DrawPage("page1", name="Figures")
        for frame in frames:
            page.append(frame)
        document.body.clear()
        document.body.append(page)
    else:
        table = odfdo.Table("Figures", width=2, height=3)
        for row, frame in enumerate(frames, 1):
            cell = odfdo.Cell("Bars")
            cell.append(frame)
            table.set_cell((0, row), cell)
        document.body.clear()
        document.body.append(table)


@pytest.mark.parametrize("kind", ["text", "presentation", "spreadsheet"])
def test_pictures_of_open_documents_keep_their_alternative_text(parse, tmp_path, picture, kind):
    result = parse(with_picture_in_odf(kind)(picture, tmp_path))
    assert [item.alt for item in result.items(StructureKind.FIGURE)] == ["", ALT]


@pytest.mark.parametrize("make", [with_picture_in_word, with_picture_on_slides, with_picture_on_a_sheet])
def test_each_picture_keeps_its_alternative_text(parse, tmp_path, picture, make):
    result = parse(make(picture, tmp_path))
    assert [item.alt for item in result.items(StructureKind.FIGURE)] == ["", ALT]
    lines = [line for line in markdown(result).splitlines() if line.startswith("<!--")]
    assert lines == ["<!-- image -->", "<!-- image: A bar for each quarter - - the last is the highest -->"]
    assert ALT in result.docling.decode()


def test_a_picture_that_cannot_be_decoded_leaves_its_alternative_text(parse, tmp_path, picture):
    path = with_picture_in_word(picture, tmp_path)
    replace_parts(path, {"word/media/image1.png": Path(picture).read_bytes()[:60]})
    (figure,) = parse(path).items(StructureKind.FIGURE)
    assert figure.alt == ALT
    assert figure.box.x1 - figure.box.x0 > 50


def test_formulas_of_word_are_latex(parse, tmp_path):
    body = paragraph(run("The ratio "), FRACTION, run(" falls.")) + paragraph(FRACTION)
    result = parse(word_document(tmp_path / "ratio.docx", body))
    assert markdown(result) == "The ratio $\\frac{a}{b}$ falls.\n\n$$\\frac{a}{b}$$\n"
