"""The limits of an answer are settings, which a corpus lowers, and a model that fails gets no questions for a while."""

import time
from dataclasses import replace
from decimal import Decimal
from uuid import uuid4

import pytest
from django.utils import timezone
from graphql_relay import to_global_id

from audit.models import AuditEntry
from core.breakers.profiles import Profile
from core.errors import Invalid
from corpuses.conversations.models import Conversation, Message
from corpuses.corpora.services import update_corpus
from corpuses.models import CorpusShare
from corpuses.providers.models import LlmBudget
from tests.conversations.conftest import QUESTION, ended
from tests.conversations.test_agent import answer, sourced
from tests.conversations.test_asking import ask, hold
from tests.upstreams import Reply, calls, fails, says, uncounted
from users.sharing.models import ShareRole

pytestmark = pytest.mark.django_db(transaction=True)

SEND = "mutation ($input: SendMessageInput!) { sendMessage(input: $input) { errors { code } } }"
RETRY = "mutation ($input: RetryMessageInput!) { retryMessage(input: $input) { errors { code } } }"
FAILURES = Profile().failures
LIST = calls(("list_documents", {}))


@pytest.mark.parametrize(
    ("name", "limit", "code", "text"),
    [
        ("ANSWER_TOOL_CALLS", 2, "answer_limit_reached", "more than 2 tools"),
        ("ANSWER_TOKENS", 150, "answer_limit_reached", "more than 150 tokens"),
        ("ANSWER_COST", 0.0001, "answer_limit_reached", "the limit of its cost, 0.0001"),
        ("ANSWER_SECONDS", 0.5, "answer_too_slow", "more than 0.5 seconds"),
    ],
)
def test_each_limit_ends_the_answer_and_is_named(api, conversation, model, settings, name, limit, code, text):
    settings.LLM_PRICE_INPUT = 1.0
    setattr(settings, name, limit)
    slow = Reply(LIST.body, latency=0.2)
    found = answer(api, conversation, model, slow)
    assert (found.state, found.error_code) == ("failed", code)
    assert text in found.error_message
    assert len(model.requests) <= 4


def test_limits_and_budgets_count_estimated_tokens_of_servers_that_count_none(
    api, user, conversation, document, model, settings
):
    first = answer(api, conversation, model, uncounted(LIST), uncounted(sourced(document)))
    assert first.state == "complete"
    assert first.input_tokens > 1_000  # two requests, each with the instructions and the descriptions of the tools
    assert 10 < first.output_tokens < 200
    settings.ANSWER_TOKENS = 100
    assert answer(api, conversation, model, uncounted(LIST)).error_code == "answer_limit_reached"
    LlmBudget.objects.create(tenant=user.tenant, tokens=1_000)
    assert answer(api, conversation, model, uncounted(LIST)).error_code == "llm_budget_used_up"


@pytest.mark.parametrize(
    ("name", "limit", "code", "text"),
    [
        ("answer_tool_calls", 2, "answer_limit_reached", "more than 2 tools"),
        ("answer_tokens", 150, "answer_limit_reached", "more than 150 tokens"),
        ("answer_cost", 0.0001, "answer_limit_reached", "the limit of its cost, 0.0001"),
        ("answer_seconds", 0.5, "answer_too_slow", "more than 0.5 seconds"),
    ],
)
def test_a_corpus_lowers_each_limit(api, corpus, conversation, model, settings, name, limit, code, text):
    settings.LLM_PRICE_INPUT = 1.0
    assert api.send("PATCH", f"/api/v1/corpuses/{corpus.pk}", {name: limit}).json()[name] == limit
    found = answer(api, conversation, model, Reply(LIST.body, latency=0.2))
    assert (found.state, found.error_code) == ("failed", code)
    assert text in found.error_message
    assert len(model.requests) <= 4


