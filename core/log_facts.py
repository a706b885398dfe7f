"""What the present work is about, for every line that it logs: the trace, the job, the document. Ids only."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from types import MappingProxyType
from typing import Final

_NONE: Final[Mapping[str, str]] = MappingProxyType({})
_facts: ContextVar[Mapping[str, str]] = ContextVar("log_facts", default=_NONE)


def current() -> Mapping[str, str]:
    """Give what is known now."""
    return _facts.get()


def bind(**facts: str) -> None:
    """Know more, until the enclosing `bound` ends or `forget` is called."""
    _facts.set({**_facts.get(), **facts})


def forget(**_: object) -> None:
    """Know nothing; a receiver of `request_finished`, for the reason that `core.request_id.forget` tells."""
    _facts.set(_NONE)


@contextmanager
def bound(**facts: str) -> Iterator[None]:
    """Know this and nothing else for a while, then what was known before."""
    token = _facts.set(facts)
    try:
        yield
    finally:
        _facts.reset(token)
