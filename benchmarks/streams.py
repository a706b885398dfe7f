"""`make bench-streams`: 1,000 open event streams on one uvicorn process: latency of events, cost of a stream.

Readers and server share the cores of this machine. Writes `results/streams.json` and `docs/benchmarks.md`.
"""

import asyncio
import json
import re
import statistics
import time
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit
from uuid import UUID, uuid4

from benchmarks import report
from benchmarks.processes import cpu_seconds, resident_mb, threads_of
from benchmarks.setup import database, start_processes
from config.stack.testing import Process

RESULTS = Path(__file__).resolve().parent / "results" / "streams.json"

USERS: Final = 100
STREAMS_PER_USER: Final = 10
CONCURRENT_OPENS: Final = 50
EVENTS: Final = 200
PAUSE: Final = 0.03
IDLE_SECONDS: Final = 5.0
_UUID = re.compile(rb'"uuid":"([0-9a-f-]{36})"')


def main() -> None:
    """Measure with engines of its own and write the figures."""
    with database(), start_processes() as started:
        web, url = started.web()
        figures = measure(web, url)
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(json.dumps(figures, indent=1) + "\n")
    report.write()
    print(json.dumps(figures, indent=1))


def measure(web: Process, url: str) -> dict[str, float]:
    """Create users and open the streams of all of them."""
    from users.accounts.token_pairs import access_token_for  # noqa: PLC0415 - needs the settings
    from users.models import User  # noqa: PLC0415 - same

    users = [User.objects.create_user(f"user{number}") for number in range(USERS)]
    tokens = {user.pk: access_token_for(user) for user in users}
    before = resident_mb(web.pid)
    figures = asyncio.run(_Streams(url, tokens).measure(web))
    return figures | {"rss_before_mb": before}


class _Streams:
    """All streams of all users in one event loop."""

    def __init__(self, url: str, tokens: dict[UUID, str]) -> None:
        self._address = urlsplit(url)
        self._tokens = tokens
        self._recorded: dict[bytes, float] = {}
        self._latencies: list[float] = []
        self._open_times: list[float] = []
        self._expected = 0
        self._complete = asyncio.Event()

    async def measure(self, web: Process) -> dict[str, float]:
        began = time.perf_counter()
        gate = asyncio.Semaphore(CONCURRENT_OPENS)
        streams = [
            asyncio.create_task(self._read(token, gate))
            for token in self._tokens.values()
            for _ in range(STREAMS_PER_USER)
        ]
        await self._complete.wait()
        opened_s = time.perf_counter() - began
        idle = await _cpu_share(web.pid, IDLE_SECONDS)
        await self._send_events(list(self._tokens)[:1] * EVENTS, pause=PAUSE)
        singles, self._latencies = self._latencies, []
        await self._send_events(list(self._tokens), pause=0)
        figures = {
            "streams": float(len(streams)),
            "opened_s": round(opened_s, 2),
            "open_p95_ms": _p95_ms(self._open_times),
            "idle_cpu_percent": round(100 * idle, 1),
            "delivered": float(len(singles)),
            "delivered_p50_ms": round(1000 * statistics.median(singles), 1),
            "delivered_p95_ms": _p95_ms(singles),
            "burst_delivered": float(len(self._latencies)),
            "burst_p95_ms": _p95_ms(self._latencies),
            "rss_mb": resident_mb(web.pid),
            "threads": float(threads_of(web.pid)),
        }
        for stream in streams:
            stream.cancel()
        await asyncio.gather(*streams, return_exceptions=True)
        return figures

    async def _read(self, token: str, gate: asyncio.Semaphore) -> None:
        async with gate:
            began = time.perf_counter()
            reader, writer = await asyncio.open_connection(self._address.hostname, self._address.port)
            head = (
                f"GET /api/v1/events HTTP/1.1\r\nHost: {self._address.netloc}\r\nAuthorization: Bearer {token}\r\n\r\n"
            )
            writer.write(head.encode())
            await reader.readuntil(b"event: ready")
            self._open_times.append(time.perf_counter() - began)
        if len(self._open_times) == USERS * STREAMS_PER_USER:
            self._complete.set()
        try:
            while line := await reader.readline():
                if match := _UUID.search(line):
                    self._latencies.append(time.perf_counter() - self._recorded[match[1]])
                    if len(self._latencies) == self._expected:
                        self._complete.set()
        finally:
            writer.close()

    async def _send_events(self, owners: list[UUID], *, pause: float) -> None:
        """Record one event for each owner and wait until every stream has received it."""
        self._complete.clear()
        self._expected = len(self._latencies) + len(owners) * STREAMS_PER_USER
        for owner in owners:
            await asyncio.to_thread(self._record_event, owner)
            await asyncio.sleep(pause)
        async with asyncio.timeout(60):
            await self._complete.wait()

    def _record_event(self, owner: UUID) -> None:
        from events import outbox  # noqa: PLC0415 - needs the settings

        uuid = uuid4()
        self._recorded[str(uuid).encode()] = time.perf_counter()
        outbox.record(outbox.Entity.DOCUMENT, uuid, owner_id=owner, changed=["state"])


def _p95_ms(seconds: list[float]) -> float:
    return round(1000 * statistics.quantiles(seconds, n=20)[-1], 1)


async def _cpu_share(pid: int, seconds: float) -> float:
    """Return the share of one core that the process uses while no event is sent."""
    before = cpu_seconds(pid)
    await asyncio.sleep(seconds)
    return (cpu_seconds(pid) - before) / seconds


if __name__ == "__main__":
    main()
