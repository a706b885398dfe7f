"""Text of drawings in office documents: diagrams, boxes of sheets, shapes of layouts. Readers pass over it."""

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path

import docx
import openpyxl
import pytest
from openpyxl.drawing.image import Image as SheetPicture
from PIL import Image
from pptx import Presentation
from pptx.util import Inches

from documents.types import StructureKind

A = "http://schemas.openxmlformats.org/drawingml/2006/main"
DIAGRAM = "http://schemas.openxmlformats.org/drawingml/2006/diagram"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
WORDS = "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"
SHEET_DRAWING = "http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"
MC = "http://schemas.openxmlformats.org/markup-compatibility/2006"


def change(path: Path, added: Mapping[str, str], *, replaced: Mapping[str, tuple[str, str]]) -> Path:
    """Add parts to a package, and replace the first occurrence of a text in others."""
    with zipfile.ZipFile(path) as source:
        parts = {name: source.read(name) for name in source.namelist()}
    for name, (old, new) in replaced.items():
        assert old.encode() in parts[name], name
        parts[name] = parts[name].replace(old.encode(), new.encode(), 1)
    with zipfile.ZipFile(path, "w") as target:
        for name, content in {**parts, **added}.items():
            target.writestr(name, content)
    return path


def relationship(kind: str, target: str, *, key: str = "rId77") -> tuple[str, str]:
    entry = f'<Relationship Id="{key}" Type="{OFFICE}/{kind}" Target="{target}"/>'
    return "</Relationships>", f"{entry}</Relationships>"


def lines(*texts: str) -> str:
    return "".join(f"<a:p><a:r><a:t>{text}</a:t></a:r></a:p>" for text in texts)


def diagram_data(*texts: str) -> str:
    """Return the data of a diagram: its points, and those that hold its layout, as PowerPoint writes them."""
    points = "".join(f'<dgm:pt modelId="{n}"><dgm:t>{lines(text)}</dgm:t></dgm:pt>' for n, text in enumerate(texts, 1))
    layout = f'<dgm:pt modelId="9" type="pres"><dgm:t>{lines("layout")}</dgm:t></dgm:pt>'
    return f'<dgm:dataModel xmlns:dgm="{DIAGRAM}" xmlns:a="{A}"><dgm:ptLst>{points}{layout}</dgm:ptLst></dgm:dataModel>'


def frame() -> str:
    ids = f'<dgm:relIds xmlns:dgm="{DIAGRAM}" xmlns:r="{OFFICE}" r:dm="rId77"/>'
    return f'<a:graphic xmlns:a="{A}"><a:graphicData uri="{DIAGRAM}">{ids}</a:graphicData></a:graphic>'


def slides(path: Path, *titles: str) -> Path:
    deck = Presentation()
    for title in titles:
        slide = deck.slides.add_slide(deck.slide_layouts[5])
        slide.shapes.title.text = title
    deck.save(str(path))
    return path


def test_the_text_of_a_diagram_in_a_word_document_follows_its_paragraph(parse, tmp_path):
    path = tmp_path / "a.docx"
    document = docx.Document()
    for text in ("Our process", "Terms"):
        document.add_paragraph(text)
    document.save(str(path))
    inline = f'<wp:inline xmlns:wp="{WORDS}"><wp:extent cx="9" cy="9"/><wp:docPr id="1" name="D"/>{frame()}</wp:inline>'
    drawing = f"Our process</w:t></w:r><w:r><w:drawing>{inline}</w:drawing></w:r><w:r><w:t>"
    replaced = {
        "word/document.xml": ("Our process", drawing),
        "word/_rels/document.xml.rels": relationship("diagramData", "diagrams/data1.xml"),
    }
    change(path, {"word/diagrams/data1.xml": diagram_data("Sign", "Pay rent")}, replaced=replaced)
    assert parse(path).text.split("\n")[:4] == ["Our process", "Sign", "Pay rent", "Terms"]


@pytest.mark.parametrize("has_alternatives", [False, True])
def test_the_text_of_a_diagram_on_a_slide_is_at_its_position(parse, tmp_path, has_alternatives):
    name = '<p:cNvPr id="9" name="Diagram"/><p:cNvGraphicFramePr/><p:nvPr/>'
    position = '<p:xfrm><a:off x="4572000" y="2000000"/><a:ext cx="4000000" cy="3000000"/></p:xfrm>'
    shape = f"<p:graphicFrame><p:nvGraphicFramePr>{name}</p:nvGraphicFramePr>{position}{frame()}</p:graphicFrame>"
    if has_alternatives:
        choice = f'<mc:Choice xmlns:a14="urn:a14" Requires="a14">{shape}</mc:Choice>'
        shape = f'<mc:AlternateContent xmlns:mc="{MC}">{choice}<mc:Fallback/></mc:AlternateContent>'
    path = slides(tmp_path / "a.pptx", "Our process")
    replaced = {
        "ppt/slides/slide1.xml": ("</p:spTree>", f"{shape}</p:spTree>"),
        "ppt/slides/_rels/slide1.xml.rels": relationship("diagramData", "../diagrams/data1.xml"),
    }
    result = parse(change(path, {"ppt/diagrams/data1.xml": diagram_data("Sign", "Pay rent")}, replaced=replaced))
    assert result.text.split("\n")[:3] == ["Our process", "Sign", "Pay rent"]
    sign = next(item for item in result.items() if result.text_of(item).startswith("Sign"))
    assert sign.box.x0 > 350


