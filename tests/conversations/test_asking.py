"""Questions in conversations: answered in the background, stored once, cancelled and tried again."""

from itertools import permutations

import pytest
from django.db import connection

from corpuses.conversations import answering, runner, states
from corpuses.conversations.models import Conversation, Message
from corpuses.corpora.services import add_documents, create_corpus
from corpuses.reader.asking import ReadingLimits, answer_question
from corpuses.search.filters import SearchFilters
from documents.tests.factories import parsed_document
from tests.conversations.conftest import QUESTION, RENT, add_document, ended, new_corpus
from tests.timeouts import until

pytestmark = pytest.mark.django_db(transaction=True)


def ask(client, conversation, text=QUESTION, status=202, **fields):
    response = client.send("POST", f"{conversation}/messages", {"text": text, **fields})
    assert response.status_code == status, response.content
    return response.json()


def messages(client, conversation):
    return client.get(f"{conversation}/messages").json()["results"]


def hold(conversation, state="running", **fields):
    """Create an answer that nothing works on."""
    key = conversation.rsplit("/", 1)[1]
    return Message.objects.create(conversation_id=key, order=1, role="assistant", state=state, **fields)


def test_the_offline_reader_answers_with_words_of_the_document(api, corpus, conversation):
    exchange = ask(api, conversation)
    assert (exchange["question"]["state"], exchange["answer"]["state"]) == ("complete", "running")
    ended(exchange["answer"]["id"])
    question, answer = messages(api, conversation)
    assert (question["role"], question["text"]) == ("user", QUESTION)
    assert (answer["state"], answer["engine"], answer["has_answer"]) == ("complete", "reader", True)
    sentence = answer["sentences"][0]
    assert sentence["text"] in RENT
    assert sentence["is_verified"]
    citation = sentence["citations"][0]
    text = corpus.documents.get().revision.text
    assert "1,200 dollars" in text[citation["start"] : citation["end"]] == citation["quote"]
    assert citation["spans"]
    assert api.get(conversation).json()["title"] == QUESTION


@pytest.mark.parametrize(
    "between", ["", pytest.param(" whose offices, stores, mills and barns stand along the river" * 5, id="long")]
)
def test_a_sentence_with_several_answers_is_shown_once(api, corpus, conversation, between):
    sentence = (
        f"This agreement is made between Alder Farms Inc., a company of Oregon,{between} "
        f"and Birch Mills Ltd., a company of Ohio{between}."
    )
    add_document(corpus.owner, sentence, corpus=corpus)
    answer = ask(api, conversation, "Who are the parties to the agreement?")["answer"]
    ended(answer["id"])
    sentences = messages(api, conversation)[1]["sentences"]
    texts = [each["text"] for each in sentences]
    assert all(text in sentence for text in texts)
    assert not any(one in other for one, other in permutations(texts, 2))
    assert set(sentence.split()).issuperset(" ".join(texts).split()), "words are cut"
    places = [(each["document"], each["start"]) for sentence in sentences for each in sentence["citations"]]
    assert len(set(places)) == len(places) > len(sentences)


def test_what_is_not_in_the_documents_is_not_answered(api, corpus, conversation):
    answer = ask(api, conversation, "Which penguin swims in Antarctica?")["answer"]
    ended(answer["id"])
    answer = messages(api, conversation)[1]
    assert (answer["state"], answer["has_answer"], answer["sentences"]) == ("complete", False, [])


def test_without_corpus_all_visible_documents_are_asked_and_no_others(api, other_user, corpus):
    add_document(other_user, "The Tenant shall pay a rent of 7,777 dollars.")
    conversation = f"/api/v1/conversations/{api.send('POST', '/api/v1/conversations', {}).json()['id']}"
    answer = ended(ask(api, conversation)["answer"]["id"])
    assert "1,200 dollars" in answer.text
    assert "7,777" not in answer.text


