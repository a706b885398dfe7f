"""Titles that are taken from documents when they are parsed."""

from urllib.parse import quote

import pytest

from documents.models import Document
from documents.pipeline.mime_types import PDF
from documents.services import lifecycle
from documents.services.titles import take_title
from documents.tests.factories import parsed_document
from events.models import Event
from tasks.testing import run_jobs

PAGE = b"<html><head><title>Lease of a mill</title></head><body><p>The rent is due in May.</p></body></html>"
Source = Document.TitleSource


def title_of(document: Document) -> tuple[str, str]:
    document.refresh_from_db()
    return document.title, document.title_source


@pytest.mark.django_db(transaction=True)
def test_document_gets_its_own_title_and_is_found_by_both_names(upload, api):
    document = upload(PAGE, filename="scan_0042.html")
    assert title_of(document) == ("scan_0042", Source.FILENAME)
    run_jobs()
    assert title_of(document) == ("Lease of a mill", Source.DOCUMENT)
    assert document.filename == "scan_0042.html"
    assert Event.objects.filter(uuid=document.pk, changed__contains=["title"]).exists()
    for words in ("scan_0042", "lease mill"):
        found = api.send("GET", f"/api/v1/documents?search={quote(words)}").json()["results"]
        assert [(each["title"], each["filename"]) for each in found] == [("Lease of a mill", "scan_0042.html")]


@pytest.mark.django_db(transaction=True)
def test_title_of_a_user_is_kept_when_the_document_is_parsed_again(upload, user):
    document = upload(PAGE, filename="scan_0042.html")
    lifecycle.update_document(document, actor=user, title="scan_0042")  # written by the user, though it is the same
    run_jobs()
    assert title_of(document) == ("scan_0042", Source.USER)
    lifecycle.update_document(document, actor=user, title="Our mill")
    lifecycle.retry_document(document, actor=user)
    run_jobs()
    assert title_of(document) == ("Our mill", Source.USER)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("filename", "title", "source", "expected"),
    [
        ("file.pdf", "file", Source.FILENAME, "Supply agreement"),
        ("file", "file", Source.FILENAME, "Supply agreement"),
        ("file.pdf", "Renamed by the previous version", Source.FILENAME, "Renamed by the previous version"),
        ("file.pdf", "file", Source.USER, "file"),
        ("file.pdf", "file", Source.DOCUMENT, "file"),
        ("Supply agreement.pdf", "Supply agreement", Source.FILENAME, "Supply agreement"),
    ],
)
def test_only_a_title_made_from_the_file_name_is_replaced(user, filename, title, source, expected):
    document = parsed_document(user, "Supply agreement\nThe goods are wood.", headings=["Supply agreement"])
    document.filename, document.title, document.title_source, document.mime_type = filename, title, source, PDF
    assert take_title(document, document.revision) is (expected != title)
    assert document.title == expected


@pytest.mark.django_db
def test_document_without_a_title_keeps_its_file_name(user):
    document = parsed_document(user, "The goods are wood.", title="file")
    assert not take_title(document, document.revision)
    assert (document.title, document.title_source) == ("file", Source.FILENAME)
