"""Steps in the command palette."""

from playwright.sync_api import Locator, Page, expect


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
