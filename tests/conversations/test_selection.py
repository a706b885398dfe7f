"""Questions about a selected passage: the language model gets it, marked as text of the document."""

import json

import pytest

from corpuses.annotations.anchoring import spans_of
from corpuses.conversations.api.selectors import PASSAGE_LENGTH, load_passages
from corpuses.conversations.models import Conversation
from corpuses.corpora.services import update_corpus
from tests.conversations.conftest import LAW, RENT, add_document, ended
from tests.conversations.test_agent import sourced
from tests.conversations.test_asking import ask

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def about_rent(api, document):
    """Return the address of a conversation about a sentence of the document."""
    start = document.revision.text.index(RENT)
    spans = spans_of(document.revision_id, start, start + len(RENT))
    selection = [{"page": page, "first": first, "last": last} for page, first, last in spans]
    created = api.send("POST", "/api/v1/conversations", {"document": str(document.pk), "selection": selection})
    return f"/api/v1/conversations/{created.json()['id']}"


def question_in(request):
    return [turn["content"] for turn in request["messages"] if turn["role"] == "user"][-1]


def test_the_model_gets_the_selected_words_with_each_question(api, document, about_rent, model):
    model.script[:] = [sourced(document)]
    for question in ("What does this mean?", "And in plain words?"):
        assert ended(ask(api, about_rent, question)["answer"]["id"]).state == "complete"
        sent = question_in(model.requests[-1])
        assert sent.startswith(question)
        assert RENT in sent
        assert LAW not in sent
        assert f'<document_text document="{document.pk}" page="1"' in sent


def test_the_reader_answers_from_the_selected_words_only(api, about_rent):
    found = ended(ask(api, about_rent, "How much is the rent?")["answer"]["id"])
    assert (found.engine, found.sentences[0]["citations"][0]["quote"]) == ("reader", "1,200 dollars")
    # Another sentence of the document has the answer.
    found = ended(ask(api, about_rent, "Which state's law governs the lease?")["answer"]["id"])
    assert all(each["quote"] in RENT for sentence in found.sentences for each in sentence["citations"])


def test_the_words_of_a_withheld_document_are_not_sent(api, corpus, document, about_rent, model):
    update_corpus(corpus, actor=corpus.owner, allows_language_models=False)
    assert ended(ask(api, about_rent, "What does this mean?")["answer"]["id"]).engine == "reader"
    assert model.requests == []


def test_a_selection_that_a_new_version_does_not_have_is_left_out(api, document, model):
    selection = [{"page": 9, "first": 1, "last": 2}]
    created = api.send("POST", "/api/v1/conversations", {"document": str(document.pk), "selection": selection})
    model.script[:] = [sourced(document)]
    ended(ask(api, f"/api/v1/conversations/{created.json()['id']}", "What does this mean?")["answer"]["id"])
    assert question_in(model.requests[-1]) == "What does this mean?"
    assert "user has selected" not in json.dumps(model.requests)


def test_a_conversation_shows_the_selected_words(api, user, document, about_rent, django_assert_num_queries):
    start = document.revision.text.index(RENT)
    expected = {"page": 1, "start": start, "end": start + len(RENT), "quote": RENT}
    assert api.get(about_rent).json()["passage"] == expected
    query = "{ conversations(first: 5) { edges { node { passage { page start end quote } } } } }"
    assert [edge["node"]["passage"] for edge in api.execute(query)["conversations"]["edges"]] == [expected]
    for _ in range(3):
        api.send("POST", "/api/v1/conversations", {"document": str(document.pk)})
    listed = [each["passage"] for each in api.get("/api/v1/conversations").json()["results"]]
    assert listed == [None, None, None, expected]
    rows = list(Conversation.objects.all())
    with django_assert_num_queries(3):
        assert len(load_passages(rows, user)) == 1
    with django_assert_num_queries(0):
        assert load_passages([each for each in rows if not each.selection], user) == {}


def test_words_that_the_document_does_not_have_any_more_are_not_shown(api, document, about_rent):
    Conversation.objects.update(selection=[[1, 5_000, 5_001]])
    assert api.get(about_rent).json()["passage"] is None
    Conversation.objects.update(selection=[[9, 0, 1]])
    assert api.get(about_rent).json()["passage"] is None
    Conversation.objects.update(selection=[[1, 0, 1]])
    assert api.get(about_rent).json()["passage"] is not None


def test_a_long_passage_is_shortened(api, user, corpus):
    document = add_document(user, "word " * 2_000, corpus=corpus)
    Conversation.objects.create(owner=user, tenant=user.tenant, document=document, selection=[[1, 0, 1_999]])
    (shown,) = api.get("/api/v1/conversations").json()["results"]
    assert len(shown["passage"]["quote"]) == PASSAGE_LENGTH + len(" …")
    assert shown["passage"]["quote"].endswith(" …")
