"""Malformed GraphQL requests, and installations that only accept listed operations."""

import json

import pytest

from core.api.graphql.view import _listed

pytestmark = pytest.mark.django_db

QUERY = "{ me { username } }"


@pytest.mark.parametrize("body", [{}, {"extensions": {}}, {"query": 5}, {"query": None}, "x", 5, None])
def test_a_request_without_a_query_is_malformed(api, body):
    response = api.post("/graphql/", json.dumps(body), content_type="application/json")
    assert (response.status_code, response.json()["error"]["code"]) == (400, "malformed_request")


class TestAllowList:
    """`GRAPHQL_ALLOW_LIST`."""

    @pytest.fixture(autouse=True)
    def _list(self, settings, tmp_path):
        _listed.cache_clear()
        (tmp_path / "operations.json").write_text(json.dumps({"Me": QUERY}))
        settings.GRAPHQL_ALLOW_LIST = str(tmp_path / "operations.json")

    def test_a_listed_operation_runs(self, api):
        response = api.send("POST", "/graphql/", {"query": QUERY})
        assert response.json() == {"data": {"me": {"username": "ada"}}}

    def test_other_operations_are_refused(self, api):
        response = api.send("POST", "/graphql/", {"query": "{ me { email } }"})
        assert (response.status_code, response.json()["error"]["code"]) == (403, "operation_not_listed")
