"""Extraction: answers with a quote that proves them, stored as they come; invented values are shown as unproven."""

import re

import jsonschema
import pytest
from django.db.models import Sum

from corpuses.extracts.answering import NoAnswerReadable, answer_row, extract
from corpuses.extracts.engines.language_model import MOST_INVALID
from corpuses.extracts.models import Cell, Column, Extract, ExtractRow, Fieldset
from corpuses.llm.errors import LlmUnavailable
from corpuses.providers.models import LlmUsage
from corpuses.providers.services import LlmBudgetUsedUp
from corpuses.search.models import Passage
from tests.plain_job import JobCancelled, PlainJob
from tests.upstreams import fails, says, says_answers

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


TENANT = {"value": "Ada Lovelace", "quotes": ["Tenant is Ada Lovelace"]}
LAW = {"value": "Ohio", "quotes": ['governed by the laws of the State of "Ohio"']}
BOTH = says_answers(TENANT, LAW)
NONE = {"value": None, "quotes": []}
NOT_VALID = {"value": "Ada", "quotes": "Ada Lovelace"}


def test_each_column_gets_an_answer_with_its_quote(document, fieldset, model, job):
    # proves: S1-10
    server = model(BOTH)
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
    (request,) = server.requests
    body = request["messages"][1]["content"]
    assert "Question 1: Who is the tenant?" in body
    assert "Question 2: Which law governs?" in body
    assert body.count(PAGES[0]) == 1
    schema = request["response_format"]["json_schema"]["schema"]
    assert schema["required"] == ["1", "2"]
    jsonschema.validate({"1": TENANT, "2": NONE}, schema)
    assert ExtractRow.objects.get(document=document).state == "done"


@pytest.mark.parametrize(
    ("answer", "status", "text"),
    [
        (NONE, "not_found", ""),  # the model says so
        ({}, "not_found", ""),
        (None, "not_found", ""),
        ({"value": "", "quotes": ["lease"]}, "not_found", ""),
        ({"value": "Bob", "quotes": ["The Tenant is Bob"]}, "unproven", "Bob"),  # invented
        ({"value": "Bob", "quotes": None}, "unproven", "Bob"),  # without proof
        ({"value": "Ada", "quotes": ["Ada Lovelace", "and Bob"]}, "unproven", "Ada"),  # one is invented
        (NOT_VALID, "failed", ""),
        ({"value": "Bob", "quotes": [["lease"]]}, "failed", ""),  # proof of the wrong form
        (["Bob"], "failed", ""),
    ],
)
def test_a_value_without_a_valid_quote_is_not_found(document, fieldset, model, job, answer, status, text):
    # proves: S4-48
    server = model(says_answers(answer, LAW), says_answers(answer))
    assert extract(document.revision, fieldset, job=job) == 1
    tenant = cells(document)[0]
    assert (tenant.status, tenant.text) == (status, text)
    assert (tenant.problem != "") == (status == "failed")
    assert len(server.requests) == (2 if status == "failed" else 1)  # asked again alone


@pytest.mark.parametrize(
    ("value", "stored"), [(12, "12"), (True, "true"), (["a", "\u00e9"], '["a", "\u00e9"]'), ("a\x00b", "ab")]
)
def test_answers_are_stored_as_text(document, fieldset, model, job, value, stored):
    model(says_answers({"value": value, "quotes": ["Ada Lovelace"]}, LAW))
    extract(document.revision, fieldset, job=job)
    assert cells(document)[0].raw == stored


def test_a_second_run_asks_nothing_and_changes_nothing(document, fieldset, model):
    # proves: S1-14 S1-G1
    server = model(BOTH)
    extract(document.revision, fieldset, job=PlainJob())
    before = [list(table.objects.order_by("pk").values()) for table in (Extract, Column, Cell)]
    row = ExtractRow.objects.get()
    extract(document.revision, fieldset, job=PlainJob())
    answer_row(row.pk, job=PlainJob())
    assert len(server.requests) == 1
    assert [list(table.objects.order_by("pk").values()) for table in (Extract, Column, Cell)] == before
    assert ExtractRow.objects.count() == 1


