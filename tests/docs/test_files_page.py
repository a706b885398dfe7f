"""`docs/howto/files.md` matches the code: types, limits, error codes of damaged and harmful files (V5.1.1)."""

import mimetypes
import random
import re
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from config.env import VARIABLES
from core.errors import Conflict, UserFault
from corpuses.imports import items
from documents import errors
from documents.models import Document
from documents.pipeline import registry, zip_files
from documents.pipeline.image import open_image
from documents.pipeline.office import libreoffice
from documents.pipeline.sandbox import Limits
from documents.services import attachments, uploads
from documents.types import ParseOptions
from tasks.testing import run_jobs

PAGE = Path(__file__).resolve().parents[2] / "docs" / "howto" / "files.md"
DATA = Path(errors.__file__).parent / "tests" / "data"
CONTRACT = (DATA / "contract.pdf").read_bytes()

# Errors of an upload, not of the file itself.
UPLOAD_ERRORS = {
    errors.NoFile, errors.QuotaExceeded, errors.TooManyDocuments, errors.ChecksumMismatch, errors.UploadGone,
    errors.ParserUnavailable, errors.TooMuchAtOnce,
    zip_files.EntryRefused,
}  # fmt: skip


def rows(heading: str) -> list[list[str]]:
    """Return the rows of the table below a heading."""
    part = PAGE.read_text().partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    table = [line for line in part.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table[2:]]


def codes(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def file_errors() -> dict[str, set[int]]:
    """Return the error codes of files and their HTTP statuses."""
    statuses: dict[str, set[int]] = {}
    for module in (errors, zip_files):
        for each in vars(module).values():
            if isinstance(each, type) and each.__module__ == module.__name__ and _is_file_error(each):
                statuses.setdefault(each.code, set()).add(each.http_status)
    return statuses


def _is_file_error(each: type) -> bool:
    if each is errors.ParserInterrupted:  # retried as if a service were missing; after that, the file fails
        return True
    return issubclass(each, UserFault) and not issubclass(each, Conflict) and each not in UPLOAD_ERRORS


def test_the_listed_types_are_those_of_the_parsers():
    # proves: V5.1.1
    listed = {codes(kind)[0]: codes(parser)[0] for kind, _, parser in rows("Types")}
    assert listed == {kind: registry.parser_for(kind).name for kind in uploads.accepted_types()}


def test_the_listed_extensions_belong_to_their_types():
    # proves: V5.1.1
    wrong = [
        extension
        for kind, names, _ in rows("Types")
        for extension in codes(names)
        if mimetypes.guess_type(f"file{extension}")[0] != codes(kind)[0]
    ]
    assert wrong == []


def test_the_listed_limits_are_those_of_the_code():
    # proves: V5.1.1
    of_code = {
        "zip_files.MAX_UNPACKED": zip_files.MAX_UNPACKED,
        "zip_files.MAX_ENTRIES": zip_files.MAX_ENTRIES,
        "zip_files.MAX_RATIO": zip_files.MAX_RATIO,
        "items.MAX_BYTES": items.MAX_BYTES,
        "items.MAX_VALUES": items.MAX_VALUES,
        "libreoffice.TIMEOUT_SECONDS": libreoffice.TIMEOUT_SECONDS,
        "open_image.MAX_PIXELS": open_image.MAX_PIXELS,
        "attachments.MAX_ATTACHMENTS": attachments.MAX_ATTACHMENTS,
        "attachments.MAX_DEPTH": attachments.MAX_DEPTH,
        "Limits.page_cpu_seconds": Limits().page_cpu_seconds,
        "Limits.degraded_page_cpu_seconds": Limits().degraded_page_cpu_seconds,
        "Limits.table_cpu_seconds": Limits().table_cpu_seconds,
        "Limits.thumbnail_cpu_seconds": Limits().thumbnail_cpu_seconds,
        "Limits.output_files": Limits().output_files,
        "Limits.output_bytes": Limits().output_bytes,
        "ParseOptions.max_pages": ParseOptions("", "").max_pages,
    }
    listed = {codes(where)[0]: int(number.replace(",", "")) for number, _, where in rows("Sizes")}
    assert of_code.keys() <= listed.keys()
    assert {name for name in VARIABLES if name.startswith("MAX_")} <= listed.keys()
    assert listed == {name: of_code.get(name) or VARIABLES[name][1] for name in listed}


def test_every_error_of_files_is_listed():
    # proves: V5.1.1
    listed = {codes(code)[0]: what for code, _, what in rows("Damaged and harmful files")}
    assert listed.keys() == file_errors().keys()
    refusals = {code: int(what) for code, what in listed.items() if what.isdigit()}
    assert {code: file_errors()[code] & {status} for code, status in refusals.items()} == {
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
def test_the_listed_result_is_the_actual_one(api, settings, code, content):
    # proves: V5.1.1
    settings.MAX_UPLOAD_BYTES = 2_000_000
    (listed,) = [what for cell, _, what in rows("Damaged and harmful files") if codes(cell)[0] == code]
    response = api.post("/api/v1/documents/upload", {"file": SimpleUploadedFile("lease.pdf", content)})
    if listed == "fails":
        assert response.status_code == 201
        run_jobs(skip_waits=True)
        document = Document.objects.get()
        assert (document.state, document.backend_lock, document.failure_code) == ("failed", False, code)
    else:
        assert (str(response.status_code), response.json()["error"]["code"]) == (listed, code)
        assert not Document.objects.exists()
