"""Edits in the list of a corpus without a connection."""

import pytest
from playwright.sync_api import Page, expect

from corpuses.annotations.labels.services import create_label
from corpuses.annotations.models import DocumentLabel
from corpuses.corpora.folders import create_folder
from corpuses.corpora.services import add_documents, create_corpus
from corpuses.models import CorpusDocument
from documents.tests.factories import parsed_document
from tests.e2e.offline_steps import changes_waiting, connect, disconnect, expect_saved_once, reload_without_saving

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]


def choose(page: Page, title: str, action: str) -> None:
    page.get_by_role("button", name=f"More for {title}").click()
    page.get_by_role("menuitem", name=action).click()


def test_documents_are_labelled_and_moved_later(session_page, user):
    page = session_page
    corpus = create_corpus(owner=user, title="Leases")
    create_label(corpus, name="Reviewed", actor=user)
    folder = create_folder(corpus, name="Harbour", actor=user)
    lease = parsed_document(user, "The tenant pays rent.", title="Lease")
    add_documents(corpus, [lease, parsed_document(user, "Dear tenant.", title="Notice")], actor=user)
    page.goto(f"/c/{corpus.pk}?folder=none")
    row = page.get_by_role("row").filter(has=page.get_by_role("link", name="Lease", exact=True))
    expect(row).to_be_visible()
    disconnect(page)
    choose(page, "Lease", "Label…")
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("checkbox", name="Reviewed").check()
    dialog.get_by_role("button", name="Save").click()
    expect(row.get_by_role("list", name="Labels")).to_have_text("Reviewed")
    choose(page, "Lease", "Move to…")
    dialog.get_by_role("radio", name="Harbour").check()
    dialog.get_by_role("button", name="Move", exact=True).click()
    expect(row).to_have_count(0)
    expect(changes_waiting(page, 2)).to_be_visible()
    reload_without_saving(page)
    expect(page.get_by_role("link", name="Notice")).to_be_visible()
    expect(row).to_have_count(0)
    assert not DocumentLabel.objects.exists()
    connect(page)
    expect_saved_once(page, lambda: [each.document for each in CorpusDocument.objects.filter(folder=folder)] == [lease])
    assert [each.document for each in DocumentLabel.objects.all()] == [lease]
