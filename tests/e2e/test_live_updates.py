"""Live updates over one event stream per browser; without it, lists are polled."""

import pytest
from playwright.sync_api import Locator, Page, expect

from documents.models import Document
from events import outbox

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]

LIVE = "Live updates on"
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
def test_change_appears_in_all_tabs_over_one_stream(page, signed_in, upload):
    document = upload("hosting-agreement.pdf")
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


def test_without_the_stream_lists_are_polled_and_a_notice_is_shown(page, signed_in, upload):
    page.route(f"**{STREAM}*", lambda route: route.abort())
    page.reload()
    expect(page.get_by_text("Live updates unavailable")).to_be_visible()
    upload("hosting-agreement.pdf")
    page.reload()
    expect(ready(page)).to_be_visible()
