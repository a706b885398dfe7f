"""URLs that the viewer loads: signed for the session, so that ranges and pages cost no permission check."""

from urllib.parse import parse_qs, urlsplit

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from core.api.testing import ApiClient
from documents.models import Blob, DocumentShare
from documents.tests.factories import parsed_document
from tasks.testing import run_jobs

QUERY = "query($id: ID!) { document(id: $id) { pdfUrl thumbnailUrl pages { edges { node { tokensUrl } } } } }"


@pytest.fixture
def document(upload, db):
    document = upload("maintenance-agreement.txt")
    run_jobs()
    document.refresh_from_db()
    return document


def urls_for(client, document):
    shown = client.graphql(QUERY, {"id": str(document.pk)}).data["document"]
    return {
        "pdf": shown["pdfUrl"],
        "thumbnail": shown["thumbnailUrl"],
        "tokens": shown["pages"]["edges"][0]["node"]["tokensUrl"],
    }


def get(client, url, **headers):
    parts = urlsplit(url)
    with CaptureQueriesContext(connection) as captured:
        response = client.get(f"{parts.path}?{parts.query}", headers=headers)
    return response, len(captured)


def changed(url, **params):
    query = {name: values[0] for name, values in parse_qs(urlsplit(url).query).items()} | params
    return f"{urlsplit(url).path}?" + "&".join(f"{name}={value}" for name, value in query.items())


@pytest.mark.parametrize(("part", "queries"), [("pdf", 0), ("thumbnail", 0), ("tokens", 1)])
def test_the_session_that_got_a_url_needs_no_permission_check(api, document, part, queries):
    response, count = get(api, urls_for(api, document)[part])
    assert (response.status_code, count) == (200, queries)


def test_a_url_of_an_earlier_key_needs_no_permission_check(api, document, rotate_secret_key):
    url = urls_for(api, document)["pdf"]
    rotate_secret_key(keep=True)
    assert get(api, url)[1] == 0
    rotate_secret_key(keep=False)
    assert get(api, url)[1] > 0


def test_a_range_of_the_pdf_needs_no_query(api, document):
    response, count = get(api, urls_for(api, document)["pdf"], Range="bytes=0-3")
    assert (response.status_code, response.body, count) == (206, b"%PDF", 0)


@pytest.mark.parametrize("part", ["pdf", "thumbnail", "tokens"])
def test_another_session_needs_permission(api, other_api, other_user, anonymous_api, document, part):
    # proves: S3-9
    url = urls_for(api, document)[part]
    assert get(other_api, url)[0].status_code == 404
    assert get(anonymous_api, url)[0].status_code == 401
    DocumentShare.objects.create(target=document, user=other_user, role="viewer")
    response, count = get(other_api, url)
    assert response.status_code == 200
    assert count > 1


@pytest.mark.parametrize("part", ["pdf", "thumbnail", "tokens"])
def test_after_its_time_a_url_is_an_ordinary_one(api, document, settings, part, other_user):
    settings.SIGNED_URL_SECONDS = 1
    url = urls_for(api, document)[part]
    expired = changed(url, expires="1000000000")
    response, count = get(api, expired)
    assert response.status_code == 200
    assert count > 1
    type(document).objects.update(owner=other_user)
    assert get(api, expired)[0].status_code == 404


def test_a_changed_url_gives_no_other_file(api, document, other_user):
    secret = Blob.objects.exclude(pk=document.blob_id).latest("created")
    url = changed(urls_for(api, document)["pdf"], v=secret.pk)
    type(document).objects.update(owner=other_user)
    assert get(api, url)[0].status_code == 404
    tokens = changed(urls_for(ApiClient(other_user), document)["tokens"], revision="1")
    assert get(api, tokens)[0].status_code == 404


def test_without_a_session_urls_are_not_signed(document, user):
    from users.accounts.token_pairs import access_token_for

    client = ApiClient(headers={"Authorization": f"Bearer {access_token_for(user)}"})
    urls = urls_for(client, document)
    assert not any("signature" in url for url in urls.values())
    assert [get(client, url)[0].status_code for url in urls.values()] == [200, 200, 200]


def test_a_file_that_waits_for_the_virus_scanner_is_not_signed(api, document):
    type(document).objects.update(scan="pending")
    assert "signature" not in urls_for(api, document)["pdf"]


def test_a_draft_is_not_served_from_a_signed_url(api, user):
    document = parsed_document(user, "One page.")
    url = urls_for(api, document)["tokens"]
    document.revisions.update(published=None)
    response, count = get(api, url)
    assert count > 1
    assert "immutable" not in response.get("Cache-Control", "")
