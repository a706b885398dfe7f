"""Office documents and books with one damaged part: the others are read as ever, with a warning."""

import gc
import io
import re
from collections.abc import Callable, Mapping
from warnings import catch_warnings, simplefilter

import docx
import openpyxl
import pptx
import pytest
from PIL import Image

from documents.pipeline.sniff import sniff_file
from documents.tests.pipeline.conftest import DATA
from documents.tests.pipeline.reflow.test_tolerance import BOOK, package, parts_of
from documents.types import StructureKind

Parts = dict[str, bytes]
DAMAGED, PLAIN = "part_damaged", "structure_missing"


def mooring_rules() -> Parts:
    document, target = docx.Document(), io.BytesIO()
    document.core_properties.title = "Harbour"
    document.sections[0].header.paragraphs[0].text = "Harbour office"
    document.add_heading("Moorings", level=1)
    document.add_paragraph("Berths are let by the week.")
    document.save(target)
    return parts_of(target)


def slides() -> Parts:
    presentation, target = pptx.Presentation(), io.BytesIO()
    for word in ("Tide", "Wind", "Swell"):
        slide = presentation.slides.add_slide(presentation.slide_layouts[1])
        slide.shapes.title.text = f"{word} today"
        slide.placeholders[1].text = f"{word} is moderate."
    presentation.save(target)
    return parts_of(target)


def workbook() -> Parts:
    book, target = openpyxl.Workbook(), io.BytesIO()
    for name in ("North", "South"):
        sheet = book.create_sheet(name)
        sheet.append(["Buoy", f"{name} depth"])
        sheet.append(["Red", 7])
    del book[book.sheetnames[0]]
    book.save(target)
    return parts_of(target)


