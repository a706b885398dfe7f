"""Objects that pdfium does not read: the names of Type 3 fonts."""

import pikepdf
import pytest

from documents.pipeline.pdf.objects import read_objects
from documents.tests.pipeline.pdf.make_pdf import show, write_content_pdf
from documents.types import StructureKind

TEXT = ["The granary was built of stone,", "and rats have never been seen in it."]
CONTENT = show(60, 300, "Old granary", font="G") + b"".join(
    show(60, 270 - 13 * number, line, font="T") for number, line in enumerate(TEXT)
)


def type_3(pdf: pikepdf.Pdf, name: str) -> pikepdf.Dictionary:
    """Return a Type 3 font in which every glyph is a square. Only its descriptor has a name."""
    glyph = pdf.make_stream(b"500 0 0 0 500 700 d1 0 0 400 700 re f")
    names = [32, *(pikepdf.Name(f"/{'space' if code == 32 else chr(code)}") for code in range(32, 123))]
    return pikepdf.Dictionary(
        Type=pikepdf.Name.Font,
        Subtype=pikepdf.Name.Type3,
        FirstChar=32,
        LastChar=122,
        FontBBox=[0, 0, 500, 700],
        FontMatrix=[0.001, 0, 0, 0.001, 0, 0],
        CharProcs=pikepdf.Dictionary({str(each): glyph for each in names[1:]}),
        Encoding=pikepdf.Dictionary(Differences=names),
        Widths=[500] * 91,
        FontDescriptor=pikepdf.Dictionary(FontName=pikepdf.Name(name)),
    )


@pytest.fixture
def type_3_pdf(tmp_path):
    path = write_content_pdf(tmp_path / "plain.pdf", (b"0 0 400 400", CONTENT))
    target = tmp_path / "type3.pdf"
    with pikepdf.open(path) as pdf:
        fonts = pdf.pages[0].Resources.Font
        fonts.G, fonts.T = (
            pdf.make_indirect(type_3(pdf, name)) for name in ("/AAAAAA+Serif-Bold", "/BAAAAA+Serif-Regular")
        )
        pdf.save(target)
    return target


def test_the_weight_of_a_type_3_font_is_known(parse_pdf, type_3_pdf):
    result = parse_pdf(type_3_pdf)
    headings = [result.text_of(item) for item in result.items(StructureKind.HEADING, StructureKind.TITLE)]
    assert headings == ["Old granary"]
    assert TEXT[1] in result.text


def test_other_files_are_not_copied(tmp_path):
    path = write_content_pdf(tmp_path / "plain.pdf", (b"0 0 400 400", show(60, 300, "Old granary")))
    assert read_objects(path, tmp_path, password=None).changed_copy is None


@pytest.mark.parametrize("font", [5, pikepdf.Array([])], ids=["number", "array"])
def test_the_units_of_a_file_with_a_broken_font_are_known(tmp_path, font):
    path = write_content_pdf(tmp_path / "plain.pdf", *[(b"0 0 400 400", show(60, 300, "Old granary"))] * 2)
    broken = tmp_path / "broken.pdf"
    with pikepdf.open(path) as pdf:
        for page in pdf.pages:
            page.obj.UserUnit = 10
        pdf.pages[1].obj.Resources = pikepdf.Dictionary(Font=font)
        pdf.save(broken)
    assert read_objects(broken, tmp_path, password=None) == ({1: 10.0, 2: 10.0}, None, [], False)
