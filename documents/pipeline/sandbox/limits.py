"""Resource limits of a sandbox: memory, processor time, files, output.

The process sets its own limits before it reads anything; the caller measures the output.
"""

import os
import resource
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from documents.errors import UnsafeDocument
from documents.pipeline.mime_types import CSV, TSV
from documents.pipeline.sandbox import kernel

MEBIBYTE = 1024 * 1024
_CHECK_SECONDS = 0.5
_CPU_SHARES = 2  # a process is replaced after one, so the next request has always the other
_SANDBOXES = 16  # that share a limit
_COUNTED_IN_NAMESPACE = (5, 14)  # Linux counts the processes of a user in each user namespace since then
SANDBOX_USER = 65533  # whom root becomes: reserved by distributions, and no account has it
_MAX_DEPTH = 100  # of folders in the outbox


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of one sandbox process.

    Processor time is per request and, within it, per page or per picture of a page. The others hold for the lifetime of
    the process.
    """

    memory_bytes: int = 2048 * MEBIBYTE
    cpu_seconds: int = 3600
    page_cpu_seconds: int = 120
    degraded_page_cpu_seconds: int = 20  # of a page that has ended an attempt: only its text is read
    table_cpu_seconds: int = 240  # per request, of CSV files: a small file may have millions of cells
    thumbnail_cpu_seconds: int = 20
    file_bytes: int = 2048 * MEBIBYTE
    open_files: int = 256
    processes: int = 64  # and threads
    output_bytes: int = 4096 * MEBIBYTE
    output_files: int = 20_000
    answer_bytes: int = 2048 * MEBIBYTE
    max_requests: int = 200
    recycle_rss_bytes: int = 700 * MEBIBYTE
    idle_seconds: int = 900  # without a request; then the process ends

    def as_message(self) -> dict[str, int]:
        return asdict(self)

    def cpu_seconds_of(self, request: Mapping[str, Any]) -> int:
        """Return the processor time for a request."""
        if request["work"] == "thumbnail":
            return self.thumbnail_cpu_seconds
        return self.table_cpu_seconds if request.get("mime_type") in {CSV, TSV} else self.cpu_seconds

    def cpu_seconds_of_page(self, number: int, request: Mapping[str, Any]) -> int:
        """Return the processor time for a page of a request."""
        is_degraded = any(row[0] == number for row in request["degraded_pages"])
        return min(self.degraded_page_cpu_seconds, self.page_cpu_seconds) if is_degraded else self.page_cpu_seconds


def apply_limits(limits: Limits) -> None:
    """Set the limits of this process. A part of the processor time is allowed with `allow_cpu`, the rest never."""
    _lower(resource.RLIMIT_AS, limits.memory_bytes)
    _lower(resource.RLIMIT_FSIZE, limits.file_bytes)
    _lower(resource.RLIMIT_NOFILE, limits.open_files)
    _lower(resource.RLIMIT_CORE, 0)
    _lower(resource.RLIMIT_CPU, used_cpu() + _CPU_SHARES * limits.cpu_seconds + 1)


def limit_processes(limits: Limits, *, has_namespaces: bool) -> None:
    """Limit processes and threads, where only those of sandboxes are counted.

    If root has become another user, those of all sandboxes count; in a user namespace, those of this one. Elsewhere
    those of the worker would count, so there is no limit; the filter of system calls refuses new processes anyway.
    """
    if os.geteuid() == SANDBOX_USER:
        _lower(resource.RLIMIT_NPROC, _SANDBOXES * limits.processes)
    elif has_namespaces and kernel.version() >= _COUNTED_IN_NAMESPACE:
        _lower(resource.RLIMIT_NPROC, limits.processes)


def allow_cpu(seconds: int) -> None:
    """Allow this process so many more seconds of processor time; then the kernel ends it with SIGXCPU."""
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (_at_most(used_cpu() + seconds + 1, hard), hard))


def used_cpu() -> int:
    """Return the seconds of processor time that this process has used."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return int(usage.ru_utime + usage.ru_stime)


def memory() -> tuple[int, int]:
    """Return the reserved and the resident memory of this process in bytes; zeros if the kernel does not report it."""
    try:
        pages = Path("/proc/self/statm").read_text(encoding="ascii").split()
    except OSError:
        return 0, 0
    return int(pages[0]) * resource.getpagesize(), int(pages[1]) * resource.getpagesize()


def resident_bytes() -> int:
    return memory()[1]


def _lower(kind: int, value: int) -> None:
    _, hard = resource.getrlimit(kind)
    limit = _at_most(value, hard)
    resource.setrlimit(kind, (limit, limit))


def _at_most(value: int, hard: int) -> int:
    return value if hard == resource.RLIM_INFINITY else min(value, hard)


class OutputMeter:
    """Measures the output of one request: files in the outbox and bytes of messages.

    Raises `UnsafeDocument` if there is too much, so that no request can fill the disk or the memory.
    """

    def __init__(self, outbox: Path, limits: Limits) -> None:
        self._outbox = outbox
        self._limits = limits
        self._message_bytes = 0
        self._taken_files = self._taken_bytes = 0
        self._last_check = 0.0

    def add_message(self, size: int) -> None:
        self._message_bytes += size
        if self._message_bytes > self._limits.answer_bytes:
            raise UnsafeDocument

    def add_result(self, path: Path) -> None:
        """Count a file that was taken out of the outbox."""
        self._taken_files += 1
        self._taken_bytes += path.stat().st_size
        self._require(0, 0)

    def check(self) -> None:
        """Measure the outbox, at most twice a second."""
        if time.monotonic() - self._last_check >= _CHECK_SECONDS:
            self._last_check = time.monotonic()
            self._require(*_measure(self._outbox, max_files=self._limits.output_files))

    def _require(self, files: int, size: int) -> None:
        if files + self._taken_files > self._limits.output_files:
            raise UnsafeDocument
        if size + self._taken_bytes > self._limits.output_bytes:
            raise UnsafeDocument


def _measure(folder: Path, *, max_files: int) -> tuple[int, int]:
    """Return the number of files and folders and the bytes of the files; counting stops after the maximum.

    Follow no link that the process puts in the place of a folder. Folders too deep to walk count as too many files.
    """
    files = size = 0
    for parent, folders, names, handle in os.fwalk(folder):
        files += len(folders)
        if len(Path(parent).parts) - len(folder.parts) > _MAX_DEPTH:
            return max_files + 1, size
        for name in names:
            files += 1
            try:
                size += os.stat(name, dir_fd=handle, follow_symlinks=False).st_size
            except FileNotFoundError:  # removed in the meantime
                continue
            if files > max_files:
                return files, size
    return files, size
