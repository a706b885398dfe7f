"""The kinds of jobs that are measured: they only increment a counter in Redis, or sleep and record the time."""

import time
from functools import cache

import redis
from django.conf import settings

from tasks.runtime.context import JobContext
from tasks.runtime.registry import kind, step

PREFIX = "bench:ours"


@cache
def store() -> redis.Redis:
    """Return the connection for the counters of all systems."""
    return redis.Redis.from_url(str(settings.CACHES["default"]["LOCATION"]))


@step("bench.noop")
def noop(job: JobContext, *, t0: float = 0.0) -> None:
    if t0:
        store().rpush(f"{PREFIX}:lat", time.time() - t0)
    store().incr(f"{PREFIX}:done")


@step("bench.first")
def first(job: JobContext) -> None:
    store().incr(f"{PREFIX}:first")


@step("bench.second")
def second(job: JobContext) -> None:
    store().incr(f"{PREFIX}:second")


@step("bench.last")
def last(job: JobContext) -> None:
    store().incr(f"{PREFIX}:done")


@step("bench.sleep")
def sleep(job: JobContext, *, seconds: float) -> None:
    began = time.monotonic()
    time.sleep(seconds)
    tenant = str(job.tenant_id)
    store().hincrbyfloat(f"{PREFIX}:used", tenant, time.monotonic() - began)
    store().hincrby(f"{PREFIX}:jobs", tenant, 1)


kind("bench.noop", title="No-op", steps=["bench.noop"])
kind("bench.chain", title="Three no-ops", steps=["bench.first", "bench.second", "bench.last"])
kind("bench.sleep", title="Sleep", steps=["bench.sleep"])
