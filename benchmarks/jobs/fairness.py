"""T-6: how two slots are shared by five different tenants, and the latency of a small tenant beside a busy one."""

import time
from collections.abc import Mapping, Sequence
from uuid import UUID

from django.db import connection, transaction

from benchmarks.jobs.kinds import PREFIX, store
from benchmarks.jobs.rounds import percentile
from benchmarks.jobs.systems import wait_until
from tasks.models import Job, SchedulerState, TenantQueue
from tasks.runtime import queue, scheduler
from tasks.runtime.queue import NewJob

WINDOW_SECONDS = 7.0
LONG, SHORT = 0.3, 0.01
BACKLOG = 10_000
PICKUPS = 60


def measure(tenants: Sequence[UUID]) -> dict[str, float]:
    """Measure the shares of a tenant with long jobs and four with short ones; a first second does not count."""
    figures = {
        "jain_time": round(jain_index(_shares(tenants, SchedulerState.Policy.TIME, "used")), 4),
        "jain_turns": round(jain_index(_shares(tenants, SchedulerState.Policy.TURNS, "jobs")), 4),
    }
    scheduler.change_policy(SchedulerState.Policy.TIME)
    return figures | _latency_beside_backlog(busy=tenants[0], small=tenants[1])


def jain_index(shares: Sequence[float]) -> float:
    """Return 1 when all shares are equal, 1/n when one has everything."""
    return sum(shares) ** 2 / (len(shares) * sum(share**2 for share in shares))


def _shares(tenants: Sequence[UUID], policy: SchedulerState.Policy, counter: str) -> list[float]:
    scheduler.change_policy(policy)
    lengths = {tenant: LONG if number == 0 else SHORT for number, tenant in enumerate(tenants)}
    enqueue_sleeps({tenant: (800, length) for tenant, length in lengths.items()})
    time.sleep(1)
    store().delete(f"{PREFIX}:used", f"{PREFIX}:jobs")
    time.sleep(WINDOW_SECONDS)
    shares = [float(store().hget(f"{PREFIX}:{counter}", str(tenant)) or 0) for tenant in tenants]
    delete_jobs()
    return shares


def _latency_beside_backlog(*, busy: UUID, small: UUID) -> dict[str, float]:
    enqueue_sleeps({busy: (BACKLOG, SHORT)})
    time.sleep(1)
    store().delete(f"{PREFIX}:lat")
    for _ in range(PICKUPS):
        queue.enqueue("bench.noop", args={"t0": time.time()}, tenant_id=small, owner_id=None)
        time.sleep(0.12)
    wait_until(lambda: store().llen(f"{PREFIX}:lat") >= PICKUPS)
    times = [1000 * float(value) for value in store().lrange(f"{PREFIX}:lat", 0, -1)]
    left = Job.objects.filter(tenant=busy, queued=True).count()
    delete_jobs()
    return {
        "quiet_tenant_p50_ms": percentile(times, 50),
        "quiet_tenant_p95_ms": percentile(times, 95),
        "quiet_tenant_loud_left": left,
    }


def enqueue_sleeps(sleeps: Mapping[UUID, tuple[int, float]]) -> None:
    """Enqueue a number of sleeps of a length for each tenant, all in one transaction."""
    jobs = [
        NewJob(kind="bench.sleep", args={"seconds": length}, tenant_id=tenant, owner_id=None)
        for tenant, (number, length) in sleeps.items()
        for _ in range(number)
    ]
    with transaction.atomic():
        queue.enqueue_many(jobs)


def delete_jobs() -> None:
    """Delete the rest of the backlog once no job is running."""
    TenantQueue.objects.update(paused=True)
    wait_until(lambda: not Job.objects.filter(inflight=True).exists())
    with connection.cursor() as cursor:
        cursor.execute("truncate tasks_job cascade")
    TenantQueue.objects.all().delete()
