"""CPU time and memory of processes, from `/proc`."""

import os
import threading
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

_INTERVAL = 0.25
_KIB_PER_MIB = 1024
_SMAPS_FIELDS: Mapping[str, str] = {"Rss:": "rss", "Pss:": "pss"}


def process_tree(pid: int) -> list[int]:
    """Return the process and all its descendants."""
    tree, queue = [], [pid]
    while queue:
        current = queue.pop()
        tree.append(current)
        for listed in Path(f"/proc/{current}/task").glob("*/children"):
            with suppress(OSError):
                queue += [int(child) for child in listed.read_text().split()]
    return tree


def cpu_seconds(*pids: int) -> float:
    """Return the CPU time of processes and of their children that have ended."""
    ticks = 0
    for pid in pids:
        with suppress(OSError):
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            ticks += sum(map(int, fields[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def resident_mb(pid: int) -> float:
    """Return the resident memory of a process in MiB."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return round(pages * os.sysconf("SC_PAGE_SIZE") / 2**20, 1)


def threads_of(pid: int) -> int:
    """Return the number of threads of a process."""
    return len(list(Path(f"/proc/{pid}/task").iterdir()))


def peak_mb() -> float:
    """Return the peak memory of this process in MiB.

    Not `ru_maxrss`: a child starts with the value of its parent, which may be larger.
    """
    lines = Path("/proc/self/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmHWM")).split()[1]) / _KIB_PER_MIB


class MemoryMonitor:
    """Memory of a process tree in MiB, sampled while the block runs.

    Shared memory counts for every process in `rss`, and in equal parts in `pss`.
    """

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self.peak = dict.fromkeys(_SMAPS_FIELDS.values(), 0.0)
        self.peak_of_one_process = 0.0

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stopped.set()
        self._thread.join()

    def sample(self) -> dict[str, float]:
        """Return the current memory of the tree."""
        total = dict.fromkeys(_SMAPS_FIELDS.values(), 0.0)
        for pid in process_tree(self._pid):
            with suppress(OSError):
                memory = _memory_of(pid)
                self.peak_of_one_process = max(self.peak_of_one_process, memory["rss"])
                total = {name: total[name] + memory[name] for name in total}
        return total

    def _watch(self) -> None:
        while not self._stopped.wait(_INTERVAL):
            sample = self.sample()
            self.peak = {name: max(self.peak[name], sample[name]) for name in sample}


def _memory_of(pid: int) -> dict[str, float]:
    lines = (line.split() for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines())
    return {_SMAPS_FIELDS[fields[0]]: int(fields[1]) / _KIB_PER_MIB for fields in lines if fields[0] in _SMAPS_FIELDS}