def test_a_corpus_cannot_raise_a_limit(api, user, corpus, conversation, document, model, settings):
    settings.ANSWER_TOKENS, settings.ANSWER_COST = 1000, 0.5
    address = f"/api/v1/corpuses/{corpus.pk}"
    refused = api.send("PATCH", address, {"answer_tokens": 1001})
    assert (refused.status_code, refused.json()["error"]["field"]) == (400, "answer_tokens")
    assert "The limit of this installation is 1,000" in refused.json()["error"]["message"]
    for value in (-1, float("nan"), float("inf"), 0.6):
        with pytest.raises(Invalid):
            update_corpus(corpus, actor=user, answer_cost=value)
    update_corpus(corpus, actor=user, answer_cost=0.0000001)
    corpus.refresh_from_db()
    assert corpus.answer_cost == Decimal("0.000001")  # not 0, which is none
    assert api.send("PATCH", address, {"answer_tokens": 900, "answer_cost": 0}).json()["answer_cost"] == 0
    settings.ANSWER_TOKENS = 20  # operators have lowered theirs since
    found = answer(api, conversation, model, LIST, sourced(document))
    assert "more than 20 tokens" in found.error_message


def test_only_owners_change_the_limits_of_a_corpus(user, other_user, other_api, corpus):
    CorpusShare.objects.create(target=corpus, user=other_user, role=ShareRole.EDITOR, created_by=user)
    change = {"answer_tokens": 10}
    assert other_api.send("PATCH", f"/api/v1/corpuses/{corpus.pk}", change).status_code == 403
    update_corpus(corpus, actor=user, **change)
    assert AuditEntry.objects.latest("id").details["fields"] == ["answer_tokens"]


def test_an_answer_within_its_limits_is_complete(api, conversation, document, model, settings):
    settings.ANSWER_TOOL_CALLS, settings.ANSWER_TOKENS, settings.ANSWER_COST = 1, 500, 1.0
    assert answer(api, conversation, model, LIST, sourced(document)).state == "complete"


def test_a_model_that_keeps_failing_gets_no_questions_and_the_reader_answers(api, conversation, document, model):
    for _ in range(FAILURES):
        assert answer(api, conversation, model, fails(503)).error_code == "llm_unavailable"
    count = len(model.requests)
    found = answer(api, conversation, model, says("NOT FOUND"))
    assert found.error_code == "llm_suspended"
    assert "has failed several times, and gets no requests for" in found.error_message
    assert "The offline reader can answer meanwhile." in found.error_message
    assert len(model.requests) == count
    api.send("POST", f"/api/v1/messages/{found.pk}/retry", {"by_reader": True})
    assert ended(found.pk).engine == "reader"


def test_answers_that_break_off_count_as_failures(api, conversation, document, model):
    for _ in range(FAILURES):
        broken = replace(says("The tenant pays [1]."), is_truncated=True)
        assert answer(api, conversation, model, broken).error_code == "llm_unavailable"
    assert answer(api, conversation, model, says("NOT FOUND")).error_code == "llm_suspended"


def test_silence_counts_as_a_failure(api, conversation, document, model, settings):
    # proves: S4-43
    settings.ANSWER_SECONDS = 0.4
    silent = Reply(latency=5.0)
    for _ in range(FAILURES):
        found = answer(api, conversation, model, silent)
        assert (found.error_code, found.error_message) == (
            "llm_unavailable",
            "The language model did not answer in time.",
        )
    assert answer(api, conversation, model, says("NOT FOUND")).error_code == "llm_suspended"


def test_the_short_time_of_a_corpus_does_not_suspend_the_model(api, corpus, conversation, document, model):
    api.send("PATCH", f"/api/v1/corpuses/{corpus.pk}", {"answer_seconds": 0.2})
    for _ in range(FAILURES + 1):
        assert answer(api, conversation, model, Reply(latency=1.0)).error_code == "answer_too_slow"


def test_refusals_and_answers_are_no_failures_of_the_server(api, conversation, document, model):
    for _ in range(FAILURES - 1):
        answer(api, conversation, model, fails(503))
    assert answer(api, conversation, model, fails(422)).error_code == "llm_refused"
    model.requests.clear()
    assert answer(api, conversation, model, sourced(document)).state == "complete"
    model.requests.clear()
    answer(api, conversation, model, fails(503))
    model.requests.clear()
    assert ended(ask(api, conversation, QUESTION)["answer"]["id"]).error_code == "llm_unavailable"
    assert Message.objects.filter(error_code="llm_suspended").count() == 0


