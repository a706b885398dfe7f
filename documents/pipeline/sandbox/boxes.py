"""The two folders of a sandbox: an inbox it may read, an outbox it may write. Boxes of killed owners are swept."""

import fcntl
import os
import shutil
import tempfile
import time
from pathlib import Path

from documents.pipeline.sandbox.wire import WireError

_PREFIX = "cartulary-sandbox-"
_LOCK = "owner"
_MIN_AGE = 60.0  # seconds: a younger one may not have its lock yet
_MIN_AGE_WITHOUT_LOCK = 3600.0


class Box:
    """Held by a lock that the kernel gives back when the owner dies, however it dies."""

    def __init__(self) -> None:
        _sweep()
        self._root = Path(tempfile.mkdtemp(prefix=_PREFIX))
        self._lock = os.open(self._root / _LOCK, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
        fcntl.flock(self._lock, fcntl.LOCK_EX)
        self.inbox, self.outbox = self._root / "in", self._root / "out"
        self.errors = self._root / "errors"
        self.inbox.mkdir()
        self.outbox.mkdir()

    def put(self, path: Path, name: str = "document") -> Path:
        """A copy of the file: the original can be neither written nor changed while it is read."""
        target = self.inbox / name
        shutil.copyfile(path, target)
        return target

    def take(self, name: str, folder: Path) -> Path:
        """Move a result out; only a plain file of the outbox itself is taken."""
        source = self.outbox / Path(name).name
        if source.is_symlink() or not source.is_file():
            raise WireError("no such result")
        return Path(shutil.move(source, folder / source.name))

    def clear(self) -> None:
        for folder in (self.inbox, self.outbox):
            for entry in folder.iterdir():
                if entry.is_dir() and not entry.is_symlink():
                    shutil.rmtree(entry, ignore_errors=True)
                else:
                    entry.unlink(missing_ok=True)

    def last_errors(self, size: int = 4000) -> str:
        """The end of what the process wrote to its standard error."""
        try:
            return self.errors.read_bytes()[-size:].decode("utf-8", "replace")
        except OSError:
            return ""

    def remove(self) -> None:
        shutil.rmtree(self._root, ignore_errors=True)
        os.close(self._lock)

    def forget(self) -> None:
        """In a forked child: the box belongs to the parent."""
        os.close(self._lock)


def _sweep() -> None:
    for root in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        try:
            if _has_no_owner(root, age=time.time() - root.stat().st_mtime):
                shutil.rmtree(root, ignore_errors=True)
        except OSError:  # somebody else's, or just swept by somebody else
            continue


def _has_no_owner(root: Path, *, age: float) -> bool:
    if age < _MIN_AGE:
        return False
    try:
        lock = os.open(root / _LOCK, os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW)
    except FileNotFoundError:  # its owner, or one who swept it, was killed half-way
        return age > _MIN_AGE_WITHOUT_LOCK
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    finally:
        os.close(lock)
    return True
