"""Prometheus multiprocess mode: processes share metrics through files in a folder.

Import this module, and call `share`, before any metric is created.
"""

import atexit
import fcntl
import logging
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from prometheus_client import CollectorRegistry, generate_latest, values
from prometheus_client.mmap_dict import MmapedDict
from prometheus_client.multiprocess import MultiProcessCollector

logger = logging.getLogger(__name__)

_PREFIX: Final = "cartulary-metrics-"
_FOLDER: Final = re.compile(rf"{_PREFIX}(\d+)-\w+")
_FILE: Final = re.compile(r"(counter|histogram)_(\d+)\.db")
_DEAD: Final = 0  # not a process id
_BYTES: Final = 1 << 16  # initial size of a file, enough for our few labels


class _Shared:
    folder: Path | None = None
    is_disk_full = False


def share(folder: Path) -> None:
    """Write the metrics of this process and its children to files in this folder, which is created."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        logger.warning("metrics.disk_full", exc_info=True)
        return
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(folder)
    values.ValueClass = values.get_value_class()  # the library may have been imported before the line above
    _Shared.folder = folder
    reserve()


def reserve(**_: object) -> None:
    """Allocate the files of this process, or disable its metrics; also a receiver of `worker_process_init`.

    The files are mapped into memory: writing to one on a full disk would kill the process.
    """
    if _Shared.folder is None:
        return
    try:
        for sort in ("counter", "histogram"):
            with (_Shared.folder / f"{sort}_{os.getpid()}.db").open("ab") as file:
                os.posix_fallocate(file.fileno(), 0, _BYTES)
        _Shared.is_disk_full = False
    except OSError:
        _Shared.is_disk_full = True
        logger.warning("metrics.disk_full", exc_info=True)


def is_enabled() -> bool:
    """Check whether metrics can be written."""
    return not _Shared.is_disk_full


def share_with_children() -> None:
    """Share a new folder, removed at exit; folders of killed processes are removed now."""
    for left in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        if (found := _FOLDER.fullmatch(left.name)) and _is_stale(left, int(found[1])):
            shutil.rmtree(left, ignore_errors=True)
    owner = os.getpid()
    try:
        folder = Path(tempfile.mkdtemp(prefix=f"{_PREFIX}{owner}-"))
    except OSError:
        logger.warning("metrics.disk_full", exc_info=True)
        return
    share(folder)
    atexit.register(_remove, folder, owner=owner)


def _remove(folder: Path, *, owner: int) -> None:
    if os.getpid() == owner:
        shutil.rmtree(folder, ignore_errors=True)


def _is_stale(folder: Path, pid: int) -> bool:
    with suppress(OSError):
        return folder.stat().st_uid == os.getuid() and (pid == os.getpid() or not Path(f"/proc/{pid}").exists())
    return False


def folder() -> Path | None:
    """Return the shared folder, if there is one."""
    return _Shared.folder


def exposition(folder: Path) -> str:
    """Return the sums over all processes, dead ones included, in the text format of Prometheus."""
    with _lock(folder):
        try:
            _merge_dead(folder)
        except OSError:  # a full disk: the files stay as they are
            logger.warning("metrics.disk_full", exc_info=True)
        return _read(folder)


@contextmanager
def _lock(folder: Path) -> Iterator[None]:
    """Let one process (and thread) at a time read or merge the files.

    The lock is released explicitly, because a child that the main process forks meanwhile inherits the descriptor:
    closing it here would leave the lock held for as long as the child lives.
    """
    descriptor = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        fcntl.flock(descriptor, fcntl.LOCK_UN)
        os.close(descriptor)


def _read(folder: Path) -> str:
    registry = CollectorRegistry()
    MultiProcessCollector(registry, path=str(folder))
    return generate_latest(registry).decode()


def _merge_dead(folder: Path) -> None:
    """Merge the files of dead processes into one, or they would become too many."""
    for file in folder.glob("*.db"):
        found = _FILE.fullmatch(file.name)
        if found is None or int(found[2]) == _DEAD or Path(f"/proc/{found[2]}").exists():
            continue
        total = MmapedDict(str(folder / f"{found[1]}_{_DEAD}.db"))
        for key, value, timestamp, _ in MmapedDict.read_all_values_from_file(str(file)):
            total.write_value(key, total.read_value(key)[0] + value, timestamp)
        total.close()
        file.unlink()
