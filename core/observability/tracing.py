"""Tracing: an interface that `config.telemetry` implements with OpenTelemetry; without it, calls do nothing.

Spans carry names and ids, never full URLs, arguments, or the texts of errors.
"""

from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from enum import StrEnum
from typing import Final, Protocol
from uuid import UUID


class Kind(StrEnum):
    """The kinds of spans in OpenTelemetry."""

    SERVER = "server"
    PRODUCER = "producer"
    CONSUMER = "consumer"


class Span(Protocol):
    """An open span."""

    def rename(self, name: str) -> None:
        """Change its name."""

    def set_attributes(self, attributes: Mapping[str, str | int]) -> None:
        """Add attributes."""

    def fail(self, cause: str) -> None:
        """Mark it as failed; `cause` is an error code or the name of a type."""


class Tracer(Protocol):
    """The interface of tracers."""

    def span(self, name: str, kind: Kind, *, parent: str) -> AbstractContextManager[Span]:
        """Open a span: a child of `parent` (a W3C traceparent), else of the current one."""

    def current_span(self) -> Span:
        """Return the current span."""

    def traceparent(self) -> str:
        """Return the W3C traceparent of the current span; empty if there is none."""

    def trace_id(self) -> str:
        """Return the id of the current trace, 32 hexadecimal digits; empty if there is none."""

    def close(self) -> None:
        """Flush and shut down."""


class _NoSpan:
    """The span while tracing is off."""

    def rename(self, name: str) -> None:
        pass

    def set_attributes(self, attributes: Mapping[str, str | int]) -> None:
        pass

    def fail(self, cause: str) -> None:
        pass


_NO_SPAN: Final = _NoSpan()
_NO_CONTEXT: Final[AbstractContextManager[Span]] = nullcontext(_NO_SPAN)


class _Process:
    tracer: Tracer | None = None


def use(tracer: Tracer | None) -> None:
    """Set the tracer of this process."""
    _Process.tracer = tracer


def close() -> None:
    """Flush, and stop tracing."""
    if _Process.tracer:
        _Process.tracer.close()
        _Process.tracer = None


def is_on() -> bool:
    """Check whether tracing is enabled."""
    return _Process.tracer is not None


def span(name: str, kind: Kind, *, parent: str = "") -> AbstractContextManager[Span]:
    """Open a span: a child of `parent`, else of the current one, else the root of a new trace."""
    return _Process.tracer.span(name, kind, parent=parent) if _Process.tracer else _NO_CONTEXT


def current_span() -> Span:
    """Return the current span."""
    return _Process.tracer.current_span() if _Process.tracer else _NO_SPAN


def traceparent() -> str:
    """Return the traceparent of the current span, for children in other processes."""
    return _Process.tracer.traceparent() if _Process.tracer else ""


def traceparent_of(key: UUID) -> str:
    """Return a traceparent made from a key, for work that no trace requested: it forms one trace."""
    return f"00-{key.hex}-{key.hex[16:]}-01"


def trace_id() -> str:
    """Return the id of the current trace."""
    return _Process.tracer.trace_id() if _Process.tracer else ""
