"""Books with chapters, pictures and faults; workbooks in OpenDocument."""

import zipfile
from io import BytesIO

import pytest
from odfdo import Document, Table
from PIL import Image

from documents.errors import CorruptDocument, EncryptedDocument
from documents.types import StructureKind

_CONTAINER = (
    '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile '
    'full-path="OEBPS/content.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'
)
_PACKAGE = (
    '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"><metadata '
    'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">urn:x</dc:identifier><dc:title>The Lighthouse'
    "</dc:title><dc:creator>Ada Writer</dc:creator><dc:language>en</dc:language></metadata><manifest>"
    '<item id="c1" href="text/one.xhtml" media-type="application/xhtml+xml"/>'
    '<item id="c2" href="text/two.xhtml" media-type="application/xhtml+xml"/>'
    '<item id="p" href="img/a%20b.png" media-type="image/png"/></manifest>'
    '<spine><itemref idref="c1"/><itemref idref="c2"/></spine></package>'
)
_ONE = '<h1>Chapter One</h1><p>It was a <em>dark</em> night.</p><p><img src="../img/a%20b.png" alt=""/></p>'
_TWO = '<h1>Chapter Two</h1><p>The end.</p><p><img src="https://example.org/far.png" alt=""/></p>'
_ENCRYPTED = (
    '<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><enc:EncryptedData '
    'xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:CipherData><enc:CipherReference URI="OEBPS/text/one.xhtml"/>'
    "</enc:CipherData></enc:EncryptedData></encryption>"
)


@pytest.fixture
def book(tmp_path):
    """Return a function that writes a book with changed parts; parts that are None are left out."""

    def write(**parts: str | None):
        picture = BytesIO()
        Image.new("RGB", (300, 200), "teal").save(picture, "png")
        chapters = {"OEBPS/text/one.xhtml": _page(_ONE), "OEBPS/text/two.xhtml": _page(_TWO)}
        named = {name.replace("__", "/").replace("_", "."): content for name, content in parts.items()}
        content = {"META-INF/container.xml": _CONTAINER, "OEBPS/content.opf": _PACKAGE} | chapters | named
        path = tmp_path / "book.epub"
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("mimetype", "application/epub+zip")
            archive.writestr("OEBPS/img/a b.png", picture.getvalue())
            for name, text in content.items():
                if text is not None:
                    archive.writestr(name, text)
        return path

    return write


def _page(body: str) -> str:
    return f'<html xmlns="http://www.w3.org/1999/xhtml"><head><title>t</title></head><body>{body}</body></html>'


def test_a_book_is_read_chapter_by_chapter_with_its_pictures(parse, book):
    # proves: X-18
    result = parse(book())
    headings = result.items(StructureKind.HEADING, StructureKind.TITLE)
    assert [result.text_of(item) for item in headings] == ["Chapter One", "Chapter Two"]
    assert result.structure.title == "The Lighthouse" or result.structure.metadata["title"] == "The Lighthouse"
    assert result.structure.metadata["author"] == "Ada Writer"
    assert len(result.items(StructureKind.FIGURE)) == 1  # the other one is external
    assert not result.warnings


def test_a_missing_chapter_gives_a_warning(parse, book):
    result = parse(book(OEBPS__text__one_xhtml=None))
    assert "The end." in result.text
    (warning,) = result.warnings
    assert warning.code == "chapter_missing"
    assert warning.message == "1 chapter of this book is missing in the file."


def test_an_encrypted_or_damaged_book_is_refused(parse, book):
    with pytest.raises(EncryptedDocument):
        parse(book(**{"META-INF__encryption_xml": _ENCRYPTED}))
    with pytest.raises(CorruptDocument):
        parse(book(OEBPS__content_opf="<package"))


def test_each_sheet_of_an_opendocument_workbook_starts_a_new_page(parse, tmp_path):
    # proves: X-18
    workbook = Document("spreadsheet")
    workbook.body.clear()
    for name, values in {"Rents": [["Tenant", "Rent"], ["Ada", 1200.5]], "Costs": [["Heat", None], [3, 4]]}.items():
        sheet = Table(name)
        sheet.set_values(values)
        workbook.body.append(sheet)
    workbook.save(tmp_path / "rents.ods")
    result = parse(tmp_path / "rents.ods")
    headings = result.items(StructureKind.HEADING)
    assert [(result.text_of(item), item.page) for item in headings] == [("Rents", 1), ("Costs", 2)]
    first, _ = result.items(StructureKind.TABLE)
    assert [cell.text for cell in first.table.cells] == ["Tenant", "Rent", "Ada", "1200.5"]
