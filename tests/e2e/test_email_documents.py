"""E-mails as documents: their attachments are listed, opened and searched."""

import io
import zipfile
from email.message import EmailMessage

import pytest
from playwright.sync_api import Page, expect

from conftest import DEMO
from documents.models import Document
from tests.e2e.sharing.steps import check_on_phone
from tests.e2e.steps import HOSTING_TITLE, wait_for
from tests.e2e.test_ui_journey import file, upload

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]

AGREEMENT = (DEMO / "hosting-agreement.pdf").read_bytes()


def email() -> bytes:
    note = EmailMessage()
    note["From"], note["To"], note["Subject"] = "Bob <bob@example.org>", "Ada <ada@example.org>", "The other offer"
    note.set_content("The other offer is cheaper by half.")
    archive_bytes = io.BytesIO()
    with zipfile.ZipFile(archive_bytes, "w") as archive:
        archive.writestr("plans/garden.txt", "Roses along the wall.")
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "Ada <ada@example.org>", "Eve <eve@example.org>", "Our move"
    message.set_content("Dear Eve,\n\nplease read the agreement before the caravan leaves.")
    message.add_attachment(AGREEMENT, maintype="application", subtype="pdf", filename="agreement.pdf")
    message.add_attachment(archive_bytes.getvalue(), maintype="application", subtype="zip", filename="plans.zip")
    message.add_attachment(note)
    return message.as_bytes()


def link_to(page: Page, name: str):
    """Return the link to a document in the list. Attachments contain other links to their parent document."""
    return page.locator(f'a[title^="{name}"]')


def upload_email(page: Page) -> None:
    """Upload an e-mail, and wait until it and its attachments are ready."""
    upload(page, file("move.eml", email()))
    for name in ("move.eml", "agreement.pdf", "garden.txt", "The other offer.eml"):
        row = page.get_by_role("row").filter(has=link_to(page, name))
        expect(row.get_by_text("Ready", exact=True)).to_be_visible()


def expect_first_page(page: Page):
    expect(page.locator('[data-page-raster="1"] canvas')).to_be_visible()


def open_attachments(page: Page, check) -> None:
    """Open an e-mail, an attachment from its list, and the e-mail from there."""
    link_to(page, "move.eml").click()
    expect_first_page(page)
    tree = page.get_by_role("navigation", name="Attachments")
    expect(tree.get_by_role("link")).to_have_text(["Our move", "agreement.pdf", "garden.txt", "The other offer.eml"])
    expect(tree.get_by_text("plans.zip")).to_be_visible()
    check(page, "email")
    check_on_phone(page, "email-phone", check)

    tree.get_by_role("link", name="agreement.pdf").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=HOSTING_TITLE, exact=True)).to_be_visible()
    expect(tree.get_by_role("link", name="agreement.pdf")).to_have_attribute("aria-current", "page")
    expect_first_page(page)
    check(page, "attachment")
    page.get_by_text("Attachment of").get_by_role("link", name="Our move").click()
    expect(page.get_by_role("heading", name="Our move", exact=True)).to_be_visible()


def search(page: Page) -> None:
    page.get_by_role("link", name="Corpora").click()
    page.get_by_role("link", name="My documents").first.click()
    page.get_by_role("tab", name="Search").click()
    for query, title in (("caravan leaves", "move"), ("who hosts the website", HOSTING_TITLE)):
        field = page.get_by_role("searchbox", name="Search in “My documents”")
        field.fill(query)
        field.press("Enter")
        hits = page.get_by_role("list", name="Documents").get_by_role("link").filter(has_text=title)
        expect(hits.first).to_be_visible()


def test_attachments_of_an_email_are_opened_found_hidden_and_deleted_with_it(signed_in, check):
    # proves: X-18
    page = signed_in
    upload_email(page)
    check(page, "documents-with-attachments")
    open_attachments(page, check)
    search(page)
    page.goto("/")
    expect(link_to(page, "agreement.pdf")).to_be_visible()
    page.get_by_label("Attachments", exact=True).select_option("Hide attachments")
    expect(link_to(page, "agreement.pdf")).to_be_hidden()
    page.get_by_role("button", name="More for Our move").click()
    page.get_by_role("menuitem", name="Delete").click()
    expect(page.get_by_text("Moved “Our move” and 3 attachments to the bin.", exact=True)).to_be_visible()
    expect(link_to(page, "move.eml")).to_be_hidden()
    wait_for(page, lambda: not Document.objects.exists())
