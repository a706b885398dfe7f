"""The obligations of a corpus in the browser: list, month, filter, link to the place, calendar addresses."""

import re

import pytest
from playwright.sync_api import expect

from corpuses.actions.models import CorpusAction
from corpuses.analyzers.services import analyze
from corpuses.corpora.services import add_documents, create_corpus
from corpuses.models import Corpus
from corpuses.obligations.models import CalendarFeed, Obligation
from documents.tests.factories import parsed_document
from tests.e2e.steps import wait_for
from tests.plain_job import PlainJob

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]

TEXT = (
    "Invoices are paid within thirty (30) days after receipt.\n\nThis Agreement expires on 31 December 2025.\n\n"
    "Goods are delivered by 2 May 2025."
)


@pytest.fixture
def corpus(live_stack, user) -> Corpus:
    corpus = create_corpus(owner=user, title="Leases")
    document = parsed_document(user, TEXT, title="Lease")
    add_documents(corpus, [document], actor=user)
    action = CorpusAction.objects.create(corpus=corpus, kind="analyze", name="Deadlines", analyzer="deadlines")
    analyze(document.revision, "deadlines", corpus, job=PlainJob(), action_id=action.pk)
    return corpus


def test_obligations_are_listed_dated_ticked_off_and_subscribed_to(session_page, corpus, check):
    page = session_page
    page.goto(f"/c/{corpus.pk}?tab=obligations")
    rows = page.get_by_role("list", name="Obligations").get_by_role("listitem")
    expect(rows).to_have_count(3)
    expect(rows.first).to_contain_text("Delivery due")
    expect(rows.last).to_contain_text("No date")
    check(page, "obligations")

    page.get_by_role("button", name="Set the date of Term end, Lease").click()
    dialog = page.get_by_role("dialog", name="Date of Term end")
    dialog.get_by_label("Date", exact=True).fill("2025-03-31")
    check(page, "obligations-date")
    dialog.get_by_role("button", name="Set date").click()
    expect(rows.first).to_contain_text("Term end")
    rows.first.get_by_role("checkbox", name="Done: Term end, Lease").click()
    wait_for(page, Obligation.objects.filter(kind="term_end", done__isnull=False, due="2025-03-31").exists)
    expect(rows.first.get_by_text("done", exact=True)).to_be_visible()
    check(page, "obligations-done")

    page.get_by_role("button", name="Subscribe in a calendar program").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Create address").click()
    address = dialog.get_by_role("list", name="Calendar addresses").locator("code")
    expect(address).to_have_count(1)
    check(page, "obligations-addresses")
    calendar = page.request.get(address.inner_text())
    assert (calendar.status, calendar.text().count("BEGIN:VEVENT")) == (200, 2)
    dialog.get_by_role("button", name="Revoke").click()
    wait_for(page, lambda: not CalendarFeed.objects.exists())
    expect(address).to_have_count(0)

    page.goto(f"/c/{corpus.pk}?tab=obligations&month=2025-04")
    page.get_by_role("button", name="Previous month").press("Enter")
    expect(page.get_by_role("heading", name="March 2025")).to_be_visible()
    page.get_by_role("link", name="Term end").wait_for()
    check(page, "obligations-month")
    page.get_by_role("link", name="Term end").press("Enter")
    expect(page).to_have_url(re.compile(rf"/d/{corpus.documents.get().pk}\?"))
