"""Annotate a revision in a corpus with an analyzer."""

from collections.abc import Iterable

from core.errors import UserFault
from corpuses.analyzers.protocol import Finding
from corpuses.analyzers.registry import get_analyzer
from corpuses.annotations.models import Annotation
from corpuses.annotations.services import annotate_many
from corpuses.models import Corpus
from documents.models import DocumentRevision
from documents.services.progress import Progress

LIMIT = 20_000  # findings; more would hide the document


class AnalyzerMisbehaved(UserFault):
    """The analyzer returned an invalid finding."""

    code = "analyzer_misbehaved"
    what_to_do = "Report it to the author of the analyzer."


def analyze(revision: DocumentRevision, analyzer: str, corpus: Corpus, *, job: Progress, origin: str) -> int:
    """Annotate `revision` and return the number of new annotations. A second run of the same `origin` adds none."""
    chosen = get_analyzer(analyzer)
    job.progress(0, f"Analyzing with {analyzer}")
    findings = _checked(chosen.analyze(revision.text), length=len(revision.text))
    job.check_cancelled()
    with job.commit():
        return annotate_many(corpus, revision, findings, source=Annotation.Source.ANALYZER, origin=origin)


def _checked(findings: Iterable[Finding], *, length: int) -> list[tuple[int, int, str]]:
    """Validate the findings of a plug-in; return each once, in order."""
    checked = set()
    for finding in findings:
        if not (0 <= finding.start < finding.end <= length and finding.label.strip()):
            raise AnalyzerMisbehaved(f"{finding} lies outside a text of {length} characters or has no label.")
        checked.add((finding.start, finding.end, finding.label))
        if len(checked) > LIMIT:
            raise AnalyzerMisbehaved(f"The analyzer returned more than {LIMIT} findings.")
    return sorted(checked)
