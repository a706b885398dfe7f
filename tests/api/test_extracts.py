"""Extracts in REST and GraphQL: the grid in pages, filters, review, comparison, files."""

import csv
import io
import json
from urllib.parse import parse_qs, urlsplit

import openpyxl
import pyarrow.parquet as pq
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from graphql_relay import to_global_id

from audit.models import AuditEntry
from corpuses.corpora.services import add_documents
from corpuses.extracts.columns import ColumnDraft
from corpuses.extracts.fieldsets import FieldsetDraft, create_fieldset
from corpuses.extracts.models import Cell, Extract, ExtractRow
from corpuses.extracts.runs import ExtractDraft, start_extract
from documents.tests.factories import parsed_document, publish

pytestmark = pytest.mark.django_db

V1 = "/api/v1"
QUOTE = "The tenant pays rent."
NAMES = ("Rent", "Term", "=Law")


class Grid:
    """An extract whose cells were filled by hand."""

    def __init__(self, user, corpus, *, documents=3):
        self.user, self.corpus = user, corpus
        added = [
            parsed_document(user, f"{QUOTE} Number {number}.", title=f"Lease {number}") for number in range(documents)
        ]
        add_documents(corpus, added, actor=user)
        columns = [ColumnDraft(name=name, question="What?") for name in NAMES]
        draft = FieldsetDraft(name=f"Facts {documents}", columns=columns)
        self.fieldset = create_fieldset(draft, corpus=corpus, actor=user)
        self.keys = [document.pk for document in added]
        self.extract = self.run()

    def run(self, value="value"):
        draft = ExtractDraft(fieldset=self.fieldset, documents=self.keys)
        extract = start_extract(draft, corpus=self.corpus, actor=self.user)
        columns = list(extract.columns.all())
        for number, row in enumerate(extract.rows.all()):
            for place, column in enumerate(columns):
                self.fill(row, column, place, f"{value} {number}-{place}")
        extract.rows.update(state="done", finished=timezone.now())
        return extract

    def fill(self, row, column, place, text):
        source = {"start": 0, "end": len(QUOTE), "page": 1, "quote": QUOTE}
        filled = {"text": text, "value": text, "sort_key": text}
        values = [
            {"status": "found", "sources": [source], "confidence": 0.9, **filled},
            {"status": "unproven", "confidence": 0.3, **filled},
            {"status": "not_found"},
        ][place]
        Cell.objects.create(row=row, column=column, **values)


@pytest.fixture
def grid(user, corpus):
    return Grid(user, corpus)


@pytest.fixture
def address(grid):
    return f"{V1}/extracts/{grid.extract.pk}"


def test_an_extract_is_estimated_started_and_listed(api, user, corpus, grid):
    body = {"fieldset": str(grid.fieldset.pk), "engine": "language-model", "documents": [str(grid.keys[0])]}
    estimate = api.send("post", f"{V1}/corpuses/{corpus.pk}/extract-estimates", body).json()
    assert (estimate["documents"], estimate["cells"]) == (1, 3)
    response = api.send("post", f"{V1}/corpuses/{corpus.pk}/extracts", body | {"budget_cost": 1.5, "name": "Mine"})
    started = response.json()
    assert response.status_code == 201
    assert response.headers["Location"] == f"{V1}/extracts/{started['id']}"
    assert (started["state"], started["name"], started["budget_cost"]) == ("running", "Mine", 1.5)
    assert (started["counts"]["rows"], started["counts"]["cells"], started["counts"]["rows_pending"]) == (1, 3, 1)
    assert started["previous"] == str(grid.extract.pk)
    listed = api.get(f"{V1}/corpuses/{corpus.pk}/extracts").json()["results"]
    assert [each["id"] for each in listed] == [started["id"], str(grid.extract.pk)]
    cancelled = api.send("post", f"{V1}/extracts/{started['id']}/cancel").json()
    assert cancelled["state"] == "cancelled"


def test_the_rows_have_their_cells_in_the_order_of_the_columns(api, address, grid):
    rows = api.get(f"{address}/rows").json()["results"]
    assert [row["title"] for row in rows] == ["Lease 2", "Lease 1", "Lease 0"][::-1]
    assert [cell["text"] for cell in rows[0]["cells"]] == ["value 0-0", "value 0-1", ""]
    source = rows[0]["cells"][0]["sources"][0]
    document = ExtractRow.objects.get(pk=rows[0]["id"]).document
    assert document.revision.text[source["start"] : source["end"]] == source["quote"] == QUOTE


