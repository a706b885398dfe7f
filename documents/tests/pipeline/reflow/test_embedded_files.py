"""Files embedded in office documents become attachments; a document of nothing else has a page with their names."""

import io
import struct
import zipfile
from collections.abc import Mapping
from pathlib import Path

import docx
import openpyxl
import pytest
from pptx import Presentation
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.util import Inches

from documents.pipeline.mime_types import ODS, ODT
from documents.pipeline.registry import thumbnailer_for
from documents.pipeline.sniff import sniff_file
from documents.types import Attachment

PDF = b"%PDF-1.4\n" + b"% padding\n" * 500 + b"%%EOF\n"
OLE = "application/vnd.sun.star.oleobject"
NOTE = b"The rent is due in May.\n" * 200


def ole_object(name: str, content: bytes) -> bytes:
    """Return an OLE file with one stream of 4,096 bytes or more."""
    sectors = -(-len(content) // 512)
    assert 4096 <= len(content) <= 512 * 120
    chain = [*range(3, 2 + sectors), 0xFFFFFFFE]
    table = [0xFFFFFFFD, 0xFFFFFFFE, *chain]
    header = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16) + struct.pack("<5H", 0x3E, 3, 0xFFFE, 9, 6) + bytes(6)
    header += struct.pack("<9I", 0, 1, 1, 0, 4096, 0xFFFFFFFE, 0, 0xFFFFFFFE, 0)
    header += struct.pack("<109I", 0, *[0xFFFFFFFF] * 108)
    directory = _entry("Root Entry", 5, child=1, start=0xFFFFFFFE, size=0) + _entry(name, 2, start=2, size=len(content))
    directory += _entry("", 0, start=0, size=0) * 2
    return header + struct.pack("<128I", *table, *[0xFFFFFFFF] * (128 - len(table))) + directory + _padded(content)


def _entry(name: str, kind: int, *, start: int, size: int, child: int = 0xFFFFFFFF) -> bytes:
    encoded = f"{name}\0".encode("utf-16-le") if name else b""
    links = struct.pack("<HBB3I", len(encoded), kind, 1, 0xFFFFFFFF, 0xFFFFFFFF, child)
    return encoded.ljust(64, b"\0") + links + bytes(36) + struct.pack("<IQ", start, size)


