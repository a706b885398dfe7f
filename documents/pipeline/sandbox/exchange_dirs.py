"""The two folders shared with a sandbox process: a readable inbox and a writable outbox.

Folders whose owner was killed are removed later.
"""

import fcntl
import os
import shutil
import stat
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from documents.pipeline.sandbox.limits import Limits
from documents.pipeline.sandbox.wire import WireError, write_all

_PREFIX = "cartulary-sandbox-"
_LOCK = "owner"
_MIN_AGE = 60.0  # seconds: younger folders may not be locked yet
_MIN_AGE_WITHOUT_LOCK = 3600.0
_NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
_GROUP_READS_FOLDER, _GROUP_READS_FILE = 0o750, 0o640
_CHUNK = 1 << 20
_MAX_FILE_BYTES = Limits().file_bytes


class ExchangeDirs:
    """Inbox, outbox and error log. A file lock marks them as used; the kernel releases it when the owner dies."""

    def __init__(self, *, max_file_bytes: int = _MAX_FILE_BYTES, user: int | None = None) -> None:
        """Accept no result larger than `max_file_bytes`. Only the user may write to the outbox, if one is given."""
        self._max_file_bytes = max_file_bytes
        _remove_abandoned()
        self._root = Path(tempfile.mkdtemp(prefix=_PREFIX))
        self._lock = os.open(self._root / _LOCK, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
        fcntl.flock(self._lock, fcntl.LOCK_EX)
        self.inbox, self.outbox = self._root / "in", self._root / "out"
        self.errors = self._root / "errors"
        self.inbox.mkdir()
        self.outbox.mkdir(0o700)
        self.user = user
        if user is not None:  # access(2) does not count the capability with which it reads other files
            os.chown(self.outbox, user, user)
            for folder in (self._root, self.inbox):
                os.chown(folder, -1, user)
                folder.chmod(_GROUP_READS_FOLDER)

    def copy_in(self, path: Path, name: str = "document") -> Path:
        """Copy a file to the inbox, so that the original cannot change while it is read."""
        target = self.inbox / name
        with path.open("rb") as source, os.fdopen(os.open(target, _NEW_FILE, 0o600), "wb") as copy:
            if self.user is not None:
                os.fchown(copy.fileno(), -1, self.user)
                os.fchmod(copy.fileno(), _GROUP_READS_FILE)
            shutil.copyfileobj(source, copy, _CHUNK)
        return target

    def take_result(self, name: str, folder: Path) -> Path:
        """Copy a result to a folder and remove it; raise `WireError` unless it is a regular file in the outbox itself.

        The process may exchange its files at any moment. So the file is opened once, without following a link, and
        everything is checked and read through that handle. A copy cannot be changed by a process that still has the
        original open.
        """
        outbox = os.open(self.outbox, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
        try:
            target = folder / Path(name).name
            _copy_regular_file(target.name, outbox, target, self._max_file_bytes)
            with suppress(OSError):  # the process has put something else there: `clear` removes it
                os.unlink(target.name, dir_fd=outbox)
        finally:
            os.close(outbox)
        return target

    def clear(self) -> bool:
        """Remove all files and return whether this succeeded; a process may put new ones in their place."""
        try:
            for folder in (self.inbox, self.outbox):
                for entry in folder.iterdir():
                    if entry.is_dir() and not entry.is_symlink():
                        shutil.rmtree(entry)
                    else:
                        entry.unlink(missing_ok=True)
        except OSError:
            return False
        return True

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


def _copy_regular_file(name: str, folder: int, target: Path, max_bytes: int) -> None:
    try:
        source = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=folder)
    except (OSError, ValueError) as error:
        raise WireError("the result does not exist, or is a link") from error
    try:
        status = os.fstat(source)
        if not stat.S_ISREG(status.st_mode) or status.st_nlink > 1 or status.st_size > max_bytes:
            raise WireError("the result is not a regular file, has several names, or is too large")
        target.unlink(missing_ok=True)
        with os.fdopen(os.open(target, _NEW_FILE, 0o600), "wb") as copy:
            _copy_bytes(source, copy.fileno(), status.st_size)
    finally:
        os.close(source)


def _copy_bytes(source: int, target: int, size: int) -> None:
    """Copy `size` bytes and no more, even if the file grows."""
    while size > 0 and (part := os.read(source, min(size, _CHUNK))):
        size -= len(part)
        write_all(target, part)


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
