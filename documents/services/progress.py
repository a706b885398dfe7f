"""The part of a job that work on documents needs."""

from contextlib import AbstractContextManager
from typing import Protocol
from uuid import UUID


class Progress(Protocol):
    """Tells how far it is, until when it may last, and whether it must stop."""

    deadline: float

    @property
    def id(self) -> UUID: ...

    def progress(self, percent: int, message: str = "") -> None: ...

    def extend_deadline(self) -> None: ...

    def check_cancelled(self, *, now: bool = False) -> None: ...

    def commit(self) -> AbstractContextManager[None]: ...
