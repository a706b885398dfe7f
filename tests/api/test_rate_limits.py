"""Requests over a limit get 429 and Retry-After: limits per user, address, tenant and class of route."""

import pytest

from config.settings import accounts
from core.api.testing import ApiClient
from users.accounts.token_pairs import access_token_for

DOCUMENTS, ME = "/api/v1/documents", "{ me { username } }"

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _low_limits(settings):
    settings.RATE_LIMITS = {
        "read": {"user": (3, 60), "tenant": (5, 60), "address": (2, 60)},
        "write": {"user": (2, 60)},
        "graphql": {"user": (2, 60)},
        "account": {"address": (2, 60)},
        "bad_token": {"address": (2, 60)},
    }


def read(client):
    return client.send("GET", DOCUMENTS)


def codes(send, times):
    return [send().status_code for _ in range(times)]


def test_user_gets_retry_after(api):
    # proves: S3-58 S3-G2
    assert codes(lambda: read(api), 3) == [200] * 3
    response = read(api)
    assert (response.status_code, response.json()["error"]["code"]) == (429, "rate_limited")
    assert 1 <= int(response["Retry-After"]) <= 60
    assert response.json()["error"]["retry_after"] == int(response["Retry-After"])


def test_responses_have_rate_limit_headers(api):
    # proves: S3-58
    response = read(api)
    assert response["RateLimit-Policy"] == '"read-user";q=3;w=60, "read-tenant";q=5;w=60'
    assert response["RateLimit"].startswith('"read-user";r=2;t=')
    for _ in range(3):
        response = read(api)
    assert '"read-user";r=0' in response["RateLimit"]


def test_session_and_token_share_the_limit_of_a_user(api, user):
    # proves: S3-G2
    token = {"Authorization": f"Bearer {access_token_for(user)}"}
    assert codes(lambda: read(api), 2) == [200] * 2
    assert codes(lambda: ApiClient(REMOTE_ADDR="192.0.2.7").send("GET", DOCUMENTS, **token), 2) == [200, 429]


def test_users_do_not_share_a_limit(api, other_api):
    # proves: S3-G2
    assert codes(lambda: read(api), 4)[-1] == 429
    assert read(other_api).status_code == 200


def test_rate_classes_have_separate_limits(api):
    # proves: S3-G2
    assert codes(lambda: read(api), 4)[-1] == 429
    assert codes(lambda: api.send("POST", "/api/v1/jobs", {}), 3) == [400, 400, 429]


def test_the_users_of_a_tenant_share_its_limit(api, settings):
    # proves: S3-G2
    settings.RATE_LIMITS["read"]["user"] = (100, 60)
    assert codes(lambda: read(api), 6) == [200] * 5 + [429]


def test_graphql_is_limited_too(api):
    # proves: S3-58
    responses = [api.send("POST", "/graphql/", {"query": ME}) for _ in range(3)]
    assert [response.status_code for response in responses] == [200, 200, 429]
    assert responses[-1].json()["error"]["code"] == "rate_limited"
    assert "Retry-After" in responses[-1]


def test_searches_cost_more_than_reads_and_share_a_limit_in_rest_and_graphql(api, corpus, settings):
    # proves: S3-58 S3-G2
    settings.RATE_LIMITS = {"search": {"user": (3, 60)}, "graphql": {"user": (9, 60)}}
    search = f'searchCorpus(corpusId: "{corpus.pk}", query: "rent") {{ page }}'
    both = api.send("POST", "/graphql/", {"query": f"{{ a: {search} b: {search} }}"})
    assert both.json() == {"data": {"a": [], "b": []}}
    assert both["RateLimit-Policy"] == '"graphql-user";q=9;w=60, "search-user";q=3;w=60'
    assert '"search-user";r=1' in both["RateLimit"]
    url = f"/api/v1/corpuses/{corpus.pk}/search?query=rent"
    assert codes(lambda: api.get(url), 2) == [200, 429]
    (error,) = api.send("POST", "/graphql/", {"query": f"{{ {search} }}"}).json()["errors"]
    assert (error["extensions"]["code"], error["extensions"]["retry_after"] > 0) == ("rate_limited", True)
    assert api.send("GET", DOCUMENTS).status_code == 200


def test_the_default_limits_cover_expensive_routes():
    # proves: S3-58
    for route in ("read", "write", "upload", "search"):
        assert {"user", "tenant", "address"} <= set(accounts.RATE_LIMITS[route]), route


def test_anonymous_user_is_limited_by_address(anonymous_api):
    # proves: S3-58
    def send(address):
        return ApiClient(REMOTE_ADDR=address).send("GET", "/api/v1/auth/registration")

    assert codes(lambda: send("192.0.2.1"), 3) == [200, 200, 429]
    assert send("192.0.2.2").status_code == 200


def test_guessing_tokens_is_limited_by_address():
    # proves: S3-58
    def send(token):
        return ApiClient().send("GET", DOCUMENTS, Authorization=f"Bearer {token}")

    assert codes(lambda: send("cty_guess"), 3) == [401, 401, 429]


def test_without_redis_nothing_is_refused_and_a_line_is_logged(api, settings, caplog):
    # proves: S3-G2
    settings.REDIS_URL = "unix:///nowhere?db=0"
    assert codes(lambda: read(api), 5) == [200] * 5
    assert [record.message for record in caplog.records].count("rate.unavailable") == 1


def test_html_pages_and_health_are_not_limited(client):
    assert codes(lambda: client.get("/health/live"), 5) == [200] * 5


@pytest.mark.parametrize(
    ("method", "expected"), [("GET", "read"), ("POST", "write"), ("PATCH", "write"), ("HEAD", "read")]
)
def test_methods_have_a_rate_class(api, settings, method, expected):
    settings.RATE_LIMITS = {expected: {"user": (9, 60)}}
    assert expected in api.send(method, DOCUMENTS)["RateLimit-Policy"]
