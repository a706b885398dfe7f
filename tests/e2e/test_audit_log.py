"""Owners find the audit log where they look for it: beside a document, in a corpus, in their account."""

import pytest
from playwright.sync_api import expect

from corpuses.annotations.labels.services import create_label
from corpuses.corpora.services import create_corpus
from tests.e2e.sharing.steps import row_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]


def test_the_log_of_the_account_a_corpus_and_a_document(signed_in, user, upload_ready, check):
    page = signed_in
    corpus = create_corpus(owner=user, title="Leases")
    create_label(corpus, name="Rent", actor=user)
    document = upload_ready("hosting-agreement.pdf", corpus=corpus)
    expect(row_of(page).get_by_text("Ready")).to_be_visible()

    page.goto("/account?tab=activity")
    activity = page.get_by_role("list", name="Security activity")
    expect(activity.get_by_text("Signed in").first).to_be_visible()
    check(page, "account-activity")

    page.goto(f"/c/{corpus.pk}?tab=log")
    entries = page.get_by_role("list", name="Audit log of Leases")
    expect(entries.get_by_role("listitem").filter(has_text="Label created")).to_contain_text("“Rent”")
    check(page, "corpus-audit-log")
    added = entries.get_by_role("listitem").filter(has_text="Document added")
    added.get_by_role("link", name=document.title).click()
    page.wait_for_url(f"**/d/{document.pk}**")

    page.get_by_role("button", name="Details").click()
    expect(page.get_by_role("list", name="Audit log").get_by_text("Uploaded")).to_be_visible()
