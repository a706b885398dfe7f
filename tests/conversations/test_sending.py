"""Texts of corpora that do not allow language models are not sent to one; users see which one gets their text."""

import pytest
from django.contrib.auth.models import AnonymousUser

from corpuses.conversations.models import Message
from corpuses.corpora.services import update_corpus
from corpuses.models import Corpus, CorpusShare
from corpuses.providers.editing import ModelDraft, set_language_model
from corpuses.providers.sending import recipients_of
from tests.conversations.conftest import QUESTION, RENT, add_document, ended
from tests.conversations.test_agent import answer, results_of, sourced
from tests.conversations.test_asking import ask, messages
from tests.conversations.test_proposals import start
from tests.upstreams import calls

pytestmark = pytest.mark.django_db(transaction=True)


def forbid(corpus):
    update_corpus(corpus, actor=corpus.owner, allows_language_models=False)


def sends_text_to(api, corpus):
    return api.get(f"/api/v1/corpuses/{corpus.pk}").json()["sends_text_to"]


def test_the_offline_reader_answers_about_the_corpus_and_its_documents(api, corpus, document, conversation, model):
    forbid(corpus)
    about_document = start(api, document=document)
    for scope in (conversation, about_document):
        found = answer(api, scope, model)
        assert (found.state, found.engine) == ("complete", "reader"), found.error_message
        assert "1,200 dollars" in found.text
    assert not model.requests


def test_users_may_ask_the_offline_reader_and_none_of_it_is_sent_later(api, conversation, document, model):
    model.script[:] = [sourced(document)]
    found = ended(ask(api, conversation, by_reader=True)["answer"]["id"])
    assert (found.state, found.engine) == ("complete", "reader"), found.error_message
    assert not model.requests
    answer(api, conversation, model, sourced(document), question="And the law?")
    sent = str(model.requests[-1]["messages"])
    assert "And the law?" in sent
    assert QUESTION not in sent
    assert "1,200" not in sent


def test_a_question_for_the_offline_reader_is_not_sent_when_it_is_answered_again(api, conversation, document, model):
    model.script[:] = [sourced(document)]
    found = ended(ask(api, conversation, by_reader=True)["answer"]["id"])
    Message.objects.filter(pk=found.pk).update(state="failed", error_code="answer_interrupted")
    assert api.send("POST", f"/api/v1/messages/{found.pk}/retry").status_code == 202
    assert ended(found.pk).engine == "reader"
    assert not model.requests


def test_documents_are_withheld_from_answers_about_everything(api, user, corpus, document, model):
    open_document = add_document(user, "The rent of the barn is 300 dollars.", title="Barn")
    forbid(corpus)
    reading = ("read_text", {"document": str(document.pk), "start": 0, "end": 20})
    tools = calls(("search", {"query": "rent"}), ("list_documents", {}), reading)
    found = answer(api, start(api), model, tools, sourced(document))
    searched, listed, read = results_of(model)
    assert "300 dollars" in searched
    assert str(open_document.pk) in listed
    assert str(document.pk) not in searched + listed
    assert "Not found" in read
    assert not found.sentences[0]["is_verified"]
    assert RENT not in str(model.requests)


def test_earlier_answers_that_quote_a_withheld_document_are_not_sent(api, corpus, document, model):
    about_everything = start(api)
    answer(api, about_everything, model, sourced(document))
    forbid(corpus)
    answer(api, about_everything, model, sourced(document), question="And the law?")
    assert len(messages(api, about_everything)) == 4
    sent = str(model.requests[-1]["messages"])
    assert "And the law?" in sent
    assert QUESTION not in sent  # a question without its answer
    assert "1,200" not in sent


def test_users_see_which_model_gets_their_text(api, other_api, other_user, user, corpus, model, settings):
    settings.LLM_BASE_URL, settings.LLM_ALLOWED_HOSTS = "https://models.example/v1", ["own.example"]
    draft = ModelDraft(model="own", base_url="https://own.example/v1", api_key="key")
    set_language_model(corpus, draft, actor=user)
    corpus.is_public = True
    corpus.save(update_fields=["is_public"])
    assert sends_text_to(api, corpus) == "own (own.example)"
    assert sends_text_to(other_api, corpus) == "scripted (models.example)"
    CorpusShare.objects.create(target=corpus, user=other_user, role="viewer", created_by=user)
    assert sends_text_to(other_api, corpus) == "own (own.example)"
    assert api.get("/api/v1/language-model-usage").json()["sends_text_to"] == "scripted (models.example)"
    assert recipients_of([corpus], AnonymousUser()) == {}
    forbid(corpus)
    assert sends_text_to(api, corpus) == ""
    settings.LLM_MODEL = ""
    assert api.get("/api/v1/language-model-usage").json()["sends_text_to"] == ""


def test_users_see_which_model_gets_the_text_of_a_document(api, user, corpus, document, model, settings):
    settings.LLM_BASE_URL, settings.LLM_ALLOWED_HOSTS = "https://models.example/v1", ["own.example"]
    set_language_model(corpus, ModelDraft(model="own", base_url="https://own.example/v1", api_key="key"), actor=user)
    alone = add_document(user, "The rent is due in May.")

    def recipient(**subject):
        query = "&".join(f"{name}={row.pk}" for name, row in subject.items())
        return api.get(f"/api/v1/language-model-usage?{query}").json()["sends_text_to"]

    assert recipient(document=alone) == recipient(document=document) == "scripted (models.example)"
    assert recipient(document=document, corpus=corpus) == "own (own.example)"
    forbid(corpus)
    assert recipient(document=document) == recipient(document=document, corpus=corpus) == ""
    assert recipient(document=alone) == "scripted (models.example)"


def test_users_see_which_server_gets_the_passages(api, user, corpus, document, settings):
    settings.EMBEDDING_MODEL, settings.EMBEDDING_BASE_URL = "vectors", "https://vectors.example/v1"
    alone = add_document(user, "The rent is due in May.")

    def recipient(**subject):
        query = "&".join(f"{name}={row.pk}" for name, row in subject.items())
        return api.get(f"/api/v1/language-model-usage?{query}").json()["sends_passages_to"]

    def recipients():
        return [recipient(), recipient(corpus=corpus), recipient(document=document), recipient(document=alone)]

    assert recipients() == ["", "", "", ""]
    Corpus.objects.filter(pk=corpus.pk).update(next_embedder="vectors")
    named = "vectors (vectors.example)"
    assert recipients() == ["", named, named, ""]
    settings.EMBEDDER = "vectors"
    assert recipients() == [named, named, named, named]
    forbid(corpus)
    assert recipients() == [named, "", "", named]
    query = "query ($id: ID) { languageModelUsage(corpusId: $id) { sendsPassagesTo } }"
    assert api.execute(query, {})["languageModelUsage"]["sendsPassagesTo"] == named