def test_a_corpus_that_is_not_visible_any_more_is_not_read(api, other_user, corpus, conversation):
    type(corpus).objects.filter(pk=corpus.pk).update(owner=other_user)
    answer = ended(ask(api, conversation)["answer"]["id"])
    assert (answer.state, answer.error_code, answer.text) == ("failed", "not_found", "")


@pytest.mark.parametrize("by_header", [False, True])
def test_a_question_that_is_sent_twice_is_stored_once(api, conversation, by_header):
    # proves: S1-14 S1-G4
    if by_header:
        first, second = (
            api.send("POST", f"{conversation}/messages", {"text": QUESTION}, **{"Idempotency-Key": "k-1"}).json()
            for _ in range(2)
        )
    else:
        first, second = (ask(api, conversation, client_key="k-1") for _ in range(2))
    assert first["question"]["id"] == second["question"]["id"]
    assert first["answer"]["id"] == second["answer"]["id"]
    ended(first["answer"]["id"])
    assert ask(api, conversation, client_key="k-1")["answer"]["id"] == first["answer"]["id"]
    assert Message.objects.count() == 2
    assert ask(api, conversation, "Another one?", 409, client_key="k-1")["error"]["code"] == "idempotency_key_reuse"


def test_one_question_is_answered_at_a_time(api, conversation):
    hold(conversation)
    assert ask(api, conversation, status=409)["error"]["code"] == "answer_running"


def test_an_answer_can_be_cancelled_and_tried_again(api, conversation):
    Message.objects.create(
        conversation_id=conversation.rsplit("/", 1)[1], order=0, role="user", state="complete", text=QUESTION
    )
    answer = hold(conversation)
    cancelled = api.send("POST", f"/api/v1/messages/{answer.pk}/cancel")
    assert (cancelled.status_code, cancelled.json()["state"]) == (200, "cancelled")
    again = api.send("POST", f"/api/v1/messages/{answer.pk}/cancel")
    assert (again.status_code, again.json()["error"]["code"]) == (409, "answer_not_open")
    retried = api.send("POST", f"/api/v1/messages/{answer.pk}/retry")
    assert (retried.status_code, retried.json()["state"]) == (202, "running")
    assert ended(answer.pk).state == "complete"
    again = api.send("POST", f"/api/v1/messages/{answer.pk}/retry")
    assert (again.status_code, again.json()["error"]["code"]) == (409, "answer_not_retryable")


def test_what_a_cancelled_task_finds_is_not_stored(api, conversation):
    answer = hold(conversation, state="waiting")
    claimed = states.claim(answer.pk)
    assert states.claim(answer.pk) is None
    api.send("POST", f"/api/v1/messages/{answer.pk}/cancel")
    assert not states.complete(claimed, states.Answer.of([], engine="reader"))
    assert Message.objects.get(pk=answer.pk).state == "cancelled"


def test_a_task_that_is_not_wanted_any_more_ends(api, conversation, monkeypatch):
    """The reader waits while other questions are read; a cancelled answer does not wait for its turn."""
    from corpuses.reader import asking

    monkeypatch.setattr(asking, "WAIT", 0.2)
    with asking._one_at_a_time:
        answer = ask(api, conversation)["answer"]["id"]
        until(lambda: Message.objects.filter(pk=answer, state="running").exists())
        api.send("POST", f"/api/v1/messages/{answer}/cancel")
        until(lambda: not runner._runner()._tasks)
    assert Message.objects.get(pk=answer).state == "cancelled"


def test_answers_whose_task_has_died_fail_and_can_be_tried_again(api, conversation):
    answer = hold(conversation, state="waiting")
    states.claim(answer.pk)
    assert states.end_interrupted() == 0
    with connection.cursor() as cursor:
        cursor.execute("update corpuses_message set lease = now() - interval '1 second'")
    assert states.end_interrupted() == 1
    answer.refresh_from_db()
    assert (answer.state, answer.error_code) == ("failed", "answer_interrupted")


