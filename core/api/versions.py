"""`ETag` and `If-Match`: the version of what can be edited, in REST."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from rest_framework.request import Request

from core.errors import EditConflict, Invalid


def etag(version: str) -> dict[str, str]:
    """Give the header that tells the version."""
    return {"ETag": f'"{version}"'}


def expected_version(request: Request) -> str | None:
    """Give the version that the client has seen; `None` where it does not care (`*`, or no header)."""
    sent = request.headers.get("If-Match", "").strip()
    if sent in {"", "*"}:
        return None
    if "," in sent or len(sent) < 2 or not (sent[0] == sent[-1] == '"'):  # noqa: PLR2004  # two quotation marks
        raise Invalid("`If-Match` names one ETag, as it was given.", field="If-Match")
    return sent.strip('"')


@contextmanager
def showing(current: Callable[[], Mapping[str, object]]) -> Iterator[None]:
    """Let a conflict carry the thing as it is now, so that the client can merge without asking again."""
    try:
        yield
    except EditConflict as conflict:
        known: dict[str, Any] = dict(conflict.data)
        raise EditConflict(conflict.message, **known, current=current()) from None
