"""Regular expressions are limited by the CPU time that they take, and by how many run at once."""

import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import DatabaseError, connection
from django.test import RequestFactory

from core import redis_client, redis_leases
from core.api.costs import metered
from core.api.rate_limiter import RateLimit, charge, usage_of
from core.api.testing import ApiClient
from core.errors import RateLimited
from corpuses.corpora.services import add_documents, create_corpus
from documents.tests.factories import parsed_document

SLOW = "(a+)+$"
QUICK = "tenant|rent"

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _limits(settings):
    settings.RATE_LIMITS = {
        "pattern_seconds": {"user": (1, 60), "address": (1, 60)},
        "pattern_at_once": {"user": (2, 10), "address": (1, 10)},
    }


@pytest.fixture
def document(user):
    return parsed_document(user, "The tenant pays the rent. " + "a" * 5_000 + "b", title="Lease")


def found(api, document, pattern, **options):
    query = {"query": pattern, "regex": True, **options}
    response = api.get(f"/api/v1/documents/{document.pk}/matches", query)
    return response.status_code, response.json().get("error", {}).get("code")


def test_a_user_who_has_used_up_the_seconds_waits(api, other_api, other_user, document):
    assert found(api, document, QUICK) == (200, None)
    assert found(api, document, SLOW) == (400, "pattern_too_slow")
    response = api.get(f"/api/v1/documents/{document.pk}/matches", {"query": "pays", "regex": True})
    assert (response.status_code, response.json()["error"]["code"]) == (429, "rate_limited")
    assert 50 <= int(response["Retry-After"]) <= 60
    assert found(api, document, "pays", regex=False) == (200, None)
    assert found(other_api, parsed_document(other_user, "rent"), QUICK) == (200, None)


def test_graphql_and_trials_of_analyzers_are_charged_to_the_same_seconds(api, user, document):
    corpus = create_corpus(owner=user, title="Leases")
    add_documents(corpus, [document], actor=user)
    settings = {"rules": [{"label": "A", "pattern": SLOW}]}
    body = {"analyzer": "regular-expressions", "settings": settings, "document": str(document.pk)}
    url = f"/api/v1/corpuses/{corpus.pk}/analyzer-trials"
    assert api.send("POST", url, body).json()["error"]["code"] == "pattern_too_slow"
    assert api.send("POST", url, body).json()["error"]["code"] == "rate_limited"
    query = f'{{ findInDocument(documentId: "{document.pk}", query: "rent", regex: true) {{ totalCount }} }}'
    (error,) = api.send("POST", "/graphql/", {"query": query}).json()["errors"]
    assert (error["extensions"]["code"], error["extensions"]["retry_after"] > 40) == ("rate_limited", True)


def test_anonymous_readers_share_the_seconds_of_an_address(api, document):
    assert api.send("POST", f"/api/v1/documents/{document.pk}/publish").status_code < 300
    here, there = (ApiClient(REMOTE_ADDR=f"192.0.2.{number}") for number in (1, 2))
    assert found(here, document, SLOW) == (400, "pattern_too_slow")
    assert found(here, document, "pays") == (429, "rate_limited")
    assert found(there, document, "pays") == (200, None)


def test_few_run_at_once(user):
    request = RequestFactory().get("/")
    with metered(request, "pattern", user=user), metered(request, "pattern", user=user):
        with pytest.raises(RateLimited) as refused, metered(request, "pattern", user=user):
            pass
        assert refused.value.data["retry_after"] == 1
    with metered(request, "pattern", user=user):
        pass


def test_work_that_fails_is_charged_and_ends(user):
    request = RequestFactory().get("/")

    def work():
        begin = time.thread_time()
        while time.thread_time() - begin < 0.3:
            pass
        raise ZeroDivisionError

    for _ in range(3):
        with pytest.raises(ZeroDivisionError), metered(request, "pattern", user=user):
            work()
    limit = RateLimit(key=f"pattern_seconds:user:{user.pk}", maximum=100, seconds=60)
    assert 0 <= usage_of([limit]).usage[0].remaining <= 10


def test_the_seconds_of_postgresql_are_charged(user):
    request = RequestFactory().get("/")
    with metered(request, "pattern", user=user), connection.cursor() as cursor:
        cursor.execute("select pg_sleep(0.6)")
    limit = RateLimit(key=f"pattern_seconds:user:{user.pk}", maximum=100, seconds=60)
    assert 0 < usage_of([limit]).usage[0].remaining <= 40
    with metered(request, "pattern", user=user), pytest.raises(DatabaseError), connection.cursor() as cursor:
        cursor.execute("select pg_sleep(0.5), 1 / (random() * 0)::int")
    with pytest.raises(RateLimited), metered(request, "pattern", user=user):
        pass


def test_without_redis_nothing_is_refused(api, document, settings):
    settings.REDIS_URL = "unix:///nowhere?db=0"
    assert [found(api, document, pattern)[0] for pattern in (SLOW, "pays")] == [400, 200]


def test_a_cost_beyond_the_limit_uses_it_up_also_from_many_threads():
    limit = RateLimit(key="cost", maximum=100, seconds=60)
    charge([limit], 30)
    assert usage_of([limit]).usage[0].remaining == 70
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: charge([limit], 60), range(8)))
    assert not usage_of([limit]).is_allowed
    assert 59 <= usage_of([limit]).retry_after <= 60


def test_a_lease_that_is_not_renewed_expires():
    key = redis_client.key("leases")
    assert redis_leases.acquire(key, maximum=1, seconds=1) is not None
    assert redis_leases.acquire(key, maximum=1, seconds=1) is None
    time.sleep(2.1)
    assert redis_leases.acquire(key, maximum=1, seconds=1) is not None
