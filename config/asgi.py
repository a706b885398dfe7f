"""The ASGI application that uvicorn serves."""

import os

import django
from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIHandler
from django.core.handlers.base import BaseHandler
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from config.observability import share_web_metrics, trace

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.production")

# Metrics are created when the apps are loaded, and need their folder then.
share_web_metrics()
django.setup(set_prefix=False)
trace("web")


class ThreadHandler(ASGIHandler):
    """Runs middleware and views of a request in one thread.

    All views are synchronous. Django's handler would run the middleware that supports it asynchronously, and change
    between thread and event loop for each hook of it: a fifth of the processor time of a small request.
    """

    def __init__(self) -> None:
        BaseHandler.__init__(self)
        self.load_middleware(is_async=False)

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        return await sync_to_async(self.get_response, thread_sensitive=True)(request)


# These need the apps, which were loaded above.
from core.api.body_limit import limit_bodies  # noqa: E402  # after Django is set up
from events.sse.middleware import sse_middleware  # noqa: E402  # after Django is set up

application = limit_bodies(sse_middleware(ThreadHandler()))
