"""Files that are written on request, comparisons and answers are limited by CPU time and by how many run at once."""

import time

import pytest
from django.test import Client, RequestFactory
from django.urls import reverse
from graphql_relay import to_global_id

from audit.models import AuditEntry
from core import redis_client
from core.api import throttling
from core.api.costs import MeteredChunks
from core.errors import RateLimited
from corpuses.extracts.models import Extract
from corpuses.obligations.calendar import sign
from corpuses.obligations.services import create_calendar_feed
from documents.tests.factories import parsed_document
from tests.api.populated import rows_of
from tests.api.test_openapi import operations

pytestmark = pytest.mark.django_db

# What sends anything but JSON, and why it is not charged.
FREE = {
    "getDocumentFigure": "drawn in the sandbox, which few requests may use at once",
    "getDocumentFile": "a stored file",
    "getDocumentPdf": "a stored file",
    "getDocumentText": "stored text",
    "getDocumentThumbnail": "a stored file",
    "getPageTokens": "stored rows of one page",
    "getSignedFile": "a stored file",
    "openGraphQLPage": "a page of this application",
    "streamConversation": "events, of which a user has few streams",
    "streamEvents": "events, of which a user has few streams",
    "streamJob": "events, of which a user has few streams",
}


@pytest.fixture(autouse=True)
def _working_redis(monkeypatch):
    monkeypatch.setattr(throttling.Breaker, "_open_until", 0.0)


@pytest.fixture
def files(user, corpus):
    """Return the URL of each operation that writes a file while a request waits."""
    document, *_ = rows_of(corpus)
    extract = Extract.objects.create(corpus=corpus, name="Facts", engine="reader", creator=user)
    feed = create_calendar_feed(corpus, actor=user)
    within, of_document = f"/api/v1/corpuses/{corpus.pk}", f"/api/v1/documents/{document.pk}"
    return {
        "exportAnnotations": f"{within}/annotations/export",
        "exportAuditLog": reverse("audit-log-export"),
        "exportDocumentList": f"{within}/documents/export",
        "exportExtract": f"/api/v1/extracts/{extract.pk}/export",
        "exportObligations": f"{within}/obligations/calendar",
        "getDocumentAnnotatedPdf": f"{of_document}/annotated-pdf?corpus={corpus.pk}",
        "getDocumentArchive": f"/api/v1/document-archives?documents={document.pk}",
        "getDocumentMarkdown": f"{of_document}/markdown",
        "getDocumentPawls": f"{of_document}/pawls",
        "getFeedCalendar": f"/api/v1/calendar-feeds/{feed.pk}/calendar?signature={sign(feed)}",
    }


def refuse(settings, work):
    settings.RATE_LIMITS = {f"{work}_at_once": {"user": (0, 60), "address": (0, 60)}}


def test_every_file_that_is_written_on_request_is_limited_and_a_refused_one_is_not_recorded(api, files, settings):
    refuse(settings, "export")
    recorded = AuditEntry.objects.count()
    for operation, url in files.items():
        response = api.get(url)
        assert (response.status_code, response.json()["error"]["code"]) == (429, "rate_limited"), operation
    assert AuditEntry.objects.count() == recorded


def test_all_operations_that_send_files_are_known(files):
    found = {
        operation["operationId"]
        for _, _, operation in operations()
        if set(operation["responses"].get("200", {}).get("content", {})) - {"application/json"}
        or operation["operationId"] in files
    }
    assert found == {*files, *FREE}


def test_a_file_is_charged_when_it_is_read_to_its_end_and_when_it_is_not(user, settings):
    settings.RATE_LIMITS = {"export_seconds": {"user": (1, 60)}, "export_at_once": {"user": (1, 60)}}
    request = RequestFactory().get("/")

    def chunks():
        for _ in range(20):
            begin = time.thread_time()
            while time.thread_time() - begin < 0.3:
                pass
            yield b"line\n"

    first = MeteredChunks(request, "export", chunks(), user=user)
    assert next(first) == b"line\n"
    with pytest.raises(RateLimited):
        MeteredChunks(request, "export", chunks(), user=user)
    first.close()
    second = MeteredChunks(request, "export", iter([b"last\n"]), user=user)
    assert list(second) == [b"last\n"]
    second.close()
    third = MeteredChunks(request, "export", chunks(), user=user)
    assert [next(third) for _ in range(3)] == [b"line\n"] * 3
    third.close()
    with pytest.raises(RateLimited) as refused:
        MeteredChunks(request, "export", chunks(), user=user)
    assert 50 <= refused.value.data["retry_after"] <= 60


