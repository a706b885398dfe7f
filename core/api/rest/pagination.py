"""Cursor pagination of REST lists: pages stay consistent while rows are added."""

import re
from collections.abc import Iterable
from datetime import datetime
from typing import Any
from uuid import UUID

from rest_framework.exceptions import NotFound
from rest_framework.pagination import Cursor, CursorPagination
from rest_framework.request import Request

from core.api.rest.serializers import MAX_PAGE_SIZE
from core.errors import Invalid

_SIZE = re.compile(r"0{0,9}[1-9]\d{0,8}", re.ASCII)


class InvalidCursor(Invalid):
    """This is not a cursor of this list."""

    code = "invalid_cursor"


class KeyCursorPagination(CursorPagination):
    """Newest first, by primary key: keys are UUIDv7 and sort by time."""

    ordering: str | tuple[str, ...] = "-id"
    page_size = 50
    max_page_size = MAX_PAGE_SIZE
    page_size_query_param = "page_size"

    def decode_cursor(self, request: Request) -> Cursor | None:
        try:
            cursor = super().decode_cursor(request)
            if cursor is not None and cursor.position is not None:
                self.parse_position(str(cursor.position))
        except (NotFound, ValueError):
            raise InvalidCursor(field="cursor") from None
        return cursor

    def get_page_size(self, request: Request) -> int:
        """Return the requested size; raise `Invalid` if it is not one, or larger than `max_page_size`."""
        requested = request.query_params.get(self.page_size_query_param) or str(self.page_size)
        if not _SIZE.fullmatch(requested) or int(requested) > self.max_page_size:
            raise Invalid(f"`page_size` must be a number from 1 to {self.max_page_size}.", field="page_size")
        return int(requested)

    def parse_position(self, text: str) -> object:
        """Parse the position in a cursor; raise `ValueError` if it is malformed."""
        return UUID(text)

    def page_of(self, queryset: Any, request: Request) -> list[Any]:
        """Return the rows of the requested page."""
        return list(self.paginate_queryset(queryset, request) or [])

    def body(self, results: Iterable[Any]) -> dict[str, Any]:
        """Return the body of the response."""
        return {"results": list(results), "next": self.get_next_link(), "previous": self.get_previous_link()}


class TimeCursorPagination(KeyCursorPagination):
    """By a time; rows with equal times are counted."""

    def parse_position(self, text: str) -> object:
        return datetime.fromisoformat(text)
