"""The cost of claiming one job while 1,000, 100,000 and a million jobs wait in a thousand tenants."""

import time

from django.db import connection

from benchmarks.jobs.rounds import percentile
from tasks import database
from tasks.runtime import transitions
from tasks.runtime.transitions import Lease
from users.models import Tenant

TENANTS = 1000
LEVELS = {"1k": 1_000, "100k": 100_000, "1m": 1_000_000}
CLAIMS = 400
_STEP = "bench.noop"

_FILL = """
insert into tasks_job (id, created, kind, args, tenant_id)
select uuidv7(), now(), 'bench.noop', '{}', tenants.ids[1 + number %% %s]
from generate_series(1, %s) as number,
  (select array_agg(id order by id) as ids from users_tenant where name like 'claim-%%') as tenants
"""


def durable_commit() -> dict[str, float]:
    """Measure one durable commit on this disk in ms, which is the least that a durable job costs."""
    times = []
    with connection.cursor() as cursor:
        cursor.execute("create table bench_commit (at timestamptz)")
        for _ in range(100):
            began = time.perf_counter()
            cursor.execute("insert into bench_commit values (now())")
            times.append(1000 * (time.perf_counter() - began))
    return {"durable_commit_p50_ms": percentile(times, 50), "durable_commit_p95_ms": percentile(times, 95)}


def measure() -> dict[str, float]:
    """Return p50 and p95 of `tasks_dispatch` in ms for each level. Needs a database without workers."""
    Tenant.objects.bulk_create(Tenant(name=f"claim-{number}") for number in range(TENANTS))
    figures: dict[str, float] = {}
    waiting = 0
    for name, level in LEVELS.items():
        _fill(level - waiting)
        waiting = level
        times = [_claim() for _ in range(CLAIMS)]
        figures[f"claim_p50_ms_{name}"] = percentile(times, 50)
        figures[f"claim_p95_ms_{name}"] = percentile(times, 95)
        print(f"claim at {name}: {figures[f'claim_p95_ms_{name}']} ms", flush=True)
        waiting -= CLAIMS
    return figures


def _fill(number: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute("set session_replication_role = replica")  # the tenants exist: no foreign key check per row
        cursor.execute(_FILL, [TENANTS, number])
        cursor.execute("set session_replication_role = default")
        cursor.execute("vacuum analyze tasks_job, tasks_tenantqueue")
        cursor.execute("checkpoint")
    transitions.reconcile(slots=0)  # activates the tenants that have jobs
    for _ in range(20):
        _claim()


def _claim() -> float:
    began = time.perf_counter()
    (dispatch,) = transitions.dispatch(slots=1)
    took = 1000 * (time.perf_counter() - began)
    lease = Lease(dispatch.job_id, dispatch.fence, database.random_key())
    transitions.start(lease, _STEP, is_optional=False, worker_key=None, using=connection)
    transitions.end_step(lease, _STEP, is_last=True)
    transitions.settle_and_dispatch(dispatch.job_id, slots=0)
    return took