def half(content: bytes) -> bytes:
    return content[: len(content) // 2]


def replaced(old: bytes, new: bytes) -> Callable[[bytes], bytes]:
    return lambda content: re.sub(old, new, content, count=1)


def altered(parts: Parts, part: str, change: Callable[[bytes], bytes] | None) -> Mapping[str, bytes]:
    assert part in parts
    if change is None:
        return {name: content for name, content in parts.items() if name != part}
    changed = change(parts[part])
    assert changed != parts[part]
    return {**parts, part: changed}


@pytest.mark.parametrize(
    ("part", "change"),
    [
        ("word/header1.xml", half),
        ("word/styles.xml", half),
        ("word/styles.xml", lambda _: b"<junk"),
        ("word/numbering.xml", half),
        ("docProps/core.xml", half),
        ("word/theme/theme1.xml", None),
        ("word/document.xml", lambda content: content[:-40]),
    ],
)
def test_a_damaged_part_of_a_text_costs_no_paragraph(parse, tmp_path, part, change):
    result = parse(package(tmp_path / "mooring.docx", altered(mooring_rules(), part, change)))
    assert "Moorings\n" in result.text
    assert "Berths are let by the week.\n" in result.text
    (warning,) = result.warnings
    assert warning.code == DAMAGED
    assert part.rpartition("/")[2] in warning.message


def test_a_link_to_a_missing_part_keeps_its_words(parse, tmp_path):
    link = b'<w:hyperlink r:id="rId99"><w:r><w:t>The harbour fee is due.</w:t></w:r></w:hyperlink>'
    kind = b"http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink"
    relation = b'<Relationship Id="rId99" Type="' + kind + b'" Target="NULL"/>'
    parts = altered(mooring_rules(), "word/document.xml", replaced(rb"<w:sectPr", b"<w:p>" + link + b"</w:p><w:sectPr"))
    parts = altered(
        parts, "word/_rels/document.xml.rels", replaced(rb"</Relationships>", relation + b"</Relationships>")
    )
    result = parse(package(tmp_path / "mooring.docx", parts))
    assert "The harbour fee is due." in result.text
    assert "Berths are let by the week." in result.text


@pytest.mark.parametrize(
    ("change", "codes", "kept"),
    [
        (half, {DAMAGED, PLAIN}, False),
        (None, {DAMAGED}, False),
        (replaced(rb"<p:ph type=\"title\"/>", b'<p:ph type="nonsense"/>'), {DAMAGED, PLAIN}, True),
        (
            replaced(rb"<p:spPr/>", b'<p:spPr><a:xfrm><a:off x="abc" y="0"/><a:ext cx="9" cy="9"/></a:xfrm></p:spPr>'),
            {DAMAGED, PLAIN},
            True,
        ),
        (lambda _: b"<junk", {DAMAGED, PLAIN}, False),
    ],
    ids=["cut", "missing", "unknown placeholder", "no number", "no slide"],
)
def test_a_damaged_slide_costs_no_other_slide(parse, tmp_path, change, codes, kept):
    result = parse(package(tmp_path / "weather.pptx", altered(slides(), "ppt/slides/slide2.xml", change)))
    assert len(result.items(StructureKind.TITLE)) >= 2
    assert "Tide today" in result.text
    assert "Swell is moderate." in result.text
    assert ("Wind is moderate." in result.text) is kept
    assert {warning.code for warning in result.warnings} == codes


@pytest.mark.parametrize(
    ("part", "change", "kept"),
    [
        ("xl/worksheets/sheet2.xml", half, False),
        ("xl/worksheets/sheet2.xml", None, False),
        ("xl/worksheets/sheet2.xml", replaced(rb'r="A1"', b'r="A1" s="9999"'), True),
        ("xl/styles.xml", lambda _: b"<junk", True),
    ],
    ids=["cut", "missing", "unknown format", "no formats"],
)
def test_a_damaged_part_of_a_workbook_costs_no_other_sheet(parse, tmp_path, part, change, kept):
    path = package(tmp_path / "buoys.xlsx", altered(workbook(), part, change))
    with catch_warnings():
        simplefilter("ignore", ResourceWarning)  # openpyxl does not close a file that it cannot read
        result = parse(path)
        gc.collect()
    assert "North depth" in result.text
    assert "Red\t7" in result.text
    assert ("South depth" in result.text) is kept
    assert [warning.code for warning in result.warnings] == [DAMAGED]


@pytest.mark.parametrize("part", ["styles.xml", "meta.xml", "content.xml"])
def test_a_damaged_part_of_an_opendocument_text_costs_no_other(parse, tmp_path, part):
    parts = altered(parts_of(DATA / "text_document_01.odt"), part, lambda content: content[: len(content) * 9 // 10])
    result = parse(package(tmp_path / "text.odt", parts))
    assert "heading level 1.0" in result.text
    assert {warning.code for warning in result.warnings} <= {DAMAGED, PLAIN}


@pytest.mark.parametrize(
    "chapter",
    [
        f"<html><body>{'<div>' * 900}<p>The ebb &amp; the flood.</p>{'</div>' * 900}</body></html>",
        '<!DOCTYPE html [<!ENTITY b "haha">]><html><body><p>The ebb &amp; the flood.</p><p>&b;</p></body></html>',
    ],
    ids=["deep", "entities"],
)
def test_a_harmful_chapter_of_a_book_is_its_text(parse, tmp_path, chapter):
    item = '<item id="b" href="b.xhtml" media-type="application/xhtml+xml"/></manifest>'
    spine = BOOK["a.opf"].replace("</manifest>", item).replace("</spine>", '<itemref idref="b"/></spine>')
    path = package(tmp_path / "tides.epub", {**BOOK, "a.opf": spine, "b.xhtml": chapter})
    assert sniff_file(path) == "application/epub+zip"
    result = parse(path)
    assert "Twice a day the sea returns." in result.text
    assert "The ebb & the flood." in result.text
    assert "haha" not in result.text
    assert [warning.code for warning in result.warnings] == [PLAIN]


@pytest.mark.parametrize(
    ("name", "parts", "part", "lines"),
    [
        ("mooring.docx", mooring_rules, "word/_rels/document.xml.rels", "Moorings\nBerths are let by the week.\n"),
        ("weather.pptx", slides, "ppt/presentation.xml", "Wind today\nWind is moderate.\n"),
        ("buoys.xlsx", workbook, "xl/workbook.xml", "Buoy South depth\nRed 7\n"),
    ],
)
def test_what_no_reader_can_read_has_its_lines(parse, tmp_path, name, parts, part, lines):
    path = package(tmp_path / name, altered(parts(), part, lambda _: b"<junk><more></junk>"))
    with catch_warnings():
        simplefilter("ignore", ResourceWarning)
        result = parse(path)
        gc.collect()
    assert lines in result.text
    assert [warning.code for warning in result.warnings] == [PLAIN]


def test_a_picture_that_would_take_minutes_is_left_out(parse, tmp_path):
    document, target, picture = docx.Document(), io.BytesIO(), io.BytesIO()
    Image.effect_noise((64, 64), 50).save(picture, "JPEG", progressive=True)
    document.add_paragraph("The pier from the north.")
    document.add_picture(io.BytesIO(picture.getvalue()))
    document.save(target)
    scan = picture.getvalue().rindex(b"\xff\xda")
    parts = altered(
        parts_of(target),
        "word/media/image1.jpg",
        lambda content: content[:scan] + content[scan:-2] * 120 + content[-2:],
    )
    result = parse(package(tmp_path / "pier.docx", parts))
    assert "The pier from the north." in result.text
    (warning,) = result.warnings
    assert (warning.code, "image1.jpg" in warning.message) == (DAMAGED, True)
