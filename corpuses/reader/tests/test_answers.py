"""Answers to questions: exact words of visible documents, in their place; none where no passage answers."""

from itertools import pairwise

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from graphql_relay import to_global_id

from corpuses.corpora.services import create_corpus
from corpuses.reader import asking
from corpuses.search.indexing import embed_revision
from documents.structure import text_slices
from tests.plain_job import PlainJob

pytestmark = pytest.mark.django_db

ANSWERS = "/api/v1/answers"
LEASE = (
    "LEASE AGREEMENT. The Tenant shall pay a rent of 1,200 dollars on the first day of each month.",
    "This Lease shall be governed by and construed in accordance with the laws of the State of Ohio.",
)
LOAN = ("LOAN AGREEMENT. The Borrower shall repay the loan of 90,000 dollars within five years.",)


@pytest.fixture
def add(add_parsed):
    def add_embedded(*pages, **options):
        document = add_parsed(*pages, **options)
        embed_revision(document.revision, job=PlainJob())
        return document

    return add_embedded


@pytest.fixture
def lease(add):
    return add(*LEASE, title="Lease of the old mill")


def answered(client, question, **query):
    response = client.get(ANSWERS, {"question": question, **query})
    assert response.status_code == 200, response.content
    return response.json()


@pytest.mark.parametrize(
    ("question", "words", "page"),
    [
        ("Which state's law governs the lease?", "the laws of the State of Ohio", 2),
        ("How much is the rent?", "1,200 dollars", 1),
    ],
)
def test_an_answer_is_words_of_the_document_in_their_place(api, corpus, lease, question, words, page):
    body = answered(api, question, corpus=corpus.pk)
    best = body["answers"][0]
    assert words in best["text"] or best["text"] in words
    assert (best["document"], best["page"]) == (str(lease.pk), page)
    text = lease.revision.text
    assert text[best["start"] : best["end"]] == best["text"]
    begin, end = best["start"] - len(best["before"]), best["end"] + len(best["after"])
    assert text[begin:end] == best["before"] + best["text"] + best["after"]
    assert best["spans"][0]["page"] == page
    assert 0 < best["probability"] <= 1
    assert (body["engine"], body["is_complete"]) == ("reader", True)
    assert body["passage_count"] > 0


def test_the_first_passage_of_the_best_documents_is_read_although_others_are_nearer(api, corpus, add):
    fee = "A party that is late pays the other parties a fee. The parties may agree on another fee in section {}."
    sections = [fee.format(number) * 12 for number in range(1, 2 * asking.PASSAGES)]
    opening = (
        "SUPPLY AGREEMENT between Halvorsen Timber Ltd and Okafor Furniture Inc. " + "Whereas wood is needed. " * 40
    )
    document = add(opening, *sections, title="Supply")
    best = answered(api, "Who are the parties to the agreement?", corpus=corpus.pk)["answers"][0]
    assert (best["document"], best["page"]) == (str(document.pk), 1)
    assert "Halvorsen Timber" in best["text"] or "Okafor" in best["text"]


def test_answers_come_from_several_documents_and_have_no_overlap(api, corpus, lease, add):
    loan = add(*LOAN, title="Loan")
    answers = answered(api, "How many dollars are to be paid?", corpus=corpus.pk)["answers"]
    assert {each["document"] for each in answers} <= {str(lease.pk), str(loan.pk)}
    for document in {each["document"] for each in answers}:
        places = sorted((each["start"], each["end"]) for each in answers if each["document"] == document)
        assert all(first[1] <= second[0] for first, second in pairwise(places))
    only = answered(api, "How many dollars are to be paid?", document=loan.pk)["answers"]
    assert {each["document"] for each in only} == {str(loan.pk)}


def test_a_question_that_nothing_answers_has_no_answer(api, corpus, lease):
    for question in ("What is the boiling point of water?", "zxqv blorp"):
        assert answered(api, question, corpus=corpus.pk)["answers"] == []
    assert answered(api, "Who is the guarantor of the insurance?", document=lease.pk)["answers"] == []
    assert answered(api, "Anything?", corpus=create_corpus(owner=corpus.owner, title="Empty").pk) == {
        "answers": [],
        "engine": "reader",
        "passage_count": 0,
        "is_complete": True,
    }


def test_only_visible_documents_answer(other_api, anonymous_api, corpus, lease):
    question = "Which state's law governs the lease?"
    assert answered(other_api, question)["answers"] == []
    for query in ({"corpus": corpus.pk}, {"document": lease.pk}):
        assert other_api.get(ANSWERS, {"question": question, **query}).status_code == 404
        assert anonymous_api.get(ANSWERS, {"question": question, **query}).status_code == 401
    assert anonymous_api.get(ANSWERS, {"question": question}).status_code == 401


def test_a_question_has_words(api):
    for query in ({}, {"question": "?!"}, {"question": "type:pdf"}):
        response = api.get(ANSWERS, query)
        assert (response.status_code, response.json()["error"]["field"]) == (400, "question")
    for question in ("", "?!"):
        query = "query ($question: String!) { answerQuestion(question: $question) { engine } }"
        assert api.graphql(query, {"question": question}).codes == ["invalid"]


def test_one_question_is_read_at_a_time(api, corpus, lease, monkeypatch):
    monkeypatch.setattr(asking, "WAIT", 0.01)
    with asking._one_at_a_time:
        response = api.get(ANSWERS, {"question": "How much is the rent?", "corpus": corpus.pk})
    assert (response.status_code, response.json()["error"]["code"]) == (503, "reader_busy")
    assert "Retry-After" in response.headers
    assert answered(api, "How much is the rent?", corpus=corpus.pk)["answers"]


def test_reading_stops_when_the_time_is_up(api, corpus, lease, monkeypatch):
    monkeypatch.setattr(asking, "SECONDS", -1.0)
    body = answered(api, "How much is the rent?", corpus=corpus.pk)
    assert (body["answers"], body["is_complete"], body["passage_count"]) == ([], False, 0)


def test_graphql_gives_the_same(api, corpus, lease):
    query = """query ($corpus: ID!) { answerQuestion(corpusId: $corpus, question: "How much is the rent?") {
      engine isComplete passageCount answers {
        document { title } page start end text before after probability spans { page first last } tokensUrl } } }"""
    data = api.graphql(query, {"corpus": to_global_id("Corpus", str(corpus.pk))}).data["answerQuestion"]
    expected = answered(api, "How much is the rent?", corpus=corpus.pk)["answers"]
    assert [(each["text"], each["spans"]) for each in data["answers"]] == [
        (each["text"], each["spans"]) for each in expected
    ]
    assert data["answers"][0]["document"] == {"title": "Lease of the old mill"}
    assert str(lease.pk) in data["answers"][0]["tokensUrl"]


def test_the_number_of_queries_does_not_depend_on_the_documents(api, corpus, lease, add):
    def count() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert answered(api, "How much is to be paid?", corpus=corpus.pk)["answers"]
        return len(queries)

    count()
    few = count()
    for number in range(3):
        add(*LOAN, title=f"Loan {number}")
    assert count() == few


def test_slices_of_texts_in_their_order(lease, add):
    loan = add(*LOAN)
    places = [
        (loan.revision_id, 0, 4),
        (lease.revision_id, 6, 15),
        (loan.revision_id, 90, 10_000),
        (loan.revision_id, 5, 5),
    ]
    texts = {loan.revision_id: loan.revision.text, lease.revision_id: lease.revision.text}
    assert text_slices(places) == [texts[revision][start:end] for revision, start, end in places]
