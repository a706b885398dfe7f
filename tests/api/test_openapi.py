"""The OpenAPI document is complete and correct: it has every URL, and its examples are valid."""

import json
import re
import subprocess
import sys

import jsonschema_rs
import pytest
from django.contrib.staticfiles import finders
from django.urls import URLPattern, URLResolver, get_resolver
from drf_spectacular.plumbing import sanitize_result_object

from core.api.openapi.pages import openapi_document

# Not documented: the document itself and its pages.
UNDOCUMENTED = {"/api/schema", "/api/docs", "/api/docs/", "/api/v1/docs", "/api/redoc"}
METHODS = {"get", "post", "put", "patch", "delete"}


def routes(resolver=None, prefix="/"):
    """Yield the pattern and the callback of every URL below /api/."""
    for each in (resolver or get_resolver()).url_patterns:
        path = prefix + str(each.pattern)
        if isinstance(each, URLResolver):
            yield from routes(each, path)
        elif isinstance(each, URLPattern) and path.startswith("/api/") and not path.startswith("/^"):
            yield re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", path), each.callback


def operations():
    for path, methods in openapi_document()["paths"].items():
        for method, operation in methods.items():
            if method in METHODS:
                yield path, method, operation


@pytest.fixture(scope="module")
def validate():
    components = openapi_document()["components"]

    def check(schema, value):
        full_schema = {**schema, "components": components}
        return [error.message for error in jsonschema_rs.Draft202012Validator(full_schema).iter_errors(value)]

    return check


def test_every_url_and_method_is_documented():
    # proves: S3-60
    documented = {path: set(methods) & METHODS for path, methods in openapi_document()["paths"].items()}
    for path, callback in routes():
        if path in UNDOCUMENTED:
            continue
        methods = {method for method in METHODS if hasattr(callback.cls, method)}
        assert documented.get(path) == methods, f"{path}: {methods}"


@pytest.mark.parametrize(
    ("path", "method", "operation"), [pytest.param(*each, id=f"{each[1]} {each[0]}") for each in operations()]
)
def test_every_operation_has_a_summary_and_valid_examples(path, method, operation, validate):
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


def test_operation_ids_are_unique():
    names = [operation["operationId"] for _, _, operation in operations()]
    assert len(names) == len(set(names))


def test_the_document_has_an_etag(client):
    first = client.get("/api/schema")
    assert first.json() == json.loads(json.dumps(sanitize_result_object(openapi_document()), default=str))
    assert client.get("/api/schema", headers={"If-None-Match": first["ETag"]}).status_code == 304


@pytest.mark.parametrize("page", ["/api/docs", "/api/redoc"])
def test_the_pages_need_no_other_server(client, page):
    response = client.get(page)
    assert response.status_code == 200
    assert re.findall(r"https?://|src=\"//", response.content.decode()) == []
    assert "'self'" in response["Content-Security-Policy"]
    for source in re.findall(r'(?:src|href)="(/static/[^"]+)"', response.content.decode()):
        assert finders.find(source.removeprefix("/static/")), source


# Idempotency keys belong to users; a repeated registration is refused because the name is in use, a second factor
# because there is one, and a passkey because it is added once.
WITHOUT_IDEMPOTENCY_KEY = {"register", "addSecondFactor", "addPasskey"}


# A job's state decides (409 `job_has_begun`); tus has offsets (409); only their users change passkeys and the like.
WITHOUT_IF_MATCH = {"setJobPriority", "continueUpload", "updateNotification", "renamePasskey"}


def test_every_edit_has_if_match():
    for _, method, operation in operations():
        headers = {each["name"] for each in operation.get("parameters", []) if each["in"] == "header"}
        is_edit = method == "patch" and operation["operationId"] not in WITHOUT_IF_MATCH
        assert ("If-Match" in headers) == is_edit, operation["operationId"]
        if is_edit:
            assert "412" in operation["responses"]


def test_every_creation_has_an_idempotency_key():
    # proves: S3-27
    for path, method, operation in operations():
        if method == "post" and "201" in operation["responses"]:
            headers = {each["name"] for each in operation.get("parameters", []) if each["in"] == "header"}
            assert ("Idempotency-Key" in headers) != (operation["operationId"] in WITHOUT_IDEMPOTENCY_KEY), path


@pytest.mark.process
def test_the_first_requests_for_the_document_may_come_at_the_same_time():
    """In a process of its own: here, the document has been made."""
    program = (
        "import django; django.setup()\n"
        "from concurrent.futures import ThreadPoolExecutor\n"
        "from core.api.openapi.pages import openapi_document\n"
        "with ThreadPoolExecutor(4) as pool:\n"
        "    found = list(pool.map(lambda _: openapi_document(), range(4)))\n"
        "assert all(each is found[0] for each in found)"
    )
    subprocess.run([sys.executable, "-c", program], check=True)  # of this file
