"""Rectangles on pages."""

from typing import Final, NamedTuple

from core.errors import Invalid

_DIGITS: Final = 5  # of a fraction: a tenth of a pixel on a large screen
_NOT_ON_PAGE: Final = "The sides are fractions of the page: 0 <= left < right <= 1 and 0 <= top < bottom <= 1."


class PageBox(NamedTuple):
    """A rectangle on a page; the sides are fractions of the width and height of the page, from its top left corner."""

    page: int
    left: float
    top: float
    right: float
    bottom: float

    @property
    def sides(self) -> list[float]:
        return [round(side, _DIGITS) for side in (self.left, self.top, self.right, self.bottom)]


def require_on_page(box: PageBox) -> None:
    """Raise `Invalid` unless the rectangle has an area, and is within the page."""
    left, top, right, bottom = box.sides
    if not (0 <= left < right <= 1 and 0 <= top < bottom <= 1):
        raise Invalid(_NOT_ON_PAGE, field="box")
