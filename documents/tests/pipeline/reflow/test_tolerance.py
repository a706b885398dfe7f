"""Files with harmless oddities that other programs open: each is read, and only what is harmful is refused."""

import io
import re
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

import openpyxl
import pytest

from documents.errors import UnsafeDocument
from documents.pipeline.mail.eml import parse_eml
from documents.pipeline.text.encoding import decode_text
from documents.tests.pipeline.conftest import DATA

DOCUMENT_TYPE = b'<!DOCTYPE %b PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "%b.dtd">'
BOOK = {
    "mimetype": "application/epub+zip",
    "META-INF/container.xml": '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">'
    '<rootfiles><rootfile full-path="a.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
    "a.opf": '<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata '
    'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Tides</dc:title></metadata><manifest><item id="a" '
    'href="a.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/></spine></package>',
    "a.xhtml": "<html xmlns='http://www.w3.org/1999/xhtml'><body><p>Twice a day the sea returns.</p></body></html>",
}


def package(path: Path, parts: Mapping[str, bytes | str]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return path


def parts_of(source: Path | io.BytesIO) -> dict[str, bytes]:
    with zipfile.ZipFile(source) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def workbook() -> dict[str, bytes]:
    book, target = openpyxl.Workbook(), io.BytesIO()
    book.active.append(["Item", "Price"])
    book.active.append(["Bolt", 12])
    book.save(target)
    return parts_of(target)


def strict(content: bytes) -> bytes:
    """Return a part in the strict form of Office Open XML, which has other namespaces."""
    names = re.compile(rb"http://schemas\.openxmlformats\.org/(officeDocument|\w+ml)/2006/")
    content = content.replace(b"extended-properties", b"extendedProperties")
    return names.sub(rb"http://purl.oclc.org/ooxml/\1/", content)


def test_a_web_page_in_an_encoding_that_only_python_knows_is_read(parse, tmp_path):
    path = tmp_path / "page.html"
    text = "<html><head><meta charset='mac-roman'></head><body><p>Préavis: trois mois à dater du reçu</p></body></html>"
    path.write_bytes(text.encode("mac-roman"))
    assert "Préavis: trois mois à dater du reçu" in parse(path).text


@pytest.mark.parametrize("charset", ["windows-950", "x-windows-950", "Windows-936", "windows-874"])
def test_code_pages_of_windows_are_known_by_name_and_by_number(charset):
    text = "สัญญา" if charset.endswith("874") else "合同"
    number = charset[-3:]
    head = b"From: a@example.org\nContent-Type: text/plain; charset=%s\n\n" % charset.encode()
    (body,) = parse_eml(head + text.encode(f"cp{number}")).bodies
    assert body.text == text
    assert decode_text(text.encode()) == text


@pytest.mark.parametrize(
    ("charset", "codec", "text"),
    [
        ("iso-8859-8-i", "iso8859_8", "החוזה נחתם בתל אביב"),
        ("x-euc-jp", "euc_jp", "契約は東京で署名された"),
        ("X-SJIS", "cp932", "契約は東京で署名された"),
        ("x-mac-roman", "mac_roman", "Préavis à dater du reçu"),
        ("x-mac-cyrillic", "mac_cyrillic", "Договор подписан"),
        ("dos-874", "cp874", "สัญญา"),
        ("ks_c_5601-1989", "cp949", "계약은 서울에서"),
    ],
)
def test_encodings_are_known_by_the_names_of_browsers_and_mail_clients(parse, tmp_path, charset, codec, text):
    content = text.encode(codec)
    (body,) = parse_eml(
        b"From: a@example.org\nContent-Type: text/plain; charset=%s\n\n" % charset.encode() + content
    ).bodies
    assert body.text == text
    path = tmp_path / "page.html"
    path.write_bytes(
        b"<html><head><meta charset='%s'></head><body><p>%s</p></body></html>" % (charset.encode(), content)
    )
    assert parse(path).text.strip() == text


@pytest.mark.parametrize("charset", ["x-" * 5_000 + "unknown", "x-unknown", "x-", "windows-99999", "x-idna"])
def test_a_name_that_is_none_leads_to_the_detected_encoding(charset):
    head = b"From: a@example.org\nContent-Type: text/plain; charset=%s\n\n" % charset.encode()
    (body,) = parse_eml(head + "Préavis".encode()).bodies
    assert body.text == "Préavis"


def test_nul_characters_are_removed_from_the_text_of_a_message(parse, tmp_path):
    path = tmp_path / "nul.eml"
    path.write_bytes(b"From: a@example.org\nTo: b@example.org\nSubject: S\n\nThe pum\0ps are\0 here.\n")
    assert "The pumps are here." in parse(path).text


def test_opendocument_with_macros_and_public_document_types_is_read(parse, tmp_path):
    library = b"<?xml version='1.0'?>" + DOCUMENT_TYPE % (b"library:libraries", b"libraries")
    parts = parts_of(DATA / "text_document_01.odt")
    declared = b"?>" + DOCUMENT_TYPE % (b"manifest:manifest", b"Manifest")
    parts["META-INF/manifest.xml"] = parts["META-INF/manifest.xml"].replace(b"?>", declared, 1)
    parts["Basic/Standard/Module1.xml"] = library + b"<library:libraries xmlns:library='urn:x'/>"
    result = parse(package(tmp_path / "macro.odt", parts))
    assert "heading level 1.0" in result.text
    assert [warning.code for warning in result.warnings] == ["macros_ignored"]


@pytest.mark.parametrize(
    "document_type", [b"<!DOCTYPE a [<!ENTITY b 'c'>]>", b"<!DOCTYPE a SYSTEM 'http://example.org/a.dtd'>"]
)
def test_opendocument_with_entities_is_refused(parse, tmp_path, document_type):
    parts = parts_of(DATA / "text_document_01.odt")
    parts["content.xml"] = parts["content.xml"].replace(b"?>", b"?>" + document_type, 1)
    with pytest.raises(UnsafeDocument):
        parse(package(tmp_path / "entities.odt", parts))


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        (workbook, "Bolt\t12"),
        (lambda: parts_of(DATA / "word_sample.docx"), "Enjoy summer warmth"),
        (lambda: parts_of(DATA / "powerpoint_sample.pptx"), "Second slide title"),
    ],
    ids=["xlsx", "docx", "pptx"],
)
def test_strict_office_open_xml_is_read(parse, tmp_path, parts: Callable[[], dict[str, bytes]], words):
    changed = {
        name: strict(content) if name.endswith((".xml", ".rels")) else content for name, content in parts().items()
    }
    assert any(b"purl.oclc.org/ooxml" in content for content in changed.values())
    suffix = {"Bolt\t12": "xlsx", "Enjoy summer warmth": "docx"}.get(words, "pptx")
    assert words in parse(package(tmp_path / f"strict.{suffix}", changed)).text


