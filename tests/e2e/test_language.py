"""The language of the screens: it is chosen in a menu, German is complete, and no text is left untranslated."""

import pytest
from playwright.sync_api import expect

from benchmarks.ui.translation import DataOfResponses, untranslated, use_pseudo_locale
from corpuses.models import Corpus
from documents.models import Document
from tasks.models import Job
from tests.e2e.conftest import SETTLED, sign_in
from tests.e2e.keyboard import Keyboard
from tests.e2e.steps import wait_for
from users.models import User

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]

PATHS = (
    "/",
    "/c",
    "/ask",
    "/jobs",
    "/bin",
    "/notifications",
    "/operations",
    "/account",
    "/usage",
    "/teams",
    "/graphql",
    "/help",
    "/nowhere",
)
TABS = (
    "documents",
    "search",
    "ask",
    "annotations",
    "obligations",
    "similar",
    "extract",
    "analyze",
    "comments",
    "actions",
    "labels",
    "log",
)
ACCOUNT_TABS = ("security", "activity", "tokens", "invitations")
OPERATIONS_TABS = ("failures", "workers", "tenants", "files")


def add_sample(page):
    page.get_by_role("button", name="Add sample documents").click()
    wait_for(page, lambda: Document.objects.filter(backend_lock=False).count() == 5)
    wait_for(page, lambda: Corpus.objects.filter(title="Sample agreements").exists())
    return Corpus.objects.get(title="Sample agreements")


def test_the_language_is_that_of_the_browser_or_of_the_account_or_chosen(chromium, live_stack, page, user, check):
    context = chromium.new_context(base_url=live_stack.url, locale="de-AT")
    german = context.new_page()
    german.goto("/")
    expect(german.get_by_role("button", name="Anmelden")).to_be_visible()
    context.close()
    User.objects.update(language="de")
    page.goto("/")
    page.get_by_label("User name").fill("ada")
    page.get_by_label("Password").fill("correct horse")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="Dokumente", exact=True)).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    check(page, "german")
    page.get_by_role("navigation").get_by_role("link", name="Korpora").click()
    expect(page).to_have_title("Korpora · Cartulary")
    page.reload()
    expect(page.get_by_role("heading", name="Korpora", exact=True)).to_be_visible()
    page.goto("/account")
    page.get_by_role("combobox", name="Sprache").select_option("English")
    expect(page.get_by_role("heading", name="Your account")).to_be_visible()
    wait_for(page, lambda: User.objects.get(username="ada").language == "en")
    keys = Keyboard(page)
    keys.run_command("dark th", "Dark theme")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    keys.run_command("deutsch", "Language: Deutsch")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.get_by_role("button", name="Design und Sprache").click()
    page.get_by_role("menuitemradio", name="English").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.reload()
    expect(page.get_by_role("heading", name="Your account")).to_be_visible()
    page.get_by_role("button", name="Theme and language").click()
    page.get_by_role("menuitemradio", name="Deutsch").click()
    page.get_by_role("banner").get_by_role("button", name="Suche", exact=True).wait_for()
    page.keyboard.press(">")
    page.get_by_role("combobox", name="Befehl finden").fill("abmel")
    expect(page.get_by_role("option").first).to_have_accessible_name("Abmelden")
    page.keyboard.press("Enter")
    page.wait_for_url("**/login**")


def states_of(page, corpus):
    """Go through the pages, with their menus and some dialogs; yield the name of each state."""
    document = corpus.documents.get(title="Hosting agreement")
    tabs = {"/account": ACCOUNT_TABS, "/operations": OPERATIONS_TABS, f"/c/{corpus.pk}": TABS}
    paths = [*PATHS, *(f"{path}?tab={tab}" for path, names in tabs.items() for tab in names)]
    for path in [*paths, f"/d/{document.pk}?c={corpus.pk}", f"/d/{document.pk}/compare", "/search?q=rent"]:
        page.goto(path)
        page.wait_for_load_state("networkidle")
        page.evaluate(SETTLED)
        yield path
        menus = page.locator("main [aria-haspopup=menu], header [aria-haspopup=menu]")
        for number in range(min(menus.count(), 6)):
            if menus.nth(number).is_visible():
                menus.nth(number).click()
                page.get_by_role("menu").wait_for()
                yield f"{path}, menu {number}"
                page.keyboard.press("Escape")
                page.get_by_role("menu").wait_for(state="detached")
    for key, name in (("?", "keys"), ("Control+k", "search")):
        page.goto("/")
        page.wait_for_load_state("networkidle")  # only a page that is there listens to keys
        page.evaluate(SETTLED)
        page.keyboard.press(key)
        page.get_by_role("dialog").wait_for()
        page.evaluate(SETTLED)
        yield name


@pytest.mark.long
def test_no_text_is_left_untranslated_and_pages_fit_from_right_to_left(page, user, check):
    User.objects.update(is_staff=True, is_superuser=True)
    sign_in(page)
    corpus = add_sample(page)
    # Messages of running jobs come with events, which cannot be read here.
    wait_for(page, lambda: not Job.objects.filter(finished=None).exists())
    data = DataOfResponses(page)
    use_pseudo_locale(page, "pseudo-rtl")
    expect(page.locator("html")).to_have_attribute("dir", "rtl")
    missing = {text: state for state in states_of(page, corpus) for text in untranslated(page, data)}
    assert not missing, "\n".join(f"{state}: {text}" for text, state in missing.items())

    document = corpus.documents.get(title="Hosting agreement")
    paths = {
        "documents": "/",
        "corpus": f"/c/{corpus.pk}",
        "labels": f"/c/{corpus.pk}?tab=labels",
        "document": f"/d/{document.pk}?c={corpus.pk}",
    }
    for name, path in paths.items():
        page.goto(path)
        page.wait_for_load_state("networkidle")
        check(page, f"rtl-{name}")
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, name
