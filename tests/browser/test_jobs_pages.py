"""Jobs as their owner sees them, and all of them as an operator does."""

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from conftest import DEMO
from documents.models import Blob, Document
from documents.services import lifecycle
from tasks.models import DeadLetter, TenantQueue
from tests.browser.sharing.steps import look_on_a_phone
from tests.browser.steps import undo_offered, wait_for
from users.models import User

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]

TABS = ("failures", "workers", "tenants", "files")
CONTRACT = (DEMO / "hosting-agreement.pdf").read_bytes()


def upload(page: Page, name: str, content: bytes) -> None:
    file = {"name": name, "mimeType": "application/pdf", "buffer": content}
    page.get_by_test_id("upload-input").first.set_input_files([file])


def open_listed(page: Page, title: str) -> None:
    """From the list, not from the tray."""
    page.get_by_role("main").get_by_role("link", name=title).first.click()
    expect(page.get_by_role("heading", name=title, exact=True)).to_be_visible()


def promote(person: User) -> None:
    person.is_staff = True
    person.save()


def test_a_job_that_waits_says_why_and_is_cancelled_and_brought_back(person, signed_in, check):
    page = signed_in
    TenantQueue.objects.update_or_create(tenant=person.tenant, defaults={"paused": True})
    upload(page, "lease.pdf", CONTRACT)
    open_listed(page, "lease")
    expect(page.get_by_role("main").get_by_text("paused by the operator").first).to_be_visible()
    check(page, "document-waiting")
    page.get_by_role("link", name="Activity").click()
    job = page.get_by_role("list", name="Your jobs").get_by_role("listitem", name="Process document: lease")
    expect(job.get_by_text("Waiting: paused by the operator")).to_be_visible()
    check(page, "activity-waiting")
    job.get_by_role("button", name="Cancel").click()
    undo = undo_offered(page)
    expect(job.get_by_text("Cancelled")).to_be_visible()
    undo.click()
    expect(job.get_by_text("Waiting: paused by the operator")).to_be_visible()

    page.goto("/operations")
    expect(page.get_by_role("heading", name="This page is for operators")).to_be_visible()
    expect(page.get_by_role("link", name="Operations")).to_have_count(0)
    promote(person)
    page.reload()
    page.get_by_role("tab", name="Tenants").click()
    expect(page.get_by_role("button", name="Resume")).to_be_visible()
    check(page, "operations-tenants")
    look_on_a_phone(page, "operations-tenants-phone", check)
    page.get_by_role("button", name="Resume").click()
    page.get_by_role("link", name="Activity").click()
    expect(job.get_by_text("Done in")).to_be_visible()
    job.get_by_role("button", name="Show the details").click()
    expect(job.get_by_role("list", name="Steps").get_by_text("Read the pages")).to_be_visible()
    check(page, "activity-details")


def test_an_operator_looks_into_failures_by_cause_and_settles_them(person, signed_in, check):
    promote(person)
    page = signed_in
    upload(page, "half.pdf", CONTRACT[: len(CONTRACT) // 2])
    page.get_by_role("main").get_by_role("link", name="half").first.wait_for()
    page.reload()  # an operator now, which the page learns when it is loaded
    page.get_by_role("link", name="Operations").click()
    causes = page.get_by_role("link", name="Causes of 1 failure: Read the pages")
    expect(causes).to_be_visible()
    check(page, "operations-stages")
    causes.click()
    cause = page.get_by_role("list", name="Causes, the most frequent first").get_by_role("listitem").first
    expect(cause.get_by_text("truncated_document")).to_be_visible()
    cause.get_by_role("button", name="Show the failures").click()
    cause.get_by_role("button", name="Look into").click()
    expect(cause.get_by_role("heading", name="Input")).to_be_visible()
    check(page, "operations-failures")
    page.get_by_role("tab", name="Workers").click()
    expect(page.get_by_role("row").filter(has_text="Alive")).to_have_count(1)
    check(page, "operations-workers")

    page.get_by_role("tab", name="Failures").click()
    before = DeadLetter.objects.get().last_failed_at
    page.get_by_role("button", name="Retry it").click()
    page.get_by_role("button", name="Retry 1 job", exact=True).wait_for()
    check(page, "operations-retry")
    page.get_by_role("button", name="Retry 1 job", exact=True).click()
    expect(page.get_by_text("Trying 1 job again.").first).to_be_visible()
    again = DeadLetter.objects.filter(last_failed_at__gt=before, requeued_at=None)
    wait_for(page, again.exists)  # the file is as short as before
    page.reload()  # it may still show the first
    expect(cause.get_by_text("truncated_document")).to_be_visible()
    cause.get_by_role("button", name="Discard 1 failure").click()
    page.get_by_role("button", name="Discard 1 failure", exact=True).click()
    expect(page.get_by_text("Nothing has failed")).to_be_visible()
    page.get_by_role("tab", name="Stages").click()
    stage = page.get_by_role("row", name="Read the pages")
    expect(stage.get_by_text("At rest")).to_be_visible()  # settled: nobody need look any more
    expect(page.get_by_role("link", name="Causes of")).to_have_count(0)


def test_a_damaged_file_is_named_to_operators_and_on_its_document(person, signed_in, check):
    promote(person)
    page = signed_in
    upload(page, "lease.pdf", CONTRACT)
    open_listed(page, "lease")
    expect(page.locator('[data-page-raster="1"] canvas')).to_be_visible()
    Blob.objects.filter(documents__title="lease").update(damage="missing", checked=timezone.now())
    page.reload()
    expect(page.get_by_text("The stored file is missing.")).to_be_visible()
    check(page, "document-damaged")
    page.goto("/operations?tab=files")
    row = page.get_by_role("row").filter(has_text="lease")
    expect(row.get_by_text("Restore it from a backup, or let it be uploaded again.")).to_be_visible()
    check(page, "operations-files")
    Blob.objects.update(damage="")
    page.reload()
    expect(page.get_by_text("No stored file is damaged")).to_be_visible()
    check(page, "operations-files-sound")


def test_a_job_is_known_by_its_title_when_its_document_is_gone(person, signed_in):
    page = signed_in
    upload(page, "lease.pdf", CONTRACT)
    expect(page.get_by_role("row").filter(has_text="lease").get_by_text("Ready")).to_be_visible()
    lifecycle.delete_document(Document.objects.get(title="lease"), actor=person)
    page.get_by_role("link", name="Activity").click()
    job = page.get_by_role("list", name="Your jobs").get_by_role("listitem", name="Process document: lease")
    expect(job.get_by_text("the document is gone")).to_be_visible()


def test_everything_fits_on_a_phone(person, signed_in, check):
    promote(person)
    page = signed_in
    upload(page, "half.pdf", CONTRACT[: len(CONTRACT) // 2])
    expect(page.get_by_role("button", name="Retry half")).to_be_visible()
    page.set_viewport_size({"width": 390, "height": 844})
    for place in ("jobs", "operations", *(f"operations?tab={tab}" for tab in TABS)):
        page.goto(f"/{place}")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        check(page, f"phone-{place.replace('?tab=', '-')}")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, place
