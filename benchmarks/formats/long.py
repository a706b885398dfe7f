"""A document of a thousand pages through upload and worker: when its first page can be read, and the memory it takes.

Memory is that of the whole worker, its pool and its sandboxes, looked at again and again. What processes share counts
once for each in `rss`, and in equal parts in `pss`.
"""

import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from itertools import cycle
from pathlib import Path
from types import TracebackType
from typing import Self

import pikepdf

from benchmarks.formats.outbound import family
from cartulary_client import Client, NotFound
from config.stack.processes import Process

PAGES = 1_000
_PAUSE = 0.25
_WAIT = 3_600.0
_JSON = {"Accept": "application/json"}
_FIELDS = {"Rss:": "rss", "Pss:": "pss"}


def measure(client: Client, worker: Process, sources: Sequence[Path], folder: Path) -> dict[str, float]:
    book = _bound(sources, folder / "long.pdf")
    with Memory(worker.pid) as memory:
        idle = memory.now()
        began = time.monotonic()
        document = client.upload(book).id
        first = _first_page(client, document) - began
        ended = next(client.wait([document], seconds=_WAIT))
        seconds = time.monotonic() - began
    if ended.state.lower() != "ready" or ended.page_count != PAGES:
        raise ValueError(f"{ended.state} with {ended.page_count} pages")
    return {
        "long_pages": PAGES,
        "long_first_page_s": round(first, 2),
        "long_ready_s": round(seconds, 1),
        "long_rss_mb": round(memory.most["rss"], 1),
        "long_pss_mb": round(memory.most["pss"], 1),
        "long_idle_rss_mb": round(idle["rss"], 1),
        "long_sandbox_mb": round(memory.largest, 1),
    }


def _bound(sources: Sequence[Path], target: Path) -> Path:
    """The sources again and again."""
    with pikepdf.new() as book:
        for source in cycle(sources):
            with pikepdf.open(source) as read:
                book.pages.extend(read.pages)
            if len(book.pages) >= PAGES:
                break
        del book.pages[PAGES:]
        book.save(target)
    return target


def _first_page(client: Client, document: str) -> float:
    """When it could be read."""
    end = time.monotonic() + _WAIT
    while time.monotonic() < end:
        with suppress(NotFound):
            client.connection.request("GET", f"/documents/{document}/pages/1/tokens", headers=_JSON)
            return time.monotonic()
        time.sleep(_PAUSE)
    raise TimeoutError(document)


class Memory:
    """MiB of a process and everything it has started: the most at once while the block runs."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self.most = dict.fromkeys(_FIELDS.values(), 0.0)
        self.largest = 0.0  # of one process alone

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        self._thread.join()

    def now(self) -> dict[str, float]:
        total = dict.fromkeys(_FIELDS.values(), 0.0)
        for pid in family(self._pid):
            with suppress(OSError):
                rolled = _rolled(pid)
                self.largest = max(self.largest, rolled["rss"])
                total = {name: total[name] + rolled[name] for name in total}
        return total

    def _watch(self) -> None:
        while not self._over.wait(_PAUSE):
            current = self.now()
            self.most = {name: max(self.most[name], current[name]) for name in current}


def _rolled(pid: int) -> dict[str, float]:
    lines = (line.split() for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines())
    return {_FIELDS[fields[0]]: int(fields[1]) / 1024 for fields in lines if fields[0] in _FIELDS}
