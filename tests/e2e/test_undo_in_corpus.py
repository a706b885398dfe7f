"""Undo and redo on the page of a corpus, also after a reload: labels, folders, documents and cells."""

import pytest
from playwright.sync_api import Page, expect

from corpuses.annotations.labels import create_label, update_label
from corpuses.annotations.models import Edit, Label
from corpuses.models import Corpus, CorpusShare
from corpuses.services.corpora import add_documents, create_corpus
from corpuses.services.folders import create_folder, move_documents
from documents.tests.factories import parsed_document
from tests.e2e.sharing.steps import choose
from tests.e2e.steps import undo_button, wait_for, wait_for_part, wait_until_live
from users.models import User

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]


@pytest.fixture
def corpus(live_stack, user) -> Corpus:
    corpus = create_corpus(owner=user, title="Leases")
    add_documents(corpus, [parsed_document(user, "The tenant pays rent.", title="Lease")], actor=user)
    for name in ("Party", "Date"):
        create_label(corpus, name=name, actor=user)
    return corpus


def names(corpus: Corpus) -> list[str]:
    return list(Label.objects.filter(corpus=corpus).values_list("name", flat=True))


def open_labels(page: Page, corpus: Corpus) -> None:
    page.goto(f"/c/{corpus.pk}?tab=labels")
    expect(page.get_by_role("list", name="Labels")).to_be_visible()
    wait_for_part(page, "corpus-undo-keys")


def reload(page: Page) -> None:
    page.reload()
    wait_for_part(page, "corpus-undo-keys")


def rename(page: Page, name: str, to: str) -> None:
    page.get_by_role("button", name=f"Edit {name}").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name", exact=True).fill(to)
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_be_hidden()
    expect(page.get_by_role("list", name="Labels")).to_contain_text(to)


def test_the_new_name_of_a_label_is_undone_and_redone_by_keys_after_a_reload(session_page, corpus, check):
    page = session_page
    open_labels(page, corpus)
    rename(page, "Party", "Parties")
    reload(page)
    labels = page.get_by_role("list", name="Labels")
    expect(labels).to_contain_text("Parties")
    page.keyboard.press("Control+z")
    expect(page.get_by_text("Undone: Renamed the label “Party” to “Parties”")).to_be_visible()
    expect(labels).not_to_contain_text("Parties")
    assert names(corpus) == ["Party", "Date"]
    check(page, "corpus-undone")
    reload(page)
    page.keyboard.press("Control+Shift+z")
    expect(labels).to_contain_text("Parties")
    assert names(corpus) == ["Parties", "Date"]


def test_a_merged_label_is_restored(session_page, corpus):
    page = session_page
    open_labels(page, corpus)
    page.get_by_role("button", name="Merge Date").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Into").select_option("Party")
    dialog.get_by_role("button", name="Merge", exact=True).click()
    expect(dialog).to_be_hidden()
    undo_button(page).click()
    expect(page.get_by_role("list", name="Labels")).to_contain_text("Date")
    assert names(corpus) == ["Party", "Date"]


def test_what_another_user_has_changed_since_is_left_and_the_edit_before_it_is_undone(session_page, user, corpus):
    page = session_page
    other = User.objects.create_user("grace", password="correct horse")
    CorpusShare.objects.create(target=corpus, user=other, role="editor", created_by=user)
    open_labels(page, corpus)
    rename(page, "Date", "Day")
    rename(page, "Party", "Parties")
    wait_until_live(page)
    update_label(Label.objects.get(name="Parties"), actor=other, name="Signatories")
    expect(page.get_by_role("list", name="Labels")).to_contain_text("Signatories")
    page.keyboard.press("Control+z")
    expect(page.get_by_text("This was changed again after the edit.")).to_be_visible()
    assert sorted(names(corpus)) == ["Day", "Signatories"]
    page.keyboard.press("Control+z")
    wait_for(page, lambda: sorted(names(corpus)) == ["Date", "Signatories"])


