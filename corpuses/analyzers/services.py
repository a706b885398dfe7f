"""Annotate a revision in a corpus with an analyzer."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from corpuses.analyzers.checking import CheckedResults, check_results, check_settings
from corpuses.analyzers.documents import document_text
from corpuses.analyzers.models import AnalysisRun
from corpuses.analyzers.protocol import NO_SETTINGS, Analyzer
from corpuses.analyzers.registry import UnknownAnalyzer, get_analyzer
from corpuses.analyzers.runs import begin_run, complete_run, completed_run
from corpuses.analyzers.suggestions import origin_of
from corpuses.models import Corpus
from corpuses.obligations.services import due_dates, store_obligations
from documents.models import DocumentRevision
from documents.services.progress import Progress


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
    """Run an analyzer on `revision` for an action, and return the run. A repetition adds nothing."""
    version = version_of(analyzer)
    done = completed_run(revision, action_id=action_id, settings_version=settings_version, analyzer_version=version)
    if done is not None:
        with job.commit():
            return done
    with job.guarded():
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
    chosen = get_analyzer(analyzer)
    job.progress(0, f"Analyzing with {chosen.title}")
    results = run_analyzer(chosen, revision, settings)
    dated = due_dates((each.start, each.end, each.label, each.value) for each in results.findings)
    job.check_cancelled()
    with job.commit():
        complete_run(run, results)
        store_obligations(corpus, revision, dated, origin=origin_of(run))
    return run


def run_analyzer(analyzer: Analyzer, revision: DocumentRevision, settings: Mapping[str, Any]) -> CheckedResults:
    """Run an analyzer on a revision; return its results, checked."""
    check_settings(analyzer, settings)
    document = document_text(revision)
    return check_results(analyzer.analyze(document, settings), document, analyzer.labels)


def version_of(analyzer: str) -> str:
    """Return the version of an analyzer; an empty text if it is not installed."""
    try:
        return get_analyzer(analyzer).version
    except UnknownAnalyzer:
        return ""
