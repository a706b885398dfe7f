"""Compare the queue with a model, by rules that Hypothesis applies in any order (T-3)."""

from collections import Counter
from uuid import UUID

import pytest
from django.db import connection, transaction
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from tasks import database
from tasks.errors import Fenced
from tasks.models import Job, SchedulerState, TenantQueue
from tasks.runtime import queue, runner, transitions
from tasks.runtime.transitions import Failure, Lease
from tasks.states import Priority, Reason
from tasks.tests import sample_jobs
from users.models import Tenant

CAP = 2
MAX_CRASHES = 3
STEP = "sample.note"
FAILURE = Failure(reason=Reason.DEPENDENCY, code="unavailable", message="It is unavailable.")


class QueueMachine(RuleBasedStateMachine):
    """Compares the queue with its model: waiting jobs by rank and order, leases of running jobs, ended jobs."""

    held = Bundle("held")

    def __init__(self) -> None:
        super().__init__()
        self.atomic = transaction.atomic()
        self.atomic.__enter__()
        SchedulerState.objects.create()
        self.tenants = [Tenant.objects.create(name=name).pk for name in "ab"]
        TenantQueue.objects.create(tenant_id=self.tenants[0], cap=CAP)
        self.waiting: dict[tuple[UUID, int], list[UUID]] = {
            (t, queue_rank): [] for t in self.tenants for queue_rank in (0, 1, 2)
        }
        self.tenant_of: dict[UUID, UUID] = {}
        self.running: dict[UUID, Lease] = {}
        self.ended: dict[UUID, str] = {}
        self.stuck: set[UUID] = set()
        self.crashes: Counter[UUID] = Counter()

    def teardown(self) -> None:
        database.select(connection, "select pg_advisory_unlock_all()")
        transaction.set_rollback(True)
        self.atomic.__exit__(None, None, None)

    @rule(tenant=st.integers(0, 1), priority=st.sampled_from(list(Priority)))
    def enqueue(self, tenant: int, priority: Priority) -> None:
        job_id = queue.enqueue(STEP, args={}, tenant_id=self.tenants[tenant], owner_id=None, priority=priority)
        self.tenant_of[job_id] = self.tenants[tenant]
        self.waiting[self.tenants[tenant], priority].append(job_id)

    @rule(target=held)
    def take(self) -> Lease | None:
        """Dispatch one more job: the first of a rank of a tenant below its cap, or none."""
        dispatches = transitions.reconcile(slots=len(self.running) + 1)
        counts = Counter(self.tenant_of[job_id] for job_id in self.running)
        free = [t for t in self.tenants if t != self.tenants[0] or counts[t] < CAP]
        heads = {(t, queue_rank): jobs[0] for (t, queue_rank), jobs in self.waiting.items() if jobs and t in free}
        assert len(dispatches) == bool(heads)
        if not dispatches:
            return None
        (dispatch,) = dispatches
        assert dispatch.job_id in heads.values()
        next(jobs for jobs in self.waiting.values() if dispatch.job_id in jobs).remove(dispatch.job_id)
        lease = Lease(dispatch.job_id, dispatch.fence, database.random_key())
        assert lease.holder is not None
        assert database.try_lock(connection, database.HOLDER_LOCKS, lease.holder)
        started = transitions.start(lease, STEP, is_optional=False, worker_key=None, using=connection)
        assert started.verdict == "go"
        self.running[dispatch.job_id] = lease
        return lease

    def _act(self, lease: Lease | None, act, then) -> None:
        """Act with a lease: the current one succeeds, earlier ones are fenced."""
        if lease is None:
            return
        if self.running.get(lease.job_id) != lease:
            with pytest.raises(Fenced), transaction.atomic():
                act(lease)
            return
        act(lease)
        del self.running[lease.job_id]
        then(lease.job_id)
        transitions.settle_and_dispatch(lease.job_id, slots=0)

    @rule(lease=held)
    def finish(self, lease: Lease | None) -> None:
        self._act(
            lease,
            lambda h: transitions.end_step(h, STEP, is_last=True),
            lambda job_id: self.ended.update({job_id: "success"}),
        )

    @rule(lease=held)
    def fail(self, lease: Lease | None) -> None:
        self._act(lease, lambda h: transitions.fail(h, FAILURE), lambda job_id: self.ended.update({job_id: "failed"}))

    @rule(lease=held)
    def defer(self, lease: Lease | None) -> None:
        self._act(lease, lambda h: transitions.defer_retry(h, FAILURE, seconds=3600), self.stuck.add)

    @rule(lease=held)
    def crash(self, lease: Lease | None) -> None:
        """Let the process die: the job is due at once, and has failed after the third crash."""
        if lease is None or self.running.get(lease.job_id) != lease:
            return
        database.select(connection, "select pg_advisory_unlock(%s, %s)", database.HOLDER_LOCKS, lease.holder)
        runner.dead_letter_lost_jobs()
        transitions.reconcile(slots=0)
        del self.running[lease.job_id]
        self.crashes[lease.job_id] += 1
        if self.crashes[lease.job_id] == MAX_CRASHES:
            self.ended[lease.job_id] = "failed"
        else:
            self._make_due(lease.job_id)

    def _make_due(self, job_id: UUID) -> None:
        queue_rank = self.waiting[self.tenant_of[job_id], 0]
        queue_rank.append(job_id)
        queue_rank.sort()

    @rule()
    def come_due(self) -> None:
        """Let the waits of all stuck jobs end."""
        Job.objects.filter(state="stuck", queued=False).update(run_at="2000-01-01T00:00:00Z")
        transitions.reconcile(slots=0)
        for job_id in sorted(self.stuck):
            self._make_due(job_id)
        self.stuck.clear()

    @rule(number=st.integers(0, 50))
    def cancel_waiting(self, number: int) -> None:
        queued = sorted(job_id for jobs in self.waiting.values() for job_id in jobs)
        if queued:
            job_id = queued[number % len(queued)]
            queue.cancel(job_id)
            next(jobs for jobs in self.waiting.values() if job_id in jobs).remove(job_id)
            self.ended[job_id] = "cancelled"
            transitions.settle_and_dispatch(job_id, slots=0)

    @invariant()
    def matches_the_model(self) -> None:
        states = dict(Job.objects.filter(tenant__in=self.tenants).values_list("pk", "state"))
        assert {key: states[key] for key in self.ended} == self.ended
        assert {key for key, state in states.items() if state == "running"} == set(self.running)
        waiting = {key for (_, queue_rank), jobs in self.waiting.items() for key in jobs if queue_rank}
        assert {key for key, state in states.items() if state == "waiting"} == waiting
        counted = dict(TenantQueue.objects.values_list("tenant", "running"))
        actual = Counter(self.tenant_of[job_id] for job_id in self.running)
        assert all(counted.get(tenant, 0) == actual[tenant] for tenant in self.tenants)


# proves: T-3 S2-16 S2-22 S2-23 S2-G4 S2-G6
@pytest.mark.full
@pytest.mark.django_db
def test_the_queue_behaves_like_its_model():
    assert sample_jobs
    rules = settings(max_examples=20, stateful_step_count=40, deadline=None, suppress_health_check=list(HealthCheck))
    run_state_machine_as_test(QueueMachine, settings=rules)
