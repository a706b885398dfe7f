"""Passages that match regular expressions, or terms of a dictionary, which the settings of an action give."""

import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import regex

from core.errors import Invalid, UserFault
from corpuses.analyzers.checking import MAX_VALUE
from corpuses.analyzers.protocol import DocumentText, Finding

SECONDS: Final = 10.0
TRIAL_SECONDS: Final = 2.0
_MAX_RULES: Final = 200
_MAX_TERMS: Final = 2_000
_FLAGS: Final = regex.VERSION0 | regex.MULTILINE


class PatternTooSlow(UserFault):
    """A regular expression takes too long on this document."""

    code = "pattern_too_slow"
    what_to_do = "Simplify the expression: avoid nested repetitions."


def _schema(rule: Mapping[str, Any]) -> Mapping[str, Any]:
    label = {"type": "string", "minLength": 1, "maxLength": 100, "pattern": r"\S"}
    flags = {
        "case_sensitive": {"type": "boolean", "description": "Distinguish upper and lower case."},
        "whole_words": {"type": "boolean", "description": "Match whole words only."},
    }
    return {
        "type": "object",
        "required": ["rules"],
        "additionalProperties": False,
        "properties": {
            "rules": {
                "type": "array",
                "minItems": 1,
                "maxItems": _MAX_RULES,
                "items": {
                    "type": "object",
                    "required": ["label", *rule],
                    "additionalProperties": False,
                    "properties": {"label": label, **rule, **flags},
                },
            }
        },
    }


class RegularExpressions:
    """Finds what matches regular expressions; a group named `value` gives the value of a finding."""

    name = "regular-expressions"
    version = "1"
    title = "Regular expressions"
    description = "Finds the passages that match your expressions."
    labels: Sequence[str] = ()
    schema = _schema({"pattern": {"type": "string", "minLength": 1, "maxLength": 2_000}})

    def __init__(self, seconds: float = SECONDS) -> None:
        """Allow so many seconds for all rules on one document."""
        self._seconds = seconds

    def check(self, settings: Mapping[str, Any]) -> None:
        """Raise `Invalid` for an expression that is malformed or matches nothing but empty text."""
        for number, rule in enumerate(settings["rules"]):
            field = f"settings.rules.{number}.pattern"
            try:
                compiled = _compile(rule["pattern"], rule)
            except (regex.error, OverflowError, RecursionError) as error:
                raise Invalid(f"This is no regular expression: {error}.", field=field) from error
            if compiled.fullmatch("") is not None:
                raise Invalid("This expression matches an empty text. Require a character.", field=field)

    def analyze(self, document: DocumentText, settings: Mapping[str, Any]) -> Iterator[Finding]:
        """Return the matches, rule by rule."""
        deadline = time.monotonic() + self._seconds
        for rule in settings.get("rules", ()):
            yield from _matches(_compile(rule["pattern"], rule), document.text, rule["label"], deadline)


class Dictionary:
    """Finds the terms of a list. White space in a term matches any white space."""

    name = "dictionary"
    version = "1"
    title = "Dictionary"
    description = "Finds the terms of your lists."
    labels: Sequence[str] = ()
    schema = _schema(
        {
            "terms": {
                "type": "array",
                "minItems": 1,
                "maxItems": _MAX_TERMS,
                "items": {"type": "string", "minLength": 1, "maxLength": 200, "pattern": r"\S"},
            }
        }
    )

    def __init__(self, seconds: float = SECONDS) -> None:
        """Allow so many seconds for all rules on one document."""
        self._seconds = seconds

    def analyze(self, document: DocumentText, settings: Mapping[str, Any]) -> Iterator[Finding]:
        """Return the terms, rule by rule; of terms that begin alike, the longest."""
        deadline = time.monotonic() + self._seconds
        for rule in settings.get("rules", ()):
            terms = sorted((each.split() for each in rule["terms"]), key=lambda words: -len(" ".join(words)))
            pattern = "|".join(r"\s+".join(map(regex.escape, words)) for words in terms)
            yield from _matches(_compile(pattern, rule), document.text, rule["label"], deadline)


def _compile(pattern: str, rule: Mapping[str, Any]) -> Any:
    flags = _FLAGS if rule.get("case_sensitive") else _FLAGS | regex.IGNORECASE
    return regex.compile(rf"(?<!\w)(?:{pattern})(?!\w)" if rule.get("whole_words") else pattern, flags)


def _matches(compiled: Any, text: str, label: str, deadline: float) -> Iterator[Finding]:
    """Return the matches that are not empty; raise `PatternTooSlow` if they take longer than is left."""
    has_value = "value" in compiled.groupindex
    try:
        for match in compiled.finditer(text, timeout=max(0.001, deadline - time.monotonic())):
            start, end = match.span()
            if start < end:
                yield Finding(start, end, label, value=(match["value"] or "")[:MAX_VALUE] if has_value else None)
    except TimeoutError:
        raise PatternTooSlow(f"The expression for {label!r} takes too long on this document.") from None