def test_a_workbook_with_links_to_other_programs_is_read(parse, tmp_path):
    """Dynamic Data Exchange has links of a kind that the reader does not know. Nothing is fetched from them anyway."""
    relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    parts = workbook()
    link = (
        b'<externalReferences><externalReference xmlns:r="%s" r:id="rId77"/></externalReferences>' % relations.encode()
    )
    parts["xl/workbook.xml"] = parts["xl/workbook.xml"].replace(b"</sheets>", b"</sheets>" + link)
    entry = f'<Relationship Id="rId77" Type="{relations}/externalLink" Target="externalLinks/externalLink1.xml"/>'
    rels = parts["xl/_rels/workbook.xml.rels"]
    parts["xl/_rels/workbook.xml.rels"] = rels.replace(b"</Relationships>", entry.encode() + b"</Relationships>")
    parts["xl/externalLinks/externalLink1.xml"] = (
        b'<externalLink xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
        b'<ddeLink ddeService="Soffice" ddeTopic="a.ods"/></externalLink>'
    )
    assert "Bolt\t12" in parse(package(tmp_path / "linked.xlsx", parts)).text


def test_a_book_with_an_empty_list_of_chapters_beside_its_own_is_read(parse, tmp_path):
    assert "Twice a day the sea returns." in parse(package(tmp_path / "tides.epub", {**BOOK, "old/b.opf": ""})).text
