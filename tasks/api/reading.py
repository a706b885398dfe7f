"""Which jobs a request may see and how they are found: the start of every read of jobs.

A job is its owner's business, and that of those who may work on its subject (they see it, and let it run again);
staff see every job, and ask for everybody's by name.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from django.db.models import Q, QuerySet

from core.access.actors import is_staff, require_staff
from core.api.rest.parsers import require_storable
from core.errors import Invalid, NotAllowed, NotFound
from tasks.errors import DeadLetterNotFound
from tasks.models import DeadLetter, Job, TenantQueue
from tasks.operations import wait_reasons
from tasks.operations.dead_letters import list_dead_letters
from tasks.runtime.job_views import JobView, view_of
from tasks.states import ENDED, STATUS, JobState

if TYPE_CHECKING:
    from users.models import User

STATUSES = tuple(dict.fromkeys(STATUS.values()))


SubjectSight = Callable[["User", UUID], frozenset[str]]
_sights: list[SubjectSight] = []


def show_jobs_by(sight: SubjectSight) -> SubjectSight:
    """Register who sees jobs for their subject's sake: it gives the kinds about a subject that a person may see."""
    _sights.append(sight)
    return sight


def jobs_for(person: "User", *, everyone: bool = False, about: UUID | None = None) -> QuerySet[Job]:
    """The jobs to list: one's own, everybody's for staff, those about a subject also for those who may work on it."""
    rows = Job.objects.prefetch_related("step_runs")
    if everyone:
        require_staff(person)
        return rows
    kinds = _kinds_seen(person, about) if about is not None else frozenset()
    return rows.filter(Q(owner=person) | Q(kind__in=kinds, subject_id=about)) if kinds else rows.filter(owner=person)


def job_seen_by(person: "User", key: UUID) -> JobView:
    """One job in sight; `NotFound` otherwise."""
    job = Job.objects.prefetch_related("step_runs").filter(pk=key).first()
    if job is None or not (_is_own(person, job) or _is_seen_by_subject(person, job)):
        raise NotFound
    return view_of(job)


def own_job(person: "User", key: UUID) -> JobView:
    """One job that `person` may steer: its owner's, or any for staff; `NotAllowed` where it is only in sight."""
    job = job_seen_by(person, key)
    if not _is_own(person, job):
        raise NotAllowed
    return job


def _is_own(person: "User", job: Job | JobView) -> bool:
    return is_staff(person) or job.owner_id == person.pk


def _is_seen_by_subject(person: "User", job: Job) -> bool:
    return job.subject_id is not None and job.kind in _kinds_seen(person, job.subject_id)


def _kinds_seen(person: "User", subject: UUID) -> frozenset[str]:
    return frozenset[str]().union(*(sight(person, subject) for sight in _sights))


def narrowed(
    rows: QuerySet[Job],
    *,
    state: str | None = None,
    status: str | None = None,
    kind: str | None = None,
    subject_id: UUID | None = None,
) -> QuerySet[Job]:
    """Keep jobs in a state (one of seven words) or status (one of five), of a kind, about a subject."""
    if state:
        _require_known(state, JobState.values, field="state")
        rows = _in_states(rows, [state])
    if status:
        _require_known(status, STATUSES, field="status")
        rows = _in_states(rows, [state for state, word in STATUS.items() if word == status])
    if kind:
        require_storable(kind)
        rows = rows.filter(kind=kind)
    if subject_id is not None:
        rows = rows.filter(subject_id=subject_id)
    return rows


def _in_states(rows: QuerySet[Job], states: list[str]) -> QuerySet[Job]:
    # Live jobs are few among those that have ended: these flags lead to the small indexes that lease only them.
    is_live = Q(queued=True) | Q(charged=True, inflight=True) | Q(run_at__isnull=False)
    rows = rows.filter(state__in=states)
    return rows if set(states) & set(ENDED) else rows.filter(is_live)


def dead_letters(
    *, reason: str | None = None, since: datetime | None = None, kind: str | None = None, code: str | None = None
) -> QuerySet[DeadLetter]:
    """The open letters, newest failure first, with their jobs."""
    require_storable([reason or "", kind or "", code or ""])
    found = list_dead_letters(reason=reason, since=since, kind=kind, code=code)
    return found.select_related("tenant", "job").prefetch_related("job__step_runs")


def dead_letter(key: UUID) -> DeadLetter:
    """One letter, open or closed; `DeadLetterNotFound` otherwise."""
    rows = DeadLetter.objects.select_related("tenant", "job").prefetch_related("job__step_runs")
    found = rows.filter(pk=key).first()
    if found is None:
        raise DeadLetterNotFound
    return found


def tenant_queues(search: str | None = None) -> QuerySet[TenantQueue]:
    """The accounts of tenants that have had work."""
    rows = TenantQueue.objects.select_related("tenant")
    if search and search.strip():
        require_storable(search)
        rows = rows.filter(tenant__name__icontains=search.strip())
    return rows


def waiting_reasons(jobs: Sequence[JobView]) -> dict[UUID, str]:
    """Tell why jobs wait, those that do."""
    return wait_reasons.reasons([job.id for job in jobs if not job.is_finished])


def _require_known(word: str, known: "tuple[str, ...] | list[str]", *, field: str) -> None:
    if word not in known:
        raise Invalid(f"A job's {field} is one of: {', '.join(known)}.", field=field)
