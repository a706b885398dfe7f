"""Write PDFs with pages that no program can draw: a small content stream that needs days, or all memory."""

import zlib
from pathlib import Path
from typing import Final

TEXT: Final = b"BT /F 11 Tf 20 150 Td (%s) Tj ET "
FILLED_WITH_TILES: Final = b"/Pattern cs /P scn 0 0 200 200 re f "  # drawing them takes days
PICTURE: Final = b"q 200 0 0 200 0 0 cm /I Do Q "  # so that the page is drawn for OCR
_FIRST_OBJECT: Final = 7


def memory_bomb() -> bytes:
    """Return 270 MB of lines, of each of which pdfium makes an object."""
    return b"q 1 0 0 1 0 0 cm 0 0 m 1 1 l S\n" * (8 << 20)


def _stream(data: bytes, entries: bytes = b"") -> bytes:
    return b"<<%s/Length %d>>stream\n%s\nendstream" % (entries, len(data), data)


_RESOURCES = (
    _stream(
        b"0 0 5 5 re f",
        b"/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 5 5]/XStep .001/YStep .001/Resources<<>>",
    ),
    _stream(
        b"\xff\x80\x10\x20", b"/Type/XObject/Subtype/Image/Width 2/Height 2/BitsPerComponent 8/ColorSpace/DeviceGray"
    ),
)


def write_pages(path: Path, *contents: bytes) -> Path:
    """Write pages with these content streams, which are compressed twice."""
    kids = b" ".join(b"%d 0 R" % (_FIRST_OBJECT + 2 * index) for index in range(len(contents)))
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[%s]/Count %d/MediaBox[0 0 200 250]/Resources 3 0 R>>" % (kids, len(contents)),
        b"<</Font<</F 4 0 R>>/Pattern<</P 5 0 R>>/XObject<</I 6 0 R>>>>",
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
        *_RESOURCES,
    ]
    for index, content in enumerate(contents):
        objects.append(b"<</Type/Page/Parent 2 0 R/Contents %d 0 R>>" % (_FIRST_OBJECT + 2 * index + 1))
        twice = zlib.compress(zlib.compress(content, 9), 9)
        objects.append(_stream(twice, b"/Filter[/FlateDecode/FlateDecode]"))
    body = b"".join(b"%d 0 obj%s\nendobj\n" % (number, each) for number, each in enumerate(objects, 1))
    path.write_bytes(b"%PDF-1.4\n" + body + b"trailer<</Root 1 0 R>>\n")
    return path
