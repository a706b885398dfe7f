"""`/graphql/`: one operation per POST, by session (with the CSRF token) or by bearer token."""

from typing import Any

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.module_loading import import_string
from rest_framework import permissions, serializers
from rest_framework.exceptions import MethodNotAllowed
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.api.graphql import execution
from core.api.graphql.context import Context
from core.api.graphql.errors import format_error, limit_error
from core.api.graphql.persisted import Sent
from core.api.openapi.operations import operation
from core.api.openapi.shapes import FailureShape, Media, Shape
from core.api.parsers import LimitedJSONParser
from core.api.rest import django_request
from core.errors import Invalid

_NOT_FOUND = ("PERSISTED_QUERY_NOT_FOUND", "PersistedQueryNotFound")  # the protocol's words


class BatchRefused(Invalid):
    """Send one operation per request; lists of operations are not accepted."""

    code = "batch_refused"


class MalformedOperation(Invalid):
    """Send a JSON object with `query`, and perhaps `variables` and `operationName`."""

    code = "malformed_request"


class OperationFields(Shape):
    """One operation."""

    query = serializers.CharField(required=False, help_text="May be left out where `extensions` name one sent before.")
    variables = serializers.DictField(required=False, allow_null=True)
    operationName = serializers.CharField(required=False, allow_null=True)  # noqa: N815  # the protocol's word
    extensions = serializers.DictField(
        required=False, allow_null=True, help_text='`{"persistedQuery": {"version": 1, "sha256Hash": "…"}}`'
    )
    example = {
        "query": "query Titles($n: Int) { documents(first: $n) { totalCount edges { node { title } } } }",
        "variables": {"n": 2},
    }


class ResultShape(Shape):
    """What came of it; `data` is absent where nothing ran."""

    data = serializers.DictField(required=False, allow_null=True)  # type: ignore[assignment]  # GraphQL's word
    errors = serializers.ListField(  # type: ignore[assignment]  # GraphQL's word
        child=serializers.DictField(), required=False
    )
    example = {"data": {"documents": {"totalCount": 1, "edges": [{"node": {"title": "Lease of 12 Harbour Street"}}]}}}


class RefusedShape(Shape):
    """Why nothing ran: `error` for a request that is no operation, `errors` for an operation that makes no sense."""

    error = FailureShape(required=False)
    errors = serializers.ListField(  # type: ignore[assignment]  # GraphQL's word
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


class GraphQLView(APIView):
    """Errors before the operation is understood come in the envelope of REST, all others as GraphQL's `errors`."""

    permission_classes = [permissions.AllowAny]
    parser_classes = [LimitedJSONParser]
    rate_class = "graphql"
    token_scopes = None  # the operation decides (`core.api.graphql.execution`)

    @operation("openGraphQLPage", "Try GraphQL in a browser", answer={200: Media(("text/html",)), 302: None})
    def get(self, request: Request) -> HttpResponse:
        """A page to try the schema with, for people who are signed in; programs use POST."""
        if "text/html" not in request.headers.get("Accept", ""):
            raise MethodNotAllowed("GET")
        if not request.user.is_authenticated:
            return redirect_to_login(request.path)
        return render(django_request(request), "graphql.html")

    @operation(
        "runGraphQL", "Run a GraphQL operation", body=OperationFields, answer={200: ResultShape, 400: RefusedShape}
    )
    def post(self, request: Request) -> Response:
        sent, variables, name = _operation(request.data)
        query = sent.operation()
        if query is None:
            return _answer({"errors": [format_error(limit_error(*_NOT_FOUND))]})
        schema = import_string(settings.GRAPHENE["SCHEMA"]).graphql_schema
        result = execution.run(
            schema,
            query,
            variables=variables,
            operation_name=name,
            context=Context(request.user, django_request(request)),
        )
        is_refused = _is_refused(result)
        if request.user.is_authenticated and not is_refused:
            sent.remember()
        body: dict[str, Any] = {} if is_refused else {"data": result.data}
        if result.errors:
            body["errors"] = [format_error(error) for error in result.errors]
        return _answer(body, status=400 if is_refused else 200)


def _answer(body: dict[str, Any], *, status: int = 200) -> Response:
    return Response(body, status=status, headers={"Cache-Control": "no-store"})


def _is_refused(result: Any) -> bool:
    """Nothing ran: no error has a place in the answer."""
    return result.data is None and not any(error.path for error in result.errors or ())


def _operation(body: object) -> tuple[Sent, dict[str, Any], str | None]:
    if isinstance(body, list):
        raise BatchRefused
    if not isinstance(body, dict):
        raise MalformedOperation
    sent, variables, name = Sent.of(body), body.get("variables"), body.get("operationName")
    if not isinstance(variables, dict | None) or not isinstance(name, str | None):
        raise MalformedOperation
    if sent.text is None and (sent.digest is None or body.get("query") is not None):
        raise MalformedOperation
    return sent, variables or {}, name