def test_a_job_that_begins_again_asks_only_about_what_has_no_answer(document, fieldset, model, settings):
    # proves: S1-14 S1-G1
    settings.LLM_MAX_RETRIES = 0
    server = model(says_answers(TENANT, NOT_VALID), fails(503), says_answers(LAW))
    with pytest.raises(LlmUnavailable):
        extract(document.revision, fieldset, job=PlainJob())
    assert [cell.status for cell in cells(document)] == ["found", "running"]
    assert extract(document.revision, fieldset, job=PlainJob()) == 2
    assert len(server.requests) == 3
    assert "tenant" not in server.requests[2]["messages"][1]["content"].split("Question 1: ")[1]
    assert [cell.text for cell in cells(document)] == ["Ada Lovelace", "Ohio"]


def add_columns(fieldset, count):
    Column.objects.filter(fieldset=fieldset).delete()
    for number in range(count):
        Column.objects.create(
            fieldset=fieldset, order=number, name=f"Fact {number}", question=f"What is fact {number}?"
        )


def numbers_asked(request):
    return [int(number) for number in re.findall(r"What is fact (\d+)", request["messages"][1]["content"])]


def test_questions_are_asked_together_and_again_in_smaller_requests_if_the_answer_is_not_valid(
    document, fieldset, model, job, settings
):
    settings.LLM_PRICE_INPUT, settings.LLM_PRICE_OUTPUT = 1.0, 1.0
    add_columns(fieldset, 12)

    def choose(request):
        asked = numbers_asked(request)
        if len(asked) > 3:
            return says('{"1": {"value": "Ada", "quo', finish_reason="length")  # cut off
        return says_answers(*({"value": f"Ada {number}", "quotes": ["Ada Lovelace"]} for number in asked))

    server = model()
    server.choose = choose
    assert extract(document.revision, fieldset, job=job) == 12
    assert [numbers_asked(request) for request in server.requests] == [
        [*range(10)], [*range(5)], [0, 1, 2], [3, 4], [*range(5, 10)], [5, 6, 7], [8, 9], [10, 11],
    ]  # fmt: skip
    found = cells(document)
    assert [cell.text for cell in found] == [f"Ada {number}" for number in range(12)]
    spent = [(cell.input_tokens, cell.output_tokens, cell.cost) for cell in found]
    usage = LlmUsage.objects.aggregate(Sum("input_tokens"), Sum("output_tokens"), Sum("cost"))
    assert [sum(column) for column in zip(*spent, strict=True)] == list(usage.values())
    assert min(cell.input_tokens for cell in found) > 0


def test_a_request_that_is_too_long_for_the_model_is_split(document, fieldset, model, job):
    add_columns(fieldset, 4)

    def choose(request):
        asked = numbers_asked(request)
        return fails(400) if len(asked) > 2 else says_answers(*(TENANT for _ in asked))

    server = model()
    server.choose = choose
    assert extract(document.revision, fieldset, job=job) == 4
    answered = [request for request in server.requests if len(numbers_asked(request)) <= 2]
    assert [numbers_asked(request) for request in answered] == [[0, 1], [2, 3]]
    assert {request["response_format"]["type"] for request in answered} == {"json_schema"}


def test_a_model_that_is_not_suitable_is_soon_asked_no_more(document, fieldset, model, job):
    add_columns(fieldset, 41)
    server = model(says("I cannot do that."))
    with pytest.raises(NoAnswerReadable):
        extract(document.revision, fieldset, job=job)
    assert len(server.requests) == MOST_INVALID
    assert {cell.status for cell in cells(document)} == {"failed"}


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
    Column.objects.create(fieldset=fieldset, order=2, name="Home", question="Where does the tenant live?")
    server = model()
    server.choose = lambda request: says_answers(
        *({"value": "Paris", "quotes": ["lives in Paris"]} for _ in re.findall("Question ", str(request)))
    )
    extract(document.revision, fieldset, job=job, engine="reader-first")
    by_reader = [cell for cell in cells(document) if cell.engine == "reader"]
    by_model = [cell for cell in cells(document) if cell.engine == "language-model"]
    assert by_reader, "the reader was sure of nothing"
    assert by_model, "the reader was sure of everything"
    assert all(cell.confidence >= 0.85 and not cell.input_tokens for cell in by_reader)
    assert {(cell.status, cell.text, cell.confidence) for cell in by_model} == {("unproven", "Paris", None)}
    (request,) = server.requests
    body = request["messages"][1]["content"]
    assert all((cell.column.question in body) == (cell in by_model) for cell in cells(document))


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
    model(says_answers({"value": value, "quotes": ["Ada Lovelace"]}, LAW))
    extract(document.revision, fieldset, job=job)
    cell = cells(document)[0]
    assert (cell.raw, cell.value, cell.status) == (value, stored, "found")
    assert (cell.problem == "") == (stored is not None)