def test_reading_stops_when_it_is_not_wanted_any_more(user, corpus):
    class Unwanted(Exception):
        pass

    def check():
        raise Unwanted

    filters = SearchFilters(corpus=corpus)
    with pytest.raises(Unwanted):
        answer_question(QUESTION, user=user, filters=filters, limits=ReadingLimits(seconds=60.0, check=check))
    assert answer_question(QUESTION, user=user, filters=filters).answers  # the reader is free


@pytest.mark.parametrize("text", ["", "  \n ", "x" * 4_001])
def test_a_question_has_words(api, conversation, text):
    assert ask(api, conversation, text, 400)["error"]["code"] == "invalid"


def test_conversations_are_private(api, other_api, conversation):
    assert other_api.get(conversation).status_code == 404
    assert other_api.get(f"{conversation}/messages").status_code == 404
    assert other_api.get(f"{conversation}/stream").status_code == 404
    assert other_api.get("/api/v1/conversations").json()["results"] == []


def test_shared_conversations_are_read_by_members_of_the_corpus_who_see_the_document(
    api, other_api, other_user, user, corpus, conversation
):
    key = conversation.rsplit("/", 1)[1]
    Conversation.objects.filter(pk=key).update(is_shared=True)
    type(corpus).objects.filter(pk=corpus.pk).update(is_public=True)
    assert other_api.get(conversation).status_code == 404
    corpus.shares.create(user=other_user, role="editor", created_by=user)
    shared = other_api.get(conversation)
    assert (shared.status_code, shared.json()["is_mine"]) == (200, False)
    assert other_api.send("DELETE", conversation).status_code == 403
    assert ask(other_api, conversation, status=403)["error"]["code"] == "not_allowed"
    Conversation.objects.filter(pk=key).update(document=new_corpus(user).documents.get())
    assert other_api.get(conversation).status_code == 404
    assert other_api.get("/api/v1/conversations").json()["results"] == []


def test_conversations_are_found_by_words_of_their_messages(api, corpus, conversation):
    hold(conversation, text="The Tenant pays.", state="complete")
    assert len(api.get("/api/v1/conversations", {"search": "tenant"}).json()["results"]) == 1
    assert api.get("/api/v1/conversations", {"search": "penguin"}).json()["results"] == []
    assert len(api.get("/api/v1/conversations", {"corpus": corpus.pk}).json()["results"]) == 1


def test_a_deleted_conversation_ends_its_answer(api, conversation):
    hold(conversation)
    assert api.send("DELETE", conversation).status_code == 204
    assert not Message.objects.exists()


def test_an_answer_is_not_called_missing_if_not_all_was_read(api, conversation, monkeypatch):
    # proves: S4-48
    monkeypatch.setattr(answering, "SECONDS", -1.0)
    found = ended(ask(api, conversation)["answer"]["id"])
    assert (found.state, found.error_code) == ("failed", "reading_incomplete")
    monkeypatch.undo()
    again = api.send("POST", f"/api/v1/messages/{found.pk}/retry").json()
    assert ended(again["id"]).has_answer


def test_questions_about_documents_that_are_not_indexed_say_so(api, user):
    corpus = create_corpus(owner=user, title="New")
    subjects = ({"corpus": str(corpus.pk)}, {})
    created = [api.send("POST", "/api/v1/conversations", each).json()["id"] for each in subjects]

    def answers():
        return [ended(ask(api, f"/api/v1/conversations/{key}")["answer"]["id"]) for key in created]

    assert [each.state for each in answers()] == ["complete"] * 2  # there are no documents
    add_documents(corpus, [parsed_document(user, " \n", title="An empty page")], actor=user)
    assert [each.state for each in answers()] == ["complete"] * 2  # there is no text that could be indexed
    add_documents(corpus, [parsed_document(user, RENT)], actor=user)
    found = answers()
    assert [each.error_code for each in found] == ["nothing_indexed"] * 2
    assert "None of these documents is prepared" in found[0].error_message
    add_document(user, "The barn is red.", corpus=corpus)
    assert [each.state for each in answers()] == ["complete"] * 2  # one of them is
