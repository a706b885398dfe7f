"""Ask the open document: the answer is marked in its words, selected on its page, and labelled from there."""

import pytest
from playwright.sync_api import expect

from corpuses.annotations.models import Annotation
from corpuses.search.embedding import ensure
from corpuses.services.corpora import add_documents, create_corpus
from tasks.models import Job
from tasks.states import ENDED
from tests.e2e.steps import wait_for

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]


@pytest.fixture
def agreement(signed_in, upload):
    document = upload("hosting-agreement.pdf")
    wait_for(signed_in, lambda: not Job.objects.exclude(state__in=ENDED).exists())
    document.refresh_from_db()
    return document


def test_an_answer_is_selected_on_its_page_and_labelled(signed_in, user, agreement, check):
    page, document = signed_in, agreement
    corpus = create_corpus(owner=user, title="Contracts")
    add_documents(corpus, [document], actor=user)
    ensure(document.revision)
    page.goto(f"/d/{document.pk}?c={corpus.pk}")
    page.get_by_role("heading", name=document.title, level=1).wait_for()
    page.keyboard.press("q")
    field = page.get_by_role("textbox", name="Question about this document")
    expect(field).to_be_focused()
    field.fill("What does the client pay?")
    field.press("Enter")
    expect(field).to_have_value("")
    answers = page.get_by_role("list", name="Answers to “What does the client pay?”")
    quote = answers.locator("mark").first
    expect(quote).to_be_visible()
    marked = quote.text_content()
    assert marked in document.revision.text
    check(page, "ask-document")
    answers.get_by_role("button").first.click()
    bar = page.get_by_role("toolbar", name="Selection")
    bar.get_by_role("button", name="Label").click()
    page.get_by_role("combobox", name="Label for the selection").fill("Payment")
    page.keyboard.press("Enter")
    wait_for(page, lambda: Annotation.objects.filter(document=document, label__name="Payment").exists())
    assert Annotation.objects.get(document=document).quote.split() == marked.split()


# proves: S4-48
def test_what_the_document_does_not_say_has_no_answer(signed_in, agreement, check):
    page, document = signed_in, agreement
    document.revision.passages.all().delete()
    page.goto(f"/d/{document.pk}")
    page.get_by_role("button", name="Ask", exact=True).click()
    field = page.get_by_role("textbox", name="Question about this document")
    field.fill("What is the boiling point of water?")
    field.press("Enter")
    expect(page.get_by_text("This document is not prepared for questions yet.")).to_be_visible()
    page.get_by_role("button", name="Remove this question").click()
    expect(page.get_by_role("heading", name="Ask this document")).to_be_visible()
    ensure(document.revision)
    page.reload()
    page.get_by_role("button", name="Ask", exact=True).click()
    field.fill("What is the boiling point of water?")
    field.press("Enter")
    expect(page.get_by_text("Nothing in this document answers this question.")).to_be_visible()
    check(page, "ask-no-answer")
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
