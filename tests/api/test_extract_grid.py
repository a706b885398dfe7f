"""The grid of an extract in REST: the order of all rows, and the cells of some."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from corpuses.extracts.models import Cell, Column, Extract, ExtractRow
from tests.api.populated import populate

pytestmark = pytest.mark.django_db

V1 = "/api/v1"
VALUES = ("20", "", "100")


@pytest.fixture
def extract(user):
    (corpus,) = populate(user, documents=len(VALUES))
    extract = Extract.objects.create(corpus=corpus, name="Rents", engine="language-model", creator=user)
    column = Column.objects.create(extract=extract, name="Rent", question="How much?")
    for document, value in zip(corpus.documents.order_by("title"), VALUES, strict=True):
        row = ExtractRow.objects.create(
            extract=extract, document=document, revision=document.revision, state="done", finished=timezone.now()
        )
        found = {"status": "found", "text": value, "sort_key": value.zfill(5)}
        sources = [{"start": 0, "end": 5, "page": 1, "quote": "Lease"}]
        answer = {**found, "sources": sources, "confidence": 0.5} if value else {"status": "not_found"}
        Cell.objects.create(row=row, column=column, **answer)
    return extract


def titles(api, extract, **parameters):
    return [row["title"] for row in api.get(f"{V1}/extracts/{extract.pk}/row-index", parameters).json()["rows"]]


def test_rows_are_in_the_order_of_titles_or_of_the_values_of_a_column(api, extract):
    column = extract.columns.get().pk
    assert titles(api, extract) == ["Document 0", "Document 1", "Document 2"]
    assert titles(api, extract, descending="true") == ["Document 2", "Document 1", "Document 0"]
    assert titles(api, extract, sort_column=column) == ["Document 0", "Document 2", "Document 1"]
    assert titles(api, extract, sort_column=column, descending="true") == ["Document 2", "Document 0", "Document 1"]


def test_rows_are_filtered_by_their_cells_and_titles(api, extract):
    assert titles(api, extract, status="not_found") == ["Document 1"]
    assert titles(api, extract, max_confidence="0.6") == ["Document 0", "Document 2"]
    assert titles(api, extract, search="ment 2") == ["Document 2"]
    assert titles(api, extract, review="approved") == []


def test_cells_of_some_rows_take_a_constant_number_of_queries(api, extract):
    keys = [str(key) for key in extract.rows.order_by("pk").values_list("pk", flat=True)]
    counts = []
    for chosen in (keys[:1], keys):
        query = "&".join(f"rows={key}" for key in chosen)
        with CaptureQueriesContext(connection) as captured:
            rows = api.get(f"{V1}/extracts/{extract.pk}/row-cells?{query}").json()["rows"]
        assert {row["id"] for row in rows} == set(chosen)
        assert all(len(row["cells"]) == 1 for row in rows)
        counts.append(len(captured))
    assert counts[0] == counts[1]


def test_other_users_find_no_grid(other_api, extract):
    for part in ("row-index", f"row-cells?rows={extract.rows.first().pk}"):
        assert other_api.get(f"{V1}/extracts/{extract.pk}/{part}").status_code == 404
