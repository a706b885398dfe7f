"""Requests that are no SCIM: the response is an error of SCIM, and never a failure of the server."""

import json
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.scim.client import GROUP, PATCH, USER

pytestmark = pytest.mark.django_db

DEEP = "[" * 200 + "]" * 200
BODIES = [
    ("", "invalidValue"),
    ("{", "invalidSyntax"),
    ("null", "invalidSyntax"),
    ("[]", "invalidSyntax"),
    ('"text"', "invalidSyntax"),
    ("\xff\xfe".encode("latin-1"), "invalidSyntax"),
    ("[" * 50_000, "invalidSyntax"),
    (f'{{"schemas": ["{USER}"], "userName": {DEEP}}}', "invalidValue"),
    (f'{{"schemas": ["{USER}"], "userName": {{"a": 1}}}}', "invalidValue"),
    (f'{{"schemas": ["{USER}"], "userName": ""}}', "invalidValue"),
    (f'{{"schemas": ["{USER}"]}}', "invalidValue"),
    (f'{{"schemas": ["{USER}"], "userName": "a\\u0000"}}', "invalidValue"),
    (f'{{"schemas": ["{USER}"], "userName": "a\\ud800"}}', "invalidValue"),
    (f'{{"schemas": ["{USER}"], "userName": "{"a" * 300}"}}', "invalidValue"),
    (f'{{"schemas": ["{USER}"], "userName": "a", "displayName": "{"a" * 300}"}}', "invalidValue"),
    (f'{{"schemas": ["{USER}"], "userName": "a", "externalId": "{"a" * 300}"}}', "invalidValue"),
    (f'{{"schemas": ["{USER}"], "userName": "a", "emails": "x"}}', "invalidValue"),
    (f'{{"schemas": ["{USER}"], "userName": "a", "emails": [{{"value": "no address"}}]}}', "invalidValue"),
    (f'{{"schemas": ["{USER}"], "userName": "a", "active": "maybe"}}', "invalidValue"),
    (f'{{"schemas": ["{USER}"], "userName": "a", "preferredLanguage": "?"}}', "invalidValue"),
    (json.dumps({"schemas": [USER], "userName": "a", "emails": [{"value": "x"}] * 40_000}), "invalidValue"),
    (json.dumps({"schemas": [USER], "userName": "a", "x": [0] * 200_000}), "invalidValue"),
]


@pytest.mark.parametrize(("body", "kind"), BODIES, ids=range(len(BODIES)))
def test_bodies(scim, body, kind):
    answer = scim.send("POST", "Users", body)
    assert (answer.status, answer.kind) == (400, kind), answer.body


def test_a_large_body(scim):
    answer = scim.send("POST", "Users", f'{{"schemas": ["{USER}"], "userName": "{"a" * 20_000_000}"}}')
    assert answer.status == 413


def test_another_media_type(scim):
    assert scim.send("POST", "Users", "userName=a", media_type="application/x-www-form-urlencoded").kind == "415"
    body = {"schemas": [USER], "userName": "a"}
    assert scim.send("POST", "Users", body, media_type="application/json; charset=utf-8").status == 201


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "", 404),
        ("GET", "nothing", 404),
        ("GET", "Users/x", 404),
        ("GET", "Users/x/y", 404),
        ("GET", "Users/%00", 404),
        ("GET", "Users/01a22978-73ff-7608-81c4-a1815f01e848", 404),
        ("GET", "Schemas/x", 404),
        ("DELETE", "Users", 405),
        ("POST", "ServiceProviderConfig", 405),
        ("OPTIONS", "Users", 405),
        ("POST", "Bulk", 501),
        ("GET", "Me", 501),
        ("GET", "Schemas?filter=x", 403),
        ("GET", "Users?count=x", 400),
        ("GET", "Users?attributes=userName&excludedAttributes=id", 400),
        ("GET", "Users?attributes=%00", 400),
        ("GET", f"Users?attributes={'a,' * 2_000}", 400),
    ],
)
def test_urls(scim, method, path, status):
    answer = scim.send(method, path, {} if method == "POST" else None)
    assert (answer.status, answer.body["schemas"]) == (status, ["urn:ietf:params:scim:api:messages:2.0:Error"])


