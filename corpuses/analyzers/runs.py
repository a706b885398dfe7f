"""Runs of analyzers: begin one, store its results, end it. Repeating a job changes nothing that was stored."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import chain
from typing import Any, Final
from uuid import UUID

from django.utils import timezone

from corpuses.analyzers.checking import AnalyzerMisbehaved, CheckedResults
from corpuses.analyzers.models import AnalysisResult, AnalysisRun
from corpuses.analyzers.protocol import Finding
from corpuses.analyzers.suggestions import Suggested, suggest, suggest_labels
from corpuses.events import record_corpus_event
from corpuses.models import Corpus
from documents.models import DocumentRevision

State = AnalysisRun.State
Kind = AnalysisResult.Kind

_BATCH: Final = 2_000


def begin_run(
    corpus: Corpus,
    revision: DocumentRevision,
    *,
    action_id: UUID,
    settings_version: int,
    analyzer: str,
    analyzer_version: str = "",
    settings: Mapping[str, Any],
    job: UUID | None,
) -> AnalysisRun:
    """Return the run of an action on a revision as one that begins now: a new one, or the one that was repeated."""
    run, _ = AnalysisRun.objects.update_or_create(
        action_id=action_id,
        document_id=revision.document_id,
        revision=revision,
        settings_version=settings_version,
        defaults={
            "corpus": corpus,
            "analyzer": analyzer,
            "analyzer_version": analyzer_version,
            "settings": dict(settings),
            "state": State.RUNNING,
            "code": "",
            "message": "",
            "due": None,
            "received": "",
            "job": job,
            "started": timezone.now(),
            "finished": None,
        },
    )
    run.corpus, run.revision = corpus, revision
    record_corpus_event(corpus, "analysis_runs", about=revision.document_id)
    return run


def completed_run(
    revision: DocumentRevision, *, action_id: UUID, settings_version: int, analyzer_version: str
) -> AnalysisRun | None:
    """Return the run that has succeeded with this version of the analyzer and of its settings, if there is one."""
    return AnalysisRun.objects.filter(
        action_id=action_id,
        document_id=revision.document_id,
        revision=revision,
        settings_version=settings_version,
        analyzer_version=analyzer_version,
        state=State.SUCCESS,
    ).first()


def complete_run(run: AnalysisRun, results: CheckedResults) -> None:
    """Store the results of a run, suggest its findings and labels, and end it with success."""
    suggested = suggest(run, results.findings)
    labels = suggest_labels(run, results.labels)
    run.results.all().delete()
    rows = list(chain(_findings(run, results.findings, suggested), _others(run, results)))
    AnalysisResult.objects.bulk_create(rows, batch_size=_BATCH)
    run.finding_count = len(results.findings)
    run.new_count, run.gone_count = suggested.new + labels.new, suggested.gone + labels.gone
    run.verdict = _verdict(results)
    run.state, run.code, run.message, run.finished = State.SUCCESS, "", "", timezone.now()
    run.save()
    record_corpus_event(run.corpus, "analysis_runs", about=run.document_id)


def wait_for_results(run: AnalysisRun, *, due: datetime) -> None:
    """Store that the results of a run come later, from another server, if they have not come already.

    Raise `AnalyzerMisbehaved` if they have come, and were wrong.
    """
    rows = AnalysisRun.objects.filter(pk=run.pk, state=State.RUNNING)
    if rows.update(state=State.WAITING, due=due):
        record_corpus_event(run.corpus, "analysis_runs", about=run.document_id)
    run.refresh_from_db(fields=["state", "code", "message", "due"])
    if run.state == State.FAILED:
        raise AnalyzerMisbehaved(run.message)


def fail_run(run: AnalysisRun, *, state: str, message: str, code: str = "") -> None:
    """Store that the job of a run ended without results. `run` is new; one that began has a row, which is changed."""
    is_cancelled = state == "cancelled"
    ended = {
        "state": State.CANCELLED if is_cancelled else State.FAILED,
        "code": "" if is_cancelled else code,
        "message": message or ("Cancelled by a user." if is_cancelled else "The job failed."),
        "finished": timezone.now(),
        "job": run.job,
    }
    key = {name: getattr(run, name) for name in ("action_id", "document_id", "revision_id", "settings_version")}
    if not AnalysisRun.objects.filter(**key).update(**ended):
        columns = ("corpus", "analyzer", "settings", "started")
        AnalysisRun.objects.create(**key, **ended, **{name: getattr(run, name) for name in columns})
    record_corpus_event(run.corpus, "analysis_runs", about=run.document_id)


def _verdict(results: CheckedResults) -> str:
    if not results.verdicts:
        return ""
    return AnalysisRun.Verdict.PASSED if all(each.passed for each in results.verdicts) else AnalysisRun.Verdict.FAILED


def _findings(run: AnalysisRun, findings: Sequence[Finding], suggested: Suggested) -> Iterator[AnalysisResult]:
    for finding, anchor, annotation in zip(findings, suggested.anchors, suggested.annotations, strict=True):
        yield AnalysisResult(
            run=run,
            kind=Kind.FINDING,
            label=finding.label,
            start=finding.start,
            end=finding.end,
            page=anchor.page if anchor else None,
            quote=run.revision.text[finding.start : finding.end],
            value=finding.value or "",
            confidence=finding.confidence,
            note=finding.note,
            annotation_id=annotation,
        )


def _others(run: AnalysisRun, results: CheckedResults) -> Iterator[AnalysisResult]:
    for label in results.labels:
        yield AnalysisResult(run=run, kind=Kind.LABEL, label=label.name)
    for metadata in results.metadata:
        yield AnalysisResult(run=run, kind=Kind.METADATA, label=metadata.field, value=metadata.value)
    for verdict in results.verdicts:
        value = AnalysisRun.Verdict.PASSED if verdict.passed else AnalysisRun.Verdict.FAILED
        yield AnalysisResult(run=run, kind=Kind.VERDICT, value=value, note=verdict.message)
