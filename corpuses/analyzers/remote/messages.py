"""The messages that remote analyzers get and send, as JSON. Pure."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, fields
from typing import Any, Final
from uuid import UUID

from core.json_values import has_more_values
from corpuses.analyzers.checking import LIMIT, AnalyzerMisbehaved
from corpuses.analyzers.protocol import DocumentLabel, DocumentText, Finding, Metadata, Result, Verdict

MAX_MESSAGE: Final = 2_621_440  # bytes, as of all requests with JSON
_MAX_VALUES: Final = 20 * LIMIT
_DETAIL: Final = 300
_MAX_REASON: Final = 1_000

_KINDS: Final[Mapping[str, type[Result]]] = {
    "finding": Finding,
    "label": DocumentLabel,
    "metadata": Metadata,
    "verdict": Verdict,
}


class RemoteAnalyzerFailed(AnalyzerMisbehaved):
    """The remote analyzer could not analyze the document."""

    code = "remote_analyzer_failed"
    what_to_do = "Read `message`; ask those who run the server of the analyzer."


def request_body(
    *,
    run: UUID,
    document_id: UUID,
    document: DocumentText,
    settings: Mapping[str, Any],
    labels: Sequence[str],
    callback_url: str | None,
    is_test: bool = False,
) -> bytes:
    """Return the message with a document."""
    message: dict[str, Any] = {
        "run": str(run),
        "document": {
            "id": str(document_id),
            "title": document.title,
            "language": document.language,
            "text": document.text,
            "pages": [list(page) for page in document.pages],
        },
        "settings": dict(settings),
        "labels": list(labels),
        "callback_url": callback_url,
        "test": is_test,
    }
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode()


def is_about(body: bytes, run: UUID) -> bool:
    """Return whether a message names this run, and is not the one with its document, which has the same signature."""
    try:
        message = _object(body)
        return message.get("run") == str(run) and not message.keys() & {"document", "callback_url"}
    except AnalyzerMisbehaved:
        return False


def results_of(body: bytes, *, run: UUID) -> list[Result]:
    """Return the results in a message about a run; raise `AnalyzerMisbehaved`, or `RemoteAnalyzerFailed` if it says so.

    Offsets and labels are checked later, as those of installed analyzers are.
    """
    message = _object(body)
    if message.get("run", str(run)) != str(run):
        raise AnalyzerMisbehaved("The results are of another run.")
    if isinstance(message.get("error"), str):
        raise RemoteAnalyzerFailed(_reason(message["error"]))
    if unknown := sorted(message.keys() - {"run", "results"}):
        raise AnalyzerMisbehaved(f"The results have an unknown field: {unknown[0][:_DETAIL]}.")
    results = message.get("results")
    if not isinstance(results, list):
        raise AnalyzerMisbehaved("The results have no list `results`.")
    if len(results) > LIMIT:
        raise AnalyzerMisbehaved(f"The analyzer returned more than {LIMIT} results.")
    return [_result(each, place) for place, each in enumerate(results)]


def _object(body: bytes) -> dict[str, Any]:
    if has_more_values(body, _MAX_VALUES):
        raise AnalyzerMisbehaved(f"The results have more than {_MAX_VALUES:,} values.")
    try:
        message = json.loads(body)
    except (ValueError, RecursionError):
        raise AnalyzerMisbehaved("The results are not valid JSON.") from None
    if not isinstance(message, dict):
        raise AnalyzerMisbehaved("The results are not a JSON object.")
    return message


def _result(value: object, place: int) -> Result:
    # A list or an object cannot be looked up.
    if not isinstance(value, dict) or not isinstance(value.get("kind"), str) or value["kind"] not in _KINDS:
        raise AnalyzerMisbehaved(f"results.{place}: the kind must be one of {', '.join(_KINDS)}.")
    kind = _KINDS[value["kind"]]
    given = {name: each for name, each in value.items() if name != "kind"}
    known = {each.name: each.default is MISSING for each in fields(kind)}
    if unknown := sorted(given.keys() - known.keys()):
        raise AnalyzerMisbehaved(f"results.{place}: unknown field {unknown[0][:_DETAIL]}.")
    if missing := [name for name, is_required in known.items() if is_required and name not in given]:
        raise AnalyzerMisbehaved(f"results.{place}: the field {missing[0]} is missing.")
    if any(isinstance(each, list | dict) for each in given.values()):
        raise AnalyzerMisbehaved(f"results.{place}: the fields must be texts, numbers or booleans.")
    return kind(**given)


def _reason(text: str) -> str:
    shown = " ".join("".join(each if each.isprintable() else " " for each in text).split())
    return f"The remote analyzer reports: {shown[:_MAX_REASON] or 'no reason'}"
