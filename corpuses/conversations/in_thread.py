"""Functions that use the database, called on an event loop."""

from collections.abc import Callable
from typing import Protocol, TypeVar

T = TypeVar("T")


class InThread(Protocol):
    """Run a function that uses the database in a thread."""

    async def __call__(self, function: Callable[[], T]) -> T: ...
