"""Sharing as three people meet it, each in their own browser: Ada owns, Grace is given something, Eve is a stranger."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from corpuses.services.corpora import add_documents, create_corpus
from documents.models import Document, DocumentShare
from users.models import User

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(240)]

PHONE = {"width": 390, "height": 844}
LAPTOP = {"width": 1440, "height": 900}


@pytest.fixture
def visitor(chromium: Browser, live_stack):
    """A page in a context of its own; what the browser reports as an error fails the test."""
    contexts, errors = [], []

    def open_page() -> Page:
        context = chromium.new_context(base_url=live_stack.url, viewport=LAPTOP)
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert errors == []


def sign_in(page: Page, name: str, password: str = "correct horse") -> Page:
    page.goto("/login")
    page.get_by_label("User name").fill(name)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("heading", name="Documents", exact=True).wait_for()
    return page


@pytest.fixture
def friend(db):
    return User.objects.create_user("grace", "grace@example.org", "correct horse", name="Grace Hopper")


@pytest.fixture
def document(live_stack, person, upload):
    User.objects.filter(pk=person.pk).update(name="Ada Lovelace")
    return upload("hosting-agreement.pdf")


@pytest.fixture
def ada(visitor, document) -> Page:
    page = sign_in(visitor(), "ada")
    expect(row_of(page).get_by_text("Ready")).to_be_visible(timeout=60_000)
    return page


@pytest.fixture
def grace(visitor, friend) -> Page:
    return sign_in(visitor(), "grace")


def row_of(page: Page, words: str = "hosting-agreement"):
    return page.get_by_role("row").filter(has_text=words)


def choose(page: Page, button: str, item: str) -> None:
    page.get_by_role("button", name=button).click()
    page.get_by_role("menuitem", name=item).or_(page.get_by_role("menuitemradio", name=item)).click()


def open_sharing(page: Page):
    choose(page, "More for hosting-agreement", "Share")
    return page.get_by_role("dialog")


def invite(dialog, who: str, role: str = "Viewer") -> None:
    dialog.get_by_label("User name or e-mail").fill(who)
    if role != "Viewer":
        choose(dialog.page, "Role: Viewer", role)
    dialog.get_by_role("button", name="Share", exact=True).click()


def is_drawn(page: Page) -> None:
    expect(page.locator('[data-page-raster="1"] canvas')).to_be_visible(timeout=20_000)


def look_on_a_phone(page: Page, name: str, check) -> None:
    page.set_viewport_size(PHONE)
    check(page, name)
    page.set_viewport_size(LAPTOP)


def drag_over_words(page: Page) -> None:
    box = page.locator('[data-page="1"]').bounding_box()
    page.mouse.move(box["x"] + 0.15 * box["width"], box["y"] + 0.112 * box["height"])
    page.mouse.down()
    page.mouse.move(box["x"] + 0.6 * box["width"], box["y"] + 0.112 * box["height"], steps=8)
    page.mouse.up()
    page.get_by_role("toolbar", name="Selection").wait_for()


def test_a_document_is_shared_with_a_person_whose_name_is_known(ada, friend, check):
    dialog = open_sharing(ada)
    check(ada, "share-dialog")
    invite(dialog, "grac")
    expect(dialog.get_by_text("There is nobody with this user name or address.")).to_be_visible()
    check(ada, "share-nobody")
    dialog.get_by_label("User name or e-mail").fill("grace@example.org")
    ada.get_by_role("button", name="Role: Viewer").click()
    expect(ada.get_by_role("menuitemradio", name="Reviewer")).to_contain_text("judges what others have annotated")
    check(ada, "share-roles")
    ada.get_by_role("menuitemradio", name="Annotator").click()
    dialog.get_by_role("button", name="Share", exact=True).click()
    hers = dialog.get_by_role("listitem").filter(has_text="Grace Hopper")
    expect(hers.get_by_role("button", name="Grace Hopper: Annotator")).to_be_visible()
    expect(dialog.get_by_role("listitem").filter(has_text="Ada Lovelace")).to_contain_text("Owner")
    invite(dialog, "grace")
    expect(dialog.get_by_role("alert")).to_contain_text("It is shared with them already.")
    check(ada, "share-given")


def test_what_is_shared_is_listed_with_its_owner_and_offers_what_the_role_allows(ada, grace, check):
    invite(open_sharing(ada), "grace", "Annotator")
    expect(ada.get_by_role("button", name="Grace Hopper: Annotator")).to_be_visible()
    grace.reload()
    grace.get_by_label("Whose").select_option("Mine")
    expect(grace.get_by_role("heading", name="No document matches")).to_be_visible()
    grace.get_by_label("Whose").select_option("Shared with me")
    expect(row_of(grace)).to_contain_text("by Ada Lovelace")
    check(grace, "documents-shared")
    grace.get_by_role("button", name="More for hosting-agreement").click()
    expect(grace.get_by_role("menuitem", name="Access")).to_be_visible()
    assert grace.get_by_role("menuitem", name="Delete").count() == 0
    grace.get_by_role("menuitem", name="Access").click()
    expect(grace.get_by_role("dialog")).to_contain_text("annotator You can read it, and add labels and annotations.")
    check(grace, "share-own-role")
    grace.keyboard.press("Escape")
    row_of(grace).get_by_role("checkbox").check()
    expect(grace.get_by_text("Only your own can be deleted")).to_be_visible()
    row_of(grace).get_by_role("link").click()
    is_drawn(grace)
    expect(grace.get_by_text("by Ada Lovelace")).to_be_visible()


def test_a_role_is_changed_and_taken_back_with_a_way_to_undo(ada, grace, check, document):
    dialog = open_sharing(ada)
    invite(dialog, "grace", "Annotator")
    hers = dialog.get_by_role("listitem").filter(has_text="Grace Hopper")
    choose(ada, "Grace Hopper: Annotator", "Editor")
    expect(dialog.get_by_role("status").filter(has_text="now Editor")).to_be_visible()
    dialog.get_by_role("button", name="Undo").click()
    expect(hers.get_by_role("button", name="Grace Hopper: Annotator")).to_be_visible()
    choose(ada, "Grace Hopper: Annotator", "Ends in a week")
    expect(hers).to_contain_text("Ends ")
    grace.goto(f"/d/{document.pk}")
    is_drawn(grace)
    choose(ada, "Grace Hopper: Annotator", "Take it back")
    expect(hers).to_have_count(0)
    grace.reload()
    expect(grace.get_by_role("heading", name="There is no such document here")).to_be_visible()
    check(ada, "share-undo")
    dialog.get_by_role("button", name="Undo").click()
    expect(hers.get_by_role("button", name="Grace Hopper: Annotator")).to_be_visible()
    expect(hers).to_contain_text("Ends ")
    grace.reload()
    is_drawn(grace)


def test_sharing_by_keyboard_alone(ada, friend):
    row_of(ada).get_by_role("link").focus()
    ada.keyboard.press("Enter")
    is_drawn(ada)
    ada.get_by_role("button", name="Share").focus()
    ada.keyboard.press("Enter")
    dialog = ada.get_by_role("dialog")
    dialog.get_by_label("User name or e-mail").wait_for()
    while ada.evaluate("document.activeElement.tagName") != "INPUT":
        ada.keyboard.press("Tab")
    ada.keyboard.type("grace")
    ada.keyboard.press("Tab")
    ada.keyboard.press("Enter")
    ada.get_by_role("menu").wait_for()
    ada.keyboard.press("End")
    for _ in range(4):
        if ada.evaluate("document.activeElement.textContent").startswith("Editor"):
            break
        ada.keyboard.press("ArrowUp")
    ada.keyboard.press("Enter")
    expect(dialog.get_by_role("button", name="Role: Editor")).to_be_focused()
    ada.keyboard.press("Tab")
    ada.keyboard.press("Enter")
    hers = dialog.get_by_role("button", name="Grace Hopper: Editor")
    expect(hers).to_be_visible()
    for _ in range(12):
        ada.keyboard.press("Tab")
        if hers.evaluate("element => element === document.activeElement"):
            break
    ada.keyboard.press("Enter")
    ada.get_by_role("menuitem", name="Take it back").wait_for()
    ada.keyboard.press("End")
    ada.keyboard.press("Enter")
    expect(hers).to_have_count(0)
    for _ in range(12):
        if ada.evaluate("document.activeElement.textContent") == "Undo":
            break
        ada.keyboard.press("Tab")
    ada.keyboard.press("Enter")
    expect(hers).to_be_visible()
    ada.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(ada.get_by_role("button", name="Share")).to_be_focused()


def test_a_stranger_follows_a_link_looks_and_changes_nothing(ada, visitor, friend, check):
    dialog = open_sharing(ada)
    dialog.get_by_role("tab", name="A link").click()
    choose(ada, "Role: Viewer", "Editor")
    dialog.get_by_label("How long").select_option("Ends in a week")
    check(ada, "share-link-form")
    dialog.get_by_role("button", name="Make a link").click()
    dialog.get_by_role("button", name="Copy the link").click()
    expect(dialog.get_by_text("The link is copied.")).to_be_visible()
    check(ada, "share-link-made")
    address = ada.evaluate("navigator.clipboard.readText()")
    assert dialog.get_by_role("group", name="The new link").locator("code").inner_text() == address
    dialog.get_by_role("button", name="Done").click()
    expect(dialog.get_by_role("group", name="The new link")).to_have_count(0)
    assert address not in ada.content()

    eve = visitor()
    eve.goto(address)
    expect(eve.get_by_role("heading", name="Ada Lovelace shares a document with you")).to_be_visible()
    expect(eve.get_by_role("main")).to_contain_text("hosting-agreement")
    expect(eve.get_by_role("main")).to_contain_text("Once you have signed in: Editor")
    check(eve, "landing")
    look_on_a_phone(eve, "landing-phone", check)
    eve.get_by_role("button", name="Open the document").click()
    is_drawn(eve)
    look_on_a_phone(eve, "guest-phone", check)
    eve.reload()
    is_drawn(eve)
    expect(eve.get_by_role("complementary", name="You are a guest")).to_contain_text("You are looking as a guest")
    drag_over_words(eve)
    check(eve, "guest")
    for forbidden in ("Label", "Share", "Access", "Retry", "Upload"):
        assert eve.get_by_role("button", name=forbidden, exact=True).count() == 0, forbidden
    assert eve.get_by_role("navigation", name="Main").count() == 0

    eve.get_by_role("link", name="Sign in").first.click()
    eve.get_by_label("User name").fill("grace")
    eve.get_by_label("Password").fill("correct horse")
    eve.get_by_role("button", name="Sign in").click()
    is_drawn(eve)
    eve.get_by_role("button", name="Access").click()
    expect(eve.get_by_role("dialog")).to_contain_text("editor")

    other = visitor()
    other.goto(address)
    other.get_by_role("button", name="Open the document").click()
    is_drawn(other)
    choose(ada, "Anyone with the link: Editor", "Withdraw the link")
    check(ada, "share-withdraw")
    ada.get_by_role("button", name="Withdraw it").click()
    expect(dialog.get_by_text("The link is withdrawn.")).to_be_visible()
    expect(dialog.get_by_text("Anyone with the link")).to_have_count(0)
    other.reload()
    other.get_by_role("heading", name="Sign in to Cartulary").wait_for()


def test_links_that_do_not_work_say_why(ada, visitor, check, document):
    made = ada.request.post(
        f"/api/v1/documents/{document.pk}/shares",
        data={"role": "viewer", "link": True},
        headers={"X-CSRFToken": next(each["value"] for each in ada.context.cookies() if each["name"] == "csrftoken")},
    ).json()
    path = "/s/" + made["link"]["url"].rpartition("/s/")[2]
    page = visitor()
    page.goto(path[:-9])
    expect(page.get_by_role("heading", name="This is not a whole link")).to_be_visible()
    check(page, "link-incomplete")
    DocumentShare.objects.update(expires=timezone.now() - timedelta(hours=2))
    page.goto(path)
    expect(page.get_by_role("heading", name="This link has ended")).to_be_visible()
    check(page, "link-ended")
    dialog = open_sharing(ada)
    expect(dialog.get_by_role("listitem").filter(has_text="Ended 2 hours ago")).to_be_visible()
    choose(ada, "Anyone with the link: Viewer", "Ends in a day")
    page.goto(path)
    page.get_by_role("heading", name="Ada Lovelace shares a document with you").wait_for()
    choose(ada, "Anyone with the link: Viewer", "Withdraw the link")
    ada.get_by_role("button", name="Withdraw it").click()
    expect(dialog.get_by_text("The link is withdrawn.")).to_be_visible()
    page.get_by_role("button", name="Open the document").click()
    expect(page.get_by_role("heading", name="This link does not work any more")).to_be_visible()
    check(page, "link-withdrawn")


def test_what_is_public_is_open_to_everybody_until_it_is_not(ada, visitor, check, document):
    dialog = open_sharing(ada)
    dialog.get_by_role("switch", name="Public").click()
    dialog.get_by_role("button", name="Copy the address").click()
    check(ada, "share-public")
    address = ada.evaluate("navigator.clipboard.readText()")
    assert address.endswith(f"/d/{document.pk}")
    ada.keyboard.press("Escape")
    expect(row_of(ada)).to_contain_text("Public")
    check(ada, "documents-public")
    eve = visitor()
    eve.goto(address)
    is_drawn(eve)
    expect(eve.get_by_text("Public", exact=True)).to_be_visible()
    check(eve, "guest-public")
    open_sharing(ada)
    dialog.get_by_role("switch", name="Public").click()
    expect(dialog.get_by_text("It is not public any more.")).to_be_visible()
    eve.reload()
    eve.get_by_role("heading", name="Sign in to Cartulary").wait_for()
    dialog.get_by_role("button", name="Undo").click()
    expect(dialog.get_by_role("switch", name="Public")).to_be_checked()


@pytest.fixture
def corpus(person, document):
    corpus = create_corpus(owner=person, title="Hosting contracts")
    add_documents(corpus, [document], actor=person)
    return corpus


def share_corpus(ada: Page, corpus, role: str):
    ada.goto(f"/c/{corpus.pk}")
    ada.get_by_role("button", name="Share").click()
    dialog = ada.get_by_role("dialog")
    invite(dialog, "grace", role)
    expect(dialog.get_by_role("button", name=f"Grace Hopper: {role}")).to_be_visible()
    return dialog


def test_an_annotator_of_a_corpus_annotates_and_changes_nothing_else(ada, grace, corpus, check):
    share_corpus(ada, corpus, "Annotator")
    check(ada, "share-corpus")
    grace.get_by_role("link", name="Corpora").click()
    grace.get_by_label("Whose").select_option("Shared with me")
    check(grace, "corpora-shared")
    grace.get_by_role("link", name="Hosting contracts").click()
    row_of(grace).wait_for()
    expect(grace.get_by_text("by Ada Lovelace").first).to_be_visible()
    check(grace, "corpus-shared")
    assert grace.get_by_role("button", name="Add documents").count() == 0
    assert grace.get_by_role("checkbox").count() == 0
    grace.get_by_role("tab", name="Labels").click()
    grace.get_by_label("New label").fill("Parties")
    grace.get_by_role("button", name="Create label").click()
    grace.get_by_role("tab", name="Documents").click()
    row_of(grace).get_by_role("link", name="hosting").click()
    is_drawn(grace)
    drag_over_words(grace)
    grace.get_by_role("button", name="Parties").click()
    panel = grace.get_by_role("complementary", name="Annotations")
    expect(panel.get_by_role("button", name="Remove Parties")).to_be_visible()
    check(grace, "document-annotator")

    ada.goto(f"/d/{Document.objects.get().pk}?c={corpus.pk}")
    is_drawn(ada)
    expect(ada.get_by_role("complementary", name="Annotations")).to_contain_text("by Grace Hopper")
    ada.get_by_role("button", name="Share").click()
    through = ada.get_by_role("dialog").get_by_role("listitem").filter(has_text="by corpus Hosting contracts")
    expect(through).to_contain_text("Grace Hopper")
    expect(through).to_contain_text("Annotator")
    check(ada, "share-through-corpus")


def test_a_viewer_of_a_corpus_reads_and_is_told_why_not_more(ada, grace, corpus, check):
    dialog = share_corpus(ada, corpus, "Viewer")
    grace.goto(f"/c/{corpus.pk}?tab=labels")
    expect(grace.get_by_text("You can look at the labels of this corpus, and add none.")).to_be_visible()
    grace.goto(f"/d/{Document.objects.get().pk}?c={corpus.pk}")
    is_drawn(grace)
    drag_over_words(grace)
    assert grace.get_by_role("button", name="Label", exact=True).count() == 0
    panel = grace.get_by_role("complementary", name="Annotations")
    expect(panel).to_contain_text("You can only look at “Hosting contracts”.")
    check(grace, "document-viewer")
    grace.get_by_label("Corpus the annotations belong to").select_option("My documents")
    drag_over_words(grace)
    expect(grace.get_by_role("button", name="Label", exact=True)).to_be_visible()
    choose(ada, "Grace Hopper: Viewer", "Take it back")
    expect(dialog.get_by_role("button", name="Grace Hopper: Viewer")).to_have_count(0)
    grace.goto(f"/c/{corpus.pk}")
    expect(grace.get_by_role("heading", name="There is no such corpus here")).to_be_visible()


def test_teams_are_made_shared_with_left_and_deleted(ada, grace, check):
    choose(ada, "Your account", "Your teams")
    expect(ada.get_by_role("heading", name="You are in no team")).to_be_visible()
    check(ada, "teams-none")
    ada.get_by_role("button", name="New team").click()
    ada.get_by_label("Name of the team").fill("Readers")
    check(ada, "team-dialog")
    ada.keyboard.press("Enter")
    team = ada.get_by_role("region", name="Readers", exact=True)
    team.get_by_label("User name or e-mail").fill("nobody")
    ada.keyboard.press("Enter")
    expect(team.get_by_text("There is nobody with this user name or address.")).to_be_visible()
    team.get_by_label("User name or e-mail").fill("grace")
    ada.keyboard.press("Enter")
    expect(team.get_by_role("listitem").filter(has_text="Grace Hopper")).to_be_visible()
    ada.get_by_role("button", name="Rename Readers").click()
    ada.get_by_label("Name of the team").fill("Close readers")
    ada.keyboard.press("Enter")
    team = ada.get_by_role("region", name="Close readers")
    team.get_by_role("button", name="Leave").click()
    ada.get_by_role("button", name="Leave the team").click()
    expect(ada.get_by_text("A team needs an admin").first).to_be_visible()
    check(ada, "teams")
    look_on_a_phone(ada, "teams-phone", check)

    ada.goto("/")
    dialog = open_sharing(ada)
    dialog.get_by_role("tab", name="A team").click()
    check(ada, "share-team")
    dialog.get_by_role("button", name="Share", exact=True).click()
    expect(dialog.get_by_role("button", name="Close readers: Viewer")).to_be_visible()
    look_on_a_phone(ada, "share-phone", check)
    grace.reload()
    expect(row_of(grace)).to_contain_text("by Ada Lovelace")
    look_on_a_phone(grace, "documents-shared-phone", check)

    ada.goto("/teams")
    ada.get_by_label("What Grace Hopper is").select_option("Admin")
    expect(ada.get_by_label("What Grace Hopper is")).to_have_value("admin")
    ada.get_by_role("button", name="Take Grace Hopper out").click()
    ada.get_by_role("button", name="Undo").click()
    expect(ada.get_by_label("What Grace Hopper is")).to_have_value("admin")
    grace.goto("/teams")
    grace.get_by_role("button", name="Leave Close readers").click()
    grace.get_by_role("button", name="Leave the team").click()
    expect(grace.get_by_role("heading", name="You are in no team")).to_be_visible()
    grace.goto("/")
    expect(grace.get_by_role("heading", name="No documents yet")).to_be_visible()
    ada.get_by_role("button", name="Delete Close readers").click()
    check(ada, "team-delete")
    ada.get_by_role("button", name="Delete the team").click()
    expect(ada.get_by_role("heading", name="You are in no team")).to_be_visible()


def test_a_stranger_opens_a_corpus_by_a_link(ada, visitor, corpus, check):
    ada.goto(f"/c/{corpus.pk}")
    ada.get_by_role("button", name="Share").click()
    dialog = ada.get_by_role("dialog")
    dialog.get_by_role("tab", name="A link").click()
    dialog.get_by_role("button", name="Make a link").click()
    address = dialog.get_by_role("group", name="The new link").locator("code").inner_text()
    eve = visitor()
    eve.goto(address)
    eve.get_by_role("button", name="Open the corpus").click()
    row_of(eve).wait_for()
    check(eve, "guest-corpus")
    for forbidden in ("Add documents", "Share", "Access", "Upload"):
        assert eve.get_by_role("button", name=forbidden, exact=True).count() == 0, forbidden
    eve.get_by_role("tab", name="Search").click()
    eve.get_by_role("searchbox").last.fill("how much does the client pay for the website")
    eve.keyboard.press("Enter")
    hit = eve.get_by_role("listitem").filter(has_text="$5,000").first
    expect(hit).to_be_visible(timeout=20_000)
    eve.get_by_role("tab", name="Activity").click()
    expect(
        eve.get_by_text("Make searchable by meaning").or_(eve.get_by_text("Nothing has run yet")).first
    ).to_be_visible()
    check(eve, "guest-corpus-activity")
    eve.get_by_role("tab", name="Documents").click()
    row_of(eve).get_by_role("link", name="hosting").click()
    is_drawn(eve)
    expect(eve.get_by_role("complementary", name="Annotations")).to_contain_text("Sign in to annotate.")
