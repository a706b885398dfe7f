"""Edits of texts: conflicts with another tab, notes and their drafts, titles, labels."""

import pytest
from playwright.sync_api import Locator, Page, expect

from corpuses.annotations.editing import AnnotationChange, delete_annotation, update_annotation
from corpuses.annotations.models import Annotation, Label
from corpuses.annotations.services import AnnotationDraft, annotate
from corpuses.corpora.services import create_corpus
from corpuses.models import Corpus, CorpusShare
from documents.models import Document
from tests.e2e.offline_steps import disconnect
from tests.e2e.sharing.steps import check_on_phone
from tests.e2e.steps import wait_for, wait_until_live
from users.models import User

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]


@pytest.fixture
def corpus(user) -> Corpus:
    return create_corpus(owner=user, title="Leases", description="Of the harbour")


@pytest.fixture
def annotation(live_stack, user, corpus, upload_ready) -> Annotation:
    document = upload_ready("hosting-agreement.pdf", corpus=corpus)
    draft = AnnotationDraft(label_name="Party", start=0, end=7)
    return annotate(draft, corpus=corpus, document=document, actor=user)


@pytest.fixture
def tabs(session_page, corpus) -> tuple[Page, Page]:
    """Open the corpus in two tabs of one browser."""
    tabs = (session_page, session_page.context.new_page())
    for tab in tabs:
        tab.goto(f"/c/{corpus.pk}")
        expect_title(tab, "Leases")
    return tabs


def expect_title(tab: Page, title: str) -> None:
    expect(tab.get_by_role("heading", name=title, exact=True)).to_be_visible()


def open_edit_dialog(tab: Page) -> Locator:
    tab.get_by_role("button", name="Edit", exact=True).click()
    dialog = tab.get_by_role("dialog")
    expect(dialog.get_by_label("Name", exact=True)).to_be_visible()
    return dialog


def save(dialog: Locator, **texts: str) -> None:
    for name, text in texts.items():
        dialog.get_by_label({"name": "Name", "description": "Description, in Markdown"}[name], exact=True).fill(text)
    dialog.get_by_role("button", name="Save", exact=True).click()


def edit_in_both_tabs(tabs: tuple[Page, Page], theirs: str, mine: str) -> Locator:
    """Change the name in both tabs. Return the dialog of the second tab, which shows the conflict."""
    first, second = tabs
    dialog = open_edit_dialog(second)
    save(open_edit_dialog(first), name=theirs)
    expect_title(first, theirs)
    save(dialog, name=mine)
    expect(dialog.get_by_role("alert")).to_contain_text(theirs)
    return dialog


@pytest.mark.journey
def test_conflict_can_be_overwritten(tabs, corpus, check):
    dialog = edit_in_both_tabs(tabs, "Leases of 2026", "Contracts")
    check(tabs[1], "edit-conflict")
    check_on_phone(tabs[1], "edit-conflict-phone", check)
    dialog.get_by_role("button", name="Overwrite").click()
    expect(dialog).to_be_hidden()
    for tab in tabs:
        expect_title(tab, "Contracts")
    corpus.refresh_from_db()
    assert corpus.title == "Contracts"
    dialog = open_edit_dialog(tabs[1])
    dialog.get_by_text("Limits of an answer").click()
    check(tabs[1], "answer-limits")


def fill_dialog(page: Page, opener: str, field: str, text: str, confirm: str) -> None:
    page.get_by_role("button", name=opener, exact=True).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label(field, exact=True).fill(text)
    dialog.get_by_role("button", name=confirm, exact=True).click()
    expect(dialog).to_be_hidden()


def test_titles_notes_and_labels_can_be_changed_and_annotations_are_downloaded(session_page, corpus, annotation, check):
    page = session_page
    page.goto(f"/d/{annotation.document_id}?c={corpus.pk}")
    fill_dialog(page, "Rename", "Title", "Our hosting agreement", "Rename")
    expect_title(page, "Our hosting agreement")
    fill_dialog(page, "Note on Party", "Note, in Markdown", "Ask **Grace** about this one", "Save")
    expect(
        page.get_by_role("complementary", name="Annotations").get_by_text("Ask Grace about this one")
    ).to_be_visible()
    check(page, "document-note")
    wait_for(page, lambda: Document.objects.get().title == "Our hosting agreement")
    wait_for(page, lambda: Annotation.objects.get().note == "Ask **Grace** about this one")
    download_annotations(page, check)
    page.goto(f"/c/{corpus.pk}?tab=labels")
    download_annotations(page, check)
    fill_dialog(page, "Edit Party", "Name", "Signatory", "Save")
    expect(page.get_by_role("list", name="Labels").get_by_text("Signatory")).to_be_visible()
    assert Label.objects.get(corpus=corpus).name == "Signatory"


def download_annotations(page: Page, check) -> None:
    page.get_by_role("button", name="Export annotations").click()
    check(page, "export-annotations")
    with page.expect_download() as download:
        page.get_by_role("menuitem", name="CSV").click()
    assert "Party" in download.value.path().read_text()


