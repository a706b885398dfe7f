"""Questions about a selected passage: the language model gets it, marked as text of the document."""

import json

import pytest

from corpuses.annotations.anchoring import spans_of
from corpuses.services.corpora import update_corpus
from tests.conversations.conftest import LAW, RENT, ended
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
