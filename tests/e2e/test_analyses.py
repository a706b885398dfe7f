"""The analyzers of a corpus in the browser: run one, set up another one by rules, see what they found, compare runs."""

import re

from django.db import transaction
from playwright.sync_api import expect

from corpuses.actions.models import CorpusAction
from corpuses.analyzers.checking import CheckedResults
from corpuses.analyzers.models import AnalysisRun
from corpuses.analyzers.protocol import Finding, Metadata, Verdict
from corpuses.analyzers.runs import begin_run, complete_run
from corpuses.corpora.services import add_documents, create_corpus
from corpuses.fields.services import create_field
from documents.tests.factories import parsed_document
from tests.e2e.keyboard import Keyboard
from tests.e2e.steps import wait_for


def test_an_analyzer_runs_by_one_click_and_rules_are_tried_before_they_are_saved(session_page, user, check):
    page = session_page
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


def test_verdicts_and_values_are_shown_with_their_documents_and_in_the_details(session_page, user, check):
    page = session_page
    corpus = create_corpus(owner=user, title="Leases")
    documents = [parsed_document(user, "Paid.", title=title) for title in ("Lease", "Will")]
    add_documents(corpus, documents, actor=user)
    action = CorpusAction.objects.create(
        corpus=corpus, kind="analyze", name="Dates", analyzer="dates", triggers=["manual"]
    )
    for document, passed in zip(documents, (False, True), strict=True):
        verdict = Verdict(passed=passed, message="It has a date." if passed else "No date was found.")
        with transaction.atomic():
            run = begin_run(
                corpus,
                document.revision,
                action_id=action.pk,
                settings_version=1,
                analyzer="dates",
                settings={},
                job=None,
            )
            complete_run(run, CheckedResults(metadata=[Metadata("Tenant", "Ada")], verdicts=[verdict]))
    page.goto(f"/c/{corpus.pk}?tab=analyze")
    runs = page.get_by_role("table", name="Runs of Dates")
    runs.get_by_role("button", name="Values of 2 documents").click()
    expect(page.get_by_role("dialog").get_by_role("listitem")).to_have_count(2)
    expect(page.get_by_role("dialog")).to_contain_text("Ada")
    page.keyboard.press("Escape")
    runs.get_by_role("button", name="1 document did not pass").click()
    dialog = page.get_by_role("dialog", name="Did not pass Dates, version 1")
    expect(dialog).to_contain_text("No date was found.")
    check(page, "analysis-not-passed")
    dialog.get_by_role("link", name="Lease").click()
    page.get_by_role("button", name="Details").click()
    results = page.get_by_role("complementary", name="Details").get_by_role("region", name="Dates")
    expect(results).to_contain_text("Did not pass No date was found.")
    expect(results).to_contain_text("Ada")
    check(page, "document-results")
    tenant = create_field(corpus, name="Tenant", type="string", actor=user)  # the value is a suggestion now
    accept = results.get_by_role("button", name="Accept Ada for Tenant")
    accept.click()
    expect(results).to_contain_text("Ada Accepted")
    expect(page.get_by_label("Tenant", exact=True)).to_have_value("Ada")
    page.keyboard.press("Control+z")
    expect(page.get_by_label("Tenant", exact=True)).to_have_value("")
    results.get_by_role("button", name="Reject Ada for Tenant").click()
    expect(results).to_contain_text("Ada Rejected")
    assert not tenant.values.exists()
    check(page, "document-reviewed-value")


@transaction.atomic
def analyzed(action, document, version, *words):
    """Store a run with a version of the settings that has found these words, all with the label "Term"."""
    text = document.revision.text
    found = [Finding(text.index(word), text.index(word) + len(word), "Term", value=word.upper()) for word in words]
    run = begin_run(
        action.corpus,
        document.revision,
        action_id=action.pk,
        settings_version=version,
        analyzer="dates",
        settings={},
        job=None,
    )
    complete_run(run, CheckedResults(findings=found))


def test_two_versions_are_compared_by_the_keyboard_and_lead_to_their_words(signed_in, user, check):
    page, keys = signed_in, Keyboard(signed_in)
    corpus = create_corpus(owner=user, title="Leases")
    document = parsed_document(user, "The rent is due in May. The deposit is due in June.", title="Lease")
    add_documents(corpus, [document], actor=user)
    action = CorpusAction.objects.create(
        corpus=corpus, kind="analyze", name="Dates", analyzer="dates", triggers=["manual"]
    )
    analyzed(action, document, 1, "rent", "May")
    analyzed(action, document, 2, "rent", "deposit", "June")
    page.goto(f"/c/{corpus.pk}?tab=analyze")
    button = page.get_by_role("button", name="Compare versions…")
    button.focus()
    keys.press("Enter")
    dialog = page.get_by_role("dialog", name="Differences of Dates")
    expect(dialog.get_by_role("status")).to_have_text("1 document was compared.")
    expect(dialog.get_by_role("combobox", name="Earlier version")).to_have_value("1")
    expect(dialog.get_by_role("combobox", name="Later version")).to_have_value("2")
    labels = dialog.get_by_role("table", name="Differences by label")
    expect(labels.get_by_role("row").nth(1)).to_have_text(re.compile(r"Term\s*2\s*1\s*1"))
    places = dialog.get_by_role("table", name="Differences by place").get_by_role("row")
    expect(places).to_have_count(4)
    for change, word in (("Gone", "May"), ("Added", "deposit"), ("Added", "June")):
        expect(places.filter(has_text=word)).to_contain_text(change)
    expect(places.filter(has_text="June")).to_contain_text("Value: JUNE")
    check(page, "analysis-differences")
    dialog.get_by_role("combobox", name="Later version").select_option("1")
    expect(dialog.get_by_role("status")).to_have_text("The results on 1 document are the same.")
    keys.press("Escape")
    expect(dialog).to_be_hidden()
    keys.expect_focus(button)
    keys.press("Enter")
    link = dialog.get_by_role("link", name="deposit")
    keys.press_until("Tab", lambda: link.evaluate("(element) => element === document.activeElement"), most=12)
    keys.expect_focus(link)
    keys.press("Enter")
    start = document.revision.text.index("deposit")
    expect(page).to_have_url(re.compile(rf"/d/{document.pk}\?c={corpus.pk}&page=1&from={start}&to={start + 7}"))
