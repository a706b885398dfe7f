"""URLs of obligations, below `/api/v1/`."""

from django.urls import path

from corpuses.obligations.api.rest import calendar_feeds, obligations

urlpatterns = [
    path("obligations/<uuid:obligation_id>", obligations.ObligationView.as_view(), name="obligation"),
    path("corpuses/<uuid:corpus_id>/obligations", obligations.ObligationsView.as_view(), name="obligations"),
    path(
        "corpuses/<uuid:corpus_id>/obligations/calendar",
        obligations.ObligationCalendarView.as_view(),
        name="obligation-calendar",
    ),
    path("corpuses/<uuid:corpus_id>/calendar-feeds", calendar_feeds.CalendarFeedsView.as_view(), name="calendar-feeds"),
    path("calendar-feeds/<uuid:feed_id>", calendar_feeds.CalendarFeedView.as_view(), name="calendar-feed"),
    path("calendar-feeds/<uuid:feed_id>/calendar", calendar_feeds.FeedCalendarView.as_view(), name="feed-calendar"),
]
