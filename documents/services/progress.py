"""The interface of a job that work on documents needs."""

from contextlib import AbstractContextManager
from typing import Protocol
from uuid import UUID


class Progress(Protocol):
    """Reports progress, has a deadline, and can be cancelled."""

    deadline: float

    @property
    def id(self) -> UUID: ...

    def progress(self, percent: int, message: str = "") -> None: ...

    def extend_deadline(self) -> None: ...

    def check_cancelled(self, *, now: bool = False) -> None: ...

    def guarded(self) -> AbstractContextManager[None]: ...

    def commit(self) -> AbstractContextManager[None]: ...
