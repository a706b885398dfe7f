"""The contract test of analyzers: the built-in ones fulfil it, and it detects violations."""

import pytest

from cartulary.analyzers import NO_SETTINGS, WITHOUT_SETTINGS, DocumentLabel, DocumentText, Finding, Verdict
from cartulary.testing import ContractViolation, check_analyzer
from corpuses.analyzers.registry import all_analyzers

LIMITS = {"personal-data": {"seconds": 100}}  # a network reads the text
SETTINGS = {
    "regular-expressions": {"rules": [{"label": "Year", "pattern": r"(?P<value>\d{4})", "whole_words": True}]},
    "dictionary": {"rules": [{"label": "Month", "terms": ["January", "Ada"]}]},
}
PAGE = "Signed on January 5, 2019 for $1,500.00 at 4.5% by ada@example.org."


class Scripted:
    """An analyzer with given results."""

    name = "scripted"
    version = "1"
    title = "Scripted"
    description = "Returns what a test gives it."
    labels = ("Date",)
    schema = WITHOUT_SETTINGS

    def __init__(self, *results):
        self.results = results

    def analyze(self, document, settings):
        return list(self.results)


@pytest.mark.parametrize("analyzer", all_analyzers(), ids=lambda each: each.name)
def test_the_built_in_analyzers_fulfil_the_contract(analyzer):
    document = DocumentText(PAGE, title="Lease", language="en", pages=[(0, len(PAGE))])
    check_analyzer(
        analyzer,
        [document],
        SETTINGS.get(analyzer.name, NO_SETTINGS),
        **LIMITS.get(analyzer.name, {}),
    )


class Unrepeatable(Scripted):
    def analyze(self, document, settings):
        self.version += "1"
        return [Verdict(passed=True, message=self.version)]


class Undeclared(Scripted):
    schema = {"type": "nonsense"}


class OneLabel(Scripted):
    labels = "Date"


class Raising(Scripted):
    def analyze(self, document, settings):
        raise ZeroDivisionError(document.text)


@pytest.mark.parametrize(
    ("analyzer", "violation"),
    [
        (Scripted(Finding(0, 100_000, "Date")), "lies outside a text"),
        (Scripted(DocumentLabel("Other")), "does not declare this label"),
        (Unrepeatable(), "a second run has other results"),
        (Undeclared(), "the schema of .* is not valid"),
        (OneLabel(), "labels of .* are not texts"),
        (Raising(), "it raises ZeroDivisionError"),
    ],
)
def test_the_contract_test_of_analyzers_detects_violations(analyzer, violation):
    with pytest.raises(ContractViolation, match=violation):
        check_analyzer(analyzer)
