"""The kinds that are measured: nothing but one mark in Redis, or a nap that is counted. No work to hide behind."""

import time
from functools import cache

import redis
from django.conf import settings

from tasks.context import JobContext
from tasks.registry import kind, step

PREFIX = "bench:ours"


@cache
def store() -> redis.Redis:
    """Where marks are left, by all systems alike."""
    return redis.Redis.from_url(settings.CACHES["default"]["LOCATION"])


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


@step("bench.nap")
def nap(job: JobContext, *, seconds: float) -> None:
    began = time.monotonic()
    time.sleep(seconds)
    tenant = str(job.tenant_id)
    store().hincrbyfloat(f"{PREFIX}:used", tenant, time.monotonic() - began)
    store().hincrby(f"{PREFIX}:jobs", tenant, 1)


kind("bench.noop", title="Nothing", steps=["bench.noop"])
kind("bench.chain", title="Nothing, three times", steps=["bench.first", "bench.second", "bench.last"])
kind("bench.nap", title="Nap", steps=["bench.nap"])
