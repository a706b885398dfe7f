"""Processing of a document, from its row to ready, partial or failed."""

import gzip
import re
import time
from pathlib import Path

import pytest
from django.db import transaction

from core.errors import NotFound
from documents.errors import DocumentExists, DocumentLocked, EmptyFile, UnsupportedType
from documents.models import Blob, Document, StructureItem
from documents.pipeline import tokens
from documents.pipeline.pdf.parser import PdfParser
from documents.pipeline.sandbox.limits import MEBIBYTE
from documents.services import deletion, ingestion, lifecycle
from documents.signals import document_processing_complete
from documents.storage import blobs
from documents.structure import text_slice
from documents.tests.pipeline.pdf.hostile_pages import TEXT, memory_bomb, write_pages
from tasks.errors import Cancelled, Fenced
from tasks.models import DeadLetter, Job
from tasks.runtime import queue
from tasks.testing import run_jobs

CONTRACT = "franchise-agreement.pdf"


def jobs_of(document):
    return queue.jobs_of([document.pk], kinds=[lifecycle.PROCESS]).get(document.pk, [])


@pytest.mark.django_db
def test_creating_a_document_records_its_job_with_it(upload):
    # proves: S1-1 S1-4
    document = upload(CONTRACT)
    (job,) = jobs_of(document)
    assert (document.state, document.backend_lock) == ("processing", True)
    assert (job.kind, job.state) == ("documents.process", "waiting")
    assert [step.name for step in job.steps] == [
        "documents.extract_thumbnail",
        "documents.ingest_doc",
        "documents.set_doc_lock_state",
    ]


@pytest.mark.django_db
def test_updating_a_document_starts_nothing(upload):
    # proves: S1-2
    document = upload(CONTRACT)
    document.title = "Another title"
    document.save()
    assert len(jobs_of(document)) == 1


@pytest.mark.full
@pytest.mark.django_db(transaction=True)
def test_a_page_that_fills_the_memory_costs_only_itself(upload, tmp_path):
    path = write_pages(tmp_path / "pages.pdf", TEXT % b"First", memory_bomb(), TEXT % b"Third")
    document = upload(path)
    run_jobs()
    document.refresh_from_db()
    assert document.state == "partial"
    assert document.revision.text.split() == ["First", "Third"]
    assert document.revision.page_count == 3
    assert [warning["code"] for warning in document.revision.warnings] == ["page_unreadable"]


@pytest.mark.full
@pytest.mark.django_db(transaction=True)
def test_a_parser_that_cannot_degrade_pages_is_not_started_again(upload, tmp_path, monkeypatch):
    monkeypatch.setattr(PdfParser, "can_degrade_pages", False)
    document = upload(write_pages(tmp_path / "pages.pdf", TEXT % b"First", memory_bomb()))
    run_jobs()
    document.refresh_from_db()
    assert (document.state, document.failure_code) == ("failed", "parser_out_of_memory")


@pytest.mark.django_db(transaction=True)
def test_a_rollback_starts_nothing(upload):
    # proves: S1-3
    class RolledBack(Exception):
        pass

    def upload_and_roll_back() -> None:
        with transaction.atomic():
            upload(CONTRACT)
            raise RolledBack

    with pytest.raises(RolledBack):
        upload_and_roll_back()
    assert not Job.objects.exists()
    assert not Document.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_a_contract_becomes_text_tokens_structure_and_a_thumbnail(upload):
    # proves: S1-5 S1-6 S1-7
    document = upload(CONTRACT)
    run_jobs()
    document.refresh_from_db()
    assert (document.state, document.backend_lock, document.page_count) == ("ready", False, 2)
    assert document.processing_finished is not None
    assert document.language == "en"
    assert blobs.read_blob(document.thumbnail)[8:12] == b"WEBP"
    page = document.revision.pages.get(number=1)
    decoded = tokens.decode(gzip.decompress(page.tokens))
    words = [
        text_slice(document.revision_id, page.text_start + start, page.text_start + start + len(text))
        for start, text in list(zip(decoded.starts, decoded.texts, strict=True))[:50]
    ]
    assert tuple(words) == decoded.texts[:50]
    assert document.revision.items.filter(kind="paragraph").exists()


@pytest.mark.django_db(transaction=True)
def test_plain_text_keeps_every_character_and_gets_pages(upload):
    document = upload("maintenance-agreement.txt")
    run_jobs()
    document.refresh_from_db()
    assert document.state == "ready"
    original = blobs.read_blob(document.blob).decode()
    assert document.revision.text == original
    assert blobs.read_blob(document.revision.rendition)[:5] == b"%PDF-"


