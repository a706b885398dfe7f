"""A letter as a person meets it: what was sent along is found inside, opened from there, and searched with it."""

import io
import zipfile
from email.message import EmailMessage

import pytest
from playwright.sync_api import Page, expect

from conftest import DEMO
from documents.models import Document
from tests.browser.sharing.steps import look_on_a_phone
from tests.browser.steps import wait_for
from tests.browser.test_ui_journey import file, upload

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]

AGREEMENT = (DEMO / "hosting-agreement.pdf").read_bytes()


def letter() -> bytes:
    note = EmailMessage()
    note["From"], note["To"], note["Subject"] = "Bob <bob@example.org>", "Ada <ada@example.org>", "The other offer"
    note.set_content("The other offer is cheaper by half.")
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("plans/garden.txt", "Roses along the wall.")
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "Ada <ada@example.org>", "Eve <eve@example.org>", "Our move"
    message.set_content("Dear Eve,\n\nplease read the agreement before the caravan leaves.")
    message.add_attachment(AGREEMENT, maintype="application", subtype="pdf", filename="agreement.pdf")
    message.add_attachment(packed.getvalue(), maintype="application", subtype="zip", filename="plans.zip")
    message.add_attachment(note)
    return message.as_bytes()


def listed(page: Page, name: str):
    """The link of a document in a list; others may lead to it as their parent."""
    return page.locator(f'a[title="{name}"]')


def send(page: Page) -> None:
    """Until all of it has been read."""
    upload(page, file("move.eml", letter()))
    for name in ("move.eml", "agreement.pdf", "garden.txt", "The other offer.eml"):
        row = page.get_by_role("row").filter(has=listed(page, name))
        expect(row.get_by_text("Ready", exact=True)).to_be_visible()


def drawn(page: Page):
    return expect(page.locator('[data-page-raster="1"] canvas'))


def test_what_was_sent_along_is_found_inside(signed_in, check):
    # proves: X-18
    page = signed_in
    send(page)
    check(page, "documents-with-attachments")
    listed(page, "move.eml").click()
    drawn(page).to_be_visible()
    tree = page.get_by_role("navigation", name="Found inside")
    expect(tree.get_by_role("link")).to_have_text(["move", "agreement.pdf", "garden.txt", "The other offer.eml"])
    expect(tree.get_by_text("plans.zip")).to_be_visible()
    check(page, "letter")
    look_on_a_phone(page, "letter-phone", check)

    tree.get_by_role("link", name="agreement.pdf").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="agreement", exact=True)).to_be_visible()
    expect(tree.get_by_role("link", name="agreement.pdf")).to_have_attribute("aria-current", "page")
    drawn(page).to_be_visible()
    check(page, "attachment")
    page.get_by_text("found in").get_by_role("link", name="move").click()
    expect(page.get_by_role("heading", name="move", exact=True)).to_be_visible()


def test_a_list_can_leave_attachments_out_and_deleting_says_what_goes(signed_in):
    page = signed_in
    send(page)
    page.get_by_label("Attachments", exact=True).select_option("Without attachments")
    expect(listed(page, "agreement.pdf")).to_be_hidden()
    page.get_by_role("button", name="More for move").click()
    page.get_by_role("menuitem", name="Delete").click()
    expect(page.get_by_role("alertdialog")).to_contain_text("3 documents found inside go with it.")
    page.get_by_role("button", name="Delete document").click()
    expect(listed(page, "move.eml")).to_be_hidden()
    wait_for(page, lambda: not Document.objects.exists())


def test_words_of_both_are_found(signed_in):
    page = signed_in
    send(page)
    page.get_by_role("link", name="Corpora").click()
    page.get_by_role("link", name="My documents").first.click()
    page.get_by_role("tab", name="Search").click()
    for words, found in (("caravan leaves", "move"), ("who hosts the website", "agreement")):
        page.get_by_role("searchbox").last.fill(words)
        page.get_by_role("searchbox").last.press("Enter")
        hits = page.get_by_role("list", name="Passages").get_by_role("link").filter(has_text=found)
        expect(hits.first).to_be_visible()
