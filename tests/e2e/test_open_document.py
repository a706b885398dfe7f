"""The requests, SQL queries and bytes with which a document opens in a new browser profile.

Times are measured by `python -m benchmarks.open_document`.
"""

import json

import pytest
from playwright.sync_api import expect

from benchmarks.recording_proxy import recording_proxy
from benchmarks.setup import CONTRACTS
from benchmarks.ui.data import write_long_pdf
from documents.models import Document
from tasks.models import Job
from tasks.states import ENDED
from tests.e2e.conftest import sign_in
from tests.e2e.steps import wait_for

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]

MAX_REQUESTS = 31  # one of them for live updates, after the first view
MAX_QUERIES = 20
MAX_BYTES = 611_000  # of these 169,000 are the PDF


@pytest.mark.journey
def test_a_document_opens_with_few_requests_queries_and_bytes(chromium, page, live_stack, upload_ready):
    document = upload_ready(next(CONTRACTS.glob("cuad_002*.pdf")))
    sign_in(page)  # creates the personal corpus
    # Each step sends an event, and the page fetches again.
    wait_for(page, lambda: not Job.objects.exclude(state__in=ENDED).exists())
    cookies = page.context.cookies()
    page.context.close()
    with recording_proxy(live_stack.url) as proxy, chromium.new_context(base_url=proxy.url) as context:
        context.add_cookies([{"name": each["name"], "value": each["value"], "url": proxy.url} for each in cookies])
        opened = context.new_page()
        opened.goto(f"/d/{document.pk}", wait_until="commit")
        opened.locator('[data-page-raster="1"] canvas').wait_for()
        proxy.wait_until_idle()
        traffic = proxy.traffic()
    assert len(traffic.requests) <= MAX_REQUESTS, traffic.requests
    assert 0 < traffic.queries <= MAX_QUERIES
    assert traffic.size <= MAX_BYTES, traffic.size


def test_the_end_of_a_large_pdf_is_requested_with_its_beginning(page, upload, tmp_path):
    write_long_pdf(tmp_path / "long.pdf", 60)
    document = upload(tmp_path / "long.pdf")
    wait_for(page, lambda: Document.objects.get(pk=document.pk).state == Document.State.READY)
    sign_in(page)
    ranges = []
    page.on("request", lambda request: "/pdf?" in request.url and ranges.append(request.headers["range"]))
    page.goto(f"/d/{document.pk}?page=60")
    expect(page.locator('[data-page-raster="60"] canvas')).to_be_visible()
    assert ranges[:2] == ["bytes=0-196607", "bytes=-65536"]
    size = document.blob.size
    assert not [each for each in ranges[2:] if int(each.split("-")[1]) >= size - 1], (size, ranges)


def test_the_pdf_of_a_document_in_the_list_is_requested_with_its_page(page, upload_ready):
    document = upload_ready(next(CONTRACTS.glob("cuad_002*.pdf")))
    sign_in(page)
    page.goto("/")
    link = page.locator(f'a[href^="/d/{document.pk}"]').first
    expect(link).to_be_visible()
    ranges, held = [], []
    page.on("request", lambda request: "/pdf?" in request.url and ranges.append(request.headers["range"]))
    page.route("**/graphql/", lambda route: held.append(route) if _opens(route.request) else route.continue_())
    link.click()
    wait_for(page, lambda: held and ranges)
    held[0].continue_()
    expect(page.locator('[data-page-raster="1"] canvas')).to_be_visible()
    assert ranges.count("bytes=0-196607") == 1, ranges


def test_annotations_after_the_first_ones_are_loaded_from_there(opened):
    wait_for(opened.page, lambda: not Job.objects.exclude(state__in=ENDED).exists())  # their events load it again
    opened.suggest("Party", *range(60))
    requests = []
    opened.page.on("request", lambda request: requests.append(request.post_data or ""))
    opened.open()
    expect(opened.canvas).to_have_attribute("data-annotations", "60")
    assert [each["annotations"] for each in _variables(requests, "OpenDocument")] == [50]
    rest, *_ = _variables(requests, "Annotations")
    assert rest["after"] is not None


def _opens(request):
    return "query OpenDocument(" in (request.post_data or "")


def _variables(requests, operation):
    return [json.loads(each)["variables"] for each in requests if f"query {operation}(" in each]
