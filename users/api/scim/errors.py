"""Errors in the form of the standard (RFC 7644, section 3.12)."""

from collections.abc import Mapping
from typing import Any, Final

from rest_framework.exceptions import ParseError
from rest_framework.response import Response
from rest_framework.views import set_rollback

from core.api.rest.exceptions import error_response_of
from core.errors import Invalid
from users.accounts.errors import EmailTaken, UsernameTaken
from users.provisioning.errors import ExternalIdTaken

_ERROR: Final = "urn:ietf:params:scim:api:messages:2.0:Error"


class ScimError(Invalid):
    """This request is not one of SCIM."""

    code = "scim_invalid"
    what_to_do = "Correct the request as `detail` says (RFC 7644, section 3.12)."

    def __init__(self, message: str = "", *, scim_type: str = "", status: int = 400) -> None:
        super().__init__(message)
        self.scim_type, self.status = scim_type, status


def handle_exception(error: Exception, context: Mapping[str, object]) -> Response | None:
    """Return the error response (RFC 7644, section 3.12); unexpected errors go on to Django."""
    response = error_response_of(error)
    if response is None:
        return None
    set_rollback()
    status = error.status if isinstance(error, ScimError) else response.status
    body: dict[str, Any] = {"schemas": [_ERROR], "status": str(status), "detail": _detail(response.message, error)}
    if kind := _scim_type(error):
        body["scimType"] = kind
    return Response(body, status=status, headers=dict(response.headers))


def _detail(message: str, error: Exception) -> str:
    field = getattr(error, "field", None)
    return f"{field}: {message}" if field else message


def _scim_type(error: Exception) -> str:
    match error:
        case ScimError():
            return error.scim_type
        case ParseError():
            return "invalidSyntax"
        case UsernameTaken() | EmailTaken() | ExternalIdTaken():
            return "uniqueness"
        case Invalid():
            return "invalidValue"
    return ""
