"""Documents without pages, from upload to the rendition for the viewer."""

import io
import zipfile
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from documents.models import Document
from documents.pipeline.office.libreoffice import find_program
from tasks.testing import run_jobs

DATA = Path(__file__).parent / "data"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("name", "pages", "words"),
    [("word_sample.docx", 1, "Enjoy summer warmth"), ("powerpoint_sample.pptx", 3, "Second slide title")],
)
def test_an_office_document_becomes_ready_with_pages(api, name, pages, words):
    # proves: X-18
    response = api.post("/api/v1/documents/upload", {"file": SimpleUploadedFile(name, (DATA / name).read_bytes())})
    assert response.status_code == 201
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
def test_a_file_embedded_in_an_office_document_becomes_a_document(api):
    content = io.BytesIO((DATA / "word_sample.docx").read_bytes())
    with zipfile.ZipFile(content, "a") as archive:
        archive.writestr("word/embeddings/annex.txt", "The rent is due in May.")
    api.post("/api/v1/documents/upload", {"file": SimpleUploadedFile("lease.docx", content.getvalue())})
    run_jobs(skip_waits=True)
    document = Document.objects.get(parent=None)
    annex = document.attachments.get()
    assert (document.state, annex.state, annex.path) == ("ready", "ready", "annex.txt")
    assert "The rent is due in May." in annex.revision.text


@pytest.mark.django_db(transaction=True)
def test_an_encrypted_document_fails_until_it_has_a_password(api):
    content = (DATA / "password_protected.xlsx").read_bytes()
    api.post("/api/v1/documents/upload", {"file": SimpleUploadedFile("prices.xlsx", content)})
    run_jobs(skip_waits=True)
    document = Document.objects.get()
    assert (document.state, document.backend_lock, document.failure_code) == ("failed", False, "encrypted_document")


def upload(api, name: str) -> Document:
    api.post("/api/v1/documents/upload", {"file": SimpleUploadedFile(name, (DATA / name).read_bytes())})
    run_jobs(skip_waits=True)
    return Document.objects.get()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("name", ["simple.doc", "slides.ppt", "protected.doc"])
def test_an_old_office_file_fails_without_libreoffice(api, settings, name):
    # proves: X-18
    settings.LIBREOFFICE = "/nowhere/soffice"
    document = upload(api, name)
    assert (document.state, document.backend_lock, document.failure_code) == ("failed", False, "needs_libreoffice")
    assert "LibreOffice" in document.failure_message


@pytest.mark.django_db(transaction=True)
def test_a_crash_of_the_converter_fails_the_document(api, settings, tmp_path):
    program = tmp_path / "soffice"
    program.write_text("#!/bin/sh\nkill -SEGV $$\n")
    program.chmod(0o755)
    settings.LIBREOFFICE = str(program)
    document = upload(api, "simple.doc")
    assert (document.state, document.backend_lock, document.failure_code) == ("failed", False, "parser_crashed")


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(find_program() is None, reason="LibreOffice is not installed")
@pytest.mark.parametrize(
    ("name", "words", "passwords"),
    [("simple.doc", "my first thought", ()), ("protected.doc", "Encrypted Test File", ("wrong", "encrypted"))],
)
def test_an_old_office_file_becomes_ready_with_libreoffice(api, settings, name, words, passwords):
    settings.DOCUMENT_PASSWORDS = passwords
    document = upload(api, name)
    assert (document.state, document.failure_code) == ("ready", "")
    assert (document.revision.parser, words in document.revision.text) == ("office-legacy", True)
    assert document.revision.rendition is not None
    assert document.thumbnail is not None


RUBY_PAGE = "<p>駅で<ruby>食<rt>た</rt></ruby>べる。<ruby>新<rt>しん</rt></ruby><ruby>宿<rt>じゅく</rt></ruby>駅</p>"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("words", ["食べる", "新宿駅", "駅で食べる。新宿駅"])
def test_words_with_readings_are_found(api, words):
    file = SimpleUploadedFile("page.html", f"<html><body>{RUBY_PAGE}</body></html>".encode())
    api.post("/api/v1/documents/upload", {"file": file})
    run_jobs(skip_waits=True)
    document = Document.objects.get()
    found = api.get(f"/api/v1/documents/{document.pk}/matches", {"query": words}).json()
    assert [match["quote"] for match in found["matches"]] == [words], found
