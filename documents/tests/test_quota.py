"""Usage is counted, excess is refused, and both can be checked before an upload."""

import hashlib
from base64 import b64encode
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from documents.models import Blob, Document
from documents.pipeline import registry
from documents.services import uploads

UPLOAD = "/api/v1/documents/upload"
CHECK = "/api/v1/upload-checks"
USAGE = "/api/v1/usage"

pytestmark = pytest.mark.django_db


def send(client, content, name="notes.txt", headers=None, **fields):
    return client.post(UPLOAD, {"file": SimpleUploadedFile(name, content), **fields}, headers=headers)


def error_of(response):
    return response.status_code, response.json()["error"]["code"]


def sha(content):
    return hashlib.sha256(content).hexdigest()


def test_usage_counts_stored_documents(api, other_api):
    # proves: V5.2.4
    send(api, b"Some words.")
    send(api, b"\x89PNG\r\n\x1a\n" + bytes(100), "a.png")
    send(other_api, b"Words of another user")
    usage = api.send("GET", USAGE).json()
    assert {key: usage[key] for key in ("bytes", "documents", "pending_bytes")} == {
        "bytes": 119, "documents": 2, "pending_bytes": 0,
    }  # fmt: skip
    assert usage["by_type"] == [
        {"mime_type": "image/png", "type_name": "PNG picture", "bytes": 108, "documents": 1},
        {"mime_type": "text/plain", "type_name": "Plain text", "bytes": 11, "documents": 1},
    ]
    assert usage["largest"] == {"upload": 26_214_400, "resumable": 2_147_483_648, "archive": 67_108_864}
    data = api.execute("{ usage { bytes documents pendingBytes limitBytes limitDocuments byType { mimeType bytes } } }")
    assert (data["usage"]["bytes"], data["usage"]["limitBytes"]) == (119, 53_687_091_200)


def test_bytes_up_to_the_quota_are_accepted(api, user, settings):
    # proves: V5.2.4
    settings.UPLOAD_QUOTA_BYTES = 30
    assert send(api, b"a" * 20).status_code == 201
    response = send(api, b"b" * 11)
    assert error_of(response) == (413, "quota_exceeded")
    error = response.json()["error"]
    assert (error["quota"], error["limit"], error["used"], error["wanted"]) == ("bytes", 30, 20, 11)
    assert not Blob.objects.filter(pk=sha(b"b" * 11)).exists()
    assert send(api, b"b" * 10).status_code == 201


def test_a_tenant_may_have_its_own_limits(api, user, settings):
    settings.UPLOAD_QUOTA_BYTES, settings.UPLOAD_QUOTA_DOCUMENTS = 5, 1
    user.tenant.quota_bytes, user.tenant.quota_documents = 0, 2
    user.tenant.save()
    assert [send(api, words).status_code for words in (b"First words.", b"Second words.")] == [201, 201]
    response = send(api, b"Third words.")
    assert error_of(response) == (409, "quota_exceeded")
    assert response.json()["error"]["quota"] == "documents"
    assert Document.objects.count() == 2


def test_zero_means_no_limit(api, settings):
    settings.UPLOAD_QUOTA_BYTES = settings.UPLOAD_QUOTA_DOCUMENTS = 0
    assert send(api, b"Some words.").status_code == 201
    usage = api.send("GET", USAGE).json()
    assert (usage["limit_bytes"], usage["limit_documents"]) == (None, None)


def test_a_wrong_checksum_is_refused(api, settings):
    # proves: S3-2
    good, other = sha(b"Some words."), sha(b"Other words.")
    assert error_of(send(api, b"Some words.", sha256=other)) == (400, "hash_mismatch")
    digest = b64encode(bytes.fromhex(other)).decode()
    headers = {"Repr-Digest": f"md5=:AAAA:, sha-256=:{digest}:"}
    assert error_of(send(api, b"Some words.", headers=headers)) == (400, "hash_mismatch")
    assert error_of(send(api, b"Some words.", headers={"Repr-Digest": "sha-256=:AAAA:"})) == (400, "invalid")
    assert error_of(send(api, b"Some words.", sha256="beef")) == (400, "invalid")
    assert not Document.objects.exists()
    assert send(api, b"Some words.", sha256=good.upper()).status_code == 201


