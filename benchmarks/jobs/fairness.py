"""T-6: how evenly two slots are shared by five unlike tenants, and what a quiet tenant feels of a loud one."""

import time
from collections.abc import Mapping, Sequence
from uuid import UUID

from django.db import connection, transaction

from benchmarks.jobs.kinds import PREFIX, store
from benchmarks.jobs.rounds import percentile
from benchmarks.jobs.systems import until
from tasks import queue, scheduler
from tasks.models import Job, SchedulerState, TenantQueue
from tasks.queue import NewJob

WINDOW = 7.0  # seconds
LONG, SHORT = 0.3, 0.01
QUEUED = 10_000
ASKED = 60


def measure(tenants: Sequence[UUID]) -> dict[str, float]:
    """One tenant has long jobs, the others short ones; the shares count once everybody has been served for a while."""
    figures = {
        "jain_time": round(jain(_share(tenants, SchedulerState.Policy.TIME, "used")), 4),
        "jain_turns": round(jain(_share(tenants, SchedulerState.Policy.TURNS, "jobs")), 4),
    }
    scheduler.change_policy(SchedulerState.Policy.TIME)
    return figures | _quiet_tenant(tenants[0], tenants[1])


def jain(shares: Sequence[float]) -> float:
    """1 when all are equal, 1/n when one has it all."""
    return sum(shares) ** 2 / (len(shares) * sum(share**2 for share in shares))


def _share(tenants: Sequence[UUID], policy: SchedulerState.Policy, measured: str) -> list[float]:
    scheduler.change_policy(policy)
    lengths = {tenant: LONG if number == 0 else SHORT for number, tenant in enumerate(tenants)}
    enqueue_naps({tenant: (800, length) for tenant, length in lengths.items()})
    time.sleep(1)
    store().delete(f"{PREFIX}:used", f"{PREFIX}:jobs")
    time.sleep(WINDOW)
    found = [float(store().hget(f"{PREFIX}:{measured}", str(tenant)) or 0) for tenant in tenants]
    clear()
    return found


def _quiet_tenant(loud: UUID, quiet: UUID) -> dict[str, float]:
    enqueue_naps({loud: (QUEUED, SHORT)})
    time.sleep(1)
    store().delete(f"{PREFIX}:lat")
    for _ in range(ASKED):
        queue.enqueue("bench.noop", args={"t0": time.time()}, tenant_id=quiet, owner_id=None)
        time.sleep(0.12)
    until(lambda: store().llen(f"{PREFIX}:lat") >= ASKED)
    times = [1000 * float(word) for word in store().lrange(f"{PREFIX}:lat", 0, -1)]
    left = Job.objects.filter(tenant=loud, queued=True).count()
    clear()
    return {
        "quiet_tenant_p50_ms": percentile(times, 50),
        "quiet_tenant_p95_ms": percentile(times, 95),
        "quiet_tenant_loud_left": left,
    }


def enqueue_naps(wanted: Mapping[UUID, tuple[int, float]]) -> None:
    """So many naps of that length for each tenant, all at once."""
    jobs = [
        NewJob(kind="bench.nap", args={"seconds": length}, tenant_id=tenant, owner_id=None)
        for tenant, (number, length) in wanted.items()
        for _ in range(number)
    ]
    with transaction.atomic():
        queue.enqueue_many(jobs)


def clear() -> None:
    """Take the rest of the backlog away when nothing runs any more."""
    TenantQueue.objects.update(paused=True)
    until(lambda: not Job.objects.filter(inflight=True).exists())
    with connection.cursor() as cursor:
        cursor.execute("truncate tasks_job cascade")
    TenantQueue.objects.all().delete()
