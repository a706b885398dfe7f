"""`/events` and `/jobs/<id>/events`: who may listen. What is heard is the business of `serving`."""

from collections.abc import Iterable
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from rest_framework import serializers
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.views import APIView

from core.access.actors import require_user
from core.api.openapi.operations import operation
from core.api.rest.serializers import Media, StrictSerializer
from core.api.rest.validation import django_request
from tasks.api.reading import job_seen_by
from tasks.api.streams.plans import END, JobPlan, PersonPlan, hand_over


class _JsonForErrors(BaseContentNegotiation):
    """Browsers accept an event stream and nothing else; a refusal is JSON all the same."""

    def select_parser(self, request: Request, parsers: Iterable[BaseParser]) -> BaseParser | None:
        return next(iter(parsers), None)

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        renderer = next(iter(renderers))
        return renderer, renderer.media_type


class ListenQuery(StrictSerializer):
    """Where one stopped hearing."""

    last_event_id = serializers.CharField(required=False, help_text="As the header `Last-Event-ID`.")


_STREAM = {200: Media(("text/event-stream",), "Server-sent events; see docs/howto/events.md.")}


class _StreamView(APIView):
    content_negotiation_class = _JsonForErrors


class PersonEventsView(_StreamView):
    """Everything that changes for the person who asks."""

    @operation("listenToEverything", "Hear what changes for you, as it changes", query=ListenQuery, response=_STREAM)
    def get(self, request: Request) -> HttpResponse:
        plan = PersonPlan(require_user(request.user).pk, last_event_id(django_request(request)))
        return hand_over(django_request(request), plan)


class JobEventsView(_StreamView):
    """What a job in sight does until it ends."""

    @operation("listenToJob", "Hear what a job does until it ends", query=ListenQuery, response={**_STREAM, 204: None})
    def get(self, request: Request, job_id: UUID) -> HttpResponse:
        job = job_seen_by(require_user(request.user), job_id)
        asked = django_request(request)
        if job.is_finished and last_event_id(asked) == END:
            return HttpResponse(status=204)  # which tells a browser not to come back
        return hand_over(asked, JobPlan(job_id))


def last_event_id(request: HttpRequest) -> str:
    """Browsers send a header when they come back by themselves; a page that opens a stream can only use the address."""
    return request.headers.get("Last-Event-ID") or request.GET.get("last_event_id", "")
