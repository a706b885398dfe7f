"""Errors on their way out of the sandbox: a code, a message and plain data go in, the same class comes out."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from core.errors import DomainError
from documents import errors
from documents.errors import ParserCrashed
from documents.pipeline.sandbox.wire import Message

_MAX_MESSAGE = 500


def failure_message(error: DomainError) -> Message:
    return {"kind": "error", "code": error.code, "message": error.message, "data": _plain(error.data)}


def failure_of(message: Message) -> DomainError:
    """The error that a message stands for; a class that is not known here is a crash."""
    code, text = message.get("code"), message.get("message")
    failure = _classes().get(code if isinstance(code, str) else "", ParserCrashed)
    error = failure(text[:_MAX_MESSAGE] if isinstance(text, str) else "")
    error.data = MappingProxyType(_plain(message.get("data")))
    return error


def _classes() -> dict[str, type[DomainError]]:
    return {failure.code: failure for failure in _subclasses()}


def _subclasses() -> Iterator[type[DomainError]]:
    for value in vars(errors).values():
        if isinstance(value, type) and issubclass(value, DomainError) and value.__module__ == errors.__name__:
            yield value


def _plain(data: object) -> dict[str, object]:
    """Only what needs no trust: short text, numbers and lists of text."""
    if not isinstance(data, Mapping):
        return {}
    return {str(key): value for key, value in data.items() if _is_plain(value)}


def _is_plain(value: object) -> bool:
    if isinstance(value, list | tuple):
        return all(isinstance(part, str) for part in value)
    return isinstance(value, int | float | str)
