"""Links for strangers, and what is open to everybody."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from documents.models import DocumentShare
from tests.browser.sharing.steps import choose, is_drawn, look_on_a_phone, open_sharing, row_of
from tests.browser.steps import drag_over_words

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]


def test_a_new_link_is_not_lost_by_a_stray_click(ada):
    dialog = open_sharing(ada)
    dialog.get_by_role("tab", name="A link").click()
    dialog.get_by_role("button", name="Make a link").click()
    link = dialog.get_by_role("group", name="The new link")
    expect(link).to_be_visible()
    ada.mouse.click(5, 450)  # beside the dialog: nobody has the link yet
    ada.keyboard.press("Escape")
    expect(link).to_be_visible()
    link.get_by_role("button", name="Copy the link").click()
    expect(dialog.get_by_text("The link is copied.")).to_be_visible()
    ada.keyboard.press("Escape")
    expect(dialog).to_be_hidden()


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
    expect(dialog.get_by_role("status").filter(has_text="the end is changed")).to_be_visible()
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
    expect(dialog.get_by_text("The address is copied.")).to_be_visible()
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
    eve.get_by_role("searchbox", name="Search by meaning").fill("how much does the client pay for the website")
    eve.keyboard.press("Enter")
    hit = eve.get_by_role("listitem").filter(has_text="$5,000").first
    expect(hit).to_be_visible()
    eve.get_by_role("tab", name="Activity").click()
    expect(
        eve.get_by_text("Make searchable by meaning").or_(eve.get_by_text("Nothing has run yet")).first
    ).to_be_visible()
    check(eve, "guest-corpus-activity")
    eve.get_by_role("tab", name="Documents").click()
    row_of(eve).get_by_role("link", name="hosting").click()
    is_drawn(eve)
    expect(eve.get_by_role("complementary", name="Annotations")).to_contain_text("Sign in to annotate.")
