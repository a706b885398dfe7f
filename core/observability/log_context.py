"""Log context (structlog's context variables): request, trace, job and document ids added to every log record."""

from collections.abc import Iterator
from contextlib import contextmanager

from structlog.contextvars import bind_contextvars, clear_contextvars, get_contextvars


def bind(**fields: str) -> None:
    """Add fields until the enclosing `bound` ends or `clear` is called."""
    bind_contextvars(**fields)


def clear(**_: object) -> None:
    """Remove all fields. A receiver of `request_finished`.

    A middleware would be too early: Django logs refused requests, and sends streams, after it.
    """
    clear_contextvars()


@contextmanager
def bound(**fields: str) -> Iterator[None]:
    """Replace all fields within a `with` block, as for a job that runs inside of another one's process."""
    before = get_contextvars()
    clear_contextvars()
    bind_contextvars(**fields)
    try:
        yield
    finally:
        clear_contextvars()
        bind_contextvars(**before)
