"""The analyzers of a corpus in the browser: run one, set up another one by rules, see what they found."""

from playwright.sync_api import expect

from corpuses.analyzers.models import AnalysisRun
from corpuses.services.corpora import add_documents, create_corpus
from documents.tests.factories import parsed_document
from tests.e2e.steps import wait_for


def test_an_analyzer_runs_by_one_click_and_rules_are_tried_before_they_are_saved(signed_in, user, check):
    page = signed_in
    corpus = create_corpus(owner=user, title="Leases")
    add_documents(corpus, [parsed_document(user, "Paid on 2026-01-02 under Section 4.", title="Lease")], actor=user)
    page.goto(f"/c/{corpus.pk}?tab=analyze")
    page.get_by_role("button", name="Run Dates, amounts").click()
    wait_for(page, lambda: AnalysisRun.objects.filter(analyzer="patterns", state="success").exists())
    runs = page.get_by_role("table", name="Runs of Dates, amounts")
    expect(runs).to_contain_text("Date 1")
    check(page, "analyses")
    page.get_by_role("button", name="Set up Regular expressions").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Label of rule 1").fill("Clause")
    dialog.get_by_label("Expression of rule 1").fill(r"Section \d+")
    dialog.get_by_role("button", name="Try the rules").click()
    expect(dialog.get_by_role("status")).to_have_text("1 passage found")
    check(page, "analyzer-rules")
