"""A full disk or bucket: 507 `storage_full`, nothing left behind, and the upload can be continued."""

import errno
import json
import os
import zipfile
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

import pytest
from botocore.exceptions import ClientError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import OperationalError, connection
from django.db.models import Model
from graphql import GraphQLError
from psycopg.errors import DiskFull

from core.api.graphql.errors import format_error
from core.api.rest.exceptions import error_response_of
from core.errors import StorageFull
from corpuses.annotations.models import Annotation, Edit
from corpuses.corpora.services import add_documents
from corpuses.exports.models import Export
from corpuses.imports import services as imports
from corpuses.imports.models import AnnotationImport
from corpuses.imports.starting import IMPORT
from corpuses.uploads.archives import UNPACK
from documents.models import Document, Upload
from documents.services.quota import usage_of
from documents.storage import blobs
from documents.storage.object_store import translate_storage_errors
from documents.tests.factories import parsed_document
from tasks.models import Job
from tasks.testing import run_jobs

pytestmark = pytest.mark.django_db
WORDS = b"Some words of a document."
QUOTES = ["The tenant pays.", "The landlord repairs.", "The agent lets.", "The court decides.", "The city taxes."]
TUS = {"Tus-Resumable": "1.0.0"}


@pytest.fixture
def fill_disk(monkeypatch):
    """Return a function after which the operating system has no space for new files, until `undo`."""

    def fill(code: int = errno.ENOSPC) -> pytest.MonkeyPatch:
        real_open = os.open

        def refuse(*_: object) -> None:
            raise OSError(code, os.strerror(code))

        def open_existing(path, flags, *args, **options):
            return refuse() if flags & os.O_CREAT and ".incoming" not in str(path) else real_open(path, flags, *args)

        monkeypatch.setattr(os, "fsync", refuse)
        monkeypatch.setattr(os, "open", open_existing)
        return monkeypatch

    return fill


def incoming() -> list[Path]:
    return list(blobs._incoming().glob("*"))


def require_full(response) -> None:
    error = response.json()["error"]
    assert (response.status_code, error["code"], int(response["Retry-After"]) > 0) == (507, "storage_full", True)


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EDQUOT])
def test_an_upload_without_space_is_refused_and_leaves_nothing(api, fill_disk, code):
    # proves: F-10
    before = incoming()
    full = fill_disk(code)
    send = {"file": SimpleUploadedFile("words.txt", WORDS)}
    require_full(api.post("/api/v1/documents/upload", send))
    assert (incoming(), Document.objects.count()) == (before, 0)
    full.undo()
    again = {"file": SimpleUploadedFile("words.txt", WORDS)}
    assert api.post("/api/v1/documents/upload", again).status_code == 201


def test_a_resumable_upload_continues_when_there_is_space(api, fill_disk):
    # proves: F-10
    pair = f"filename {b64encode(b'words.txt').decode()}"
    created = api.post("/api/v1/uploads", headers=TUS | {"Upload-Length": str(len(WORDS)), "Upload-Metadata": pair})

    def patch():
        return api.patch(
            created["Location"],
            data=WORDS,
            content_type="application/offset+octet-stream",
            headers=TUS | {"Upload-Offset": "0"},
        )

    full = fill_disk()
    require_full(patch())
    assert api.get(created["Location"])["Upload-Offset"] == "0"
    full.undo()
    assert "X-Document-Id" in patch()


def test_a_later_part_without_space_counts_once(api, user, fill_disk):
    pair = f"filename {b64encode(b'words.txt').decode()}"
    created = api.post("/api/v1/uploads", headers=TUS | {"Upload-Length": str(len(WORDS)), "Upload-Metadata": pair})

    def patch(start, end):
        return api.patch(
            created["Location"],
            data=WORDS[start:end],
            content_type="application/offset+octet-stream",
            headers=TUS | {"Upload-Offset": str(start)},
        )

    assert patch(0, 10).status_code == 204
    full = fill_disk()
    for _ in range(2):
        require_full(patch(10, len(WORDS)))
    usage = usage_of(user.tenant_id)
    assert (usage.bytes, usage.pending, usage.documents) == (0, len(WORDS), 0)
    full.undo()
    assert "X-Document-Id" in patch(10, len(WORDS))
    usage = usage_of(user.tenant_id)
    assert (usage.bytes, usage.pending, usage.documents) == (len(WORDS), 0, 1)


