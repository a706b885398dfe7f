"""The view of all URLs below `/scim/v2`, and its errors in the form of the standard."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.core.exceptions import RequestDataTooBig
from rest_framework.exceptions import ParseError
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.permissions import BasePermission
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import set_rollback

from core.access import TokenScope, access_of, require_administrator, require_scope
from core.api.body_limit import HANDLES_OVERSIZED, is_oversized
from core.api.rest.exceptions import error_response_of
from core.api.rest.parsers import LimitedJSONParser
from core.api.rest.permissions import IsAuthenticated
from core.api.rest.renderers import JSONRenderer
from core.api.rest.validation import django_request
from core.errors import Invalid, NotAllowed
from users.accounts.errors import EmailTaken, UsernameTaken
from users.api.authentication import TokenAuthentication
from users.api.rest.base import UncachedView
from users.provisioning.errors import ExternalIdTaken

MEDIA_TYPE: Final = "application/scim+json"
_ERROR: Final = "urn:ietf:params:scim:api:messages:2.0:Error"


class ScimError(Invalid):
    """This request is not one of SCIM."""

    code = "scim_invalid"
    what_to_do = "Correct the request as `detail` says (RFC 7644, section 3.12)."

    def __init__(self, message: str = "", *, scim_type: str = "", status: int = 400) -> None:
        super().__init__(message)
        self.scim_type, self.status = scim_type, status


class ScimParser(LimitedJSONParser):
    """The media type of SCIM; `application/json` is accepted, too."""

    media_type = MEDIA_TYPE


class ScimRenderer(JSONRenderer):
    """JSON with the media type of SCIM."""

    media_type = MEDIA_TYPE
    format = "scim"


class OneMediaType(DefaultContentNegotiation):
    """Ignores `Accept`: every response is SCIM."""

    def select_renderer(
        self, request: Request, renderers: Any, format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        return renderers[0], renderers[0].media_type


class IsDirectory(IsAuthenticated):
    """For API tokens of administrators with the scope `provisioning`; no other kind of sign-in."""

    def has_permission(self, request: Request, view: object) -> bool:
        super().has_permission(request, view)
        if access_of(request.user).scopes is None:
            raise NotAllowed("Use an API token with the scope `provisioning`.")
        require_scope(request.user, (TokenScope.PROVISIONING,))
        require_administrator(request.user)
        return True


class ScimView(UncachedView):
    """Leaves all requests to `users.api.scim.endpoints`, which is loaded with the first one: it takes a second."""

    authentication_classes = [TokenAuthentication]
    permission_classes: list[type[BasePermission]] = [IsDirectory]
    content_negotiation_class = OneMediaType
    parser_classes = [ScimParser, LimitedJSONParser]
    renderer_classes = [ScimRenderer]
    token_scopes = (TokenScope.PROVISIONING,)
    schema = None  # SCIM describes itself
    http_method_names = ["get", "post", "put", "patch", "delete"]

    def get_exception_handler(self) -> Callable[[Exception, Mapping[str, object]], Response | None]:
        return handle_exception

    def respond(self, request: Request, path: str) -> Response:
        """Respond to a request of any method."""
        from users.api.scim.endpoints import respond  # noqa: PLC0415  # see the class

        if is_oversized(django_request(request)):
            raise RequestDataTooBig
        return respond(request, path)

    get = post = put = patch = delete = respond


scim_view = ScimView.as_view()
setattr(scim_view, HANDLES_OVERSIZED, True)


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
