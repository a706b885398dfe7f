"""Cursor pagination of REST lists: pages stay consistent while rows are added."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.db.models import Model, QuerySet
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.utils.urls import replace_query_param

from core.api.ordering import Order
from core.api.rest.serializers import MAX_PAGE_SIZE
from core.errors import Invalid

M = TypeVar("M", bound=Model)

NEWEST_FIRST = Order(("-id",), has_index=True)  # keys are UUIDv7 and sort by time
OLDEST_FIRST = Order(("id",))
PAGE_SIZE = 50
_SIZE = re.compile(r"0{0,9}[1-9]\d{0,8}", re.ASCII)
_BACKWARD = "-"  # before the cursor of a `previous` link


@dataclass(frozen=True, slots=True, kw_only=True)
class Page(Generic[M]):
    """A page of rows, and the URLs of its neighbours."""

    rows: list[M]
    next: str | None
    previous: str | None
    total_count: int | None

    def body(self, results: Iterable[Any]) -> dict[str, Any]:
        """Return the body of the response."""
        body = {"results": list(results), "next": self.next, "previous": self.previous}
        return body if self.total_count is None else body | {"total_count": self.total_count}


def paginate(queryset: QuerySet[M], order: Order, request: Request) -> Page[M]:
    """Return the requested page of a list."""
    size, cursor = _page_size(request), request.query_params.get("cursor", "")
    is_backward = cursor.startswith(_BACKWARD)
    direction, position = (order.reversed(), cursor[len(_BACKWARD) :]) if is_backward else (order, cursor)
    found = direction.page(queryset, size + 1, position if cursor else None, field="cursor")
    has_more, page = len(found) > size, found[:size]
    if is_backward:
        page.reverse()
    has_next, has_previous = (bool(cursor), has_more) if is_backward else (has_more, bool(cursor))
    return Page(
        rows=page,
        next=_url(request, order.cursor(page[-1])) if page and has_next else None,
        previous=_url(request, _BACKWARD + order.reversed().cursor(page[0])) if page and has_previous else None,
        total_count=queryset.order_by().count() if _has_count(request) else None,
    )


def _page_size(request: Request) -> int:
    requested = request.query_params.get("page_size") or str(PAGE_SIZE)
    if not _SIZE.fullmatch(requested) or int(requested) > MAX_PAGE_SIZE:
        raise Invalid(f"`page_size` must be a number from 1 to {MAX_PAGE_SIZE}.", field="page_size")
    return int(requested)


def _has_count(request: Request) -> bool:
    requested = request.query_params.get("count") or "false"
    if requested in serializers.BooleanField.TRUE_VALUES:
        return True
    if requested in serializers.BooleanField.FALSE_VALUES:
        return False
    raise Invalid("`count` must be true or false.", field="count")


def _url(request: Request, cursor: str) -> str:
    url: str = replace_query_param(request.build_absolute_uri(), "cursor", cursor)
    return url