def test_an_export_without_space_waits_and_leaves_nothing(api, corpus, fill_disk):
    sent = api.send("POST", f"/api/v1/corpuses/{corpus.pk}/exports", {"kind": "annotations", "format": "csv"})
    address, before = f"/api/v1/exports/{sent.json()['id']}", incoming()
    full = fill_disk()
    run_jobs()
    assert api.get(address).json()["state"] == "waiting"
    assert (incoming(), Export.objects.get().blob) == (before, None)
    full.undo()
    run_jobs(skip_waits=True)
    assert api.get(address).json()["state"] == "done"
    assert Export.objects.get().blob


def test_an_archive_without_space_waits_and_leaves_nothing(api, user, corpus, fill_disk):
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("words.txt", WORDS)
    sent = api.post(f"/api/v1/corpuses/{corpus.pk}/archives", {"file": SimpleUploadedFile("a.zip", packed.getvalue())})
    before = usage_of(user.tenant_id), incoming()
    fill_disk()
    run_jobs()
    job = Job.objects.get(kind=UNPACK)
    assert (job.state in {"stuck", "waiting"}, job.failures) == (True, 0)
    assert api.get(sent["Location"]).json()["state"] in {"waiting", "running"}
    assert (usage_of(user.tenant_id), incoming()) == before


def send_annotations(api, corpus, document, *quotes):
    rows = [{"document id": str(document.pk), "label": "Duty", "quote": quote} for quote in quotes]
    file = SimpleUploadedFile("annotations.jsonl", "\n".join(map(json.dumps, rows)).encode())
    return api.post(f"/api/v1/corpuses/{corpus.pk}/annotation-imports", {"file": file})


def test_an_import_of_annotations_without_space_is_refused_and_leaves_nothing(api, user, corpus, fill_disk):
    document, before = annotatable(user, corpus), (usage_of(user.tenant_id), incoming())
    full = fill_disk()
    require_full(send_annotations(api, corpus, document, *QUOTES))
    assert (AnnotationImport.objects.count(), Upload.objects.count(), Job.objects.count()) == (0, 0, 0)
    assert (usage_of(user.tenant_id), incoming(), blobs.files_in("uploads")) == (*before, [])
    full.undo()
    sent = send_annotations(api, corpus, document, *QUOTES)
    run_jobs()
    require_imported(api, sent)


def test_an_import_of_annotations_waits_for_space_and_ends_when_there_is_some(api, user, corpus, fill_disk):
    sent = send_annotations(api, corpus, annotatable(user, corpus), *QUOTES)
    before = incoming()
    full = fill_disk()
    run_jobs()
    job = Job.objects.get(kind=IMPORT)
    assert (job.state in {"stuck", "waiting"}, job.failures, incoming()) == (True, 0, before)
    assert (api.get(sent["Location"]).json()["state"], Annotation.objects.count()) == ("waiting", 0)
    full.undo()
    run_jobs(skip_waits=True)
    require_imported(api, sent)


@pytest.mark.django_db(transaction=True)
def test_a_full_disk_of_the_database_stops_an_import_between_its_batches(api, user, corpus, full_table, monkeypatch):
    monkeypatch.setattr(imports, "_BATCH", 2)
    sent = send_annotations(api, corpus, annotatable(user, corpus), *QUOTES)
    with full_table(Edit, rows=3):  # the annotations of the second batch are there, and one of their edits
        run_jobs()
        job = Job.objects.get(kind=IMPORT)
        assert (job.state in {"stuck", "waiting"}, job.failures) == (True, 0)
        report = api.get(sent["Location"]).json()
        assert (report["state"], report["added"]) == ("waiting", 2)
        assert (Annotation.objects.count(), Edit.objects.count()) == (2, 2)
    run_jobs(skip_waits=True)
    require_imported(api, sent)


