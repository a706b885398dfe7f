"""Suggestions of passages for a label: started in the list of labels, reviewed in the list and in the document."""

import pytest
from playwright.sync_api import expect

from corpuses.annotations.labels.services import create_label
from corpuses.annotations.models import Annotation, Label
from corpuses.annotations.services import AnnotationDraft, annotate
from corpuses.corpora.services import create_corpus
from corpuses.models import CorpusDocument
from corpuses.recommender.tests.test_recommender import place, text_of
from corpuses.search.indexing import ensure
from documents.tests.factories import parsed_document
from tests.e2e.sharing.steps import check_on_phone
from tests.e2e.steps import wait_for
from tests.e2e.test_labels import open_labels

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]


@pytest.fixture
def corpus(user):
    """Create a corpus with fifteen indexed contracts, the clause of ten of which has the label `Law`."""
    corpus = create_corpus(owner=user, title="Contracts")
    create_label(corpus, name="Rent", actor=user)
    for number in range(15):
        document = parsed_document(user, text_of(number))
        CorpusDocument.objects.create(corpus=corpus, document=document, added_by=user)
        ensure(document.revision)
        if number < 10:
            draft = AnnotationDraft(label_name="Law", **place(document))
            annotate(draft, corpus=corpus, document=document, actor=user)
    return corpus


@pytest.fixture
def uploaded(corpus, upload_ready):
    """Upload one more contract, which can be opened."""
    return upload_ready(text_of(15).encode(), corpus=corpus, filename="lease.txt")


def test_passages_are_suggested_and_one_is_accepted_by_a_key(session_page, corpus, uploaded, check):
    page = session_page
    open_labels(page, corpus)
    page.get_by_role("button", name="Suggest passages for Law").click()
    dialog = page.get_by_role("dialog", name="Suggest passages for")
    expect(dialog).to_contain_text("10 examples")
    check(page, "suggest-passages")
    dialog.get_by_role("button", name="Suggest passages").click()
    link = dialog.get_by_role("link", name="6 suggestions to review")
    expect(link).to_be_visible()
    expect(dialog.get_by_text("6 passages suggested.")).to_be_visible()
    check(page, "passages-suggested")
    link.click()
    rows = page.get_by_role("listitem").filter(has_text="% likely")
    expect(rows).to_have_count(6)
    check(page, "suggestions-of-a-label")
    rows.filter(has_text="lease").get_by_role("link").click()
    card = page.get_by_role("region", name="Annotation ")
    expect(card).to_contain_text("% likely")
    page.get_by_role("application").focus()
    page.keyboard.press("a")
    law = Annotation.objects.filter(label=Label.objects.get(name="Law"), source="analyzer")
    wait_for(page, lambda: law.exclude(reviewed=None).filter(document=uploaded).count() == 1)


def test_a_label_with_few_examples_says_how_many_are_needed(session_page, corpus, check):
    page = session_page
    open_labels(page, corpus)
    button = page.get_by_role("button", name="Suggest passages for Rent")
    button.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Suggest passages for")
    start = dialog.get_by_role("button", name="Suggest passages")
    expect(start).to_be_disabled()
    expect(start).to_have_accessible_description("10 examples needed, 0 there.")
    check(page, "suggest-too-few")
    check_on_phone(page, "suggest-too-few-phone", check)
    page.keyboard.press("Escape")
    expect(button).to_be_focused()
