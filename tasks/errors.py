"""Errors of the job runtime: domain errors for callers, then errors inside `tasks`."""

from typing import ClassVar

from core.errors import Conflict, DependencyFault, NotFound


class JobNotFound(NotFound):
    """There is no such job."""

    code = "job_not_found"
    what_to_do = "Check the id."


class JobIsLive(Conflict):
    """The job has not ended yet."""

    code = "job_is_live"
    what_to_do = "Wait until it has ended, or cancel it."


class JobHasSucceeded(Conflict):
    """The job has succeeded; it cannot be retried."""

    code = "job_has_succeeded"
    what_to_do = "Process the document again instead."


class JobHasBegun(Conflict):
    """The job is no longer waiting."""

    code = "job_has_begun"
    what_to_do = "Nothing: only waiting jobs have a priority."


class DeadLetterNotFound(NotFound):
    """There is no such failed job."""

    code = "dead_letter_not_found"
    what_to_do = "Check the id."


class DeadLetterIsClosed(Conflict):
    """The failed job has been requeued or discarded already."""

    code = "dead_letter_closed"
    what_to_do = "Nothing: the list of failed jobs has the current ones."


class CircuitBreakerNotFound(NotFound):
    """There is no circuit breaker of this name."""

    code = "circuit_breaker_not_found"
    what_to_do = "Take a name from the list: it has the services that were called within a day."


class UnknownJobKind(LookupError):
    """No kind of this name is registered."""


class UnknownStep(LookupError):
    """No step of this name is registered."""


class AlreadyRegistered(ValueError):
    """A kind or step of this name exists."""


class AlreadyCommitted(RuntimeError):
    """A step commits once; what it writes before belongs into `guarded` blocks."""


class TransactionLeftOpen(RuntimeError):
    """A step opened a transaction and did not end it."""


class BadArguments(ValueError):
    """A job's arguments do not fit its step."""


class WorkerNameTaken(RuntimeError):
    """A living worker has this name."""


class StopWorking(Exception):
    """The step must end now; the runner knows what that means for the job. Let it pass."""

    reason: ClassVar[str] = ""


class Fenced(StopWorking):
    """The job has been given to another worker: nothing that is written here counts any more."""


class Cancelled(StopWorking):
    """A user cancelled the job."""

    reason = "cancelled"


class Parked(StopWorking):
    """The job waits for a server, without a slot, and begins this step again after so many seconds."""

    def __init__(self, error: DependencyFault, *, seconds: float, tries: int) -> None:
        super().__init__(error.message)
        self.error = error
        self.seconds = seconds
        self.tries = tries


class TimedOut(StopWorking):
    """Job cancelled due to timeout"""

    reason = "timeout"
