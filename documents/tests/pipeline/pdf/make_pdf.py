"""Write small PDFs with pdfium, without any of the code under test."""

from collections.abc import Sequence
from pathlib import Path

from documents.pipeline.pdfium import pypdfium2
from documents.pipeline.pdfium import raw as pdfium

Text = tuple[float, float, str]  # x from the left, y from the bottom, text

_FIRST_PAGE = 7  # object number
_SLANTED = (0.707, 0.707, -0.707, 0.707)


def write_pdf(path: Path, pages: Sequence[Sequence[Text]], *, size: float = 11, stamp: str = "") -> None:
    """Write pages with texts. `stamp` is printed first on every page, large and slanted."""
    document = pypdfium2.PdfDocument.new()
    font = pdfium.FPDFText_LoadStandardFont(document.raw, b"Helvetica")
    for texts in pages:
        page = document.new_page(612, 792)
        stamps = [(100.0, 100.0, stamp, 80.0, _SLANTED)] if stamp else []
        for x, y, text, points, matrix in [*stamps, *((*each, size, (1, 0, 0, 1)) for each in texts)]:
            item = pdfium.FPDFPageObj_CreateTextObj(document.raw, font, points)
            encoded = (text + "\x00").encode("utf-16-le")
            pdfium.FPDFText_SetText(item, (pdfium.FPDF_WCHAR * (len(encoded) // 2)).from_buffer_copy(encoded))
            pdfium.FPDFPageObj_Transform(item, *matrix, x, y)
            pdfium.FPDFPage_InsertObject(page.raw, item)
        page.gen_content()
    document.save(path)
    document.close()


def write_content_pdf(path: Path, *pages: tuple[bytes, bytes], descriptor: bytes = b"") -> Path:
    """Write pages, each a media box and a content stream. The fonts are F (regular), B (bold) and T.

    `descriptor` has the entries of the font descriptor of T.
    """
    kids = b" ".join(b"%d 0 R" % (_FIRST_PAGE + 2 * number) for number in range(len(pages)))
    widths = b" ".join([b"556"] * 224)
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[%s]/Count %d>>" % (kids, len(pages)),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold>>",
        b"<</Type/Font/Subtype/TrueType/BaseFont/Tall/FirstChar 32/LastChar 255/Widths[%s]/FontDescriptor 6 0 R>>"
        % widths,
        b"<</Type/FontDescriptor/FontName/Tall/Flags 32%s>>" % descriptor,
    ]
    for number, (box, content) in enumerate(pages):
        fonts = b"/Resources<</Font<</F 3 0 R/B 4 0 R/T 5 0 R>>>>"
        contents = _FIRST_PAGE + 2 * number + 1
        objects.append(b"<</Type/Page/Parent 2 0 R/MediaBox[%s]%s/Contents %d 0 R>>" % (box, fonts, contents))
        objects.append(b"<</Length %d>>stream\n%s\nendstream" % (len(content), content))
    body = b"".join(b"%d 0 obj%s\nendobj\n" % (number, each) for number, each in enumerate(objects, 1))
    path.write_bytes(b"%PDF-1.4\n" + body + b"trailer<</Root 1 0 R>>\n")
    return path


def show(x: float, y: float, text: str, *, size: float = 10, font: str = "F") -> bytes:
    """Return the content that shows a text at a place."""
    return f"BT /{font} {size} Tf {x} {y} Td ({text}) Tj ET\n".encode()


def rule(x0: float, y0: float, x1: float, y1: float) -> bytes:
    """Return the content that draws a line."""
    return f"{x0} {y0} m {x1} {y1} l S\n".encode()


def grid(columns: Sequence[float], rows: Sequence[float]) -> bytes:
    """Return the content that draws all lines of a grid."""
    horizontal = [rule(columns[0], y, columns[-1], y) for y in rows]
    return b"".join([*horizontal, *(rule(x, rows[0], x, rows[-1]) for x in columns)])
