"""URLs that fail in every way a view can, for the tests of the error format."""

from django.core.exceptions import (
    BadRequest,
    DisallowedRedirect,
    PermissionDenied,
    RequestDataTooBig,
)
from django.db import OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.views import APIView

from config import urls
from core.errors import Conflict, DependencyFault, Invalid, UserFault


class Unprocessable(UserFault):
    """The values contradict each other."""

    code = "unprocessable"
    http_status = 422


ERRORS: dict[str, Exception] = {
    "invalid": Invalid(field="title"),
    "conflict": Conflict(document_id="7"),
    "unprocessable": Unprocessable(),
    "dependency": DependencyFault(),
    "database": OperationalError("the pool is exhausted"),
    "bug": ZeroDivisionError("secret detail"),
    "throttled": exceptions.Throttled(wait=7),
    "validation": exceptions.ValidationError({"title": ["Too long.", "Too dull."]}),
    "media": exceptions.UnsupportedMediaType("text/css"),
    "acceptable": exceptions.NotAcceptable(),
    "parse": exceptions.ParseError(),
    "missing": Http404(),
    "denied": PermissionDenied(),
    "suspicious": DisallowedRedirect(),
    "bad": BadRequest(),
    "large": RequestDataTooBig(),
}


class FailingView(APIView):
    """Raises the error named in the URL, in Django REST framework."""

    permission_classes = []

    def get(self, request: Request, name: str) -> None:
        raise ERRORS[name]


def plain(request: HttpRequest, name: str) -> HttpResponse:
    """Raise the error named in the URL, in plain Django."""
    raise ERRORS[name]


urlpatterns = [
    path("api/fail/<name>", FailingView.as_view()),
    path("api/plain/<name>", plain),
    path("page/status", lambda _: HttpResponse(status=503)),
    path("page/<name>", plain),
    *urls.urlpatterns,
]
handler400, handler403, handler404, handler500 = urls.handler400, urls.handler403, urls.handler404, urls.handler500
