"""Edits without a connection whose document is not open any more: every page sends them, and shows those that wait."""

import pytest
from playwright.sync_api import Page, expect

from corpuses.comments.models import Comment
from corpuses.corpora.services import add_documents, create_corpus
from corpuses.models import Corpus, CorpusShare
from documents.models import Document
from documents.tests.factories import parsed_document
from tests.e2e.offline_steps import changes_waiting, connect, disconnect, open_panel, refuse_changes
from tests.e2e.steps import wait_for
from users.models import User

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]

TEXT = "Is the rent due?"


@pytest.fixture
def corpus(live_stack, user) -> Corpus:
    """Share the corpus of another user, so that the permission can be lost."""
    owner = User.objects.create_user("grace", "grace@example.org", "correct horse")
    corpus = create_corpus(owner=owner, title="Leases")
    CorpusShare.objects.create(target=corpus, user=user, role="annotator", created_by=owner)
    return corpus


@pytest.fixture
def document(corpus) -> Document:
    document = parsed_document(corpus.owner, "The tenant pays rent.", title="Lease")
    add_documents(corpus, [document], actor=corpus.owner)
    return document


@pytest.fixture
def page(signed_in: Page, corpus, document) -> Page:
    """Return the page of a document with a comment that was written without a connection."""
    page = signed_in
    page.on("dialog", lambda dialog: dialog.accept())
    comment = open_panel(page, document, corpus, "Comments").get_by_label("Comment on this document")
    expect(comment).to_be_visible()
    disconnect(page)
    comment.fill(TEXT)
    comment.press("Control+Enter")
    expect(changes_waiting(page, 1)).to_be_visible()
    return page


def stored() -> list[str]:
    return [each.text for each in Comment.objects.all()]


def test_other_pages_show_what_waits_and_send_it(page: Page, check):
    page.get_by_role("link", name="Cartulary, home").click()
    badge = page.get_by_role("button", name="1 change in 1 document waiting")
    badge.click()
    dialog = page.get_by_role("dialog", name="Changes that are not saved yet")
    expect(dialog.get_by_role("link", name="Lease")).to_be_visible()
    expect(dialog).to_contain_text("1 change waits for the connection")
    check(page, "edits-elsewhere")
    connect(page)
    wait_for(page, lambda: stored() == [TEXT])
    expect(dialog).to_be_hidden()
    expect(badge).to_have_count(0)


def test_a_later_visit_sends_what_a_closed_tab_has_left(page: Page):
    page.route("**/*", refuse_changes)
    context = page.context
    other = context.new_page()
    page.close()
    context.set_offline(False)
    other.goto("/c")
    wait_for(other, lambda: stored() == [TEXT])
    expect(other.get_by_text("1 change")).to_have_count(0)
    other.reload()
    other.wait_for_timeout(1_000)
    assert stored() == [TEXT]


def test_what_the_server_rejects_is_shown_on_every_page(page: Page, document):
    CorpusShare.objects.update(role="viewer")
    page.get_by_role("link", name="Cartulary, home").click()
    connect(page)
    badge = page.get_by_role("button", name="1 change in 1 document not saved")
    badge.click()
    dialog = page.get_by_role("dialog", name="Changes that are not saved yet")
    dialog.get_by_role("link", name="Lease").click()
    page.get_by_role("button", name="1 change not saved").click()
    dialog = page.get_by_role("dialog", name="Changes that were not saved")
    expect(dialog).to_contain_text("You do not have permission")
    expect(badge).to_have_count(0)


def test_edits_of_a_document_that_is_no_longer_shared_can_be_discarded(page: Page):
    CorpusShare.objects.all().delete()
    context = page.context
    other = context.new_page()
    page.close()
    context.set_offline(False)
    other.goto("/c")
    badge = other.get_by_role("button", name="1 change in 1 document not saved")
    badge.click()
    dialog = other.get_by_role("dialog", name="Changes that are not saved yet")
    dialog.get_by_role("button", name="Discard what was not saved").click()
    expect(dialog).to_be_hidden()
    expect(badge).to_have_count(0)
    assert stored() == []


def test_signing_out_asks_before_it_discards_edits(page: Page):
    page.route("**/*", refuse_changes)
    page.context.set_offline(False)
    page.goto("/c")
    page.get_by_role("button", name="Your account").click()
    page.get_by_role("menuitem", name="Sign out").click()
    dialog = page.get_by_role("alertdialog", name="Sign out and lose changes?")
    expect(dialog).to_contain_text("1 change of a document is not saved yet")
    dialog.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("button", name="Your account")).to_be_visible()
    page.get_by_role("button", name="Your account").click()
    page.get_by_role("menuitem", name="Sign out").click()
    dialog.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("heading", name="Sign in to Cartulary")).to_be_visible()
    connect(page)
    page.wait_for_timeout(5_000)  # longer than the pause before an edit is sent again
    assert page.evaluate("Object.keys(localStorage).filter(name => name.includes('edits:'))") == []
    assert stored() == []
