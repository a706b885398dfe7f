"""Scanned documents on their way through the product: read, or not if the installation does not want that."""

import time

import pytest

from documents.services import ingestion, ocr_options
from documents.tests.pipeline.conftest import DATA
from tasks.errors import Cancelled
from tasks.testing import run_jobs

SCAN = DATA / "scan.pdf"

pytestmark = pytest.mark.django_db(transaction=True)


def processed(document):
    run_jobs()
    document.refresh_from_db()
    return document


def test_a_scanned_document_is_ready_with_its_text_and_how_sure_that_is(upload):
    # proves: S3-11
    document = processed(upload(SCAN))
    revision = document.revision
    assert (document.state, revision.warnings) == ("ready", [])
    assert revision.text.startswith("Docling bundles PDF document conversion")
    assert (revision.ocr_page_count, revision.ocr_engines) == (1, "ppocr")
    assert 0.9 < revision.confidence <= 1


def test_a_picture_is_a_document(upload):
    # proves: S3-11
    document = processed(upload(DATA / "phototest.tif"))
    assert (document.state, document.mime_type) == ("ready", "image/tiff")
    assert "12 point text" in document.revision.text
    assert document.thumbnail is not None


def test_ocr_is_enabled_unless_the_settings_disable_it(settings):
    # proves: S3-11 X-28
    assert settings.OCR_ENABLED is True
    assert ocr_options.options()["ocr"] == "auto"


@pytest.mark.parametrize("engine", ["ppocr", "tesseract"])
def test_nothing_is_read_off_pictures_when_that_is_switched_off(upload, settings, engine):
    # proves: X-28 S3-11
    settings.OCR_ENABLED, settings.OCR_ENGINE = False, engine
    document = processed(upload(SCAN))
    assert (document.state, document.revision.text.strip()) == ("partial", "")
    assert [warning["code"] for warning in document.revision.warnings] == ["no_text_on_page"]


def test_how_pictures_were_read_is_a_part_of_where_a_revision_comes_from(upload, settings):
    read = processed(upload(SCAN)).revision.options_hash
    settings.OCR_ENABLED = False
    assert processed(upload(DATA / "scan_rotated_90.pdf")).revision.options_hash != read


class _Hurried:
    """A job that counts the time it earned, and is cancelled when all pages are there."""

    deadline = time.monotonic() + 600
    earned = 0

    def progress(self, percent, message=""):
        """Ignored."""

    def extend_deadline(self):
        self.earned += 1

    def check_cancelled(self, *, now=False):
        if now:
            raise Cancelled


@pytest.mark.parametrize(("source", "pages"), [(SCAN, 1), (DATA / "contract.pdf", 0)])
def test_every_page_that_was_read_off_a_picture_earns_time_and_no_other(upload, source, pages):
    job = _Hurried()
    with pytest.raises(Cancelled):
        ingestion.ingest(upload(source), job=job)
    assert job.earned == pages
