"""Annotate a revision in a corpus with an analyzer."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any, Final
from uuid import UUID

from django.conf import settings as django_settings
from django.utils import timezone

from audit.actions import Action
from audit.log import record
from core.errors import UserFault
from corpuses.analyzers.checking import CheckedResults, check_results, check_settings
from corpuses.analyzers.documents import document_text
from corpuses.analyzers.models import AnalysisRun, RemoteAnalyzer
from corpuses.analyzers.protocol import NO_SETTINGS, Analyzer
from corpuses.analyzers.registry import get_analyzer
from corpuses.analyzers.remote.client import Delivery, breaker_for, require_server, send
from corpuses.analyzers.remote.lookup import describe, get_enabled, is_remote, version_of
from corpuses.analyzers.runs import begin_run, complete_run, completed_run, wait_for_results
from corpuses.analyzers.suggestions import origin_of
from corpuses.holding import hold_in_job
from corpuses.models import Corpus
from corpuses.obligations.services import due_dates, store_obligations
from corpuses.providers.sending import is_sendable
from documents.models import DocumentRevision
from documents.services.progress import Progress, waiting_without_slot

_TRIES: Final = 3  # in an attempt


class SendingNotAllowed(UserFault):
    """The text of this document may not be sent to other servers: a corpus with it does not allow that."""

    code = "sending_not_allowed"
    what_to_do = (
        "Use an installed analyzer; owners: allow language models, and with them other servers, for each corpus "
        "that contains the document."
    )


def analyze(
    revision: DocumentRevision,
    analyzer: str,
    corpus: Corpus,
    *,
    job: Progress,
    action_id: UUID,
    settings_version: int = 1,
    settings: Mapping[str, Any] = NO_SETTINGS,
) -> AnalysisRun:
    """Run an analyzer on `revision` for an action, and return the run. A repetition adds nothing.

    A remote analyzer may answer later: then the job ends, and the run waits for its results.
    """
    version = version_of(analyzer)
    done = completed_run(revision, action_id=action_id, settings_version=settings_version, analyzer_version=version)
    if done is not None:
        with job.commit():
            return done
    with job.guarded():
        hold_in_job(corpus.pk)
        run = begin_run(
            corpus,
            revision,
            action_id=action_id,
            settings_version=settings_version,
            analyzer=analyzer,
            analyzer_version=version,
            settings=settings,
            job=job.id,
        )
    job.progress(0, f"Analyzing with {describe(analyzer, corpus).title}")
    if is_remote(analyzer):
        results = _run_remotely(get_enabled(analyzer), run, job)
    else:
        results = run_analyzer(get_analyzer(analyzer), revision, settings)
    job.check_cancelled()
    with job.commit():
        hold_in_job(corpus.pk)
        if results is None:
            wait_for_results(run, due=timezone.now() + timedelta(hours=django_settings.ANALYZER_CALLBACK_HOURS))
        else:
            store_results(run, results)
    return run


def run_analyzer(analyzer: Analyzer, revision: DocumentRevision, settings: Mapping[str, Any]) -> CheckedResults:
    """Run an analyzer on a revision; return its results, checked."""
    check_settings(analyzer, settings)
    document = document_text(revision)
    return check_results(analyzer.analyze(document, settings), document, analyzer.labels)


def store_results(run: AnalysisRun, results: CheckedResults) -> None:
    """Store the results of a run and what follows from them, in the caller's transaction, which holds the corpus."""
    complete_run(run, results)
    dated = due_dates((each.start, each.end, each.label, each.value) for each in results.findings)
    store_obligations(run.corpus, run.revision, dated, origin=origin_of(run))


def _run_remotely(analyzer: RemoteAnalyzer, run: AnalysisRun, job: Progress) -> CheckedResults | None:
    """Send the document of a run to a remote analyzer; return its results, checked, or `None` if they come later.

    Raise `SendingNotAllowed` if a corpus with the document does not allow that its text is sent to others, and
    `AddressNotAllowed` if the server is not, or no longer, one of the allowed ones.
    """
    if not (run.corpus.allows_language_models and is_sendable(run.document_id)):
        raise SendingNotAllowed
    require_server(analyzer)
    document = document_text(run.revision)
    delivery = Delivery(
        run=run.pk,
        document_id=run.document_id,
        document=document,
        settings=run.settings,
        deadline=job.deadline,
        check=job.check_cancelled,
    )
    with waiting_without_slot(job, tries=_TRIES):
        breaker_for(analyzer).require_closed()  # what is not sent is not recorded
        with job.guarded():
            record(Action.REMOTE_ANALYZER_SENT, analyzer, document_id=run.document_id, address=analyzer.address)
        results = send(analyzer, delivery)
    return None if results is None else check_results(results, document, analyzer.labels)
