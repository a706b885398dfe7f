"""Formats without pages: contents of one real file of each."""

import json
import zipfile

import pytest

from documents.errors import (
    CorruptDocument,
    EmptyFile,
    EncryptedDocument,
    NeedsLibreOffice,
    TooManyPages,
    UnsafeDocument,
)
from documents.pipeline.reflow import delimited_text, packages
from documents.tests.pipeline.conftest import DATA
from documents.types import StructureKind

HEADING, ITEM, TABLE = StructureKind.HEADING, StructureKind.LIST_ITEM, StructureKind.TABLE


@pytest.mark.parametrize(
    ("file", "words", "kinds"),
    [
        ("word_sample.docx", "Enjoy summer warmth", {HEADING: 2, ITEM: 9, TABLE: 1}),
        ("text_document_01.odt", "heading level 1.0", {HEADING: 4, ITEM: 8}),
        ("odf_presentation_01.odp", "Test Table Slide", {TABLE: 1}),
        ("table.rtf", "Row 2, Cell 2", {HEADING: 1, TABLE: 1}),
        ("legacy_sample.xls", "", {HEADING: 1, TABLE: 1}),
        ("example_03.html", "", {HEADING: 3, ITEM: 8, TABLE: 1}),
        ("nested.md", "", {ITEM: 18}),
        ("asciidoc_02.asciidoc", "", {HEADING: 5, ITEM: 12, TABLE: 7}),
        ("test_mskanji.csv", "佐藤太郎", {TABLE: 1}),
        ("webvtt_example_01.vtt", "Neil deGrasse Tyson", {}),
        ("simple.xml", "", {}),
    ],
)
def test_every_format_has_its_text_structure_and_token_boxes(parse, file, words, kinds):
    # proves: X-18
    result = parse(file)
    assert words.replace(" ", "") in "".join(result.text.split())
    assert {kind: len(result.items(kind)) for kind in kinds} == kinds
    for page in result.pages:
        assert "".join(token.text for token in page.tokens) == "".join(page.text.split())
    assert result.structure.docling.startswith(b'{"schema_name":"DoclingDocument"')
    assert not result.warnings


@pytest.mark.parametrize(
    ("file", "error"),
    [
        ("simple.doc", NeedsLibreOffice),
        ("password_protected.xlsx", EncryptedDocument),
        ("xmlbomb.xml", UnsafeDocument),
        ("external.xml", UnsafeDocument),
    ],
)
def test_unreadable_files_raise_their_reason(parse, file, error):
    # proves: V5.3.2
    with pytest.raises(error):
        parse(file)


def test_an_encrypted_workbook_is_read_with_its_password(parse):
    result = parse("password_protected.xlsx", passwords=("wrong", "123"))
    assert result.items(TABLE)


def altered(tmp_path, source: str, changes: dict[str, bytes], name: str):
    """Return a copy of a package with changed and added parts; parts that are None are left out."""
    path = tmp_path / name
    with zipfile.ZipFile(DATA / source) as old, zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as new:
        parts = {entry: old.read(entry) for entry in old.namelist()} | changes
        for entry, content in parts.items():
            if content is not None:
                new.writestr(entry, content)
    return path


def part(source: str, name: str) -> bytes:
    with zipfile.ZipFile(DATA / source) as package:
        return package.read(name)


def test_macros_give_a_warning_and_are_not_run(parse, tmp_path):
    # proves: V5.3.1
    types = part("word_sample.docx", "[Content_Types].xml").replace(
        b"openxmlformats-officedocument.wordprocessingml.document.main", b"ms-word.document.macroEnabled.main"
    )
    changes = {"[Content_Types].xml": types, "word/vbaProject.bin": b"Sub AutoOpen"}
    result = parse(altered(tmp_path, "word_sample.docx", changes, "lake.docm"))
    assert [warning.code for warning in result.warnings] == ["macros_ignored"]
    assert "Enjoy summer warmth" in result.text


def test_comments_in_xml_are_ignored(parse, tmp_path):
    body = part("word_sample.docx", "word/document.xml").replace(b"<w:body>", b"<w:body><!-- made by a program -->")
    result = parse(altered(tmp_path, "word_sample.docx", {"word/document.xml": body}, "lake.docx"))
    assert "Enjoy summer warmth" in result.text


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"word/document.xml": b'<!DOCTYPE a [<!ENTITY b "words">]><a>&b;</a>'}, UnsafeDocument),
        ({"word/bomb.bin": bytes(packages._RATIO_THRESHOLD * 3)}, UnsafeDocument),
        ({"word/document.xml": b"<w:document"}, CorruptDocument),
        ({"word/document.xml": None}, CorruptDocument),
        ({f"part{n}.bin": b"" for n in range(packages.MAX_ENTRIES)}, UnsafeDocument),
    ],
    ids=["entities", "zip bomb", "broken XML", "missing part", "too many parts"],
)
def test_damaged_and_harmful_packages_are_refused(parse, tmp_path, changes, error):
    # proves: V5.2.3
    with pytest.raises(error):
        parse(altered(tmp_path, "word_sample.docx", changes, "lake.docx"))


def test_a_table_with_too_many_cells_is_truncated_with_a_warning(parse, tmp_path, monkeypatch):
    monkeypatch.setattr(delimited_text, "MAX_CELLS", 200)
    path = tmp_path / "prices.csv"
    path.write_text("".join(f"{n};{n * n}\n" for n in range(500)))
    result = parse(path)
    assert [warning.code for warning in result.warnings] == ["sheet_truncated"]
    assert "9801" in result.text
    assert "10000" not in result.text


@pytest.mark.full
def test_a_table_over_several_pages_keeps_all_rows(parse, tmp_path):
    path = tmp_path / "prices.csv"
    path.write_text("number;square\n" + "".join(f"{n};{n * n}\n" for n in range(4000)))
    result = parse(path)
    rows = [cell.text for item in result.items(TABLE) for cell in item.table.cells if cell.column == 0]
    assert rows == ["number", *map(str, range(4000))]
    assert result.page_count > 20
    assert all(item.box.y1 <= 842 for item in result.items(TABLE))


@pytest.mark.parametrize("content", ["", "   \n\n", "<html><body></body></html>"])
def test_a_file_without_content_is_empty(parse, tmp_path, content):
    path = tmp_path / "nothing.html"
    path.write_text(content)
    with pytest.raises(EmptyFile):
        parse(path)


def test_too_many_pages_are_refused(parse, tmp_path):
    path = tmp_path / "long.md"
    path.write_text("# A\n\n" + "\n\n".join(f"Paragraph {n}, which has a few words." for n in range(400)))
    with pytest.raises(TooManyPages):
        parse(path, max_pages=3)


def test_a_table_with_thousands_of_columns_has_its_first_columns(parse, tmp_path):
    path = tmp_path / "wide.csv"
    path.write_text("\n".join(",".join(f"r{row}c{column}" for column in range(3_000)) for row in range(2)) + "\n")
    result = parse(path)
    words = result.text.split()
    assert {"r0c0", "r1c399"} <= set(words)
    assert "r0c400" not in words
    assert json.loads(result.docling)["tables"][0]["data"]["num_cols"] == 3_000
    (warning,) = result.warnings
    assert warning.code == "columns_truncated"
    assert warning.message == "Only the first 400 of 3,000 columns of a table are displayed."
