"""The retention rule of a corpus: its dialog says what it would move."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from corpuses.corpora.services import add_documents, create_corpus
from corpuses.models import Corpus, CorpusDocument
from documents.tests.factories import parsed_document
from tests.e2e.steps import wait_for

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]


@pytest.fixture
def corpus(live_stack, user) -> Corpus:
    """Create a corpus with a document of sixty days ago, and one of now."""
    corpus = create_corpus(owner=user, title="Leases")
    old = parsed_document(user, "The tenant pays rent.", title="Lease")
    add_documents(corpus, [old, parsed_document(user, "The rent is due.", title="Contract")], actor=user)
    before = timezone.now() - timedelta(days=60)
    CorpusDocument.objects.filter(corpus=corpus, document=old).update(created=before)
    return corpus


def test_the_dialog_says_what_a_rule_would_move(session_page, corpus, check):
    page = session_page
    page.goto(f"/c/{corpus.pk}")
    page.get_by_role("button", name="Retention").click()
    dialog = page.get_by_role("dialog", name="Retention")
    days = dialog.get_by_label("Days that documents stay in the corpus")
    expect(days).to_be_focused()
    expect(dialog.get_by_role("status")).to_have_text("Documents stay in the corpus.")
    days.fill("30")
    expect(dialog.get_by_role("status")).to_contain_text("Tonight, 1 document would be moved to the bin.")
    check(page, "retention")
    days.fill("90")
    expect(dialog.get_by_role("status")).to_contain_text("No document is older.")
    dialog.get_by_label("Days that the audit log is kept").fill("7")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_contain_text("30 days or longer")
    dialog.get_by_label("Days that the audit log is kept").fill("60")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_be_hidden()
    wait_for(page, lambda: Corpus.objects.filter(pk=corpus.pk, retention_days=90, audit_days=60).exists())
    page.reload()
    page.get_by_role("button", name="Retention").click()
    expect(days).to_have_value("90")
