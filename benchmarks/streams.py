"""`make bench-streams`: a thousand open event streams on one uvicorn process: how late events are, what a stream costs.

Readers and server share this machine's cores. Writes `results/streams.json` and `docs/benchmarks.md`.
"""

import asyncio
import json
import os
import re
import statistics
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit
from uuid import UUID, uuid4

import django
from django.core.management import call_command

from benchmarks import report
from config.stack.processes import Process, processes
from config.stack.testing import environment_of, redis_numbers
from config.stack.throwaway import throw_away_engines

RESULTS = Path(__file__).resolve().parent / "results" / "streams.json"

PEOPLE: Final = 100
STREAMS_EACH: Final = 10
AT_ONCE: Final = 50
ROUNDS: Final = 200
PAUSE: Final = 0.03
QUIET_SECONDS: Final = 5.0
_TICKS: Final = os.sysconf("SC_CLK_TCK")
_UUID = re.compile(rb'"uuid":"([0-9a-f-]{36})"')


def main() -> None:
    """Measure in engines of its own and leave the figures behind."""
    with ExitStack() as stack:
        engines = stack.enter_context(throw_away_engines())
        ours = environment_of(engines)
        ours |= {
            **redis_numbers(ours),
            "DJANGO_SETTINGS_MODULE": "config.settings.test",
            "LOG_LEVEL": "WARNING",
            "RATE_LIMITS": "off",
        }
        os.environ |= ours
        engines.cluster.ensure_database("cartulary")
        django.setup()
        call_command("migrate", verbosity=0)
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="cartulary-bench-")))
        started = stack.enter_context(processes(environment=dict(os.environ), folder=folder, beats=lambda _: True))
        web, url = started.web()
        figures = measure(web, url)
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(json.dumps(figures, indent=1) + "\n")
    report.write()
    print(json.dumps(figures, indent=1))


def measure(web: Process, url: str) -> dict[str, float]:
    """Make people, then listen as all of them."""
    from users.accounts.token_pairs import access_token_for  # noqa: PLC0415 - needs the settings
    from users.models import User  # noqa: PLC0415 - same

    people = {user.pk: access_token_for(user) for user in (User.objects.create_user(f"p{n}") for n in range(PEOPLE))}
    before = resident_mb(web.pid)
    figures = asyncio.run(_Listeners(url, people).run(web))
    return figures | {"rss_before_mb": before}


class _Listeners:
    """All streams of all people in one event loop."""

    def __init__(self, url: str, people: dict[UUID, str]) -> None:
        self._address = urlsplit(url)
        self._people = people
        self._recorded: dict[bytes, float] = {}
        self._late: list[float] = []
        self._opened_in: list[float] = []
        self._wanted = 0
        self._all_here = asyncio.Event()

    async def run(self, web: Process) -> dict[str, float]:
        began = time.perf_counter()
        gate = asyncio.Semaphore(AT_ONCE)
        streams = [
            asyncio.create_task(self._listen(token, gate))
            for token in self._people.values()
            for _ in range(STREAMS_EACH)
        ]
        await self._all_here.wait()
        opened_s = time.perf_counter() - began
        idle = await cpu_share(web.pid, QUIET_SECONDS)
        await self._round(list(self._people)[:1] * ROUNDS, pause=PAUSE)
        singles, self._late = self._late, []
        await self._round(list(self._people), pause=0)
        figures = {
            "streams": float(len(streams)),
            "opened_s": round(opened_s, 2),
            "open_p95_ms": p95(self._opened_in),
            "idle_cpu_percent": round(100 * idle, 1),
            "delivered": float(len(singles)),
            "delivered_p50_ms": round(1000 * statistics.median(singles), 1),
            "delivered_p95_ms": p95(singles),
            "burst_delivered": float(len(self._late)),
            "burst_p95_ms": p95(self._late),
            "rss_mb": resident_mb(web.pid),
            "threads": float(threads_of(web.pid)),
        }
        for stream in streams:
            stream.cancel()
        await asyncio.gather(*streams, return_exceptions=True)
        return figures

    async def _listen(self, token: str, gate: asyncio.Semaphore) -> None:
        async with gate:
            began = time.perf_counter()
            reader, writer = await asyncio.open_connection(self._address.hostname, self._address.port)
            head = (
                f"GET /api/v1/events HTTP/1.1\r\nHost: {self._address.netloc}\r\nAuthorization: Bearer {token}\r\n\r\n"
            )
            writer.write(head.encode())
            await reader.readuntil(b"event: ready")
            self._opened_in.append(time.perf_counter() - began)
        if len(self._opened_in) == PEOPLE * STREAMS_EACH:
            self._all_here.set()
        try:
            while line := await reader.readline():
                if found := _UUID.search(line):
                    self._late.append(time.perf_counter() - self._recorded[found[1]])
                    if len(self._late) == self._wanted:
                        self._all_here.set()
        finally:
            writer.close()

    async def _round(self, owners: list[UUID], *, pause: float) -> None:
        """Record an event for each of these, and wait until every stream has it."""
        self._all_here.clear()
        self._wanted = len(self._late) + len(owners) * STREAMS_EACH
        for owner in owners:
            await asyncio.to_thread(self._record, owner)
            await asyncio.sleep(pause)
        async with asyncio.timeout(60):
            await self._all_here.wait()

    def _record(self, owner: UUID) -> None:
        from tasks import events  # noqa: PLC0415 - needs the settings

        uuid = uuid4()
        self._recorded[str(uuid).encode()] = time.perf_counter()
        events.record(events.Entity.DOCUMENT, uuid, owner_id=owner, changed=["state"])


def p95(seconds: list[float]) -> float:
    return round(1000 * statistics.quantiles(seconds, n=20)[-1], 1)


def resident_mb(pid: int) -> float:
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return round(pages * os.sysconf("SC_PAGE_SIZE") / 2**20, 1)


def threads_of(pid: int) -> int:
    return len(list(Path(f"/proc/{pid}/task").iterdir()))


async def cpu_share(pid: int, seconds: float) -> float:
    """How much of a core the process uses while nothing happens."""
    before = _cpu_ticks(pid)
    await asyncio.sleep(seconds)
    return (_cpu_ticks(pid) - before) / _TICKS / seconds


def _cpu_ticks(pid: int) -> int:
    fields: list[Any] = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


if __name__ == "__main__":
    main()
