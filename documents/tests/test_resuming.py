"""A long scan whose reading was interrupted: what was read is not read again, and no trace of it is left in the end."""

import os
import signal
import time
from dataclasses import dataclass, field

import pikepdf
import pytest

from documents.errors import ParserCrashed, ParserOutOfMemory
from documents.models import OcrPage
from documents.services import ingestion, ocr_cache
from documents.services.conversion import sandbox
from documents.tests.pipeline.conftest import DATA
from tasks.errors import Cancelled
from tasks.testing import run_jobs

pytestmark = pytest.mark.django_db(transaction=True)

PAGES = 5
INTERRUPTED_AT = 3


@dataclass
class _Job:
    """Does something when a page has come, and notes which rows were there when all had."""

    on_page: object = None
    deadline: float = field(default_factory=lambda: time.monotonic() + 600)
    rows: list[int] = field(default_factory=list)

    def progress(self, percent, message=""):
        if self.on_page and message.startswith(f"Page {INTERRUPTED_AT} "):
            self.on_page()

    def extend_deadline(self):
        """It has enough."""

    def check_cancelled(self, *, now=False):
        if now:
            self.rows = kept_rows()
            raise Cancelled


def kept_rows() -> list[int]:
    return list(OcrPage.objects.order_by("number").values_list("pk", flat=True))


@pytest.fixture
def scan(upload, tmp_path):
    """Five pages, each a picture."""
    with pikepdf.open(DATA / "scan.pdf") as page, pikepdf.new() as book:
        for _ in range(PAGES):
            book.pages.append(page.pages[0])
        book.save(tmp_path / "long.pdf")
    return upload(tmp_path / "long.pdf")


def kill_the_reader():
    os.kill(sandbox().pid, signal.SIGKILL)


def interrupted(document) -> list[int]:
    """The rows that are left of an attempt whose process was killed in the middle."""
    with pytest.raises((ParserCrashed, ParserOutOfMemory)):  # it had grown large, so it may look like that
        ingestion.ingest(document, job=_Job(on_page=kill_the_reader))
    return kept_rows()


def test_no_page_is_read_twice_when_the_reader_was_killed_in_the_middle(scan):
    before = interrupted(scan)
    assert INTERRUPTED_AT <= len(before) <= PAGES
    second = _Job()
    with pytest.raises(Cancelled):
        ingestion.ingest(scan, job=second)
    assert len(second.rows) == PAGES
    assert second.rows[: len(before)] == before  # a page that is read again would come as a row of its own


@pytest.mark.full
def test_what_is_taken_over_is_the_same_as_what_is_read_in_one_go(scan, upload):
    interrupted(scan)
    with pytest.raises(Cancelled):
        ingestion.ingest(scan, job=_Job())
    assert len(kept_rows()) == PAGES
    run_jobs()
    once = upload(DATA / "scan.pdf")
    run_jobs()
    for document in (scan, once):
        document.refresh_from_db()
    assert (scan.state, scan.revision.ocr_page_count) == ("ready", PAGES)
    assert scan.revision.text.split() == PAGES * once.revision.text.split()
    assert scan.revision.confidence == pytest.approx(once.revision.confidence, abs=0.01)


@pytest.mark.full
def test_nothing_is_kept_of_a_document_that_was_read_to_its_end(scan):
    interrupted(scan)
    run_jobs()
    scan.refresh_from_db()
    assert scan.state == "ready"
    assert not OcrPage.objects.exists()


@pytest.mark.full
def test_what_another_version_has_read_is_not_taken_over(scan, tmp_path):
    interrupted(scan)
    revision = scan.revisions.get()
    revision.parser_version = "another"
    assert ocr_cache.load_cache(revision, tmp_path) == ""
    assert not OcrPage.objects.exists()
