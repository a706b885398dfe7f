"""Responses of exports, and their limits."""

from collections.abc import Callable, Collection, Iterator
from typing import Final, TypeVar
from uuid import UUID

from django.db.models import Model, QuerySet
from django.http import StreamingHttpResponse
from django.utils.http import content_disposition_header
from rest_framework.request import Request

from core.api.rest.list_query import KeysField
from core.api.streaming import streamed
from core.errors import Invalid
from corpuses.exports.writers import EXCEL_LINES, FORMATS

MOST_CHOSEN: Final = 20_000
_EXCEL: Final = "xlsx"
WEB_ANNOTATIONS: Final = "jsonld"
MEDIA_TYPES: Final[dict[str, str]] = {
    **{name: each.media_type for name, each in FORMATS.items()},
    WEB_ANNOTATIONS: "application/ld+json",
}


Row = TypeVar("Row", bound=Model)


def chosen_field(node: str, *, most: int = MOST_CHOSEN) -> KeysField:
    """Return the parameter with the ids of the only rows that are exported."""
    return KeysField(node, most=most, allow_empty=False, help_text=f"Only these {node.lower()}s.")


def excluded_field(node: str) -> KeysField:
    """Return the parameter with the ids of the rows that are left out."""
    return KeysField(node, most=MOST_CHOSEN, help_text=f"All that match but these {node.lower()}s.")


def choose_rows(
    rows: "QuerySet[Row]", *, chosen: Collection[UUID] | None, excluded: Collection[UUID] | None
) -> "QuerySet[Row]":
    """Keep the chosen rows, or all of them if none are chosen, without the excluded ones."""
    kept = rows if chosen is None else rows.filter(pk__in=chosen)
    return kept.exclude(pk__in=excluded) if excluded else kept


def require_excel_room(name: str, lines: Callable[[], int]) -> None:
    """Raise `Invalid` if the format is Excel and a sheet has not enough rows."""
    if name == _EXCEL and lines() > EXCEL_LINES:
        raise Invalid("An Excel sheet has not enough rows for this. Choose another format.", field="format")


def file_response(
    request: Request, chunks: Iterator[bytes], *, media_type: str, filename: str
) -> StreamingHttpResponse:
    """Return a file that is written while it is sent, and not cached."""
    response = streamed(request, chunks, media_type=media_type)
    response["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=filename) or "attachment"
    response["Cache-Control"] = "private, no-store"
    return response
