"""Analyzers: findings of the built-in ones, and their annotations."""

import time

import pytest

from corpuses.actions.models import CorpusAction
from corpuses.analyzers import registry
from corpuses.analyzers.checking import AnalyzerMisbehaved
from corpuses.analyzers.defined_terms import DefinedTerms
from corpuses.analyzers.patterns import Patterns
from corpuses.analyzers.protocol import (
    NO_SETTINGS,
    WITHOUT_SETTINGS,
    DocumentLabel,
    DocumentText,
    Finding,
    Item,
    Metadata,
    Verdict,
)
from corpuses.analyzers.registry import UnknownAnalyzer
from corpuses.analyzers.services import analyze
from corpuses.annotations.anchoring import anchor_spans
from corpuses.annotations.models import Annotation
from tests.plain_job import PlainJob

PAGE = "Signed on January 5, 2019 for $1,500.00 at 4.5% by ada@example.org."


@pytest.fixture
def action(corpus):
    """Create an action that runs an analyzer."""
    return CorpusAction.objects.create(corpus=corpus, kind="analyze", name="Analyze", analyzer="patterns")


def find(text, label):
    return [text[f.start : f.end] for f in Patterns().analyze(DocumentText(text), NO_SETTINGS) if f.label == label]


@pytest.mark.parametrize(
    "date",
    [
        "January 5, 2019",
        "Jan. 5, 2019",
        "5 January 2019",
        "5th day of January, 2019",
        "DECEMBER 14, 1997",
        "2019-01-05",
        "01/05/2019",
        "5.1.2019",
        "5. Januar 2019",
        "5 janvier 2019",
        "1er mars 2020",
        "5 de enero de 2019",
        "5 gennaio 2019",
        "5 de mar\u00e7o de 2019",
        "January\n5, 2019",
    ],
)
def test_dates(date):
    assert find(f"Made on {date} in Ohio.", "Date") == [date]


@pytest.mark.parametrize(
    "text",
    ["version 1.2.3.4", "32 January 2019", "2019-13-01", "may 5 guests", "Section 12.1.19.4", "room 2019", "1/2"],
)
def test_texts_that_are_not_dates(text):
    assert find(text, "Date") == []


@pytest.mark.parametrize(
    "amount",
    [
        "$5",
        "$1,500.00",
        "US$1.1 million",
        "USD 5,000",
        "5,000 USD",
        "\u20ac 1.234,56",
        "1.234,56 EUR",
        "\u00a310m",
        "CHF 1'000'000",
        "100 dollars",
        "12 million euros",
        "\u00a5100000",
    ],
)
def test_amounts(amount):
    assert find(f"They pay {amount} at once.", "Amount") == [amount]


@pytest.mark.parametrize("text", ["5,000 sheep", "$", "US", "the euro", "A5 paper", "ISO 9001"])
def test_texts_that_are_not_amounts(text):
    assert find(text, "Amount") == []


@pytest.mark.parametrize("share", ["5%", "4.5 %", "12,5 %", "ten per cent"[4:], "10 percent", "10 Prozent"])
def test_percentages(share):
    share = share if share[0].isdigit() else f"10 {share}"
    assert find(f"at {share} of it", "Percentage") == [share]


@pytest.mark.parametrize("address", ["ada@example.org", "a.b+c@mail.example.co.uk", "o'neil@x-y.de"])
def test_e_mail_addresses(address):
    assert find(f"write to <{address}>, please.", "E-mail") == [address]


@pytest.mark.parametrize("text", ["@example.org", "ada@", "ada@example", "a @ b.org", "http://x.org/@user"])
def test_texts_that_are_not_e_mail_addresses(text):
    assert find(text, "E-mail") == []


def test_terms_are_marked_where_they_are_defined():
    text = 'Acme Inc. (the "Company") sells. \u201cAffiliate\u201d means a firm. "Term" shall mean ten years. "No".'
    terms = [text[f.start : f.end] for f in DefinedTerms().analyze(DocumentText(text), NO_SETTINGS)]
    assert terms == ["Company", "Affiliate", "Term"]


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("Bauhaus GmbH (im Folgenden „Mieter“) und Wohnbau AG (nachstehend VERMIETER).", ["Mieter", "VERMIETER"]),
        ("Acme Inc. (hereinafter referred to as SUPPLIER) and Beta (“Buyer”)", ["SUPPLIER", "Buyer"]),
        ("„Mietsache“ bedeutet die Wohnung. «Preis» bezeichnet die Miete.", ["Mietsache", "Preis"]),
        ("1. Definitions\n(a) AFFILIATE means a firm.\nNET SALES shall mean all.", ["AFFILIATE", "NET SALES"]),
        ("THIS means nothing. An IT means test; “this” is no definition.", []),
    ],
)
def test_terms_in_german_and_in_capitals(text, terms):
    assert [text[f.start : f.end] for f in DefinedTerms().analyze(DocumentText(text), NO_SETTINGS)] == terms


SLOW = ("1,", "a@", '("', "January 5, ")
OTHER_SLOW = ("1,111", "$", "a.", "a", "Jan ", "1 ", "(", "(im ", "AB ", "A. AB ", "\u201ca", "„a“ ", "a-", "9", "1.1/")


