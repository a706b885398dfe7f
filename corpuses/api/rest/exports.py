"""Responses of exports, and their limits."""

from collections.abc import Callable, Iterator
from typing import Final

from django.http import StreamingHttpResponse
from django.utils.http import content_disposition_header
from rest_framework.request import Request

from core.api.rest.validation import django_request
from core.api.streaming import streamed
from core.errors import Invalid
from corpuses.exports.writers import EXCEL_LINES, FORMATS

_EXCEL: Final = "xlsx"
WEB_ANNOTATIONS: Final = "jsonld"
MEDIA_TYPES: Final[dict[str, str]] = {
    **{name: each.media_type for name, each in FORMATS.items()},
    WEB_ANNOTATIONS: "application/ld+json",
}


def require_excel_room(name: str, lines: Callable[[], int]) -> None:
    """Raise `Invalid` if the format is Excel and a sheet has not enough rows."""
    if name == _EXCEL and lines() > EXCEL_LINES:
        raise Invalid("An Excel sheet has not enough rows for this. Choose another format.", field="format")


def file_response(
    request: Request, chunks: Iterator[bytes], *, media_type: str, filename: str
) -> StreamingHttpResponse:
    """Return a file that is written while it is sent, and not cached."""
    response = streamed(django_request(request), chunks, media_type=media_type)
    response["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=filename) or "attachment"
    response["Cache-Control"] = "private, no-store"
    return response