def test_a_server_that_refuses_a_request_after_its_pause_gets_the_next_one(
    api, conversation, document, model, settings
):
    settings.BREAKERS = settings.BREAKERS | {"llm": {"seconds": 0.2}}
    for _ in range(FAILURES):
        answer(api, conversation, model, fails(503))
    time.sleep(0.2)
    assert answer(api, conversation, model, fails(422)).error_code == "llm_refused"
    assert answer(api, conversation, model, sourced(document)).state == "complete"


def others(user, number, **fields):
    """Create conversations in which an answer is being written; return the answers."""
    rows = [Conversation.objects.create(owner=user, tenant_id=user.tenant_id, **fields) for _ in range(number)]
    return [hold(f"/{row.pk}") for row in rows]


def ids_of(conversation, answer):
    key = conversation.rsplit("/", 1)[1]
    return to_global_id("Conversation", key), to_global_id("Message", str(answer.pk))


def test_a_user_gets_few_answers_at_once_in_both_apis(api, user, conversation, settings):
    settings.ANSWERS_PER_USER = 2
    open_answer, _ = others(user, 2)
    failed = hold(conversation, "failed", error_code="answer_failed", finished=timezone.now())
    refused = ask(api, conversation, status=429)["error"]
    assert (refused["code"], refused["retry_after"]) == ("too_many_answers", 1)
    assert api.send("POST", f"/api/v1/messages/{failed.pk}/retry").json()["error"]["code"] == "too_many_answers"
    conversation_id, message_id = ids_of(conversation, failed)
    sent = api.execute(SEND, {"input": {"conversationId": conversation_id, "text": QUESTION}})["sendMessage"]
    retried = api.execute(RETRY, {"input": {"id": message_id}})["retryMessage"]
    assert sent["errors"] == retried["errors"] == [{"code": "too_many_answers"}]
    assert Message.objects.count() == 3
    api.send("POST", f"/api/v1/messages/{open_answer.pk}/cancel")
    ended(ask(api, conversation)["answer"]["id"])


def test_a_question_that_is_sent_again_is_not_counted(api, user, conversation, settings):
    settings.ANSWERS_PER_USER = 1
    first = ask(api, conversation, client_key="k-1")
    ended(first["answer"]["id"])
    others(user, 1)
    assert ask(api, conversation, client_key="k-1")["answer"]["id"] == first["answer"]["id"]


def test_answers_to_actions_and_to_other_users_are_not_counted(api, user, other_user, conversation, settings):
    settings.ANSWERS_PER_USER = 1
    others(user, 1, run=uuid4())
    others(other_user, 2)
    ended(ask(api, conversation)["answer"]["id"])


def test_without_a_limit_a_user_gets_any_number_of_answers(api, user, conversation, settings):
    settings.ANSWERS_PER_USER = 0
    others(user, 9)
    ended(ask(api, conversation)["answer"]["id"])


def test_questions_count_as_searches_in_both_apis(api, conversation, settings):
    settings.RATE_LIMITS = {"search": {"user": (4, 60)}}
    answer = hold(conversation)
    conversation_id, message_id = ids_of(conversation, answer)
    ask(api, conversation, status=409)
    assert api.send("POST", f"/api/v1/messages/{answer.pk}/retry").status_code == 409
    send = {"input": {"conversationId": conversation_id, "text": QUESTION}}
    assert api.execute(SEND, send)["sendMessage"]["errors"] == [{"code": "answer_running"}]
    assert api.execute(RETRY, {"input": {"id": message_id}})["retryMessage"]["errors"] == [
        {"code": "answer_not_retryable"}
    ]
    assert ask(api, conversation, status=429)["error"]["code"] == "rate_limited"
    assert api.execute(SEND, send)["sendMessage"]["errors"] == [{"code": "rate_limited"}]
    assert api.get(f"{conversation}/messages").status_code == 200
