"""States of jobs and steps, priorities, reasons. Without tables."""

from enum import StrEnum

from django.db.models import IntegerChoices, TextChoices


class JobState(TextChoices):
    """The seven states of S2-9…15."""

    WAITING = "waiting"
    SCHEDULED = "scheduled"
    RUNNING = "running"
    STUCK = "stuck"
    CANCELLED = "cancelled"
    FAILED = "failed"
    SUCCESS = "success"


IN_FLIGHT = (JobState.SCHEDULED, JobState.RUNNING)
ENDED = (JobState.CANCELLED, JobState.FAILED, JobState.SUCCESS)


class JobStatus(StrEnum):
    """One of five groups of states."""

    QUEUED = "queued"
    PROCESSING = "processing"
    CANCELLED = "cancelled"
    FAILED = "failed"
    SUCCEEDED = "succeeded"


STATUS: dict[str, str] = {
    JobState.WAITING: JobStatus.QUEUED,
    JobState.SCHEDULED: JobStatus.QUEUED,
    JobState.STUCK: JobStatus.QUEUED,
    JobState.RUNNING: JobStatus.PROCESSING,
    JobState.CANCELLED: JobStatus.CANCELLED,
    JobState.FAILED: JobStatus.FAILED,
    JobState.SUCCESS: JobStatus.SUCCEEDED,
}


class StepState(TextChoices):
    """A step without a row is waiting; a skipped one will not run in this job."""

    WAITING = "waiting"
    RUNNING = "running"
    SUCCESS = "success"
    FAILED = "failed"
    SKIPPED = "skipped"


class Priority(IntegerChoices):
    """The two classes of the counting scheme (S2-24)."""

    HIGH = 1
    LOW = 2


class Reason(TextChoices):
    """The reason why a job failed, was cancelled, or is stuck."""

    USER_FAULT = "user_fault"
    DEPENDENCY = "dependency"
    ERROR = "error"
    EXHAUSTED = "exhausted"
    TIMEOUT = "timeout"
    CANCELLED = "cancelled"
    WORKER_LOST = "worker_lost"
    UNKNOWN_KIND = "unknown_kind"
    BAD_ARGUMENTS = "bad_arguments"
