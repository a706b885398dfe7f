"""procrastinate: the same marks, left by a thread or by an event loop."""

import os
import time

import procrastinate
import redis

NAME = os.environ["PEER_NAME"]
PREFIX = f"bench:{NAME}"
CONNINFO = os.environ["PEER_CONNINFO"]

app = procrastinate.App(connector=procrastinate.PsycopgConnector(conninfo=CONNINFO))
store = redis.Redis.from_url(os.environ["PEER_REDIS"])


def _mark(t0: float) -> None:
    if t0:
        store.rpush(f"{PREFIX}:lat", time.time() - t0)
    store.incr(f"{PREFIX}:done")


@app.task(name="peer.sync", queue="sync")  # type: ignore[untyped-decorator]  # it is not installed where types are checked
def noop(t0: float = 0.0) -> None:
    """Leave a mark, in a thread of the worker."""
    _mark(t0)


@app.task(name="peer.async", queue="async")  # type: ignore[untyped-decorator]  # same
async def anoop(t0: float = 0.0) -> None:
    """Leave a mark, in the worker's event loop."""
    _mark(t0)