def test_a_response_that_ends_makes_room_for_the_next(api, user, files, settings):
    settings.RATE_LIMITS = {"export_at_once": {"user": (1, 60), "address": (1, 60)}}
    client = Client()
    client.force_login(user)
    kept = client.get(files["exportAnnotations"])
    assert api.get(files["exportAnnotations"]).status_code == 429
    list(kept)
    for operation, url in files.items():
        assert api.get(url).status_code in {200, 503}, operation  # the PDF is missing


def test_the_places_of_a_file_that_is_sent_slowly_are_kept(user, settings):
    settings.RATE_LIMITS = {"export_at_once": {"user": (1, 60), "tenant": (1, 90)}}
    request = RequestFactory().get("/")
    slow = MeteredChunks(request, "export", iter([b"a", b"b"]), user=user)
    redis = redis_client.client()
    names = (f"user:{user.pk}", f"tenant:{user.tenant_id}")
    keys = [redis_client.key("at_once", f"export_at_once:{name}") for name in names]
    for key in keys:
        redis.zadd(key, dict.fromkeys(redis.zrange(key, 0, -1), 1))  # long ago
    slow._meter._renewed -= 31
    next(slow)
    assert [score > 1 for key in keys for _, score in redis.zrange(key, 0, -1, withscores=True)] == [True, True]
    with pytest.raises(RateLimited):
        MeteredChunks(request, "export", iter([]), user=user)
    slow.close()
    MeteredChunks(request, "export", iter([]), user=user).close()


def test_comparisons_are_limited_in_both_apis(api, user, settings):
    old, new = (parsed_document(user, text) for text in ("The tenant pays.", "The tenant pays rent."))
    url = f"/api/v1/documents/{new.pk}/comparison?old_document={old.pk}"
    ids = [to_global_id("Document", each.pk) for each in (new, old)]
    query = f'{{ compareRevisions(documentId: "{ids[0]}", oldDocumentId: "{ids[1]}") {{ changeCount }} }}'
    assert api.get(url).status_code == 200
    assert api.execute(query)["compareRevisions"]["changeCount"] == 1
    refuse(settings, "comparison")
    assert api.get(url).status_code == 429
    assert api.get(f"/api/v1/documents/{new.pk}/comparison").status_code == 429
    (error,) = api.send("POST", "/graphql/", {"query": query}).json()["errors"]
    assert error["extensions"]["code"] == "rate_limited"


def test_the_offline_reader_is_limited_in_both_apis_and_its_threads_are_charged(api, user, settings):
    parsed_document(user, "The tenant pays a rent of 1,200 dollars.")
    settings.RATE_LIMITS = {"answer_seconds": {"user": (1_000, 60)}}
    assert api.get("/api/v1/answers", {"question": "How much is the rent?"}).status_code == 200
    key = f"answer_seconds:user:{user.pk}"
    limit = throttling.RateLimit(key=key, maximum=100_000, seconds=60)
    assert throttling.rate_limiter.usage_of([limit]).usage[0].remaining < 100_000
    refuse(settings, "answer")
    assert api.get("/api/v1/answers", {"question": "How much is the rent?"}).status_code == 429
    query = '{ answerQuestion(question: "How much is the rent?") { engine } }'
    (error,) = api.send("POST", "/graphql/", {"query": query}).json()["errors"]
    assert error["extensions"]["code"] == "rate_limited"


def test_anonymous_readers_of_public_documents_share_the_limits_of_an_address(api, corpus, settings):
    document, *_ = rows_of(corpus)
    assert api.send("POST", f"/api/v1/documents/{document.pk}/publish").status_code < 300
    settings.RATE_LIMITS = {"export_at_once": {"address": (1, 60)}}
    here, there = (Client(REMOTE_ADDR=f"192.0.2.{number}") for number in (1, 2))
    kept = here.get(f"/api/v1/documents/{document.pk}/pawls")
    assert here.get(f"/api/v1/documents/{document.pk}/pawls").status_code == 429
    assert there.get(f"/api/v1/documents/{document.pk}/pawls").status_code == 200
    list(kept)
