"""Annotate a revision in a corpus with an analyzer."""

from collections.abc import Mapping
from typing import Any

from corpuses.analyzers.checking import CheckedResults, check_results, check_settings
from corpuses.analyzers.documents import document_text
from corpuses.analyzers.protocol import NO_SETTINGS, Analyzer
from corpuses.analyzers.registry import get_analyzer
from corpuses.annotations.models import Annotation
from corpuses.annotations.services import annotate_many
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
    origin: str,
    settings: Mapping[str, Any] = NO_SETTINGS,
) -> int:
    """Annotate `revision` and return the number of new annotations. A second run of the same `origin` adds none."""
    chosen = get_analyzer(analyzer)
    job.progress(0, f"Analyzing with {analyzer}")
    results = run_analyzer(chosen, revision, settings)
    findings = [(each.start, each.end, each.label) for each in results.findings]
    dated = due_dates((each.start, each.end, each.label, each.value) for each in results.findings)
    job.check_cancelled()
    with job.commit():
        created = annotate_many(corpus, revision, findings, source=Annotation.Source.ANALYZER, origin=origin)
        store_obligations(corpus, revision, dated, origin=origin)
        return created


def run_analyzer(analyzer: Analyzer, revision: DocumentRevision, settings: Mapping[str, Any]) -> CheckedResults:
    """Run an analyzer on a revision; return its results, checked."""
    check_settings(analyzer, settings)
    document = document_text(revision)
    return check_results(analyzer.analyze(document, settings), document, analyzer.labels)
