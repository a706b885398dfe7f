"""Runs of remote analyzers that wait for their results: receive them, cancel the runs, end those that are late."""

from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from secrets import token_bytes
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from audit import origin
from audit.actions import Action
from audit.log import record
from core import webhooks
from core.access import Permission, require
from core.errors import Conflict, NotFound
from corpuses.actions.settling import settle_run
from corpuses.analyzers.checking import AnalyzerMisbehaved, check_results
from corpuses.analyzers.documents import document_text
from corpuses.analyzers.models import AnalysisRun, RemoteAnalyzer
from corpuses.analyzers.remote.client import secret_of
from corpuses.analyzers.remote.lookup import PREFIX, find_enabled, find_remote, name_of
from corpuses.analyzers.remote.messages import is_about, results_of
from corpuses.analyzers.runs import fail_run
from corpuses.analyzers.services import store_results
from corpuses.holding import hold
from documents.services.locking import lock_document
from documents.services.progress import Progress
from tasks.runtime import queue
from users.models import User

State = AnalysisRun.State

_LATE: Final = "remote_analyzer_late"
_LATE_MESSAGE: Final = "The remote analyzer did not send its results in time. Run it again."
_BATCH: Final = 500
# With which messages about unknown runs are compared, so that they are refused as those with a wrong signature.
_NO_ONES_SECRET: Final = webhooks.PREFIX + b64encode(token_bytes(webhooks.MIN_SECRET)).decode()


class ResultsConflict(Conflict):
    """Other results of this run have been received already."""

    code = "analysis_results_conflict"
    what_to_do = "Send the results of a run once; the same message may be repeated."


class AnalysisHasEnded(Conflict):
    """This run has ended already."""

    code = "analysis_has_ended"
    what_to_do = "Nothing: only runs that have not ended can be cancelled."


def receive_results(run_id: UUID, body: bytes, headers: Mapping[str, str]) -> AnalysisRun:
    """Store the results that a remote analyzer sends later, and return the run that has ended.

    The same message has the same effect once. It has to name the run: the signature is about the message, not about the
    address, so that otherwise it would be valid for all runs of the analyzer. Raise `BadWebhookSignature`, for unknown
    runs as well; then `NotFound` for all runs that wait for nothing, `ResultsConflict`, or `AnalyzerMisbehaved`, which
    also fails the run.
    """
    analyzer = _analyzer_of(run_id)
    webhooks.require_signed(body, headers, secret=secret_of(analyzer) if analyzer else _NO_ONES_SECRET)
    if not is_about(body, run_id):
        raise webhooks.BadWebhookSignature("The signed message is not about this run. Send its id as `run`.")
    run, _ = _expecting(run_id)
    with transaction.atomic(), origin.of_job(run.job or run.pk, run.corpus.owner_id):
        lock_document(run.document_id)  # as the job does that may still send the document
        hold(run.corpus_id)
        run, analyzer = _expecting(run_id)
        digest = sha256(body).hexdigest()
        sent = webhooks.time_of(headers)
        # A run that is repeated has the same id, so that messages to its earlier attempts are signed validly, too.
        if run.received != digest if run.received else sent <= run.message_time:
            raise ResultsConflict
        if not run.received:
            run.received, run.message_time = digest, sent
            _receive(run, analyzer, body)
    if run.code == AnalyzerMisbehaved.code:
        raise AnalyzerMisbehaved(run.message)
    return run


@transaction.atomic
def cancel_run(run: AnalysisRun, *, actor: User) -> AnalysisRun:
    """Cancel a run that has not ended. Results that come later are not accepted."""
    require(actor, Permission.EDIT, run.corpus)
    lock_document(run.document_id)
    run = _rows().get(pk=run.pk)
    if run.state == State.WAITING:
        _end(run, state="cancelled")
    elif run.state == State.RUNNING and run.job is not None:
        queue.cancel_all([run.job])
    else:
        raise AnalysisHasEnded
    record(Action.ANALYSIS_CANCELLED, run.action, actor=actor, document_id=run.document_id)
    return run


def stop_waiting(analyzer: RemoteAnalyzer) -> None:
    """Cancel the runs that wait for an analyzer that is disabled or deleted, in the caller's transaction."""
    for run in _rows().filter(analyzer=name_of(analyzer), state=State.WAITING).order_by("document_id"):
        _end_locked(run.pk, state="cancelled", message="The remote analyzer was disabled or deleted.")


def end_late_runs(*, job: Progress) -> int:
    """End the runs whose results did not come in time; return their number. For a job of its own."""
    late = AnalysisRun.objects.filter(state=State.WAITING, due__lt=timezone.now()).order_by("document_id")
    ended = 0
    for key in late.values_list("pk", flat=True)[:_BATCH]:
        job.check_cancelled()
        with job.guarded():
            ended += _end_locked(key, state="failed", message=_LATE_MESSAGE, code=_LATE)
    return ended


def _analyzer_of(run_id: UUID) -> RemoteAnalyzer | None:
    """Return the analyzer whose messages about a run are signed, whether it may send some or not."""
    name = AnalysisRun.objects.filter(pk=run_id, analyzer__startswith=PREFIX).values_list("analyzer", flat=True).first()
    return find_remote(name) if name else None


def _expecting(run_id: UUID) -> tuple[AnalysisRun, RemoteAnalyzer]:
    """Return a run whose results may come, or that has received them, with its analyzer; raise `NotFound`."""
    expecting = Q(state=State.RUNNING) | Q(state=State.WAITING, due__gte=timezone.now()) | ~Q(received="")
    rows = _rows().filter(expecting, analyzer__startswith=PREFIX, revision=F("document__revision"))
    run = rows.filter(document__deleted_at=None, corpus__deleted_at=None, pk=run_id).first()
    analyzer = None if run is None else find_enabled(run.analyzer)
    if run is None or analyzer is None:
        raise NotFound
    return run, analyzer


def _receive(run: AnalysisRun, analyzer: RemoteAnalyzer, body: bytes) -> None:
    run.save(update_fields=["received", "message_time"])
    document = document_text(run.revision)
    try:
        results = check_results(results_of(body, run=run.pk), document, analyzer.labels)
    except AnalyzerMisbehaved as error:
        _end(run, state="failed", message=error.message, code=error.code)
    else:
        store_results(run, results)
        settle_run(run)


def _end_locked(key: UUID, *, state: str, message: str, code: str = "") -> bool:
    """End a run if it still waits; return whether it did."""
    run = _rows().filter(pk=key).first()
    if run is None:  # deleted meanwhile
        return False
    lock_document(run.document_id)
    if not AnalysisRun.objects.filter(pk=key, state=State.WAITING).exists():
        return False
    with origin.of_job(run.job or run.pk, run.corpus.owner_id):
        _end(run, state=state, message=message, code=code)
    return True


def _end(run: AnalysisRun, *, state: str, message: str = "", code: str = "") -> None:
    fail_run(run, state=state, message=message, code=code)
    run.refresh_from_db(fields=["state", "code", "message", "finished"])
    settle_run(run)


def _rows() -> "QuerySet[AnalysisRun]":
    return AnalysisRun.objects.select_related("corpus__owner", "document", "revision__document", "action__corpus")
