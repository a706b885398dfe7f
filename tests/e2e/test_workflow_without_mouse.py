"""The rest of the workflow without a mouse: label documents, extract, relate, export, share, comment, sign out."""

import pytest
from playwright.sync_api import Locator, Page, expect

from corpuses.annotations.models import Annotation, DocumentLabel, Relation
from corpuses.annotations.services import AnnotationDraft, annotate
from corpuses.comments.models import Thread
from corpuses.corpora.services import add_documents, create_corpus
from corpuses.extracts.models import Cell
from corpuses.models import Corpus, CorpusShare
from documents.tests.factories import parsed_document
from tests.e2e.keyboard import Keyboard, sign_in
from tests.e2e.open_document import OpenDocument
from tests.e2e.steps import wait_for
from users.models import User

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]

TITLE = "Mills"
TEXT = b"Lease\n\nThe tenant pays a rent of 1,250 EUR each month.\n\nThe lease ends on 2027-06-30.\n"


@pytest.fixture
def keys(page: Page) -> Keyboard:
    return Keyboard(page)


@pytest.fixture
def corpus(live_stack, user) -> Corpus:
    return create_corpus(owner=user, title=TITLE)


@pytest.fixture
def grace(db) -> User:
    return User.objects.create_user("grace", "grace@example.org", "correct horse", name="Grace Hopper")


def open_corpus(page: Page, keys: Keyboard, tab: str = "") -> None:
    sign_in(page, keys)
    keys.go_to(TITLE)
    if tab:
        keys.run_command(f"Show: {tab}", f"Show: {tab}")
        keys.expect_focus(page.get_by_role("tab", name=tab))


def open_first(page: Page, keys: Keyboard, title: str) -> None:
    keys.to_content(page.get_by_role("link", name=title, exact=True))
    keys.press("Enter")
    expect(page.locator('[data-page="1"] canvas[data-annotations]')).to_be_attached()
    keys.to_content(page.get_by_role("application"))


# Documents


def test_documents_are_labelled_in_the_list_and_in_the_details(page, keys, user, corpus):
    document = parsed_document(user, "The tenant pays rent.", title="Lease")
    add_documents(corpus, [document], actor=user)
    open_corpus(page, keys)
    row = page.get_by_role("link", name="Lease", exact=True)
    keys.to_content(row)
    keys.press("Space")
    expect(page.get_by_role("button", name="Label 1…")).to_be_visible()
    keys.run_command("label the sel", "Label the selected documents")
    dialog = page.get_by_role("dialog", name="Label 1 document")
    create_label_of_document(page, keys, dialog, "Urgent")
    expect(page.get_by_role("list", name="Labels").get_by_role("listitem")).to_have_text(["Urgent"])
    keys.expect_ring()
    keys.to_content(row)
    keys.press("Enter")
    expect(page.get_by_role("heading", name="Lease", exact=True)).to_be_visible()
    keys.run_command("details", "Details")
    details = page.get_by_role("complementary", name="Details")
    keys.tab_to(details.get_by_role("button", name="Label…"), most=40)
    keys.press("Enter")
    create_label_of_document(page, keys, dialog, "Reviewed")
    expect(details.get_by_role("list", name="Labels").get_by_role("listitem")).to_have_count(2)
    keys.expect_focus(details.get_by_role("button", name="Label…"))
    labels = DocumentLabel.objects.order_by("label__name").values_list("label__name", flat=True)
    wait_for(page, lambda: list(labels.all()) == ["Reviewed", "Urgent"])


def create_label_of_document(page: Page, keys: Keyboard, dialog: Locator, name: str) -> None:
    keys.expect_focus(dialog.get_by_label("Find or create a label"))
    expect(dialog.get_by_role("status")).to_have_count(0)
    keys.write(name)
    keys.press("Enter")
    expect(dialog.get_by_role("checkbox", name=name)).to_be_checked()
    keys.tab_to(dialog.get_by_role("button", name="Save"), most=8)
    keys.press("Enter")
    expect(dialog).to_have_count(0)


