"""Pages of REST lists: opaque cursors that stay true while rows are added."""

import re
from datetime import datetime
from typing import Any
from uuid import UUID

from rest_framework.exceptions import NotFound
from rest_framework.pagination import Cursor, CursorPagination
from rest_framework.request import Request

from core.errors import Invalid

_SIZE = re.compile(r"0{0,9}[1-9]\d{0,8}", re.ASCII)


class InvalidCursor(Invalid):
    """This cursor is not one that we gave out."""

    code = "invalid_cursor"


class KeyCursorPagination(CursorPagination):
    """Newest first, by key: keys are UUIDv7 and sort by time."""

    ordering: str | tuple[str, ...] = "-id"
    page_size = 50
    max_page_size = 200
    page_size_query_param = "page_size"

    def decode_cursor(self, request: Request) -> Cursor | None:
        try:
            cursor = super().decode_cursor(request)
            if cursor is not None and cursor.position is not None:
                self.read_position(str(cursor.position))
        except (NotFound, ValueError):
            raise InvalidCursor(field="cursor") from None
        return cursor

    def get_page_size(self, request: Request) -> int:
        """What is no size is refused; what is too large gives as much as there is at once."""
        wanted = request.query_params.get(self.page_size_query_param) or str(self.page_size)
        if not _SIZE.fullmatch(wanted):
            raise Invalid("`page_size` is a number from 1.", field="page_size")
        return min(int(wanted), self.max_page_size)

    def read_position(self, text: str) -> object:
        """Read the place that a cursor names; `ValueError` where it is none."""
        return UUID(text)

    def page_of(self, queryset: Any, request: Request) -> list[Any]:
        """Give the rows of the page that the request asks for."""
        return list(self.paginate_queryset(queryset, request) or [])

    def body(self, results: list[Any]) -> dict[str, Any]:
        """Give the page as it is sent."""
        return {"results": results, "next": self.get_next_link(), "previous": self.get_previous_link()}


class MomentCursorPagination(KeyCursorPagination):
    """By a moment; rows of the same moment are counted."""

    def read_position(self, text: str) -> object:
        return datetime.fromisoformat(text)
