"""Every type of column through the API: the answers of a scripted model, and of the offline reader."""

import re

import pytest

from corpuses.corpora.services import add_documents, create_corpus
from documents.tests.factories import parsed_document
from tasks.testing import run_jobs
from tests.upstreams import says_answers, scripted_server

pytestmark = pytest.mark.django_db(transaction=True)

V1 = "/api/v1"
LEASE = """\
RESIDENTIAL LEASE. This lease was signed on March 3, 2024. The landlord is Ada Lovelace. The tenants are Bob Babbage \
and Cleo Curie. The rent is EUR 1,250.50 per month. The lease is concluded for a term of three (3) years. The flat has \
4 rooms. The living area is 87.5 square metres. The premises may be used as an office only. The tenant may keep a cat. \
The rent is paid to the account IBAN DE02 1203 0000 0000 2020 51 of Northwind Bank."""
BANK = {
    "type": "object",
    "properties": {"iban": {"type": "string", "minLength": 15}, "bank": {"type": "string"}},
    "required": ["iban"],
}
# Column, what the model answers, its quote, the value, and how it is shown.
TYPES = {
    "string": (
        {"question": "Who is the landlord?"},
        "Ada  Lovelace", "The landlord is Ada Lovelace", "Ada Lovelace", "Ada Lovelace",
    ),
    "number": ({"question": "How large is the living area?"}, 87.5, "87.5 square metres", 87.5, "87.5"),
    "integer": ({"question": "How many rooms does the flat have?"}, 4, "4 rooms", 4, "4"),
    "boolean": ({"question": "May the tenant keep a cat?"}, True, "may keep a cat", True, "Yes"),
    "date": ({"question": "When was the lease signed?"}, "2024-03-03", "March 3, 2024", "2024-03-03", "2024-03-03"),
    "money": (
        {"question": "How much is the rent?"},
        "1250.50 EUR", "EUR 1,250.50 per month", {"amount": "1250.50", "currency": "EUR"}, "1250.50 EUR",
    ),
    "duration": ({"question": "For how long is the lease concluded?"}, "3 years", "three (3) years", "P3Y", "P3Y"),
    "enum": (
        {"question": "For what may the premises be used?", "choices": ["home", "office", "shop"]},
        "office", "used as an office only", "office", "office",
    ),
    "list": (
        {"question": "Who are the tenants?", "items": "string"},
        ["Bob Babbage", "Cleo Curie"], "Bob Babbage and Cleo Curie",
        ["Bob Babbage", "Cleo Curie"], "Bob Babbage; Cleo Curie",
    ),
    "object": (
        {"question": "To which account is the rent paid?", "schema": BANK},
        {"iban": "DE02120300000000202051", "bank": "Northwind Bank"}, "Northwind Bank",
        {"iban": "DE02120300000000202051", "bank": "Northwind Bank"},
        '{"bank": "Northwind Bank", "iban": "DE02120300000000202051"}',
    ),
}  # fmt: skip


@pytest.fixture
def answers(api, user, settings):
    """Extract the columns of these types from the lease with an engine; return the cells by their type."""
    settings.LLM_MODEL = "scripted"
    corpus = create_corpus(owner=user, title="Leases")
    document = parsed_document(user, LEASE, title="Lease")
    add_documents(corpus, [document], actor=user)

    def extract(engine, replies, *types, **changes):
        columns = [{"name": kind, "type": kind, **TYPES[kind][0], **changes} for kind in types]
        fieldset = api.send("post", f"{V1}/corpuses/{corpus.pk}/fieldsets", {"name": "All", "columns": columns}).json()
        body = {"fieldset": fieldset["id"], "engine": engine, "documents": [str(document.pk)]}
        with scripted_server([replies]) as server:
            settings.LLM_BASE_URL = server.url
            started = api.send("post", f"{V1}/corpuses/{corpus.pk}/extracts", body).json()
            run_jobs()
        (row,) = api.get(f"{V1}/extracts/{started['id']}/rows").json()["results"]
        return dict(zip(types, row["cells"], strict=True))

    return extract


def test_a_model_answers_columns_of_every_type(answers):
    # proves: S1-10
    given = says_answers(*({"value": value, "quotes": [quote]} for _, value, quote, _, _ in TYPES.values()))
    cells = answers("language-model", given, *TYPES)
    for kind, (_, _, quote, value, text) in TYPES.items():
        cell = cells[kind]
        assert (cell["status"], cell["value"], cell["text"], cell["problem"]) == ("found", value, text, ""), kind
        assert [source["quote"] for source in cell["sources"]] == [quote]
        assert cell["input_tokens"] == 10


@pytest.mark.parametrize(
    ("kind", "value", "problem"),
    [
        ("number", "several", "There is no number in this."),
        ("integer", 4.5, "This is no whole number."),
        ("boolean", "perhaps", "This is neither yes nor no."),
        ("date", "soon", "There is no date in this."),
        ("money", "EUR", "There is no amount of money in this."),
        ("money", "1250", "There is no currency in this."),
        ("duration", "long", "There is no duration in this."),
        ("duration", "until it is terminated", "There is no end: this goes on until it is terminated."),
        ("enum", "factory", "This is none of the choices."),
        ("object", "DE02", "This is no JSON."),
        ("object", {"bank": "Northwind"}, "This does not fit the JSON Schema: 'iban' is a required property"),
        ("object", {"iban": "DE"}, "This does not fit the JSON Schema: 'DE' is too short"),
    ],
)
def test_an_answer_that_does_not_fit_its_type_is_shown_with_the_reason(answers, kind, value, problem):
    quote = TYPES[kind][2]
    cell = answers("language-model", says_answers({"value": value, "quotes": [quote]}), kind)[kind]
    assert (cell["status"], cell["value"], cell["problem"]) == ("found", None, problem)
    assert cell["text"]


def test_the_reader_answers_columns_of_every_type_but_objects(answers):
    # proves: S1-10
    cells = answers("reader", says_answers(), *TYPES)
    refused = cells.pop("object")
    assert refused["status"] == "failed"
    assert refused["problem"] == "The offline reader cannot fill in objects. Choose a language model for this column."
    for kind, cell in cells.items():
        assert (cell["status"], cell["problem"], cell["input_tokens"]) == ("found", "", 0), kind
        assert all(source["quote"] in LEASE for source in cell["sources"])
    for kind in ("number", "integer", "boolean", "date", "money", "duration", "enum"):
        assert cells[kind]["value"] == TYPES[kind][3], kind
    assert "Ada Lovelace" in cells["string"]["text"]
    assert re.search("Bob Babbage|Cleo Curie", cells["list"]["text"])


def test_without_a_passage_that_says_so_the_reader_leaves_yes_or_no_open(answers):
    cell = answers("reader", says_answers(), "boolean", question="Must the tenant have an insurance?")["boolean"]
    assert (cell["status"], cell["value"]) == ("not_found", None)
