"""The query language: any text is a query; operators, phrases and exclusions are recognized."""

import json
import re
from datetime import UTC, datetime
from pathlib import Path

import pytest

from corpuses.search.hits import fragments
from corpuses.search.parser import Condition, InvalidSearchDate, Operator, find_phrase, parse_query

NAUGHTY = json.loads((Path(__file__).parent / "naughty_strings.json").read_text())


@pytest.mark.parametrize(
    ("query", "parts"),
    [
        ("late payment", {"text": "late payment", "terms": ("late", "payment")}),
        ('late "notice  period"', {"text": "late notice period", "phrases": ("notice period",)}),
        ("“notice period”", {"phrases": ("notice period",)}),
        ("rent -draft", {"text": "rent", "excluded": ("draft",)}),
        ('rent -"first draft"', {"text": "rent", "excluded": ("first draft",)}),
        ('said "hello, world".', {"text": "said hello, world", "phrases": ("hello, world",)}),
        # Not closed, or inside a word: the quotes are ignored.
        ('rent "notice period', {"text": "rent notice period", "phrases": ()}),
        ('a 5" pipe', {"text": "a 5 pipe", "phrases": ()}),
        # A hyphen inside a word, or alone, excludes nothing.
        ("third-party - ZX-4471", {"text": "third-party - ZX-4471", "excluded": ()}),
        # Unknown operators are words.
        ("colour:red http://x.example", {"text": "colour:red http://x.example", "conditions": ()}),
        ("label:", {"text": "label:", "conditions": ()}),
    ],
)
def test_the_parts_of_a_query(query, parts):
    parsed = parse_query(query)
    assert {name: getattr(parsed, name) for name in parts} == parts


def test_operators():
    parsed = parse_query('label:Rent LABEL:"Notice period" -type:pdf in:Leases title:mill tenant')
    assert parsed.text == "tenant"
    assert parsed.conditions == (
        Condition(Operator.LABEL, "Rent"),
        Condition(Operator.LABEL, "Notice period"),
        Condition(Operator.TYPE, "pdf", is_excluded=True),
        Condition(Operator.IN, "Leases"),
        Condition(Operator.TITLE, "mill"),
    )


@pytest.mark.parametrize(
    ("value", "moment"), [("2024", (2024, 1, 1)), ("2024-6", (2024, 6, 1)), ("2024-06-30", (2024, 6, 30))]
)
def test_dates(value, moment):
    assert parse_query(f"before:{value}").before == datetime(*moment, tzinfo=UTC)
    assert parse_query(f"after:{value} rent").after == datetime(*moment, tzinfo=UTC)


@pytest.mark.parametrize(
    ("value", "suggestion"),
    [("31.12.2024", "before:2024-12-31"), ("12/31/2024", "before:2024-12-31"), ("2024-02-30", "before:2024-06-30"),
     ("yesterday", "before:2024-06-30")],
)  # fmt: skip
def test_a_date_that_cannot_be_read_has_a_suggestion(value, suggestion):
    with pytest.raises(InvalidSearchDate) as caught:
        parse_query(f"rent before:{value}")
    assert caught.value.code == "invalid_search_date"
    assert caught.value.data["suggestion"] == suggestion
    assert suggestion in caught.value.message


@pytest.mark.parametrize("query", [*NAUGHTY[::10], "a" * 10_000, '"' * 5_000, "-" * 5_000, "label:x " * 500, "\ud800"])
def test_any_text_is_a_query(query):
    parsed = parse_query(query)
    parsed.text.encode()
    assert len(parsed.conditions) + len(parsed.phrases) + len(parsed.excluded) <= 50


@pytest.mark.parametrize(
    ("phrase", "text"),
    [
        ("notice period", "The notice\n  period is a month."),
        ("notice period", "NOTICE\u00a0PERIOD"),
        ("tenant's duty", "the tenant\u2019s duty"),
        ("third-party rights", "third\u2013party rights"),
        ('so-called "rent"', "so\u2010called \u201crent\u201d"),
        ("Rule 145(c)", "under Rule 145(c), and"),
    ],
)
def test_phrases_match_in_any_spelling(phrase, text):
    assert find_phrase(text, phrase)


@pytest.mark.parametrize(
    ("phrase", "text"),
    [("notice period", "notice of the period"), ("rent", "parents"), ("Rule 145(c)", "Rule 145(d)"), ("a.b", "axb")],
)
def test_other_texts_do_not_match(phrase, text):
    assert find_phrase(text, phrase) is None


def test_fragments_are_the_quote():
    quote = "The Tenant's rent,\nand the notice\nperiod."
    parts = fragments(quote, parse_query('tenant the "notice period" rent'))
    assert "".join(part.text for part in parts) == quote
    assert [re.sub(r"\s", " ", part.text) for part in parts if part.is_match] == ["Tenant", "rent", "notice period"]
    assert [part.is_match for part in fragments("Nothing.", parse_query("the"))] == [False]
