"""The bin: deletions can be undone, what is in the bin can be restored or removed.

Corpora and labels are deleted in `delete-corpus.test.tsx`.
"""

import pytest
from playwright.sync_api import Locator, Page, expect

from corpuses.annotations.labels.services import create_label, delete_label
from corpuses.annotations.models import Label
from corpuses.corpora.services import create_corpus, delete_corpus
from corpuses.models import Corpus
from documents.models import Document
from tests.e2e.sharing.steps import check_on_phone, row_of
from tests.e2e.steps import undo_button, wait_for, wait_until_live
from users.models import User
from users.sharing.services import ShareRequest, create_share

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]


@pytest.fixture
def corpus(user) -> Corpus:
    return create_corpus(owner=user, title="Leases")


@pytest.fixture
def document(signed_in, corpus, upload_ready) -> Document:
    document = upload_ready("hosting-agreement.pdf", corpus=corpus)
    expect(row_of(signed_in).get_by_text("Ready")).to_be_visible()
    return document


def delete_document(page: Page) -> None:
    page.get_by_role("button", name="More for hosting-agreement").click()
    page.get_by_role("menuitem", name="Delete").click()
    expect(page.get_by_text("Moved “hosting-agreement” to the bin.", exact=True)).to_be_visible()
    expect(row_of(page)).to_have_count(0)


def open_bin(page: Page) -> Locator:
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Bin").click()
    page.get_by_role("heading", name="Bin", exact=True).wait_for()
    return page.get_by_role("region", name="Items in the bin")


def restore(page: Page, document: Document, corpus: Corpus) -> None:
    """Restore the document to its corpus by keyboard."""
    row = row_of(page)
    row.get_by_role("button", name="Restore").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Restored “hosting-agreement”.", exact=True)).to_be_visible()
    expect(row).to_have_count(0)
    page.get_by_role("button", name="Open", exact=True).click()
    page.wait_for_url(f"**/d/{document.pk}*")
    page.goto(f"/c/{corpus.pk}")
    expect(row_of(page).get_by_text("Ready")).to_be_visible()


def delete_permanently(page: Page, check) -> None:
    page.goto("/usage")
    expect(page.get_by_text("of it is in the bin")).to_be_visible()
    check(page, "usage-with-bin")
    items = open_bin(page)
    row_of(items).get_by_role("button", name="permanently").click()
    expect(page.get_by_role("alertdialog")).to_contain_text("This cannot be undone.")
    check(page, "bin-purge")
    page.get_by_role("button", name="Delete permanently", exact=True).click()
    expect(row_of(items)).to_have_count(0)
    row_of(items, "A corpus whose name").get_by_role("button", name="permanently").click()
    page.get_by_role("button", name="Delete permanently", exact=True).click()
    expect(page.get_by_role("heading", name="The bin is empty")).to_be_visible()
    check(page, "bin-empty")
    assert not Document.with_deleted.exists()
    assert Corpus.with_deleted.filter(title__startswith="A corpus whose").count() == 0


def empty_bin(page: Page, check) -> None:
    """Empty the bin, in the background; what others deleted stays."""
    page.get_by_label("Kind").select_option("Folders")
    expect(page.get_by_role("heading", name="Nothing of this kind in the bin")).to_be_visible()
    page.get_by_role("button", name="Clear filter").click()
    page.get_by_role("button", name="Empty bin").click()
    dialog = page.get_by_role("alertdialog")
    expect(dialog).to_contain_text("in the background. This cannot be undone.")
    expect(dialog).to_contain_text("2 items that other users deleted in shared corpora stay in the bin.")
    check(page, "bin-emptying")
    dialog.get_by_role("button", name="Empty bin").click()
    expect(page.get_by_text("The bin is being emptied.", exact=True)).to_be_visible()


def delete_labels_of_others(user: User, other_user: User) -> None:
    """Delete three labels of a shared corpus, one of them as the user."""
    shared = create_corpus(owner=other_user, title="Shared")
    create_share(shared, ShareRequest(user=user.username, role="editor"), actor=other_user)
    for number, actor in enumerate([user, other_user, other_user]):
        delete_label(create_label(shared, name=f"Label {number}", actor=other_user), actor=actor)


@pytest.mark.journey
def test_documents_are_deleted_restored_and_removed(signed_in, user, other_user, document, corpus, check):
    page = signed_in
    delete_document(page)
    assert not Document.objects.exists()
    undo_button(page).click()
    expect(row_of(page).get_by_text("Ready")).to_be_visible()
    assert Document.objects.get() == document
    delete_document(page)
    row = row_of(open_bin(page))
    expect(row).to_contain_text("by you")
    expect(row).to_contain_text("in 30 days")
    wait_until_live(page)
    other = create_corpus(owner=user, title="A corpus whose name is far too long for a phone, and for the table")
    delete_corpus(other, actor=user)
    expect(row_of(page, "A corpus whose name")).to_be_visible()
    check(page, "bin")
    check_on_phone(page, "bin-phone", check)
    restore(page, document, corpus)
    page.goto("/")
    delete_document(page)
    delete_permanently(page, check)
    delete_labels_of_others(user, other_user)
    page.reload()
    expect(row_of(page, "Label 0")).to_be_visible()
    empty_bin(page, check)
    wait_for(page, lambda: Label.with_deleted.count() == 2)
