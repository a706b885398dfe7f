"""The real program, where it is installed: what it makes is read like any other document of today."""

import time

import pytest

from documents.errors import ConversionFailed, EncryptedDocument
from documents.pipeline.office.program import PACKAGES, find_program
from documents.pipeline.sniff import sniff_file
from documents.tests.pipeline.conftest import DATA
from documents.tests.pipeline.results import collect
from documents.types import ParseOptions, StructureKind

OFFICE = find_program()
pytestmark = pytest.mark.skipif(OFFICE is None, reason=f"LibreOffice is not installed: {PACKAGES}")


@pytest.fixture
def read(converted, sandbox, tmp_path):
    """Convert and parse, as ingestion does."""

    def run(name: str, mime_type: str = ""):
        mime_type = mime_type or sniff_file(DATA / name)
        made = converted(OFFICE, name, mime_type)
        return collect(sandbox.parse(made, ParseOptions(mime_type, str(tmp_path)), parser="office-legacy"))

    return run


@pytest.mark.parametrize(
    ("name", "words", "kind"),
    [
        ("simple.doc", "This is my first thought.", StructureKind.HEADING),
        ("slides.ppt", "This slide contains an embedded object", StructureKind.TITLE),
        ("legacy_sample.xls", "", StructureKind.TABLE),
    ],
)
def test_old_files_have_words_with_places_and_structure(read, name, words, kind):
    # proves: X-18
    result = read(name)
    assert words in result.text
    assert result.items(kind)
    assert result.rendition is not None
    assert all(token.box.x1 > token.box.x0 for page in result.pages for token in page.tokens)


def test_a_protected_one_is_opened_in_the_sandbox_first(converted, sandbox, tmp_path):
    source, end = DATA / "protected.doc", time.monotonic() + 60
    with pytest.raises(EncryptedDocument):
        sandbox.unprotected(source, ("wrong",), tmp_path, deadline=end)
    opened = sandbox.unprotected(source, ("wrong", "encrypted"), tmp_path, deadline=end)
    made = converted(OFFICE, str(opened))
    options = ParseOptions("application/msword", str(tmp_path))
    assert "Encrypted Test File" in collect(sandbox.parse(made, options, parser="office-legacy")).text


def test_what_it_cannot_read_is_told(converted):
    with pytest.raises(ConversionFailed, match=r"\.docx"):
        converted(OFFICE, "protected.doc")