def test_annotations_are_related(page, keys, user, corpus, upload_ready):
    document = upload_ready("hosting-agreement.pdf", corpus=corpus)
    open_corpus(page, keys)
    opened = OpenDocument(page, document, corpus, user)
    for label, token in (("Supplier", 10), ("Customer", 13)):
        opened.add(label, token, token)
    open_first(page, keys, "hosting-agreement")
    pages = page.get_by_role("application")
    panel = page.get_by_role("complementary", name="Annotations")
    keys.tab_to(opened.row("Supplier"), most=20)
    keys.press("Enter")
    expect(opened.card).to_contain_text("Supplier")
    keys.to_content(pages)
    keys.press("r")
    expect(page.get_by_role("region", name="New relation")).to_be_visible()
    keys.expect_focus(pages)
    # The first key puts the caret at the selected annotation.
    keys.press("ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "a")
    keys.expect_focus(page.get_by_role("combobox", name="Label of the relation"))
    keys.write("supplies")
    keys.press("Enter")
    wait_for(page, Relation.objects.filter(label__name="supplies").exists)
    keys.expect_focus(pages)
    keys.tab_to(opened.card.get_by_role("button", name="Remove supplies"), most=12)
    keys.press("Enter")
    wait_for(page, lambda: not Relation.objects.exists())
    keys.expect_focus(pages)
    expect(panel).to_be_visible()
    assert Annotation.objects.count() == 2


# Extractions


def test_a_question_is_asked_of_all_documents_and_its_values_are_reviewed(page, keys, corpus, upload_ready):
    upload_ready(TEXT, corpus=corpus, filename="lease.txt")
    open_corpus(page, keys, "Extract")
    start_extraction(page, keys)
    grid = page.get_by_role("grid", name="Values of Rents")
    cell = grid.get_by_role("gridcell").first
    expect(cell).to_contain_text("1,250 EUR")
    keys.expect_ring()
    keys.to_content(grid)
    keys.press("ArrowLeft")
    expect(grid.get_by_role("rowheader")).to_have_attribute("aria-selected", "true")
    keys.press("ArrowRight")
    expect(cell).to_have_attribute("aria-selected", "true")
    keys.press("a")
    wait_for(page, Cell.objects.filter(review="approved").exists)
    keys.expect_focus(grid)
    keys.press("Enter")
    editor = page.get_by_role("textbox", name="Value of Rent")
    keys.expect_focus(editor)
    keys.write("1,300 EUR")
    keys.press("Enter")
    expect(editor).to_have_count(0)
    keys.expect_focus(grid)
    wait_for(page, Cell.objects.filter(review="edited", text__contains="300").exists)
    keys.press("Space")
    source = page.get_by_role("complementary", name="Source")
    expect(source).to_contain_text("How much is the rent?")
    keys.press("Escape")
    expect(source).to_have_count(0)
    keys.expect_focus(grid)


def start_extraction(page: Page, keys: Keyboard) -> None:
    """Ask one question of all documents, with the dialog."""
    keys.tab_to(page.get_by_role("button", name="New extraction"), most=6)
    keys.press("Enter")
    dialog = page.get_by_role("dialog")
    start = dialog.get_by_label("Start from")
    keys.expect_focus(start)
    keys.press("Home")
    expect(start).to_have_value("")
    keys.press("Tab")
    keys.expect_focus(dialog.get_by_label("Name", exact=True))
    keys.write("Rents")
    keys.tab_to(dialog.get_by_label("Name of column 1"), most=6)
    keys.write("Rent")
    keys.tab_to(dialog.get_by_label("Question of column 1"), most=2)
    keys.write("How much is the rent?")
    keys.press("Enter")
    documents = dialog.get_by_label("Documents", exact=True)
    keys.expect_focus(documents.and_(dialog.get_by_role("combobox")))
    run = dialog.get_by_role("button", name="Run on 1 document")
    keys.tab_to(run, most=4)
    keys.press("Enter")
    expect(dialog).to_have_count(0)


# Exports and shares


def test_annotations_are_exported(page, keys, user, corpus):
    document = parsed_document(user, "The tenant pays rent.", title="Lease")
    add_documents(corpus, [document], actor=user)
    annotate(AnnotationDraft(label_name="Party", start=4, end=10), corpus=corpus, document=document, actor=user)
    open_corpus(page, keys, "Annotations")
    button = page.get_by_role("button", name="Export annotations")
    keys.tab_to(button, most=18)
    keys.press("Enter")
    item = page.get_by_role("menuitem", name="JSON lines")
    expect(page.get_by_role("menuitem").first).to_be_focused()
    keys.press_until("ArrowDown", lambda: item.evaluate("element => element === document.activeElement"))
    keys.expect_ring()
    with page.expect_download() as download:
        keys.press("Enter")
    assert download.value.suggested_filename.endswith(".jsonl")
    expect(item).to_have_count(0)
    keys.expect_focus(button)


def test_a_corpus_is_shared_and_the_share_is_removed(page, keys, corpus, grace):
    open_corpus(page, keys)
    button = page.get_by_role("button", name="Share", exact=True)
    keys.tab_to(button, most=6)
    keys.press("Enter")
    dialog = page.get_by_role("dialog", name="Share")
    name = dialog.get_by_label("User name or e-mail")
    keys.expect_focus(name)
    keys.write("grace")
    keys.press("Enter")
    role = dialog.get_by_role("button", name="Grace Hopper: Viewer")
    expect(role).to_be_visible()
    expect(name).to_have_value("")
    keys.expect_focus(name)
    keys.tab_to(role, most=6)
    keys.press("Enter")
    remove = page.get_by_role("menuitem", name="Remove access")
    expect(page.get_by_role("menuitemradio").first).to_be_focused()
    keys.press("End")
    keys.expect_focus(remove)
    keys.press("Enter")
    keys.expect_focus(dialog.get_by_role("button", name="Undo"))
    wait_for(page, lambda: not CorpusShare.objects.exists())
    keys.press("Escape")
    expect(dialog).to_have_count(0)
    keys.expect_focus(button)


# Comments


def test_a_comment_mentions_a_user_is_answered_and_resolved(page, keys, user, corpus, grace):
    CorpusShare.objects.create(target=corpus, user=grace, role="annotator", created_by=user)
    open_corpus(page, keys, "Comments")
    comment = page.get_by_label("Comment on this corpus")
    keys.tab_to(comment, most=4)
    keys.write("Is this right, @gr")
    expect(page.get_by_role("option", name="Grace Hopper @grace")).to_be_visible()
    keys.press("Enter")
    expect(comment).to_have_value("Is this right, @grace ")
    keys.write("?")
    keys.press("Control+Enter")
    thread = page.get_by_role("article").filter(has_text="Is this right")
    expect(thread.get_by_role("button", name="Resolve", exact=True)).to_be_visible()
    expect(comment).to_have_value("")
    keys.expect_focus(comment)
    reply = thread.get_by_label("Reply")
    keys.tab_to(reply, most=6)
    keys.write("Yes.")
    keys.press("Control+Enter")
    expect(thread.get_by_text("Yes.", exact=True)).to_be_visible()
    expect(reply).to_have_value("")
    keys.expect_focus(reply)
    resolve_and_reopen(page, keys, thread)


def resolve_and_reopen(page: Page, keys: Keyboard, thread: Locator) -> None:
    keys.tab_to(thread.get_by_role("button", name="Resolve", exact=True), most=2)
    keys.press("Enter")
    fold = page.get_by_role("button", name="Resolved by")
    keys.expect_focus(fold)
    wait_for(page, Thread.objects.exclude(resolved_at=None).exists)
    keys.press("Enter")
    expect(fold).to_have_attribute("aria-expanded", "true")
    reopen = page.get_by_role("button", name="Reopen")
    keys.tab_to(reopen, most=6)
    keys.press("Enter")
    resolve = page.get_by_role("button", name="Resolve", exact=True)
    keys.expect_focus(resolve)


# Session


def test_signing_out_leads_to_the_first_field_of_the_sign_in_page(page, keys, corpus):
    open_corpus(page, keys)
    menu = page.get_by_role("button", name="Your account")
    keys.tab_to(menu, most=14, key="Shift+Tab")
    keys.press("Enter")
    expect(page.get_by_role("menuitem").first).to_be_focused()
    keys.press("End")
    keys.expect_focus(page.get_by_role("menuitem", name="Sign out"))
    keys.press("Enter")
    page.wait_for_url("**/login**")
    keys.expect_focus(page.get_by_label("User name"))
