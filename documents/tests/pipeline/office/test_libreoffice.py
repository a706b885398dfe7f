"""Conversion with the real LibreOffice, where it is installed."""

import time

import pytest

from documents.errors import ConversionFailed, EncryptedDocument
from documents.pipeline.office.libreoffice import PACKAGES, find_program
from documents.pipeline.sniff import sniff_file
from documents.tests.pipeline.conftest import DATA
from documents.tests.pipeline.results import collect
from documents.types import ParseOptions, StructureKind

OFFICE = find_program()
pytestmark = pytest.mark.skipif(OFFICE is None, reason=f"LibreOffice is not installed: {PACKAGES}")


@pytest.fixture
def read(convert_file, sandbox, tmp_path):
    """Return a function that converts and parses a file, as ingestion does."""

    def run(name: str, mime_type: str = ""):
        mime_type = mime_type or sniff_file(DATA / name)
        path = convert_file(OFFICE, name, mime_type)
        return collect(sandbox.parse(path, ParseOptions(mime_type, str(tmp_path)), parser="office-legacy"))

    return run


@pytest.mark.parametrize(
    ("name", "words", "kind"),
    [
        ("simple.doc", "This is my first thought.", StructureKind.HEADING),
        ("slides.ppt", "This slide contains an embedded object", StructureKind.TITLE),
        ("legacy_sample.xls", "", StructureKind.TABLE),
    ],
)
def test_old_files_have_text_structure_and_token_boxes(read, name, words, kind):
    # proves: X-18
    result = read(name)
    assert words in result.text
    assert result.items(kind)
    assert result.rendition is not None
    assert all(token.box.x1 > token.box.x0 for page in result.pages for token in page.tokens)


def test_an_encrypted_file_is_decrypted_in_the_sandbox_first(convert_file, sandbox, tmp_path):
    source, end = DATA / "protected.doc", time.monotonic() + 60
    with pytest.raises(EncryptedDocument):
        sandbox.decrypt(source, ("wrong",), tmp_path, deadline=end)
    decrypted = sandbox.decrypt(source, ("wrong", "encrypted"), tmp_path, deadline=end)
    path = convert_file(OFFICE, str(decrypted))
    options = ParseOptions("application/msword", str(tmp_path))
    assert "Encrypted Test File" in collect(sandbox.parse(path, options, parser="office-legacy")).text


def test_a_file_that_cannot_be_converted_is_reported(convert_file):
    with pytest.raises(ConversionFailed, match=r"\.docx"):
        convert_file(OFFICE, "protected.doc")
