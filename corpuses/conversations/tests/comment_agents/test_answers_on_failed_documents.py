"""Agents that are to answer a comment on a document that fails: they are skipped until it is processed again."""

import pytest

from corpuses.actions import running
from corpuses.conversations.tests.comment_agents.conftest import answer_in, ask, execution_of
from documents.models import Document
from documents.services import lifecycle
from events.models import Event
from tasks.testing import run_jobs
from tests.plain_job import PlainJob

pytestmark = pytest.mark.django_db(transaction=True)


def process_again(document):
    Document.objects.filter(pk=document.pk).update(
        state="processing", backend_lock=True, failure_code="", failure_message=""
    )


def test_a_document_that_fails_ends_the_waiting_until_it_is_processed_again(user, corpus, document, agent):
    process_again(document)
    document.refresh_from_db()
    thread = ask(corpus, user, document=document)
    before = Event.objects.count()
    lifecycle.fail_processing(document.pk, code="parser_failed", message="It is broken.")
    assert (execution_of(thread).state, execution_of(thread).reason) == ("skipped", "document_failed")
    assert execution_of(thread).message.startswith("The document could not be processed.")
    assert any("comments" in event.changed for event in Event.objects.order_by("pk")[before:])
    process_again(document)
    lifecycle.complete_processing(document.pk, job=PlainJob())
    run_jobs()
    assert execution_of(thread).state == "success"
    assert "1,200 dollars" in answer_in(thread).text


def test_a_document_that_has_failed_gets_no_answer_and_says_so(api, user, corpus, document, agent):
    Document.objects.filter(pk=document.pk).update(state="failed", failure_code="parser_failed")
    document.refresh_from_db()
    thread = ask(corpus, user, document=document)
    assert execution_of(thread).finished
    assert running.retry_executions(agent, actor=user) == 1
    (run,) = api.get(f"/api/v1/threads/{thread.pk}").json()["agent_runs"]
    assert (run["state"], run["reason"]) == ("skipped", "document_failed")


def test_a_disabled_agent_does_not_answer_when_the_document_is_processed_again(user, corpus, document, agent):
    Document.objects.filter(pk=document.pk).update(state="processing", backend_lock=True)
    document.refresh_from_db()
    thread = ask(corpus, user, document=document)
    lifecycle.fail_processing(document.pk, code="parser_failed", message="It is broken.")
    type(agent).objects.update(enabled=False)
    process_again(document)
    lifecycle.complete_processing(document.pk, job=PlainJob())
    assert execution_of(thread).state == "skipped"
