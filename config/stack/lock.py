"""One supervisor per stack folder. The kernel holds the lock, so it is gone with its holder, however that one ends."""

import fcntl
import os
import time
from pathlib import Path
from types import TracebackType
from typing import Self

from config.stack.errors import StackError


class AlreadyRunningError(StackError):
    """Another supervisor holds this folder."""

    def __init__(self, pid: int) -> None:
        super().__init__(f"This stack is already running (supervisor {pid}).")
        self.pid = pid


class Lock:
    """Hold the stack folder for the life of a `with` block."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._descriptor = -1

    def __enter__(self) -> Self:
        descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        if not _take(descriptor):
            os.close(descriptor)
            raise AlreadyRunningError(holder(self.path) or 0)
        os.ftruncate(descriptor, 0)
        os.write(descriptor, f"{os.getpid()}\n".encode())
        self._descriptor = descriptor
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.ftruncate(self._descriptor, 0)
        os.close(self._descriptor)


def _take(descriptor: int) -> bool:
    # Somebody who only looks (`holder`) has the lock for a moment: try again before believing it.
    for _ in range(5):
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            time.sleep(0.03)
        else:
            return True
    return False


def holder(path: Path) -> int | None:
    """Give the pid of the supervisor that holds the lock, or nothing."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except FileNotFoundError:
        return None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return int(os.read(descriptor, 32).strip() or 0)
    finally:
        os.close(descriptor)
    return None
