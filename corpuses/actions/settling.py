"""Record how executions end, and start or skip those that waited for them."""

from collections.abc import Sequence
from typing import Final
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils import timezone

from audit import origin
from audit.actions import Action
from audit.log import record_result
from corpuses.actions import answering, starting
from corpuses.actions.kinds import KINDS, dependents_of
from corpuses.actions.models import ActionExecution, CorpusAction
from corpuses.actions.starting import Reason, State
from corpuses.analyzers.models import AnalysisRun
from corpuses.analyzers.remote.lookup import is_remote
from corpuses.analyzers.runs import fail_run
from corpuses.holding import held_among
from corpuses.providers.services import usage_of_job
from documents.services import locking
from tasks.runtime import queue
from tasks.signals import FinishedJob

_SHARED: Final = [kind.name for kind in KINDS.values() if kind.is_shared]
_USING_MODEL: Final = {kind.job for kind in KINDS.values() if kind.uses_model}


def settle(job: FinishedJob) -> None:
    """Record the end of a job, perhaps not its first (staff can requeue jobs), in the executions that wait for it.

    The row of the document is locked, as in callers that start actions on it: an execution that shares a job which
    ends at the same time is found here, or was started after the end.
    """
    state = job.state if job.state in {State.SUCCESS, State.CANCELLED} else State.FAILED
    unsettled = ActionExecution.objects.filter(job=job.id).exclude(state__in=[State.SUCCESS, State.SKIPPED])
    settled = list(unsettled.select_related("action__corpus__owner"))
    if state != State.SUCCESS:  # a run that failed may be a new row
        held_among({each.action.corpus_id for each in settled if each.action.kind == CorpusAction.Kind.ANALYZE})
    uses_model = job.kind in _USING_MODEL
    usage = usage_of_job(job.id, tenant_id=job.tenant_id, since=job.started) if uses_model else {}
    waiting = _waiting_for_results(settled) if state == State.SUCCESS else set()
    ActionExecution.objects.filter(pk__in=waiting).update(state=State.WAITING, started=job.started)
    ended = unsettled.exclude(pk__in=waiting)
    failure = {"code": "" if state == State.CANCELLED else job.code, "message": job.error_message}
    ended.update(state=state, started=job.started, finished=timezone.now(), **failure, **usage)
    for execution in settled:
        if execution.pk in waiting:
            starting.record_event(execution)
            continue
        execution.state = state
        if execution.action.kind == CorpusAction.Kind.ANALYZE and state != State.SUCCESS:
            fail_run(_run_of(execution, job), state=state, **failure)
        if execution.action.kind == CorpusAction.Kind.AGENT and state != State.SUCCESS:
            _end_answer(execution, **failure)
        with origin.of_job(job.id, execution.action.corpus.owner_id):
            reason = "" if state == State.SUCCESS else job.state
            record_result(Action.ACTION_FINISHED, execution.action, reason=reason, document_id=execution.document_id)
        starting.record_event(execution)
        _release_dependents(execution)


def _end_answer(execution: ActionExecution, *, code: str, message: str) -> None:
    from corpuses.conversations import states  # noqa: PLC0415 - imports the client of Redis

    states.end_run(execution.pk, code=code, error=message)


def settle_run(run: AnalysisRun) -> None:
    """Record the end of a run whose results came from another server after its job had ended."""
    rows = ActionExecution.objects.filter(
        action=run.action_id,
        document=run.document_id,
        revision=run.revision_id,
        settings_version=run.settings_version,
        state=State.WAITING,
    )
    for execution in rows.select_related("action__corpus__owner"):
        execution.state, execution.finished = State(run.state), run.finished
        execution.code, execution.message = run.code, run.message
        execution.save(update_fields=["state", "code", "message", "finished"])
        reason = "" if run.state == State.SUCCESS else run.state
        record_result(Action.ACTION_FINISHED, execution.action, reason=reason, document_id=execution.document_id)
        starting.record_event(execution)


