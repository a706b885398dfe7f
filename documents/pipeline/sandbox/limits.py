"""What a sandbox may use: memory, processor time, files. Set by the process on itself before it reads anything."""

import resource
from dataclasses import asdict, dataclass
from pathlib import Path

MEBIBYTE = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of one sandbox process. Processor time is for one request and, within it, for one page or one picture of
    a page; the others are for the life of the process.
    """

    memory_bytes: int = 2048 * MEBIBYTE
    cpu_seconds: int = 3600
    page_cpu_seconds: int = 120
    thumbnail_cpu_seconds: int = 20
    file_bytes: int = 2048 * MEBIBYTE
    open_files: int = 256
    output_bytes: int = 4096 * MEBIBYTE
    output_files: int = 20_000
    answer_bytes: int = 2048 * MEBIBYTE
    max_requests: int = 200
    recycle_rss_bytes: int = 700 * MEBIBYTE

    def as_message(self) -> dict[str, int]:
        return asdict(self)


def apply_limits(limits: Limits) -> None:
    _lower(resource.RLIMIT_AS, limits.memory_bytes)
    _lower(resource.RLIMIT_FSIZE, limits.file_bytes)
    _lower(resource.RLIMIT_NOFILE, limits.open_files)
    _lower(resource.RLIMIT_CORE, 0)


def allow_cpu(seconds: int) -> None:
    """Let the process use this much more processor time; beyond it the kernel sends SIGXCPU, which ends it."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    used = int(usage.ru_utime + usage.ru_stime)
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (_at_most(used + seconds + 1, hard), hard))


def resident_bytes() -> int:
    """Memory that is in use right now; 0 where the kernel does not say."""
    try:
        pages = Path("/proc/self/statm").read_text(encoding="ascii").split()
    except OSError:
        return 0
    return int(pages[1]) * resource.getpagesize()


def _lower(kind: int, value: int) -> None:
    _, hard = resource.getrlimit(kind)
    bound = _at_most(value, hard)
    resource.setrlimit(kind, (bound, bound))


def _at_most(value: int, hard: int) -> int:
    return value if hard == resource.RLIM_INFINITY else min(value, hard)
