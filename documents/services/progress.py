"""The interface of a job that work on documents needs."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import NoReturn, Protocol
from uuid import UUID

from core.errors import CircuitOpen, DependencyFault


class Progress(Protocol):
    """Reports progress, has a deadline, and can be cancelled."""

    deadline: float

    @property
    def id(self) -> UUID: ...

    def progress(self, percent: int, message: str = "") -> None: ...

    def extend_deadline(self) -> None: ...

    def park(self, error: DependencyFault, *, seconds: float = 0, tries: int | None = None) -> NoReturn: ...

    def check_cancelled(self, *, now: bool = False) -> None: ...

    def guarded(self) -> AbstractContextManager[None]: ...

    def commit(self) -> AbstractContextManager[None]: ...


@contextmanager
def waiting_without_slot(job: Progress, *, tries: int) -> Iterator[None]:
    """Ask a server in a job: if it is not available, the job begins its step again when it may be.

    After so many tries in a row the error ends the attempt; those that a circuit breaker refuses are none.
    """
    try:
        yield
    except CircuitOpen as error:
        job.park(error, seconds=error.retry_after)
    except DependencyFault as error:
        job.park(error, seconds=error.retry_after, tries=tries)
