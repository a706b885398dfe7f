"""Edit conflicts: a change in another tab is not overwritten unseen."""

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from corpuses.annotations.editing import AnnotationChange, delete_annotation, update_annotation
from corpuses.annotations.models import Annotation, Label
from corpuses.annotations.services import AnnotationDraft, annotate
from corpuses.models import Corpus, CorpusShare
from corpuses.services.corpora import create_corpus
from documents.models import Document
from tests.e2e.offline_steps import disconnect
from tests.e2e.sharing.steps import check_on_phone
from tests.e2e.steps import release, wait_for, wait_until_live
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


def test_conflict_shows_the_current_version_and_own_changes_can_be_discarded(tabs, corpus, check):
    dialog = edit_in_both_tabs(tabs, "Leases of 2026", "Contracts")
    check(tabs[1], "edit-conflict")
    check_on_phone(tabs[1], "edit-conflict-phone", check)
    dialog.get_by_role("button", name="Discard my changes").click()
    expect(dialog).to_be_hidden()
    expect_title(tabs[1], "Leases of 2026")
    corpus.refresh_from_db()
    assert corpus.title == "Leases of 2026"


@pytest.mark.full
def test_conflict_can_be_overwritten(tabs, corpus):
    dialog = edit_in_both_tabs(tabs, "Leases of 2026", "Contracts")
    dialog.get_by_role("button", name="Overwrite").click()
    expect(dialog).to_be_hidden()
    for tab in tabs:
        expect_title(tab, "Contracts")
    corpus.refresh_from_db()
    assert corpus.title == "Contracts"


def test_changes_of_different_fields_do_not_conflict(tabs, corpus):
    first, second = tabs
    dialog = open_edit_dialog(second)
    save(open_edit_dialog(first), name="Leases of 2026")
    expect_title(first, "Leases of 2026")
    save(dialog, description="Of the whole town")
    expect(dialog).to_be_hidden()
    expect_title(second, "Leases of 2026")
    corpus.refresh_from_db()
    assert (corpus.title, corpus.description) == ("Leases of 2026", "Of the whole town")


def test_a_dialog_that_is_opened_again_at_once_shows_what_was_saved(session_page, corpus):
    page = session_page
    held: list[Route] = []
    page.goto(f"/c/{corpus.pk}")
    dialog = open_edit_dialog(page)
    page.route("**/graphql/", lambda route: held.append(route))  # noqa: PLW0108 - Playwright needs a function
    for title in ("Contracts", "Agreements"):
        save(dialog, name=title)
        expect(dialog).to_be_hidden()
        expect_title(page, "Leases")  # the page shows the new one when it has been loaded
        dialog = open_edit_dialog(page)
        expect(dialog.get_by_label("Name", exact=True)).to_have_value(title)
    dialog.get_by_role("button", name="Cancel").click()
    release(page, "**/graphql/", held)
    expect_title(page, "Agreements")
    corpus.refresh_from_db()
    assert corpus.title == "Agreements"


def fill_dialog(page: Page, opener: str, field: str, text: str, confirm: str) -> None:
    page.get_by_role("button", name=opener, exact=True).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label(field, exact=True).fill(text)
    dialog.get_by_role("button", name=confirm, exact=True).click()
    expect(dialog).to_be_hidden()


def test_titles_notes_and_labels_can_be_changed(session_page, corpus, annotation, check):
    page = session_page
    page.goto(f"/d/{annotation.document_id}?c={corpus.pk}")
    fill_dialog(page, "Rename", "Title", "Our hosting agreement", "Rename")
    expect_title(page, "Our hosting agreement")
    fill_dialog(page, "Note on Party", "Note, in Markdown", "Ask **Grace** about this one", "Save")
    expect(
        page.get_by_role("complementary", name="Annotations").get_by_text("Ask Grace about this one")
    ).to_be_visible()
    check(page, "document-note")
    page.goto(f"/c/{corpus.pk}?tab=labels")
    fill_dialog(page, "Edit Party", "Name", "Signatory", "Save")
    expect(page.get_by_role("list", name="Labels").get_by_text("Signatory")).to_be_visible()
    wait_for(page, lambda: Document.objects.get().title == "Our hosting agreement")
    wait_for(page, lambda: Annotation.objects.get().note == "Ask **Grace** about this one")
    assert Label.objects.get(corpus=corpus).name == "Signatory"


def open_note_of_deleted(page: Page, annotation: Annotation) -> Locator:
    """Write a note while another user deletes the annotation; return the dialog."""
    page.goto(f"/d/{annotation.document_id}?c={annotation.corpus_id}")
    wait_until_live(page)
    page.get_by_role("button", name="Note on Party").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_label("Note")).to_be_focused()
    page.keyboard.type("The first party")
    other = User.objects.create_user("grace", password="correct horse")
    CorpusShare.objects.create(target=annotation.corpus, user=other, role="editor", created_by=annotation.corpus.owner)
    delete_annotation(annotation, actor=other)
    expect(dialog.get_by_role("alert")).to_contain_text("The annotation was deleted while you were writing.")
    expect(dialog.get_by_label("Note")).to_have_value("The first party")
    return dialog


def test_the_text_of_a_note_whose_annotation_was_deleted_becomes_a_new_annotation(session_page, annotation, check):
    page = session_page
    dialog = open_note_of_deleted(page, annotation)
    page.mouse.click(5, 5)  # beside the dialog
    page.keyboard.press("Escape")
    expect(dialog.get_by_text("Save your changes, or cancel to discard them.")).to_be_visible()
    page.keyboard.press("Control+Enter")  # nothing can be saved
    expect(dialog.get_by_label("Note")).to_have_value("The first party")
    check(page, "note-of-deleted-annotation")
    dialog.get_by_role("button", name="Keep as a new annotation").click()
    expect(dialog).to_be_hidden()
    expect(page.get_by_role("complementary", name="Annotations").get_by_text("The first party")).to_be_visible()
    wait_for(page, lambda: Annotation.objects.filter(note="The first party").exists())
    kept = Annotation.objects.get()
    assert (kept.note, kept.quote, kept.label) == ("The first party", annotation.quote, annotation.label)


