"""Where spans go: nowhere, unless `config.telemetry` has put a tracer here. While it is off this costs a call.

A span carries names and ids of ours, never addresses as they were asked, arguments, or the texts of errors.
"""

from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from enum import StrEnum
from typing import Final, Protocol
from uuid import UUID


class Kind(StrEnum):
    """Who a span is to its trace, in OpenTelemetry's words."""

    SERVER = "server"
    PRODUCER = "producer"
    CONSUMER = "consumer"


class Span(Protocol):
    """A piece of work that is being done."""

    def name(self, name: str) -> None:
        """Call it otherwise."""

    def note(self, facts: Mapping[str, str | int]) -> None:
        """Say more about it."""

    def fail(self, cause: str) -> None:
        """Say that it did not end well; `cause` is a code or the name of a type."""


class Tracer(Protocol):
    """What `config.telemetry` gives."""

    def span(self, name: str, kind: Kind, *, parent: str) -> AbstractContextManager[Span]:
        """Open a span: below `parent` (a W3C traceparent), else below the present one."""

    def present(self) -> Span:
        """Give the span that is open."""

    def traceparent(self) -> str:
        """Name the present span as W3C does; empty when there is none."""

    def trace_id(self) -> str:
        """Give the present trace's id, 32 hexadecimal digits; empty when there is none."""

    def close(self) -> None:
        """Send what is left."""


class _Nothing:
    """The span that is open while tracing is off."""

    def name(self, name: str) -> None:
        pass

    def note(self, facts: Mapping[str, str | int]) -> None:
        pass

    def fail(self, cause: str) -> None:
        pass


_NOTHING: Final = _Nothing()
_NO_SPAN: Final[AbstractContextManager[Span]] = nullcontext(_NOTHING)


class _Here:
    tracer: Tracer | None = None


def use(tracer: Tracer | None) -> None:
    """From now on this process's spans go there."""
    _Here.tracer = tracer


def close() -> None:
    """Send what is left, and trace no more."""
    if _Here.tracer:
        _Here.tracer.close()
        _Here.tracer = None


def is_on() -> bool:
    """Tell whether spans go anywhere."""
    return _Here.tracer is not None


def span(name: str, kind: Kind, *, parent: str = "") -> AbstractContextManager[Span]:
    """Open a span: below `parent`, else below the present one, else at the top of a trace of its own."""
    return _Here.tracer.span(name, kind, parent=parent) if _Here.tracer else _NO_SPAN


def present() -> Span:
    """Give the span that is open."""
    return _Here.tracer.present() if _Here.tracer else _NOTHING


def traceparent() -> str:
    """Name the present span, for another process to go on below it."""
    return _Here.tracer.traceparent() if _Here.tracer else ""


def traceparent_after(thing: UUID) -> str:
    """Name a trace after a thing, for work that nobody in a trace has asked for: all of it is found together."""
    return f"00-{thing.hex}-{thing.hex[16:]}-01"


def trace_id() -> str:
    """Give the present trace's id."""
    return _Here.tracer.trace_id() if _Here.tracer else ""
