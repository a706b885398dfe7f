"""A client for tests of the doors: JSON in, JSON out, GraphQL in one call."""

import gzip
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.test import Client

from core.api.openapi.conformance import Answered, complaints


def _require_described(request: Mapping[str, Any], response: Any) -> None:
    """Whatever a test asks for, the answer must look as the API's description says."""
    media_type = response.headers.get("Content-Type", "").partition(";")[0]
    is_packed = response.headers.get("Content-Encoding") == "gzip"
    body = gzip.decompress(response.body) if is_packed else response.body
    answered = Answered(request["REQUEST_METHOD"], request["PATH_INFO"], response.status_code, media_type, body)
    if found := complaints(answered):
        raise AssertionError(found)


@dataclass(frozen=True, slots=True)
class GraphQLAnswer:
    """`data` and `errors` as sent; `codes` are what programs look at."""

    status: int
    data: Any
    errors: list[dict[str, Any]]

    @property
    def codes(self) -> list[str]:
        return [error["extensions"]["code"] for error in self.errors]


class ApiClient(Client):
    """Errors of views are answered as in production, not raised."""

    def __init__(self, user: AbstractBaseUser | None = None, **options: Any) -> None:
        super().__init__(raise_request_exception=False, **options)
        if user is not None:
            self.force_login(user)  # type: ignore[arg-type]  # the stubs want the very user class of the project

    def request(self, **request: Any) -> Any:
        """Give Django's response with its `body`, which is read to its end as every client does."""
        response: Any = super().request(**request)
        response.body = b"".join(response.streaming_content) if response.streaming else response.content
        _require_described(request, response)
        return response

    def send(self, method: str, path: str, body: object = None, **headers: str) -> Any:
        """Send JSON (or nothing) and give Django's response."""
        if body is None:
            return self.generic(method.upper(), path, headers=headers)  # `post` would send an empty form
        return getattr(self, method.lower())(path, data=body, content_type="application/json", headers=headers)

    def graphql(self, query: str, variables: Mapping[str, Any] | None = None) -> GraphQLAnswer:
        """Run one operation."""
        response = self.send("POST", "/graphql/", {"query": query, "variables": dict(variables or {})})
        body = response.json()
        if "error" in body:
            raise AssertionError(body)
        return GraphQLAnswer(response.status_code, body.get("data"), body.get("errors", []))

    def ask(self, query: str, variables: Mapping[str, Any] | None = None) -> Any:
        """Run one operation that must go well; give its data."""
        answer = self.graphql(query, variables)
        if answer.errors:
            raise AssertionError(answer.errors)
        return answer.data
