"""Processing of scanned documents, with OCR enabled and disabled."""

import time

import pytest
from django.db import transaction

from documents.services import ingestion
from documents.tests.pipeline.conftest import DATA
from tasks.errors import Cancelled
from tasks.testing import run_jobs

SCAN = DATA / "scan.pdf"

pytestmark = pytest.mark.django_db(transaction=True)


def processed(document):
    run_jobs()
    document.refresh_from_db()
    return document


def test_a_scanned_document_has_its_text_and_a_confidence(upload):
    # proves: S3-11
    document = processed(upload(SCAN))
    revision = document.revision
    assert (document.state, revision.warnings) == ("ready", [])
    assert revision.text.startswith("Docling bundles PDF document conversion")
    assert (revision.ocr_page_count, revision.ocr_engines) == (1, "ppocr")
    assert 0.9 < revision.confidence <= 1


def test_a_picture_becomes_a_document_with_text(upload):
    # proves: S3-11
    document = processed(upload(DATA / "phototest.tif"))
    assert (document.state, document.mime_type) == ("ready", "image/tiff")
    assert "12 point text" in document.revision.text
    assert document.thumbnail is not None


def test_ocr_is_enabled_unless_the_settings_disable_it(settings):
    # proves: S3-11 X-28
    assert settings.OCR_ENABLED is True
    assert ingestion.options_of_ocr()["ocr"] == "auto"


@pytest.mark.parametrize("engine", ["ppocr", "tesseract"])
def test_a_scan_has_no_text_if_ocr_is_disabled(upload, settings, engine):
    # proves: X-28 S3-11
    settings.OCR_ENABLED, settings.OCR_ENGINE = False, engine
    document = processed(upload(SCAN))
    assert (document.state, document.revision.text.strip()) == ("partial", "")
    assert [warning["code"] for warning in document.revision.warnings] == ["no_text_on_page"]


@pytest.mark.full
def test_the_ocr_setting_is_part_of_the_options_hash(upload, settings):
    with_ocr = processed(upload(SCAN)).revision.options_hash
    settings.OCR_ENABLED = False
    assert processed(upload(DATA / "scan_rotated_90.pdf")).revision.options_hash != with_ocr


class _CountingJob:
    """A job that counts the extensions of its deadline, and is cancelled when all pages have been read."""

    deadline = time.monotonic() + 600
    extensions = 0

    def progress(self, percent, message=""):
        """Do nothing."""

    def guarded(self):
        return transaction.atomic()

    def extend_deadline(self):
        self.extensions += 1

    def check_cancelled(self, *, now=False):
        if now:
            raise Cancelled


@pytest.mark.full
@pytest.mark.parametrize(("source", "pages"), [(SCAN, 1), (DATA / "contract.pdf", 0)])
def test_each_ocr_page_extends_the_deadline(upload, source, pages):
    job = _CountingJob()
    with pytest.raises(Cancelled):
        ingestion.ingest(upload(source), job=job)
    assert job.extensions == pages
