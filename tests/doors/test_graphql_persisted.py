"""Operations by their hash: sent once, named afterwards; and installations that run nothing but what they list."""

import hashlib
import json

import pytest

from core.api.graphql.persisted import _allowed

pytestmark = pytest.mark.django_db

QUERY = "{ me { username } }"


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()


def send(api, query=None, sha256=None, **more):
    body = more | ({"query": query} if query else {})
    if sha256:
        body["extensions"] = {"persistedQuery": {"version": 1, "sha256Hash": sha256}}
    return api.send("POST", "/graphql/", body)


class TestAutomatically:
    def test_what_was_sent_once_is_named_afterwards(self, api, stranger_api):
        unknown = send(api, sha256=digest(QUERY))
        (error,) = unknown.json()["errors"]
        assert (unknown.status_code, error["message"]) == (200, "PersistedQueryNotFound")
        assert error["extensions"]["code"] == "PERSISTED_QUERY_NOT_FOUND"
        assert send(api, QUERY, digest(QUERY)).json() == {"data": {"me": {"username": "ada"}}}
        assert send(stranger_api, sha256=digest(QUERY)).json() == {"data": {"me": {"username": "eve"}}}

    def test_a_hash_that_is_not_the_texts_is_refused(self, api):
        answer = send(api, QUERY, digest("{ me { email } }"))
        assert answer.json()["error"]["code"] == "persisted_query_mismatch"
        assert "errors" in send(api, sha256=digest("{ me { email } }")).json()

    @pytest.mark.parametrize("kind", ["nonsense", "{ nothing }", "{ " * 3])
    def test_what_does_not_run_is_not_kept(self, api, kind):
        assert send(api, kind, digest(kind)).status_code == 400
        assert "PersistedQueryNotFound" in send(api, sha256=digest(kind)).content.decode()

    def test_strangers_leave_nothing_behind(self, anonymous_api, api):
        text = "{ me { username uuid } }"
        send(anonymous_api, text, digest(text))
        assert "PersistedQueryNotFound" in send(api, sha256=digest(text)).content.decode()

    @pytest.mark.parametrize(
        "extensions",
        [{"persistedQuery": {}}, {"persistedQuery": {"version": 2, "sha256Hash": "0" * 64}}, {"persistedQuery": "x"},
         {"persistedQuery": {"version": 1, "sha256Hash": "*"}}, [None], "x", False],
    )  # fmt: skip
    def test_another_protocol_is_refused(self, api, extensions):
        answer = api.send("POST", "/graphql/", {"extensions": extensions})
        assert (answer.status_code, answer.json()["error"]["code"]) == (400, "malformed_request")

    @pytest.mark.parametrize("body", [{}, {"extensions": {}}, {"query": 5}, "x", 5, None])
    def test_something_has_to_be_asked(self, api, body):
        assert api.post("/graphql/", json.dumps(body), content_type="application/json").status_code == 400

    def test_without_redis_everything_is_sent_again(self, api, settings):
        settings.REDIS_URL = "redis://127.0.0.1:1/0"
        text = "{ me { id } }"
        assert "data" in send(api, text, digest(text)).json()
        assert "PersistedQueryNotFound" in send(api, sha256=digest(text)).content.decode()


class TestListed:
    """`GRAPHQL_ALLOW_LIST`."""

    @pytest.fixture(autouse=True)
    def _list(self, settings, tmp_path):
        _allowed.cache_clear()
        (tmp_path / "operations.json").write_text(json.dumps({"Me": QUERY}))
        settings.GRAPHQL_ALLOW_LIST = str(tmp_path / "operations.json")

    def test_what_is_listed_runs_by_text_and_by_hash(self, api):
        for answer in (send(api, QUERY), send(api, sha256=digest(QUERY)), send(api, QUERY, digest(QUERY))):
            assert answer.json() == {"data": {"me": {"username": "ada"}}}

    def test_nothing_else_runs(self, api):
        other = "{ me { email } }"
        for answer in (send(api, other), send(api, sha256=digest(other)), send(api, other, digest(other))):
            assert (answer.status_code, answer.json()["error"]["code"]) == (403, "operation_not_listed")
