"""The search model of a corpus: which one serves, how far the next one is, and why it has stopped."""

from django.utils import timezone
from playwright.sync_api import expect

from core.db.ids import uuid7
from corpuses.corpora.services import create_corpus
from corpuses.models import Corpus
from corpuses.search.corpus_embedders import CHANGE
from tasks.models import Job

NEXT = "text-embedding-3-small"
REFUSAL = "The server refused the key."


def open_search_model(page, corpus):
    page.goto(f"/c/{corpus.pk}?tab=search")
    page.get_by_text("Search model", exact=True).click()


def test_the_model_that_serves_is_shown(session_page, user, check):
    page = session_page
    open_search_model(page, create_corpus(owner=user, title="Leases"))
    expect(page.get_by_label("Search model")).to_have_value("minilm-l6-v2")
    expect(page.get_by_text("This installation has only one")).to_be_visible()
    expect(page.get_by_role("button", name="Change", exact=True)).to_be_disabled()
    check(page, "search-model")


def test_a_change_that_has_stopped_says_why_and_can_be_ended(session_page, user, check):
    page = session_page
    corpus = create_corpus(owner=user, title="Leases")
    Corpus.objects.filter(pk=corpus.pk).update(next_embedder=NEXT)
    Job.objects.create(
        id=uuid7(), kind=CHANGE, state="failed", queued=False, finished=timezone.now(),
        error_message=REFUSAL, args={}, tenant_id=user.tenant_id, owner=user, subject_id=corpus.pk,
    )  # fmt: skip
    open_search_model(page, corpus)
    expect(page.get_by_role("alert").filter(has_text=REFUSAL)).to_contain_text(NEXT)
    expect(page.get_by_role("button", name="Try again")).to_be_enabled()
    check(page, "search-model-stopped")
    page.get_by_role("button", name="Keep minilm-l6-v2").click()
    expect(page.get_by_role("alert")).to_have_count(0)
    assert Corpus.objects.get(pk=corpus.pk).next_embedder == ""
