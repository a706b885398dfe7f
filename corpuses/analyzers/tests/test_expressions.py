"""The analyzers whose rules are their settings: regular expressions and dictionaries."""

import time

import pytest

from core.errors import Invalid, NotFound
from corpuses.analyzers.checking import check_settings
from corpuses.analyzers.expressions import Dictionary, PatternTooSlow, RegularExpressions
from corpuses.analyzers.protocol import DocumentText
from corpuses.analyzers.trials import try_analyzer
from corpuses.annotations.models import Annotation

TEXT = "Section 4.2 of the Lease. Each lease, under section 12, has a Sublease. Change of\n control: $5."


def find(analyzer, **rule):
    settings = {"rules": [{"label": "X", **rule}]}
    check_settings(analyzer, settings)
    return [TEXT[each.start : each.end] for each in analyzer.analyze(DocumentText(TEXT), settings)]


@pytest.mark.parametrize(
    ("rule", "quotes"),
    [
        ({"pattern": r"section [\d.]*\d"}, ["Section 4.2", "section 12"]),
        ({"pattern": r"section [\d.]*\d", "case_sensitive": True}, ["section 12"]),
        ({"pattern": "lease"}, ["Lease", "lease", "lease"]),
        ({"pattern": "lease", "whole_words": True}, ["Lease", "lease"]),
        ({"pattern": r"\$\d", "whole_words": True}, ["$5"]),
        ({"pattern": "nothing"}, []),
    ],
)
def test_passages_that_match_an_expression(rule, quotes):
    assert find(RegularExpressions(), **rule) == quotes


def test_a_group_gives_the_value():
    settings = {"rules": [{"label": "X", "pattern": r"section (?P<value>[\d.]*\d)"}]}
    found = RegularExpressions().analyze(DocumentText(TEXT), settings)
    assert [each.value for each in found] == ["4.2", "12"]


@pytest.mark.parametrize(
    ("rule", "quotes"),
    [
        ({"terms": ["lease", "sublease"], "whole_words": True}, ["Lease", "lease", "Sublease"]),
        ({"terms": ["Lease"], "case_sensitive": True, "whole_words": True}, ["Lease"]),
        ({"terms": ["change of control", "change"]}, ["Change of\n control"]),
        ({"terms": ["4.2", "$5"]}, ["4.2", "$5"]),
        ({"terms": ["4.2"], "whole_words": True}, ["4.2"]),
        ({"terms": ["412"]}, []),
    ],
)
def test_terms_of_a_dictionary(rule, quotes):
    assert find(Dictionary(), **rule) == quotes


@pytest.mark.parametrize("pattern", ["(", "[a", "*", "a**", "(?P<x", r"\p{Nothing}", "a*", "", "x" * 3_000])
def test_an_invalid_expression_is_refused_with_its_place(pattern):
    good = {"label": "Good", "pattern": "a"}
    with pytest.raises(Invalid) as refused:
        check_settings(RegularExpressions(), {"rules": [good, {"label": "X", "pattern": pattern}]})
    assert refused.value.field == "settings.rules.1.pattern"


@pytest.mark.parametrize(
    "given",
    [{}, {"rules": []}, {"rules": [{"label": "X"}]}, {"rules": [{"label": " ", "terms": ["a"]}]}, {"other": 1}],
)
def test_settings_that_do_not_fit_are_refused(given):
    for analyzer in (RegularExpressions(), Dictionary()):
        with pytest.raises(Invalid) as refused:
            check_settings(analyzer, given)
        assert refused.value.field.startswith("settings")


def test_a_slow_expression_is_stopped():
    settings = {"rules": [{"label": "X", "pattern": r"(a|aa|aaa)+$b"}]}
    begin = time.process_time()
    with pytest.raises(PatternTooSlow):
        list(RegularExpressions(0.2).analyze(DocumentText("a" * 5_000 + "!"), settings))
    assert time.process_time() - begin < 5


def test_a_trial_counts_the_findings_and_stores_nothing(corpus, add_parsed, user):
    document = add_parsed(TEXT)
    rules = [{"label": "Clause", "pattern": r"section [\d.]*\d"}, {"label": "Lease", "pattern": r"\blease"}]
    trial = try_analyzer(corpus, document, "regular-expressions", {"rules": rules}, actor=user)
    assert trial.count == 4
    assert [(each.label, each.count) for each in trial.labels] == [("Clause", 2), ("Lease", 2)]
    assert [each.quote for each in trial.findings] == ["Section 4.2", "Lease", "lease", "section 12"]
    assert trial.findings[1].before.endswith("of the ")
    assert not Annotation.objects.exists()


def test_a_trial_is_for_quick_analyzers_and_editors(corpus, add_parsed, user, other_user):
    document = add_parsed(TEXT)
    with pytest.raises(Invalid):
        try_analyzer(corpus, document, "patterns", {}, actor=user)
    with pytest.raises(NotFound):
        try_analyzer(corpus, document, "dictionary", {}, actor=other_user)
