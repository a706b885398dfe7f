"""Celery with the same broker and pool, without a row per job. With PEER_BACKEND, results are in PostgreSQL."""

import os
import time

import redis
from celery import Celery

NAME = os.environ.get("PEER_NAME", "raw")
PREFIX = f"bench:{NAME}"

app = Celery(NAME, broker=os.environ.get("PEER_BROKER", ""), backend=os.environ.get("PEER_BACKEND") or None)
app.conf.task_default_queue = NAME
app.conf.task_ignore_result = not os.environ.get("PEER_BACKEND")
store = redis.Redis.from_url(os.environ.get("PEER_REDIS", "redis://"))


@app.task(name="peer.noop")  # type: ignore[untyped-decorator]  # Celery has no types
def noop(t0: float = 0.0) -> None:
    if t0:
        store.rpush(f"{PREFIX}:lat", time.time() - t0)
    store.incr(f"{PREFIX}:done")


@app.task(name="peer.first")  # type: ignore[untyped-decorator]  # same
def first() -> None:
    store.incr(f"{PREFIX}:first")


@app.task(name="peer.second")  # type: ignore[untyped-decorator]  # same
def second() -> None:
    store.incr(f"{PREFIX}:second")


@app.task(name="peer.last")  # type: ignore[untyped-decorator]  # same
def last() -> None:
    store.incr(f"{PREFIX}:done")
