"""Compare the accepted requests, which are logged outside the system, with its rows afterwards (T-1)."""

import json
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from django.db import connection
from django.db.models import Count

from corpuses.actions.models import ActionExecution
from corpuses.search.models import Passage
from documents.models import Document
from tasks.models import Job, JobLog, TenantQueue
from tasks.states import ENDED, JobState, Reason
from tests.meta.chaos.faults import SUSPENDED_SECONDS, Injection
from tests.meta.chaos.kinds import EFFECTS_OF, REASON_OF
from tests.meta.chaos.load import UPLOADS, Promise, documents_of
from tests.meta.chaos.system import UNREPORTED_SECONDS

LOST = "The process that ran this job ended"
REFUSED = "IGNORED"
_GRACE = 1.0  # seconds after a fault in which other processes may still be affected


@dataclass(slots=True)
class Verdict:
    """The problems that users would see; all lists are empty after a successful run."""

    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    unexpected: list[str] = field(default_factory=list)
    dead_lettered: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class Execution:
    """One run of a step by a process; `end` is None if the process died."""

    job: str
    fence: int
    step: str
    pid: int
    begin: float
    end: float | None
    state: str


def is_quiet() -> bool:
    """Check that every job has ended and every document is unlocked."""
    return not (Job.objects.exclude(state__in=ENDED).exists() or Document.objects.filter(backend_lock=True).exists())


def is_settled() -> bool:
    """Check that no tenant's account counts running jobs; reconciliation settles those of killed processes."""
    return not TenantQueue.objects.filter(running__gt=0).exists()


def verify(promises: Sequence[Promise], executions: Sequence[Execution], injections: Sequence[Injection]) -> Verdict:
    """Verify the rows of every promise."""
    verdict = Verdict()
    deaths = Counter(execution.job for execution in executions if _was_interrupted(execution, injections))
    _verify_documents(promises, verdict, deaths)
    _verify_small_jobs(promises, verdict, deaths)
    if not is_settled():
        verdict.unexpected.append("an account counts jobs that do not run")
    for job in Job.objects.exclude(state__in=ENDED):
        verdict.lost.append(f"job {job.pk} {job.kind} is {job.state}")
    return verdict


def _was_interrupted(execution: Execution, injections: Sequence[Injection]) -> bool:
    """Check whether the process died, perhaps before it reported the end, or its worker had no heartbeat too long."""
    if execution.end is None:
        return True
    end = execution.end
    if execution.state != "SUCCESS" and any(
        execution.pid in injection.pids and end <= injection.at < end + UNREPORTED_SECONDS for injection in injections
    ):
        return True
    long_faults = [
        injection
        for injection in injections
        if injection.until - injection.at > SUSPENDED_SECONDS - 1 and execution.pid in injection.pids
    ]
    return any(execution.begin < fault.until and end > fault.at for fault in long_faults)


def _verify_documents(promises: Sequence[Promise], verdict: Verdict, deaths: Counter[str]) -> None:
    documents = documents_of(list(promises))
    published = dict(
        Document.objects.filter(revisions__published__isnull=False)
        .annotate(times=Count("revisions"))
        .values_list("pk", "times")
    )
    for promise in promises:
        if promise.kind not in UPLOADS:
            continue
        document = documents.get(promise.row)
        expected = "failed" if promise.kind == "broken" else "ready"
        if document is None or document.state != expected:
            _report_document(promise, document, verdict, deaths)
        elif expected == "ready" and published.get(document.pk, 0) != 1:
            verdict.doubled.append(f"document {promise.row} was published {published.get(document.pk, 0)} times")
        elif expected == "ready":
            _verify_content(document, verdict)
    owned = {promise.row for promise in promises}
    verdict.unexpected += [
        f"document {pk}" for pk in Document.objects.values_list("pk", flat=True) if str(pk) not in owned
    ]


def _verify_content(document: Document, verdict: Verdict) -> None:
    """Verify that there is one revision with all pages, passages without gaps, and one successful execution."""
    revision = document.revision
    pages = list(revision.pages.order_by("number").values_list("number", flat=True))
    if pages != list(range(1, document.page_count + 1)) or document.revisions.count() != 1:
        verdict.doubled.append(f"document {document.pk} has pages {pages}, {document.revisions.count()} revisions")
    states = list(ActionExecution.objects.filter(document=document).values_list("state", flat=True))
    if states != ["success"]:
        verdict.lost.append(f"document {document.pk} has executions {states}")
    orders = list(Passage.objects.filter(revision=revision).order_by("order").values_list("order", flat=True))
    if not orders or orders != list(range(orders[0], orders[0] + len(orders))):
        verdict.lost.append(f"document {document.pk} has passages {orders}")


def _report_document(promise: Promise, document: Document | None, verdict: Verdict, deaths: Counter[str]) -> None:
    """Report a document in the wrong state; after three crashes of its process, failure is correct."""
    jobs = Job.objects.filter(subject_id=document.pk) if document else []
    if any(_is_rightly_failed(job, deaths) for job in jobs):
        verdict.dead_lettered.append(promise.row)
        return
    job_states = [(job.kind, job.state, job.reason, job.crashes) for job in jobs]
    state = (document.state, document.failure_code) if document else "absent"
    verdict.lost.append(f"{promise.kind} {promise.row} is {state}: {job_states}")


