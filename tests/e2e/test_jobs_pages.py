"""The activity page of users and the operations page of staff."""

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from documents.models import Blob
from documents.tests.pipeline.conftest import DATA
from tasks.models import DeadLetter, TenantQueue
from tests.e2e.sharing.steps import check_on_phone
from tests.e2e.steps import undo_button, wait_for
from users.models import User

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]

TABS = ("failures", "workers", "services", "tenants", "files")
CONTRACT = (DATA / "dpbench_127.pdf").read_bytes()  # no title is found in it


def upload(page: Page, name: str, content: bytes) -> None:
    file = {"name": name, "mimeType": "application/pdf", "buffer": content}
    page.get_by_test_id("upload-input").first.set_input_files([file])


def open_document(page: Page, title: str) -> None:
    """Open a document from the list, not from the upload panel."""
    page.get_by_role("main").get_by_role("link", name=title).first.click()
    expect(page.get_by_role("heading", name=title, exact=True)).to_be_visible()


def make_staff(user: User) -> None:
    user.is_staff = True
    user.save()


def test_a_job_is_cancelled_retried_and_done_and_a_damaged_file_is_shown(user, signed_in, check):
    page = signed_in
    TenantQueue.objects.update_or_create(tenant=user.tenant, defaults={"paused": True})
    upload(page, "lease.pdf", CONTRACT)
    open_document(page, "lease")
    expect(page.get_by_role("main").get_by_text("paused by an administrator").first).to_be_visible()
    check(page, "document-waiting")
    page.get_by_role("link", name="Activity").click()
    job = page.get_by_role("list", name="Your jobs").get_by_role("listitem", name="Process document: lease")
    expect(job.get_by_text("Waiting: paused by an administrator")).to_be_visible()
    check(page, "activity-waiting")
    job.get_by_role("button", name="Cancel").click()
    undo = undo_button(page)
    expect(job.get_by_text("Cancelled")).to_be_visible()
    undo.click()
    expect(job.get_by_text("Waiting: paused by an administrator")).to_be_visible()

    page.goto("/operations")
    expect(page.get_by_role("heading", name="This page is for administrators")).to_be_visible()
    expect(page.get_by_role("link", name="Operations")).to_have_count(0)
    make_staff(user)
    page.reload()
    page.get_by_role("tab", name="Tenants").click()
    expect(page.get_by_role("button", name="Resume")).to_be_visible()
    check(page, "operations-tenants")
    check_on_phone(page, "operations-tenants-phone", check)
    page.get_by_role("button", name="Resume").click()
    page.get_by_role("link", name="Activity").click()
    expect(job.get_by_text("Done in")).to_be_visible()
    job.get_by_role("button", name="Show details of").click()
    expect(job.get_by_role("list", name="Steps").get_by_text("Read pages")).to_be_visible()
    check(page, "activity-details")

    check_damage(page, check)


def check_damage(page, check):
    """Show a damaged file to staff and on its document, until it is restored."""
    page.goto("/")
    open_document(page, "lease")
    expect(page.locator('[data-page-raster="1"] canvas')).to_be_visible()
    Blob.objects.filter(documents__title="lease").update(damage="missing", checked=timezone.now())
    page.reload()
    expect(page.get_by_text("The stored file is missing.")).to_be_visible()
    check(page, "document-damaged")
    page.goto("/operations?tab=files")
    row = page.get_by_role("row").filter(has_text="lease")
    expect(row.get_by_text("Restore it from a backup, or ask the owner to upload it again.")).to_be_visible()
    check(page, "operations-files")
    Blob.objects.update(damage="")
    page.reload()
    expect(page.get_by_text("No damaged files")).to_be_visible()
    check(page, "operations-files-undamaged")


def test_staff_inspect_failures_by_cause_retry_and_dismiss_them(user, signed_in, check):
    make_staff(user)
    page = signed_in
    upload(page, "half.pdf", CONTRACT[: len(CONTRACT) // 2])
    page.get_by_role("main").get_by_role("link", name="half").first.wait_for()
    page.reload()  # loads the session again
    page.get_by_role("link", name="Operations").click()
    causes = page.get_by_role("link", name="Causes of 1 failure: Read pages")
    expect(causes).to_be_visible()
    check(page, "operations-stages")
    causes.click()
    cause = page.get_by_role("list", name="Causes, most frequent first").get_by_role("listitem").first
    expect(cause.get_by_text("truncated_document")).to_be_visible()
    cause.get_by_role("button", name="Show failures").click()
    cause.get_by_role("button", name="Show details of").click()
    expect(cause.get_by_role("heading", name="Arguments")).to_be_visible()
    check(page, "operations-failures")
    page.get_by_role("tab", name="Workers").click()
    expect(page.get_by_role("row").filter(has_text="Online")).to_have_count(1)
    check(page, "operations-workers")
    check_on_phones(page, check)

    page.goto("/operations?tab=failures")
    before = DeadLetter.objects.get().last_failed_at
    page.get_by_role("button", name="Retry", exact=True).click()
    page.get_by_role("button", name="Retry 1 job", exact=True).wait_for()
    check(page, "operations-retry")
    page.get_by_role("button", name="Retry 1 job", exact=True).click()
    expect(page.get_by_text("Retrying 1 job.").first).to_be_visible()
    second_failure = DeadLetter.objects.filter(last_failed_at__gt=before, requeued_at=None)
    wait_for(page, second_failure.exists)  # the file is still incomplete
    page.reload()  # it may still show the first failure
    expect(cause.get_by_text("truncated_document")).to_be_visible()
    cause.get_by_role("button", name="Dismiss 1 failure").click()
    page.get_by_role("button", name="Dismiss 1 failure", exact=True).click()
    expect(page.get_by_text("No failures")).to_be_visible()
    page.get_by_role("tab", name="Stages").click()
    stage = page.get_by_role("row", name="Read pages")
    expect(stage.get_by_text("Idle")).to_be_visible()  # no open failures
    expect(page.get_by_role("link", name="Causes of")).to_have_count(0)


def check_on_phones(page, check):
    """Check that activity and operations fit on a phone."""
    page.set_viewport_size({"width": 390, "height": 844})
    for path in ("jobs", "operations", *(f"operations?tab={tab}" for tab in TABS)):
        page.goto(f"/{path}")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        check(page, f"phone-{path.replace('?tab=', '-')}")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, path
    page.set_viewport_size({"width": 1440, "height": 900})