def _padded(content: bytes) -> bytes:
    return content.ljust(-(-len(content) // 512) * 512, b"\0")


def native(name: str, content: bytes) -> bytes:
    """Return the stream of a file that was embedded as a package."""
    path = f"C:\\files\\{name}".encode("cp1252") + b"\0"
    body = (
        b"\x02\0" + f"C:\\{name}".encode("cp1252") + b"\0" + path + b"\0\0\x03\0" + struct.pack("<I", len(path)) + path
    )
    body += struct.pack("<I", len(content)) + content
    return struct.pack("<I", len(body)) + body


def word_document(path: Path, text: str, embedded: Mapping[str, bytes]) -> Path:
    document = docx.Document()
    document.add_paragraph(text)
    document.save(str(path))
    with zipfile.ZipFile(path, "a") as archive:
        for name, content in embedded.items():
            archive.writestr(f"word/embeddings/{name}", content)
    return path


def workbook(value: str) -> bytes:
    book, target = openpyxl.Workbook(), io.BytesIO()
    book.active["A1"] = value
    book.save(target)
    return target.getvalue()


def attachments(result) -> dict[str, bytes]:
    return {each.filename: Path(each.path).read_bytes() for each in result.of(Attachment)}


def test_embedded_files_become_attachments_with_their_names(parse, tmp_path):
    price_list = workbook("Bolt")
    embedded = {
        "Microsoft_Excel_Sheet1.xlsx": price_list,
        "oleObject1.bin": ole_object("\x01Ole10Native", native("Prüfung.txt", NOTE)),
        "oleObject2.bin": ole_object("CONTENTS", PDF),
        "oleObject3.bin": ole_object("Package", price_list),
        "oleObject4.bin": (older := ole_object("WordDocument", bytes(5000))),
        "oleObject5.bin": ole_object("Equation Native", bytes(5000)),
    }
    result = parse(word_document(tmp_path / "a.docx", "See the files.", embedded))
    assert result.text.split("\n")[0] == "See the files."
    assert attachments(result) == {
        "Microsoft_Excel_Sheet1.xlsx": price_list,
        "Prüfung.txt": NOTE,
        "oleObject2": PDF,
        "oleObject3": price_list,
        "oleObject4.doc": older,
    }
    assert result.warnings == []


@pytest.mark.parametrize("damage", [slice(0, 512), slice(0, 1500), slice(0, 3000)], ids=["header", "table", "stream"])
def test_a_damaged_object_costs_neither_the_document_nor_the_other_files(parse, tmp_path, damage):
    damaged = ole_object("\x01Ole10Native", native("a.txt", NOTE))[damage]
    result = parse(word_document(tmp_path / "a.docx", "Terms", {"a.bin": damaged, "b.pdf": PDF}))
    assert "Terms" in result.text
    assert attachments(result)["b.pdf"] == PDF


def test_a_document_of_embedded_files_only_has_their_names_as_text(parse, tmp_path):
    embedded = {"oleObject1.bin": ole_object("\x01Ole10Native", native("a.txt", NOTE)), "b.pdf": PDF}
    path = word_document(tmp_path / "a.docx", "", embedded)
    result = parse(path)
    assert result.text.strip() == "Attachments: a.txt, b.pdf"
    assert list(attachments(result)) == ["a.txt", "b.pdf"]
    mime_type = sniff_file(path)
    assert thumbnailer_for(mime_type).thumbnail(path, mime_type, width=100).startswith(b"RIFF")


def test_files_of_an_embedded_archive_are_unpacked_within_limits(parse, tmp_path):
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("annex/note.txt", NOTE)
        archive.writestr("../out.txt", NOTE)
    result = parse(word_document(tmp_path / "a.docx", "Terms", {"files.zip": target.getvalue()}))
    assert [(each.folder, each.filename) for each in result.of(Attachment)] == [("files.zip/annex", "note.txt")]
    assert [warning.code for warning in result.warnings] == ["attachment_skipped"]


def test_workbooks_of_charts_are_no_attachments(parse, tmp_path):
    deck = Presentation()
    data = CategoryChartData()
    data.categories = ["May", "June"]
    data.add_series("Rent", (3, 4))
    slide = deck.slides.add_slide(deck.slide_layouts[5])
    slide.shapes.title.text = "Rents"
    slide.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, Inches(1), Inches(2), Inches(6), Inches(4), data)
    deck.save(tmp_path / "a.pptx")
    with zipfile.ZipFile(tmp_path / "a.pptx", "a") as archive:
        assert any(name.startswith("ppt/embeddings/") for name in archive.namelist())
        archive.writestr("ppt/embeddings/note.txt", NOTE)
    assert list(attachments(parse(tmp_path / "a.pptx"))) == ["note.txt"]


def test_parts_of_other_formats_in_a_word_document_become_attachments(parse, tmp_path):
    path = word_document(tmp_path / "a.docx", "Terms", {})
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/aFChunk"
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    relations = "word/_rels/document.xml.rels"
    entry = f'<Relationship Id="rId77" Type="{kind}" Target="/word/afchunk.html"/></Relationships>'
    parts[relations] = parts[relations].replace(b"</Relationships>", entry.encode())
    declared = b'<Default Extension="html" ContentType="text/html"/><Override'
    parts["[Content_Types].xml"] = parts["[Content_Types].xml"].replace(b"<Override", declared, 1)
    parts["word/afchunk.html"] = b"<p>The annex</p>"
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    assert attachments(parse(path)) == {"afchunk.html": b"<p>The annex</p>"}


def open_document(kind: str, body: str) -> dict[str, str]:
    """Return the parts of an OpenDocument file whose body has some XML."""
    namespaces = " ".join(
        f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in ("office", "text", "table")
    )
    root = f'<office:document-content {namespaces} office:version="1.3">'
    content = f"{root}<office:body><office:{kind}>{body}</office:{kind}></office:body></office:document-content>"
    return {"content.xml": content}


def write_open_document(path: Path, parts: Mapping[str, str | bytes], kinds: Mapping[str, str]) -> Path:
    """Write a package with its manifest."""
    namespace = "urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"
    entries = (f'<m:file-entry m:full-path="{part}" m:media-type="{kind}"/>' for part, kind in kinds.items())
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mimetype", kinds["/"])
        for name, content in parts.items():
            archive.writestr(name, content)
        manifest = f'<m:manifest xmlns:m="{namespace}">{"".join(entries)}</m:manifest>'
        archive.writestr("META-INF/manifest.xml", manifest)
    return path


def test_objects_in_open_documents_become_attachments(parse, tmp_path):
    row = "<table:table-row><table:table-cell><text:p>Rent 1200</text:p></table:table-cell></table:table-row>"
    sheet = open_document("spreadsheet", f'<table:table table:name="Rents">{row}</table:table>')
    chart = open_document("chart", "")
    parts = {
        **open_document("text", "<text:p>The rents are in the table.</text:p>"),
        **{f"Object 1/{name}": content for name, content in sheet.items()},
        **{f"Object 2/{name}": content for name, content in chart.items()},
        "Object 3": ole_object("\x01Ole10Native", native("notice.txt", NOTE)),
        "ObjectReplacements/Object 1": b"picture",
    }
    kinds = {"/": ODT, "Object 1/": ODS, "Object 2/": ODT.replace("text", "chart"), "Object 3": OLE}
    document = write_open_document(tmp_path / "lease.odt", parts, kinds)
    result = parse(document)
    assert "The rents are in the table." in result.text
    found = attachments(result)
    assert list(found) == ["Object 1.ods", "notice.txt"]
    assert found["notice.txt"] == NOTE
    (tmp_path / "rents.ods").write_bytes(found["Object 1.ods"])
    assert sniff_file(tmp_path / "rents.ods") == ODS
    assert "Rent 1200" in parse(tmp_path / "rents.ods").text
    assert not result.warnings
