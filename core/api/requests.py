"""The framework's request and Django's."""

from django.http import HttpRequest
from rest_framework.request import Request


def django_request(request: Request) -> HttpRequest:
    """Give the request of Django's that the framework's one wraps; sessions and files are its business."""
    return request._request  # noqa: SLF001  # the framework's documentation names this attribute and offers no other
