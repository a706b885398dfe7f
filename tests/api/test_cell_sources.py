"""The source of a cell, picked by hand: the server checks the passage, and suggests the value from it."""

import pytest
from django.utils import timezone
from graphql_relay import to_global_id

from corpuses.corpora.services import add_documents
from corpuses.extracts.models import Cell, Column, Extract, ExtractRow
from documents.tests.factories import parsed_document

pytestmark = pytest.mark.django_db

TEXT = "The rent is EUR 1,250\nper month. It ends on 30 June 2027."
UPDATE = """
mutation ($input: UpdateCellInput!) {
  updateCell(input: $input) { cell { text status review sources { start end page quote } } errors { code field } }
}
"""


@pytest.fixture
def cells(user, corpus):
    """Return a cell without an answer for each of two columns: money and a date."""
    document = parsed_document(user, TEXT, title="Lease")
    add_documents(corpus, [document], actor=user)
    extract = Extract.objects.create(corpus=corpus, name="Lease", engine="reader", creator=user)
    row = ExtractRow.objects.create(
        extract=extract, document=document, revision=document.revision, state="done", finished=timezone.now()
    )
    columns = [
        Column.objects.create(extract=extract, name=kind, question="What?", type=kind) for kind in ("money", "date")
    ]
    return [Cell.objects.create(row=row, column=column, status="not_found") for column in columns]


def source(words, **change):
    start = TEXT.index(words)
    return {"start": start, "end": start + len(words), "quote": " ".join(words.split()), **change}


def pick(api, cell, *sources, **change):
    return api.send("patch", f"/api/v1/cells/{cell.pk}", {"sources": list(sources), **change})


@pytest.mark.full
def test_a_cell_without_a_value_gets_that_of_its_source_in_its_type(api, cells):
    money, date = cells
    picked = pick(api, money, source("EUR 1,250\nper month")).json()
    assert (picked["text"], picked["value"]) == ("1250.00 EUR", {"amount": "1250.00", "currency": "EUR"})
    assert (picked["status"], picked["review"], picked["is_source_picked"]) == ("found", "edited", True)
    assert picked["sources"][0]["quote"] == "EUR 1,250\nper month"
    assert pick(api, date, source("It ends on 30 June 2027.")).json()["value"] == "2027-06-30"


def test_a_value_stays_when_its_source_is_picked(api, cells):
    money, _ = cells
    pick(api, money, source("EUR 1,250"), text="1300 EUR")
    picked = pick(api, money, source("The rent is EUR 1,250")).json()
    assert (picked["text"], picked["sources"][0]["start"]) == ("1300.00 EUR", 0)


@pytest.mark.parametrize(
    ("change", "code"),
    [({"quote": "EUR 1,259"}, "source_mismatch"), ({"end": 10_000}, "invalid"), ({"end": 0}, "invalid")],
)
def test_a_passage_that_the_document_does_not_have_is_refused(api, cells, change, code):
    response = pick(api, cells[0], source("EUR 1,250", **change))
    assert response.json()["error"]["code"] == code
    assert pick(api, cells[0], source("EUR 1,250"), text="").json()["error"]["field"] == "sources"
    cells[0].refresh_from_db()
    assert (cells[0].status, cells[0].sources) == ("not_found", [])


def test_sources_are_picked_in_graphql(api, cells):
    key = to_global_id("Cell", str(cells[0].pk))
    wrong = api.execute(UPDATE, {"input": {"id": key, "sources": [source("EUR 1,250", quote="EUR 9")]}})["updateCell"]
    assert wrong == {"cell": None, "errors": [{"code": "source_mismatch", "field": "sources"}]}
    picked = api.execute(UPDATE, {"input": {"id": key, "sources": [source("EUR 1,250")]}})["updateCell"]
    passage = {"start": 12, "end": 21, "page": 1, "quote": "EUR 1,250"}
    assert picked["cell"] == {"text": "1250.00 EUR", "status": "FOUND", "review": "EDITED", "sources": [passage]}
