"""The description for programs, and for people as Swagger UI and Redoc, from this server alone."""

import hashlib
import json
import secrets
from collections.abc import Mapping
from functools import cache
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator

_POLICY = (
    "default-src 'none'; connect-src 'self'; font-src 'self' data:; img-src 'self' data:; worker-src blob:; "
    "style-src 'self' 'unsafe-inline'; script-src 'self' 'nonce-{nonce}'; base-uri 'none'; frame-ancestors 'self'"
)


def described_document() -> Mapping[str, Any]:
    """The description of all that is mounted."""
    return _document_of(settings.ROOT_URLCONF)


@cache
def _document_of(addresses: str) -> Mapping[str, Any]:
    """It changes with the code only."""
    generator = SchemaGenerator(urlconf=addresses)  # type: ignore[no-untyped-call]  # it has no types
    document: Mapping[str, Any] = generator.get_schema(request=None, public=True)  # type: ignore[no-untyped-call]  # as above
    return document


@cache
def _sent() -> tuple[bytes, str]:
    """The document as it is sent, and its tag."""
    text = json.dumps(described_document(), ensure_ascii=False, separators=(",", ":"), default=str).encode()
    return text, f'"{hashlib.sha256(text).hexdigest()[:32]}"'


@require_safe
def description(request: HttpRequest) -> HttpResponse:
    """`/api/schema`: OpenAPI 3.1, JSON."""
    text, etag = _sent()
    response = get_conditional_response(request, etag=etag) or HttpResponse(text, content_type="application/json")
    response["ETag"] = etag
    response["Cache-Control"] = "no-cache"
    return response


def _page(template: str, request: HttpRequest) -> HttpResponse:
    nonce = secrets.token_urlsafe(16)
    response = render(request, template, {"nonce": nonce})
    response["Content-Security-Policy"] = _POLICY.format(nonce=nonce)
    return response


@require_safe
def swagger(request: HttpRequest) -> HttpResponse:
    """`/api/docs`: the reference, and a way to try it."""
    return _page("api/swagger.html", request)


@require_safe
def redoc(request: HttpRequest) -> HttpResponse:
    """`/api/redoc`: the reference, to read."""
    return _page("api/redoc.html", request)


urlpatterns: list[URLPattern] = [
    path("schema", description, name="api-schema"),
    path("docs", swagger, name="api-docs"),
    path("redoc", redoc, name="api-redoc"),
]
