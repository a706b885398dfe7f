"""The analyzer of deadlines: terms, renewals, notices, payments and deliveries with their dates."""

from collections.abc import Iterator, Mapping
from typing import Any

from corpuses.analyzers.deadlines.cues import Kind
from corpuses.analyzers.deadlines.finding import find_deadlines
from corpuses.analyzers.protocol import WITHOUT_SETTINGS, DocumentText, Finding


class Deadlines:
    """Marks passages that set a deadline. The value is its ISO date, if the document says from when it is counted."""

    name = "deadlines"
    version = "2"
    title = "Deadlines"
    description = (
        "Marks terms, renewals, notice periods, payments, deliveries and other deadlines in English and German, and "
        "computes their dates where the document names the date that they are counted from."
    )
    labels = tuple(Kind)
    schema = WITHOUT_SETTINGS

    def analyze(self, document: DocumentText, settings: Mapping[str, Any]) -> Iterator[Finding]:
        """Return the deadlines."""
        for each in find_deadlines(document.text, document.language or "en"):
            yield Finding(each.start, each.end, each.kind.value, value=each.due.isoformat() if each.due else None)
