"""The ASGI application that uvicorn serves."""

import os
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import IO, Any

import django
from asgiref.sync import sync_to_async
from django.conf import settings
from django.core.handlers.asgi import ASGIHandler, ASGIRequest
from django.core.handlers.base import BaseHandler
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from config.env import process_role
from config.observability import share_web_metrics, trace

Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.production")

# Metrics are created when the apps are loaded, and need their folder then.
share_web_metrics()
django.setup(set_prefix=False)
trace("web")

# These need the apps.
from audit import origin  # noqa: E402  # after Django is set up
from config.same_files import require_same  # noqa: E402  # after Django is set up
from core.api.body_limit import limit_bodies  # noqa: E402  # after Django is set up
from core.api.rest.exceptions import dependency_response_of  # noqa: E402  # after Django is set up
from corpuses.conversations.runner import import_agent_soon  # noqa: E402  # after Django is set up
from events.sse.middleware import sse_middleware  # noqa: E402  # after Django is set up


class ThreadHandler(ASGIHandler):
    """Runs middleware and views of a request in one thread.

    All views are synchronous. Django's handler would run the middleware that supports it asynchronously, and change
    between thread and event loop for each hook of it: a fifth of the processor time of a small request.
    """

    def __init__(self) -> None:
        BaseHandler.__init__(self)
        self.load_middleware(is_async=False)

    async def handle(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Respond to a request whose body does not fit on the disk, where Django stores it before any view runs."""
        try:
            await super().handle(scope, receive, send)
        except OSError as error:
            unavailable = dependency_response_of(error)
            if unavailable is None:
                raise
            await self.send_response(unavailable.to_response(), send)

    def create_request(
        self, scope: Mapping[str, Any], body_file: IO[bytes]
    ) -> tuple[ASGIRequest, None] | tuple[None, HttpResponseBase]:
        """Make the request known to the audit log in the task that ends it: the views run in another one."""
        created = super().create_request(scope, body_file)
        origin.begin(created[0])
        return created

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        return await sync_to_async(self.get_response, thread_sensitive=True)(request)


if process_role() == "web":  # else it is only imported
    # In a thread: uvicorn imports this in its event loop, where Django allows no queries.
    with ThreadPoolExecutor(1) as pool:
        pool.submit(require_same).result()
if settings.LLM_MODEL:
    import_agent_soon()
application = limit_bodies(sse_middleware(ThreadHandler()))
