"""Ask the open document: a conversation whose sources are selected on their pages, and labelled from there."""

import pytest
from playwright.sync_api import expect

from corpuses.annotations.models import Annotation
from corpuses.conversations.models import Conversation, Message
from corpuses.corpora.services import add_documents, create_corpus, update_corpus
from corpuses.search.indexing import ensure
from tasks.models import Job
from tasks.states import ENDED
from tests.e2e.steps import drag_over_words, wait_for

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]

QUESTION = "What does the client pay?"


@pytest.fixture
def agreement(upload_ready):
    return upload_ready("hosting-agreement.pdf")


@pytest.fixture
def corpus(session_page, user, agreement):
    corpus = create_corpus(owner=user, title="Contracts")
    add_documents(corpus, [agreement], actor=user)
    ensure(agreement.revision)
    wait_for(session_page, lambda: not Job.objects.exclude(state__in=ENDED).exists())  # they would index it again
    return corpus


def ask(page, question, *, field):
    box = page.get_by_role("textbox", name=field)
    box.fill(question)
    # It sends nothing while the question before this one is answered.
    expect(page.locator("form").filter(has=box).get_by_role("button", name="Ask")).to_be_enabled()
    box.press("Enter")
    expect(page.get_by_role("log").get_by_role("heading", name=question)).to_be_visible()


def label_source(page, document, check):
    """Select a source on its page, and label it."""
    page.keyboard.press("q")
    expect(page.get_by_role("textbox", name="Question about this document")).to_be_focused()
    expect(page.get_by_text("Answers are found on this server. No text is sent elsewhere.")).to_be_visible()
    check(page, "ask-document-new")
    ask(page, QUESTION, field="Question about this document")
    sources = page.get_by_role("list", name="Sources")
    expect(sources).to_be_visible()
    quote = Message.objects.get(role="assistant").sentences[0]["citations"][0]["quote"]
    assert quote in document.revision.text
    check(page, "ask-document")
    sources.get_by_role("link").first.click()
    bar = page.get_by_role("toolbar", name="Selection")
    bar.get_by_role("button", name="Label").click()
    page.get_by_role("combobox", name="Label for the selection").fill("Payment")
    page.keyboard.press("Enter")
    wait_for(page, lambda: Annotation.objects.filter(document=document, label__name="Payment").exists())
    assert Annotation.objects.get(document=document).quote.split() == quote.split()


def go_on(page, document, corpus):
    """Ask again. The conversation is there after a reload."""
    ask(page, "When is it due?", field="Next question")
    wait_for(page, lambda: Message.objects.filter(role="assistant", state="complete").count() == 2)
    page.reload()
    expect(page.get_by_role("log").get_by_role("heading", name=QUESTION)).to_be_visible()
    conversation = Conversation.objects.get()
    assert (conversation.document, conversation.corpus) == (document, corpus)
    page.get_by_role("combobox", name="Conversation").select_option("New conversation")
    expect(page.get_by_role("heading", name="Ask this document")).to_be_visible()


def ask_what_is_not_indexed(page, user, agreement, corpus, settings):
    """Ask before the document is indexed. No model is named, as it is withheld."""
    agreement.revision.passages.all().delete()
    settings.LLM_MODEL, settings.LLM_BASE_URL = "scripted", "https://models.example/v1"
    update_corpus(corpus, actor=user, allows_language_models=False)
    page.goto(f"/d/{agreement.pk}")
    page.get_by_role("button", name="Ask", exact=True).click()
    expect(page.get_by_text("models.example")).to_have_count(0)
    ask(page, "What is the boiling point of water?", field="Question about this document")
    expect(page.get_by_text("The document is not prepared for questions yet.")).to_be_visible()
    ensure(agreement.revision)
    page.get_by_role("button", name="Answer again").click()
    expect(page.get_by_text("These documents do not answer the question.")).to_be_visible()
    page.set_viewport_size({"width": 390, "height": 844})
    wait_for(page, lambda: page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


# proves: S4-48
@pytest.mark.journey
def test_a_document_and_a_passage_are_asked_and_sources_are_labelled(
    signed_in, user, agreement, corpus, settings, check
):
    page, document = signed_in, agreement
    page.goto(f"/d/{document.pk}?c={corpus.pk}")
    page.get_by_role("heading", name=document.title, level=1).wait_for()
    label_source(page, document, check)
    go_on(page, document, corpus)

    drag_over_words(page).get_by_role("button", name="Ask about this passage").click()
    expect(page.get_by_role("button", name="Ask about the whole document")).to_be_visible()
    check(page, "ask-passage")
    ask(page, "What does this mean?", field="Question about this passage")
    assert Conversation.objects.latest("pk").selection != []
    passage = page.get_by_role("region", name="Selected passage")
    expect(passage.get_by_role("link", name=f"{document.title}, page 1")).to_be_visible()
    check(page, "ask-passage-asked")

    ask_what_is_not_indexed(page, user, document, corpus, settings)
