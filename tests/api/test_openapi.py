"""The description of REST is complete and true: every address is in it, with examples that are what they say."""

import json
import re

import jsonschema_rs
import pytest
from django.contrib.staticfiles import finders
from django.urls import URLPattern, URLResolver, get_resolver
from drf_spectacular.plumbing import sanitize_result_object

from core.api.openapi.pages import openapi_document

# Not described: the description itself, and what answers for addresses that are none.
OTHERS = {"/api/schema", "/api/docs", "/api/redoc"}
METHODS = {"get", "post", "put", "patch", "delete"}


def routes(resolver=None, prefix="/"):
    """Every address below /api/, as the resolver knows it."""
    for each in (resolver or get_resolver()).url_patterns:
        here = prefix + str(each.pattern)
        if isinstance(each, URLResolver):
            yield from routes(each, here)
        elif isinstance(each, URLPattern) and here.startswith("/api/") and not here.startswith("/^"):
            yield re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", here), each.callback


def operations():
    for path, methods in openapi_document()["paths"].items():
        for method, operation in methods.items():
            if method in METHODS:
                yield path, method, operation


@pytest.fixture(scope="module")
def validate():
    components = openapi_document()["components"]

    def check(schema, value):
        whole = {**schema, "components": components}
        return [error.message for error in jsonschema_rs.Draft202012Validator(whole).iter_errors(value)]

    return check


def test_every_address_and_method_is_described():
    # proves: S3-60
    described = {path: set(methods) & METHODS for path, methods in openapi_document()["paths"].items()}
    for path, callback in routes():
        if path in OTHERS:
            continue
        there = {method for method in METHODS if hasattr(callback.cls, method)}
        assert described.get(path) == there, f"{path}: {there}"


@pytest.mark.parametrize(
    ("path", "method", "operation"), [pytest.param(*each, id=f"{each[1]} {each[0]}") for each in operations()]
)
def test_every_operation_says_what_it_does_and_shows_it(path, method, operation, validate):
    # proves: S3-60
    assert operation.get("summary"), "@operation is missing"
    assert re.fullmatch(r"[a-z]+[A-Za-z]*", operation["operationId"])
    bodies = [(None, operation["requestBody"])] if "requestBody" in operation else []
    for status, body in [*operation["responses"].items(), *bodies]:
        for media, content in body.get("content", {}).items():
            if status == "default" or content["schema"].get("format") == "binary":
                continue
            examples = content.get("examples")
            assert examples, f"no example for {status or 'the request'} as {media}"
            if media == "application/json":
                for example in examples.values():
                    assert validate(content["schema"], example["value"]) == [], f"the example for {status}"


def test_operations_have_names_of_their_own():
    names = [operation["operationId"] for _, _, operation in operations()]
    assert len(names) == len(set(names))


def test_the_description_is_served_once(client):
    first = client.get("/api/schema")
    assert first.json() == json.loads(json.dumps(sanitize_result_object(openapi_document()), default=str))
    assert client.get("/api/schema", headers={"If-None-Match": first["ETag"]}).status_code == 304


@pytest.mark.parametrize("page", ["/api/docs", "/api/redoc"])
def test_the_reference_needs_no_other_server(client, page):
    response = client.get(page)
    assert response.status_code == 200
    assert re.findall(r"https?://|src=\"//", response.content.decode()) == []
    assert "'self'" in response["Content-Security-Policy"]
    for source in re.findall(r'(?:src|href)="(/static/[^"]+)"', response.content.decode()):
        assert finders.find(source.removeprefix("/static/")), source


# Idempotency keys belong to users, so there is none before registration; a repetition is refused as a taken name.
MADE_ANEW = {"register"}


# The state of a job says what its priority means (409 `job_has_begun`); tus has offsets of its own (409).
ORDERED_OTHERWISE = {"setJobPriority", "continueUpload"}


def test_every_edit_is_refused_to_those_who_have_not_seen_the_last_one():
    for _, method, operation in operations():
        headers = {each["name"] for each in operation.get("parameters", []) if each["in"] == "header"}
        is_edit = method == "patch" and operation["operationId"] not in ORDERED_OTHERWISE
        assert ("If-Match" in headers) == is_edit, operation["operationId"]
        if is_edit:
            assert "412" in operation["responses"]


def test_every_request_that_makes_something_can_be_repeated():
    # proves: S3-27
    for path, method, operation in operations():
        if method == "post" and "201" in operation["responses"]:
            headers = {each["name"] for each in operation.get("parameters", []) if each["in"] == "header"}
            assert ("Idempotency-Key" in headers) != (operation["operationId"] in MADE_ANEW), path
