"""`docs/howto/files.md` tells what the product does: types, sizes, what becomes of files that mean harm (V5.1.1)."""

import mimetypes
import random
import re
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from config.env import VARIABLES
from core.errors import Conflict, UserFault
from documents import errors
from documents.models import Document
from documents.pipeline import registry, zip_files
from documents.pipeline.image import reading
from documents.pipeline.office import converting
from documents.pipeline.sandbox import Limits
from documents.services import children, uploads
from documents.types import ParseOptions
from tasks.testing import run_jobs

PAGE = Path(__file__).resolve().parents[2] / "docs" / "howto" / "files.md"
DATA = Path(errors.__file__).parent / "tests" / "data"
CONTRACT = (DATA / "contract.pdf").read_bytes()

# Said of an upload and not of the file itself.
NOT_OF_FILES = {
    errors.NoFile, errors.QuotaExceeded, errors.TooManyDocuments, errors.ChecksumMismatch, errors.UploadGone,
    errors.ParserUnavailable, errors.TooMuchAtOnce,
    zip_files.EntryRefused,
}  # fmt: skip


def rows(heading: str) -> list[list[str]]:
    """The rows of the table below a heading."""
    part = PAGE.read_text().partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    table = [line for line in part.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table[2:]]


def words(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def faults() -> dict[str, set[int]]:
    """The codes of what can be wrong with a file, and the statuses they may come with."""
    found: dict[str, set[int]] = {}
    for module in (errors, zip_files):
        for each in vars(module).values():
            if isinstance(each, type) and each.__module__ == module.__name__ and _is_of_a_file(each):
                found.setdefault(each.code, set()).add(each.http_status)
    return found


def _is_of_a_file(each: type) -> bool:
    return issubclass(each, UserFault) and not issubclass(each, Conflict) and each not in NOT_OF_FILES


def test_the_types_are_those_that_parsers_read():
    # proves: V5.1.1
    told = {words(kind)[0]: words(parser)[0] for kind, _, parser in rows("Types")}
    assert told == {kind: registry.parser_for(kind).name for kind in uploads.accepted_types()}


def test_the_names_are_those_of_the_types():
    # proves: V5.1.1
    wrong = [
        extension
        for kind, names, _ in rows("Types")
        for extension in words(names)
        if mimetypes.guess_type(f"file{extension}")[0] != words(kind)[0]
    ]
    assert wrong == []


def test_the_sizes_are_those_that_are_set():
    # proves: V5.1.1
    of_code = {
        "zip_files.MOST_UNPACKED": zip_files.MOST_UNPACKED,
        "zip_files.MOST_ENTRIES": zip_files.MOST_ENTRIES,
        "zip_files.MOST_RATIO": zip_files.MOST_RATIO,
        "converting.SECONDS": converting.SECONDS,
        "reading.MAX_PIXELS": reading.MAX_PIXELS,
        "children.MOST": children.MOST,
        "children.DEEPEST": children.DEEPEST,
        "Limits.page_cpu_seconds": Limits().page_cpu_seconds,
        "Limits.thumbnail_cpu_seconds": Limits().thumbnail_cpu_seconds,
        "Limits.output_files": Limits().output_files,
        "Limits.output_bytes": Limits().output_bytes,
        "ParseOptions.max_pages": ParseOptions("", "").max_pages,
    }
    told = {words(where)[0]: int(number.replace(",", "")) for number, _, where in rows("Sizes")}
    assert of_code.keys() <= told.keys()
    assert {name for name in VARIABLES if name.startswith("MAX_")} <= told.keys()
    assert told == {name: of_code.get(name) or VARIABLES[name][1] for name in told}


def test_every_way_in_which_a_file_can_be_wrong_is_told():
    # proves: V5.1.1
    told = {words(code)[0]: what for code, _, what in rows("Files that are broken, or mean harm")}
    assert told.keys() == faults().keys()
    refusals = {code: int(what) for code, what in told.items() if what.isdigit()}
    assert {code: faults()[code] & {status} for code, status in refusals.items()} == {
        code: {status} for code, status in refusals.items()
    }


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("code", "content"),
    [
        ("empty_file", b""),
        ("unsupported_type", b"\x7fELF\x02\x01\x01" + bytes(100)),
        ("unsupported_type", b"PK\x03\x04" + bytes(100)),
        ("file_too_large", b"x" * 2_000_001),
        ("encrypted_document", (DATA / "encrypted_foo.pdf").read_bytes()),
        ("corrupt_document", b"%PDF-1.4\n" + random.Random(2).randbytes(4000) + b"\n%%EOF"),
        ("truncated_document", CONTRACT[: len(CONTRACT) // 2]),
        ("no_pages", (DATA / "no_pages.pdf").read_bytes()),
    ],
)
def test_what_is_told_is_what_happens(api, settings, code, content):
    # proves: V5.1.1
    settings.MAX_UPLOAD_BYTES = 2_000_000
    (told,) = [what for found, _, what in rows("Files that are broken, or mean harm") if words(found)[0] == code]
    answer = api.post("/api/v1/documents/upload", {"file": SimpleUploadedFile("lease.pdf", content)})
    if told == "fails":
        assert answer.status_code == 201
        run_jobs(skip_waits=True)
        document = Document.objects.get()
        assert (document.state, document.backend_lock, document.failure_code) == ("failed", False, code)
    else:
        assert (str(answer.status_code), answer.json()["error"]["code"]) == (told, code)
        assert not Document.objects.exists()
