"""`/graphql/`: one operation per POST, with a session (and CSRF token) or a bearer token."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.utils.module_loading import import_string
from rest_framework import permissions, serializers
from rest_framework.exceptions import MethodNotAllowed
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.api.graphql import execution
from core.api.graphql.context import Context
from core.api.graphql.errors import format_error
from core.api.openapi.operations import operation
from core.api.rest.parsers import LimitedJSONParser
from core.api.rest.serializers import ErrorDetail, Media, StrictSerializer
from core.api.rest.validation import django_request
from core.errors import Invalid, NotAllowed


class OperationNotListed(NotAllowed):
    """This installation only accepts the operations of its own user interface."""

    code = "operation_not_listed"
    what_to_do = "Use REST, or ask the operator to add the operation to `GRAPHQL_ALLOW_LIST`."


def require_listed(query: str) -> None:
    """Raise `OperationNotListed` if there is an allow list and the query is not in it."""
    listed = _listed(settings.GRAPHQL_ALLOW_LIST)
    if listed is not None and query not in listed:
        raise OperationNotListed


@lru_cache(maxsize=2)
def _listed(path: str) -> frozenset[str] | None:
    """Return the texts in the file: a list of texts, or an object with texts as values."""
    if not path:
        return None
    content = json.loads(Path(path).read_text())
    return frozenset(content.values() if isinstance(content, dict) else content)


class BatchRefused(Invalid):
    """Send one operation per request; lists of operations are not accepted."""

    code = "batch_refused"
    what_to_do = "Send one request for each operation."


class MalformedOperation(Invalid):
    """Send a JSON object with `query`, and optionally `variables` and `operationName`."""

    code = "malformed_request"
    what_to_do = "Correct the body of the request."


class OperationBody(StrictSerializer):
    """A GraphQL operation."""

    query = serializers.CharField()
    variables = serializers.DictField(required=False, allow_null=True)
    operationName = serializers.CharField(required=False, allow_null=True)  # noqa: N815  # the protocol's name
    extensions = serializers.DictField(required=False, allow_null=True, help_text="Ignored.")
    example = {
        "query": "query Titles($n: Int) { documents(first: $n) { totalCount edges { node { title } } } }",
        "variables": {"n": 2},
    }


class OperationResult(StrictSerializer):
    """The result; `data` is absent if nothing was executed."""

    data = serializers.DictField(required=False, allow_null=True)  # type: ignore[assignment]  # the protocol's name
    errors = serializers.ListField(  # type: ignore[assignment]  # the protocol's name
        child=serializers.DictField(), required=False
    )
    example = {"data": {"documents": {"totalCount": 1, "edges": [{"node": {"title": "Lease of 12 Harbour Street"}}]}}}


class OperationRefused(StrictSerializer):
    """The reason: `error` for a malformed request, `errors` for an operation that is not valid."""

    error = ErrorDetail(required=False)
    errors = serializers.ListField(  # type: ignore[assignment]  # the protocol's name
        child=serializers.DictField(), required=False
    )
    example = {
        "errors": [
            {
                "message": "Cannot query field 'tytle' on type 'Document'. Did you mean 'title'?",
                "locations": [{"line": 1, "column": 32}],
                "extensions": {"code": "invalid_query", "request_id": "01990c6e5d2a7b3c8f4e1a2b3c4d5e6f"},
            }
        ]
    }


@dataclass(frozen=True, slots=True)
class _Operation:
    query: str
    variables: Mapping[str, Any]
    name: str | None

    @classmethod
    def parse(cls, body: object) -> "_Operation":
        """Read the body; raise `BatchRefused` or `MalformedOperation`."""
        if isinstance(body, list):
            raise BatchRefused
        if not isinstance(body, dict):
            raise MalformedOperation
        query, variables, name = body.get("query"), body.get("variables"), body.get("operationName")
        has_objects = all(isinstance(each, dict | None) for each in (variables, body.get("extensions")))
        if not (isinstance(query, str) and has_objects and isinstance(name, str | None)):
            raise MalformedOperation
        return cls(query, variables or {}, name)


class GraphQLView(APIView):
    """Malformed requests get the error body of REST, all others GraphQL's `errors`."""

    permission_classes = [permissions.AllowAny]
    parser_classes = [LimitedJSONParser]
    rate_class = "graphql"
    token_scopes = None  # depends on the operation (`core.api.graphql.execution`)
    page: Callable[[HttpRequest], HttpResponse] | None = None  # the web UI's, given by the URL configuration

    @operation("openGraphQLPage", "Try GraphQL in a browser", response={200: Media(("text/html",)), 302: None})
    def get(self, request: Request) -> HttpResponse:
        """Show a page to explore the schema, for signed-in users; programs use POST."""
        if self.page is None or "text/html" not in request.headers.get("Accept", ""):
            raise MethodNotAllowed("GET")
        if not request.user.is_authenticated:
            return redirect_to_login(request.path)
        return self.page(django_request(request))

    @operation(
        "runGraphQL",
        "Run a GraphQL operation",
        body=OperationBody,
        response={200: OperationResult, 400: OperationRefused},
    )
    def post(self, request: Request) -> Response:
        requested = _Operation.parse(request.data)
        require_listed(requested.query)
        result = execution.run(
            import_string(settings.GRAPHENE["SCHEMA"]).graphql_schema,
            requested.query,
            variables=requested.variables,
            operation_name=requested.name,
            context=Context(request.user, django_request(request)),
        )
        # Nothing was executed if no error has a path.
        is_refused = result.data is None and not any(error.path for error in result.errors or ())
        body: dict[str, Any] = {} if is_refused else {"data": result.data}
        if result.errors:
            body["errors"] = [format_error(error) for error in result.errors]
        return Response(body, status=400 if is_refused else 200, headers={"Cache-Control": "no-store"})
