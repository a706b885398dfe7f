"""Addresses of streams, below `/api/v1/`."""

from django.urls import path

from tasks.api.streams import views

urlpatterns = [
    path("events", views.PersonEventsView.as_view(), name="events"),
    path("jobs/<uuid:job_id>/events", views.JobEventsView.as_view(), name="job-events"),
]
