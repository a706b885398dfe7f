"""Extraction: answers with a quote that proves them, stored as they come; invented values are shown as unproven."""

import pytest

from corpuses.extracts.answering import NoAnswerReadable, answer_row
from corpuses.extracts.models import Cell, Column, Extract, ExtractRow, Fieldset
from corpuses.extracts.services import extract
from corpuses.llm.errors import LlmUnavailable
from corpuses.providers.models import LlmUsage
from corpuses.providers.services import LlmBudgetUsedUp
from corpuses.search.models import Passage
from corpuses.tests.conftest import JobCancelled, PlainJob
from tests.upstreams import fails, says, says_json

PAGES = ("The Tenant is Ada Lovelace.", "This lease is governed by the laws\nof the State of \u201cOhio\u201d.")


@pytest.fixture
def fieldset(corpus):
    fieldset = Fieldset.objects.create(corpus=corpus, name="Lease")
    Column.objects.create(fieldset=fieldset, order=0, name="Tenant", question="Who is the tenant?")
    Column.objects.create(fieldset=fieldset, order=1, name="Law", question="Which law governs?")
    return fieldset


@pytest.fixture
def document(add_parsed):
    return add_parsed(*PAGES)


def cells(document):
    return list(Cell.objects.filter(row__document=document).order_by("column__order"))


TENANT = says_json({"value": "Ada Lovelace", "quotes": ["Tenant is Ada Lovelace"]})
LAW = says_json({"value": "Ohio", "quotes": ['governed by the laws of the State of "Ohio"']})


def test_each_column_gets_an_answer_with_its_quote(document, fieldset, model, job):
    # proves: S1-10
    server = model(TENANT, LAW)
    assert extract(document.revision, fieldset, job=job) == 2
    tenant, law = cells(document)
    assert (tenant.text, tenant.raw, tenant.status, tenant.engine) == (
        "Ada Lovelace", "Ada Lovelace", "found", "language-model",
    )  # fmt: skip
    assert [source["quote"] for source in tenant.sources] == ["Tenant is Ada Lovelace"]
    (source,) = law.sources
    assert source["quote"] == "governed by the laws\nof the State of \u201cOhio\u201d"
    assert document.revision.text[source["start"] : source["end"]] == source["quote"]
    assert [tenant.sources[0]["page"], source["page"]] == [1, 2]
    assert "Who is the tenant?" in server.requests[0]["messages"][1]["content"]
    assert PAGES[0] in server.requests[0]["messages"][1]["content"]
    assert server.requests[0]["response_format"]["type"] == "json_schema"
    assert ExtractRow.objects.get(document=document).state == "done"


@pytest.mark.parametrize(
    ("reply", "status", "text"),
    [
        (says_json({"value": None, "quotes": []}), "not_found", ""),  # the model says so
        (says_json({}), "not_found", ""),
        (says_json({"value": "", "quotes": ["lease"]}), "not_found", ""),
        (says_json({"value": "Bob", "quotes": ["The Tenant is Bob"]}), "unproven", "Bob"),  # invented
        (says_json({"value": "Bob", "quotes": None}), "unproven", "Bob"),  # without proof
        (
            says_json({"value": "Ada", "quotes": ["Ada Lovelace", "and Bob"]}),
            "unproven",
            "Ada",
        ),  # one is invented
        (says_json({"value": "Bob", "quotes": [["lease"]]}), "unproven", "Bob"),  # proof of the wrong form
        (says("I think it is Bob."), "failed", ""),  # no JSON
        (says_json(["Bob"]), "failed", ""),
    ],
)
def test_a_value_without_a_valid_quote_is_not_found(document, fieldset, model, job, reply, status, text):
    # proves: S4-48
    model(reply, LAW)
    assert extract(document.revision, fieldset, job=job) == 1
    tenant = cells(document)[0]
    assert (tenant.status, tenant.text) == (status, text)
    assert (tenant.problem != "") == (status == "failed")


@pytest.mark.parametrize(
    ("value", "stored"), [(12, "12"), (True, "true"), (["a", "\u00e9"], '["a", "\u00e9"]'), ("a\x00b", "ab")]
)
def test_answers_are_stored_as_text(document, fieldset, model, job, value, stored):
    model(says_json({"value": value, "quotes": ["Ada Lovelace"]}), LAW)
    extract(document.revision, fieldset, job=job)
    assert cells(document)[0].raw == stored


def test_a_second_run_asks_nothing_and_changes_nothing(document, fieldset, model):
    # proves: S1-14 S1-G1
    server = model(TENANT, LAW)
    extract(document.revision, fieldset, job=PlainJob())
    before = [list(table.objects.order_by("pk").values()) for table in (Extract, Column, Cell)]
    row = ExtractRow.objects.get()
    extract(document.revision, fieldset, job=PlainJob())
    answer_row(row.pk, job=PlainJob())
    assert len(server.requests) == 2
    assert [list(table.objects.order_by("pk").values()) for table in (Extract, Column, Cell)] == before
    assert ExtractRow.objects.count() == 1