def test_alternatives_of_shapes_are_read_once(parse, tmp_path):
    name = '<p:nvSpPr><p:cNvPr id="9" name="S"/><p:cNvSpPr txBox="1"/><p:nvPr/></p:nvSpPr>'
    shape = f"<p:sp>{name}<p:spPr/><p:txBody><a:bodyPr/>{lines('%s')}</p:txBody></p:sp>"
    choice = f'<mc:Choice xmlns:a14="urn:a14" Requires="a14">{shape % "newer"}</mc:Choice>'
    fallback = f"<mc:Fallback>{shape % 'older'}</mc:Fallback>"
    both = f'<mc:AlternateContent xmlns:mc="{MC}">{choice}{fallback}</mc:AlternateContent>'
    path = slides(tmp_path / "a.pptx", "Title")
    change(path, {}, replaced={"ppt/slides/slide1.xml": ("</p:spTree>", f"{both}</p:spTree>")})
    assert parse(path).text.split() == ["Title", "newer"]


def test_text_of_layouts_and_masters_is_on_the_first_slide_that_shows_it(parse, tmp_path):
    deck = Presentation()
    layout = deck.slide_layouts[5]
    for shapes, text in ((layout.shapes, "Draft of May"), (deck.slide_master.shapes, "Harbour Ltd")):
        box = shapes._spTree  # python-pptx adds shapes to slides only
        made = deck.slides.add_slide(layout).shapes.add_textbox(0, 0, Inches(3), Inches(1))
        made.text_frame.text = text
        box.append(made._element)
    for slide, title in zip(deck.slides, ("First", "Second"), strict=True):
        slide.shapes.title.text = title
    deck.save(tmp_path / "a.pptx")
    result = parse(tmp_path / "a.pptx")
    assert [sorted(page.text.split("\n")) for page in result.pages] == [
        ["", "Draft of May", "First", "Harbour Ltd"],
        ["", "Second"],
    ]
    assert {result.text_of(item) for item in result.items(StructureKind.PAGE_HEADER)} == {"Draft of May", "Harbour Ltd"}
    assert "Click to edit" not in result.text


def workbook(path: Path, *, cell: str = "Bolt") -> Path:
    """Return a workbook with a cell, a picture, a page header and a page footer."""
    picture = io.BytesIO()
    Image.new("RGB", (200, 100), "blue").save(picture, "png")
    book = openpyxl.Workbook()
    book.active.title = "Parts"
    if cell:
        book.active["A1"] = cell
    book.active.add_image(SheetPicture(picture), "C5")
    book.active.oddHeader.center.text = "Stock && orders"
    book.active.oddHeader.center.font = "Arial,Bold"
    book.active.oddFooter.right.text = "Page &P of &N"
    book.save(path)
    return path


@pytest.mark.parametrize("cell", ["Bolt", ""])
def test_text_of_boxes_diagrams_and_page_headers_of_sheets_is_read(parse, tmp_path, cell):
    box = f"<xdr:txBody><a:bodyPr/>{lines('Do not sell', 'before May')}</xdr:txBody>"
    shape = f'<xdr:nvSpPr><xdr:cNvPr id="7" name="T"/><xdr:cNvSpPr txBox="1"/></xdr:nvSpPr><xdr:spPr/>{box}'
    position = '<xdr:pos x="0" y="0"/><xdr:ext cx="9" cy="9"/>'
    names = f'xmlns:xdr="{SHEET_DRAWING}" xmlns:a="{A}"'
    anchor = f"<xdr:absoluteAnchor {names}>{position}<xdr:sp>{shape}</xdr:sp><xdr:clientData/></xdr:absoluteAnchor>"
    path = workbook(tmp_path / "a.xlsx", cell=cell)
    with zipfile.ZipFile(path) as archive:
        end = archive.read("xl/drawings/drawing1.xml").decode().rpartition("<")[2]
    replaced = {
        "xl/drawings/drawing1.xml": (f"<{end}", f"{anchor}<{end}"),
        "xl/drawings/_rels/drawing1.xml.rels": relationship("diagramData", "/xl/diagrams/data1.xml"),
    }
    change(path, {"xl/diagrams/data1.xml": diagram_data("Count", "Order")}, replaced=replaced)
    result = parse(path)
    text = result.text.split("\n")
    assert text[0] == "Parts"
    assert [line for line in text if line and line != cell][1:] == [
        "Do not sell",
        "before May",
        "Count",
        "Order",
        "Stock & orders",
    ]
    (header,) = result.items(StructureKind.PAGE_HEADER)
    assert result.text_of(header) == "Stock & orders"
    assert not result.items(StructureKind.PAGE_FOOTER)
