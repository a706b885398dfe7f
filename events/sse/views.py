"""`/events` and `/jobs/<id>/events`: check access and subscribe; `middleware` sends the stream."""

from collections.abc import Iterable
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from rest_framework import serializers
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.views import APIView

from core.access import access_of, require_user
from core.api.openapi.operations import operation
from core.api.rest.serializers import Media, StrictSerializer
from core.api.rest.validation import django_request
from events.sse.stream_limit import TooManyStreams
from events.sse.subscriptions import END, JobSubscription, UserSubscription, subscribe
from tasks.api.selectors import get_visible_job


class JsonForErrors(BaseContentNegotiation):
    """Ignores `Accept`, in which browsers name only event streams: errors are JSON."""

    def select_parser(self, request: Request, parsers: Iterable[BaseParser]) -> BaseParser | None:
        return next(iter(parsers), None)

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        renderer = next(iter(renderers))
        return renderer, renderer.media_type


class StreamQuery(StrictSerializer):
    """The position after which to continue."""

    last_event_id = serializers.CharField(required=False, help_text="As the header `Last-Event-ID`.")


_EVENT = {
    "type": "object",
    "properties": {
        "event": {"type": "string"},
        "data": {"type": "string", "contentMediaType": "application/json"},
        "id": {"type": "string"},
        "retry": {"type": "integer"},
    },
    "required": ["event", "data"],
}
STREAM_RESPONSE = {
    200: Media(
        ("text/event-stream",),
        "Server-sent events, each with these fields; see docs/howto/events.md.",
        {"event": "ready", "data": '{"heartbeat_seconds":15.0}', "id": "4711-90210"},
        _EVENT,
    )
}


class StreamView(APIView):
    """The base of views that subscribe to a stream."""

    content_negotiation_class = JsonForErrors


class UserEventsView(StreamView):
    """The changes visible to the user."""

    @operation(
        "streamEvents",
        "Stream the changes visible to you",
        query=StreamQuery,
        response=STREAM_RESPONSE,
        errors=[TooManyStreams],
    )
    def get(self, request: Request) -> HttpResponse:
        user = require_user(request.user)
        django = django_request(request)
        subscription = UserSubscription(user.pk, last_event_id(django), access_of(user).limits)
        return subscribe(django, subscription, user_id=user.pk)


class JobEventsView(StreamView):
    """The status of a visible job until it ends."""

    @operation(
        "streamJob",
        "Stream the status of a job until it ends",
        query=StreamQuery,
        response={**STREAM_RESPONSE, 204: None},
        errors=[TooManyStreams],
    )
    def get(self, request: Request, job_id: UUID) -> HttpResponse:
        user = require_user(request.user)
        job = get_visible_job(user, job_id)
        django = django_request(request)
        if job.is_finished and last_event_id(django) == END:
            return HttpResponse(status=204)  # browsers then stop reconnecting
        return subscribe(django, JobSubscription(job_id), user_id=user.pk)


def last_event_id(request: HttpRequest) -> str:
    """Return the header that browsers send when they reconnect, or the parameter, which pages can set."""
    return request.headers.get("Last-Event-ID") or request.GET.get("last_event_id", "")
