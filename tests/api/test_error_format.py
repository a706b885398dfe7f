"""Error format of the REST API: one shape, independent of where the error was raised."""

import pytest

from core.api.errors import ErrorResponse
from core.api.testing import ApiClient
from core.errors import DomainError

pytestmark = pytest.mark.django_db


@pytest.fixture
def failing(settings) -> ApiClient:
    settings.ROOT_URLCONF = "tests.api.failing_views"
    return ApiClient()


def error_of(response):
    body = response.json()
    assert set(body) == {"error"}
    assert body["error"]["request_id"] == response["X-Request-ID"]
    assert body["error"]["message"]
    return body["error"]


@pytest.mark.parametrize(
    ("name", "status", "code"),
    [
        ("invalid", 400, "invalid"),
        ("conflict", 409, "conflict"),
        ("unprocessable", 422, "unprocessable"),
        ("dependency", 503, "dependency_unavailable"),
        ("bug", 500, "internal_error"),
        ("throttled", 429, "throttled"),
        ("validation", 400, "invalid"),
        ("media", 415, "unsupported_media_type"),
        ("acceptable", 406, "not_acceptable"),
        ("parse", 400, "malformed_request"),
        ("missing", 404, "not_found"),
        ("denied", 403, "not_allowed"),
        ("suspicious", 400, "malformed_request"),
        ("bad", 400, "malformed_request"),
        ("large", 413, "request_too_large"),
    ],
)
def test_an_error_in_a_view_has_the_error_format(failing, name, status, code):
    # proves: S3-51 X-19
    response = failing.get(f"/api/fail/{name}")
    assert (response.status_code, error_of(response)["code"]) == (status, code)


@pytest.mark.parametrize(
    ("name", "status", "code"),
    [
        ("bug", 500, "internal_error"),
        ("missing", 404, "not_found"),
        ("denied", 403, "not_allowed"),
        ("suspicious", 400, "malformed_request"),
        ("large", 413, "request_too_large"),
        ("invalid", 500, "internal_error"),  # an error of the domain outside of the API is a bug
    ],
)
def test_an_error_outside_of_the_framework_has_the_error_format(failing, name, status, code):
    # proves: S3-51
    response = failing.get(f"/api/plain/{name}")
    assert (response.status_code, error_of(response)["code"]) == (status, code)


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/api/v1/nothing", 404, "not_found"),
        ("POST", "/api/nothing", 404, "not_found"),
        ("GET", "/api", 404, "not_found"),
        ("GET", "/api/v1/documents/not-a-uuid", 404, "not_found"),
        ("DELETE", "/graphql/", 405, "method_not_allowed"),
        ("GET", "/graphql/", 405, "method_not_allowed"),
        ("PUT", "/api/v1/auth/login", 405, "method_not_allowed"),
        ("POST", "/health/live", 405, "method_not_allowed"),
        ("GET", "/api/v1/documents", 401, "not_authenticated"),
    ],
)
def test_unknown_urls_and_methods_have_the_error_format(anonymous_api, method, path, status, code):
    # proves: S3-51
    response = anonymous_api.send(method, path)
    assert (response.status_code, error_of(response)["code"]) == (status, code)


def test_a_refused_method_names_the_allowed_ones(anonymous_api):
    assert anonymous_api.send("PUT", "/api/v1/auth/login")["Allow"] == "POST, OPTIONS"


def test_unauthenticated_response_names_the_scheme(anonymous_api):
    assert anonymous_api.get("/api/v1/documents")["WWW-Authenticate"].startswith("Bearer")


def test_retry_after_is_returned(failing):
    assert failing.get("/api/fail/throttled")["Retry-After"] == "7"


def domain_errors(base=DomainError):
    yield base
    for kind in base.__subclasses__():
        yield from domain_errors(kind)


def test_each_error_that_passes_says_when_to_try_again():
    # proves: S4-16
    kinds = {kind for kind in domain_errors() if kind.http_status in {429, 503, 507}}
    assert {"tokens_unavailable", "database_unavailable", "too_many_attempts", "storage_full"} <= {
        k.code for k in kinds
    }
    for kind in kinds:
        assert int(ErrorResponse.of(kind()).to_response()["Retry-After"]) > 0, kind


@pytest.mark.parametrize("path", ["/api/fail/database", "/api/plain/database", "/page/database", "/page/status"])
def test_errors_of_the_database_and_of_other_parts_say_when_to_try_again(failing, path):
    # proves: S4-16
    response = failing.get(path)
    assert (response.status_code, int(response["Retry-After"]) > 0) == (503, True)


def test_field_and_data_of_the_error_are_returned(failing):
    assert error_of(failing.get("/api/fail/invalid"))["field"] == "title"
    assert error_of(failing.get("/api/fail/conflict"))["document_id"] == "7"


def test_every_invalid_field_is_returned(failing):
    error = error_of(failing.get("/api/fail/validation"))
    assert (error["field"], error["fields"]) == ("title", {"title": "Too long. Too dull."})


def test_internal_error_reveals_no_details(failing):
    assert b"secret detail" not in failing.get("/api/fail/bug").content


def test_browsers_get_a_page_and_programs_the_error_format(failing):
    page = failing.get("/page/missing", headers={"Accept": "text/html"})
    assert page["Content-Type"].startswith("text/html")
    assert "Page not found" in page.content.decode()
    assert page["X-Request-ID"] in page.content.decode()
    assert error_of(failing.get("/page/missing", headers={"Accept": "application/json"}))["code"] == "not_found"


def test_error_data_never_replaces_the_standard_fields():
    failure = ErrorResponse(status=409, code="a", message="b", data={"code": "z", "document_id": 7})
    body: dict = failure.body()
    assert (body["error"]["code"], body["error"]["document_id"]) == ("a", 7)


def test_a_missing_csrf_token_has_the_error_format(user):
    client = ApiClient(user, enforce_csrf_checks=True)
    response = client.send("POST", "/graphql/", {"query": "{ me { id } }"})
    assert (response.status_code, error_of(response)["code"]) == (403, "csrf_failed")


def test_unknown_urls_are_not_found_without_a_csrf_token_too(user):
    client = ApiClient(user, enforce_csrf_checks=True)
    response = client.send("POST", "/api/v1/auth/nothing", {"name": "ada"})
    assert (response.status_code, error_of(response)["code"]) == (404, "not_found")