@pytest.mark.parametrize(
    ("damage", "code"),
    [
        (lambda pdf: pdf[: len(pdf) // 2], "truncated_document"),  # half of the file is missing
        (
            lambda pdf: b"%PDF-1.7\n" + b"\x00\x01garbage" * 200 + b"\n%%EOF",
            "corrupt_document",
        ),  # only the beginning and the end are those of a PDF
    ],
)
@pytest.mark.django_db(transaction=True)
def test_a_damaged_file_fails_with_a_code_and_is_unlocked(upload, damage, code):
    intact = blobs.read_blob(upload(CONTRACT).blob)
    document = upload(damage(intact), filename="damaged.pdf")
    run_jobs()
    document.refresh_from_db()
    assert (document.state, document.failure_code, document.backend_lock) == ("failed", code, False)
    assert document.failure_message
    assert document.revision is None


@pytest.mark.django_db(transaction=True)
def test_a_failed_document_can_be_retried(upload, user):
    document = upload(b"%PDF-1.4\nnothing of use", filename="broken.pdf")
    run_jobs()
    document.refresh_from_db()
    assert document.state == "failed"
    lifecycle.retry_document(document, actor=user)
    document.refresh_from_db()
    assert (document.state, document.backend_lock, document.failure_code) == ("processing", True, "")
    assert [job.state for job in jobs_of(document)] == ["waiting", "failed"]


@pytest.mark.django_db(transaction=True)
def test_a_job_that_staff_retry_makes_its_document_ready(upload):
    document = upload(CONTRACT)
    (job,) = jobs_of(document)
    queue.cancel(job.id)
    document.refresh_from_db()
    assert (document.state, document.failure_code) == ("failed", "processing_cancelled")
    queue.retry(job.id)
    run_jobs()
    document.refresh_from_db()
    assert (document.state, document.failure_code, document.backend_lock) == ("ready", "", False)


@pytest.mark.django_db(transaction=True)
def test_a_job_with_invalid_arguments_fails_and_unlocks_its_document(upload):
    document = upload(CONTRACT)
    Job.objects.update(args="no JSON")
    run_jobs()
    document.refresh_from_db()
    assert (document.state, document.failure_code, document.backend_lock) == ("failed", "bad_arguments", False)


@pytest.mark.django_db
def test_a_locked_document_cannot_be_retried(upload, user):
    document = upload(CONTRACT)
    with pytest.raises(DocumentLocked):
        lifecycle.retry_document(document, actor=user)
    assert len(jobs_of(document)) == 1


@pytest.mark.django_db(transaction=True)
def test_processing_again_publishes_a_second_revision(upload, user):
    document = upload(CONTRACT)
    run_jobs()
    document.refresh_from_db()
    lifecycle.retry_document(document, actor=user)
    run_jobs()
    document.refresh_from_db()
    assert (document.state, document.revision.number) == ("ready", 2)
    assert document.revisions.count() == 2


@pytest.mark.parametrize(
    ("content", "error"),
    [
        (b"", EmptyFile),  # no bytes
        (b"PK\x03\x04" + b"\x00" * 400, UnsupportedType),  # an archive
        (b"\x7fELF" + bytes(range(256)) * 8, UnsupportedType),  # a program
    ],
)
@pytest.mark.django_db
def test_unsupported_files_are_refused_before_anything_is_stored(upload, content, error):
    with pytest.raises(error):
        upload(content, filename="invoice.pdf")
    assert not Document.objects.exists()
    assert not Blob.objects.exists()


@pytest.mark.django_db
def test_a_duplicate_is_refused_with_the_id_of_the_first(upload, other_user):
    document = upload(CONTRACT)
    with pytest.raises(DocumentExists) as refused:
        upload(CONTRACT)
    assert refused.value.data["document_id"] == str(document.pk)
    assert upload(CONTRACT, owner=other_user).blob_id == document.blob_id  # the copy of another user shares the blob


@pytest.mark.django_db(transaction=True)
def test_deletion_removes_files_that_no_other_document_uses(upload, user, other_user):
    mine, theirs = upload(CONTRACT), upload(CONTRACT, owner=other_user)
    run_jobs()
    mine.refresh_from_db()
    deletion.delete_document(mine, actor=user, permanently=True)
    assert blobs.read_blob(theirs.blob)[:5] == b"%PDF-"
    theirs.refresh_from_db()
    deletion.delete_document(theirs, actor=other_user)
    assert blobs.read_blob(theirs.blob)[:5] == b"%PDF-"  # it is in the bin
    deletion.purge_document(theirs)
    assert not Blob.objects.exists()


@pytest.mark.django_db
def test_invisible_documents_cannot_be_deleted(upload, other_user):
    document = upload(CONTRACT)
    with pytest.raises(NotFound):
        deletion.delete_document(document, actor=other_user)
    assert Document.objects.filter(pk=document.pk).exists()


@pytest.mark.django_db(transaction=True)
def test_the_setting_limits_the_memory_of_the_sandbox(upload, settings, tmp_path):
    settings.SANDBOX_MEMORY_MB = 777
    document = upload("franchise-agreement.pdf")
    run_jobs()
    limits = Path(f"/proc/{ingestion.sandbox().pid}/limits").read_text()
    ingestion.sandbox().close()
    document.refresh_from_db()
    assert document.state == "ready"
    assert re.search(rf"Max address space +{777 * MEBIBYTE} +{777 * MEBIBYTE}", limits)


class _CancelledJob:
    """A job that is cancelled while the pages are read, just after its step has checked."""

    deadline = time.monotonic() + 600
    is_cancelled = False

    def progress(self, percent, message=""):
        self.is_cancelled = True

    def extend_deadline(self):
        """Do nothing."""

    def guarded(self):
        return transaction.atomic()

    def check_cancelled(self, *, now=False):
        if now and self.is_cancelled:
            raise Cancelled


class _TakenOverJob(_CancelledJob):
    """A job of a process that was suspended, while another one took it over."""

    def guarded(self):
        raise Fenced


@pytest.mark.django_db(transaction=True)
def test_an_attempt_that_was_taken_over_keeps_the_draft_of_the_current_one(upload):
    # proves: S2-3
    document = upload(CONTRACT)
    draft = document.revisions.create(number=1, parser="pdf", parser_version="1", options_hash="")
    with pytest.raises(Fenced):
        ingestion.ingest(document, job=_TakenOverJob())
    assert document.revisions.get() == draft


@pytest.mark.django_db(transaction=True)
def test_a_job_cancelled_during_the_conversion_does_not_analyze_the_structure(upload):
    # proves: S0-5 S0-6
    document = upload(CONTRACT)
    with pytest.raises(Cancelled):
        ingestion.ingest(document, job=_CancelledJob())
    assert not StructureItem.objects.exists()
    assert document.revisions.get().published is None
    assert ingestion.sandbox().pid is None


@pytest.mark.django_db(transaction=True)
def test_a_permanent_failure_is_not_retried_and_creates_a_dead_letter(upload):
    # proves: X-16 S3-37
    document = upload(b"%PDF-1.4\nnothing of use", filename="broken.pdf")
    run_jobs(skip_waits=True)
    (job,) = jobs_of(document)
    dead_letter = DeadLetter.objects.get()
    assert (job.state, job.attempts) == ("failed", 1)
    assert (dead_letter.job_id, dead_letter.reason, dead_letter.error_code) == (job.id, "user_fault", job.error_code)
    assert dead_letter.error_message


@pytest.mark.django_db(transaction=True)
def test_processing_again_does_not_change_the_counts(upload, user):
    # proves: S1-15
    document = upload(CONTRACT)
    run_jobs()
    counts = _counts(document)
    for _ in range(2):
        lifecycle.retry_document(Document.objects.get(pk=document.pk), actor=user)
        run_jobs()
    assert _counts(document) == counts == (2, 2, 1)


def _counts(document):
    document.refresh_from_db()
    return document.page_count, document.revision.page_count, Document.objects.count()


@pytest.mark.django_db(transaction=True)
def test_a_late_change_of_state_has_no_effect(upload):
    # proves: S1-15
    document = upload(CONTRACT)
    run_jobs()
    received = []
    document_processing_complete.connect(receiver := lambda **facts: received.append(facts))
    try:
        before = Document.objects.values().get()
        lifecycle.complete_processing(document.pk, job=_JobThatCommits())
        lifecycle.fail_processing(document.pk, code="late", message="Too late.")
        lifecycle.begin_processing(document.pk)
    finally:
        document_processing_complete.disconnect(receiver)
    assert (Document.objects.values().get(), received) == (before, [])


class _JobThatCommits:
    """A job whose step can commit."""

    def commit(self):
        return transaction.atomic()
