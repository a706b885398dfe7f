"""The view of all URLs below `/scim/v2`."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.core.exceptions import RequestDataTooBig
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.permissions import BasePermission
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from core.access import TokenScope, access_of, require_administrator, require_scope
from core.api.body_limit import HANDLES_OVERSIZED, is_oversized
from core.api.rest.parsers import LimitedJSONParser
from core.api.rest.permissions import IsAuthenticated
from core.api.rest.renderers import JSONRenderer
from core.api.rest.validation import django_request
from core.errors import NotAllowed
from users.api.authentication import TokenAuthentication
from users.api.rest.base import UncachedView
from users.api.scim.errors import handle_exception

MEDIA_TYPE: Final = "application/scim+json"


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
