"""URLs of first steps, below `/api/v1/`."""

from django.urls import path

from corpuses.first_steps.api import rest

urlpatterns = [
    path("corpuses/sample", rest.SampleView.as_view(), name="sample-corpus"),
    path("first-steps", rest.FirstStepsView.as_view(), name="first-steps"),
]