def test_a_move_and_a_removal_are_undone_after_a_reload(session_page, user, corpus):
    page = session_page
    document = corpus.memberships.get().document
    folder = create_folder(corpus, name="Old", actor=user)
    move_documents(corpus, [document], folder=folder, actor=user)
    page.goto(f"/c/{corpus.pk}")
    row = page.get_by_role("row").filter(has_text="Lease")
    choose(page, "More for Lease", "Remove from this corpus")
    # The row is hidden to assistive technology while the menu is open, so its absence alone says nothing.
    expect(page.get_by_text("Removed 1 document from this corpus.")).to_be_visible()
    expect(row).to_have_count(0)
    reload(page)
    page.keyboard.press("Control+z")
    expect(row).to_be_visible()
    assert corpus.memberships.get().folder == folder
    page.keyboard.press("Control+z")
    wait_for(page, lambda: corpus.memberships.get().folder is None)
    assert Edit.objects.filter(is_undone=True).count() == 2


def test_the_message_about_an_edit_closes_when_it_is_undone_otherwise(session_page, corpus):
    page = session_page
    page.goto(f"/c/{corpus.pk}")
    wait_for_part(page, "corpus-undo-keys")
    row = page.get_by_role("row").filter(has_text="Lease")
    choose(page, "More for Lease", "Remove from this corpus")
    undo = undo_button(page, of="Removed 1 document from this corpus.")
    expect(row).to_have_count(0)
    page.keyboard.press("Control+z")
    expect(row).to_be_visible()
    expect(undo).to_have_count(0)


def test_the_message_about_an_archived_label_undoes_that_only(session_page, corpus):
    page = session_page
    open_labels(page, corpus)
    choose(page, "More actions for Party", "Archive")
    undo = undo_button(page, of="Archived “Party”.")
    rename(page, "Date", "Day")
    undo.click()
    wait_for(page, lambda: not Label.objects.exclude(archived=None).exists())
    assert names(corpus) == ["Party", "Day"]
    page.keyboard.press("Control+z")
    wait_for(page, lambda: names(corpus) == ["Party", "Date"])


def test_a_deleted_label_is_undone_before_the_change_that_was_made_before(session_page, corpus):
    page = session_page
    open_labels(page, corpus)
    page.get_by_label("New label").fill("Rent")
    page.get_by_role("button", name="Create label").click()
    labels = page.get_by_role("list", name="Labels")
    expect(labels).to_contain_text("Rent")
    rename(page, "Party", "Parties")
    page.get_by_role("button", name="Delete Date").click()
    message = undo_button(page, of="Moved “Date” to the bin.")
    page.keyboard.press("Control+z")
    expect(page.get_by_text("Undone: Moved the label “Date” to the bin")).to_be_visible()
    expect(message).to_have_count(0)
    assert names(corpus) == ["Parties", "Date", "Rent"]
    page.keyboard.press("Control+z")
    expect(page.get_by_text("Undone: Renamed the label “Party” to “Parties”")).to_be_visible()
    page.keyboard.press("Control+z")
    expect(page.get_by_text("Undone: Created the label “Rent”")).to_be_visible()
    assert names(corpus) == ["Party", "Date"]
    page.keyboard.press("Control+Shift+z")
    expect(labels).to_contain_text("Rent")


def test_edits_of_a_corpus_are_undone_by_buttons_and_in_its_history(session_page, corpus, check):
    page = session_page
    open_labels(page, corpus)
    rename(page, "Date", "Day")
    rename(page, "Party", "Parties")
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(page.get_by_text("Undone: Renamed the label “Party” to “Parties”")).to_be_visible()
    page.get_by_role("button", name="Redo", exact=True).click()
    wait_for(page, lambda: names(corpus) == ["Parties", "Day"])
    page.get_by_role("button", name="History", exact=True).click()
    history = page.get_by_role("dialog", name="History")
    edit = history.get_by_role("listitem").filter(has_text="Renamed the label “Date” to “Day”")
    check(page, "corpus-history")
    edit.get_by_role("button", name="Undo").click()
    expect(edit).to_contain_text("undone")
    assert names(corpus) == ["Parties", "Date"]
    edit.get_by_role("button", name="Redo").click()
    wait_for(page, lambda: names(corpus) == ["Parties", "Day"])


def test_keys_that_undo_what_is_typed_undo_nothing_else(session_page, corpus):
    page = session_page
    open_labels(page, corpus)
    rename(page, "Party", "Parties")
    field = page.get_by_label("New label")
    field.fill("Rent")
    field.press("Control+z")
    page.wait_for_timeout(500)
    assert names(corpus) == ["Parties", "Date"]
