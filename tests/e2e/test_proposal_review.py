"""The proposals of agents and conversations, listed together, and decided by buttons and keys."""

import re
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from corpuses.actions.drafts import ActionDraft
from corpuses.actions.editing import create_action
from corpuses.comments.models import Comment
from corpuses.conversations.models import Conversation, Proposal
from corpuses.corpora.services import add_documents, create_corpus
from corpuses.providers.models import LanguageModel
from documents.tests.factories import parsed_document
from tests.e2e.steps import wait_for

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]

TEXTS = ("Is it signed?", "Who pays?", "Since when?", "Is it due?")


@pytest.fixture
def lease(session_page, user):
    return parsed_document(user, "The rent is 1,200 euros.", title="Lease")


@pytest.fixture
def corpus(user, lease):
    corpus = create_corpus(owner=user, title="Contracts")
    add_documents(corpus, [lease], actor=user)
    return corpus


@pytest.fixture
def answer(user, corpus, lease):
    """Return the answer of an agent that has proposed four comments and an annotation."""
    conversation = Conversation.objects.create(
        owner=user, tenant=user.tenant, corpus=corpus, document=lease, title="Clerk", run=uuid4(), is_shared=True
    )
    answer = conversation.messages.create(order=1, role="assistant", state="complete", has_answer=True)
    for text in TEXTS:
        answer.proposals.create(kind="comment", document=lease, text=text)
    place = {"quote": "1,200 euros", "page": 1, "start": 12, "end": 23}
    answer.proposals.create(kind="annotation", document=lease, label="Rent", **place)
    return answer


def rows(page):
    return page.get_by_role("list", name="Proposals").get_by_role("listitem")


def states():
    return {each.text or each.label: each.state for each in Proposal.objects.all()}


def test_proposals_are_decided_by_keys_and_buttons_and_lead_to_their_words(
    session_page, user, corpus, lease, answer, check
):
    page = session_page
    conversation = Conversation.objects.create(owner=user, tenant=user.tenant, title="All documents")
    message = conversation.messages.create(order=1, role="assistant", state="complete")
    message.proposals.create(kind="comment", document=lease, text="About everything?")
    page.goto(f"/c/{corpus.pk}")
    tab = page.get_by_role("tab", name="Proposals")
    expect(tab).to_contain_text("5")
    tab.click()
    expect(rows(page)).to_have_count(5)
    check(page, "proposals")
    rows(page).first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("a")  # "Is it due?", the newest comment
    expect(rows(page)).to_have_count(4)
    expect(rows(page).nth(1)).to_be_focused()
    page.keyboard.press("r")
    expect(rows(page)).to_have_count(3)
    wait_for(page, lambda: (states()["Is it due?"], states()["Since when?"]) == ("approved", "rejected"))
    page.get_by_role("button", name="Document: All documents").press("Enter")
    page.get_by_role("dialog", name="Choose a document").get_by_role("button", name="Lease").press("Enter")
    expect(page.get_by_role("button", name="Document: Lease")).to_be_visible()
    check(page, "proposals-of-document")
    rows(page).first.get_by_role("link", name="Agent “Clerk”").click()
    page.get_by_role("link", name="3 proposals wait for review").click()
    rows(page).first.get_by_role("link", name="Lease, page 1").click()
    expect(page).to_have_url(re.compile(rf"/d/{lease.pk}\?c={corpus.pk}&page=1&from=12&to=23"))

    page.goto("/ask")
    page.get_by_role("link", name="Proposals to review (4)").click()
    expect(rows(page)).to_have_count(4)
    check(page, "proposals-of-all")
    rows(page).filter(has_text="About everything?").get_by_role("button", name="Approve").click()
    dialog = page.get_by_role("dialog", name="Approve in a corpus")
    dialog.get_by_role("combobox", name="Corpus").select_option("Contracts")
    dialog.get_by_role("button", name="Approve").click()
    expect(rows(page)).to_have_count(3)
    assert set(Comment.objects.values_list("text", flat=True)) == {"Is it due?", "About everything?"}


def test_forms_that_address_an_agent_say_which_model_gets_the_text(session_page, user, corpus):
    LanguageModel.objects.create(corpus=corpus, model="scripted", base_url="https://models.example/v1")
    draft = ActionDraft(kind="agent", name="Clerk", instructions="Answer politely.", triggers=["new_thread"])
    create_action(draft, corpus=corpus, actor=user)
    page = session_page
    page.goto(f"/c/{corpus.pk}?tab=comments")
    page.get_by_role("textbox", name="Comment on this corpus").fill("Who pays?")
    expect(page.get_by_text("Agents that answer this comment: Clerk")).to_be_visible()
    expect(page.get_by_text("are sent to scripted (models.example).")).to_be_visible()
    page.goto(f"/c/{corpus.pk}?tab=actions")
    page.get_by_role("button", name="New action").click()
    dialog = page.get_by_role("dialog", name="New action")
    expect(dialog.get_by_text("models.example")).to_have_count(0)
    dialog.get_by_role("combobox", name="What it does").select_option("AGENT")
    expect(dialog.get_by_text("are sent to scripted (models.example).")).to_be_visible()
