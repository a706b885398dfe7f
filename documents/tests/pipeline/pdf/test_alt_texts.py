"""Figures of tagged PDFs have the texts that stand for them."""

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name

from documents.pipeline.markdown import markdown_of
from documents.tests.pipeline.pdf.make_pdf import show, write_content_pdf
from documents.types import StructureKind

IMAGE = b"/%s <</MCID %d>> BDC q 200 0 0 100 100 %d cm /X Do Q EMC"


@pytest.fixture
def tagged(tmp_path):
    """Return a PDF with a paragraph and three pictures: one without an alternative text, one in a span."""
    text = b"/P <</MCID 0>> BDC " + show(72, 700, "The figures of the year follow below.") + b" EMC"
    pictures = (
        IMAGE % (tag, mark, y) for tag, mark, y in ((b"Figure", 1, 520), (b"Chart", 2, 360), (b"Figure", 3, 200))
    )
    path = write_content_pdf(tmp_path / "plain.pdf", (b"0 0 612 792", b" ".join([text, *pictures])))
    with pikepdf.open(path) as pdf:
        page = pdf.pages[0]
        image = pdf.make_stream(bytes(30 * 15), Type=Name.XObject, Subtype=Name.Image, Width=30, Height=15)
        image.ColorSpace, image.BitsPerComponent = Name.DeviceGray, 8
        page.Resources.XObject = Dictionary(X=image)
        root = pdf.make_indirect(Dictionary(Type=Name.StructTreeRoot, RoleMap=Dictionary(Chart=Name.Figure)))
        parts = [element(pdf, page, root, kind, mark) for mark, kind in enumerate(("P", "Figure", "Chart", "Span"))]
        parts[2].Alt = pikepdf.String("Costs fall,\n then rise")
        parts[3] = element(pdf, page, root, "Figure", parts[3])
        parts[3].K.P, parts[3].Alt = parts[3], pikepdf.String("Ein Bär")
        root.K = Array(parts)
        parents = [parts[0], parts[1], parts[2], parts[3].K]
        root.ParentTree = pdf.make_indirect(Dictionary(Nums=Array([0, Array(parents)])))
        page.StructParents = 0
        pdf.Root.StructTreeRoot = root
        pdf.Root.MarkInfo = Dictionary(Marked=True)
        pdf.save(tmp_path / "tagged.pdf")
    return tmp_path / "tagged.pdf"


def element(pdf, page, root, kind, content):
    made = Dictionary(Type=Name.StructElem, S=Name(f"/{kind}"), P=root, Pg=page.obj, K=content)
    return pdf.make_indirect(made)


def test_figures_have_the_texts_of_their_tags(parse_pdf, tagged):
    result = parse_pdf(tagged)
    assert [item.alt for item in result.items(StructureKind.FIGURE)] == ["", "Costs fall, then rise", "Ein Bär"]
    items = result.items()
    assert "<!-- image: Ein Bär -->" in markdown_of(items, [result.text_of(item) for item in items])


@pytest.mark.parametrize("degrees", [90, 180])
def test_they_are_found_on_rotated_pages(parse_pdf, tagged, degrees):
    result = parse_pdf(tagged, change=lambda pdf: pdf.pages[0].rotate(degrees, relative=False))
    assert sorted(item.alt for item in result.items(StructureKind.FIGURE)) == ["", "Costs fall, then rise", "Ein Bär"]
    assert len(result.items(StructureKind.PARAGRAPH)) == 1


def test_texts_of_other_elements_are_none_of_figures(parse_pdf, tagged):
    def change(pdf):
        for part in pdf.Root.StructTreeRoot.K:
            part.S = Name.P

    assert [item.alt for item in parse_pdf(tagged, change=change).items(StructureKind.FIGURE)] == [""] * 3
