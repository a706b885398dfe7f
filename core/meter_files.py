"""Counts of several processes in files of one folder, so that one of them can tell them all.

This is Prometheus' multiprocess mode. Must be imported, and `share` called, before any metric is made.
"""

import atexit
import logging
import os
import re
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Final

from prometheus_client import CollectorRegistry, generate_latest, values
from prometheus_client.mmap_dict import MmapedDict
from prometheus_client.multiprocess import MultiProcessCollector

logger = logging.getLogger(__name__)

_PREFIX: Final = "cartulary-metrics-"
_FOLDER: Final = re.compile(rf"{_PREFIX}(\d+)-\w+")
_FILE: Final = re.compile(r"(counter|histogram)_(\d+)\.db")
_DEAD: Final = 0  # no process has this id


_BYTES: Final = 1 << 16  # what a file has at first, and all that our few labels need


class _Shared:
    folder: Path | None = None
    has_no_room = False


def share(folder: Path) -> None:
    """Keep this process's counts, and those of what it forks, in this folder."""
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(folder)
    values.ValueClass = values.get_value_class()  # somebody may have imported the library before the line above
    _Shared.folder = folder
    reserve()


def reserve(**_: object) -> None:
    """Take the room on the disk for this process's counts, or count nothing; also receives `worker_process_init`.

    The files are mapped into memory: a write that finds the disk full would end the process.
    """
    if _Shared.folder is None:
        return
    try:
        for sort in ("counter", "histogram"):
            with (_Shared.folder / f"{sort}_{os.getpid()}.db").open("ab") as file:
                os.posix_fallocate(file.fileno(), 0, _BYTES)
        _Shared.has_no_room = False
    except OSError:
        _Shared.has_no_room = True
        logger.warning("metrics.no_room", exc_info=True)


def may_count() -> bool:
    """Tell whether there is room for counts."""
    return not _Shared.has_no_room


def share_with_children() -> None:
    """Do so in a new folder, which ends with this process; those of processes that were killed are removed."""
    for left in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        if (found := _FOLDER.fullmatch(left.name)) and _is_left(left, int(found[1])):
            shutil.rmtree(left, ignore_errors=True)
    owner = os.getpid()
    try:
        folder = Path(tempfile.mkdtemp(prefix=f"{_PREFIX}{owner}-"))
    except OSError:
        logger.warning("metrics.no_room", exc_info=True)
        return
    share(folder)
    atexit.register(_end, folder, owner=owner)


def _end(folder: Path, *, owner: int) -> None:
    if os.getpid() == owner:
        shutil.rmtree(folder, ignore_errors=True)


def _is_left(folder: Path, pid: int) -> bool:
    with suppress(OSError):
        return folder.stat().st_uid == os.getuid() and (pid == os.getpid() or not Path(f"/proc/{pid}").exists())
    return False


def folder() -> Path | None:
    """Give the folder, if this process shares one."""
    return _Shared.folder


def exposition(folder: Path) -> str:
    """Add up what all processes have counted, in Prometheus' text format."""
    registry = CollectorRegistry()
    MultiProcessCollector(registry, path=str(folder))
    return generate_latest(registry).decode()


def fold_dead(folder: Path) -> None:
    """Add the counts of processes that are gone to one file, or the files of a long life would be too many.

    For the one process that tells the counts, and only while it does not read them.
    """
    for file in folder.glob("*.db"):
        found = _FILE.fullmatch(file.name)
        if found is None or int(found[2]) == _DEAD or Path(f"/proc/{found[2]}").exists():
            continue
        total = MmapedDict(str(folder / f"{found[1]}_{_DEAD}.db"))
        for key, value, timestamp, _ in MmapedDict.read_all_values_from_file(str(file)):
            total.write_value(key, total.read_value(key)[0] + value, timestamp)
        total.close()
        file.unlink()