@pytest.mark.parametrize(
    ("query", "rows"),
    [
        ({"search": "lease 1"}, [1]),
        ({"status": "failed"}, []),
        ({"status": "unproven"}, [0, 1, 2]),
        ({"max_confidence": "0.5"}, [0, 1, 2]),
        ({"max_confidence": "0.1"}, []),
        ({"has_conflict": "true"}, []),
        ({"review": "approved"}, [2]),
        ({"state": "running"}, []),
        ({"order_by": "newest"}, [2, 1, 0]),
    ],
)
def test_rows_are_filtered_by_their_cells(api, address, grid, query, rows):
    Cell.objects.filter(row__in=grid.extract.rows.order_by("-pk")[:1], column__name="Rent").update(review="approved")
    found = api.get(f"{address}/rows", query).json()["results"]
    assert [row["title"] for row in found] == [f"Lease {number}" for number in rows]


def test_cells_are_sorted_by_their_values_and_paged(api, address, grid):
    column = grid.extract.columns.get(name="Rent")
    query = {"column": column.pk, "order_by": "value_descending", "page_size": 2}
    page = api.get(f"{address}/cells", query).json()
    texts = [cell["text"] for cell in page["results"] + api.get(page["next"]).json()["results"]]
    assert texts == ["value 2-0", "value 1-0", "value 0-0"]


GRAPHQL_ROWS = """
query ($id: ID!, $first: Int, $status: CellStatus) {
  node(id: $id) { ... on Extract {
    state counts { rows cells found } columns { name type }
    rows(first: $first, status: $status) { totalCount edges { node {
      document { title } cells { columnId text status isOutdated version column { name } sources { page quote } }
    } } }
  } }
}
"""


def test_the_grid_in_graphql(api, grid):
    variables = {"id": to_global_id("Extract", str(grid.extract.pk)), "first": 2, "status": "FOUND"}
    extract = api.execute(GRAPHQL_ROWS, variables)["node"]
    assert extract["counts"] == {"rows": 3, "cells": 9, "found": 3}
    assert [column["name"] for column in extract["columns"]] == list(NAMES)
    rows = [edge["node"] for edge in extract["rows"]["edges"]]
    assert [row["document"]["title"] for row in rows] == ["Lease 0", "Lease 1"]
    assert [cell["column"]["name"] for cell in rows[0]["cells"]] == list(NAMES)
    assert rows[0]["cells"][0]["sources"] == [{"page": 1, "quote": QUOTE}]


UPDATE = """mutation ($i: UpdateExtractInput!) { updateExtract(input: $i) {
  extract { budgetTokens columns { uuid name choices } } errors { code field } } }"""
RERUN = """mutation ($i: RerunExtractInput!) { rerunExtract(input: $i) {
  started extract { uuid } errors { code field message } } }"""
REVIEW = """mutation ($i: ReviewCellsInput!) { reviewCells(input: $i) {
  cells { review reviewer { username } column { name } } errors { code field } } }"""


def test_an_extract_is_changed_in_graphql(api, grid):
    column = grid.extract.columns.get(name="Rent")
    kept = {"id": to_global_id("Column", column.pk), "name": "Kind", "question": "Which?", "type": "ENUM"}
    given = {"id": str(grid.extract.pk), "budgetTokens": 2**40, "columns": [{**kept, "choices": ["a", "b"]}]}
    changed = api.execute(UPDATE, {"i": given})["updateExtract"]["extract"]
    assert changed["budgetTokens"] == 2**40
    assert changed["columns"] == [{"uuid": str(column.pk), "name": "Kind", "choices": ["a", "b"]}]
    refused = api.execute(UPDATE, {"i": {"id": str(grid.extract.pk), "budgetTokens": 0.5}})["updateExtract"]
    assert refused["errors"] == [{"code": "invalid", "field": "budgetTokens"}]


def test_cells_are_answered_again_in_graphql(api, grid):
    key, row = str(grid.extract.pk), grid.extract.rows.order_by("pk").first()
    again = api.execute(RERUN, {"i": {"id": key, "rowIds": [to_global_id("ExtractRow", row.pk)]}})["rerunExtract"]
    assert again == {"started": 1, "extract": {"uuid": key}, "errors": []}
    refused = api.execute(RERUN, {"i": {"id": key, "columnIds": [str(row.pk)] * 101}})["rerunExtract"]
    assert (refused["errors"][0]["code"], refused["errors"][0]["field"]) == ("invalid", "columnIds")


def test_the_reviewed_cells_load_together_in_graphql(api, user, grid):
    found = [
        str(key) for key in Cell.objects.filter(row__extract=grid.extract, status="found").values_list("pk", flat=True)
    ]
    counts = []
    for keys in (found[:1], found[1:]):
        with CaptureQueriesContext(connection) as captured:
            reviewed = api.execute(REVIEW, {"i": {"cellIds": keys, "review": "APPROVED"}})["reviewCells"]["cells"]
        expected = {"review": "APPROVED", "reviewer": {"username": user.username}, "column": {"name": "Rent"}}
        assert reviewed == [expected] * len(keys)
        counts.append(
            len([each for each in captured if each["sql"].startswith("SELECT") and "corpuses_column" in each["sql"]])
        )
    assert counts[0] == counts[1]


