"""A document without pages of its own, from its upload to what the viewer shows."""

from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from documents.models import Document
from documents.pipeline.office.program import find_program
from tasks.testing import run_jobs

DATA = Path(__file__).parent / "data"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("name", "pages", "words"),
    [("word_sample.docx", 1, "Enjoy summer warmth"), ("powerpoint_sample.pptx", 3, "Second slide title")],
)
def test_an_office_document_becomes_ready_with_pages_to_annotate(api, name, pages, words):
    # proves: X-18
    answer = api.post("/api/v1/documents/upload", {"file": SimpleUploadedFile(name, (DATA / name).read_bytes())})
    assert answer.status_code == 201
    run_jobs(skip_waits=True)
    document = Document.objects.get()
    assert (document.state, document.failure_code, document.page_count) == ("ready", "", pages)
    revision = document.revision
    assert revision.parser == "docling"
    assert words in revision.text
    assert revision.rendition is not None
    assert document.thumbnail is not None
    assert revision.items.filter(kind="table").count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_protected_one_asks_for_its_password(api):
    content = (DATA / "password_protected.xlsx").read_bytes()
    api.post("/api/v1/documents/upload", {"file": SimpleUploadedFile("prices.xlsx", content)})
    run_jobs(skip_waits=True)
    document = Document.objects.get()
    assert (document.state, document.backend_lock, document.failure_code) == ("failed", False, "encrypted_document")


def uploaded(api, name: str) -> Document:
    api.post("/api/v1/documents/upload", {"file": SimpleUploadedFile(name, (DATA / name).read_bytes())})
    run_jobs(skip_waits=True)
    return Document.objects.get()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("name", ["simple.doc", "slides.ppt", "protected.doc"])
def test_an_old_one_says_what_it_needs_where_that_is_not_there(api, settings, name):
    # proves: X-18
    settings.LIBREOFFICE = "/nowhere/soffice"
    document = uploaded(api, name)
    assert (document.state, document.backend_lock, document.failure_code) == ("failed", False, "needs_libreoffice")
    assert "LibreOffice" in document.failure_message


@pytest.mark.django_db(transaction=True)
def test_one_that_the_converter_crashes_on_fails_alone(api, settings, tmp_path):
    program = tmp_path / "soffice"
    program.write_text("#!/bin/sh\nkill -SEGV $$\n")
    program.chmod(0o755)
    settings.LIBREOFFICE = str(program)
    document = uploaded(api, "simple.doc")
    assert (document.state, document.backend_lock, document.failure_code) == ("failed", False, "parser_crashed")


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(find_program() is None, reason="LibreOffice is not installed")
@pytest.mark.parametrize(
    ("name", "words", "passwords"),
    [("simple.doc", "my first thought", ()), ("protected.doc", "Encrypted Test File", ("wrong", "encrypted"))],
)
def test_an_old_one_becomes_ready_like_any_other(api, settings, name, words, passwords):
    settings.DOCUMENT_PASSWORDS = passwords
    document = uploaded(api, name)
    assert (document.state, document.failure_code) == ("ready", "")
    assert (document.revision.parser, words in document.revision.text) == ("office-legacy", True)
    assert document.revision.rendition is not None
    assert document.thumbnail is not None
