"""An agent answers in a thread of two users: one sets it up, the other one asks, and both see the answer live."""

import pytest
from playwright.sync_api import Page, expect

from corpuses.actions.models import ActionExecution
from corpuses.models import CorpusShare
from tests.e2e.sharing.steps import expect_first_page
from tests.e2e.steps import wait_for

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]


# proves: S1-10
def test_an_agent_answers_a_question_in_a_thread(ada, grace, corpus, document, friend, user, check):
    CorpusShare.objects.create(target=corpus, user=friend, role="annotator", created_by=user)
    wait_for(ada, lambda: ActionExecution.objects.filter(action__kind="embed", state="success").exists())
    ada.goto(f"/c/{corpus.pk}?tab=actions")
    ada.get_by_role("button", name="New action").click()
    dialog = ada.get_by_role("dialog")
    dialog.get_by_label("What it does").select_option("AGENT")
    dialog.get_by_label("Name").fill("Contract agent")
    dialog.get_by_label("Instructions").fill("Answer what is asked.")
    expect(dialog.get_by_text("No language model is configured")).to_be_visible()
    dialog.get_by_label("When a thread is started").check()
    dialog.get_by_label("When a comment follows in a thread").check()
    dialog.get_by_label("When a document is added").uncheck()
    check(ada, "agent-triggers")
    dialog.get_by_role("button", name="Create action").click()
    expect(ada.get_by_role("listitem").filter(has_text="Contract agent")).to_contain_text("When a thread is started")

    for page in (ada, grace):
        page.goto(f"/d/{document.pk}?c={corpus.pk}")
        expect_first_page(page)
        page.get_by_role("button", name="Comments", exact=True).click()
    comment = grace.get_by_label("Comment on this document")
    comment.fill("Who is the Customer's hosting provider?")
    comment.press("Control+Enter")
    for page in (grace, ada):  # live
        thread = page.get_by_role("article").filter(has_text="hosting provider?")
        answer = thread.get_by_role("listitem").filter(has_text="Contract agent")
        expect(answer).to_contain_text("Agent", timeout=60_000)
        expect(answer).to_contain_text("offline reader")
        expect(answer.get_by_role("button", name="Edit the comment")).to_have_count(0)
        expect(thread.get_by_text("is answering")).to_have_count(0)
    check(grace, "agent-answer")
    execution = ActionExecution.objects.get(comment__isnull=False)
    assert (execution.state, execution.started_by) == ("success", friend)
    assert execution.trigger == "new_thread"
    _skip_what_is_no_question(ada, check)
    ada.goto(f"/c/{corpus.pk}?tab=actions")
    row = ada.get_by_role("row").filter(has_text="New thread by Grace Hopper")
    expect(row).to_contain_text("Contract agent")


def _skip_what_is_no_question(ada: Page, check) -> None:
    """Comment without a question: why the agent does not answer is said below. It answers the reply."""
    comment = ada.get_by_label("Comment on this document")
    comment.fill("The hosting provider has changed.")
    comment.press("Control+Enter")
    thread = ada.get_by_role("article").filter(has_text="hosting provider has changed")
    note = thread.get_by_role("listitem").filter(has_text="hosting provider has changed").get_by_role("note")
    expect(note).to_have_text("Contract agent · No answer: without a language model, agents answer questions only.")
    check(ada, "agent-no-answer")
    reply = thread.get_by_label("Reply")
    reply.fill("Who is it?")
    reply.press("Control+Enter")
    answer = thread.get_by_role("listitem").filter(has_text="offline reader")
    expect(answer).to_contain_text("Contract agent", timeout=60_000)
    expect(note).to_have_count(1)
