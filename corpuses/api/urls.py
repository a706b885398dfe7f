"""Addresses of `corpuses`, below `/api/v1/`."""

from django.urls import path

from corpuses.api.uploads import upload_view

urlpatterns = [path("documents/upload", upload_view, name="upload")]
