"""A document without pages of its own, from its upload to what the viewer shows."""

from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from documents.models import Document
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
