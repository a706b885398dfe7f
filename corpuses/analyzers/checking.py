"""Check analyzers, their settings and their results. Pure."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import jsonschema

from core.errors import Invalid, UserFault
from core.plugins import BadPlugin
from corpuses.analyzers.protocol import (
    Analyzer,
    AnalyzerDescription,
    DocumentLabel,
    DocumentText,
    Finding,
    Metadata,
    Result,
    SettingsChecker,
    Verdict,
)

LIMIT: Final = 20_000  # results; more would hide the document
MAX_LABEL: Final = 100
MAX_VALUE: Final = 1_000
MAX_NOTE: Final = 10_000
_TEXTS: Final = ("name", "version", "title", "description")
_DETAIL: Final = 300
_UNSTORABLE: Final = re.compile("[\x00\ud800-\udfff]")  # by PostgreSQL


class AnalyzerMisbehaved(UserFault):
    """The analyzer returned an invalid result."""

    code = "analyzer_misbehaved"
    what_to_do = "Report it to the author of the analyzer."


@dataclass(frozen=True, slots=True)
class CheckedResults:
    """The valid results of an analyzer, each once, in order."""

    findings: Sequence[Finding] = ()
    labels: Sequence[DocumentLabel] = ()
    metadata: Sequence[Metadata] = ()
    verdicts: Sequence[Verdict] = ()


def check_analyzer(analyzer: Analyzer) -> None:
    """Raise `BadPlugin` if an analyzer does not declare what the protocol requires."""
    for attribute in _TEXTS:
        if not isinstance(getattr(analyzer, attribute, None), str):
            raise BadPlugin(f"{analyzer!r} has no {attribute}")
    if not callable(getattr(analyzer, "analyze", None)):
        raise BadPlugin(f"{analyzer!r} has no method `analyze`")
    labels = getattr(analyzer, "labels", None)
    if isinstance(labels, str) or not isinstance(labels, Sequence) or not all(map(_is_label, labels)):
        raise BadPlugin(f"the labels of {analyzer!r} are not texts of 1 to {MAX_LABEL} characters")
    try:
        jsonschema.Draft202012Validator.check_schema(_plain(analyzer.schema))
    except (jsonschema.SchemaError, AttributeError, TypeError, ValueError) as error:
        raise BadPlugin(f"the schema of {analyzer!r} is not valid: {_first_line(error)}") from error


def check_settings(analyzer: AnalyzerDescription, settings: Mapping[str, Any]) -> None:
    """Raise `Invalid`, with the path of the wrong part, if settings do not fit the schema of the analyzer."""
    validator = jsonschema.Draft202012Validator(_plain(analyzer.schema))
    mismatch = next(validator.iter_errors(_plain(settings)), None)
    if mismatch is not None:
        path = ".".join(str(each) for each in ("settings", *mismatch.absolute_path))
        raise Invalid(f"These settings do not fit the analyzer: {mismatch.message[:_DETAIL]}", field=path)
    if isinstance(analyzer, SettingsChecker):
        analyzer.check(settings)


def check_results(results: Iterable[Result], document: DocumentText, labels: Sequence[str]) -> CheckedResults:
    """Return the results, each once and in order; raise `AnalyzerMisbehaved` if one is invalid."""
    unique: dict[Result, None] = {}
    length, declared = len(document.text), frozenset(labels)
    for result in results:
        if problem := _problem(result, length, declared):
            raise AnalyzerMisbehaved(f"{str(result)[:_DETAIL]}: {problem}.")
        unique[result] = None
        if len(unique) > LIMIT:
            raise AnalyzerMisbehaved(f"The analyzer returned more than {LIMIT} results.")
    findings = {(each.start, each.end, each.label): each for each in unique if isinstance(each, Finding)}
    return CheckedResults(
        findings=[findings[key] for key in sorted(findings)],
        labels=sorted((each for each in unique if isinstance(each, DocumentLabel)), key=lambda each: each.name),
        metadata=sorted((each for each in unique if isinstance(each, Metadata)), key=lambda each: each.field),
        verdicts=[each for each in unique if isinstance(each, Verdict)],
    )


def _problem(result: object, length: int, declared: frozenset[str]) -> str:
    """Return what is wrong with a result; an empty text if nothing is."""
    match result:
        case Finding():
            return _finding_problem(result, length, declared)
        case DocumentLabel():
            return _label_problem(result.name, declared)
        case Metadata():
            if not _is_label(result.field):
                return f"the name of a field must have 1 to {MAX_LABEL} characters"
            return "" if _is_text(result.value, MAX_VALUE) else f"a value is a text of at most {MAX_VALUE} characters"
        case Verdict():
            is_valid = isinstance(result.passed, bool) and _is_text(result.message, MAX_NOTE)
            return "" if is_valid else "a verdict has a boolean and a message"
    return "it is no result of `corpuses.analyzers.protocol`"


def _finding_problem(finding: Finding, length: int, declared: frozenset[str]) -> str:
    if not (_is_offset(finding.start) and _is_offset(finding.end) and 0 <= finding.start < finding.end <= length):
        return f"it lies outside a text of {length} characters"
    if finding.value is not None and not _is_text(finding.value, MAX_VALUE):
        return f"a value is a text of at most {MAX_VALUE} characters"
    if finding.confidence is not None and not _is_share(finding.confidence):
        return "a confidence is a number from 0 to 1"
    if not _is_text(finding.note, MAX_NOTE):
        return f"a note is a text of at most {MAX_NOTE} characters"
    return _label_problem(finding.label, declared)


def _label_problem(label: object, declared: frozenset[str]) -> str:
    if not _is_label(label):
        return f"a label must have 1 to {MAX_LABEL} characters"
    return "" if not declared or label in declared else "the analyzer does not declare this label"


def _is_offset(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_share(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1


def _is_text(value: object, limit: int) -> bool:
    return isinstance(value, str) and len(value) <= limit and not _UNSTORABLE.search(value)


def _is_label(value: object) -> bool:
    return _is_text(value, MAX_LABEL) and bool(str(value).strip())


def _plain(value: Any) -> Any:
    """Return a JSON value of read-only mappings as dictionaries and lists, which jsonschema expects."""
    if isinstance(value, Mapping):
        return {str(key): _plain(each) for key, each in value.items()}
    return [_plain(each) for each in value] if isinstance(value, list | tuple) else value


def _first_line(error: Exception) -> str:
    return str(error).split("\n", 1)[0][:_DETAIL]