def test_a_check_reports_duplicates_types_and_quota(api, other_api, settings):
    settings.UPLOAD_QUOTA_BYTES = 1_000
    mine = send(api, b"Some words.").json()["id"]
    send(other_api, b"Secret words.")
    big = settings.MAX_UPLOAD_BYTES + 1
    files = [
        (sha(b"Some words.").upper(), 11, "a.txt"),
        (sha(b"Secret words."), 13, "b.txt"),
        (sha(b"x"), 900, "film.mp4"),
        (sha(b"y"), 900, "no-extension"),
        (sha(b"z"), 900, "c.pdf"),
        (sha(b""), 0, "d.pdf"),
        (sha(b"e"), settings.MAX_RESUMABLE_BYTES + 1, "e.pdf"),
    ]
    body = {"files": [{"sha256": a, "size": b, "name": c} for a, b, c in files]}
    checks = api.send("POST", CHECK, body).json()["files"]
    actual = [(each["document"], each["is_accepted"], each["has_room"], each["route"]) for each in checks]
    assert actual == [
        (mine, None, True, "none"),  # uploaded already
        (None, None, True, "upload"),  # of another user: not revealed
        (None, False, True, "none"),
        (None, None, True, "upload"),
        (None, True, False, "none"),  # the one before has used the rest of the quota
        (None, True, True, "none"),  # empty
        (None, True, True, "none"),  # too large
    ]
    assert checks[5]["is_empty"]
    assert checks[6]["is_too_large"]
    settings.UPLOAD_QUOTA_BYTES = 0
    body = {"files": [{"sha256": sha(b"e"), "size": big, "name": "e.pdf"}]}
    assert api.send("POST", CHECK, body).json()["files"][0]["route"] == "resumable"


def test_a_thousand_files_are_checked_at_once_with_as_many_queries_as_one(api):
    def count(number):
        files = [{"sha256": sha(str(n).encode()), "size": 10, "name": f"{n}.txt"} for n in range(number)]
        with CaptureQueriesContext(connection) as queries:
            response = api.send("POST", CHECK, {"files": files})
        assert response.status_code == 200
        assert len(response.json()["files"]) == number
        return len(queries)

    assert count(1) == count(1_000)
    files = [{"sha256": sha(b"x"), "size": 10, "name": "x"}] * 1_001
    assert error_of(api.send("POST", CHECK, {"files": files})) == (400, "invalid")


def test_anonymous_users_learn_nothing(anonymous_api):
    assert error_of(anonymous_api.send("GET", USAGE)) == (401, "not_authenticated")
    assert error_of(anonymous_api.send("POST", CHECK, {"files": []})) == (401, "not_authenticated")


def test_the_types_of_the_parsers_are_accepted_unless_the_settings_name_types(api, settings):
    # proves: S3-5 X-18
    assert uploads.accepted_types() == registry.accepted_types()
    settings.ACCEPTED_TYPES = ["application/pdf", "image/png", "image/jpeg"]
    response = send(api, b"Some words.")
    assert error_of(response) == (415, "unsupported_type")
    assert response.json()["error"]["allowed"] == ["application/pdf", "image/jpeg", "image/png"]
    assert send(api, b"\x89PNG\r\n\x1a\n" + bytes(100), "a.png").status_code == 201


@pytest.mark.django_db(transaction=True)
def test_concurrent_uploads_do_not_exceed_the_quota(user, settings):
    # proves: V5.2.4
    settings.UPLOAD_QUOTA_DOCUMENTS = 1
    start = Barrier(4)

    def upload(number):
        client = Client()
        client.force_login(user)
        start.wait(60)
        try:
            return send(client, f"Words of upload {number}.".encode()).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        assert sorted(pool.map(upload, range(4))) == [201, 409, 409, 409]
    assert Document.objects.count() == 1
