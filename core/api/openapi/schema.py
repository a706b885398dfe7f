"""Generates OpenAPI from `@operation`: the inspector of drf-spectacular with our descriptions."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from http import HTTPStatus
from typing import Any

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiRequest, OpenApiResponse
from rest_framework.permissions import SAFE_METHODS, AllowAny

from core.api.openapi.operations import Operation, is_idempotent, is_versioned, operation_of
from core.api.rest.permissions import IsAuthenticatedOrReadOnly
from core.api.rest.serializers import ErrorBody, Media, PageQuery, Response, StrictSerializer
from core.errors import (
    DomainError,
    EditConflict,
    IdempotencyKeyReuse,
    Invalid,
    NotAllowed,
    NotAuthenticated,
    NotFound,
)

REQUEST_ID = "01990c6e5d2a7b3c8f4e1a2b3c4d5e6f"
_JSON = "application/json"

_KEY = OpenApiParameter(
    "Idempotency-Key",
    str,
    OpenApiParameter.HEADER,
    description="Identifies this request (1 to 255 visible characters). If it is sent again within a day, nothing "
    "is changed and the object of the first request is returned.",
)
_LINK = OpenApiParameter(
    "X-Share-Token",
    str,
    OpenApiParameter.HEADER,
    description="The token of a share link, for anonymous requests: they see what it shares, and public objects.",
)
_IF_MATCH = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    description="The `ETag` that you have seen. If the object has another one now, nothing is changed.",
)
_ETAG = OpenApiParameter(
    "ETag", str, OpenApiParameter.HEADER, response=[200, 201], description="The version, for `If-Match`."
)


def open_errors(result: dict[str, Any], **_: object) -> dict[str, Any]:
    """Describe that errors have further keys, which depend on their code (a postprocessing hook)."""
    result["components"]["schemas"]["ErrorDetail"]["additionalProperties"] = {}
    return result


def drop_private_marks(result: dict[str, Any], **_: object) -> dict[str, Any]:
    """Remove internal keys of the library from the document (a postprocessing hook)."""
    pending: list[Any] = [result]
    while pending:
        match pending.pop():
            case dict() as mapping:
                mapping.pop("x-spec-enum-id", None)
                pending += mapping.values()
            case list() as items:
                pending += items
    return result


class Schema(AutoSchema):
    """Describes one method of one view. Without `@operation`, the library guesses."""

    @property
    def _handler(self) -> object:
        return getattr(self.view, self.method.lower())

    @property
    def _operation(self) -> Operation | None:
        return operation_of(self._handler)

    @property
    def _is_open(self) -> bool:
        return AllowAny in self.view.permission_classes

    @property
    def _is_readable_by_anyone(self) -> bool:
        return IsAuthenticatedOrReadOnly in self.view.permission_classes and self.method in SAFE_METHODS

    def get_operation_id(self) -> str:
        found = self._operation
        if found is None:
            return super().get_operation_id()
        return found.id

    def get_summary(self) -> str | None:
        return self._operation.summary if self._operation else super().get_summary()

    def get_description(self) -> str:  # type: ignore[override]  # as the library that this belongs to has it
        # Only of the method: the docstring of the view is for readers of the code.
        doc = getattr(self._handler, "__doc__", None) or ""
        return " ".join(doc.split())

    def get_tags(self) -> list[str]:
        return [self.path.removeprefix("/api/v1").strip("/").split("/")[0]]

    def get_auth(self) -> list[dict[str, Any]]:
        authenticated: list[dict[str, Any]] = [{"token": []}, {"session": []}]
        if self._is_readable_by_anyone:
            return [*authenticated, {}]  # public objects, and those of share links
        return [] if self._is_open else authenticated

    def get_serializer_name(self, serializer: Any, direction: Any) -> str:
        return type(serializer).__name__.removesuffix("Serializer").lstrip("_")

    def get_override_parameters(self) -> list[Any]:
        found = self._operation
        if found is None:
            return []
        parameters: list[Any] = [found.query] if found.query else []
        parameters += [
            OpenApiParameter(name, str, OpenApiParameter.HEADER, description=text)
            for name, text in found.headers.items()
        ]
        if any(getattr(response, "is_page", False) for response in found.responses.values()):
            parameters.append(PageQuery)
        if self._is_readable_by_anyone:
            parameters.append(_LINK)
        if is_idempotent(self._handler):
            parameters.append(_KEY)
        if is_versioned(self._handler):
            parameters += [_ETAG, _IF_MATCH] if self._is_edit else [_ETAG]
        return parameters

    @property
    def _is_edit(self) -> bool:
        # Who creates an object has not seen a version of it.
        return is_versioned(self._handler) and self.method not in {*SAFE_METHODS, "POST"}

    def get_request_serializer(self) -> Any:
        found = self._operation
        if found is None:
            return super().get_request_serializer()
        if found.body is None:
            return dict.fromkeys(found.bytes_as, OpenApiTypes.BINARY)
        example = OpenApiExample("example", value=found.body.example, request_only=True)
        return {media: OpenApiRequest(found.body, examples=[_for(example, media)]) for media in self.map_parsers()}

    def get_response_serializers(self) -> Any:
        found = self._operation
        if found is None:
            return super().get_response_serializers()
        responses = dict(found.responses)
        if is_idempotent(self._handler) and HTTPStatus.CREATED in responses:
            responses.setdefault(HTTPStatus.OK, responses[HTTPStatus.CREATED])
        described: dict[Any, Any] = {}
        for status, response in responses.items():
            described |= _describe(status, response)
        errors = [error for error in self._errors(found) if error.http_status not in responses]
        return described | _describe_errors(errors)

    def _errors(self, found: Operation) -> Iterator[type[DomainError]]:
        yield from found.errors
        if found.body or found.query:
            yield Invalid
        if not self._is_open:
            yield NotAuthenticated
            yield NotAllowed
        if "{" in self.path:
            yield NotFound
        if is_idempotent(self._handler):
            yield IdempotencyKeyReuse
        if self._is_edit:
            yield EditConflict


def _for(example: OpenApiExample, media: str) -> OpenApiExample:
    return OpenApiExample(example.name, value=example.value, request_only=True, media_type=media)


def _describe(status: int, response: Response) -> dict[Any, Any]:
    phrase = HTTPStatus(status).phrase
    match response:
        case None:
            return {status: OpenApiResponse(description=phrase)}
        case Media(types, description, shown, schema):
            text = description or phrase
            if shown is None:
                return {(status, *types): OpenApiResponse(OpenApiTypes.BINARY, description=text)}
            example = OpenApiExample("example", value=shown, response_only=True)
            return {
                (status, *types): OpenApiResponse(schema or OpenApiTypes.OBJECT, description=text, examples=[example])
            }
        case _:
            serializer: type[StrictSerializer] = response
            example = OpenApiExample("example", value=serializer.example, response_only=True)
            return {(status, _JSON): OpenApiResponse(serializer, description=phrase, examples=[example])}


def _describe_errors(errors: Iterable[type[DomainError]]) -> dict[Any, Any]:
    """Describe errors by status; all others have the same body."""
    by_status: defaultdict[int, list[type[DomainError]]] = defaultdict(list)
    for error in errors:
        if error not in by_status[error.http_status]:
            by_status[error.http_status].append(error)
    described: dict[Any, Any] = {
        (status, _JSON): OpenApiResponse(
            ErrorBody,
            description="\n\n".join(f"`{error.code}`: {error().message}" for error in kinds),
            examples=[_error_example(error) for error in kinds],
        )
        for status, kinds in sorted(by_status.items())
    }
    other = OpenApiResponse(ErrorBody, description="Any other error, with the same body.")
    return described | {("default", _JSON): other}


def _error_example(error: type[DomainError]) -> OpenApiExample:
    body = {"error": {"code": error.code, "message": error().message, "request_id": REQUEST_ID}}
    return OpenApiExample(error.code, value=body, response_only=True)
