"""Copy a corpus in the browser: choose parts, follow the progress, read what was left out."""

import pytest
from playwright.sync_api import expect

from corpuses.annotations.services import AnnotationDraft, annotate
from corpuses.corpora.services import add_documents, create_corpus
from corpuses.models import Corpus, CorpusDocument, CorpusShare
from documents.tests.factories import parsed_document
from users.models import User

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]


@pytest.fixture
def corpus(live_stack, user) -> Corpus:
    """Return a corpus that another user shares, with a document that only that user can see."""
    owner = User.objects.create_user("grace", "grace@example.org")
    corpus = create_corpus(owner=owner, title="Leases")
    document = parsed_document(owner, "The tenant pays rent.", title="Lease")
    add_documents(corpus, [document], actor=owner)
    annotate(AnnotationDraft(label_name="Party", start=4, end=10), corpus=corpus, document=document, actor=owner)
    hidden = parsed_document(User.objects.create_user("eve", "eve@example.org"), "Hidden.", title="Hidden")
    CorpusDocument.objects.create(corpus=corpus, document=hidden, added_by=owner)
    CorpusShare.objects.create(target=corpus, user=user, role="viewer", created_by=owner)
    return corpus


def test_a_corpus_is_copied_with_its_annotations_and_what_is_missing_is_said(session_page, corpus, check):
    page = session_page
    page.goto(f"/c/{corpus.pk}")
    page.get_by_role("button", name="Copy", exact=True).click()
    dialog = page.get_by_role("dialog", name="Copy “Leases”")
    expect(dialog.get_by_label("Name")).to_have_value("Copy of Leases")
    expect(dialog.get_by_label("Name")).to_be_focused()
    dialog.get_by_role("checkbox", name="Labels", exact=True).uncheck()
    expect(dialog.get_by_role("checkbox", name="Annotations")).not_to_be_checked()
    dialog.get_by_role("checkbox", name="Annotations").check()
    expect(dialog.get_by_role("checkbox", name="Labels", exact=True)).to_be_checked()
    check(page, "copy-corpus")
    dialog.get_by_label("Name").fill("My leases")
    page.keyboard.press("Enter")

    expect(page.get_by_role("heading", name="My leases")).to_be_visible()
    expect(page.get_by_role("link", name="Lease", exact=True)).to_be_visible()
    expect(page.get_by_text("1 document was left out, because you have no access to it.")).to_be_visible()
    expect(page.get_by_role("button", name="Stop copying")).to_have_count(0)
    check(page, "copied-corpus")
    page.get_by_role("tab", name="Annotations").click()
    expect(page.get_by_role("main").get_by_text("tenant").first).to_be_visible()
    page.get_by_role("main").get_by_role("link", name="Leases", exact=True).click()
    expect(page.get_by_role("heading", name="Leases", exact=True)).to_be_visible()
    expect(page.get_by_text("left out")).to_have_count(0)
