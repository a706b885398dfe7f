"""A wrong request costs little, and its response is short, however much is wrong.

`make bad-requests` sends more of it, and stores what the most expensive request has cost.
"""

import json
import os
import time
import tracemalloc
from pathlib import Path

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from benchmarks import security
from core.api.graphql.scalars import JSONObject
from core.api.openapi.pages import openapi_document
from core.api.rest.parsers import MOST_VALUES
from core.api.testing import ApiClient
from core.errors import UserFault
from core.json_values import has_more_values
from tests.api.test_strict_requests import BODIES, url_of
from users.accounts.token_pairs import access_token_for

V1 = "/api/v1"
MANY = 16_000
WRONG = int(os.environ.get("WRONG_VALUES", "2000"))  # of each request to every URL
PASSES = {"username": "ada", "password": "x"}
FILE = {"sha256": "0" * 64, "size": 1, "name": "a"}


def wrong_bodies(method, path):
    """Yield bodies in which much is wrong: names, and values of each type in all fields."""
    content = openapi_document()["paths"][path][method]["requestBody"]["content"]["application/json"]["schema"]
    schema = openapi_document()["components"]["schemas"].get(content.get("$ref", "").rpartition("/")[2], {})
    fields = schema.get("properties", {})
    yield {f"field{number}": number for number in range(WRONG)}
    yield {"x" * 50 * WRONG: 1}
    each = WRONG // max(1, len(fields))
    for value in (
        [{"x": 1}] * each,
        ["?"] * each,
        {f"x{number}": [{}] for number in range(each)},
        "\u2603" * 10 * each,
    ):
        yield dict.fromkeys(fields, value)


def test_every_operation_answers_briefly(user, corpus):
    """Sends JSON of the wrong types and names to all operations that take a body."""
    type(user).objects.filter(pk=user.pk).update(is_staff=True)
    client = Client(raise_request_exception=False)  # not ours, which compares each response with its description
    client.force_login(user)
    document = corpus.documents.get()
    long, seconds, growth = {}, 0.0, 0.0
    for method, path in BODIES:
        url = url_of(path.replace("{corpus_id}", str(corpus.pk)).replace("{document_id}", str(document.pk)))
        for body in wrong_bodies(method, path):
            text = json.dumps(body)
            begin = time.process_time()
            response = client.generic(method.upper(), url, text, content_type="application/json")
            seconds = max(seconds, time.process_time() - begin)
            growth = max(growth, len(response.content) / len(text))
            if response.status_code >= 500 or len(response.content) > 5_000:
                long[f"{method} {path}"] = response.content[:300]
    assert long == {}
    if results := os.environ.get("SECURITY_RESULTS"):
        security.update(Path(results), bad_request_cpu_s=round(seconds, 3), bad_request_growth=round(growth, 3))


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("auth/login", PASSES | {f"field{number}": number for number in range(MANY)}),
        ("auth/login", PASSES | {"x" * 100_000: 1}),
        ("upload-checks", {"files": [FILE | {"sise": 1} for _ in range(1_000)]}),
        ("upload-checks", {"files": [FILE] * 1_001}),
        ("upload-checks", {"files": [None] * MANY}),
        ("tokens", {"name": "x", "scopes": ["reed"] * MANY}),
        ("tokens", {"name": "x", "scopes": ["read"], "corpora": ["?"] * MANY}),
        ("corpuses/{corpus}/fieldsets", {"name": "x", "columns": [{"titel": number} for number in range(MANY)]}),
    ],
)
def test_at_most_ten_errors_are_named(api, corpus, path, body):
    response = api.send("POST", f"{V1}/{path.format(corpus=corpus.pk)}", body)
    assert response.status_code == 400
    assert len(response.json()["error"].get("fields", {})) <= 10
    assert len(response.content) <= 5_000


def test_a_body_has_a_limited_number_of_values(api):
    response = api.send("POST", f"{V1}/corpuses", {"title": "x", "description": [[]] * MOST_VALUES})
    assert (response.status_code, response.json()["error"]["code"]) == (400, "too_many_values")


@pytest.mark.parametrize("path", [f"{V1}/corpuses", "/graphql/", "/mcp"])
@pytest.mark.parametrize("body", [b"[" + b"[]," * 850_000 + b"[]]", b'{"a":' * 500_000], ids=["many", "deep"])
def test_a_large_body_is_refused_before_it_takes_memory(user, path, body):
    api = ApiClient(HTTP_AUTHORIZATION=f"Bearer {access_token_for(user)}")
    tracemalloc.start()
    try:
        response = api.generic("POST", path, body, content_type="application/json")
        assert tracemalloc.get_traced_memory()[1] < 20_000_000
    finally:
        tracemalloc.stop()
    assert (response.status_code, response.json()["error"]["code"]) == (400, "too_many_values")


@pytest.mark.parametrize(
    "text", ["[]", "[" * 5_000, '{"a": [' + "[]," * MOST_VALUES + "[]]}", '{"a": "\\u0000"}', '{"\\ud800": 1}']
)
def test_a_json_object_in_graphql_has_the_limits_of_a_body(text):
    with pytest.raises((ValueError, UserFault)):
        JSONObject.parse_value(text)


@given(st.recursive(st.none() | st.text(), lambda each: st.lists(each) | st.dictionaries(st.text(), each)))
def test_values_are_counted_before_they_are_parsed(value):
    def count(each):
        if isinstance(each, dict):
            return 1 + len(each) + sum(map(count, each.values()))
        return 1 + sum(map(count, each)) if isinstance(each, list) else 1

    text = json.dumps(value).encode()
    number = count(value)
    empty = text.count(b"[]") + text.count(b"{}")
    assert not has_more_values(text, number + empty)
    assert number == 1 or has_more_values(text, number - 1)


def test_the_first_unknown_name_has_a_suggestion(api):
    error = api.send("POST", f"{V1}/corpuses", {"titel": "x", "descripton": "y"}).json()["error"]
    assert error["fields"] == {
        "titel": "Unknown field `titel`. Did you mean `title`?",
        "descripton": "Unknown field `descripton`.",
    }
