"""Jobs for other packages: frozen values, read with a constant number of queries."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from operator import itemgetter
from typing import Any
from uuid import UUID

from core.db.statements import Parameter, Statement, compiled
from tasks.errors import UnknownJobKind
from tasks.models import Job, StepRun
from tasks.runtime.registry import get_kind
from tasks.states import ENDED, STATUS, JobState, Priority, StepState


@dataclass(frozen=True, slots=True, kw_only=True)
class StepView:
    """A step of a job; one without a row is waiting."""

    name: str
    state: StepState = StepState.WAITING
    started: datetime | None = None
    finished: datetime | None = None
    error_code: str = ""
    error_message: str = ""

    @property
    def duration(self) -> timedelta | None:
        return self.finished - self.started if self.started and self.finished else None

    @property
    def duration_ms(self) -> int | None:
        return None if self.duration is None else round(self.duration.total_seconds() * 1000)


@dataclass(frozen=True, kw_only=True)
class JobView:
    """A job with its steps in order. `state` is one of seven, `status` one of five (X-17)."""

    id: UUID
    kind: str
    title: str
    state: JobState
    priority: Priority
    progress: int
    message: str
    reason: str
    error_code: str
    error_message: str
    attempts: int
    crashes: int
    cancel_requested: bool
    steps: tuple[StepView, ...]
    submitted: datetime
    started: datetime | None
    finished: datetime | None
    due: datetime | None
    owner_id: UUID | None
    subject_id: UUID | None
    subject_title: str
    tenant_id: UUID
    request_id: str

    @property
    def pk(self) -> UUID:
        """Return the key, under the name that model instances have for it."""
        return self.id

    @property
    def status(self) -> str:
        return STATUS[self.state]

    @property
    def is_finished(self) -> bool:
        return self.state in ENDED


def jobs_of(subject_ids: Iterable[UUID], *, kinds: Collection[str] | None = None) -> dict[UUID, list[JobView]]:
    """Return the jobs about each subject, newest first; two queries."""
    jobs = Job.objects.filter(subject_id__in=list(subject_ids)).order_by("-id").prefetch_related("step_runs")
    if kinds is not None:
        jobs = jobs.filter(kind__in=kinds)
    found: dict[UUID, list[JobView]] = {}
    for job in jobs:
        if job.subject_id is not None:
            found.setdefault(job.subject_id, []).append(view_of(job))
    return found


def latest_jobs(subject_ids: Iterable[UUID], *, kinds: Collection[str]) -> dict[UUID, dict[UUID | None, UUID]]:
    """Return, by subject and then by owner, the id of the newest job; newest first. One query, no rows of steps."""
    latest: dict[Any, dict[UUID | None, UUID]] = {}
    found = _newest_jobs().rows({"subjects": list(subject_ids), "kinds": list(kinds)})
    for subject, owner, job in sorted(found, key=itemgetter(2), reverse=True):
        latest.setdefault(subject, {})[owner] = job
    return latest


@cache
def _newest_jobs() -> Statement:
    jobs = Job.objects.filter(subject_id__any=Parameter("subjects"), kind__any=Parameter("kinds"))
    newest = jobs.order_by("subject_id", "owner_id", "-id").distinct("subject_id", "owner_id")
    return compiled(newest.values_list("subject_id", "owner_id", "id"))


def jobs_by_id(ids: Iterable[UUID]) -> dict[UUID, JobView]:
    """Return the jobs with these ids; two queries."""
    return {job.pk: view_of(job) for job in Job.objects.filter(pk__in=list(ids)).prefetch_related("step_runs")}


def job_view(job_id: UUID) -> JobView | None:
    """Return a job, or `None`."""
    return jobs_by_id([job_id]).get(job_id)


def view_of(job: Job) -> JobView:
    """Return the view of a row; reads `step_runs`."""
    runs = {run.name: run for run in job.step_runs.all()}
    return JobView(
        id=job.pk,
        kind=job.kind,
        title=title_of(job.kind),
        state=JobState(job.state),
        priority=Priority(job.priority),
        progress=job.progress,
        message=job.message,
        reason=job.reason,
        error_code=job.error_code,
        error_message=job.error_message,
        attempts=job.attempts,
        crashes=job.crashes,
        cancel_requested=job.cancel_requested,
        steps=tuple(_step_view(name, runs.get(name)) for name in _step_names(job.kind, runs)),
        submitted=job.created,
        started=job.started,
        finished=job.finished,
        due=job.run_at,
        owner_id=job.owner_id,
        subject_id=job.subject_id,
        subject_title=job.subject_title,
        tenant_id=job.tenant_id,
        request_id=job.request_id,
    )


def title_of(kind: str) -> str:
    """Return the title of a kind; the name of one that is no longer registered."""
    try:
        return get_kind(kind).title
    except UnknownJobKind:
        return kind


def _step_names(kind: str, runs: Collection[str]) -> list[str]:
    try:
        names = [step.name for step in get_kind(kind).steps]
    except UnknownJobKind:
        names = []
    return [*names, *(name for name in runs if name not in names)]


def _step_view(name: str, run: StepRun | None) -> StepView:
    if run is None:
        return StepView(name=name)
    return StepView(
        name=name,
        state=StepState(run.state),
        started=run.started,
        finished=run.finished,
        error_code=run.error_code,
        error_message=run.error_message,
    )
