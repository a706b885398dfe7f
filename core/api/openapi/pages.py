"""The OpenAPI document, Swagger UI and Redoc, all served from this server alone."""

import hashlib
import json
from collections.abc import Mapping
from functools import cache
from threading import Lock
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator

from core.api.security_headers import CSP, nonce_of

_making: Final = Lock()  # the generator prepares its extensions once in a process, and fails in two threads at once


def openapi_document() -> Mapping[str, Any]:
    """Return the description of all mounted views."""
    with _making:
        return _document_for(settings.ROOT_URLCONF)


@cache
def _document_for(urlconf: str) -> Mapping[str, Any]:
    generator = SchemaGenerator(urlconf=urlconf)  # type: ignore[no-untyped-call]  # it has no types
    document: Mapping[str, Any] = generator.get_schema(request=None, public=True)  # type: ignore[no-untyped-call]  # as above
    return document


@cache
def _encoded() -> tuple[bytes, str]:
    """Return the document as JSON, and its ETag."""
    text = json.dumps(openapi_document(), ensure_ascii=False, separators=(",", ":"), default=str).encode()
    return text, f'"{hashlib.sha256(text).hexdigest()[:32]}"'


@require_safe
def schema(request: HttpRequest) -> HttpResponse:
    """Serve `/api/schema`: OpenAPI 3.1 as JSON."""
    text, etag = _encoded()
    response = get_conditional_response(request, etag=etag) or HttpResponse(text, content_type="application/json")
    response["ETag"] = etag
    response["Cache-Control"] = "no-cache"
    return response


def _page(template: str, request: HttpRequest) -> HttpResponse:
    response = render(request, template)
    response[CSP] = settings.CSP_API_REFERENCE.format(nonce=nonce_of(request))
    return response


@require_safe
def swagger(request: HttpRequest) -> HttpResponse:
    """Serve `/api/docs`: the reference, with a form to try each operation."""
    return _page("api/swagger.html", request)


@require_safe
def to_swagger(request: HttpRequest) -> HttpResponse:
    """Redirect paths that users guess to the reference."""
    return redirect("api-docs")


@require_safe
def redoc(request: HttpRequest) -> HttpResponse:
    """Serve `/api/redoc`: the reference, for reading."""
    return _page("api/redoc.html", request)


urlpatterns: list[URLPattern] = [
    path("schema", schema, name="api-schema"),
    path("docs", swagger, name="api-docs"),
    path("redoc", redoc, name="api-redoc"),
]
