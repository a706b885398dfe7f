"""The command palette, and keys that users change."""

import json
import re

import pytest
from playwright.sync_api import Locator, Page, expect

from corpuses.annotations.models import Annotation, Label
from corpuses.services.corpora import add_documents, create_corpus
from documents.models import Document
from documents.tests.factories import parsed_document
from tests.e2e.open_document import OpenDocument
from tests.e2e.steps import release, wait_for

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]


def open_commands(page: Page) -> Locator:
    page.get_by_role("banner").get_by_role("button", name="Search", exact=True).wait_for()
    page.keyboard.press(">")
    field = page.get_by_role("combobox", name="Find a command")
    expect(field).to_be_focused()
    return field


def run(page: Page, typed: str, command: str) -> None:
    """Run a command of the palette by keyboard: what was typed has it as its first match."""
    field = open_commands(page)
    field.fill(typed)
    first = page.get_by_role("listbox", name="Results").get_by_role("option").first
    expect(first).to_have_accessible_name(command)
    expect(first).to_have_attribute("aria-selected", "true")
    field.press("Enter")
    expect(field).to_have_count(0)


def test_commands_of_a_document_are_found_and_run_by_keyboard(opened: OpenDocument, check):
    opened.add("Party", 2, 3)
    opened.open()
    page = opened.page
    field = open_commands(page)
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
    run(page, "rotcl", "Rotate clockwise")
    expect(page.locator('[data-page="1"]')).to_have_attribute("data-turn", "1")
    run(page, "rename", "Rename")
    expect(page.get_by_role("dialog").get_by_role("textbox").first).to_be_focused()
    page.keyboard.type("Agreement of the mill")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Agreement of the mill")).to_be_visible()
    run(page, "share", "Share")
    expect(page.get_by_role("dialog", name=re.compile("Share"))).to_be_visible()
    page.keyboard.press("Escape")
    run(page, "downl", "Download")
    expect(page.get_by_role("menuitem").first).to_be_focused()
    page.keyboard.press("Escape")
    run(page, "text pages", "Text instead of pages, and back")
    expect(page.get_by_role("region", name="Text of Agreement of the mill")).to_be_visible()


