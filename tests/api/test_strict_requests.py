"""Requests with a typing error are refused with a suggestion, for every URL of the API."""

import json
from uuid import UUID

import pytest

from core.api.openapi.pages import openapi_document
from core.api.testing import ApiClient
from core.db.ids import uuid7
from users.models import User

pytestmark = pytest.mark.django_db

V1 = "/api/v1"
OPERATIONS = [
    (method, path)
    for path, methods in openapi_document()["paths"].items()
    for method in methods
    if method in {"get", "post", "put", "patch", "delete"} and path.startswith(V1)
]
BODIES = [
    (method, path)
    for method, path in OPERATIONS
    if "application/json" in openapi_document()["paths"][path][method].get("requestBody", {}).get("content", {})
]


@pytest.fixture
def staff_api(user):
    User.objects.filter(pk=user.pk).update(is_staff=True)
    user.refresh_from_db()
    return ApiClient(user)


def url_of(path: str) -> str:
    url = path.replace("{number}", "1").replace("{order}", "1").replace("{token}", "x")
    for name in {part.split("}")[0] for part in path.split("{")[1:]}:
        url = url.replace(f"{{{name}}}", str(uuid7()))
    return url


@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_every_url_refuses_unknown_parameters(staff_api, method, path):
    headers = {"Tus-Resumable": "1.0.0"}
    response = staff_api.generic(method.upper(), f"{url_of(path)}?no_such_parameter=1", headers=headers)
    error = response.json()["error"]
    assert (response.status_code, error["code"]) == (400, "unknown_parameter"), path
    assert error["field"] == "no_such_parameter"


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("documents?limit=2", "Unknown parameter `limit`. Did you mean `page_size`?"),
        ("documents?pagesize=2", "Unknown parameter `pagesize`. Did you mean `page_size`?"),
        ("documents?stat=ready", "Unknown parameter `stat`. Did you mean `state`?"),
        ("documents/file-types?format=json", "Unknown parameter `format`."),
    ],
)
def test_the_parameter_that_was_meant_is_named(api, path, message):
    response = api.get(f"{V1}/{path}")
    assert response.status_code in {400, 404}
    if response.status_code == 400:
        assert response.json()["error"]["message"].startswith(message)


def test_a_parameter_can_be_given_once(api):
    response = api.get(f"{V1}/documents?page_size=2&page_size=3")
    assert (response.status_code, response.json()["error"]["code"]) == (400, "repeated_parameter")


@pytest.mark.parametrize(
    ("path", "body", "field", "message"),
    [
        ("corpuses", {"titel": "x"}, "titel", "Unknown field `titel`. Did you mean `title`?"),
        (
            "upload-checks",
            {"files": [{"sha256": "0" * 64, "sise": 5, "name": "a"}]},
            "files.0.sise",
            "Unknown field `sise`. Did you mean `size`?",
        ),
        ("auth/logout-all", {"everywhere": True}, "everywhere", "Unknown field `everywhere`."),
    ],
)
def test_an_unknown_field_is_refused(api, path, body, field, message):
    response = api.send("POST", f"{V1}/{path}", body)
    error = response.json()["error"]
    assert (response.status_code, error["code"], error["field"], error["message"]) == (
        400,
        "unknown_field",
        field,
        message,
    )


@pytest.mark.parametrize(
    ("path", "body", "fields"),
    [
        (
            "tokens",
            {"name": "x", "scopes": ["a"]},
            {"scopes.0": "Unknown value `a`. Allowed: `read`, `write`, `upload`, `admin`, `provisioning`."},
        ),
        (
            "upload-checks",
            {"files": [{"sha256": "0" * 64, "size": -1, "name": "a"}, {"sha256": "x", "size": 1, "name": "b"}]},
            {
                "files.0.size": "Ensure this value is greater than or equal to 0.",
                "files.1.sha256": "Must have 64 hexadecimal digits.",
            },
        ),
    ],
)
def test_errors_of_nested_fields_have_their_path_and_a_plain_sentence(api, path, body, fields):
    response = api.send("POST", f"{V1}/{path}", body)
    error = response.json()["error"]
    assert (response.status_code, error["fields"]) == (400, fields)
    assert (error["field"], error["message"]) == next(iter(fields.items()))


