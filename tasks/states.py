"""States of jobs and steps, priorities, reasons. Without tables."""

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

# The five states of S3.
STATUS: dict[str, str] = {
    JobState.WAITING: "queued",
    JobState.SCHEDULED: "queued",
    JobState.STUCK: "queued",
    JobState.RUNNING: "processing",
    JobState.CANCELLED: "cancelled",
    JobState.FAILED: "failed",
    JobState.SUCCESS: "succeeded",
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