def test_the_text_of_a_note_whose_annotation_was_deleted_is_copied_or_discarded(session_page, annotation):
    page = session_page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    dialog = open_note_of_deleted(page, annotation)
    dialog.get_by_role("button", name="Copy text").click()
    expect(page.get_by_text("Copied.", exact=True)).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == "The first party"
    dialog.get_by_role("button", name="Discard").click()
    expect(dialog).to_be_hidden()
    assert not Annotation.objects.exists()


def open_note(page: Page) -> Locator:
    page.get_by_role("button", name="Note on Party").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_label("Note")).to_be_focused()
    return dialog


def test_the_draft_of_a_note_survives_a_reload_until_it_is_saved(session_page, annotation, check):
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
    expect(open_note(page).get_by_role("button", name="Discard them")).to_be_hidden()


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


def test_a_draft_does_not_overwrite_a_later_change_unseen(session_page, user, annotation):
    page = session_page
    page.goto(f"/d/{annotation.document_id}?c={annotation.corpus_id}")
    open_note(page)
    page.keyboard.type("Mine")
    update_annotation(annotation, AnnotationChange(note="Theirs"), actor=user)
    page.reload()
    dialog = open_note(page)
    dialog.get_by_role("button", name="Save").click()
    expect(dialog.get_by_role("alert")).to_contain_text("Theirs")
    dialog.get_by_role("button", name="Overwrite").click()
    expect(dialog).to_be_hidden()
    wait_for(page, lambda: Annotation.objects.get().note == "Mine")


def test_annotations_are_downloaded_from_the_document_and_the_corpus(session_page, annotation, check):
    page = session_page
    corpus = annotation.corpus_id
    for address in (f"/d/{annotation.document_id}?c={corpus}", f"/c/{corpus}?tab=labels"):
        page.goto(address)
        page.get_by_role("button", name="Export annotations").click()
        check(page, "export-annotations")
        with page.expect_download() as download:
            page.get_by_role("menuitem", name="CSV").click()
        assert "Party" in download.value.path().read_text()


@pytest.mark.parametrize("opener", ["New corpus", "New folder"])
def test_a_dialog_opens_on_its_first_field(session_page, corpus, opener):
    page = session_page
    page.goto("/c" if opener == "New corpus" else f"/c/{corpus.pk}")
    page.get_by_role("button", name=opener).first.click()
    expect(page.get_by_role("dialog").get_by_role("textbox").first).to_be_focused()
    page.keyboard.type("Service agreements of 2026")
    expect(page.get_by_role("dialog").get_by_role("textbox").first).to_have_value("Service agreements of 2026")


def test_the_owner_lowers_the_limits_of_answers(session_page, corpus, check, settings):
    session_page.goto(f"/c/{corpus.pk}")
    dialog = open_edit_dialog(session_page)
    dialog.get_by_text("Limits of an answer").click()
    tokens = dialog.get_by_role("spinbutton", name="Tokens, sent and received")
    expect(tokens).to_have_value("0")
    check(session_page, "answer-limits")
    tokens.fill(str(settings.ANSWER_TOKENS + 1))
    dialog.get_by_role("button", name="Save").click()
    expect(dialog.get_by_text(f"The limit of this installation is {settings.ANSWER_TOKENS:,}")).to_be_visible()
    tokens.fill("50000")
    dialog.get_by_role("spinbutton", name="Cost").fill("0.25")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).not_to_be_visible()
    corpus.refresh_from_db()
    assert (corpus.answer_tokens, float(corpus.answer_cost), corpus.title) == (50_000, 0.25, "Leases")


def test_a_name_that_is_typed_survives_escape_a_click_outside_and_a_reload(session_page, corpus):
    page = session_page
    page.goto("/c")
    page.get_by_role("button", name="New corpus").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name").fill("Harbour")
    dialog.get_by_label("Description (optional)").fill("Of the north")
    page.keyboard.press("Escape")
    page.mouse.click(5, 5)  # beside the dialog
    expect(dialog.get_by_text("Save your changes, or cancel to discard them.")).to_be_visible()
    page.reload()
    page.get_by_role("button", name="New corpus").click()
    expect(dialog.get_by_label("Name")).to_have_value("Harbour")
    expect(dialog.get_by_label("Description (optional)")).to_have_value("Of the north")
    dialog.get_by_role("button", name="Create corpus").click()
    expect_title(page, "Harbour")
    page.goto("/c")
    page.get_by_role("button", name="New corpus").click()
    expect(dialog.get_by_label("Name")).to_have_value("")
    page.keyboard.press("Escape")  # nothing was typed
    expect(dialog).to_be_hidden()


def test_the_new_name_of_a_folder_survives_a_reload(session_page, corpus):
    page = session_page
    page.goto(f"/c/{corpus.pk}")
    page.get_by_role("button", name="New folder").first.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name").fill("Old leases")
    page.keyboard.press("Escape")
    expect(dialog.get_by_text("Save your changes, or cancel to discard them.")).to_be_visible()
    page.reload()
    page.get_by_role("button", name="New folder").first.click()
    expect(dialog.get_by_label("Name")).to_have_value("Old leases")
    dialog.get_by_role("button", name="Cancel").click()
    page.get_by_role("button", name="New folder").first.click()
    expect(dialog.get_by_label("Name")).to_have_value("")
