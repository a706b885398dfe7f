"""Calendar feeds in REST: signed addresses of the obligations of a corpus, for calendar programs."""

from functools import partial
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.views import APIView

from core.access import Actor
from core.api.openapi.operations import operation
from core.api.rest.negotiation import AnyMediaType
from core.api.rest.serializers import Media, Resource, StrictSerializer
from core.api.rest.validation import validate_query
from core.api.rest.views import ListView, ObjectView, destroy, list_resources, retrieve
from core.errors import NotFound
from corpuses.corpora.api.rest.corpora import CorpusSerializer
from corpuses.corpora.api.selectors import get_visible_corpus
from corpuses.obligations import services
from corpuses.obligations.api.rest.obligations import calendar_response
from corpuses.obligations.api.selectors import list_calendar_feeds, list_obligations
from corpuses.obligations.calendar import MEDIA_TYPE, is_signed, sign
from corpuses.obligations.models import CalendarFeed
from corpuses.visible_rows import get_visible_row
from users.api.idempotency import create
from users.models import User
from users.secrets import ConfirmationNeeded


def path_of(feed: CalendarFeed) -> str:
    """Return the path of the calendar of a feed, with its signature."""
    return f"{reverse('feed-calendar', args=[feed.pk])}?{urlencode({'signature': sign(feed)})}"


class CalendarFeedSerializer(Resource):
    """An address at which a calendar program reads the obligations that you see in a corpus."""

    id = serializers.UUIDField()
    corpus = serializers.UUIDField(source="corpus_id")
    path = serializers.CharField(help_text="Anyone who has this address reads the obligations until it is revoked.")
    created = serializers.DateTimeField()

    read_path = staticmethod(path_of)
    example = {
        "id": "01990c6e-0e0c-7c22-8d33-1f2e3d4c5b6a",
        "corpus": CorpusSerializer.example["id"],
        "path": "/api/v1/calendar-feeds/01990c6e-0e0c-7c22-8d33-1f2e3d4c5b6a/calendar?signature=9f86d081",
        "created": "2026-11-20T08:40:00.000000Z",
    }


class CalendarFeedFields(StrictSerializer):
    """A new feed has no fields yet."""


class CalendarFeedsView(ListView):
    """`/corpuses/{id}/calendar-feeds`."""

    get = list_resources(
        "listCalendarFeeds", "List your calendar addresses of a corpus, newest first", CalendarFeedSerializer
    )
    post = create(
        "createCalendarFeed",
        "Create a calendar address of the obligations that you see in a corpus",
        CalendarFeedSerializer,
        CalendarFeedFields,
        find=partial(get_visible_row, CalendarFeed),
        route="calendar-feed",
        errors=[services.TooManyCalendarFeeds, ConfirmationNeeded],
    )

    def get_queryset(self, actor: Actor, *, corpus_id: UUID) -> QuerySet[CalendarFeed]:
        return list_calendar_feeds(actor, get_visible_corpus(actor, corpus_id))

    def perform_create(self, actor: User, *, corpus_id: UUID) -> UUID:
        return services.create_calendar_feed(get_visible_corpus(actor, corpus_id), actor=actor).pk


class CalendarFeedView(ObjectView):
    """`/calendar-feeds/{id}`."""

    get = retrieve("getCalendarFeed", "Get a calendar address", CalendarFeedSerializer)
    delete = destroy("deleteCalendarFeed", "Revoke a calendar address", services.delete_calendar_feed)

    def get_object(self, actor: Actor, *, feed_id: UUID) -> CalendarFeed:
        return get_visible_row(CalendarFeed, actor, feed_id)


class FeedQuery(StrictSerializer):
    """The signature of a calendar address."""

    signature = serializers.CharField(required=False)


@method_decorator(never_cache, name="dispatch")
class FeedCalendarView(APIView):
    """`/calendar-feeds/{id}/calendar`: open to everyone who has the URL, until it is revoked."""

    authentication_classes: tuple[type[Any], ...] = ()
    permission_classes = [AllowAny]
    content_negotiation_class = AnyMediaType

    @operation(
        "getFeedCalendar",
        "Read the obligations of a corpus by a calendar address",
        query=FeedQuery,
        response={200: Media((MEDIA_TYPE,))},
    )
    def get(self, request: Request, feed_id: UUID) -> Any:
        """Use the address of a calendar feed unchanged. It has what its owner may see now."""
        feed = services.usable_feeds().select_related("corpus", "owner").filter(pk=feed_id).first()
        signature = validate_query(request, FeedQuery).arguments().get("signature", "")
        if feed is None or not is_signed(feed, signature):  # an address does not show whether there is a feed
            raise NotFound
        corpus = get_visible_corpus(feed.owner, feed.corpus_id)
        services.note_use(feed)
        return calendar_response(request, corpus, list_obligations(feed.owner, corpus))
