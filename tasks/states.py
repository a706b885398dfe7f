"""The words of the runtime: states of jobs and steps, priorities, reasons of an end. Free of tables."""

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

# The words of programs that know S3's states (X-17).
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
    """A step that has no row yet is waiting; one that is skipped will not run in this job any more."""

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
    """Why a job ended other than well, or why it waits as stuck."""

    USER_FAULT = "user_fault"
    DEPENDENCY = "dependency"
    ERROR = "error"
    EXHAUSTED = "exhausted"
    TIMEOUT = "timeout"
    CANCELLED = "cancelled"
    WORKER_LOST = "worker_lost"
    UNKNOWN_KIND = "unknown_kind"
    BAD_ARGUMENTS = "bad_arguments"
