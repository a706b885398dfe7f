"""Corpus actions: create one, run it, see its history, retry; on a phone, too."""

from playwright.sync_api import expect

from conftest import DEMO
from corpuses.actions.models import ActionExecution, CorpusAction
from corpuses.corpora.services import add_documents, create_corpus
from corpuses.providers.models import LanguageModel
from documents.tests.factories import parsed_document
from tests.e2e.steps import choose_by_key, wait_for
from tests.upstreams import calls, says, scripted_server


def open_actions(page, corpus):
    page.goto(f"/c/{corpus.pk}?tab=actions")
    page.get_by_role("heading", name="History").wait_for()


def row_of(page, title):
    return page.get_by_role("row").filter(has_text=title)


def test_an_action_is_created_runs_on_a_new_document_and_is_listed_and_errors_are_shown_at_fields(
    session_page, user, check
):
    page = session_page
    corpus = create_corpus(owner=user, title="Hosting")
    open_actions(page, corpus)
    check(page, "actions-empty")
    page.get_by_role("button", name="New action").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("What it does").select_option("ANALYZE")
    dialog.get_by_label("Name").fill("Find dates and sums")
    create = dialog.get_by_role("button", name="Create action")
    expect(create).to_be_disabled()
    dialog.get_by_label("Analyzer").select_option("patterns")
    check(page, "action-editor")
    create.click()
    item = page.get_by_role("listitem").filter(has_text="Find dates and sums")
    expect(item).to_contain_text("Has not run yet")
    page.goto(f"/c/{corpus.pk}")
    page.locator("input[type=file]").first.set_input_files(DEMO / "hosting-agreement.pdf")
    wait_for(page, lambda: ActionExecution.objects.filter(action__kind="analyze", state="success").exists())
    open_actions(page, corpus)
    expect(item.get_by_role("button", name="Show 1 done of Find dates and sums")).to_be_visible()
    item.get_by_role("button", name="Show 1 done").click()
    row = row_of(page, "hosting")
    expect(row).to_have_count(1)
    expect(row).to_contain_text("Document added")
    check(page, "actions-history")
    see_errors_at_their_fields(page, check)


def see_errors_at_their_fields(page, check):
    page.get_by_role("button", name="New action").click()
    dialog = page.get_by_role("dialog")
    for number, question in ((1, "How much?"), (2, "How long?")):
        dialog.get_by_label(f"Name of field {number}").fill("Rent")
        dialog.get_by_label(f"Question of field {number}").fill(question)
        if number == 1:
            dialog.get_by_role("button", name="Add field").click()
    dialog.get_by_role("button", name="Create action").click()
    expect(dialog.get_by_label("Name of field 2")).to_have_accessible_description(
        "Another field has the same name. Rename one of them."
    )
    check(page, "action-editor-error")


def test_a_run_says_on_how_many_documents_failures_are_retried_by_keyboard_and_the_page_fits_a_phone(
    session_page, user, check
):
    page = session_page
    corpus = create_corpus(owner=user, title="Contracts")
    add_documents(
        corpus, [parsed_document(user, "Paid on 2026-01-02.", title=f"Lease {n}") for n in (1, 2)], actor=user
    )
    CorpusAction.objects.create(
        corpus=corpus, kind="agent", name="Ask", instructions="Mark the rent.", triggers=["manual"]
    )
    open_actions(page, corpus)
    item = page.get_by_role("main").get_by_role("listitem").filter(has_text="Ask")
    expect(item).to_contain_text("Only when you run it")
    item.get_by_role("button", name="Run").click()
    confirm = page.get_by_role("alertdialog")
    expect(confirm).to_contain_text("2 documents")
    confirm.get_by_role("button", name="Run on 2 documents").click()
    item.get_by_role("button", name="Show 2 skipped of Ask").click()
    expect(row_of(page, "Lease 1")).to_contain_text("No language model is configured.")
    expect(row_of(page, "Lease 1")).to_contain_text("Run by")
    check(page, "actions-skipped")
    CorpusAction.objects.filter(name="Ask").update(kind="analyze", analyzer="patterns")
    choose_by_key(page, page.get_by_role("button", name="More for Ask"), "Retry 2 documents")
    wait_for(page, lambda: ActionExecution.objects.filter(action__name="Ask", state="success").count() == 2)
    page.get_by_label("State").select_option("")
    expect(row_of(page, "Lease 1").filter(has_text="Ask")).to_contain_text("Done")
    page.set_viewport_size({"width": 390, "height": 844})
    open_actions(page, corpus)
    expect(row_of(page, "Lease").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    check(page, "actions-phone")


def test_an_agent_runs_on_the_selected_document_only_and_its_proposal_waits(session_page, live_stack, user, check):
    page = session_page
    corpus = create_corpus(owner=user, title="Contracts")
    chosen, other = (parsed_document(user, "Paid on 2026-01-02.", title=f"Lease {n}") for n in (1, 2))
    add_documents(corpus, [chosen, other], actor=user)
    CorpusAction.objects.create(corpus=corpus, kind="agent", name="Ask", instructions="Mark.", triggers=["manual"])
    proposal = {"document": str(chosen.pk), "page": 1, "quote": "Paid", "label": "Payment", "note": ""}
    script = [calls(("propose_annotation", proposal)), says("PROPOSED")]
    with scripted_server(script, port=live_stack.model_port) as server:
        LanguageModel.objects.create(corpus=corpus, model="scripted", base_url=server.url, backend="openai")
        page.goto(f"/c/{corpus.pk}")
        page.get_by_role("link", name="Lease 1").press("Space")
        page.get_by_role("group", name="Selected documents").get_by_role("button", name="More").click()
        page.get_by_role("menuitem", name="Run an analyzer or an action…").click()
        dialog = page.get_by_role("dialog", name="Run an analyzer or an action")
        actions = dialog.get_by_role("region", name="Actions of the corpus")
        expect(actions.get_by_role("button", name="Run Ask")).to_be_visible()
        check(page, "actions-for-documents")
        actions.get_by_role("button", name="Run Ask").click()
        expect(page.get_by_text("“Ask” runs on 1 document.")).to_be_visible()
        executions = ActionExecution.objects.filter(action__name="Ask")
        wait_for(page, executions.filter(state="success").exists)
        assert [each.document for each in executions] == [chosen]
    page.goto(f"/c/{corpus.pk}?tab=proposals")
    expect(page.get_by_role("main")).to_contain_text("Payment")
