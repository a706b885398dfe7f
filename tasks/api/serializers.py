"""What REST says about jobs, and accepts. Higher packages add what they know about a job's subject."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any
from uuid import UUID

from rest_framework import serializers

from core.api.rest.serializers import StrictSerializer
from tasks.api.reading import waiting_reasons
from tasks.runtime import job_logs
from tasks.runtime.job_views import JobView, StepView
from tasks.states import JobState, Priority

if TYPE_CHECKING:
    from users.models import User

Facts = Mapping[UUID, Mapping[str, Any]]
Describe = Callable[["Sequence[JobView]", "User"], Facts]

_describers: list[Describe] = []


class PriorityField(StrictSerializer):
    """The one thing that people change about a job."""

    priority = serializers.ChoiceField(choices=[priority.name.lower() for priority in Priority])
    example = {"priority": "low"}

    def wanted(self) -> Priority:
        """Give the priority that is asked for."""
        return Priority[self.validated_data["priority"].upper()]


class RetryFields(StrictSerializer):
    """Whether steps that succeeded run again."""

    from_start = serializers.BooleanField(default=False)


class LogFields(StrictSerializer):
    """Where one stopped reading a log."""

    after = serializers.IntegerField(default=0, min_value=0, max_value=2**63 - 1)


def describe_jobs_with(describe: Describe) -> Describe:
    """Let a higher package add facts to the bodies of jobs. It gets the jobs of a list at once."""
    _describers.append(describe)
    return describe


def jobs_body(jobs: Sequence[JobView], reader: "User") -> list[dict[str, Any]]:
    """Describe jobs; the number of queries does not grow with theirs."""
    waiting = waiting_reasons(jobs)
    bodies = {job.id: _body(job, waiting.get(job.id, "")) for job in jobs}
    for describe in _describers:
        for job_id, facts in describe(jobs, reader).items():
            bodies[job_id].update(facts)
    return list(bodies.values())


def job_body(job: JobView, reader: "User") -> dict[str, Any]:
    """Describe one job."""
    return jobs_body([job], reader)[0]


def _body(job: JobView, waiting: str) -> dict[str, Any]:
    return {
        "id": job.id,
        "owner_id": job.owner_id,
        "kind": job.kind,
        "title": job.title,
        "subject_title": job.subject_title,
        "state": job.state,
        "status": job.status,
        "priority": job.priority.name.lower(),
        "progress": job.progress,
        "message": job.message,
        "reason": job.reason,
        "waiting": waiting,
        "error": _error(job),
        "result": {} if job.state == JobState.SUCCESS else None,
        "attempts": job.attempts,
        "crashes": job.crashes,
        "cancel_requested": job.cancel_requested,
        "submitted": job.submitted,
        "started": job.started,
        "due": job.due,
        "finished": job.finished,
        "request_id": job.request_id,
        "steps": [_step(step) for step in job.steps],
    }


def _step(step: StepView) -> dict[str, Any]:
    return {
        "name": step.name,
        "state": step.state,
        "started": step.started,
        "finished": step.finished,
        "duration_ms": step.duration_ms,
        "error": _error(step),
    }


def _error(failed: JobView | StepView) -> dict[str, str] | None:
    return {"code": failed.error_code, "message": failed.error_message} if failed.error_code else None


def line_body(line: job_logs.Line) -> dict[str, Any]:
    """Describe a line of a job's log."""
    return {
        "id": line.id,
        "at": line.at,
        "attempt": line.attempt,
        "level": line.level,
        "message": line.message,
        "fields": line.fields,
    }