@pytest.mark.parametrize(("method", "path"), BODIES)
def test_no_error_contains_a_representation_of_python(staff_api, method, path):
    schema = openapi_document()["components"]["schemas"]
    content = openapi_document()["paths"][path][method]["requestBody"]["content"]["application/json"]["schema"]
    properties = schema.get(content.get("$ref", "").rpartition("/")[2], {}).get("properties", {})
    for value in ([{"x": [1]}], {"x": {"y": 1}}, "\u2603", [None], -1, True):
        response = staff_api.send(method, url_of(path), dict.fromkeys(properties, value))
        assert not any(mark in response.body for mark in (b"ErrorDetail", b"string=", b"{'", b"['")), response.body
        assert response.status_code < 500


# A fixed id: the processes of xdist must collect the same tests.
@pytest.mark.parametrize(("method", "path"), [("PATCH", "uploads"), ("POST", f"uploads/{UUID(int=7)}")])
def test_a_method_that_a_url_of_tus_does_not_have_is_named(api, method, path):
    # proves: V4.1.4
    response = api.send(method, f"{V1}/{path}")
    assert (response.status_code, response.json()["error"]["code"]) == (405, "method_not_allowed")


def test_a_token_for_uploads_can_check_files(user):
    token = {"name": "uploads", "scopes": ["upload"]}
    secret = ApiClient(user).send("POST", f"{V1}/tokens", token).json()["token"]
    body = {"files": [{"sha256": "0" * 64, "size": 1, "name": "a.pdf"}]}
    response = ApiClient().send("POST", f"{V1}/upload-checks", body, Authorization=f"Bearer {secret}")
    assert response.status_code == 200


@pytest.mark.parametrize(
    ("query", "field", "message"),
    [
        ("documents?state=redy", "state", "Unknown value `redy`. Did you mean `ready`? Allowed: `processing`, `ready`"),
        ("documents?order_by=titel", "order_by", "Unknown value `titel`. Did you mean `title`? Allowed: `newest`"),
        ("documents?type=pdff", "type", "Unknown type `pdff`. Did you mean `pdf`?"),
        ("documents?language=english", "language", "Must be a code of ISO 639, such as `en`."),
        ("documents?created_after=soon", "created_after", "Datetime has wrong format."),
        ("documents?count=maybe", "count", "`count` must be true or false."),
        ("documents?owner=ada", "owner", "Must be a valid UUID."),
        ("jobs?status=done", "status", "Unknown value `done`."),
        ("annotations?source=robot", "source", "Unknown value `robot`. Allowed: `human`, `analyzer`, `agent`, "),
    ],
)
def test_unknown_values_are_refused_with_the_allowed_ones(api, query, field, message):
    response = api.get(f"{V1}/{query}")
    error = response.json()["error"]
    assert (response.status_code, error["code"], error["field"]) == (400, "invalid", field)
    assert error["message"].startswith(message)


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("sort=title", "order_by"),
        ("ordering=title", "order_by"),
        ("mime_type=x", "type"),
        ("since=x", "created_after"),
        ("corpus_id=x", "corpus"),
    ],
)
def test_the_filter_that_was_meant_is_named(api, query, name):
    error = api.get(f"{V1}/documents?{query}").json()["error"]
    assert (error["code"], f"Did you mean `{name}`?" in error["message"]) == ("unknown_parameter", True)


def test_values_are_checked_in_graphql_too(api):
    for given, field in (('type: "pdff"', "type"), ('language: "english"', "language")):
        result = api.graphql(f"{{ documents({given}) {{ totalCount }} }}")
        assert (result.codes, json.dumps(result.errors).count(field) > 0) == (["invalid"], True)
    assert api.graphql('{ jobs(kind: "\\u0000") { totalCount } }').codes == ["invalid_text"]
