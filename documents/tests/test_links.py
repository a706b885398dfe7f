"""Signed URLs, which are valid for a short time without signing in, of files in a folder; the parse result."""

import json
from urllib.parse import parse_qs, quote, urlencode, urlsplit

import pytest

from core.api.testing import ApiClient
from documents.models import Blob, Document, Upload
from documents.storage.blobs import read_blob
from documents.tests.factories import parsed_document
from tasks.testing import run_jobs

pytestmark = pytest.mark.django_db
SUMMARY = "maintenance-agreement.txt"


@pytest.fixture
def document(upload):
    return upload(SUMMARY)


def link(api, document, **query):
    return api.send("GET", f"/api/v1/documents/{document.pk}/download-url?{urlencode(query)}").json()["url"]


def fetch(url, **headers):
    """Request a URL without a session."""
    parts = urlsplit(url)
    return ApiClient().get(f"{parts.path}?{parts.query}", headers=headers)


def error_of(response):
    return response.status_code, response.json()["error"]["code"]


def test_everyone_who_has_the_url_gets_the_file(api, document):
    # proves: S3-9 V5.4.1
    url = link(api, document)
    assert url.startswith("http://testserver/api/v1/blobs/")
    response = fetch(url)
    assert response.status_code == 200
    assert response.body == read_blob(document.blob)
    assert response["Content-Disposition"] == f'attachment; filename="{SUMMARY}"'
    assert response["Content-Security-Policy"] == "sandbox; default-src 'none'"
    part = fetch(url, Range="bytes=5-9")
    assert (part.status_code, part.body) == (206, response.body[5:10])


def test_an_expired_url_is_refused(api, document, settings):
    # proves: S3-9
    settings.SIGNED_URL_SECONDS = -1
    assert error_of(fetch(link(api, document))) == (403, "link_expired")


def test_a_url_is_valid_while_the_key_that_signed_it_is_known(api, document, rotate_secret_key):
    url = link(api, document)
    rotate_secret_key(keep=True)
    assert fetch(url).status_code == 200
    rotate_secret_key(keep=False)
    assert error_of(fetch(url)) == (403, "bad_signature")


@pytest.mark.parametrize("field", ["expires", "type", "name", "inline", "signature"])
def test_a_changed_url_is_refused(api, document, field):
    # proves: S3-9
    parts = urlsplit(link(api, document, inline="true"))
    query = {name: values[0] for name, values in parse_qs(parts.query, keep_blank_values=True).items()}
    for changed in ({**query, field: query[field] + "1"}, {k: v for k, v in query.items() if k != field}):
        assert error_of(fetch(f"{parts.path}?{urlencode(changed)}")) == (403, "bad_signature")
    shifted = {**query, "type": query["type"] + query["name"][0], "name": query["name"][1:]}
    assert error_of(fetch(f"{parts.path}?{urlencode(shifted)}")) == (403, "bad_signature")


def test_a_url_is_valid_for_one_file(api, document, upload):
    other = upload(b"Other words.")
    url = link(api, document).replace(document.blob_id, other.blob_id)
    assert error_of(fetch(url)) == (403, "bad_signature")
    url = link(api, document)
    Document.objects.all().delete()
    Blob.objects.all().delete()
    assert error_of(fetch(url)) == (404, "not_found")


@pytest.mark.parametrize(
    ("name", "header"),
    [
        ("a b.txt", 'attachment; filename="a b.txt"'),
        ("Übersicht.txt", f"attachment; filename*=utf-8''{quote('Übersicht.txt')}"),
        ("日本.txt", f"attachment; filename*=utf-8''{quote('日本.txt')}"),
        ('say "hi"; x=1.txt', 'attachment; filename="say _hi_; x=1.txt"'),  # made safe by the upload
    ],
)
def test_file_names_follow_rfc_6266(api, upload, name, header):
    # proves: V5.4.1 V5.4.2
    assert fetch(link(api, upload(b"Some words.", filename=name)))["Content-Disposition"] == header


