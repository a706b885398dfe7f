"""`/mcp`: one JSON-RPC message per POST, with a bearer token."""

from functools import cache
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from rest_framework.request import Request

from core.api.asgi_in_view import App, Message, Receive, Send, respond_with
from core.api.rest.negotiation import AnyMediaType
from core.api.rest.parsers import UnreadBodyParser, require_few_values
from core.api.rest.permissions import IsAuthenticated
from core.api.rest.validation import django_request
from core.errors import NotAllowed
from users.api.authentication import TokenAuthentication
from users.api.rest.base import UncachedView

if TYPE_CHECKING:
    from mcp.server.lowlevel import Server


class OriginRefused(NotAllowed):
    """Pages of other sites cannot use this server."""

    code = "origin_refused"
    what_to_do = "Send the request from a program, or add the origin to CSRF_TRUSTED_ORIGINS."


class McpView(UncachedView):
    """The streamable HTTP transport without sessions, so that any web process responds to any request.

    Sessions of browsers are not accepted, so that no other site can use them.
    """

    authentication_classes = [TokenAuthentication]
    permission_classes = [IsAuthenticated]
    content_negotiation_class = AnyMediaType
    parser_classes = [UnreadBodyParser]
    rate_class = "mcp"
    schema = None  # JSON-RPC, whose tools describe themselves, is no part of OpenAPI
    token_scopes = None  # depends on the tool (`corpuses.mcp.registry`)

    def post(self, request: Request) -> HttpResponse:
        """Respond to a message. There is no stream to open with GET and no session to end with DELETE."""
        plain = django_request(request)
        _require_known_origin(plain)
        require_few_values(plain.body)
        return respond_with(_application(), plain, api_request=request)


@cache
def _application() -> App:
    from corpuses.mcp.server import create_server  # noqa: PLC0415  # loads the SDK, which takes a second

    return _as_application(create_server())


def _as_application(server: "Server[object]") -> App:
    from mcp.server.streamable_http_manager import StreamableHTTPSessionManager  # noqa: PLC0415  # as above

    async def application(scope: Message, receive: Receive, send: Send) -> None:
        manager = StreamableHTTPSessionManager(
            server, json_response=True, stateless=True, max_request_body_size=settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        )
        async with manager.run():
            await manager.handle_request(scope, receive, send)

    return application


def _require_known_origin(request: HttpRequest) -> None:
    """Raise `OriginRefused` for requests of pages of other sites, as the protocol requires."""
    origin = request.headers.get("Origin", "")
    is_own = urlsplit(origin).netloc == request.get_host()
    if origin and not is_own and origin not in settings.CSRF_TRUSTED_ORIGINS:
        raise OriginRefused
