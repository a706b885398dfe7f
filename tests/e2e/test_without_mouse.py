"""From signing in to an annotated document without a mouse: only keys, and the focus is always visible."""

import re

import pytest
from playwright.sync_api import Page, expect

from conftest import DEMO
from corpuses.annotations.models import Annotation
from corpuses.models import Corpus
from documents.models import Document
from tests.e2e.keyboard import Keyboard, sign_in
from tests.e2e.open_document import OpenDocument
from tests.e2e.steps import HOSTING_TITLE, wait_for

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]

FILE = "hosting-agreement.pdf"


@pytest.fixture
def keys(page: Page) -> Keyboard:
    return Keyboard(page)


def create_corpus(page: Page, keys: Keyboard) -> Corpus:
    keys.go_to("Corpora")
    keys.tab_to(page.get_by_role("button", name="New corpus").first, most=4)
    keys.press("Enter")
    keys.expect_focus(page.get_by_role("dialog").get_by_label("Name"))
    keys.write("Hosting contracts")
    keys.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_role("heading", name="Hosting contracts")).to_be_visible()
    keys.expect_ring()
    return Corpus.objects.get(title="Hosting contracts")


def upload(page: Page, keys: Keyboard) -> Document:
    """Upload a file: only the chooser of the system is not ours."""
    keys.tab_to(page.get_by_role("button", name="Upload", exact=True), most=14, key="Shift+Tab")
    chooser = keys.choose_file("Enter")
    chooser.set_files(DEMO / FILE)
    expect(page.get_by_role("row").filter(has_text=HOSTING_TITLE).get_by_text("Ready")).to_be_visible()
    return Document.objects.select_related("revision").get()


def open_first(page: Page, keys: Keyboard) -> None:
    """Open a document of the list, and go to its pages."""
    keys.to_content(page.get_by_role("link", name=HOSTING_TITLE, exact=True))
    keys.press("End", "Home", "ArrowDown", "ArrowUp", "Enter")
    expect(page.locator('[data-page-raster="1"] canvas')).to_be_visible()
    expect(page.locator('[data-page="1"] canvas[data-annotations]')).to_be_attached()
    keys.to_content(page.get_by_role("application"))


def label_words(page: Page, keys: Keyboard) -> None:
    keys.press("ArrowDown", "ArrowRight", "Shift+ArrowRight", "Shift+ArrowRight", "Enter")
    keys.expect_focus(page.get_by_role("combobox", name="Label for the selection"))
    keys.write("Party")
    keys.press("Enter")
    wait_for(page, lambda: Annotation.objects.filter(label__name="Party").count() == 1)
    keys.expect_focus(page.get_by_role("application"))


def write_note(page: Page, keys: Keyboard) -> None:
    keys.press("n")
    keys.expect_focus(page.get_by_role("dialog").get_by_role("textbox"))
    keys.write("Ask the client.")
    keys.press("Control+Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    wait_for(page, lambda: Annotation.objects.get(label__name="Party").note == "Ask the client.")
    keys.expect_focus(page.get_by_role("application"))


def undo_and_redo(page: Page, keys: Keyboard) -> None:
    keys.press("Control+z", "Control+z")
    wait_for(page, lambda: not Annotation.objects.filter(label__name="Party").exists())
    keys.expect_focus(page.get_by_role("application"))
    keys.press("Control+Shift+z", "Control+Shift+z")
    wait_for(page, lambda: Annotation.objects.filter(label__name="Party", note="Ask the client.").exists())
    keys.expect_focus(page.get_by_role("application"))


def accept_suggestion(page: Page, keys: Keyboard) -> None:
    panel = page.get_by_role("complementary", name="Annotations")
    expect(panel.get_by_text("Suggested", exact=True)).to_have_count(1)
    keys.press("s")
    expect(page.get_by_role("region", name="Annotation ")).to_contain_text("Suggested")
    keys.press("a")
    wait_for(page, lambda: Annotation.objects.filter(label__name="Fee").exclude(reviewed=None).exists())
    keys.expect_focus(page.get_by_role("application"))


def find_words(page: Page, keys: Keyboard) -> None:
    """Find words in the document, and come back to its pages."""
    keys.press("/")
    keys.expect_focus(page.get_by_role("textbox", name="Find in this document"))
    keys.write("website")
    keys.press("Enter")
    expect(page.get_by_text(re.compile(r"^1 of \d+"))).to_be_visible()
    keys.press("Escape")
    keys.expect_focus(page.get_by_role("application"))


def back_to_list(page: Page, keys: Keyboard) -> None:
    """Go to the corpus by its name, and to the first row of its list."""
    keys.press("Control+k")
    keys.expect_focus(page.get_by_role("combobox", name="Search everything"))
    keys.write("Hosting contracts")
    option = page.get_by_role("group", name="Corpora").get_by_role("option", name="Hosting contracts")
    expect(option).to_be_visible()
    keys.press_until("ArrowDown", lambda: option.get_attribute("aria-selected") == "true")
    keys.press("Enter")
    expect(page.get_by_role("heading", name="Hosting contracts")).to_be_visible()
    keys.to_content(page.get_by_role("link", name=HOSTING_TITLE, exact=True))


def test_a_document_is_uploaded_and_annotated_without_a_mouse(page, keys, user):
    sign_in(page, keys)
    corpus = create_corpus(page, keys)
    document = upload(page, keys)
    keys.tab_stops = 0
    open_first(page, keys)
    label_words(page, keys)
    assert keys.tab_stops <= 6, "from the list to a labelled word"
    write_note(page, keys)
    undo_and_redo(page, keys)
    OpenDocument(page, document, corpus, user).suggest("Fee", 40)
    accept_suggestion(page, keys)
    find_words(page, keys)
    back_to_list(page, keys)
