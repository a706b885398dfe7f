"""Fieldsets and extracts through the client library: from a document to a reviewed table in a file."""

import csv

import pytest

from cartulary_client import Conflict, Destination, EditConflict

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]

TEXT = "Lease.\n\nThe monthly rent is EUR 1,250, due on the first day.\n\nThe lease ends on 30 June 2027.\n"
COLUMNS = [
    {"name": "Rent", "question": "How much is the monthly rent?", "type": "money"},
    {"name": "End", "question": "On which date does the lease end?", "type": "date"},
]


@pytest.fixture
def corpus(client, tmp_path):
    """Upload a lease, and wait until it has been processed."""
    corpus = client.create_corpus("Leases").id
    file = tmp_path / "lease.txt"
    file.write_text(TEXT)
    (result,) = client.upload_all(file, destination=Destination(corpus=corpus))
    assert [each.state for each in client.wait([result.document])] == ["ready"]
    return corpus


@pytest.fixture
def extract(client, corpus):
    """Answer two questions about the lease with the offline reader."""
    fieldset = client.extracts.create_fieldset(corpus, "Lease", columns=COLUMNS)
    assert [each.name for each in client.extracts.fieldsets(corpus)] == ["Lease"]
    estimate = client.extracts.estimate(fieldset, engine="reader")
    assert (estimate["documents"], estimate["cells"], estimate["tokens"]) == (1, 2, 0)
    started = client.extracts.start(fieldset, engine="reader")
    return client.extracts.wait(started.id)


@pytest.mark.full
def test_a_table_is_read_reviewed_and_written_to_a_file(client, corpus, extract, tmp_path):
    assert (extract.state, extract.engine, extract.counts["found"]) == ("done", "reader", 2)
    (row,) = client.extracts.rows(extract.id, status="found")
    rent, end = row.cells
    assert (row.title, rent.text, end.value) == ("lease", "1250.00 EUR", "2027-06-30")
    assert all(TEXT[source["start"] : source["end"]] == source["quote"] for source in rent.sources + end.sources)
    (approved,) = client.extracts.review([rent], "approved")
    assert approved.review == "approved"
    with pytest.raises(EditConflict):
        client.extracts.review([rent], "rejected")  # as it was before
    start = TEXT.index("30 June 2027")
    source = {"start": start, "end": start + 12, "quote": "30 June 2027"}
    edited = client.extracts.edit(end.id, version=end.version, sources=[source])
    assert (edited.review, edited.sources[0]["quote"]) == ("edited", "30 June 2027")
    with pytest.raises(Conflict) as refused:
        client.extracts.edit(end.id, sources=[source | {"quote": "1 July 2027"}])
    assert refused.value.code == "source_mismatch"
    assert client.extracts.suggest(extract.id, columns=[rent.column]) == 1
    assert (client.extracts.suggest(extract.id), client.extracts.suggest(extract.id)) == (1, 0)
    file = tmp_path / "leases.csv"
    client.extracts.export(extract.id, file)
    with file.open(encoding="utf-8-sig", newline="") as lines:
        (line,) = csv.DictReader(lines)
    assert (line["Rent"], line["Rent: review"], line["End: quote"]) == ("1250.00 EUR", "approved", "30 June 2027")


@pytest.mark.full
def test_a_column_is_read_again_and_two_runs_are_compared(client, corpus, extract):
    (row,) = client.extracts.rows(extract.id)
    rent, _ = row.cells
    assert client.extracts.rerun(extract.id, columns=[rent.column]) == 1
    assert client.extracts.wait(extract.id).counts["found"] == 2
    (fieldset,) = client.extracts.fieldsets(corpus)
    second = client.extracts.wait(client.extracts.start(fieldset, engine="reader").id)
    assert list(client.extracts.differences(second.id, extract.id)) == []
    (again,) = client.extracts.rows(second.id)
    client.extracts.edit(again.cells[0].id, text="EUR 1,300")
    ((mine, other),) = client.extracts.differences(second.id, extract.id)
    assert (mine.text, other.text) == ("1300.00 EUR", "1250.00 EUR")
    assert {each.id for each in client.extracts.all(corpus)} == {extract.id, second.id}
    assert client.extracts.cancel(second.id).state in {"done", "cancelled"}
