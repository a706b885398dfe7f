"""Page headers and footers, footnotes and boxes of rich text (RTF)."""

import struct
import time
from pathlib import Path

from documents.pipeline.reflow.rtf import read_rtf
from documents.types import Attachment, StructureKind

FONTS = r"{\fonttbl{\f0\fcharset204 Arial;}}"
HEADER = r"{\header\pard Draft of May\par}"
PAGE_NUMBER = r"{\footer\pard {\field{\*\fldinst PAGE}{\fldrslt 1}}\par}"
FOOTER = r"{\footerr\pard Kept in \{the\} archive\par}"
NOTE = r"{\footnote\pard\plain {\chftn} See the annex.\par}"
BOX = (
    r"{\shp{\*\shpinst{\sp{\sn fillColor}{\sv 1}}"
    r"{\shptxt\pard Stamp: \'ef\'f0\'e8\'ed\'ff\'f2\'ee\par Second line\par}}"
    r"{\shprslt{\*\do{\dptxbxtext\pard Stamp: \'ef\'f0\'e8\'ed\'ff\'f2\'ee\par Second line\par}}}}"
)


def texts_of(folder, body: str) -> list[tuple[StructureKind, str]]:
    path = folder / "text.rtf"
    path.write_text(rf"{{\rtf1\ansi\ansicpg1251{FONTS}{body}}}", "ascii")
    (section,) = read_rtf(path).sections
    return [(block.kind, block.text) for block in section.blocks]


def test_parts_around_the_text_are_read_once(tmp_path):
    body = rf"{HEADER}{HEADER}{PAGE_NUMBER}{FOOTER}\pard Rent is due{NOTE}.\par {BOX}\pard End.{NOTE}\par"
    assert texts_of(tmp_path, body) == [
        (StructureKind.PAGE_HEADER, "Draft of May"),
        (StructureKind.PARAGRAPH, "Rent is due."),
        (StructureKind.PARAGRAPH, "End."),
        (StructureKind.FOOTNOTE, "See the annex."),
        (StructureKind.PARAGRAPH, "Stamp: \u043f\u0440\u0438\u043d\u044f\u0442\u043e"),
        (StructureKind.PARAGRAPH, "Second line"),
        (StructureKind.FOOTNOTE, "See the annex."),
        (StructureKind.PAGE_FOOTER, "Kept in {the} archive"),
    ]


def test_a_document_with_nothing_but_a_box_is_read(parse, tmp_path):
    path = tmp_path / "box.rtf"
    path.write_text(r"{\rtf1\ansi{\shp{\*\shpinst{\shptxt\pard Only a box\par}}}\par}", "ascii")
    assert parse(path).text.strip() == "Only a box"


def test_parts_inside_of_parts_take_no_quadratic_time(tmp_path):
    depth = 20_000
    started = time.perf_counter()
    texts_of(tmp_path, r"\pard Body\par " + r"{\header a " * depth + "}" * depth)
    assert time.perf_counter() - started < 20


def embedded(kind: bytes, native: bytes) -> str:
    """Return an object of OLE 1.0 (MS-OLEDS 2.2.5)."""
    header = struct.pack("<III", 0x501, 2, len(kind) + 1) + kind + b"\0" + struct.pack("<II", 0, 0)
    digits = (header + struct.pack("<I", len(native)) + native).hex()
    return rf"{{\object\objemb{{\*\objclass {kind.decode()}}}{{\*\objdata {digits[:40]}{chr(10)}{digits[40:]}}}}}"


def test_embedded_files_are_attachments(parse, tmp_path):
    content = b"%PDF-1.7 offer"
    path = b"C:\\temp\\offer.pdf\0"
    package = b"\x02\0offer.pdf\0" + path + b"\0\0\x03\0" + struct.pack("<I", len(path)) + path
    whole = embedded(b"Package", package + struct.pack("<I", len(content)) + content)
    cut = embedded(b"Package", package[:20])
    file = tmp_path / "text.rtf"
    file.write_text(rf"{{\rtf1\ansi\pard See below\par {cut}{whole}{{\*\objdata 01}}}}", "ascii")
    (attachment,) = parse(file).of(Attachment)
    assert attachment.filename == "offer.pdf"
    assert Path(attachment.path).read_bytes() == content
