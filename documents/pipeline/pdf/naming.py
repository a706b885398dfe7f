"""Page numbers in sentences for people."""

from collections.abc import Sequence

_MOST = 20


def named(pages: Sequence[int]) -> str:
    """ "page 3", or "pages 3, 4, 7", or the first ones and how many more."""
    names = ", ".join(str(number) for number in pages[:_MOST])
    more = f" and {len(pages) - _MOST} more" if len(pages) > _MOST else ""
    return f"page{'s' if len(pages) > 1 else ''} {names}{more}"
