"""Reports of jobs that work for users in corpora: a user has few that have not ended, and they end as their jobs do.

The job itself records its success; a failure, which may be that of its process, comes by the signal of the runtime.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.db.models import QuerySet
from django.utils import timezone

from core.errors import RateLimited
from corpuses.holding import held_among
from corpuses.models import Corpus, JobReport
from documents.services import resumable
from tasks.runtime import queue
from tasks.signals import FinishedJob
from users.models import User

_RETRY_AFTER = 10  # seconds
R = TypeVar("R", bound=JobReport)


class TooManyUnfinished(RateLimited):
    """Too many of these have not ended yet. Wait until one has."""

    code = "too_many_unfinished"
    what_to_do = "Wait until one has ended, or cancel one."


def require_few(
    model: type[JobReport],
    *,
    owner: User,
    maximum: int,
    error: type[RateLimited] = TooManyUnfinished,
    announced: "QuerySet[Any] | None" = None,
) -> None:
    """Raise the error if so many reports of a user wait for their jobs, in the transaction that creates another one.

    What is `announced`, and will wait later, counts, too.
    """
    User.objects.select_for_update(no_key=True).filter(pk=owner.pk).exists()  # other requests of the user wait here
    count = _rows(model).filter(owner=owner, state=JobReport.State.WAITING).count()
    if announced is not None:
        count += announced.count()
    if count >= maximum:
        raise error(retry_after=_RETRY_AFTER)


def complete(report: JobReport, **results: object) -> None:
    """Record that the job of a report has done all, and its results; once, and not if it was deleted meanwhile."""
    done = {"state": JobReport.State.DONE, "error_code": "", "error_message": "", "finished": timezone.now()}
    _rows(type(report)).filter(pk=report.pk).exclude(state=JobReport.State.DONE).update(**done, **results)


@dataclass(frozen=True, slots=True)
class Reports(Generic[R]):
    """The reports of a kind of jobs. `on_failure` does what else a failed one needs, in the same transaction."""

    model: type[R]
    on_failure: Callable[[R], None] | None = None

    def settle(self, job: FinishedJob) -> None:
        """Record why a job has not succeeded, if its report waits for it. What it has done until then stays."""
        if job.state == "success" or job.subject_id is None:
            return
        rows = _rows(self.model).filter(pk=job.subject_id)
        if rows.exclude(job=job.id).exists():
            return  # another job goes on with it
        held_among(rows.exclude(corpus=None).values_list("corpus", flat=True))  # before the report (lock order)
        waiting = rows.filter(state=JobReport.State.WAITING).select_for_update(of=("self",))
        for report in waiting.select_related("corpus__owner", "owner"):
            report.state, report.finished = JobReport.State.FAILED, timezone.now()
            report.error_code, report.error_message = job.code, job.error_message
            report.save(update_fields=["state", "finished", "error_code", "error_message"])
            if self.on_failure is not None:
                self.on_failure(report)
        resumable.unpin_for(job.subject_id)

    def cancel(self, corpus: Corpus) -> None:
        """Cancel the jobs that work in a corpus. Reports that have no job yet are cancelled when it starts."""
        waiting = _rows(self.model).filter(corpus=corpus, state=JobReport.State.WAITING).order_by("pk")
        queue.cancel_all(waiting.values_list("job", flat=True))


def _rows(model: type[R]) -> "QuerySet[R]":
    return model._default_manager.all()  # noqa: SLF001  # a name of Django's documentation
