"""The worker of procrastinate: the same counters, in a thread or in an event loop."""

import os
import time

import procrastinate
import redis

NAME = os.environ["PEER_NAME"]
PREFIX = f"bench:{NAME}"
CONNINFO = os.environ["PEER_CONNINFO"]

app = procrastinate.App(connector=procrastinate.PsycopgConnector(conninfo=CONNINFO))
store = redis.Redis.from_url(os.environ["PEER_REDIS"])


def _count(t0: float) -> None:
    if t0:
        store.rpush(f"{PREFIX}:lat", time.time() - t0)
    store.incr(f"{PREFIX}:done")


@app.task(name="peer.sync", queue="sync")  # type: ignore[untyped-decorator]  # it is not installed where types are checked
def noop(t0: float = 0.0) -> None:
    _count(t0)


@app.task(name="peer.async", queue="async")  # type: ignore[untyped-decorator]  # same
async def noop_async(t0: float = 0.0) -> None:
    _count(t0)
