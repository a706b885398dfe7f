"""Definitions and cross-references of a document, for links in its text."""

import time

import pytest

from core.api.testing import ApiClient
from corpuses.actions.models import CorpusAction
from corpuses.analyzers import definitions
from corpuses.analyzers.definitions import defining_sentence
from corpuses.analyzers.services import analyze
from corpuses.annotations.models import Annotation
from corpuses.annotations.reviews import review_annotations
from corpuses.corpora.services import create_corpus
from tests.plain_job import PlainJob

pytestmark = pytest.mark.django_db

FIRST = (
    "Hosting Agreement\n\n1. Definitions .... 1\n4.2 Payment .... 2\n\n"
    "This agreement is made by Acme Inc. (the “Provider”) and others. It has no number.\n\n1. Definitions\n\n"
    "“Affiliate” means any company that is\ncontrolled by the Provider; “Fee” means the sum of Section 4.2.\n"
)
SECOND = "4.2 Payment\n\nThe Affiliate pays the Fee. See Section 9.\n"
QUERY = """query Definitions($corpus: ID!, $document: ID!) {
  documentDefinitions(corpusId: $corpus, documentId: $document) {
    isComplete
    definitions { term page start end text }
    crossReferences { quote page start end title targetPage targetStart targetEnd }
  }
}"""


@pytest.fixture
def document(corpus, add_parsed):
    """Add a document in which the analyzers have found its definitions and references."""
    document = add_parsed(FIRST, SECOND, headings=["4.2 Payment\n\nThe"])
    for analyzer in ("defined-terms", "references"):
        action = CorpusAction.objects.create(corpus=corpus, kind="analyze", name=analyzer, analyzer=analyzer)
        analyze(document.revision, analyzer, corpus, job=PlainJob(), action_id=action.pk)
    return document


@pytest.fixture
def get(user, corpus, document):
    """Return a function that reads the definitions in REST, of a corpus."""

    def get(of=corpus):
        response = ApiClient(user).get(f"/api/v1/corpuses/{of.pk}/documents/{document.pk}/definitions")
        assert response.status_code == 200, response.body
        return response.json()

    return get


def test_terms_have_the_sentences_that_define_them(document, get):
    # proves: S1-10
    found = get()
    assert [(each["term"], each["page"]) for each in found["definitions"]] == [
        ("Provider", 1),
        ("Affiliate", 1),
        ("Fee", 1),
    ]
    assert [each["text"] for each in found["definitions"]][:2] == [
        "This agreement is made by Acme Inc. (the “Provider”) and others.",
        "“Affiliate” means any company that is controlled by the Provider; “Fee” means the sum of Section 4.2.",
    ]
    for each in found["definitions"]:
        assert document.revision.text[each["start"] : each["end"]] == each["term"]
    assert found["is_complete"] is True


@pytest.mark.parametrize("footer", ["", "\n\nPage 1"])
def test_the_rest_of_an_element_is_no_beginning_unless_a_footer_is_before_it(footer, add_parsed):
    revision = add_parsed(f"The Fee{footer}\n", "means any sum.\n").revision
    parts = [("paragraph", "The Fee", 1, False), ("page_footer", "Page 1", 1, False), ("paragraph", "means", 2, True)]
    for order, (kind, words, page, continues) in enumerate(part for part in parts if part[1] in revision.text):
        start = revision.text.index(words)
        revision.items.create(
            order=order, kind=kind, page=page, start=start, end=start + 5, continues=continues, x0=0, y0=0, x1=1, y1=1
        )
    starts = list(definitions._starts(revision, {1, 2}))
    assert (revision.text.index("means") in starts) == bool(footer)


def test_references_lead_to_headings_and_not_to_the_table_of_contents(document, get):
    (reference,) = get()["cross_references"]
    assert (reference["quote"], reference["page"]) == ("Section 4.2", 1)
    assert (reference["title"], reference["target_page"]) == ("4.2 Payment", 2)
    assert reference["target_start"] == document.revision.text.index("4.2 Payment\n\nThe")
    assert document.revision.text[reference["target_start"] : reference["target_end"]] == "4.2 Payment"


def test_a_rejected_term_defines_nothing_and_that_of_a_user_does(user, corpus, document, get):
    provider = Annotation.objects.get(corpus=corpus, quote="Provider")
    review_annotations([provider], Annotation.Review.REJECTED, actor=user)
    assert [each["term"] for each in get()["definitions"]] == ["Affiliate", "Fee"]
    start = document.revision.text.index("others")
    given = {"corpus": str(corpus.pk), "document": str(document.pk), "label_name": "Defined term"}
    response = ApiClient(user).send("POST", "/api/v1/annotations", given | {"start": start, "end": start + 6})
    assert response.status_code == 201, response.body
    assert [each["term"] for each in get()["definitions"]] == ["others", "Affiliate", "Fee"]


def test_another_corpus_has_none(user, document, get):
    assert get(create_corpus(owner=user, title="Empty")) == {
        "definitions": [],
        "cross_references": [],
        "is_complete": True,
    }


def test_graphql_has_the_same(user, corpus, document, get):
    variables = {"corpus": str(corpus.pk), "document": str(document.pk)}
    found = ApiClient(user).execute(QUERY, variables)["documentDefinitions"]
    rest = get()
    assert found["definitions"] == rest["definitions"]
    assert [list(each.values()) for each in found["crossReferences"]] == [
        list(each.values()) for each in rest["cross_references"]
    ]
    assert found["isComplete"] is True


def test_a_limit_is_reported(monkeypatch, get):
    monkeypatch.setattr(definitions, "MAX_RETURNED", 2)
    found = get()
    assert ([each["term"] for each in found["definitions"]], found["is_complete"]) == (["Provider", "Affiliate"], False)


def test_of_a_long_sentence_a_part_is_given():
    text = "“Fee” means the sum of " + "one euro and " * 200 + "one cent."
    sentence = defining_sentence(text, 1, 4, 0, len(text))
    assert sentence.startswith("“Fee” means the sum of one euro")
    assert (len(sentence) < 900, sentence[-1]) == (True, "…")
    text = "and " * 200 + text
    late = defining_sentence(text, 801, 804, 0, len(text))
    assert late.startswith("… “Fee” means")


def test_an_enumeration_belongs_to_its_definition_and_the_next_definition_does_not():
    text = "“A” means:\n(a) one; and\n(b) two;\n“B” means three."
    assert defining_sentence(text, 1, 2, 0, text.index("“B”")) == "“A” means: (a) one; and (b) two;"


def test_a_long_text_takes_little_time():
    text = "“Fee” means the sum. " * 50_000
    begin = time.monotonic()
    defining_sentence(text, 500_001, 500_004, 0, len(text))
    assert time.monotonic() - begin < 1
