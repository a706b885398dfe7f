"""Runs of an extraction as a user sees them: read again, compare, a budget that stops, an action that fills a table."""

import pytest
from playwright.sync_api import expect

from corpuses.actions.models import ActionExecution
from corpuses.corpora.services import add_documents, create_corpus
from corpuses.extracts.columns import ColumnDraft
from corpuses.extracts.fieldsets import FieldsetDraft, create_fieldset
from corpuses.extracts.models import Cell, Extract
from corpuses.extracts.runs import ExtractDraft, start_extract
from documents.tests.factories import parsed_document
from tasks.models import Job
from tasks.states import ENDED
from tests.e2e.steps import wait_for

TEXT = "Lease {n}. The monthly rent is EUR {n}00. The lease ends on 30 June 202{n}."


@pytest.fixture
def fieldset(signed_in, user):
    corpus = create_corpus(owner=user, title="Leases")
    columns = [
        ColumnDraft(name="Rent", question="How much is the monthly rent?", type="money"),
        ColumnDraft(name="End", question="On which date does the lease end?", type="date"),
    ]
    documents = [parsed_document(user, TEXT.format(n=n), title=f"Lease {n}") for n in (7, 8)]
    add_documents(corpus, documents, actor=user)
    return create_fieldset(FieldsetDraft(name="Lease", columns=columns), corpus=corpus, actor=user)


@pytest.fixture
def extract(signed_in, user, fieldset):
    """Start a run with the offline reader and wait for its end."""
    return run(signed_in, user, fieldset)


def run(page, user, fieldset):
    extract = start_extract(ExtractDraft(fieldset=fieldset, engine="reader"), corpus=fieldset.corpus, actor=user)
    wait_for(page, lambda: extract.rows.filter(state="done").count() == 2)
    wait_for(page, lambda: not Job.objects.exclude(state__in=ENDED).exists())
    return extract


def open_grid(page, extract):
    page.goto(f"/c/{extract.corpus_id}?tab=extract&extract={extract.pk}")
    grid = page.get_by_role("grid")
    expect(grid.get_by_role("gridcell").filter(has_text="EUR").first).to_be_visible()
    return grid


def test_a_cell_a_row_and_a_column_are_read_again(session_page, extract):
    page = session_page
    grid = open_grid(page, extract)
    rents = extract.columns.get(name="Rent").cells
    rents.update(text="wrong", sort_key="wrong")

    def are_read(number):
        return rents.exclude(text="wrong").count() == number and not extract.rows.exclude(state="done").exists()

    page.reload()
    expect(grid.get_by_role("gridcell").filter(has_text="wrong").first).to_be_visible()
    grid.focus()
    page.keyboard.press("Shift+R")
    wait_for(page, lambda: are_read(1))
    expect(grid.get_by_role("gridcell").filter(has_text="700.00 EUR")).to_be_visible()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Space")
    page.get_by_role("button", name="Read this document again").click()
    wait_for(page, lambda: are_read(2))
    expect(grid.get_by_role("gridcell").filter(has_text="800.00 EUR")).to_be_visible()
    rents.update(text="wrong", sort_key="wrong")
    grid.get_by_role("button", name="Options of Rent").click()
    page.get_by_role("menuitem", name="Read again where it is not reviewed").click()
    wait_for(page, lambda: are_read(2))
    expect(grid.get_by_role("gridcell").filter(has_text="wrong")).to_have_count(0)


def test_two_runs_are_compared(signed_in, user, fieldset, extract, check):
    page = signed_in
    Cell.objects.filter(text="700.00 EUR").update(text="650.00 EUR", sort_key="650")
    second = run(page, user, fieldset)
    grid = open_grid(page, second)
    page.get_by_label("Show").select_option("conflict")
    expect(grid.get_by_role("rowheader")).to_have_text(["Lease 7"])
    grid.focus()
    page.keyboard.press("Space")
    expect(page.get_by_role("complementary", name="Source")).to_contain_text("Last run: 650.00 EUR")
    check(page, "extract-conflict")
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("menuitem", name="Compare with another run").click()
    dialog = page.get_by_role("dialog")
    row = dialog.get_by_role("row").filter(has_text="Lease 7")
    expect(row).to_contain_text("700.00 EUR")
    expect(row).to_contain_text("650.00 EUR")
    check(page, "extract-compare")
    row.get_by_role("button", name="Lease 7").click()
    expect(dialog).to_have_count(0)


def test_a_budget_that_is_used_up_can_be_raised(session_page, extract, check):
    page = session_page
    Cell.objects.filter(column__name="End").update(
        status="skipped", text="", value=None, sources=[], sort_key="", problem="The budget of the extract is used up."
    )
    Extract.objects.filter(pk=extract.pk).update(stop="budget", budget_tokens=100)
    open_grid(page, extract)
    expect(page.get_by_text("Budget used up", exact=True)).to_be_visible()
    check(page, "extract-out-of-budget")
    page.get_by_role("button", name="Raise the budget").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Stop after tokens").fill("5000")
    check(page, "extract-budget")
    dialog.get_by_role("button", name="Continue reading").click()
    expect(dialog).to_have_count(0)
    wait_for(page, lambda: Cell.objects.filter(column__name="End", status="found").count() == 2)
    extract.refresh_from_db()
    assert (extract.budget_tokens, extract.stop) == (5000, "")
    expect(page.get_by_text("Done", exact=True)).to_be_visible()


def test_an_action_fills_the_table_of_a_fieldset(session_page, fieldset, check):
    page = session_page
    page.goto(f"/c/{fieldset.corpus_id}?tab=actions")
    page.get_by_role("button", name="New action").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("What it does").select_option("EXTRACT")
    dialog.get_by_label("Name", exact=True).fill("Read leases")
    dialog.get_by_label("Questions", exact=True).select_option("Lease")
    expect(dialog).to_contain_text("Rent, End")
    dialog.get_by_label("Read by").select_option("reader")
    check(page, "action-extract")
    dialog.get_by_role("button", name="Create action").click()
    item = page.get_by_role("listitem").filter(has_text="Read leases")
    item.get_by_role("button", name="Run").click()
    page.get_by_role("button", name="Run on 2 documents").click()
    wait_for(page, lambda: ActionExecution.objects.filter(action__kind="extract", state="success").count() == 2)
    extract = Extract.objects.get(is_standing=True)
    assert (extract.fieldset, extract.engine) == (fieldset, "reader")
    grid = open_grid(page, extract)
    expect(grid.get_by_role("gridcell").filter(has_text="700.00 EUR")).to_be_visible()
