"""Contract test for analyzers: declarations, settings, valid results, the same for the same text, in time."""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from cartulary.testing.bad_files import raise_violations
from core.errors import Invalid
from core.plugins import BadPlugin
from corpuses.analyzers import checking
from corpuses.analyzers.checking import AnalyzerMisbehaved
from corpuses.analyzers.protocol import NO_SETTINGS, Analyzer, DocumentText

_LONG: Final = 200_000  # characters
_SECONDS: Final = 20.0  # of processor time, for a text of that length
_ODD: Final = (
    "",
    " ",
    "\n\n\n",
    "x",
    "\u05d0\u0301\u200d \U0001f9fe\ufeff",
    "Signed on January 5, 2019 for $1,500.00.",
)


def check_analyzer(
    analyzer: Analyzer,
    documents: Sequence[DocumentText] = (),
    settings: Mapping[str, Any] = NO_SETTINGS,
    *,
    seconds: float = _SECONDS,
) -> None:
    """Let an analyzer read your documents, odd texts and long ones, with settings that fit its schema.

    `seconds` is the processor time that it may take for 200,000 characters; one that runs a model needs more.
    """
    raise_violations(list(_violations(analyzer, documents, settings, seconds)))


def _violations(
    analyzer: Analyzer, documents: Sequence[DocumentText], settings: Mapping[str, Any], seconds: float
) -> Iterator[str]:
    try:
        checking.check_analyzer(analyzer)
        checking.check_settings(analyzer, settings)
    except (BadPlugin, Invalid) as error:
        yield str(error)
        return
    odd = [DocumentText(text) for text in _ODD]
    for document in (*documents, *odd):
        yield from _on_document(analyzer, document, settings)
    for document in documents or odd:
        yield from _on_long_text(analyzer, document, settings, seconds)


def _on_document(analyzer: Analyzer, document: DocumentText, settings: Mapping[str, Any]) -> Iterator[str]:
    name = f"on the text {document.text[:40]!r}"
    try:
        first, second = (
            checking.check_results(analyzer.analyze(document, settings), document, analyzer.labels) for _ in range(2)
        )
    except AnalyzerMisbehaved as error:
        yield f"{name}: {error.message}"
    except Exception as error:  # noqa: BLE001  # a plug-in may raise anything
        yield f"{name}: it raises {type(error).__name__}: {error}"
    else:
        if first != second:
            yield f"{name}: a second run has other results"


def _on_long_text(
    analyzer: Analyzer, document: DocumentText, settings: Mapping[str, Any], allowed: float
) -> Iterator[str]:
    """Repeat a text until it is long; its pages and its structure cover the beginning only."""
    unit = document.text or "x"
    long = replace(document, text=unit * max(1, _LONG // len(unit)))
    begin = time.process_time()
    try:
        list(analyzer.analyze(long, settings))
    except Exception as error:  # noqa: BLE001  # as above
        yield f"on a text of {len(long.text)} characters: it raises {type(error).__name__}: {error}"
    if (seconds := time.process_time() - begin) > allowed:
        yield f"on a text of {len(long.text)} characters it takes {seconds:.0f} s; {allowed:.0f} s are allowed"
