"""The context of a job that runs in a test, without a queue."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn
from uuid import uuid4

from django.db import transaction

from core.errors import DependencyFault


class PlainJob:
    """A job context that commits at once. Records the progress; cancelled after `cancel_after` checks."""

    def __init__(self, *, seconds: float = 60, cancel_after: int | None = None) -> None:
        self.id = uuid4()
        self.deadline = time.monotonic() + seconds
        self.messages: list[str] = []
        self.commits = 0
        self._checks_left = cancel_after

    def progress(self, percent: int, message: str = "") -> None:
        assert 0 <= percent <= 100
        self.messages.append(message)

    def check_cancelled(self, *, now: bool = False) -> None:
        if self._checks_left is not None:
            self._checks_left -= 1
            if self._checks_left < 0:
                raise JobCancelled

    def cancel_now(self) -> None:
        """Let the next check raise."""
        self._checks_left = 0

    def extend_deadline(self) -> None:
        """Keep the deadline: no test takes that long."""

    def park(self, error: DependencyFault, *, seconds: float = 0, tries: int | None = None) -> NoReturn:
        """Raise the error: there is no queue to wait in."""
        raise error

    @contextmanager
    def guarded(self) -> Iterator[None]:
        with transaction.atomic():
            yield

    @contextmanager
    def commit(self) -> Iterator[None]:
        with transaction.atomic():
            yield
        self.commits += 1


class JobCancelled(Exception):
    pass