def open_note_of_deleted(page: Page, annotation: Annotation, other: User, text: str) -> Locator:
    """Write a note while another user deletes the annotation; return the dialog."""
    page.goto(f"/d/{annotation.document_id}?c={annotation.corpus_id}")
    wait_until_live(page)
    page.get_by_role("button", name="Note on Party").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_label("Note")).to_be_focused()
    dialog.get_by_label("Note").fill(text)
    delete_annotation(annotation, actor=other)
    expect(dialog.get_by_role("alert")).to_contain_text("The annotation was deleted while you were writing.")
    expect(dialog.get_by_label("Note")).to_have_value(text)
    return dialog


def test_the_text_of_a_note_whose_annotation_was_deleted_is_kept_copied_or_discarded(session_page, annotation, check):
    page = session_page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    other = User.objects.create_user("grace", password="correct horse")
    CorpusShare.objects.create(target=annotation.corpus, user=other, role="editor", created_by=annotation.corpus.owner)
    dialog = open_note_of_deleted(page, annotation, other, "The first party")
    page.mouse.click(5, 5)  # beside the dialog
    page.keyboard.press("Escape")
    expect(dialog.get_by_text("Save your changes, or cancel to discard them.")).to_be_visible()
    page.keyboard.press("Control+Enter")  # nothing can be saved
    expect(dialog.get_by_label("Note")).to_have_value("The first party")
    check(page, "note-of-deleted-annotation")
    dialog.get_by_role("button", name="Copy text").click()
    expect(page.get_by_text("Copied.", exact=True)).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == "The first party"
    dialog.get_by_role("button", name="Keep as a new annotation").click()
    expect(dialog).to_be_hidden()
    expect(page.get_by_role("complementary", name="Annotations").get_by_text("The first party")).to_be_visible()
    wait_for(page, lambda: Annotation.objects.filter(note="The first party").exists())
    kept = Annotation.objects.get()
    assert (kept.note, kept.quote, kept.label) == ("The first party", annotation.quote, annotation.label)

    dialog = open_note_of_deleted(page, kept, other, "The second party")
    dialog.get_by_role("button", name="Discard").click()
    expect(dialog).to_be_hidden()
    assert not Annotation.objects.exists()


def open_note(page: Page) -> Locator:
    page.get_by_role("button", name="Note on Party").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_label("Note")).to_be_focused()
    return dialog


def test_the_draft_of_a_note_survives_a_reload_and_overwrites_no_later_change_unseen(
    session_page, user, annotation, check
):
    page = session_page
    page.goto(f"/d/{annotation.document_id}?c={annotation.corpus_id}")
    open_note(page)
    page.keyboard.type("Half of a sen")
    page.reload()
    dialog = open_note(page)
    expect(dialog.get_by_label("Note")).to_have_value("Half of a sen")
    page.keyboard.type("tence")
    expect(dialog.get_by_label("Note")).to_have_value("Half of a sentence")
    check(page, "note-draft")
    dialog.get_by_role("button", name="Discard them").click()
    expect(dialog.get_by_label("Note")).to_have_value("")
    dialog.get_by_label("Note").fill("A whole sentence")
    page.reload()
    dialog = open_note(page)
    expect(dialog.get_by_label("Note")).to_have_value("A whole sentence")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_be_hidden()
    wait_for(page, lambda: Annotation.objects.get().note == "A whole sentence")
    page.reload()
    dialog = open_note(page)
    expect(dialog.get_by_role("button", name="Discard them")).to_be_hidden()

    dialog.get_by_label("Note").fill("Mine")
    annotation.refresh_from_db()
    update_annotation(annotation, AnnotationChange(note="Theirs"), actor=user)
    page.reload()
    dialog = open_note(page)
    dialog.get_by_role("button", name="Save").click()
    expect(dialog.get_by_role("alert")).to_contain_text("Theirs")
    dialog.get_by_role("button", name="Overwrite").click()
    expect(dialog).to_be_hidden()
    wait_for(page, lambda: Annotation.objects.get().note == "Mine")


def test_the_draft_of_a_note_survives_a_lost_connection(session_page, annotation):
    page = session_page
    page.goto(f"/d/{annotation.document_id}?c={annotation.corpus_id}")
    dialog = open_note(page)
    disconnect(page)
    dialog.get_by_label("Note").fill("Written in a tunnel")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_be_hidden()
    expect(page.get_by_text("Offline, 1 change waiting")).to_be_visible()
    annotations = page.get_by_role("complementary", name="Annotations")
    expect(annotations.get_by_text("Written in a tunnel")).to_be_visible()
    dialog = open_note(page)
    expect(dialog.get_by_label("Note")).to_have_value("Written in a tunnel")
    dialog.get_by_label("Note").fill("Half of a sen")
    page.on("dialog", lambda dialog: dialog.accept())
    page.context.set_offline(False)
    page.reload()
    dialog = open_note(page)
    expect(dialog.get_by_label("Note")).to_have_value("Half of a sen")
    dialog.get_by_role("button", name="Cancel").click()
    expect(dialog).to_be_hidden()
    expect(open_note(page).get_by_label("Note")).to_have_value("Written in a tunnel")
    wait_for(page, lambda: Annotation.objects.get().note == "Written in a tunnel")
