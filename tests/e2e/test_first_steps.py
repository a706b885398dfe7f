"""The first steps: tasks that are ticked off once they are done, on the page of documents and on the help page."""

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from audit.models import AuditEntry
from corpuses.annotations.models import Annotation
from corpuses.extracts.models import Extract
from corpuses.models import Corpus, CorpusShare
from tasks.models import Job
from tasks.states import ENDED
from tests.e2e.conftest import sign_in
from tests.e2e.sharing.steps import share_with
from tests.e2e.steps import drag_over_words, focus_by_key, wait_for

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]


def open_steps(page: Page, count: str):
    """Go to the documents, expect this many done tasks, and return the opened list."""
    if page.get_by_role("heading", name="Documents", exact=True, level=1).count() == 0:
        page.get_by_role("navigation", name="Main").get_by_role("link", name="Documents").click()
    page.get_by_role("button", name=f"First steps {count}").click()
    return page.get_by_role("region", name="First steps")


def expect_done(steps, *titles: str) -> None:
    done = steps.get_by_role("listitem").filter(has=steps.page.get_by_role("img", name="Done"))
    expect(done.get_by_role("heading")).to_have_text(list(titles))


def label_a_passage(page: Page) -> None:
    began = timezone.now()
    selection = drag_over_words(page)
    selection.get_by_role("button", name="Label").click()
    page.get_by_role("combobox", name="Label for the selection").fill("Party")
    page.keyboard.press("Enter")
    wait_for(page, lambda: Annotation.objects.filter(source="human", created__gte=began).exists())


def extract_fields(page: Page) -> None:
    page.get_by_role("button", name="New extraction").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Next: documents").click()
    dialog.get_by_role("button", name="Run on 5 documents").click()
    wait_for(page, lambda: Extract.objects.filter(is_standing=False).exists())


def export_annotations(page: Page) -> None:
    page.get_by_role("button", name="Export annotations").click()
    with page.expect_download():
        page.get_by_role("menuitem", name="CSV").click()
    wait_for(page, lambda: AuditEntry.objects.filter(action="corpus.annotations_exported").exists())


@pytest.fixture
def idle(page):
    """Return a function that waits until no job runs."""
    return lambda: wait_for(page, lambda: not Job.objects.exclude(state__in=ENDED).exists(), seconds=240)


def test_a_new_user_does_all_tasks_with_the_sample(signed_in, other_user, idle, check):
    page = signed_in
    steps = open_steps(page, "0/7")
    expect(steps.get_by_role("img", name="To do")).to_have_count(7)
    check(page, "first-steps-new")
    steps.get_by_role("button", name="Add sample documents").click()
    expect(page.get_by_role("row").filter(has_text="Hosting agreement").get_by_text("Ready")).to_be_visible()
    expect_done(steps, "Add documents")
    idle()
    page.reload()

    open_steps(page, "1/7").get_by_role("link", name="Open a document to label").click()
    label_a_passage(page)

    open_steps(page, "2/7").get_by_role("link", name="Search in a corpus").click()
    page.get_by_role("searchbox", name="Search in “Sample agreements”").fill("termination of the agreement")
    page.keyboard.press("Enter")
    expect(page.get_by_role("list", name="Documents").get_by_role("listitem").first).to_be_visible()

    steps = open_steps(page, "3/7")
    expect_done(steps, "Add documents", "Label a passage", "Search for a passage")
    check(page, "first-steps")
    steps.get_by_role("link", name="Go to the tables of a corpus").click()
    extract_fields(page)

    open_steps(page, "4/7").get_by_role("link", name="Open a document to ask").click()
    page.locator('[data-page-raster="1"] canvas').wait_for()
    page.keyboard.press("q")
    page.get_by_role("textbox", name="Question about this document").fill("Who is the provider?")
    page.keyboard.press("Enter")
    wait_for(page, lambda: page.evaluate("localStorage['cartulary.first-steps']?.includes('question')"))

    open_steps(page, "5/7").get_by_role("link", name="Open a corpus to share").click()
    page.get_by_role("button", name="Share", exact=True).click()
    dialog = page.get_by_role("dialog")
    share_with(dialog, other_user.username)
    wait_for(page, CorpusShare.objects.exists)
    dialog.get_by_role("button", name="Close").first.click()

    open_steps(page, "6/7").get_by_role("link", name="Go to the annotations of a corpus").click()
    export_annotations(page)

    page.get_by_role("navigation", name="Main").get_by_role("link", name="Documents").click()
    expect(page.get_by_text("5 documents")).to_be_visible()
    page.wait_for_load_state("networkidle")
    expect(page.get_by_role("button", name="First steps")).to_have_count(0)
    page.goto("/help")
    expect(page.get_by_role("img", name="Done")).to_have_count(7)


def test_the_list_is_dismissed_and_shown_again(signed_in, user, check):
    page = signed_in
    Corpus.objects.create(owner=user, tenant=user.tenant, title="Contracts")
    steps = open_steps(page, "0/7")
    focus_by_key(page, "Tab", steps.get_by_role("button", name="Do not show again"))
    page.keyboard.press("Escape")
    expect(steps).to_have_count(0)
    button = page.get_by_role("button", name="First steps 0/7")
    expect(button).to_be_focused()
    page.keyboard.press("Enter")
    steps.get_by_role("button", name="Do not show again").click()
    expect(page.get_by_role("button", name="First steps")).to_have_count(0)

    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.post_data or ""))
    page.reload()
    expect(page.get_by_role("heading", name="No documents yet")).to_be_visible()
    page.wait_for_load_state("networkidle")
    expect(page.get_by_role("button", name="First steps")).to_have_count(0)
    assert not [each for each in requests if "firstSteps" in each]

    page.goto("/help")
    expect(page.get_by_role("img", name="To do")).to_have_count(7)
    check(page, "first-steps-help")
    page.get_by_role("button", name="Show the first steps on the Documents page").click()
    open_steps(page, "0/7").get_by_role("link", name="Go to the tables of a corpus").click()
    expect(page.get_by_role("heading", name="Contracts", level=1)).to_be_visible()


def test_the_list_of_documents_does_not_move(page, user, upload_ready, check):
    upload_ready("hosting-agreement.pdf")
    sign_in(page)
    for width in (1440, 1024, 390):
        page.set_viewport_size({"width": width, "height": 844})
        # The button is loaded after the list.
        page.route("**/first-steps-button-*.js", lambda route: None)
        page.reload()
        row = page.get_by_role("row").filter(has_text="hosting-agreement")
        expect(row).to_be_visible()
        before = row.bounding_box()
        page.unroute_all()
        page.reload()
        expect(page.get_by_role("button", name="First steps 1/7")).to_be_visible()
        assert row.bounding_box()["y"] == before["y"], width
    open_steps(page, "1/7")
    check(page, "first-steps-phone")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
