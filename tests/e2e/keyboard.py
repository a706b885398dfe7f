"""Keyboard of a user without a mouse: the focus has to be visible wherever it is, and is never lost."""

from collections.abc import Callable

from playwright.sync_api import FileChooser, Locator, Page, expect

from tests.timeouts import PATIENCE

# The ring of the focus is at the control, or at what is drawn around it: a row, a field with its icon.
RING = """() => {
    const drawn = (element) => [undefined, '::before', '::after'].some((part) => {
        const style = getComputedStyle(element, part);
        return (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== 'none';
    });
    const control = document.activeElement;
    if (!control || control === document.body) return 'nothing has the focus';
    const around = [control, control.parentElement, control.parentElement?.parentElement];
    return around.some((each) => each && drawn(each)) ? '' : `no ring: ${control.outerHTML.slice(0, 200)}`;
}"""

# The button of a menu is replaced when the menu has been loaded; between the two nothing has the focus.
SETTLED = """() => {
    const { activeElement, body } = document;
    return activeElement !== body && !activeElement.matches('[aria-haspopup=menu]:not([data-state])');
}"""


class Keyboard:
    """Press keys on a page, and check the focus after each step."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.tab_stops = 0

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def press_until(self, key: str, condition: Callable[[], bool], *, most: int = 8) -> None:
        for _ in range(most):
            if condition():
                return
            self.press(key)
        raise AssertionError(f"Not reached with {most} presses of {key}")

    def write(self, text: str) -> None:
        self.page.keyboard.type(text)

    def expect_focus(self, target: Locator) -> None:
        """Wait until a control has the focus, and a ring."""
        expect(target).to_be_focused()
        self.expect_ring()

    def expect_ring(self) -> None:
        """Wait until something has the focus, and a ring."""
        for _ in range(int(PATIENCE * 10)):
            problem = self.page.evaluate(RING)
            if not problem:
                return
            self.page.wait_for_timeout(100)
        raise AssertionError(problem)

    def tab_to(self, target: Locator, *, most: int, key: str = "Tab") -> None:
        """Press Tab until a control has the focus, not more often than a user would accept."""
        expect(target).to_be_visible()
        for _ in range(most + 1):
            if target.evaluate("element => element === document.activeElement"):
                return self.expect_ring()
            self.press(key)
            self.tab_stops += 1
            self.page.wait_for_function(SETTLED)
        focused = self.page.evaluate("document.activeElement.outerHTML.slice(0, 200)")
        raise AssertionError(f"Not reached with {most} presses of {key}; the focus is at {focused}")

    def choose_file(self, *keys: str) -> FileChooser:
        with self.page.expect_file_chooser() as chooser:
            self.press(*keys)
        return chooser.value

    def to_content(self, target: Locator) -> None:
        """Go to what the page is for by one key, once it is there."""
        expect(target).to_be_visible()
        self.press("F6")
        self.expect_focus(target)

    def open_commands(self) -> Locator:
        """Open the command palette; return its field."""
        # Only a page that is there listens to keys.
        self.page.get_by_role("banner").get_by_role("button", name="Search", exact=True).wait_for()
        self.press(">")
        field = self.page.get_by_role("combobox", name="Find a command")
        self.expect_focus(field)
        return field

    def run_command(self, typed: str, command: str) -> None:
        """Run a command of the command palette: what was typed has it as its first match."""
        field = self.open_commands()
        self.write(typed)
        first = self.page.get_by_role("listbox", name="Results").get_by_role("option").first
        expect(first).to_have_accessible_name(command)
        expect(first).to_have_attribute("aria-selected", "true")
        self.press("Enter")
        expect(field).to_have_count(0)

    def go_to(self, name: str) -> None:
        """Go to a page or an object by its name, with the search of everything."""
        self.press("Control+k")
        self.expect_focus(self.page.get_by_role("combobox", name="Search everything"))
        self.write(name)
        option = self.page.get_by_role("option", name=name, exact=True)
        expect(option).to_be_visible()
        self.press_until("ArrowDown", lambda: option.get_attribute("aria-selected") == "true")
        self.press("Enter")
        expect(option).to_have_count(0)
        expect(self.page.get_by_role("heading", name=name, exact=True)).to_be_visible()
        self.expect_ring()


def sign_in(page: Page, keys: Keyboard) -> None:
    """Sign in as Ada, from the first page."""
    page.goto("/")
    keys.tab_to(page.get_by_label("User name"), most=3)
    keys.write("ada")
    keys.press("Tab")
    keys.expect_focus(page.get_by_label("Password"))
    keys.write("correct horse")
    keys.press("Enter")
    expect(page.get_by_role("heading", name="Documents", exact=True)).to_be_visible()
    keys.expect_ring()
