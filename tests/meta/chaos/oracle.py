"""T-1: compares what was promised, written down outside the system, with what a person finds in it afterwards."""

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
from tests.meta.chaos.faults import HELD, Strike
from tests.meta.chaos.kinds import FAILS, LEAVES
from tests.meta.chaos.load import UPLOADS, Promise, documents_of
from tests.meta.chaos.stage import UNTOLD

LOST = "The process that ran this job ended"
REFUSED = "IGNORED"
_GRACE = 1.0  # seconds after a fault in which others may still feel it


@dataclass(slots=True)
class Verdict:
    """What went wrong for people; every list is empty in a good run."""

    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    unexpected: list[str] = field(default_factory=list)
    buried: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class Execution:
    """One run of one step by one process; `end` is None when the process died under it."""

    job: str
    fence: int
    step: str
    pid: int
    begin: float
    end: float | None
    state: str


def is_quiet() -> bool:
    """Whether every job has ended and every document is unlocked."""
    return not (Job.objects.exclude(state__in=ENDED).exists() or Document.objects.filter(backend_lock=True).exists())


def is_settled() -> bool:
    """Whether no account is open; those of killed processes are closed by the next reconciliation."""
    return not TenantQueue.objects.filter(running__gt=0).exists()


def judge(promises: Sequence[Promise], executions: Sequence[Execution], strikes: Sequence[Strike]) -> Verdict:
    """Look at the rows behind every promise."""
    verdict = Verdict()
    deaths = Counter(execution.job for execution in executions if _was_cut_off(execution, strikes))
    _judge_documents(promises, verdict, deaths)
    _judge_small(promises, verdict, deaths)
    if not is_settled():
        verdict.unexpected.append("an account counts jobs that do not run")
    for job in Job.objects.exclude(state__in=ENDED):
        verdict.lost.append(f"job {job.pk} {job.kind} is {job.state}")
    return verdict


def _was_cut_off(execution: Execution, strikes: Sequence[Strike]) -> bool:
    """The process died, perhaps before it could tell how it ended, or its worker was silent for too long."""
    if execution.end is None:
        return True
    end = execution.end
    if execution.state != "SUCCESS" and any(
        execution.pid in strike.pids and end <= strike.at < end + UNTOLD for strike in strikes
    ):
        return True
    cuts = [strike for strike in strikes if strike.until - strike.at > HELD - 1 and execution.pid in strike.pids]
    return any(execution.begin < cut.until and end > cut.at for cut in cuts)


def _judge_documents(promises: Sequence[Promise], verdict: Verdict, deaths: Counter[str]) -> None:
    documents = documents_of(list(promises))
    published = dict(
        Document.objects.filter(revisions__published__isnull=False)
        .annotate(times=Count("revisions"))
        .values_list("pk", "times")
    )
    for promise in promises:
        if promise.what not in UPLOADS:
            continue
        document = documents.get(promise.row)
        wanted = "failed" if promise.what == "broken" else "ready"
        if document is None or document.state != wanted:
            _lose(promise, document, verdict, deaths)
        elif wanted == "ready" and published.get(document.pk, 0) != 1:
            verdict.doubled.append(f"document {promise.row} was published {published.get(document.pk, 0)} times")
        elif wanted == "ready":
            _judge_content(document, verdict)
    owned = {promise.row for promise in promises}
    verdict.unexpected += [
        f"document {pk}" for pk in Document.objects.values_list("pk", flat=True) if str(pk) not in owned
    ]


def _judge_content(document: Document, verdict: Verdict) -> None:
    """One revision with all its pages, passages without a gap, one execution that succeeded."""
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


def _lose(promise: Promise, document: Document | None, verdict: Verdict, deaths: Counter[str]) -> None:
    """A document that is not as promised; after three deaths of its process that is what was promised."""
    jobs = Job.objects.filter(subject_id=document.pk) if document else []
    if any(_is_rightly_buried(job, deaths) for job in jobs):
        verdict.buried.append(promise.row)
        return
    told = [(job.kind, job.state, job.reason, job.crashes) for job in jobs]
    state = (document.state, document.failure_code) if document else "absent"
    verdict.lost.append(f"{promise.what} {promise.row} is {state}: {told}")


def _judge_small(promises: Sequence[Promise], verdict: Verdict, deaths: Counter[str]) -> None:
    with connection.cursor() as cursor:
        cursor.execute("select request, step, count(*) from chaos_effect group by 1, 2")
        effects: dict[int, dict[str, int]] = defaultdict(dict)
        for request, step, times in cursor.fetchall():
            effects[request][step] = times
    jobs = {str(job.pk): job for job in Job.objects.filter(kind__startswith="chaos.")}
    for promise in promises:
        if promise.what in UPLOADS:
            continue
        found, job = effects.pop(promise.number, {}), jobs.pop(promise.row, None)
        _judge_one(promise, job, found, verdict, deaths)
    verdict.unexpected += [f"request {number}" for number in effects] + [f"job {key}" for key in jobs]


