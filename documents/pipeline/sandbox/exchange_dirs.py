"""The two folders shared with a sandbox process: a readable inbox and a writable outbox.

Folders whose owner was killed are removed later.
"""

import fcntl
import os
import shutil
import tempfile
import time
from pathlib import Path

from documents.pipeline.sandbox.wire import WireError

_PREFIX = "cartulary-sandbox-"
_LOCK = "owner"
_MIN_AGE = 60.0  # seconds: younger folders may not be locked yet
_MIN_AGE_WITHOUT_LOCK = 3600.0


class ExchangeDirs:
    """Inbox, outbox and error log. A file lock marks them as used; the kernel releases it when the owner dies."""

    def __init__(self) -> None:
        _remove_abandoned()
        self._root = Path(tempfile.mkdtemp(prefix=_PREFIX))
        self._lock = os.open(self._root / _LOCK, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
        fcntl.flock(self._lock, fcntl.LOCK_EX)
        self.inbox, self.outbox = self._root / "in", self._root / "out"
        self.errors = self._root / "errors"
        self.inbox.mkdir()
        self.outbox.mkdir()

    def copy_in(self, path: Path, name: str = "document") -> Path:
        """Copy a file to the inbox, so that the original cannot change while it is read."""
        target = self.inbox / name
        shutil.copyfile(path, target)
        return target

    def move_result(self, name: str, folder: Path) -> Path:
        """Move a result to a folder; raise `WireError` unless it is a regular file in the outbox itself."""
        source = self.outbox / Path(name).name
        if source.is_symlink() or not source.is_file():
            raise WireError("the result does not exist")
        return Path(shutil.move(source, folder / source.name))

    def clear(self) -> None:
        for folder in (self.inbox, self.outbox):
            for entry in folder.iterdir():
                if entry.is_dir() and not entry.is_symlink():
                    shutil.rmtree(entry, ignore_errors=True)
                else:
                    entry.unlink(missing_ok=True)

    def last_errors(self, size: int = 4000) -> str:
        """Return the end of the standard error of the process."""
        try:
            return self.errors.read_bytes()[-size:].decode("utf-8", "replace")
        except OSError:
            return ""

    def remove(self) -> None:
        shutil.rmtree(self._root, ignore_errors=True)
        os.close(self._lock)

    def release_after_fork(self) -> None:
        """Close the lock in a forked child: the folders belong to the parent."""
        os.close(self._lock)


def _remove_abandoned() -> None:
    for root in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        try:
            if _is_abandoned(root, age=time.time() - root.stat().st_mtime):
                shutil.rmtree(root, ignore_errors=True)
        except OSError:  # of another user, or just removed by another process
            continue


def _is_abandoned(root: Path, *, age: float) -> bool:
    if age < _MIN_AGE:
        return False
    try:
        lock = os.open(root / _LOCK, os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW)
    except FileNotFoundError:  # a process was killed while it created or removed the folder
        return age > _MIN_AGE_WITHOUT_LOCK
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    finally:
        os.close(lock)
    return True
