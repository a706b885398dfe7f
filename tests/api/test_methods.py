"""Every URL accepts its documented methods and refuses all others; every body has its type."""

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


@pytest.fixture
def staff_api(user):
    User.objects.filter(pk=user.pk).update(is_staff=True)
    user.refresh_from_db()
    return ApiClient(user)


@pytest.mark.parametrize("path", ["documents?state=&scope=", "admin/failed-jobs?since=", "annotations?label="])
def test_empty_parameters_count_as_not_given(staff_api, path):
    assert staff_api.get(f"/api/v1/{path}").status_code == 200


@pytest.mark.full
@pytest.mark.parametrize("path", openapi_document()["paths"])
def test_a_url_accepts_only_its_methods(staff_api, path):
    # proves: V4.1.4
    documented = {method.upper() for method in openapi_document()["paths"][path]} & KNOWN
    url = path.replace("{number}", "1").replace("{order}", "1").replace("{token}", "x")
    for name in {part.split("}")[0] for part in path.split("{")[1:]}:
        url = url.replace(f"{{{name}}}", str(uuid7()))
    for method in sorted(KNOWN - documented) + OTHERS:
        response = staff_api.generic(method, url, "{}", content_type="application/json")
        assert response.status_code == 405, method
        assert response.json()["error"]["code"] == "method_not_allowed"
        assert documented <= set(response["Allow"].split(", ")), method
        assert method not in response["Allow"]


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
def test_a_response_has_its_content_type(api, corpus, path):
    # proves: V4.1.1
    document, *_ = rows_of(corpus)
    response = api.get(path.format(document=document.pk))
    assert response["Content-Type"] == TYPES[path]
    assert response["X-Content-Type-Options"] == "nosniff"
    if TYPES[path] == "application/json":
        json.loads(response.body.decode())


@pytest.mark.parametrize("kind", ["text/plain", "application/xml", "application/x-www-form-urlencoded", ""])
def test_a_body_of_another_type_is_refused(api, kind):
    # proves: V4.1.1
    response = api.generic("POST", "/api/v1/corpuses", b'{"title": "x"}', content_type=kind)
    assert (response.status_code, response.json()["error"]["code"]) == (415, "unsupported_media_type")


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
        ("GET", "jobs?everyone=garbage", None, "everyone"),
        ("GET", "jobs?page_size=201", None, "page_size"),
    ],
)
def test_json_values_must_have_the_documented_type(staff_api, method, path, body, field):
    # proves: V4.1.1 T-9
    response = staff_api.send(method, f"/api/v1/{path}", body)
    assert (response.status_code, response.json()["error"]["code"]) == (400, "invalid")
    assert response.json()["error"]["field"].split(".")[0] == field
