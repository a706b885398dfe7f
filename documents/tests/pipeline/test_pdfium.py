"""Fonts that a PDF does not embed: pdfium has ours, and nothing is lost in Chinese, Japanese and Korean."""

import pikepdf
import pytest

from documents.pipeline.pdfium import pypdfium2

WRITINGS = [
    ("UniJIS-UCS2-V", "Japan1", "契約期間は一年"),
    ("UniGB-UCS2-V", "GB1", "合同期限为一年"),
    ("UniCNS-UCS2-V", "CNS1", "契約期限為一年"),
    ("UniKS-UCS2-V", "Korea1", "계약기간은일년"),
]


@pytest.mark.parametrize(("encoding", "ordering", "text"), WRITINGS)
def test_text_without_an_embedded_font_is_drawn_and_read(encoding, ordering, text, tmp_path):
    path = write(tmp_path / "vertical.pdf", encoding, ordering, text)
    with pypdfium2.PdfDocument(path) as document:
        assert document[0].get_textpage().get_text_range() == text
        glyphs = [drawn(document[0], number) for number in range(len(text))]
    assert b"" not in glyphs
    assert len(set(glyphs)) == len(set(text))  # no boxes


def write(path, encoding, ordering, text):
    """Write the text from top to bottom, as a program does that expects the fonts on every host."""
    with pikepdf.new() as pdf:
        described = {"/Registry": pikepdf.String("Adobe"), "/Ordering": pikepdf.String(ordering), "/Supplement": 2}
        font = {"/Type": pikepdf.Name.Font, "/BaseFont": pikepdf.Name("/Missing")}
        descendant = {**font, "/Subtype": pikepdf.Name.CIDFontType0, "/CIDSystemInfo": pikepdf.Dictionary(described)}
        whole = {**font, "/Subtype": pikepdf.Name.Type0, "/Encoding": pikepdf.Name(f"/{encoding}")}
        page = pdf.add_blank_page(page_size=(100, 400))
        f1 = pikepdf.Dictionary({**whole, "/DescendantFonts": [pdf.make_indirect(pikepdf.Dictionary(descendant))]})
        page.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F1=pdf.make_indirect(f1)))
        shown = text.encode("utf-16-be").hex().encode()
        page.Contents = pdf.make_stream(b"BT /F1 20 Tf 50 380 Td <%b> Tj ET" % shown)
        pdf.save(path)
    return path


def drawn(page, number):
    """Return the pixels of a character, or nothing if there are none."""
    top = 20 + 20 * number
    picture = page.render(crop=(0, 380 - top, 0, top - 20)).to_pil().convert("L")
    return picture.tobytes() if picture.getextrema()[0] < 200 else b""
