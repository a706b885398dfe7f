"""Exports in a job: the file is that of the list, its owner is notified, others cannot get it, old ones are deleted."""

import json
from datetime import timedelta

import pytest
from django.utils import timezone

from audit.models import AuditEntry
from core.api.testing import ApiClient
from corpuses.annotations.models import Annotation
from corpuses.annotations.services import AnnotationDraft, annotate
from corpuses.comments.models import Notification
from corpuses.exports import services
from corpuses.exports.models import Export
from corpuses.exports.services import delete_old_exports
from corpuses.extracts.models import Cell, Column, Extract, ExtractRow
from corpuses.models import CorpusShare
from documents.models import Blob
from documents.services.integrity import sweep_files
from events.models import Event
from tasks.models import Job
from tasks.runtime import queue
from tasks.testing import run_jobs
from tests.plain_job import JobCancelled
from users.models import User

pytestmark = pytest.mark.django_db

TEXT = "The tenant pays the rent on the first day of the month."
LISTS = {"annotations": "annotations/export", "documents": "documents/export"}


@pytest.fixture
def annotated(user, corpus, add_parsed):
    for number in range(3):
        document = add_parsed(TEXT, title=f"Lease {number}")
        for start in (4, 11):
            draft = AnnotationDraft(label_name="Party", start=start, end=start + 6)
            annotate(draft, corpus=corpus, document=document, actor=user)
    return corpus


@pytest.fixture
def extract(user, annotated):
    extract = Extract.objects.create(corpus=annotated, name="Facts", engine="reader", creator=user)
    column = Column.objects.create(extract=extract, name="Rent", question="How much?")
    source = {"start": 0, "end": 3, "page": 1, "quote": "The"}
    for document in annotated.documents.all():
        row = ExtractRow.objects.create(extract=extract, document=document, revision=document.revision)
        Cell.objects.create(row=row, column=column, status="found", text=document.title, sources=[source])
    return extract


def start(api, corpus, **fields):
    response = api.send("POST", f"/api/v1/corpuses/{corpus.pk}/exports", fields)
    assert response.status_code == 202, response.json()
    return response.json()


def run_exports():
    Job.objects.exclude(kind__in=[services.WRITE, services.DELETE_OLD]).delete()
    run_jobs()


def written(api, corpus, **fields):
    """Write a file in a job; return the export and its bytes, fetched without signing in."""
    key = start(api, corpus, **fields)["id"]
    run_exports()
    export = api.send("GET", f"/api/v1/exports/{key}").json()
    assert export["state"] == "done", export
    url = api.send("GET", f"/api/v1/exports/{key}/download-url").json()["url"]
    response = ApiClient().get(url.removeprefix("http://testserver"))
    assert response.status_code == 200
    assert export["filename"] in response["Content-Disposition"]
    return export, response.body


@pytest.mark.parametrize("name", ["csv", "jsonl", "xlsx", "parquet"])
@pytest.mark.parametrize("kind", sorted(LISTS))
def test_the_file_of_a_job_is_that_of_the_list(api, annotated, kind, name):
    export, body = written(api, annotated, kind=kind, format=name)
    at_once = api.get(f"/api/v1/corpuses/{annotated.pk}/{LISTS[kind]}", {"format": name}).body
    if name == "xlsx":  # it contains the time when it was written
        assert abs(len(body) - len(at_once)) < 10
    else:
        assert body == at_once
    assert export["rows"] == (6 if kind == "annotations" else 3)
    assert (export["size"], export["progress"]) == (len(body), 100)


def test_web_annotations_have_the_address_of_the_request(api, annotated):
    export, body = written(api, annotated, kind="annotations", format="jsonld")
    items = json.loads(body)["items"]
    assert len(items) == export["rows"] == 6
    assert items[0]["id"].startswith("http://testserver/api/v1/annotations/")


def test_an_extract_is_exported_with_its_layout(api, annotated, extract):
    fields = {"kind": "extract", "extract": str(extract.pk), "format": "jsonl", "query": {"layout": "cells"}}
    export, body = written(api, annotated, **fields)
    at_once = api.get(f"/api/v1/extracts/{extract.pk}/export", {"format": "jsonl", "layout": "cells"}).body
    assert body == at_once
    assert export["rows"] == len(body.splitlines()) == 3


def test_the_filters_are_those_of_the_list(api, annotated):
    first = Annotation.objects.first()
    query = {"document": str(first.document_id), "search": "tenant"}
    _, body = written(api, annotated, kind="annotations", format="jsonl", query=query)
    assert {json.loads(line)["document id"] for line in body.splitlines()} == {str(first.document_id)}


