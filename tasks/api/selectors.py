"""Queries of the API: visible jobs, and for staff dead letters and tenant queues.

A job is visible to its owner, to users who may work on its subject (they may also retry it), and to staff. A token that
is limited to some corpora or teams reaches jobs about what is in them.
"""

from collections.abc import Callable
from datetime import datetime
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.db.models import Q, QuerySet

from core.access import access_of, is_staff, require_staff
from core.api.rest.parsers import require_storable
from core.errors import NotAllowed, NotFound
from tasks.errors import DeadLetterNotFound
from tasks.models import DeadLetter, Job, TenantQueue
from tasks.operations.dead_letters import open_dead_letters
from tasks.runtime.job_views import JobView, view_of
from tasks.states import ENDED, STATUS

if TYPE_CHECKING:
    from users.models import User

VisibleKinds = Callable[["User", UUID], frozenset[str]]
_visible_kinds: list[VisibleKinds] = []
ReachedJobs = Callable[["User"], Q]
_reached_jobs: list[ReachedJobs] = []


def register_visible_kinds(kinds: VisibleKinds) -> VisibleKinds:
    """Register a function that returns the kinds of jobs about a subject that a user may see."""
    _visible_kinds.append(kinds)
    return kinds


def register_reached_jobs(condition: ReachedJobs) -> ReachedJobs:
    """Register a function that returns the condition of jobs that a limited token of a user reaches."""
    _reached_jobs.append(condition)
    return condition


def visible_jobs(user: "User", *, everyone: bool = False, about: UUID | None = None) -> QuerySet[Job]:
    """Return the user's own jobs and visible ones about a subject; with `everyone`, for staff, all jobs."""
    rows = Job.objects.prefetch_related("step_runs")
    if everyone:
        require_staff(user)
        return rows
    kinds = _kinds_about(user, about) if about is not None else frozenset()
    own = _own_jobs(user)
    return rows.filter(own | Q(kind__in=kinds, subject_id=about)) if kinds else rows.filter(own)


def get_visible_job(user: "User", key: UUID) -> JobView:
    """Return a job; raise `NotFound` if it is not visible."""
    job = Job.objects.prefetch_related("step_runs").filter(pk=key).first()
    if job is None or not (_is_own(user, job) or _is_visible_by_subject(user, job)):
        raise NotFound
    return view_of(job)


def get_own_job(user: "User", key: UUID) -> JobView:
    """Return a job that the user owns, or any for staff; raise `NotAllowed` if it is only visible."""
    job = get_visible_job(user, key)
    if not _is_own(user, job):
        raise NotAllowed
    return job


def _is_own(user: "User", job: Job | JobView) -> bool:
    if access_of(user).limits is not None:
        return Job.objects.filter(_own_jobs(user), pk=job.id).exists()
    return is_staff(user) or job.owner_id == user.pk


def _own_jobs(user: "User") -> Q:
    """Return the condition of the user's own jobs; with a limited token, of those that it reaches."""
    if access_of(user).limits is None:
        return Q(owner=user)
    return Q(owner=user) & reduce(or_, (condition(user) for condition in _reached_jobs), Q(pk__in=[]))


def _is_visible_by_subject(user: "User", job: Job) -> bool:
    return job.subject_id is not None and job.kind in _kinds_about(user, job.subject_id)


def _kinds_about(user: "User", subject: UUID) -> frozenset[str]:
    return frozenset[str]().union(*(kinds(user, subject) for kinds in _visible_kinds))


def list_jobs(
    user: "User",
    *,
    everyone: bool = False,
    state: str | None = None,
    status: str | None = None,
    subject_id: UUID | None = None,
    **lookups: Any,
) -> QuerySet[Job]:
    """Return the visible jobs in a state (one of seven), with a status (one of five), about a subject."""
    rows = visible_jobs(user, everyone=everyone, about=subject_id).filter(**lookups)
    if state:
        rows = _in_states(rows, [state])
    if status:
        rows = _in_states(rows, [state for state, name in STATUS.items() if name == status])
    return rows if subject_id is None else rows.filter(subject_id=subject_id)


def _in_states(rows: QuerySet[Job], states: list[str]) -> QuerySet[Job]:
    # Live jobs are few among ended ones: these conditions match the small indexes that contain only them.
    is_live = Q(queued=True) | Q(charged=True, inflight=True) | Q(run_at__isnull=False)
    rows = rows.filter(state__in=states)
    return rows if set(states) & set(ENDED) else rows.filter(is_live)


def filter_dead_letters(
    *, reason: str | None = None, since: datetime | None = None, kind: str | None = None, code: str | None = None
) -> QuerySet[DeadLetter]:
    """Return the open dead letters with their jobs, newest failure first."""
    require_storable([reason or "", kind or "", code or ""])
    rows = open_dead_letters(reason=reason, since=since, kind=kind, code=code)
    return rows.select_related("tenant", "job").prefetch_related("job__step_runs")


def get_dead_letter(key: UUID) -> DeadLetter:
    """Return a dead letter, open or closed; raise `DeadLetterNotFound`."""
    rows = DeadLetter.objects.select_related("tenant", "job").prefetch_related("job__step_runs")
    dead_letter = rows.filter(pk=key).first()
    if dead_letter is None:
        raise DeadLetterNotFound
    return dead_letter


def filter_tenant_queues(search: str | None = None) -> QuerySet[TenantQueue]:
    """Return the queues of tenants that have had jobs."""
    rows = TenantQueue.objects.select_related("tenant")
    if search and search.strip():
        require_storable(search)
        rows = rows.filter(tenant__name__icontains=search.strip())
    return rows