def test_many_rows_need_as_many_queries_as_few(api, user, corpus, settings):
    # proves: S3-32
    settings.GRAPHQL_MAX_COST = 10**9
    counts = []
    for documents in (2, 9):
        extract = Grid(user, corpus, documents=documents).extract
        counts.append([])
        for path in ("rows", "cells", f"differences?other={extract.pk}", "export"):
            with CaptureQueriesContext(connection) as captured:
                assert api.get(f"{V1}/extracts/{extract.pk}/{path}").status_code == 200
            counts[-1].append(len(captured))
        with CaptureQueriesContext(connection) as captured:
            api.execute(GRAPHQL_ROWS, {"id": to_global_id("Extract", str(extract.pk)), "first": 50})
        counts[-1].append(len(captured))
    assert counts[0] == counts[1]
    assert max(counts[0]) <= 20, counts


def test_cells_are_reviewed_edited_and_their_source_is_picked(api, grid):
    found, unproven, absent = Cell.objects.filter(row=grid.extract.rows.first()).order_by("column__order")
    body = {"cells": [str(found.pk), str(absent.pk)], "review": "approved"}
    reviewed = api.send("post", f"{V1}/cell-reviews", body).json()["cells"]
    assert {cell["review"] for cell in reviewed} == {"approved"}
    earlier = api.send("post", f"{V1}/cell-reviews", {**body, "versions": [reviewed[0]["version"], "of-before"]})
    assert (earlier.status_code, earlier.json()["error"]["code"]) == (412, "edit_conflict")
    too_few = api.send("post", f"{V1}/cell-reviews", {**body, "versions": [reviewed[0]["version"]]})
    assert (too_few.status_code, too_few.json()["error"]["field"]) == (400, "versions")
    versions = {cell["id"]: cell["version"] for cell in reviewed}
    as_read = {**body, "versions": [versions[key] for key in body["cells"]], "review": "rejected"}
    again = api.send("post", f"{V1}/cell-reviews", as_read).json()["cells"]
    assert {cell["review"] for cell in again} == {"rejected"}
    refused = api.send("post", f"{V1}/cell-reviews", {"cells": [str(unproven.pk)], "review": "approved"})
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "cell_unproven")
    cell = api.get(f"{V1}/cells/{unproven.pk}").json()
    change = {"text": "The tenant", "sources": [{"start": 0, "end": 10, "quote": "The tenant"}]}
    edited = api.send("patch", f"{V1}/cells/{unproven.pk}", change, **{"If-Match": f'"{cell["version"]}"'}).json()
    assert (edited["status"], edited["review"], edited["sources"][0]["quote"]) == ("found", "edited", "The tenant")
    conflict = api.send("patch", f"{V1}/cells/{unproven.pk}", change, **{"If-Match": f'"{cell["version"]}"'})
    assert (conflict.status_code, conflict.json()["error"]["code"]) == (412, "edit_conflict")


def test_two_extracts_are_compared(api, grid):
    second = grid.run(value="changed")
    found = api.get(f"{V1}/extracts/{second.pk}/differences", {"other": grid.extract.pk}).json()["results"]
    assert [(each["cell"]["text"], each["other"]["text"]) for each in found][:2] == [
        ("changed 0-0", "value 0-0"), ("changed 0-1", "value 0-1"),
    ]  # fmt: skip
    assert len(found) == 6  # cells without a value in both are equal
    assert api.get(f"{V1}/extracts/{second.pk}/differences").json()["results"] == found  # the run before it
    assert api.get(f"{V1}/extracts/{grid.extract.pk}/differences").json()["results"] == []


def test_a_changed_question_marks_its_cells_as_outdated(api, address, grid):
    Cell.objects.update(question_hash="0123456789abcdef")
    assert {cell["is_outdated"] for cell in api.get(f"{address}/cells").json()["results"]} == {True}


def test_rows_of_a_document_that_was_processed_again_are_outdated(api, grid):
    rows = f"{V1}/extracts/{grid.extract.pk}/rows"
    assert {row["is_outdated"] for row in api.get(rows).json()["results"]} == {False}
    publish(grid.extract.rows.get(document__title="Lease 1").document, "The tenant pays nothing.")
    found = {row["title"]: row["is_outdated"] for row in api.get(rows).json()["results"]}
    assert found == {"Lease 0": False, "Lease 1": True, "Lease 2": False}


