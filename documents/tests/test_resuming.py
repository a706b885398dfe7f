"""OCR of a long scan that was interrupted: finished pages are not read again, and their cache is deleted at the end."""

import os
import signal
import time
from dataclasses import dataclass, field

import pikepdf
import pytest
from django.db import OperationalError, transaction

from documents.errors import ParserInterrupted, ParserOutOfMemory
from documents.models import OcrPage
from documents.services import ingestion
from documents.services.ingestion import sandbox
from documents.storage import blobs
from documents.tests.pipeline.conftest import DATA
from tasks.errors import Cancelled
from tasks.testing import run_jobs

pytestmark = pytest.mark.django_db(transaction=True)

PAGES = 3
INTERRUPTED_AT = 2


@dataclass
class _Job:
    """Calls `on_page` at a page; keeps the cached rows of the moment when all pages have been read."""

    on_page: object = None
    deadline: float = field(default_factory=lambda: time.monotonic() + 600)
    rows: list[int] = field(default_factory=list)

    def progress(self, percent, message=""):
        if self.on_page and message.startswith(f"Page {INTERRUPTED_AT} "):
            self.on_page()

    def guarded(self):
        return transaction.atomic()

    def extend_deadline(self):
        """Do nothing: the deadline is far away."""

    def check_cancelled(self, *, now=False):
        if now:
            self.rows = cached_rows()
            raise Cancelled


def cached_rows() -> list[int]:
    return list(OcrPage.objects.order_by("number").values_list("pk", flat=True))


@pytest.fixture
def scan(upload, tmp_path):
    """Upload a scan of several pages."""
    with pikepdf.open(DATA / "scan.pdf") as page, pikepdf.new() as book:
        for _ in range(PAGES):
            book.pages.append(page.pages[0])
        book.save(tmp_path / "long.pdf")
    return upload(tmp_path / "long.pdf")


def kill_sandbox():
    os.kill(sandbox().pid, signal.SIGKILL)


def interrupt(document) -> list[int]:
    """Return the cached rows of an attempt whose process was killed halfway."""
    with pytest.raises((ParserInterrupted, ParserOutOfMemory)):  # a large process looks like one without memory
        ingestion.ingest(document, job=_Job(on_page=kill_sandbox))
    return cached_rows()


@pytest.mark.full
def test_no_page_is_read_twice_after_the_sandbox_was_killed(scan):
    before = interrupt(scan)
    assert INTERRUPTED_AT <= len(before) <= PAGES
    second = _Job()
    with pytest.raises(Cancelled):
        ingestion.ingest(scan, job=second)
    assert len(second.rows) == PAGES
    assert second.rows[: len(before)] == before  # a page that is read again would get a new row


def test_a_failed_write_leaves_the_sandbox_to_the_next_step(upload):
    document = upload("franchise-agreement.pdf")

    def lose_connection():
        raise OperationalError

    with pytest.raises(OperationalError) as failed:
        ingestion.ingest(document, job=_Job(on_page=lose_connection))
    assert failed.tb  # it refers to all frames, as long as the worker handles the error
    with blobs.local_copy(document.blob) as source:
        image = sandbox().thumbnail(source, document.mime_type)
    assert image.startswith(b"RIFF")


@pytest.mark.full
def test_a_resumed_parse_has_the_same_result(scan, upload):
    interrupt(scan)
    with pytest.raises(Cancelled):
        ingestion.ingest(scan, job=_Job())
    assert len(cached_rows()) == PAGES
    run_jobs()
    single = upload(DATA / "scan.pdf")
    run_jobs()
    for document in (scan, single):
        document.refresh_from_db()
    assert (scan.state, scan.revision.ocr_page_count) == ("ready", PAGES)
    assert scan.revision.text.split() == PAGES * single.revision.text.split()
    assert scan.revision.confidence == pytest.approx(single.revision.confidence, abs=0.01)


@pytest.mark.full
def test_the_cache_of_a_finished_document_is_deleted(scan):
    interrupt(scan)
    run_jobs()
    scan.refresh_from_db()
    assert scan.state == "ready"
    assert not OcrPage.objects.exists()


@pytest.mark.full
def test_the_cache_of_another_parser_version_is_not_used(scan, tmp_path):
    interrupt(scan)
    revision = scan.revisions.get()
    revision.parser_version = "another"
    assert ingestion.load_ocr_cache(revision, tmp_path) == ""
    assert not OcrPage.objects.exists()