def test_commands_depend_on_the_selection(opened: OpenDocument):
    Label.objects.create(corpus=opened.corpus, name="Party", color="#0b5fff")
    opened.open()
    page = opened.page
    open_commands(page).fill("party")
    results = page.get_by_role("listbox", name="Results")
    expect(results.get_by_role("option")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(results).to_have_count(0)
    opened.drag(2, 3)
    run(page, "party", "Label: Party")
    wait_for(page, lambda: Annotation.objects.filter(label__name="Party").exists())
    run(page, "undo", "Undo")
    wait_for(page, lambda: not Annotation.objects.filter(label__name="Party").exists())


def test_commands_of_a_corpus_and_of_every_page(session_page, user):
    page = session_page
    corpus = create_corpus(owner=user, title="Leases")
    page.goto(f"/c/{corpus.pk}")
    page.get_by_role("heading", name="Leases").wait_for()
    run(page, "new folder", "New folder")
    page.get_by_role("dialog").get_by_label("Name").fill("Mills")
    page.keyboard.press("Enter")
    expect(page.get_by_role("navigation", name="Folders").get_by_text("Mills")).to_be_visible()
    for typed, command, dialog in (
        ("add doc", "Add documents", "Add documents"),
        ("edit corp", "Edit corpus", "Edit corpus"),
        ("delcor", "Delete corpus", "Delete “Leases”?"),
    ):
        run(page, typed, command)
        opened = page.get_by_role("dialog", name=dialog).or_(page.get_by_role("alertdialog", name=dialog))
        expect(opened).to_be_visible()
        page.keyboard.press("Escape")
        expect(opened).to_have_count(0)
    run(page, "show: labels", "Show: Labels")
    expect(page.get_by_role("tab", name="Labels")).to_have_attribute("aria-selected", "true")
    run(page, "new label", "New label")
    expect(page.get_by_label("New label")).to_be_focused()
    page.get_by_role("heading", name="Leases").click()
    run(page, "dark th", "Dark theme")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    run(page, "short", "Keyboard shortcuts")
    shortcuts = page.get_by_role("dialog", name="Keyboard shortcuts")
    expect(shortcuts).to_be_visible()
    page.keyboard.press("Escape")
    expect(shortcuts).to_have_count(0)
    run(page, "deutsch", "Language: Deutsch")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.get_by_role("banner").get_by_role("button", name="Suche", exact=True).wait_for()
    page.keyboard.press(">")
    page.get_by_role("combobox", name="Befehl finden").fill("abmel")
    expect(page.get_by_role("option").first).to_have_accessible_name("Abmelden")
    page.keyboard.press("Enter")
    page.wait_for_url("**/login**")


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


def test_keys_are_changed_and_shown_wherever_they_are_named(opened: OpenDocument, check):
    Label.objects.create(corpus=opened.corpus, name="Party", color="#0b5fff")
    opened.open()
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
    open_commands(page).fill("fit width")
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


def test_keys_are_exported_reset_and_imported(signed_in, tmp_path):
    page = signed_in
    dialog = change_keys(page)
    press_new(dialog, "Find a command", "!")
    expect(dialog.get_by_role("button", name="Find a command: !. Change")).to_be_visible()
    with page.expect_download() as download:
        dialog.get_by_role("link", name="Export").click()
    file = tmp_path / "keys.json"
    download.value.save_as(file)
    assert json.loads(file.read_text()) == {"version": 1, "keys": {"commands": "!"}}
    dialog.get_by_role("button", name="Reset all").click()
    expect(dialog.get_by_role("button", name="Find a command: >. Change")).to_be_visible()
    bad = tmp_path / "bad.json"
    bad.write_text(json.dumps({"version": 1, "keys": {"commands": "?"}}))
    dialog.get_by_label("File of keys").set_input_files(bad)
    expect(dialog.get_by_role("alert")).to_contain_text("? is the key of “Show keyboard shortcuts”")
    dialog.get_by_label("File of keys").set_input_files(file)
    expect(dialog.get_by_role("status")).to_contain_text("in use")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    page.keyboard.press("!")
    expect(page.get_by_role("combobox", name="Find a command")).to_be_focused()


def test_commands_of_a_part_that_is_loaded_later_are_found(signed_in, user):
    page, held = signed_in, []
    corpus = create_corpus(owner=user, title="Leases")
    page.route("**/graphql/", lambda route: held.append(route))  # noqa: PLW0108 - Playwright needs a function
    page.goto(f"/c/{corpus.pk}")
    field = open_commands(page)
    field.fill("edit corp")
    expect(page.get_by_role("listbox", name="Results").get_by_role("option")).to_have_count(0)
    release(page, "**/graphql/", held)
    expect(page.get_by_role("option", name="Edit corpus")).to_be_visible()


def test_the_open_document_is_analyzed_added_and_moved_to_the_bin(opened: OpenDocument, user):
    other = create_corpus(owner=user, title="Mills")
    opened.open()
    page = opened.page
    run(page, "analyz", "Run an analyzer or an action")
    expect(page.get_by_role("dialog", name="Run an analyzer")).to_be_visible()
    page.keyboard.press("Escape")
    run(page, "add to", "Add to a corpus")
    dialog = page.get_by_role("dialog", name="Add 1 document")
    dialog.get_by_role("radio", name="Mills").press("Space")
    dialog.get_by_role("button", name="Add 1 document").press("Enter")
    expect(dialog).to_have_count(0)
    wait_for(page, other.documents.exists)
    run(page, "bin", "Move to the bin")
    expect(page.get_by_role("heading", name="Leases")).to_be_visible()
    wait_for(page, lambda: not opened.corpus.documents.exists())


def test_commands_act_on_the_selected_documents(session_page, user):
    page = session_page
    corpus = create_corpus(owner=user, title="Leases")
    add_documents(corpus, [parsed_document(user, "Rent.", title=f"Lease {number}") for number in range(3)], actor=user)
    page.goto(f"/c/{corpus.pk}")
    page.get_by_role("link", name="Lease 0").press("Space")
    page.get_by_role("link", name="Lease 1").press("Space")
    for typed, command, dialog in (
        ("analyzer on", "Run an analyzer or an action on the selected documents", "Run an analyzer"),
        ("label the sel", "Label the selected documents", "Label 2 documents"),
        ("move the sel fold", "Move the selected documents to a folder", "Move 2 documents"),
        ("add the sel", "Add the selected documents to a corpus", "Add 2 documents"),
        ("sel bin", "Move the selected documents to the bin", ""),
    ):
        run(page, typed, command)
        shown = page.get_by_role("dialog", name=dialog).or_(page.get_by_role("alertdialog", name=dialog))
        expect(shown).to_be_visible()
        page.keyboard.press("Escape")
        expect(shown).to_have_count(0)
    page.goto("/")
    page.get_by_role("link", name="Lease 2").press("Space")
    run(page, "sel bin", "Move the selected documents to the bin")
    wait_for(page, lambda: not Document.objects.filter(title="Lease 2").exists())
