"""The command palette of a document, and keys that users change. More is in `command-palette.test.tsx`."""

import json
import re

import pytest
from playwright.sync_api import Locator, Page, expect

from corpuses.annotations.models import Annotation, Label
from corpuses.corpora.services import create_corpus
from corpuses.models import Corpus
from tests.e2e.keyboard import Keyboard
from tests.e2e.open_document import OpenDocument
from tests.e2e.steps import wait_for

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]


def find_commands(page: Page, keys: Keyboard, check) -> None:
    field = keys.open_commands()
    results = page.get_by_role("listbox", name="Results")
    expect(results.get_by_role("option", name="Fit width", exact=True)).to_have_attribute("aria-keyshortcuts", "w")
    check(page, "commands")
    field.fill("no such command")
    expect(page.get_by_role("status").filter(has_text="No command matches")).to_be_visible()
    # Without text, Backspace leads back to the search of everything.
    field.fill("")
    field.press("Backspace")
    expect(page.get_by_role("combobox", name="Search everything")).to_be_focused()
    page.keyboard.press("Escape")


def label_what_is_selected(opened: OpenDocument, keys: Keyboard) -> None:
    """Commands depend on the selection."""
    page = opened.page
    keys.open_commands().fill("party")
    results = page.get_by_role("listbox", name="Results")
    expect(results.get_by_role("option")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(results).to_have_count(0)
    opened.drag(2, 3)
    keys.run_command("party", "Label: Party")
    wait_for(page, lambda: Annotation.objects.filter(label__name="Party").exists())
    keys.run_command("undo", "Undo")
    wait_for(page, lambda: not Annotation.objects.filter(label__name="Party").exists())


def change_keys(page: Page) -> Locator:
    page.get_by_role("banner").get_by_role("button", name="Search", exact=True).wait_for()
    page.keyboard.press("?")
    page.get_by_role("button", name="Change keys…").click()
    dialog = page.get_by_role("dialog", name="Change keys")
    dialog.wait_for()
    return dialog


def press_new(dialog: Locator, command: str, keys: str) -> None:
    dialog.get_by_role("button", name=f"{command}: ").click()
    expect(dialog.get_by_role("button", name=f"Press the new keys of “{command}”")).to_be_focused()
    dialog.page.keyboard.press(keys)


def use_other_keys(opened: OpenDocument, keys: Keyboard, check) -> None:
    """Change and export keys: they are shown wherever they are named."""
    page = opened.page
    dialog = change_keys(page)
    press_new(dialog, "Fit width", "d")
    expect(dialog.get_by_role("alert")).to_contain_text("Dark paper")
    check(page, "change-keys")
    page.keyboard.press("k")
    expect(dialog.get_by_role("status")).to_contain_text("“Fit width” has the keys k now.")
    press_new(dialog, "Fit page", "Escape")
    expect(dialog.get_by_role("button", name="Fit page: Shift+w. Change")).to_be_visible()
    press_new(dialog, "Label the selection, or relabel the selected annotation, with label 1", "l")
    with page.expect_download() as download:
        dialog.get_by_role("link", name="Export").click()
    assert set(json.loads(download.value.path().read_text())["keys"].values()) == {"k", "l"}
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    # The keys of labels, in the picker and on the pages.
    opened.drag(2, 3)
    page.keyboard.press("Enter")
    expect(page.get_by_role("option", name="Party").locator("kbd")).to_have_text("l")
    page.keyboard.press("Escape")
    expect(opened.pages).to_be_focused()
    page.keyboard.press("1")
    page.keyboard.press("l")
    wait_for(page, lambda: Annotation.objects.filter(label__name="Party").count() == 1)
    # The help, the palette and the page after a reload.
    page.reload()
    expect(opened.canvas).to_be_attached()
    page.keyboard.press("?")
    help_dialog = page.get_by_role("dialog", name="Keyboard shortcuts")
    expect(help_dialog.locator("dl > div").filter(has_text="Fit width").locator("kbd")).to_have_text("k")
    page.keyboard.press("Escape")
    keys.open_commands().fill("fit width")
    option = page.get_by_role("listbox", name="Results").get_by_role("option", name="Fit width", exact=True)
    expect(option).to_have_attribute("aria-keyshortcuts", "k")
    page.keyboard.press("Escape")
    expect(option).to_have_count(0)
    expect(opened.row("Party")).to_be_visible()
    zoom = page.get_by_label("Zoom, in percent")
    fitted = zoom.input_value()
    page.keyboard.press("0")
    expect(zoom).to_have_value("100%")
    page.keyboard.press("w")
    expect(zoom).to_have_value("100%")
    page.keyboard.press("k")
    expect(zoom).to_have_value(fitted)


def run_commands(page: Page, keys: Keyboard, other: Corpus) -> None:
    keys.run_command("rotcl", "Rotate clockwise")
    expect(page.locator('[data-page="1"]')).to_have_attribute("data-turn", "1")
    keys.run_command("rename", "Rename")
    expect(page.get_by_role("dialog").get_by_role("textbox").first).to_be_focused()
    page.keyboard.type("Agreement of the mill")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Agreement of the mill")).to_be_visible()
    keys.run_command("share", "Share")
    expect(page.get_by_role("dialog", name=re.compile("Share"))).to_be_visible()
    page.keyboard.press("Escape")
    keys.run_command("downl", "Download")
    expect(page.get_by_role("menuitem").first).to_be_focused()
    page.keyboard.press("Escape")
    keys.run_command("text pages", "Text instead of pages, and back")
    expect(page.get_by_role("region", name="Text of Agreement of the mill")).to_be_visible()
    keys.run_command("analyz", "Run an analyzer or an action")
    expect(page.get_by_role("dialog", name="Run an analyzer")).to_be_visible()
    page.keyboard.press("Escape")
    keys.run_command("add to", "Add to a corpus")
    dialog = page.get_by_role("dialog", name="Add 1 document")
    dialog.get_by_role("radio", name="Mills").press("Space")
    dialog.get_by_role("button", name="Add 1 document").press("Enter")
    expect(dialog).to_have_count(0)
    wait_for(page, other.documents.exists)


def test_commands_of_a_document_are_found_run_and_get_other_keys(opened: OpenDocument, user, check):
    other = create_corpus(owner=user, title="Mills")
    Label.objects.create(corpus=opened.corpus, name="Party", color="#0b5fff")
    opened.add("Date", 40, 41)
    opened.open()
    page, keys = opened.page, Keyboard(opened.page)
    find_commands(page, keys, check)
    label_what_is_selected(opened, keys)
    use_other_keys(opened, keys, check)
    run_commands(page, keys, other)
    keys.run_command("bin", "Move to the bin")
    expect(page.get_by_role("heading", name="Leases")).to_be_visible()
    wait_for(page, lambda: not opened.corpus.documents.exists())