@pytest.mark.parametrize("unit", [*SLOW, *(pytest.param(unit, marks=pytest.mark.full) for unit in OTHER_SLOW)])
def test_no_text_makes_an_analyzer_slow(unit):
    text = unit * (200_000 // len(unit))
    begin = time.process_time()
    for analyzer in (Patterns(), DefinedTerms()):
        list(analyzer.analyze(DocumentText(text), NO_SETTINGS))
    assert time.process_time() - begin < 2


def test_findings_become_annotations_with_their_words(corpus, action, add_parsed, job):
    # proves: S1-10
    document = add_parsed("Nothing here.", PAGE)
    assert analyze(document.revision, "patterns", corpus, job=job, action_id=action.pk).new_count == 4
    notes = Annotation.objects.filter(document=document).order_by("start")
    assert [(note.label.name, note.quote) for note in notes] == [
        ("Date", "January 5, 2019"),
        ("Amount", "$1,500.00"),
        ("Percentage", "4.5%"),
        ("E-mail", "ada@example.org"),
    ]
    assert {(note.page, note.source, note.creator) for note in notes} == {(2, "analyzer", None)}
    assert all(note.spans for note in notes)


@pytest.mark.full
def test_many_findings_cost_no_more_queries_than_few(corpus, action, add_parsed, django_assert_max_num_queries):
    document = add_parsed(*[f"{PAGE} " * 10] * 100)
    # Each of the four new labels costs 6 (with its entry in the log, and its event); the 4,000 results come in batches.
    with django_assert_max_num_queries(70):
        assert analyze(document.revision, "patterns", corpus, job=PlainJob(), action_id=action.pk).new_count == 4_000
    note = Annotation.objects.filter(page=77, label__name="Amount").first()
    assert note is not None
    (span,) = note.spans
    assert anchor_spans(document.revision_id, [tuple(span)]).quote == note.quote == "$1,500.00"


def test_a_second_run_adds_nothing(corpus, action, add_parsed):
    # proves: S1-14
    document = add_parsed(PAGE)
    first = analyze(document.revision, "patterns", corpus, job=PlainJob(), action_id=action.pk)
    before = list(Annotation.objects.order_by("pk").values())
    again = analyze(document.revision, "patterns", corpus, job=PlainJob(), action_id=action.pk)
    assert (again.pk, again.finished, again.new_count) == (first.pk, first.finished, first.new_count)
    assert list(Annotation.objects.order_by("pk").values()) == before


def test_an_unknown_analyzer_names_the_known_ones(corpus, action, add_parsed, job):
    with pytest.raises(
        UnknownAnalyzer, match=r"'nonesuch'; installed: deadlines, defined-terms, dictionary, organizations, patterns"
    ):
        analyze(add_parsed(PAGE).revision, "nonesuch", corpus, job=job, action_id=action.pk)


class Scripted:
    """An analyzer with given results."""

    name = "scripted"
    version = "1"
    title = "Scripted"
    description = "Returns what a test gives it."
    labels = ("Date", "Signed")
    schema = WITHOUT_SETTINGS

    def __init__(self, *results):
        self.results = results

    def analyze(self, document, settings):
        return list(self.results)


@pytest.fixture
def scripted(monkeypatch):
    """Install an analyzer with given results."""

    def install(*results):
        monkeypatch.setitem(registry._BUILT_IN, "scripted", Scripted(*results))

    return install


INVALID = [
    Finding(0, 10_000, "Date"),
    Finding(-1, 3, "Date"),
    Finding(5, 5, "Date"),
    Finding(0, 3, " "),
    Finding(0, 3, "Undeclared"),
    Finding(0.0, 3, "Date"),
    Finding(0, 3, "Date", confidence=1.5),
    Finding(0, 3, "Date", value="x" * 2_000),
    Finding(0, 3, "Date", value="a\x00b"),
    DocumentLabel("Undeclared"),
    Metadata("", "x"),
    Metadata("Field", 5),
    Verdict("yes", "x"),
    "no result",
]


@pytest.mark.parametrize("result", INVALID, ids=repr)
def test_an_invalid_result_is_refused(corpus, action, add_parsed, job, scripted, result):
    scripted(Finding(0, 3, "Date"), result)
    with pytest.raises(AnalyzerMisbehaved):
        analyze(add_parsed(PAGE).revision, "scripted", corpus, job=job, action_id=action.pk)
    assert not Annotation.objects.exists()


def test_an_analyzer_sees_pages_structure_and_title(corpus, action, add_parsed, job, monkeypatch):
    seen = []

    class Seeing(Scripted):
        def analyze(self, document, settings):
            seen.append(document)
            return []

    monkeypatch.setitem(registry._BUILT_IN, "seeing", Seeing())
    document = add_parsed("First page.", "Second page.")
    analyze(document.revision, "seeing", corpus, job=job, action_id=action.pk)
    (text,) = seen
    assert text.title == document.title
    assert [text.text[start:end].strip() for start, end in text.pages] == ["First page.", "Second page."]
    assert len(text.structure) == document.revision.items.count()
    assert all(isinstance(item, Item) for item in text.structure)
