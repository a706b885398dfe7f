"""Live updates over one event stream per browser; without it, lists are polled."""

import pytest
from playwright.sync_api import Locator, Page, expect

from documents.models import Document
from events import outbox
from tests.e2e.steps import wait_for

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]

LIVE = "Live updates on"
# A stream on which nothing arrives after its beginning, although it is open.
HALF_OPEN = """
    window.streams = [];
    window.EventSource = class extends EventTarget {
        static CLOSED = 2;
        constructor(url) {
            super();
            streams.push(url);
            const data = JSON.stringify({ heartbeat_seconds: 0.4 });
            const ready = () => this.dispatchEvent(new MessageEvent('ready', { data, lastEventId: '7-1' }));
            setTimeout(ready, 100);
        }
        close() {}
    };
"""
STREAM = "/api/v1/events"


def rename(document: Document, title: str) -> None:
    """Rename a document as another session would."""
    Document.objects.filter(pk=document.pk).update(title=title)
    outbox.record(outbox.Entity.DOCUMENT, document.pk, owner_id=document.owner_id, changed=["title"])


def ready(page: Page) -> Locator:
    return page.get_by_role("row").filter(has_text="hosting-agreement").get_by_text("Ready")


def watch(page: Page) -> list[str]:
    streams: list[str] = []
    page.on("request", lambda request: streams.append(request.url) if STREAM in request.url else None)
    return streams


# proves: X-22
@pytest.mark.journey
def test_change_appears_in_all_tabs_over_one_stream(page, signed_in, upload_ready):
    document = upload_ready("hosting-agreement.pdf")
    expect(page.get_by_role("img", name=LIVE)).to_be_visible()
    expect(ready(page)).to_be_visible()
    second = page.context.new_page()
    streams = watch(second)
    second.goto("/")
    expect(second.get_by_role("img", name=LIVE)).to_be_visible()
    expect(second.get_by_role("link", name="hosting-agreement").first).to_be_visible()
    rename(document, "Renamed elsewhere")
    for tab in (page, second):
        expect(tab.get_by_role("link", name="Renamed elsewhere").first).to_be_visible()
    assert streams == []
    page.close()
    rename(document, "Renamed again")  # received by the tab that opens the stream now
    expect(second.get_by_role("link", name="Renamed again").first).to_be_visible()


def test_without_the_stream_lists_are_polled_and_a_notice_is_shown(page, signed_in, upload_ready):
    page.route(f"**{STREAM}*", lambda route: route.abort())
    page.reload()
    expect(page.get_by_text("Live updates unavailable")).to_be_visible()
    upload_ready("hosting-agreement.pdf")
    page.reload()
    expect(ready(page)).to_be_visible()


def test_a_connection_that_is_gone_without_being_closed_is_noticed_and_opened_again(page, signed_in):
    page.add_init_script(HALF_OPEN)
    page.reload()
    expect(page.get_by_role("img", name=LIVE)).to_be_visible()
    wait_for(page, lambda: len(page.evaluate("streams")) >= 2)
    assert page.evaluate("streams[1]").endswith("last_event_id=7-1")