def annotatable(user, corpus):
    document = parsed_document(user, " ".join(QUOTES))
    add_documents(corpus, [document], actor=user)
    Job.objects.all().delete()
    Annotation.objects.all().delete()
    Edit.objects.all().delete()
    return document


def require_imported(api, sent):
    """Require that each annotation is there once, and that the bytes of the file are gone."""
    report = api.get(sent["Location"]).json()
    assert (report["state"], report["added"], report["existing"], report["refused"]) == ("done", len(QUOTES), 0, 0)
    assert sorted(each.quote for each in Annotation.objects.all()) == sorted(QUOTES)
    assert (Edit.objects.count(), blobs.folders_in("uploads")) == (len(QUOTES), [])


@pytest.fixture
def full_table():
    """Return a context manager in which the database has space for so many rows of a model."""

    @contextmanager
    def fill(model: type[Model], *, rows: int) -> Iterator[None]:
        table = connection.ops.quote_name(model._meta.db_table)
        with connection.cursor() as cursor:
            cursor.execute(f"""
                CREATE FUNCTION refuse_row() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                    IF (SELECT count(*) FROM {table}) >= {rows} THEN
                        RAISE EXCEPTION 'no space left on device' USING ERRCODE = 'disk_full';
                    END IF;
                    RETURN NEW;
                END $$;
                CREATE TRIGGER refuse_row BEFORE INSERT ON {table} FOR EACH ROW EXECUTE FUNCTION refuse_row();
            """)
        try:
            yield
        finally:
            with connection.cursor() as cursor:
                cursor.execute("DROP FUNCTION refuse_row CASCADE")

    return fill


def test_a_signed_upload_without_space_is_refused(api, anonymous_api, fill_disk):
    created = api.send("POST", "/api/v1/uploads/direct", {"filename": "words.txt", "size": len(WORDS)}).json()
    url = created["url"].partition("testserver")[2]
    fill_disk()
    require_full(anonymous_api.put(url, data=WORDS, content_type="application/octet-stream"))


def test_readiness_writes_to_the_store(anonymous_api, fill_disk):
    # proves: S3-57
    assert anonymous_api.get("/health/ready").status_code == 200
    full = fill_disk()
    response = anonymous_api.get("/health/ready")
    assert (response.status_code, response.json()["error"]["failing"]) == (503, ["object_store"])
    full.undo()
    assert anonymous_api.get("/health/ready").status_code == 200


def test_a_job_without_space_is_run_again(api, fill_disk):
    # proves: F-10
    document = api.post("/api/v1/documents/upload", {"file": SimpleUploadedFile("words.txt", WORDS)}).json()["id"]
    full = fill_disk()
    run_jobs()
    job = Job.objects.get(subject_id=document)
    assert (job.state in {"stuck", "waiting"}, job.failures, job.error_code) == (True, 0, "")
    full.undo()
    run_jobs(skip_waits=True)
    assert Document.objects.get(pk=document).state == "ready"


@pytest.mark.parametrize(
    ("status", "code"), [(507, "XMinioStorageFull"), (400, "XMinioAdminBucketQuotaExceeded"), (403, "QuotaExceeded")]
)
def test_a_full_bucket_is_recognized(status, code):
    response = {"Error": {"Code": code}, "ResponseMetadata": {"HTTPStatusCode": status}}
    with pytest.raises(StorageFull), translate_storage_errors():
        raise ClientError(response, "PutObject")


def test_a_full_disk_of_the_database_is_recognized():
    error = OperationalError("no space")
    error.__cause__ = DiskFull()
    response = error_response_of(error)
    assert response is not None
    assert (response.status, response.code) == (507, "storage_full")
    assert format_error(GraphQLError("x", original_error=error))["extensions"]["code"] == "storage_full"
