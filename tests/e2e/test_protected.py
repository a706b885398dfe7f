"""Password-protected documents are unlocked with their password."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from documents.models import Document
from tests.e2e.steps import wait_for

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]

DATA = Path(__file__).parents[2] / "documents" / "tests" / "data"


def test_password_is_entered_in_the_upload_panel(signed_in, check):
    page = signed_in
    content = {"name": "sealed.pdf", "mimeType": "", "buffer": (DATA / "encrypted_foo.pdf").read_bytes()}
    page.get_by_test_id("upload-input").first.set_input_files([content])
    panel = page.get_by_role("region", name="Uploads")
    for heading, password in (("This document is password-protected", "open sesame"), ("Wrong password", "foo")):
        expect(panel.get_by_role("heading", name=heading)).to_be_visible()
        assert panel.get_by_role("button", name="Retry").count() == 0
        panel.get_by_role("button", name="Enter password").click()
        dialog = page.get_by_role("dialog", name="Password of the file")
        expect(dialog.get_by_label("Password", exact=True)).to_be_focused()
        check(page, "upload-password")
        page.keyboard.type(password)
        page.keyboard.press("Enter")
        expect(dialog).to_be_hidden()
    expect(panel.get_by_role("heading", name="Ready")).to_be_visible()


@pytest.mark.parametrize(
    ("source", "password"),
    [("encrypted_foo.pdf", "foo"), ("password_protected.xlsx", "123")],
    ids=["a PDF", "an Office document"],
)
def test_password_unlocks_a_protected_document(signed_in, check, source, password):
    page = signed_in
    content = {"name": f"protected{Path(source).suffix}", "mimeType": "", "buffer": (DATA / source).read_bytes()}
    page.get_by_test_id("upload-input").first.set_input_files([content])
    row = page.get_by_role("row").filter(has_text="protected")
    expect(row.get_by_text("Failed")).to_be_visible()
    row.get_by_role("link", name="protected").first.click()

    form = page.get_by_role("form", name="Document password")
    expect(page.get_by_role("main").get_by_text("password-protected").first).to_be_visible()
    expect(form.get_by_label("Password")).to_be_visible()
    check(page, "document-protected")
    form.get_by_label("Password").fill("open sesame")
    form.get_by_role("button", name="Unlock").click()
    expect(page.get_by_role("main").get_by_text("The password does not open this document")).to_be_visible()

    form.get_by_label("Password").fill(password)
    form.get_by_role("button", name="Unlock").click()
    expect(page.locator('[data-page-raster="1"] canvas')).to_be_visible()
    wait_for(page, lambda: Document.objects.get().state == Document.State.READY)
