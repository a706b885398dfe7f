"""All documents of a long list are selected by its filter, changed in a job, and the change is undone."""

import pytest
from playwright.sync_api import Route, expect

from corpuses.annotations.labels.services import create_label
from corpuses.annotations.models import DocumentLabel
from corpuses.corpora.services import create_corpus
from corpuses.models import CorpusDocument
from documents.models import Document
from documents.tests.many import analyze, many_documents
from tests.e2e.steps import release, wait_for

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]

COUNT = 620  # more than one request may name


@pytest.fixture
def corpus(live_stack, user):
    corpus = create_corpus(owner=user, title="Contracts")
    create_label(corpus, name="Signed", actor=user)
    documents = many_documents(user, COUNT)
    CorpusDocument.objects.bulk_create(
        CorpusDocument(corpus=corpus, document=each, added_by=user) for each in documents
    )
    analyze()
    return corpus


def select_all(page):
    page.get_by_role("checkbox", name="Select all loaded").press("Space")
    page.get_by_role("button", name=f"Select all {COUNT}").click()
    status = page.get_by_role("status").filter(has_text="selected")
    expect(status).to_have_text(f"{COUNT} selected")
    return status


def test_all_documents_of_a_list_get_a_label_and_lose_it_by_undo(session_page, corpus, check):
    page = session_page
    page.goto(f"/c/{corpus.pk}")
    status = select_all(page)
    row = page.get_by_role("row").filter(has=page.get_by_role("link")).nth(2)
    title = row.get_by_role("link").first.inner_text()
    row.get_by_role("checkbox").click()
    expect(status).to_have_text(f"{COUNT - 1} selected")
    check(page, "bulk-selection")
    # In another order, the first row is not loaded; it stays out.
    page.get_by_role("columnheader", name="Title").get_by_role("button").click()
    second = page.get_by_role("row").filter(has=page.get_by_role("link")).nth(2)
    expect(second.get_by_role("link").first).not_to_have_text(title)
    second.get_by_role("checkbox").click()
    expect(status).to_have_text(f"{COUNT - 2} selected")
    second.get_by_role("checkbox").click()
    expect(status).to_have_text(f"{COUNT - 1} selected")
    page.get_by_role("button", name="Label…").click()
    dialog = page.get_by_role("dialog", name=f"Label {COUNT - 1} documents")
    dialog.get_by_role("combobox", name="Label").select_option("Signed")
    check(page, "bulk-label")
    dialog.get_by_role("button", name="Add label").click()
    expect(dialog.get_by_text(f"Changed {COUNT - 1} documents.")).to_be_visible()
    assert DocumentLabel.objects.count() == COUNT - 1
    check(page, "bulk-result")
    dialog.get_by_role("button", name="Undo").click()
    expect(dialog.get_by_text(f"Undone for {COUNT - 1} documents.")).to_be_visible()
    assert not DocumentLabel.objects.exists()
    dialog.get_by_role("button", name="Close").last.click()
    expect(status).to_have_count(0)


def test_the_number_is_confirmed_and_progress_is_shown(session_page, corpus, check):
    page = session_page
    page.goto("/")
    select_all(page)
    page.get_by_role("button", name="Download").click()
    expect(page.get_by_text("Select at most 100 documents.")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Delete", exact=True).click()
    dialog = page.get_by_role("dialog", name=f"Delete {COUNT} documents?")
    held: list[Route] = []  # the progress is shown until it has been checked, which takes longer than the job
    page.route(
        "**/graphql/",
        lambda route: held.append(route) if "query BulkChange(" in str(route.request.post_data) else route.continue_(),
    )
    dialog.get_by_role("button", name=f"Delete {COUNT} documents").click()
    expect(dialog.get_by_role("progressbar")).to_be_visible()
    wait_for(page, lambda: Document.objects.count() < COUNT)
    dialog.get_by_role("button", name="Stop").click()
    check(page, "bulk-progress")
    release(page, "**/graphql/", held)
    expect(dialog.get_by_text("It was stopped.")).to_be_visible()
    left = Document.objects.count()
    assert 0 < left < COUNT
    dialog.get_by_role("button", name="Undo").click()
    expect(dialog.get_by_text("Undone for")).to_be_visible()
    wait_for(page, lambda: Document.objects.count() == COUNT)
