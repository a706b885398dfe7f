"""The arguments `first` and `after` of connections."""

from dataclasses import dataclass
from typing import TypeVar

from django.db.models import Model, QuerySet

from core.api.ordering import Order
from core.errors import Invalid

M = TypeVar("M", bound=Model)


class PageTooLarge(Invalid):
    """Too many rows per page."""

    code = "page_too_large"
    what_to_do = "Send a smaller `first`; `maximum` is the largest."


@dataclass(frozen=True, slots=True)
class Window:
    """The requested part of a list."""

    first: int
    after: str | None

    @classmethod
    def of(cls, first: int | None, after: str | None, *, default: int, maximum: int) -> "Window":
        """Check the arguments of a connection."""
        size = default if first is None else first
        if size < 0:
            raise Invalid("`first` must not be negative.", field="first")
        if size > maximum:
            raise PageTooLarge(f"`first` must be at most {maximum}.", field="first", maximum=maximum)
        return cls(size, after or None)

    def apply(self, queryset: QuerySet[M], order: Order) -> QuerySet[M]:
        """Order the rows and skip those up to the cursor."""
        rows = order.apply(queryset)
        return rows if self.after is None else order.after(self.after, rows)
