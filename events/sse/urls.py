"""URLs of streams, below `/api/v1/`."""

from django.urls import path

from events.sse import views

urlpatterns = [
    path("events", views.UserEventsView.as_view(), name="events"),
    path("jobs/<uuid:job_id>/events", views.JobEventsView.as_view(), name="job-events"),
]