def test_columns_of_all_types_are_stored(api, corpus):
    columns = [
        {"name": "Kind", "question": "Which?", "type": "enum", "choices": ["a", "b"]},
        {"name": "Amounts", "question": "Which?", "type": "list", "items": "money"},
        {"name": "Bank", "question": "Which?", "type": "object",
         "schema": {"type": "object", "properties": {"iban": {"type": "string"}}}},
    ]  # fmt: skip
    response = api.send("post", f"{V1}/corpuses/{corpus.pk}/fieldsets", {"name": "All", "columns": columns})
    fieldset = response.json()
    assert response.status_code == 201
    assert [column["type"] for column in fieldset["columns"]] == ["enum", "list", "object"]
    assert fieldset["columns"][2]["schema"] == columns[2]["schema"]
    renamed = [{**column, "name": f"{column['name']}!"} for column in fieldset["columns"]]
    for column in renamed:
        del column["lineage"]
    change = {"columns": renamed[:2]}
    changed = api.send("patch", f"{V1}/fieldsets/{fieldset['id']}", change).json()
    assert [column["name"] for column in changed["columns"]] == ["Kind!", "Amounts!"]
    assert changed["columns"][0]["lineage"] == fieldset["columns"][0]["lineage"]


# Files.


def export(api, address, **query):
    response = api.get(f"{address}/export", query)
    assert response.status_code == 200, response.body
    return response


def test_csv_has_a_line_for_each_document_with_quote_page_and_link(api, address, grid):
    response = export(api, address)
    assert response.headers["Content-Type"] == "text/csv"
    assert response.body.startswith(b"\xef\xbb\xbf")
    lines = list(csv.reader(io.StringIO(response.body.decode("utf-8-sig"))))
    assert lines[0][:6] == ["document", "document id", "state", "Rent", "Rent: quote", "Rent: page"]
    assert "'=Law" in lines[0]  # no formula
    assert len(lines) == 4
    values = dict(zip(lines[0], lines[1], strict=True))
    assert (values["Rent"], values["Rent: quote"], values["Rent: page"]) == ("value 0-0", QUOTE, "1")
    link = urlsplit(values["Rent: link"])
    assert (link.path, parse_qs(link.query)) == (
        f"/d/{values['document id']}",
        {"c": [str(grid.corpus.pk)], "page": ["1"], "from": ["0"], "to": [str(len(QUOTE))]},
    )
    assert AuditEntry.objects.filter(action="extract.started", object_id=grid.extract.pk).exists()


def test_json_lines_have_a_line_for_each_cell(api, address):
    body = export(api, address, format="jsonl", layout="cells", status="found").body.decode()
    lines = [json.loads(line) for line in body.splitlines()]
    assert len(lines) == 9
    assert lines[0]["value"] == "value 0-0"
    assert (lines[0]["quote"], lines[0]["page"]) == (QUOTE, "1")
    assert lines[0]["link"].startswith("http://testserver/d/")
    assert lines[2]["link"] == lines[2]["value"] == ""


def test_excel_and_parquet_have_the_same_values_as_csv(api, address):
    lines = list(csv.reader(io.StringIO(export(api, address, layout="cells").body.decode("utf-8-sig"))))
    sheet = openpyxl.load_workbook(io.BytesIO(export(api, address, format="xlsx", layout="cells").body)).active
    assert [[value or "" for value in row] for row in sheet.iter_rows(values_only=True)][1:3] == lines[1:3]
    table = pq.read_table(io.BytesIO(export(api, address, format="parquet", layout="cells").body))
    assert table.column_names == lines[0]
    assert [list(row.values()) for row in table.to_pylist()][:2] == lines[1:3]


def test_formulas_are_exported_as_text(api, address, grid):
    Cell.objects.filter(column__name="Rent").update(text="=HYPERLINK(1)")
    lines = list(csv.reader(io.StringIO(export(api, address).body.decode("utf-8-sig"))))
    assert lines[1][3] == "'=HYPERLINK(1)"
    Cell.objects.filter(column__name="Rent").update(text="-12.5")
    lines = list(csv.reader(io.StringIO(export(api, address).body.decode("utf-8-sig"))))
    assert lines[1][3] == "-12.5"


def test_a_deleted_extract_is_in_the_bin(api, address, grid):
    assert api.send("delete", address).status_code == 204
    assert api.get(address).status_code == 404
    (item,) = api.get(f"{V1}/bin", {"kind": "extract"}).json()["results"]
    assert (item["id"], item["title"]) == (str(grid.extract.pk), grid.extract.name)
    assert api.send("post", f"{V1}/bin/{item['id']}/restore").status_code == 200
    assert Extract.objects.filter(pk=grid.extract.pk).exists()