@pytest.mark.parametrize(
    "fields",
    [
        {"kind": "annotations", "query": {"colour": "red"}},
        {"kind": "annotations", "query": {"format": "csv"}},
        {"kind": "annotations", "query": {"source": "anyone"}},
        {"kind": "documents", "format": "jsonld"},
        {"kind": "extract"},
        {"kind": "everything"},
        {"kind": "annotations", "format": "docx"},
        {"kind": "annotations", "query": ["a"]},
    ],
)
def test_an_invalid_request_starts_nothing(api, annotated, fields):
    response = api.send("POST", f"/api/v1/corpuses/{annotated.pk}/exports", fields)
    assert response.status_code == 400, response.json()
    assert not Export.objects.exists()
    assert not Job.objects.filter(kind=services.WRITE).exists()


def test_the_owner_is_notified_once(api, user, annotated):
    export, _ = written(api, annotated, kind="annotations")
    notification = Notification.objects.get()
    assert (notification.owner, str(notification.export_id), notification.kind) == (user, export["id"], "export")
    (listed,) = api.send("GET", "/api/v1/notifications?unread=true").json()["results"]
    assert (listed["kind"], listed["export"], listed["thread"], listed["text"]) == ("export", export["id"], None, "")
    query = "{ notifications { edges { node { kind thread { uuid } export { filename state } } } } }"
    (edge,) = api.execute(query)["notifications"]["edges"]
    assert edge["node"] == {
        "kind": "EXPORT",
        "thread": None,
        "export": {"filename": export["filename"], "state": "DONE"},
    }
    assert Event.objects.filter(entity="notification", uuid=notification.pk, owner=user.pk).exists()


def test_a_repeated_attempt_stores_one_file(api, annotated, job):
    """The first attempt ends just before its commit, as if its worker were killed."""
    key = start(api, annotated, kind="annotations")["id"]
    export = Export.objects.get(pk=key)
    job.cancel_now()
    with pytest.raises(JobCancelled):
        services.write_export(export.pk, job=job)
    export.refresh_from_db()
    assert (export.state, export.blob) == ("waiting", None)
    run_exports()
    export.refresh_from_db()
    assert export.state == "done"
    services.write_export(export.pk, job=job)  # delivered once more
    assert Export.objects.get().blob_id == export.blob_id
    assert Notification.objects.count() == 1


def test_the_audit_log_names_the_export(api, user, annotated):
    start(api, annotated, kind="annotations", format="jsonl")
    entry = AuditEntry.objects.get(action="corpus.annotations_exported")
    assert (entry.actor_id, entry.object_id, entry.details["format"]) == (user.pk, annotated.pk, "jsonl")


def test_the_url_needs_a_file(api, annotated):
    key = start(api, annotated, kind="annotations")["id"]
    response = api.send("GET", f"/api/v1/exports/{key}/download-url")
    assert (response.status_code, response.json()["error"]["code"]) == (409, "export_not_ready")


def test_a_cancelled_export_leaves_no_file_and_no_notification(api, annotated):
    export = start(api, annotated, kind="annotations")
    assert api.send("POST", f"/api/v1/jobs/{export['job']}/cancel").status_code == 200
    run_exports()
    listed = api.send("GET", f"/api/v1/exports/{export['id']}").json()
    assert (listed["state"], listed["error"]["code"]) == ("failed", "cancelled")
    assert not Notification.objects.exists()


def test_an_export_without_access_fails(api, user, annotated):
    """Access is checked again when the job runs."""
    friend = User.objects.create_user("grace", "grace@example.org")
    share = CorpusShare.objects.create(target=annotated, user=friend, role="viewer", created_by=user)
    theirs = ApiClient(friend)
    export = start(theirs, annotated, kind="annotations")
    share.delete()
    run_exports()
    row = Export.objects.get(pk=export["id"])
    assert (row.state, row.error_code, row.blob) == ("failed", "not_found", None)
    assert theirs.send("GET", f"/api/v1/exports/{export['id']}").status_code == 404


def test_a_deleted_export_takes_its_file_along(api, annotated):
    export, _ = written(api, annotated, kind="annotations")
    sha256 = Export.objects.get().blob_id
    assert api.send("DELETE", f"/api/v1/exports/{export['id']}").status_code == 204
    assert not Blob.objects.filter(pk=sha256).exists()
    assert not Notification.objects.exists()


