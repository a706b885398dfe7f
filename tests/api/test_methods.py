"""Every address answers to the methods that are described, and says so to all others; every body says what it is."""

import json

import pytest

from core.api.openapi.pages import openapi_document
from core.api.testing import ApiClient
from core.db.ids import uuid7
from tests.api.populated import rows_of
from users.models import User

pytestmark = pytest.mark.django_db

KNOWN = {"GET", "POST", "PUT", "PATCH", "DELETE"}
OTHERS = ["TRACE", "PROPFIND", "BREW"]
# Written down by protocols that say how they answer to the rest.
TUS = "/api/v1/uploads"


@pytest.fixture
def operator(user):
    User.objects.filter(pk=user.pk).update(is_staff=True)
    user.refresh_from_db()
    return ApiClient(user)


@pytest.mark.parametrize("path", ["documents?state=&scope=&folder=", "admin/failed-jobs?since=", "annotations?label="])
def test_what_is_left_empty_counts_as_not_given(operator, path):
    assert operator.get(f"/api/v1/{path}").status_code == 200


@pytest.mark.full
@pytest.mark.parametrize("path", [path for path in openapi_document()["paths"] if not path.startswith(TUS)])
def test_an_address_answers_to_its_methods_only(operator, path):
    # proves: V4.1.4
    there = {method.upper() for method in openapi_document()["paths"][path]} & KNOWN
    address = path.replace("{number}", "1").replace("{token}", "x")
    for name in {part.split("}")[0] for part in path.split("{")[1:]}:
        address = address.replace(f"{{{name}}}", str(uuid7()))
    for method in sorted(KNOWN - there) + OTHERS:
        answer = operator.generic(method, address, "{}", content_type="application/json")
        assert answer.status_code == 405, method
        assert answer.json()["error"]["code"] == "method_not_allowed"
        assert there <= set(answer["Allow"].split(", ")), method
        assert method not in answer["Allow"]


TYPES = {
    "/api/v1/documents": "application/json",
    "/api/v1/documents/{document}": "application/json",
    "/api/v1/documents/{document}/text": "text/plain; charset=utf-8",
    "/api/v1/documents/{document}/pages/1/tokens": "application/vnd.cartulary.tokens",
    "/api/v1/nothing": "application/json",
    "/api/schema": "application/json",
    "/api/docs": "text/html; charset=utf-8",
    "/login": "text/html; charset=utf-8",
}


@pytest.mark.parametrize("path", TYPES)
def test_a_body_says_what_it_is(api, corpus, path):
    # proves: V4.1.1
    document, *_ = rows_of(corpus)
    answer = api.get(path.format(document=document.pk))
    assert answer["Content-Type"] == TYPES[path]
    assert answer["X-Content-Type-Options"] == "nosniff"
    if TYPES[path] == "application/json":
        json.loads(answer.body.decode())


@pytest.mark.parametrize("kind", ["text/plain", "application/xml", "application/x-www-form-urlencoded", ""])
def test_a_body_of_another_kind_is_not_read(api, kind):
    # proves: V4.1.1
    answer = api.generic("POST", "/api/v1/corpuses", b'{"title": "x"}', content_type=kind)
    assert (answer.status_code, answer.json()["error"]["code"]) == (415, "unsupported_media_type")


@pytest.mark.parametrize(
    ("method", "path", "body", "field"),
    [
        ("POST", "corpuses", {"title": "x", "description": 0}, "description"),
        ("POST", "teams", {"name": 7}, "name"),
        ("POST", "uploads/direct", {"filename": "a.txt", "size": "5"}, "size"),
        ("POST", "uploads/direct", {"filename": "a.txt", "size": True}, "size"),
        ("PATCH", "admin/scheduler", {"window": "2"}, "window"),
        ("POST", "tokens", {"name": "x", "scopes": [1]}, "scopes"),
        ("POST", "tokens", {"name": "x", "scopes": ["read"], "expires": 5}, "expires"),
        ("POST", "upload-checks", {"files": [{"sha256": "0" * 64, "size": "5", "name": "a"}]}, "files"),
    ],
)
def test_json_brings_the_types_that_are_described(operator, method, path, body, field):
    # proves: V4.1.1 T-9
    answer = operator.send(method, f"/api/v1/{path}", body)
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "invalid")
    assert answer.json()["error"]["field"].split(".")[0] == field