def test_a_job_that_begins_again_asks_only_about_what_has_no_answer(document, fieldset, model, settings):
    # proves: S1-14 S1-G1
    settings.LLM_MAX_RETRIES = 0
    server = model(TENANT, fails(503), LAW)
    with pytest.raises(LlmUnavailable):
        extract(document.revision, fieldset, job=PlainJob())
    assert [cell.status for cell in cells(document)] == ["found", "running"]
    assert extract(document.revision, fieldset, job=PlainJob()) == 2
    assert len(server.requests) == 3
    assert [cell.text for cell in cells(document)] == ["Ada Lovelace", "Ohio"]


def test_a_model_that_never_answers_in_json_fails_the_job(document, fieldset, model, job):
    model(says("No."))
    with pytest.raises(NoAnswerReadable):
        extract(document.revision, fieldset, job=job)
    assert ([cell.status for cell in cells(document)], job.commits) == (["failed", "failed"], 0)


def test_without_a_model_the_offline_reader_answers(corpus, document, fieldset, job):
    # proves: S1-10
    columns = {"Date": ("On which date was the lease signed?", "date"), "Is it Ohio": ("Which law governs?", "boolean")}
    for name, (question, kind) in columns.items():
        Column.objects.create(fieldset=fieldset, order=2, name=name, question=question, type=kind)
    extract(document.revision, fieldset, job=job)
    tenant, law, date, is_ohio = cells(document)
    assert (tenant.status, tenant.engine, tenant.input_tokens) == ("found", "reader", 0)
    assert "Ada Lovelace" in tenant.text
    assert "Ohio" in law.text
    assert (is_ohio.status, is_ohio.value) == ("found", True)
    assert date.status == "not_found"
    for cell in (tenant, law, is_ohio):
        (source,) = cell.sources
        assert document.revision.text[source["start"] : source["end"]] == source["quote"] != ""
        assert 0.5 < cell.confidence <= 1


def test_the_model_is_asked_what_the_reader_is_unsure_of(document, fieldset, model, job):
    server = model(says_json({"value": None, "quotes": []}))
    unsure = Column.objects.create(fieldset=fieldset, order=2, name="Mood", question="Was it a fine lease of the sort?")
    extract(document.revision, fieldset, job=job, engine="reader-first")
    asked = [request["messages"][1]["content"] for request in server.requests]
    by_model = Cell.objects.filter(engine="language-model")
    assert len(asked) == by_model.count() < 3
    assert {cell.engine for cell in cells(document)} <= {"reader", "language-model"}
    assert all(cell.confidence >= 0.85 for cell in Cell.objects.filter(engine="reader"))
    assert unsure.pk


@pytest.mark.parametrize(
    ("kind", "value", "stored"),
    [
        ("date", "3 May 2024", "2024-05-03"),
        ("money", "EUR 1,250.50", {"amount": "1250.50", "currency": "EUR"}),
        ("integer", "12 months", 12),
        ("date", "soon", None),
    ],
)
def test_answers_are_normalised_by_their_type(document, fieldset, model, job, kind, value, stored):
    Column.objects.filter(fieldset=fieldset, name="Tenant").update(type=kind)
    model(says_json({"value": value, "quotes": ["Ada Lovelace"]}), LAW)
    extract(document.revision, fieldset, job=job)
    cell = cells(document)[0]
    assert (cell.raw, cell.value, cell.status) == (value, stored, "found")
    assert (cell.problem == "") == (stored is not None)


def test_a_cancelled_extraction_sends_no_further_requests(document, fieldset, model):
    # proves: S0-7
    server = model(TENANT, LAW)
    with pytest.raises(JobCancelled):
        extract(document.revision, fieldset, job=PlainJob(cancel_after=3))
    assert len(server.requests) == 1


def test_tokens_and_cost_are_recorded_for_the_cell_and_for_the_tenant(document, fieldset, model, job, settings):
    settings.LLM_PRICE_INPUT, settings.LLM_PRICE_OUTPUT = 2.0, 10.0
    model(TENANT, LAW)
    extract(document.revision, fieldset, job=job)
    found = [(cell.input_tokens, cell.output_tokens, float(cell.cost)) for cell in cells(document)]
    assert found == [(100, 20, 0.0004)] * 2  # 100 tokens at 2 and 20 at 10 for a million
    rows = LlmUsage.objects.filter(tenant=document.tenant_id, corpus=fieldset.corpus, purpose="extract")
    assert [(row.input_tokens, row.output_tokens, float(row.cost), row.job) for row in rows] == [
        (100, 20, 0.0004, job.id)
    ] * 2


def test_a_tenant_that_has_used_its_budget_gets_no_answer(document, fieldset, model, job, settings):
    settings.LLM_BUDGET_TOKENS = 120  # what the first answer takes
    server = model(TENANT, LAW)
    with pytest.raises(LlmBudgetUsedUp):
        extract(document.revision, fieldset, job=job)
    assert len(server.requests) == 1
    assert [cell.status for cell in cells(document)] == ["found", "running"]


def test_the_model_gets_the_relevant_passages_of_a_long_document(add_parsed, fieldset, model, job):
    filler = [f"On day {number} the ship sailed on through calm seas and the crew sang. " * 40 for number in range(20)]
    document = add_parsed(*filler[:10], *PAGES, *filler[10:])
    server = model(TENANT, LAW)
    assert extract(document.revision, fieldset, job=job) == 2
    message = server.requests[1]["messages"][1]["content"]
    assert "State of \u201cOhio\u201d" in message
    assert len(message) < len(document.revision.text) / 3
    assert Passage.objects.filter(revision=document.revision).exists()