def test_a_cancelled_extraction_sends_no_further_requests(document, fieldset, model):
    # proves: S0-7
    add_columns(fieldset, 12)
    server = model()
    server.choose = lambda request: says_answers(*(TENANT for _ in numbers_asked(request)))
    job = PlainJob()
    stored = job.progress

    def cancel(percent, message=""):
        stored(percent, message)
        if message.startswith("10 of"):
            job.cancel_now()

    job.progress = cancel
    with pytest.raises(JobCancelled):
        extract(document.revision, fieldset, job=job)
    assert len(server.requests) == 1
    assert [cell.status for cell in cells(document)] == ["found"] * 10 + ["running"] * 2


def test_tokens_and_cost_are_recorded_for_the_cell_and_for_the_tenant(document, fieldset, model, job, settings):
    settings.LLM_PRICE_INPUT, settings.LLM_PRICE_OUTPUT = 2.0, 10.0
    model(BOTH)
    extract(document.revision, fieldset, job=job)
    found = [(cell.input_tokens, cell.output_tokens, float(cell.cost)) for cell in cells(document)]
    assert found == [(50, 10, 0.0002)] * 2  # half of 100 tokens at 2 and 20 at 10 for a million
    (row,) = LlmUsage.objects.filter(tenant=document.tenant_id, corpus=fieldset.corpus, purpose="extract")
    assert (row.input_tokens, row.output_tokens, float(row.cost), row.job) == (100, 20, 0.0004, job.id)


def test_a_tenant_that_has_used_its_budget_gets_no_answer(document, fieldset, model, job, settings):
    settings.LLM_BUDGET_TOKENS = 120  # what the first answer takes
    server = model(says_answers(TENANT, NOT_VALID))
    with pytest.raises(LlmBudgetUsedUp):
        extract(document.revision, fieldset, job=job)
    assert len(server.requests) == 1
    assert [cell.status for cell in cells(document)] == ["found", "running"]


@pytest.mark.full
def test_the_model_gets_the_relevant_passages_of_a_long_document(add_parsed, fieldset, model, job):
    filler = [f"On day {number} the ship sailed on through calm seas and the crew sang. " * 40 for number in range(20)]
    document = add_parsed(*filler[:10], *PAGES, *filler[10:])
    server = model(BOTH)
    assert extract(document.revision, fieldset, job=job) == 2
    message = server.requests[0]["messages"][1]["content"]
    assert "State of \u201cOhio\u201d" in message
    assert len(message) < len(document.revision.text) / 3
    assert Passage.objects.filter(revision=document.revision).exists()


def test_the_definition_of_a_term_is_a_second_source(add_parsed, fieldset, model, job):
    document = add_parsed(
        "Made as of May 2, 2020 (the \u201cEffective Date\u201d).", "It runs for a year from the Effective Date."
    )
    Column.objects.filter(fieldset=fieldset, name="Tenant").update(name="End date", type="date")
    model(says_answers({"value": "a year from the Effective Date", "quotes": ["a year from the Effective Date"]}, NONE))
    extract(document.revision, fieldset, job=job)
    cell = cells(document)[0]
    assert (cell.status, cell.value, cell.problem) == ("found", "2021-05-02", "")
    assert [(source["quote"], source["page"]) for source in cell.sources] == [
        ("a year from the Effective Date", 2),
        ("May 2, 2020 (the \u201cEffective Date", 1),
    ]
