"""The page of what waits for the user: each row opens the list that shows what it counts."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from corpuses.annotations.models import Annotation
from corpuses.annotations.services import annotate_many
from corpuses.corpora.services import add_documents, create_corpus
from documents.models import Document
from documents.tests.factories import parsed_document

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]


@pytest.fixture
def corpus(session_page, user):
    """Return a corpus with two suggestions, one of which is uncertain, and make a document whose file is missing."""
    lease = parsed_document(user, "The tenant pays rent on Monday.", title="Lease")
    corpus = create_corpus(owner=user, title="Leases")
    add_documents(corpus, [lease], actor=user)
    found = [(4, 10, "Party"), (16, 20, "Money")]
    annotate_many(corpus, lease.revision, found, source=Annotation.Source.ANALYZER, origin="action:1")
    Annotation.objects.filter(start=16).update(confidence=0.5)
    broken = parsed_document(user, "Lost", title="Broken scan")
    failure = {"state": "failed", "failure_code": "blob_missing", "failure_message": "Its file is missing."}
    Document.objects.filter(pk=broken.pk).update(revision=None, **failure)
    return corpus


def test_each_row_opens_what_it_counts(session_page, user, corpus, check):
    page = session_page
    page.goto("/c")
    page.get_by_role("navigation", name="Main").get_by_role("link", name="To do").click()
    rows = page.get_by_role("list", name="To do").get_by_role("listitem")
    expect(rows).to_contain_text(["1 document that failed", "2 suggestions to review", "1 position to check"])
    check(page, "todo")

    rows.first.get_by_role("link").click()
    expect(page.get_by_role("row").filter(has_text="Broken scan")).to_be_visible()
    expect(page.get_by_role("row").filter(has_text="Lease")).to_have_count(0)
    page.go_back()
    rows.nth(2).get_by_role("link").click()
    expect(page.get_by_text("1 annotation", exact=True)).to_be_visible()
    page.go_back()
    rows.nth(1).get_by_role("link").click()
    page.get_by_role("button", name="Accept all").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Accept all").click()
    expect(page.get_by_text("0 annotations", exact=True)).to_be_visible()
    page.go_back()
    expect(rows).to_contain_text(["1 document that failed", "1 position to check"])

    Annotation.objects.all().delete()
    Document.objects.filter(title="Broken scan").update(deleted_at=timezone.now())
    page.goto("/bin")
    page.get_by_role("button", name="Search", exact=True).click()
    page.keyboard.type("To do")
    page.get_by_role("listbox", name="Results").get_by_role("option", name="To do", exact=True).click()
    expect(page.get_by_role("heading", name="Nothing waits for you")).to_be_visible()
    page.set_viewport_size({"width": 390, "height": 844})
    check(page, "todo-empty")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
