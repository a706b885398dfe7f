"""Compare the accepted requests, which are logged outside the system, with its rows afterwards (T-1)."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from django.db import connection
from django.db.models import Count

from corpuses.actions.models import ActionExecution
from corpuses.search.models import Passage
from documents.models import Document
from tasks.models import Job, TenantQueue
from tasks.states import ENDED, JobState, Reason
from tests.meta.chaos.executions import Execution
from tests.meta.chaos.injections import SUSPENDED_SECONDS, Injection
from tests.meta.chaos.kinds import EFFECTS_OF, REASON_OF
from tests.meta.chaos.load import UPLOADS, Promise, documents_of
from tests.meta.chaos.system import UNREPORTED_SECONDS


@dataclass(slots=True)
class Verdict:
    """The problems that users would see, and the ids of lost jobs; all lists are empty after a successful run."""

    lost: list[str] = field(default_factory=list)
    lost_jobs: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    unexpected: list[str] = field(default_factory=list)
    dead_lettered: list[str] = field(default_factory=list)


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
        _report_lost(verdict, f"job {job.pk} {job.kind} is {job.state}", [job])
    return verdict


def _report_lost(verdict: Verdict, problem: str, jobs: Iterable[Job]) -> None:
    verdict.lost.append(problem)
    verdict.lost_jobs += [str(job.pk) for job in jobs]


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
        _report_lost(verdict, f"document {document.pk} has executions {states}", _jobs_of(document))
    orders = list(Passage.objects.filter(revision=revision).order_by("order").values_list("order", flat=True))
    if not orders or orders != list(range(orders[0], orders[0] + len(orders))):
        _report_lost(verdict, f"document {document.pk} has passages {orders}", _jobs_of(document))


def _report_document(promise: Promise, document: Document | None, verdict: Verdict, deaths: Counter[str]) -> None:
    """Report a document in the wrong state; after three crashes of its process, failure is correct."""
    jobs = _jobs_of(document) if document else []
    if any(_is_rightly_failed(job, deaths) for job in jobs):
        verdict.dead_lettered.append(promise.row)
        return
    job_states = [(job.kind, job.state, job.reason, job.crashes) for job in jobs]
    state = (document.state, document.failure_code) if document else "absent"
    _report_lost(verdict, f"{promise.kind} {promise.row} is {state}: {job_states}", jobs)


def _jobs_of(document: Document) -> list[Job]:
    return list(Job.objects.filter(subject_id=document.pk))


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
        _report_lost(verdict, f"{promise.kind} {promise.row} is {state}, left {result}", [job] if job else [])


def _is_rightly_failed(job: Job, deaths: Counter[str]) -> bool:
    return job.reason == Reason.WORKER_LOST and job.crashes >= job.max_crashes <= deaths[str(job.pk)]
