"""Extraction: answers with a quote that proves them; invented values are refused."""

import pytest

from corpuses.extracts.models import Column, Datacell, Fieldset
from corpuses.extracts.services import extract
from corpuses.llm.errors import LlmAnswerInvalid, LlmNotConfigured, LlmUnavailable
from corpuses.search.models import Passage
from corpuses.tests.conftest import JobCancelled, PlainJob
from tests.upstreams import fails, says, says_json

PAGES = ("The Tenant is Ada Lovelace.", "This lease is governed by the laws\nof the State of \u201cOhio\u201d.")


@pytest.fixture
def fieldset(corpus):
    fieldset = Fieldset.objects.create(corpus=corpus, name="Lease")
    Column.objects.create(fieldset=fieldset, name="Tenant", question="Who is the tenant?")
    Column.objects.create(fieldset=fieldset, name="Law", question="Which law governs?")
    return fieldset


@pytest.fixture
def document(add_parsed):
    return add_parsed(*PAGES)


def cells(document):
    return list(Datacell.objects.filter(document=document).order_by("column__pk"))


TENANT = says_json({"value": "Ada Lovelace", "quote": "Tenant is Ada Lovelace"})
LAW = says_json({"value": "Ohio", "quote": 'governed by the laws of the State of "Ohio"'})


def test_each_column_gets_an_answer_with_its_quote(document, fieldset, model, job):
    # proves: S1-10
    server = model(TENANT, LAW)
    assert extract(document.revision, fieldset, job=job) == 2
    tenant, law = cells(document)
    assert (tenant.value, tenant.quote, tenant.is_found, tenant.absence) == (
        "Ada Lovelace", "Tenant is Ada Lovelace", True, "",
    )  # fmt: skip
    assert (law.value, law.quote) == ("Ohio", "governed by the laws\nof the State of \u201cOhio\u201d")
    assert document.revision.text[law.start : law.end] == law.quote
    assert "Who is the tenant?" in server.requests[0]["messages"][1]["content"]
    assert PAGES[0] in server.requests[0]["messages"][1]["content"]


@pytest.mark.parametrize(
    ("reply", "absence"),
    [
        (says_json({"value": None, "quote": None}), "not_in_document"),  # the model says so
        (says_json({}), "not_in_document"),
        (says_json({"value": "", "quote": "lease"}), "not_in_document"),
        (says_json({"value": "Bob", "quote": "The Tenant is Bob"}), "unproven"),  # invented
        (says_json({"value": "Bob", "quote": None}), "unproven"),  # without proof
        (says_json({"value": "Bob", "quote": ["lease"]}), "unproven"),  # proof of the wrong form
        (says("I think it is Bob."), "unreadable"),  # no JSON
        (says_json(["Bob"]), "unreadable"),
    ],
)
def test_a_value_without_a_valid_quote_is_not_stored(document, fieldset, model, job, reply, absence):
    # proves: S4-48
    model(reply, LAW)
    assert extract(document.revision, fieldset, job=job) == 1
    tenant = cells(document)[0]
    assert (tenant.value, tenant.is_found, tenant.start, tenant.absence) == ("", False, None, absence)


@pytest.mark.parametrize(
    ("value", "stored"), [(12, "12"), (True, "true"), (["a", "\u00e9"], '["a", "\u00e9"]'), ("a\x00b", "ab")]
)
def test_values_are_stored_as_text(document, fieldset, model, job, value, stored):
    model(says_json({"value": value, "quote": "Ada Lovelace"}), LAW)
    extract(document.revision, fieldset, job=job)
    assert cells(document)[0].value == stored


def test_a_second_run_replaces_the_first(document, fieldset, model):
    # proves: S1-14 S1-G1
    model(TENANT, says_json({"value": None}), TENANT, LAW)
    extract(document.revision, fieldset, job=PlainJob())
    first = [cell.pk for cell in cells(document)]
    extract(document.revision, fieldset, job=PlainJob())
    assert [cell.pk for cell in cells(document)] == first
    assert [cell.value for cell in cells(document)] == ["Ada Lovelace", "Ohio"]


def test_a_model_that_never_answers_in_json_fails_the_job(document, fieldset, model, job):
    model(says("No."))
    with pytest.raises(LlmAnswerInvalid):
        extract(document.revision, fieldset, job=job)
    assert (cells(document), job.commits) == ([], 0)


def test_without_a_model_the_error_names_the_settings(document, fieldset, job):
    with pytest.raises(LlmNotConfigured, match="LLM_MODEL"):
        extract(document.revision, fieldset, job=job)


def test_an_unavailable_model_leaves_nothing_stored(document, fieldset, model, settings, job):
    settings.LLM_MAX_RETRIES = 0
    model(TENANT, fails(503))
    with pytest.raises(LlmUnavailable):
        extract(document.revision, fieldset, job=job)
    assert cells(document) == []


def test_a_cancelled_extraction_sends_no_further_requests(document, fieldset, model):
    # proves: S0-7
    server = model(TENANT, LAW)
    with pytest.raises(JobCancelled):
        extract(document.revision, fieldset, job=PlainJob(cancel_after=3))
    assert len(server.requests) == 1
    assert cells(document) == []


def test_the_model_gets_the_relevant_passages_of_a_long_document(add_parsed, fieldset, model, job):
    filler = [f"On day {number} the ship sailed on through calm seas and the crew sang. " * 40 for number in range(20)]
    document = add_parsed(*filler[:10], *PAGES, *filler[10:])
    server = model(TENANT, LAW)
    assert extract(document.revision, fieldset, job=job) == 2
    message = server.requests[1]["messages"][1]["content"]
    assert "State of \u201cOhio\u201d" in message
    assert len(message) < len(document.revision.text) / 3
    assert Passage.objects.filter(revision=document.revision).exists()
