"""Try settings on a document before they are saved: what the analyzer would find. Nothing is stored."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from core.access import Permission, require
from core.errors import Invalid, NotFound
from corpuses.analyzers.expressions import TRIAL_SECONDS, Dictionary, RegularExpressions
from corpuses.analyzers.protocol import Analyzer
from corpuses.analyzers.services import run_analyzer
from corpuses.analyzers.summaries import LabelCount
from corpuses.annotations.services import NotParsed
from corpuses.models import Corpus, CorpusDocument
from documents.models import Document
from users.models import User

MAX_FINDINGS: Final = 50
_CONTEXT: Final = 60  # characters

_QUICK: Final[Mapping[str, Analyzer]] = {
    each.name: each for each in (RegularExpressions(TRIAL_SECONDS), Dictionary(TRIAL_SECONDS))
}
QUICK: Final = tuple(_QUICK)
"""The analyzers that can be tried while a user waits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrialFinding:
    """A passage, and the text around it."""

    label: str
    before: str
    quote: str
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """The findings of an analyzer that was tried: their number, and the first passages."""

    count: int
    labels: Sequence[LabelCount]
    findings: Sequence[TrialFinding]


def try_analyzer(
    corpus: Corpus, document: Document, analyzer: str, settings: Mapping[str, Any], *, actor: User
) -> Trial:
    """Return what an analyzer would find in a document of the corpus with these settings."""
    require(actor, Permission.EDIT, corpus)
    require(actor, Permission.VIEW, document)
    if analyzer not in _QUICK:
        raise Invalid(f"Only these analyzers can be tried: {', '.join(QUICK)}.", field="analyzer")
    if not CorpusDocument.objects.filter(corpus=corpus, document=document).exists():
        raise NotFound("The document is not in this corpus.")
    if document.revision is None:
        raise NotParsed
    findings = run_analyzer(_QUICK[analyzer], document.revision, settings).findings
    text = document.revision.text
    counts = Counter(each.label for each in findings)
    return Trial(
        count=len(findings),
        labels=[LabelCount(label=label, count=count) for label, count in sorted(counts.items())],
        findings=[
            TrialFinding(
                label=each.label,
                before=text[max(0, each.start - _CONTEXT) : each.start],
                quote=text[each.start : each.end],
                after=text[each.end : each.end + _CONTEXT],
            )
            for each in sorted(findings, key=lambda each: each.start)[:MAX_FINDINGS]
        ],
    )
