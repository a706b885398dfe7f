"""The proposals of agents and conversations, listed together: decided by buttons, by keys, and several at once."""

import re
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from corpuses.actions.drafts import ActionDraft
from corpuses.actions.editing import create_action
from corpuses.comments.models import Comment
from corpuses.conversations.models import Conversation, Proposal
from corpuses.providers.models import LanguageModel
from corpuses.services.corpora import add_documents, create_corpus
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


def test_proposals_of_a_corpus_are_reviewed_by_keys_and_buttons(session_page, corpus, answer, check):
    page = session_page
    page.goto(f"/c/{corpus.pk}")
    tab = page.get_by_role("tab", name="Proposals")
    expect(tab).to_contain_text("5")
    tab.click()
    expect(rows(page)).to_have_count(5)
    expect(rows(page).first).to_contain_text("Label these words “Rent”")
    expect(rows(page).first).to_contain_text("1,200 euros")
    expect(rows(page).first).to_contain_text("Agent “Clerk”")
    check(page, "proposals")
    rows(page).first.focus()
    page.keyboard.press("ArrowDown")
    expect(rows(page).nth(1)).to_be_focused()
    page.keyboard.press("a")  # "Is it due?", the newest comment
    wait_for(page, lambda: states()["Is it due?"] == "approved")
    expect(rows(page)).to_have_count(4)
    expect(rows(page).nth(1)).to_be_focused()
    page.keyboard.press("r")
    wait_for(page, lambda: states()["Since when?"] == "rejected")
    expect(rows(page)).to_have_count(3)
    for number in (1, 2):
        rows(page).nth(number).get_by_role("checkbox").click()
    selected = page.get_by_role("group", name="Selected proposals")
    expect(selected).to_contain_text("2 selected")
    selected.get_by_role("button", name="Approve").click()
    expect(rows(page)).to_have_count(1)
    approved = {"Is it due?", "Is it signed?", "Who pays?"}
    wait_for(page, lambda: set(Comment.objects.values_list("text", flat=True)) == approved)
    rows(page).get_by_role("button", name="Reject").click()
    expect(page.get_by_role("heading", name="No proposals to review")).to_be_visible()
    expect(tab).not_to_contain_text("1")
    page.get_by_role("combobox", name="State").select_option("Approved")
    expect(rows(page)).to_have_count(3)
    page.reload()
    expect(rows(page)).to_have_count(3)


def test_proposals_are_filtered_by_document_and_user(session_page, user, corpus, lease, answer, check):
    page = session_page
    will = parsed_document(user, "Everything goes to Ada.", title="Will")
    add_documents(corpus, [will], actor=user)
    conversation = Conversation.objects.create(owner=user, tenant=user.tenant, corpus=corpus, title="Who inherits?")
    message = conversation.messages.create(order=1, role="assistant", state="complete")
    message.proposals.create(kind="comment", document=will, text="Is it valid?")
    page.goto(f"/c/{corpus.pk}?tab=proposals")
    expect(rows(page)).to_have_count(6)
    page.get_by_role("button", name="Document: All documents").focus()
    page.keyboard.press("Enter")
    page.get_by_role("dialog", name="Choose a document").get_by_role("button", name="Will").press("Enter")
    expect(rows(page)).to_have_count(1)
    expect(rows(page)).to_contain_text("Is it valid?")
    expect(rows(page)).to_contain_text(f"Asked by {user.username}")
    check(page, "proposals-of-document")
    page.reload()
    expect(page.get_by_role("button", name="Document: Will")).to_be_visible()
    rows(page).get_by_role("button", name="Reject").click()
    page.get_by_role("button", name="Clear filter").click()
    expect(rows(page)).to_have_count(5)
    expect(rows(page).first).not_to_contain_text("Asked by")


def test_a_proposal_leads_to_its_words_and_its_conversation(session_page, corpus, lease, answer):
    page = session_page
    page.goto(f"/c/{corpus.pk}?tab=proposals")
    rows(page).first.get_by_role("link", name="Agent “Clerk”").click()
    expect(page).to_have_url(re.compile(rf"/ask\?conversation={answer.conversation_id}"))
    expect(page.get_by_role("link", name="5 proposals wait for review")).to_be_visible()
    page.get_by_role("link", name="5 proposals wait for review").click()
    rows(page).first.get_by_role("link", name="Lease, page 1").click()
    expect(page).to_have_url(re.compile(rf"/d/{lease.pk}\?c={corpus.pk}&page=1&from=12&to=23"))


def test_proposals_of_all_conversations_are_listed_together(session_page, user, corpus, lease, answer, check):
    page = session_page
    conversation = Conversation.objects.create(owner=user, tenant=user.tenant, title="All documents")
    message = conversation.messages.create(order=1, role="assistant", state="complete")
    message.proposals.create(kind="comment", document=lease, text="About everything?")
    page.goto("/ask")
    page.get_by_role("link", name="Proposals to review (6)").click()
    expect(rows(page)).to_have_count(6)
    check(page, "proposals-of-all")
    rows(page).first.get_by_role("button", name="Approve").click()
    dialog = page.get_by_role("dialog", name="Approve in a corpus")
    dialog.get_by_role("combobox", name="Corpus").select_option("Contracts")
    dialog.get_by_role("button", name="Approve").click()
    expect(rows(page)).to_have_count(5)
    assert Comment.objects.get().text == "About everything?"


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
