"""A test client of the API: JSON in, JSON out, GraphQL in one call, responses validated against OpenAPI."""

import gzip
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.test import Client

from core.api.openapi.response_validation import Exchange, validation_errors


def _require_valid(request: Mapping[str, Any], response: Any) -> None:
    """Fail the test if the response differs from the description of the API."""
    media_type = response.headers.get("Content-Type", "").partition(";")[0]
    is_compressed = response.headers.get("Content-Encoding") == "gzip"
    body = gzip.decompress(response.body) if is_compressed else response.body
    exchange = Exchange(request["REQUEST_METHOD"], request["PATH_INFO"], response.status_code, media_type, body)
    if found := validation_errors(exchange):
        raise AssertionError(found)


@dataclass(frozen=True, slots=True)
class GraphQLResult:
    """`data` and `errors` of a response."""

    status: int
    data: Any
    errors: list[dict[str, Any]]

    @property
    def codes(self) -> list[str]:
        return [error["extensions"]["code"] for error in self.errors]


class ApiClient(Client):
    """Exceptions of views become responses, as in production."""

    def __init__(self, user: AbstractBaseUser | None = None, **options: Any) -> None:
        super().__init__(raise_request_exception=False, **options)
        if user is not None:
            self.force_login(user)  # type: ignore[arg-type]  # the stubs want the very user class of the project

    def request(self, **request: Any) -> Any:
        """Return Django's response with its whole `body`."""
        response: Any = super().request(**request)
        response.body = b"".join(response.streaming_content) if response.streaming else response.content
        _require_valid(request, response)
        return response

    def send(self, method: str, path: str, body: object = None, **headers: str) -> Any:
        """Send JSON (or nothing) and return Django's response."""
        if body is None:
            return self.generic(method.upper(), path, headers=headers)  # `post` would send an empty form
        return getattr(self, method.lower())(path, data=body, content_type="application/json", headers=headers)

    def graphql(self, query: str, variables: Mapping[str, Any] | None = None) -> GraphQLResult:
        """Run one operation."""
        response = self.send("POST", "/graphql/", {"query": query, "variables": dict(variables or {})})
        body = response.json()
        if "error" in body:
            raise AssertionError(body)
        return GraphQLResult(response.status_code, body.get("data"), body.get("errors", []))

    def execute(self, query: str, variables: Mapping[str, Any] | None = None) -> Any:
        """Run one operation that must succeed and return its data."""
        result = self.graphql(query, variables)
        if result.errors:
            raise AssertionError(result.errors)
        return result.data
