"""Access for anonymous users: shared links, public documents and corpora."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from corpuses.annotations.services import AnnotationDraft, annotate
from documents.models import Document, DocumentShare
from documents.tests.factories import parsed_document
from tests.e2e.sharing.steps import check_on_phone, choose, expect_first_page, open_sharing, row_of
from tests.e2e.steps import drag_over_words, let_session_be_old

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]

NOTHING_FOR_EVE = ("Add documents", "Label", "Share", "Access", "Retry", "Upload")


def expect_view_only(eve: Page) -> None:
    for forbidden in NOTHING_FOR_EVE:
        assert eve.get_by_role("button", name=forbidden, exact=True).count() == 0, forbidden


def create_link(ada: Page, dialog: Locator, check) -> str:
    """Create a link for editors. It is not lost by a click outside the dialog, and shown once."""
    dialog.get_by_role("tab", name="Link").click()
    choose(ada, "Role: Viewer", "Editor")
    dialog.get_by_label("Expires").select_option("Expires in 1 week")
    check(ada, "share-link-form")
    dialog.get_by_role("button", name="Create link").click()
    link = dialog.get_by_role("group", name="New link")
    expect(link).to_be_visible()
    ada.mouse.click(5, 450)  # outside the dialog
    ada.keyboard.press("Escape")
    expect(link).to_be_visible()
    link.get_by_role("button", name="Copy link").click()
    expect(dialog.get_by_text("Link copied.")).to_be_visible()
    check(ada, "share-link-created")
    url = ada.evaluate("navigator.clipboard.readText()")
    assert link.locator("code").inner_text() == url
    ada.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    assert url not in ada.content()
    return url


def open_link(eve: Page, url: str, check) -> None:
    eve.goto(url)
    expect(eve.get_by_role("heading", name="Ada Lovelace shared a document with you")).to_be_visible()
    expect(eve.get_by_role("main")).to_contain_text("hosting-agreement")
    expect(eve.get_by_role("main")).to_contain_text("After signing in: Editor")
    check(eve, "shared-link")
    check_on_phone(eve, "shared-link-phone", check)
    eve.get_by_role("button", name="Open document").click()
    expect_first_page(eve)
    check_on_phone(eve, "anonymous-phone", check)
    eve.reload()
    expect_first_page(eve)
    expect(eve.get_by_role("complementary", name="View only")).to_contain_text(
        "View only: you can read, search and download."
    )
    drag_over_words(eve)
    check(eve, "anonymous")
    expect_view_only(eve)
    assert eve.get_by_role("navigation", name="Main").count() == 0


def test_anonymous_user_opens_a_link_with_view_access_until_it_is_withdrawn(ada, new_page, friend, check):
    dialog = open_sharing(ada)
    url = create_link(ada, dialog, check)
    eve = new_page()
    open_link(eve, url, check)
    eve.get_by_role("link", name="Sign in").first.click()
    eve.get_by_label("User name").fill("grace")
    eve.get_by_label("Password").fill("correct horse")
    eve.get_by_role("button", name="Sign in").click()
    expect_first_page(eve)
    eve.get_by_role("button", name="Access").click()
    expect(eve.get_by_role("dialog")).to_contain_text("Editor")

    other = new_page()
    other.goto(url[:-9])
    expect(other.get_by_role("heading", name="This link is incomplete")).to_be_visible()
    check(other, "link-incomplete")
    DocumentShare.objects.update(expires=timezone.now() - timedelta(hours=2))
    other.goto(url)
    expect(other.get_by_role("heading", name="This link has expired")).to_be_visible()
    check(other, "link-expired")
    open_sharing(ada)
    expect(dialog.get_by_role("listitem").filter(has_text="Expired 2 hours ago")).to_be_visible()
    let_session_be_old(ada)
    choose(ada, "Anyone with the link: Editor", "Expires in 1 day")
    confirmation = ada.get_by_role("dialog", name="Confirm that it is you")
    expect(confirmation.get_by_label("Confirm with your password")).to_be_focused()
    ada.keyboard.type("correct horse")
    ada.keyboard.press("Enter")
    expect(dialog.get_by_role("status").filter(has_text="expiry changed")).to_be_visible()
    other.goto(url)
    other.get_by_role("button", name="Open document").click()
    expect_first_page(other)
    late = new_page()
    late.goto(url)
    late.get_by_role("heading", name="Ada Lovelace shared a document with you").wait_for()
    choose(ada, "Anyone with the link: Editor", "Withdraw link")
    check(ada, "share-withdraw")
    ada.get_by_role("button", name="Withdraw link").click()
    expect(dialog.get_by_text("Link withdrawn.")).to_be_visible()
    expect(dialog.get_by_text("Anyone with the link")).to_have_count(0)
    other.reload()
    other.get_by_role("heading", name="Sign in to Cartulary").wait_for()
    late.get_by_role("button", name="Open document").click()
    expect(late.get_by_role("heading", name="This link is no longer valid.")).to_be_visible()
    check(late, "link-withdrawn")


def test_public_document_is_visible_to_everyone_until_it_is_not_public(ada, grace, new_page, check, user, document):
    attachment = parsed_document(user, "The scope of the work.", title="Scope of work")
    Document.objects.filter(pk=attachment.pk).update(parent=document, path="scope.pdf")
    dialog = open_sharing(ada)
    switch = dialog.get_by_role("switch", name="Public")
    switch.click()
    question = ada.get_by_role("alertdialog")
    expect(question).to_contain_text("also without an account")
    expect(question).to_contain_text("Attachments that become visible: “Scope of work”.")
    check(ada, "share-make-public")
    question.get_by_role("button", name="Cancel").click()
    expect(switch).not_to_be_checked()
    switch.click()
    question.get_by_role("button", name="Make public").click()
    dialog.get_by_role("button", name="Copy link").click()
    expect(dialog.get_by_text("Link copied.")).to_be_visible()
    check(ada, "share-public")
    url = ada.evaluate("navigator.clipboard.readText()")
    assert url.endswith(f"/d/{document.pk}")
    ada.keyboard.press("Escape")
    expect(ada.get_by_role("row", name="Select hosting-agreement")).to_contain_text("Public")
    check(ada, "documents-public")
    eve = new_page()
    eve.goto(url)
    expect_first_page(eve)
    expect(eve.get_by_text("Public", exact=True)).to_be_visible()
    check(eve, "anonymous-public")
    # What others publish is only in the list of public documents.
    grace.reload()
    expect(grace.get_by_role("heading", name="No documents yet")).to_be_visible()
    grace.get_by_label("Owner").select_option("Public")
    expect(grace.get_by_role("row", name="Select hosting-agreement")).to_contain_text("by Ada Lovelace")
    open_sharing(ada)
    dialog.get_by_role("switch", name="Public").click()
    expect(dialog.get_by_text("No longer public.")).to_be_visible()
    eve.reload()
    eve.get_by_role("heading", name="Sign in to Cartulary").wait_for()
    dialog.get_by_role("button", name="Undo").click()
    expect(dialog.get_by_role("switch", name="Public")).to_be_checked()


@pytest.mark.journey
def test_anonymous_user_opens_a_corpus_by_a_link(ada, new_page, user, document, corpus, check):
    draft = AnnotationDraft(label_name="Party", start=0, end=10)
    annotate(draft, corpus=corpus, document=document, actor=user)
    ada.goto(f"/c/{corpus.pk}")
    ada.get_by_role("button", name="Share").click()
    dialog = ada.get_by_role("dialog")
    dialog.get_by_role("switch", name="Public").click()
    question = ada.get_by_role("alertdialog")
    expect(question).to_contain_text("It has 1 document, 1 annotation and 1 label now.")
    check(ada, "share-make-corpus-public")
    question.get_by_role("button", name="Cancel").click()
    expect(question).to_have_count(0)
    corpus.refresh_from_db()
    assert not corpus.is_public
    dialog.get_by_role("tab", name="Link").click()
    dialog.get_by_role("button", name="Create link").click()
    url = dialog.get_by_role("group", name="New link").locator("code").inner_text()
    dialog.get_by_role("button", name="Done").click()
    expect(dialog.get_by_role("group", name="New link")).to_have_count(0)
    eve = new_page()
    eve.goto(url)
    eve.get_by_role("button", name="Open corpus").click()
    row_of(eve).wait_for()
    check(eve, "anonymous-corpus")
    expect_view_only(eve)
    eve.get_by_role("tab", name="Search").click()
    eve.get_by_role("searchbox", name="Search in").fill("how much does the client pay for the website")
    eve.keyboard.press("Enter")
    hit = eve.get_by_role("listitem").filter(has_text="$5,000").first
    expect(hit).to_be_visible()
    assert eve.get_by_role("tab", name="Actions").count() == 0  # for members
    eve.get_by_role("tab", name="Documents").click()
    row_of(eve).get_by_role("link", name="hosting").click()
    expect_first_page(eve)
    expect(eve.get_by_role("complementary", name="Annotations")).to_contain_text("Sign in to annotate.")
