"""`ETag` and `If-Match`: optimistic locking in REST."""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from rest_framework.request import Request

from core.errors import EditConflict, Invalid

# Compression makes a strong tag weak; it still names the version.
_TAG = re.compile(r'(?:W/)?"([^",]*)"')


def etag(version: str) -> dict[str, str]:
    """Return the header with the version of an object."""
    return {"ETag": f'"{version}"'}


def expected_version(request: Request) -> str | None:
    """Return the version that the client has seen; `None` if it does not care (`*`, or no header)."""
    header = request.headers.get("If-Match", "").strip()
    if header in {"", "*"}:
        return None
    match = _TAG.fullmatch(header)
    if match is None:
        raise Invalid("`If-Match` must be one ETag, as it was received.", field="If-Match")
    return match[1]


@contextmanager
def with_current_on_conflict(current: Callable[[], Mapping[str, object]]) -> Iterator[None]:
    """Add the current representation to an `EditConflict`, so that the client can merge without another request."""
    try:
        yield
    except EditConflict as conflict:
        data: dict[str, Any] = dict(conflict.data)
        raise EditConflict(conflict.message, **data, current=current()) from None
