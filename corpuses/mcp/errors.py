"""Errors of calls: a code, a message and what to do next, so that a model can correct its call."""

import logging
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from core.api.errors import INTERNAL, ErrorResponse
from core.api.rest.exceptions import error_response_of
from core.errors import DomainError, Invalid
from core.observability import request_id

logger = logging.getLogger(__name__)

_ROOT = "arguments"


@dataclass(frozen=True, slots=True)
class Failure:
    """The description of an error, for what has no result that could contain it."""

    body: dict[str, Any]


def describe(error: Exception) -> dict[str, Any]:
    """Return an error as clients get it. Unexpected ones are logged, and described without details."""
    known = bad_arguments(error) if isinstance(error, ValidationError) else error
    response = error_response_of(known)
    if response is None:
        logger.error("mcp.error", exc_info=error)
        response = INTERNAL
    return _body(response, known)


def bad_arguments(error: ValidationError) -> Invalid:
    """Return the error for arguments that do not fit the schema, without the values."""
    fields = {".".join(map(str, each["loc"])) or _ROOT: each["msg"] for each in error.errors()}
    return Invalid("An argument is missing, unknown or invalid.", field=next(iter(fields)), fields=fields)


def _body(response: ErrorResponse, error: Exception) -> dict[str, Any]:
    what_to_do = error.what_to_do if isinstance(error, DomainError) else ""
    body: dict[str, Any] = {**response.data, "code": response.code, "message": response.message}
    if response.field:
        body["field"] = response.field
    if what_to_do:
        body["what_to_do"] = what_to_do
    return body | {"request_id": request_id.current()}