def test_only_users_who_see_the_document_get_a_url(other_api, anonymous_api, document):
    # proves: S3-8
    for what in ("download-url", "result"):
        path = f"/api/v1/documents/{document.pk}/{what}"
        assert other_api.send("GET", path).status_code == 404
        assert anonymous_api.send("GET", path).status_code == 401


@pytest.mark.full
def test_the_pdf_has_a_url_too(api, document):
    path = f"/api/v1/documents/{document.pk}/download-url"
    assert error_of(api.send("GET", f"{path}?what=pdf")) == (404, "no_pdf")
    assert error_of(api.send("GET", f"{path}?what=film")) == (400, "invalid")
    run_jobs()
    response = fetch(link(api, document, what="pdf", inline="true"))
    assert response.body.startswith(b"%PDF")
    assert response["Content-Disposition"] == f'inline; filename="{SUMMARY}.pdf"'


@pytest.mark.full
def test_the_result_is_that_of_the_last_parse(api, user, document):
    # proves: S3-10
    path = f"/api/v1/documents/{document.pk}/result"
    assert error_of(api.send("GET", path)) == (404, "no_result")
    run_jobs()
    result = api.send("GET", path).json()
    assert (result["revision"], result["state"], result["page_count"]) == (1, "ready", 2)
    assert api.get(result["text_url"]).body.decode().startswith("SCHEDULE B")
    assert api.get(result["tokens_url"].format(page=1)).status_code == 200
    api.send("POST", f"/api/v1/documents/{document.pk}/retry")
    assert api.send("GET", path).json()["revision"] == 1  # the previous result is valid until the new one exists
    run_jobs()
    assert api.send("GET", path).json()["revision"] == 2


def announce(api, **fields):
    body = {"filename": "words.txt", "size": 11, **fields}
    return api.send("POST", "/api/v1/uploads/direct", body)


def put(url, content):
    parts = urlsplit(url)
    return ApiClient().put(f"{parts.path}?{parts.query}", data=content, content_type="application/octet-stream")


def complete(api, upload):
    return api.send("POST", f"/api/v1/uploads/{upload['id']}/complete")


def test_a_file_is_uploaded_to_a_signed_url(api):
    upload = announce(api).json()
    assert error_of(complete(api, upload)) == (409, "upload_incomplete")
    assert error_of(put(upload["url"], b"Some words, too many.")) == (409, "offset_mismatch")
    assert put(upload["url"], b"Some words.").status_code == 204
    done = complete(api, upload).json()
    assert (done["state"], complete(api, upload).json()) == ("done", done)
    assert Document.objects.get(pk=done["document"]).filename == "words.txt"
    assert put(upload["url"], b"Some words.").status_code in {409, 410}


def test_an_upload_url_expires_and_is_valid_for_one_upload(api, settings):
    upload = announce(api).json()
    other = announce(api, filename="other.txt").json()
    assert error_of(put(upload["url"].replace(upload["id"], other["id"]), b"Some words.")) == (403, "bad_signature")
    settings.SIGNED_URL_SECONDS = -1
    assert error_of(put(announce(api, filename="late.txt").json()["url"], b"Some words.")) == (403, "link_expired")
    assert not Document.objects.exists()


def test_signed_uploads_follow_the_same_rules(api, settings, other_api):
    upload = announce(api, sha256="0" * 64).json()
    put(upload["url"], b"Some words.")
    assert complete(api, upload).json()["error"]["code"] == "hash_mismatch"
    assert error_of(announce(api, size=settings.MAX_FILE_SIZE_LIMIT + 1)) == (413, "file_too_large")
    assert other_api.send("POST", f"/api/v1/uploads/{upload['id']}/complete").status_code == 404
    assert Upload.objects.count() == 1
    assert json.loads(json.dumps(upload))["headers"] == {"Content-Length": "11"}


def test_a_parsed_document_of_a_factory_has_a_result(api, user):
    document = parsed_document(user, "Some words.")
    result = api.send("GET", f"/api/v1/documents/{document.pk}/result").json()
    assert (result["parser"], result["parser_version"]) == ("factory", "1")