def _judge_one(
    promise: Promise, job: Job | None, found: dict[str, int], verdict: Verdict, deaths: Counter[str]
) -> None:
    doubled = [step for step, times in found.items() if times > 1]
    verdict.doubled += [f"{promise.what} {promise.row} did {step} more than once" for step in doubled]
    reason = FAILS.get(promise.what, "")
    wanted = JobState.FAILED if reason else JobState.SUCCESS
    if job is not None and (job.state, job.reason) == (wanted, reason) and set(found) == LEAVES[promise.what]:
        if promise.what == "chaos.poison" and job.crashes != job.max_crashes:
            verdict.unexpected.append(f"poison {promise.row} ended after {job.crashes} crashes")
    elif job is not None and _is_rightly_buried(job, deaths):
        verdict.buried.append(promise.row)
    else:
        state = (job.state, job.reason, job.crashes) if job else "absent"
        verdict.lost.append(f"{promise.what} {promise.row} is {state}, left {found}")


def _is_rightly_buried(job: Job, deaths: Counter[str]) -> bool:
    return job.reason == Reason.WORKER_LOST and job.crashes >= job.max_crashes <= deaths[str(job.pk)]


def read_executions(path: Path) -> list[Execution]:
    """Pair beginnings with ends; messages that were refused at once, and attempts that were fenced, are `REFUSED`."""
    begun: dict[tuple[str, int, str, int], dict[str, float]] = {}
    found: list[Execution] = []
    for line in _lines(path):
        key = (line["job"], line["fence"], line["step"], line["pid"])
        if line["event"] == "begin":
            begun[key] = line
        elif key in begun:
            found.append(_execution(key, begun.pop(key)["at"], line["at"], line["state"]))
    found += [_execution(key, line["at"], None, "") for key, line in begun.items()]
    return found


def _execution(key: tuple[str, int, str, int], begin: float, end: float | None, state: str) -> Execution:
    job, fence, step, pid = key
    return Execution(job=job, fence=fence, step=step, pid=pid, begin=begin, end=end, state=state)


def _lines(path: Path) -> Iterator[dict[str, object]]:
    if path.exists():
        yield from map(json.loads, path.read_text().splitlines())


def recoveries(
    strikes: Sequence[Strike], executions: Sequence[Execution], *, faults: tuple[str, ...], is_calm: bool
) -> list[float]:
    """Seconds from a strike to the next run of each job that it interrupted.

    `is_calm` leaves out strikes that came while the broker, the database or the last other worker was struck as well.
    """
    by_job: dict[str, list[Execution]] = defaultdict(list)
    for execution in executions:
        by_job[execution.job].append(execution)
    found = []
    for strike, execution in interrupted(strikes, executions, faults=faults, is_calm=is_calm):
        later = [other.begin for other in by_job[execution.job] if other.begin > strike.at]
        found += [min(later) - strike.at] if later else []
    return found


def rescues(
    strikes: Sequence[Strike],
    executions: Sequence[Execution],
    noticed: Mapping[str, Sequence[float]],
    *,
    faults: tuple[str, ...],
) -> list[float]:
    """Seconds from a strike until the job that it interrupted is due again: what rescue takes, without the queue."""
    found = []
    for strike, execution in interrupted(strikes, executions, faults=faults, is_calm=True):
        later = [moment for moment in noticed.get(execution.job, ()) if moment > strike.at]
        found += [min(later) - strike.at] if later else []
    return found


def noticed_losses() -> dict[str, list[float]]:
    """When each job's log says that its process was lost, by the monotonic clock."""
    since_the_epoch = time.time() - time.monotonic()
    found: dict[str, list[float]] = defaultdict(list)
    for job_id, at in JobLog.objects.filter(message__startswith=LOST).values_list("job_id", "at"):
        found[str(job_id)].append(at.timestamp() - since_the_epoch)
    return found


def interrupted(
    strikes: Sequence[Strike], executions: Sequence[Execution], *, faults: tuple[str, ...], is_calm: bool
) -> Iterator[tuple[Strike, Execution]]:
    """What each of these strikes cut off."""
    by_pid: dict[int, list[Execution]] = defaultdict(list)
    for execution in executions:
        by_pid[execution.pid].append(execution)
    for strike in strikes:
        if strike.fault in faults and not (is_calm and not _was_calm(strike, strikes)):
            for execution in (execution for pid in strike.pids for execution in by_pid[pid]):
                if execution.begin <= strike.at < (execution.end or 1e12):
                    yield strike, execution


def _was_calm(strike: Strike, strikes: Sequence[Strike]) -> bool:
    if not strike.others:
        return False
    return not any(
        other is not strike and other.at - 2 * _GRACE < strike.at < other.until + _GRACE
        for other in strikes
        if other.fault.startswith(("F-2", "F-3", "F-4", "F-5", "F-6", "F-10"))
    )
