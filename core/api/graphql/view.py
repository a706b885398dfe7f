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
from core.api.graphql.errors import format_error
from core.api.openapi.operations import operation
from core.api.openapi.shapes import Media, Shape
from core.api.parsers import LimitedJSONParser
from core.api.rest import django_request
from core.errors import Invalid


class BatchRefused(Invalid):
    """Send one operation per request; lists of operations are not accepted."""

    code = "batch_refused"


class MalformedOperation(Invalid):
    """Send a JSON object with `query`, and perhaps `variables` and `operationName`."""

    code = "malformed_request"


class OperationFields(Shape):
    """One operation."""

    query = serializers.CharField()
    variables = serializers.DictField(required=False, allow_null=True)
    operationName = serializers.CharField(required=False, allow_null=True)  # noqa: N815  # the protocol's word
    example = {
        "query": "query Titles($n: Int) { documents(first: $n) { totalCount edges { node { title } } } }",
        "variables": {"n": 2},
    }


class ResultShape(Shape):
    """What came of it; `data` is absent where nothing ran."""

    data = serializers.DictField(required=False, allow_null=True)
    errors = serializers.ListField(child=serializers.DictField(), required=False)
    example = {"data": {"documents": {"totalCount": 1, "edges": [{"node": {"title": "Lease of 12 Harbour Street"}}]}}}


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
        "runGraphQL", "Run a GraphQL operation", body=OperationFields, answer={200: ResultShape, 400: ResultShape}
    )
    def post(self, request: Request) -> Response:
        query, variables, name = _operation(request.data)
        schema = import_string(settings.GRAPHENE["SCHEMA"]).graphql_schema
        result = execution.run(
            schema,
            query,
            variables=variables,
            operation_name=name,
            context=Context(request.user, django_request(request)),
        )
        body: dict[str, Any] = {} if _is_refused(result) else {"data": result.data}
        if result.errors:
            body["errors"] = [format_error(error) for error in result.errors]
        return Response(body, status=400 if _is_refused(result) else 200, headers={"Cache-Control": "no-store"})


def _is_refused(result: Any) -> bool:
    """Nothing ran: no error has a place in the answer."""
    return result.data is None and not any(error.path for error in result.errors or ())


def _operation(body: object) -> tuple[str, dict[str, Any], str | None]:
    match body:
        case list():
            raise BatchRefused
        case {"query": str() as query, **rest}:
            variables, name = rest.get("variables"), rest.get("operationName")
        case _:
            raise MalformedOperation
    if not isinstance(variables, dict | None) or not isinstance(name, str | None):
        raise MalformedOperation
    return query, variables or {}, name