def cancel_actions(actions: QuerySet[CorpusAction]) -> None:
    """Cancel the jobs of these actions, except those that other corpora may share, and what waits in them."""
    answering.cancel_answers(ActionExecution.objects.filter(action__in=actions))
    live = ActionExecution.objects.filter(action__in=actions, state__in=[State.WAITING, State.QUEUED])
    live = live.filter(comment=None).exclude(action__kind__in=_SHARED)
    documents = locking.lock_documents(live.values_list("document", flat=True))
    mine = live.filter(document__in=documents)
    mine.filter(state=State.WAITING).update(state=State.CANCELLED, finished=timezone.now())
    waiting = AnalysisRun.objects.filter(action__in=actions, document__in=documents, state=AnalysisRun.State.WAITING)
    waiting.update(state=AnalysisRun.State.CANCELLED, finished=timezone.now())
    queue.cancel_all(mine.filter(state=State.QUEUED).order_by("pk").values_list("job", flat=True))


def release_waiting(waiting: Sequence[ActionExecution]) -> None:
    """Queue executions that waited for an action which was deleted. Their documents must be locked."""
    still = ActionExecution.objects.filter(pk__in=[each.pk for each in waiting], state=State.WAITING)
    starting.resume(list(still.select_related("action__corpus", "document")))


def waiting_for(action: CorpusAction) -> list[ActionExecution]:
    """Return the executions that wait for this action, with their documents locked."""
    waiting = ActionExecution.objects.filter(
        action__corpus=action.corpus_id, action__kind__in=dependents_of(action.kind), state=State.WAITING
    )
    locking.lock_documents(waiting.values_list("document", flat=True))
    return list(waiting)


def _waiting_for_results(executions: Sequence[ActionExecution]) -> set[UUID]:
    """Return the keys of executions whose jobs have ended, but whose remote analyzers send the results later."""
    remote = {
        (each.action_id, each.revision_id, each.settings_version): each.pk
        for each in executions
        if is_remote(each.action.analyzer)
    }
    if not remote:
        return set()
    actions, revisions, _ = zip(*remote, strict=True)
    rows = AnalysisRun.objects.filter(
        action__in=actions, revision__in=revisions, state=AnalysisRun.State.WAITING
    ).values_list("action", "revision", "settings_version")
    return {remote[row] for row in rows if row in remote}


def _run_of(execution: ActionExecution, job: FinishedJob) -> AnalysisRun:
    """Return the run of an analyzer that an execution is, not stored."""
    action = execution.action
    return AnalysisRun(
        corpus=action.corpus,
        document_id=execution.document_id,  # type: ignore[misc]  # only executions on comments have none
        revision_id=execution.revision_id,
        action=action,
        settings_version=execution.settings_version,
        analyzer=action.analyzer,
        settings=action.settings,
        job=job.id,
        started=job.started or timezone.now(),
    )


def _release_dependents(ended: ActionExecution) -> None:
    """Queue the executions of the same corpus and revision that depend on one that has ended, or skip them."""
    kinds = dependents_of(ended.action.kind)
    if not kinds:
        return
    waiting = Q(state=State.WAITING) | Q(state=State.SKIPPED, reason=Reason.DEPENDENCY_FAILED)
    rows = ActionExecution.objects.filter(
        waiting, action__corpus=ended.action.corpus_id, action__kind__in=kinds, revision=ended.revision_id
    )
    dependents = list(rows.select_related("action__corpus__owner", "document").order_by("pk"))
    if ended.state == State.SUCCESS and ended.action.corpus.deleted_at is None:
        starting.resume([each for each in dependents if each.state == State.WAITING or each.action.enabled])
        return
    for each in dependents:
        if each.state == State.WAITING:
            starting.skip_and_save(each, Reason.DEPENDENCY_FAILED)
