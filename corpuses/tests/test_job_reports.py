"""Reports of jobs: a user has few that have not ended, and each ends as its job does."""

import io
import zipfile
from base64 import b64encode
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.utils import timezone

from audit.models import AuditEntry
from core.db.ids import uuid7
from corpuses.bulk import services as bulk
from corpuses.bulk.models import BulkChange
from corpuses.comments.models import Notification
from corpuses.copies import services as copies
from corpuses.corpora.services import add_documents, create_corpus
from corpuses.exports.models import Export
from corpuses.imports.models import AnnotationImport
from corpuses.job_reports import complete
from corpuses.models import Archive, CorpusCopy
from corpuses.receivers import REPORTS
from corpuses.uploads import archives
from documents.models import Upload
from documents.storage import blobs
from documents.storage.blobs import BlobWriter
from documents.tests.factories import parsed_document
from events.models import Event
from tasks.models import Job
from tasks.runtime import queue
from tasks.signals import FinishedJob, job_finished, of_kind

pytestmark = pytest.mark.django_db


@pytest.fixture
def corpus(user):
    corpus = create_corpus(owner=user, title="Leases")
    add_documents(corpus, [parsed_document(user, "The tenant pays the rent.")], actor=user)
    return corpus


def copy(api, corpus):
    return api.send("POST", f"/api/v1/corpuses/{corpus.pk}/copies", {})


def change(api, corpus):
    return api.send(
        "POST", "/api/v1/bulk-changes", {"kind": "move", "folder": None, "query": {"corpus": str(corpus.pk)}}
    )


def upload_archive(api, corpus):
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as file:
        file.writestr("a.txt", "First words.")
    return api.post(f"/api/v1/corpuses/{corpus.pk}/archives", {"file": SimpleUploadedFile("a.zip", content.getvalue())})


def import_annotations(api, corpus):
    content = b'{"label": "Duty", "quote": "pays", "document_id": ""}'
    file = SimpleUploadedFile("annotations.jsonl", content)
    return api.post(f"/api/v1/corpuses/{corpus.pk}/annotation-imports", {"file": file})


def export(api, corpus):
    return api.send("POST", f"/api/v1/corpuses/{corpus.pk}/exports", {"kind": "annotations"})


def announce_archive(api, corpus):
    pairs = {"filename": "x.zip", "kind": "archive", "corpus": str(corpus.pk)}
    metadata = ",".join(f"{name} {b64encode(value.encode()).decode()}" for name, value in pairs.items())
    headers = {"Tus-Resumable": "1.0.0", "Upload-Length": "22", "Upload-Metadata": metadata}
    return api.post("/api/v1/uploads", headers=headers)


@pytest.mark.parametrize(
    ("send", "services", "model"),
    [(copy, copies, CorpusCopy), (change, bulk, BulkChange), (upload_archive, archives, Archive)],
)
def test_few_of_a_user_have_not_ended(api, other_api, other_user, corpus, monkeypatch, send, services, model):
    monkeypatch.setattr(services, "MAX_WAITING", 2)
    assert {send(api, corpus).status_code for _ in range(2)} <= {201, 202}
    refused = send(api, corpus)
    assert (refused.status_code, refused.json()["error"]["code"]) == (429, "too_many_unfinished")
    assert refused["Retry-After"] == "10"
    assert model.objects.count() == 2

    # Others have a limit of their own, and a place is free when one has ended.
    theirs = create_corpus(owner=other_user, title="Theirs")
    add_documents(theirs, [parsed_document(other_user, "Rent.")], actor=other_user)
    assert send(other_api, theirs).status_code in {201, 202}
    model.objects.filter(pk=model.objects.filter(owner=corpus.owner).first().pk).update(state="failed")
    assert send(api, corpus).status_code in {201, 202}


def test_an_archive_is_refused_before_its_bytes_are_sent(api, corpus, monkeypatch):
    monkeypatch.setattr(archives, "MAX_WAITING", 2)  # one that is being sent, and one that waits
    assert announce_archive(api, corpus).status_code == 201
    assert upload_archive(api, corpus).status_code == 201
    before = Upload.objects.count()
    refused = announce_archive(api, corpus)
    assert (refused.status_code, refused.json()["error"]["code"]) == (429, "too_many_unfinished")
    assert Upload.objects.count() == before