@pytest.mark.parametrize(
    "operations",
    [
        [{"op": "replace", "path": "active", "value": True}] * 501,
        [{"op": "replace", "path": "a" * 5_000, "value": True}],
        [{"op": "replace", "path": "emails[", "value": True}],
        [{"op": "move", "path": "active"}],
        [{"op": "remove"}],
        [{"path": "active"}],
        [],
        ["x"],
        {"op": "remove"},
        None,
    ],
)
def test_operations(scim, operations):
    key = scim.create_user("grace").body["id"]
    answer = scim.send("PATCH", f"Users/{key}", {"schemas": [PATCH], "Operations": operations})
    assert answer.status == 400, answer.body


# fmt: off
NAMES = [
    "value", "type", "primary", "active", "members", "emails", "name", "$ref", "userName", "id", "schemas", "meta",
    "givenName", "displayName", "externalId", "groups",
]
# fmt: on
TEXTS = ["work", "x@y.example", "False", "01a22978-73ff-7608-81c4-a1815f01e848"]
SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20)
VALUES = st.recursive(
    SCALARS | st.sampled_from(TEXTS),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([*NAMES, USER]), inner, max_size=4),
    max_leaves=8,
)
# fmt: off
PATHS = [
    "active", "emails", "emails.value", 'emails[type eq "work"]', 'emails[type eq "work"].value', "emails.value.x",
    "emails[primary eq true]", "emails[not (type pr)]", "name", "name.givenName", "members", 'members[value eq "x"]',
    "members.value", "displayName", "userName", "externalId", "schemas", "meta.location", "groups", "$ref",
    "x[y eq 1].z", "urn:x:y", f"{USER}:userName", USER, "",
]
# fmt: on
OPERATION = st.fixed_dictionaries(
    {"op": st.sampled_from(["add", "Replace", "remove"])}, optional={"path": st.sampled_from(PATHS), "value": VALUES}
)
OPERATIONS = st.lists(OPERATION, min_size=1, max_size=3)
KINDS = st.sampled_from(["Users", "Groups"])
# fmt: off
PARTS = [
    "userName", "emails[", "]", "(", ")", " eq ", " and ", " or ", "not ", '"x"', "1", "true", "null", ".value", "pr",
    "id", "members", "\x00", "é",
]
# fmt: on
QUIET = settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture], derandomize=True
)


@pytest.mark.full
@QUIET
@given(operations=OPERATIONS, kind=KINDS)
def test_any_operations(scim, operations, kind):
    schema, name = (USER, "userName") if kind == "Users" else (GROUP, "displayName")
    found = scim.get(kind).body.get("Resources", [])[1:]
    key = (
        found[0]["id"]
        if found
        else scim.send("POST", kind, {"schemas": [schema], name: f"{kind}{len(found)}"}).body["id"]
    )
    answer = scim.send("PATCH", f"{kind}/{key}", {"schemas": [PATCH], "Operations": operations})
    assert answer.status in {200, 400, 409}, answer.body
    assert scim.get(f"{kind}/{key}").status == 200


@pytest.mark.full
@QUIET
@given(text=st.lists(st.sampled_from(PARTS), max_size=8).map("".join), kind=KINDS)
def test_any_filter(scim, text, kind):
    answer = scim.get(f"{kind}?filter={quote(text)}")
    assert answer.status in {200, 400}, answer.body


@pytest.mark.full
@QUIET
@given(body=VALUES, kind=KINDS)
def test_any_resource(scim, body, kind):
    body = {"schemas": [USER if kind == "Users" else GROUP], "userName": "a", "displayName": "b"} | (
        body if isinstance(body, dict) else {"emails": body, "members": body, "name": body}
    )
    answer = scim.send("POST", kind, body)
    assert answer.status in {201, 400, 409}, answer.body