def test_the_file_is_kept_by_the_clean_up_and_deleted_after_some_days(api, annotated, job, settings):
    written(api, annotated, kind="annotations")
    export = Export.objects.get()
    Blob.objects.filter(pk=export.blob_id).update(created=timezone.now() - timedelta(days=60))
    sweep_files(job=job)
    assert Blob.objects.filter(pk=export.blob_id).exists()
    almost = timezone.now() - timedelta(days=settings.EXPORT_DAYS) + timedelta(hours=1)
    Export.objects.filter(pk=export.pk).update(finished=almost)
    assert delete_old_exports(job=job) == 0
    Export.objects.filter(pk=export.pk).update(finished=almost - timedelta(hours=2))
    assert delete_old_exports(job=job) == 1
    assert not Blob.objects.filter(pk=export.blob_id).exists()
    assert not Export.objects.exists()


def test_the_number_of_exports_is_limited(api, user, annotated):
    kept = {"corpus": annotated, "owner": user, "kind": "annotations", "format": "csv", "state": Export.State.FAILED}
    rows = [Export(**kept) for _ in range(services.MAX_EXPORTS)]
    Export.objects.bulk_create(rows)
    response = api.send("POST", f"/api/v1/corpuses/{annotated.pk}/exports", {"kind": "annotations"})
    assert (response.status_code, response.json()["error"]["code"]) == (409, "too_many_exports")


def test_few_exports_of_a_user_wait_to_be_written(api, annotated, monkeypatch):
    monkeypatch.setattr(services, "MAX_WAITING", 2)
    url = f"/api/v1/corpuses/{annotated.pk}/exports"
    assert [api.send("POST", url, {"kind": "annotations"}).status_code for _ in range(2)] == [202, 202]
    response = api.send("POST", url, {"kind": "annotations"})
    assert (response.status_code, response.json()["error"]["code"]) == (429, "too_many_exports_at_once")
    assert response["Retry-After"] == "10"
    Export.objects.filter(pk=Export.objects.first().pk).update(state=Export.State.FAILED)
    assert api.send("POST", url, {"kind": "annotations"}).status_code == 202


def test_a_repeated_request_starts_one_job(api, annotated):
    url = f"/api/v1/corpuses/{annotated.pk}/exports"
    first, second = (api.send("POST", url, {"kind": "documents"}, **{"Idempotency-Key": "a"}).json() for _ in range(2))
    assert first["id"] == second["id"]
    assert len(queue.jobs_of([Export.objects.get().pk])) == 1


def test_the_export_of_a_deleted_corpus_is_cancelled(api, annotated):
    export = start(api, annotated, kind="annotations")
    assert api.send("DELETE", f"/api/v1/corpuses/{annotated.pk}").status_code == 204
    assert Job.objects.get(pk=export["job"]).state == "cancelled"


def test_graphql_creates_and_deletes(api, annotated):
    mutation = "mutation ($input: CreateExportInput!) { createExport(input: $input) { export { %s } errors { code } } }"
    values = {"corpusId": str(annotated.pk), "kind": "DOCUMENTS", "format": "jsonl"}
    fields = "id kind state downloadUrl"
    created = api.execute(mutation.replace("%s", fields), {"input": values})["createExport"]
    assert created["errors"] == []
    assert (created["export"]["kind"], created["export"]["downloadUrl"]) == ("DOCUMENTS", None)
    run_exports()
    (edge,) = api.execute("{ exports { edges { node { id rows progress downloadUrl } } } }")["exports"]["edges"]
    assert (edge["node"]["rows"], edge["node"]["progress"]) == (3, 100)
    assert len(ApiClient().get(edge["node"]["downloadUrl"]).body.splitlines()) == 3
    key = edge["node"]["id"]
    mutation = "mutation ($input: DeleteExportInput!) { deleteExport(input: $input) { deletedId errors { code } } }"
    deleted = api.execute(mutation, {"input": {"id": key}})
    assert deleted["deleteExport"] == {"deletedId": key, "errors": []}
    assert not Export.objects.exists()


def test_graphql_names_the_invalid_parameter(api, annotated):
    mutation = "mutation ($input: CreateExportInput!) { createExport(input: $input) { errors { code field message } } }"
    values = {"corpusId": str(annotated.pk), "kind": "ANNOTATIONS", "query": '{"source": "anyone"}'}
    (error,) = api.execute(mutation, {"input": values})["createExport"]["errors"]
    assert (error["code"], error["field"]) == ("invalid", "source")
    assert "anyone" in error["message"]
    assert not Export.objects.exists()