START = {
    Archive: upload_archive,
    CorpusCopy: copy,
    BulkChange: change,
    AnnotationImport: import_annotations,
    Export: export,
}


@pytest.fixture(params=REPORTS.values(), ids=[each.model.__name__ for each in REPORTS.values()])
def report(request, api, corpus):
    """Return a report whose job waits."""
    model = request.param.model
    assert START[model](api, corpus).status_code in {201, 202}
    report = model.objects.get()
    assert report.state == "waiting"
    assert Upload.objects.filter(result=report.pk, state="held").count() == hasattr(report, "upload")
    return report


def end(report, state, *, code="", reason="", message=""):
    """Let the job of a report end, as the runtime does it."""
    row = Job.objects.get(pk=report.job)
    texts = {"state": state, "reason": reason, "error_code": code, "error_message": message}
    known = {name: getattr(row, name) for name in ("id", "kind", "subject_id", "owner_id", "tenant_id")}
    with transaction.atomic():
        job_finished.send(sender=of_kind(row.kind), job=FinishedJob(args={}, started=None, **known, **texts))


def counts(report):
    """Count what else says that a report has failed: notifications, audit entries, events for pages."""
    return (
        Notification.objects.count(),
        AuditEntry.objects.filter(action="corpus.annotations_imported").count(),
        Event.objects.filter(uuid=report.corpus_id, changed=["documents"]).count(),
    )


@pytest.mark.parametrize(
    ("code", "reason", "expected"), [("not_found", "user_fault", "not_found"), ("", "worker_lost", "worker_lost")]
)
def test_a_failed_job_fails_its_report(report, code, reason, expected):
    before = counts(report)
    for _ in range(2):  # once, however often it is said
        end(report, "failed", code=code, reason=reason, message="It is gone.")
    report.refresh_from_db()
    assert (report.state, report.error_code, report.error_message) == ("failed", expected, "It is gone.")
    assert timezone.now() - report.finished < timedelta(minutes=1)
    assert not Upload.objects.filter(state="held").exists()
    new = tuple(after - earlier for after, earlier in zip(counts(report), before, strict=True))
    assert new == {Export: (1, 0, 0), AnnotationImport: (0, 1, 0), CorpusCopy: (0, 0, 1)}.get(type(report), (0, 0, 0))


def test_a_cancelled_job_fails_its_report_without_a_notification(report):
    queue.cancel(report.job)
    report.refresh_from_db()
    assert (report.state, report.error_code, report.error_message) == ("failed", "cancelled", "")
    assert not Upload.objects.filter(state="held").exists()
    assert not Notification.objects.exists()


def test_a_report_that_is_done_stays_so(report):
    """Its job fails in a later step, or is repeated and fails then."""
    with BlobWriter() as writer:
        writer.write(b"{}")
        results = {"blob": blobs.store(writer.finish())} if isinstance(report, Export) else {}
        complete(report, **results)
    report.refresh_from_db()
    finished, before = report.finished, counts(report)
    end(report, "failed", code="overloaded", message="It is full.")
    report.refresh_from_db()
    assert (report.state, report.error_code, report.finished, counts(report)) == ("done", "", finished, before)
    assert not Upload.objects.filter(state="held").exists()


def test_another_job_goes_on_with_a_report(report):
    """An operator requeues the job of a change, and cancels it, while the job that undoes the change waits."""
    type(report).objects.update(job=uuid7())
    before = counts(report)
    end(report, "failed", code="overloaded")
    report.refresh_from_db()
    assert (report.state, report.error_code, counts(report)) == ("waiting", "", before)
    assert Upload.objects.filter(state="held").count() == hasattr(report, "upload")


def test_a_job_ends_whose_report_was_deleted_meanwhile(report):
    type(report).objects.all().delete()
    end(report, "failed", code="not_found")
    queue.cancel(report.job)
    complete(report)
    assert not type(report).objects.exists()
    assert not Upload.objects.filter(state="held").exists()


def test_the_success_of_a_job_is_recorded_by_itself(report):
    end(report, "success")
    report.refresh_from_db()
    assert (report.state, report.finished) == ("waiting", None)


def test_the_jobs_of_a_deleted_corpus_are_cancelled(report, api):
    assert api.send("DELETE", f"/api/v1/corpuses/{report.corpus_id}").status_code == 204
    report.refresh_from_db()
    assert (Job.objects.get(pk=report.job).state, report.error_code) == ("cancelled", "cancelled")
