"""Storage of files in a real S3 server, which checks signatures, sizes and times."""

import time
from base64 import b64encode
from datetime import timedelta
from urllib.parse import urlsplit

import httpx
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from documents.models import Blob, Document
from documents.services import integrity
from documents.storage import blobs
from documents.tests.test_integrity import run
from tasks import system_tenant
from tasks.models import Job
from tasks.testing import run_jobs
from tests.api.seaweed import BUCKET, bucket, running, store_at

__all__ = ["bucket", "running"]

pytestmark = pytest.mark.django_db
WORDS = b"Some words of a document."


def keys(bucket):
    return [item["Key"] for item in bucket.list_objects_v2(Bucket=BUCKET).get("Contents", [])]


def send(api, content=WORDS, name="words.txt"):
    return api.post("/api/v1/documents/upload", {"file": SimpleUploadedFile(name, content)})


def test_a_document_is_stored_in_the_bucket(api, bucket):
    # proves: S3-2
    created = send(api).json()
    name = Blob(sha256=created["sha256"]).name
    assert keys(bucket) == [name]
    file = f"/api/v1/documents/{created['id']}/file"
    assert api.get(file).body == WORDS
    assert api.get(file, headers={"Range": "bytes=5-9"}).body == WORDS[5:10]
    assert api.get(file, headers={"Range": "bytes=-5"}).body == WORDS[-5:]
    run_jobs()
    document = Document.objects.get(pk=created["id"])
    assert document.state == "ready"
    assert len(keys(bucket)) == 4  # file, thumbnail, rendition and structure
    assert api.get(f"/api/v1/documents/{created['id']}/pdf").body.startswith(b"%PDF")


def test_a_signed_url_is_valid_until_it_expires(api, bucket, settings):
    # proves: S3-9 V5.4.1 V5.4.2
    created = send(api, name="Übersicht.txt").json()
    url = api.send("GET", f"/api/v1/documents/{created['id']}/download-url").json()["url"]
    response = httpx.get(url)
    assert (response.status_code, response.content) == (200, WORDS)
    assert response.headers["Content-Disposition"] == "attachment; filename*=utf-8''%C3%9Cbersicht.txt"
    assert response.headers["Content-Type"] == "text/plain"
    assert httpx.get(url, headers={"Range": "bytes=0-3"}).content == WORDS[:4]
    assert httpx.get(url.replace("Signature=", "Signature=0")).status_code == 403
    assert httpx.get(url.replace(created["sha256"][-4:], "0000")).status_code == 403
    settings.SIGNED_URL_SECONDS = 1
    short = api.send("GET", f"/api/v1/documents/{created['id']}/download-url").json()["url"]
    time.sleep(2.1)
    assert httpx.get(short).status_code == 403


@pytest.mark.full
def test_a_direct_upload_must_have_the_announced_size(api, bucket):
    created = api.send("POST", "/api/v1/uploads/direct", {"filename": "words.txt", "size": len(WORDS)}).json()
    assert urlsplit(created["url"]).netloc == urlsplit(bucket.meta.endpoint_url).netloc
    assert httpx.put(created["url"], content=WORDS + b"!").status_code == 403
    assert api.send("POST", f"/api/v1/uploads/{created['id']}/complete").status_code == 409
    assert httpx.put(created["url"], content=WORDS).status_code == 200
    done = api.send("POST", f"/api/v1/uploads/{created['id']}/complete").json()
    assert done["state"] == "done"
    assert api.get(f"/api/v1/documents/{done['document']}/file").body == WORDS


@pytest.mark.full
def test_urls_use_the_public_endpoint(api, bucket, settings):
    settings.STORAGES = settings.STORAGES | {
        "default": store_at(bucket.meta.endpoint_url, public_endpoint_url="https://files.example")
    }
    created = send(api).json()
    url = api.send("GET", f"/api/v1/documents/{created['id']}/download-url").json()["url"]
    assert url.startswith(f"https://files.example/{BUCKET}/")


def test_the_parts_of_an_upload_are_joined(api, bucket, django_capture_on_commit_callbacks):
    pair = f"filename {b64encode(b'words.txt').decode()}"
    headers = {"Tus-Resumable": "1.0.0", "Upload-Length": str(len(WORDS)), "Upload-Metadata": pair}
    location = api.post("/api/v1/uploads", headers=headers)["Location"]
    for start in (0, 10):
        part = WORDS[start : start + 10] if start == 0 else WORDS[start:]
        with django_capture_on_commit_callbacks(execute=True):
            last = api.patch(
                location,
                data=part,
                content_type="application/offset+octet-stream",
                headers={"Tus-Resumable": "1.0.0", "Upload-Offset": str(start)},
            )
    document = Document.objects.get(pk=last["X-Document-Id"])
    assert blobs.read_blob(document.blob) == WORDS
    assert keys(bucket) == [document.blob.name]


@pytest.mark.full
@pytest.mark.django_db(transaction=True)
def test_the_nightly_checks_work_on_the_bucket(api, bucket, user):
    # proves: S2-48
    system_tenant.tenant_id()
    sound, changed, missing = (send(api, WORDS + bytes([number])).json() for number in b"abc")
    Job.objects.all().delete()
    bucket.put_object(Bucket=BUCKET, Key=Blob(sha256=changed["sha256"]).name, Body=b"other bytes")
    bucket.delete_object(Bucket=BUCKET, Key=Blob(sha256=missing["sha256"]).name)
    assert run(integrity.CHECK)[-1] == "3 files read, 2 damaged."
    damage = {blob.pk: blob.damage for blob in Blob.objects.all()}
    assert damage == {sound["sha256"]: "", changed["sha256"]: "changed", missing["sha256"]: "missing"}
    stray = Blob(sha256="ab" * 32).name
    bucket.put_object(Bucket=BUCKET, Key=stray, Body=b"orphan")
    bucket.put_object(Bucket=BUCKET, Key="other/program", Body=b"not ours")
    later = timezone.now() + timedelta(days=1)
    assert list(blobs.delete_orphaned_files(before=timezone.now() - timedelta(days=1))) == []
    assert list(blobs.delete_orphaned_files(before=later)) == ["ab" * 32]
    Document.objects.filter(pk=sound["id"]).delete()
    Blob.objects.update(created=timezone.now() - timedelta(days=2))
    run(integrity.SWEEP)
    assert keys(bucket) == sorted(["other/program", Blob(sha256=changed["sha256"]).name])


def test_an_unavailable_store_is_reported(api, bucket, settings):
    created = send(api).json()
    settings.STORAGES = settings.STORAGES | {"default": store_at("http://127.0.0.1:9")}
    for response in (send(api, b"More words."), api.get(f"/api/v1/documents/{created['id']}/file")):
        assert (response.status_code, response.json()["error"]["code"]) == (503, "storage_unavailable")
    assert Document.objects.count() == 1
    settings.STORAGES = settings.STORAGES | {"default": store_at(bucket.meta.endpoint_url, secret_key="wrong" * 5)}
    assert send(api, b"More words.").status_code == 503