def _verify_small_jobs(promises: Sequence[Promise], verdict: Verdict, deaths: Counter[str]) -> None:
    with connection.cursor() as cursor:
        cursor.execute("select request, step, count(*) from chaos_effect group by 1, 2")
        effects: dict[int, dict[str, int]] = defaultdict(dict)
        for request, step, times in cursor.fetchall():
            effects[request][step] = times
    jobs = {str(job.pk): job for job in Job.objects.filter(kind__startswith="chaos.")}
    for promise in promises:
        if promise.kind in UPLOADS:
            continue
        result, job = effects.pop(promise.number, {}), jobs.pop(promise.row, None)
        _verify_small_job(promise, job, result, verdict, deaths)
    verdict.unexpected += [f"request {number}" for number in effects] + [f"job {key}" for key in jobs]


def _verify_small_job(
    promise: Promise, job: Job | None, result: dict[str, int], verdict: Verdict, deaths: Counter[str]
) -> None:
    doubled = [step for step, times in result.items() if times > 1]
    verdict.doubled += [f"{promise.kind} {promise.row} did {step} more than once" for step in doubled]
    reason = REASON_OF.get(promise.kind, "")
    expected = JobState.FAILED if reason else JobState.SUCCESS
    if job is not None and (job.state, job.reason) == (expected, reason) and set(result) == EFFECTS_OF[promise.kind]:
        if promise.kind == "chaos.poison" and job.crashes != job.max_crashes:
            verdict.unexpected.append(f"poison {promise.row} ended after {job.crashes} crashes")
    elif job is not None and _is_rightly_failed(job, deaths):
        verdict.dead_lettered.append(promise.row)
    else:
        state = (job.state, job.reason, job.crashes) if job else "absent"
        verdict.lost.append(f"{promise.kind} {promise.row} is {state}, left {result}")


def _is_rightly_failed(job: Job, deaths: Counter[str]) -> bool:
    return job.reason == Reason.WORKER_LOST and job.crashes >= job.max_crashes <= deaths[str(job.pk)]


def read_executions(path: Path) -> list[Execution]:
    """Pair beginnings with ends; refused messages and fenced attempts are `REFUSED`."""
    started: dict[tuple[str, int, str, int], dict[str, float]] = {}
    result: list[Execution] = []
    for line in _lines(path):
        key = (line["job"], line["fence"], line["step"], line["pid"])
        if line["event"] == "begin":
            started[key] = line
        elif key in started:
            result.append(_execution(key, started.pop(key)["at"], line["at"], line["state"]))
    result += [_execution(key, line["at"], None, "") for key, line in started.items()]
    return result


def _execution(key: tuple[str, int, str, int], begin: float, end: float | None, state: str) -> Execution:
    job, fence, step, pid = key
    return Execution(job=job, fence=fence, step=step, pid=pid, begin=begin, end=end, state=state)


def _lines(path: Path) -> Iterator[dict[str, object]]:
    if path.exists():
        yield from map(json.loads, path.read_text().splitlines())


def recoveries(
    injections: Sequence[Injection], executions: Sequence[Execution], *, faults: tuple[str, ...], is_calm: bool
) -> list[float]:
    """Return the seconds from an injected fault to the next run of each job that it interrupted.

    `is_calm` excludes faults during which the broker, the database or the last other worker was affected as well.
    """
    by_job: dict[str, list[Execution]] = defaultdict(list)
    for execution in executions:
        by_job[execution.job].append(execution)
    result = []
    for injection, execution in interrupted(injections, executions, faults=faults, is_calm=is_calm):
        later = [other.begin for other in by_job[execution.job] if other.begin > injection.at]
        result += [min(later) - injection.at] if later else []
    return result


def rescues(
    injections: Sequence[Injection],
    executions: Sequence[Execution],
    noticed: Mapping[str, Sequence[float]],
    *,
    faults: tuple[str, ...],
) -> list[float]:
    """Return the seconds from an injected fault until the interrupted job is due again, without the queue."""
    result = []
    for injection, execution in interrupted(injections, executions, faults=faults, is_calm=True):
        later = [time_of_loss for time_of_loss in noticed.get(execution.job, ()) if time_of_loss > injection.at]
        result += [min(later) - injection.at] if later else []
    return result


def noticed_losses() -> dict[str, list[float]]:
    """Return when each job's log reports the loss of its process, by the monotonic clock."""
    offset = time.time() - time.monotonic()
    result: dict[str, list[float]] = defaultdict(list)
    for job_id, at in JobLog.objects.filter(message__startswith=LOST).values_list("job_id", "at"):
        result[str(job_id)].append(at.timestamp() - offset)
    return result


def interrupted(
    injections: Sequence[Injection], executions: Sequence[Execution], *, faults: tuple[str, ...], is_calm: bool
) -> Iterator[tuple[Injection, Execution]]:
    """Yield the executions that these faults interrupted."""
    by_pid: dict[int, list[Execution]] = defaultdict(list)
    for execution in executions:
        by_pid[execution.pid].append(execution)
    for injection in injections:
        if injection.fault in faults and not (is_calm and not _was_calm(injection, injections)):
            for execution in (execution for pid in injection.pids for execution in by_pid[pid]):
                if execution.begin <= injection.at < (execution.end or 1e12):
                    yield injection, execution


def _was_calm(injection: Injection, injections: Sequence[Injection]) -> bool:
    if not injection.others:
        return False
    return not any(
        other is not injection and other.at - 2 * _GRACE < injection.at < other.until + _GRACE
        for other in injections
        if other.fault.startswith(("F-2", "F-3", "F-4", "F-5", "F-6", "F-10"))
    )
