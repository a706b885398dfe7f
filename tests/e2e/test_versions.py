"""A new version of a document: uploaded, compared, and found in the place of the previous one."""

import re

import pytest
from playwright.sync_api import Page, expect

from corpuses.annotations.models import Annotation
from corpuses.corpora.services import create_corpus
from documents.models import Document
from documents.services.versions import choose_newest
from documents.tests.factories import parsed_document
from tests.e2e.conftest import sign_in
from tests.e2e.open_document import OpenDocument
from tests.e2e.steps import wait_for
from users.models import User

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]

RENT = "The tenant pays a rent of 900 EUR on the first day of each month."
DEPOSIT = "The deposit of two months is due before the keys are handed over."
PETS = "Dogs, cats and all other animals are forbidden in every room and in the garden."
CHANGED = (RENT.replace("900", "950"), DEPOSIT)


@pytest.fixture
def lease(page, user, upload_ready, tmp_path) -> OpenDocument:
    corpus = create_corpus(owner=user, title="Leases")
    path = tmp_path / "lease.txt"
    path.write_text("\n\n".join((RENT, DEPOSIT, PETS)))
    document = upload_ready(path, corpus=corpus)
    sign_in(page)
    return OpenDocument(page, document, corpus, user)


def words(document, first, last):
    """Return the numbers of the first and the last of these words on the first page."""
    text = document.revision.text.split()
    return text.index(first), text.index(last)


def details(page):
    page.get_by_role("button", name="Details").click()
    return page.get_by_role("list", name="Versions")


def choose_version(page, name, text):
    content = {"name": name, "mimeType": "text/plain", "buffer": text.encode()}
    page.get_by_test_id("version-input").set_input_files([content])


def keep_attachments(page: Page, user: User) -> None:
    """Attachments stay with the older version."""
    message = parsed_document(user, "The lease is attached.", title="Message")
    newest = parsed_document(user, "Nothing is attached.", title="Message")
    attachment = parsed_document(user, RENT, title="Lease")
    Document.objects.filter(pk=attachment.pk).update(parent=message, path="lease.txt")
    Document.objects.filter(pk=newest.pk).update(lineage=message.lineage, version_number=2, superseded_by=message)
    choose_newest(message.lineage)
    page.goto(f"/d/{newest.pk}")
    versions = details(page)
    expect(page.get_by_role("button", name="Upload new version")).to_be_enabled()
    expect(page.get_by_role("button", name="Attachments", exact=True)).to_be_hidden()
    versions.get_by_role("link", name="Version 1", exact=True).click()
    expect(page.get_by_text("This is version 1 of 2.")).to_be_visible()
    page.get_by_role("navigation", name="Attachments").get_by_role("link", name="lease.txt").click()
    expect(page.get_by_text("This is attached to an older version.")).to_be_visible()


def test_a_new_version_takes_the_place_of_the_document(lease, user, check):
    page = lease.page
    lease.add("Deposit", *words(lease.document, "deposit", "months"))
    lease.add("Pets", *words(lease.document, "Dogs,", "forbidden"))
    lease.open()
    versions = details(page)
    expect(versions.get_by_role("listitem")).to_have_count(1)
    choose_version(page, "lease.txt", "\n\n".join((RENT, DEPOSIT, PETS)))
    expect(page.get_by_role("alert").filter(has_text="already")).to_be_visible()

    choose_version(page, "lease-2.txt", "\n\n".join(CHANGED))
    wait_for(page, lambda: Document.objects.filter(version_number=2, state="ready").exists())
    newest = Document.objects.get(version_number=2)
    expect(page).to_have_url(re.compile(str(newest.pk)))
    wait_for(page, lambda: Annotation.objects.filter(document=newest).count() == 2)
    expect(lease.row("Deposit")).to_be_visible()
    expect(lease.panel).to_contain_text("Not found in this version")
    details(page)
    expect(versions.get_by_role("listitem")).to_have_count(2)
    check(page, "versions")
    compare = versions.get_by_role("link", name="Compare with the newest: version 1")
    compare.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=re.compile("Compare versions of"))).to_be_visible()
    expect(page.get_by_role("deletion").first).to_have_text("900 ")
    expect(page.get_by_role("insertion").first).to_have_text("950 ")
    page.keyboard.press("n")
    expect(page.get_by_role("group", name=re.compile("^Change 1"))).to_be_focused()
    page.go_back()
    expect(versions.get_by_role("listitem")).to_have_count(2)

    versions.get_by_role("link", name="Version 1", exact=True).click()
    expect(page.get_by_text("This is version 1 of 2.")).to_be_visible()
    expect(lease.row("Pets")).to_be_visible()
    check(page, "older-version")
    page.get_by_role("link", name="Compare with it").click()
    expect(page.get_by_role("deletion").first).to_have_text("900 ")
    expect(page.get_by_role("insertion").first).to_have_text("950 ")
    expect(page.get_by_label("Compare with")).to_have_value(str(lease.document.pk))
    check(page, "compare-versions")
    page.goto("/")
    expect(page.get_by_role("row").filter(has_text="lease")).to_have_count(1)
    keep_attachments(page, user)
