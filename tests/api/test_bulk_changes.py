"""Changes of all documents that a filter selects, in REST and GraphQL. They select exactly what the list shows."""

import json

import pytest
from graphql_relay import to_global_id
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from corpuses.annotations.document_labels.services import label_documents
from corpuses.annotations.labels.services import create_label
from corpuses.annotations.models import DocumentLabel
from corpuses.bulk.models import BulkBatch, BulkChange
from corpuses.corpora.folders import make_path
from corpuses.corpora.services import create_corpus
from corpuses.fields.services import create_field
from corpuses.fields.setting import set_field_values
from corpuses.models import CorpusDocument
from documents.models import Document
from documents.tests.many import many_documents
from tasks.testing import run_jobs
from users.models import User

pytestmark = pytest.mark.django_db
URL = "/api/v1/bulk-changes"
FILTERS = st.fixed_dictionaries(
    {},
    optional={
        "corpus": st.just("corpus"),
        "search": st.sampled_from(["lease", "0001", "sale 2", "%"]),
        "state": st.sampled_from(["ready", "failed"]),
        "scope": st.sampled_from(["mine", "shared", "all"]),
        "is_attachment": st.sampled_from(["true", "false"]),
        "folder": st.sampled_from(["top", "below"]),
        "subfolders": st.sampled_from(["true", "false"]),
        "document_label": st.sampled_from(["above", "label"]),
        "field": st.just("field"),
        "field_equals": st.sampled_from(["Paid", "Open"]),
        "field_empty": st.just("true"),
        "order_by": st.sampled_from(["title", "oldest"]),
    },
)


@pytest.fixture
def names(user):
    """Return the keys of a corpus with documents that differ in all that filters ask for, by name."""
    corpus = create_corpus(owner=user, title="Leases")
    other = User.objects.create_user("grace", "grace@example.org")
    leases = many_documents(user, 12)
    sales = many_documents(user, 8, title="Sale", state=Document.State.FAILED)
    attached = many_documents(user, 2, title="Attached", parent=leases[0])
    many_documents(user, 3, title="Outside")
    shared = many_documents(other, 2, title="Hers", is_public=True)
    top = make_path(corpus, ["2026"], actor=user)
    below = make_path(corpus, ["2026", "May"], actor=user)
    folders = [None, top, below]
    CorpusDocument.objects.bulk_create(
        CorpusDocument(corpus=corpus, document=each, added_by=each.owner, folder=folders[place % 3])
        for place, each in enumerate([*leases, *sales, *attached, *shared])
    )
    above = create_label(corpus, name="Status", actor=user)
    label = create_label(corpus, name="Signed", parent=above.pk, actor=user)
    label_documents(above, leases[:3], actor=user)
    label_documents(label, [leases[5], sales[1]], actor=user)
    field = create_field(corpus, name="Invoice", type="enum", choices=["Paid", "Open"], actor=user)
    set_field_values(field, [*leases[:4], sales[0]], ["Paid"], actor=user)
    rows = {"corpus": corpus, "top": top, "below": below, "above": above, "label": label, "field": field}
    return {name: str(row.pk) for name, row in rows.items()}


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(FILTERS)
def test_a_filter_selects_what_the_list_shows(names, api, chosen):
    query = {name: names.get(value, value) for name, value in chosen.items()}
    BulkChange.objects.all().delete()
    listed = api.get("/api/v1/documents", query | {"page_size": 100})
    body = {"kind": "add", "query": query, "corpus": names["corpus"]}
    started = api.send("POST", URL, body)
    if listed.status_code != 200:
        assert started.status_code == listed.status_code
        return
    shown = {row["id"] for row in listed.json()["results"]}
    selected = {str(key) for batch in BulkBatch.objects.all() for key in batch.documents}
    assert selected == shown
    assert started.status_code == (202 if shown else 400)


def test_a_change_in_rest(names, api):
    query = {"corpus": names["corpus"], "search": "lease"}
    created = api.send("POST", URL, {"kind": "label", "query": query, "label": names["label"]})
    assert (created.status_code, created["Location"]) == (202, f"{URL}/{created.json()['id']}")
    run_jobs()
    report = api.get(created["Location"]).json()
    parts = ("state", "total", "processed", "changed", "skipped", "can_undo", "is_undone")
    assert [report[part] for part in parts] == ["done", 12, 12, 11, [], True, False]
    assert [row["id"] for row in api.get(URL, {"corpus": names["corpus"]}).json()["results"]] == [report["id"]]
    undo = api.send("POST", f"{created['Location']}/undo")
    assert (undo.status_code, undo.json()["state"]) == (202, "waiting")
    run_jobs()
    assert api.get(created["Location"]).json()["restored"] == 11
    assert DocumentLabel.objects.filter(label=names["label"]).count() == 2


def test_a_change_in_graphql(names, api):
    mutation = """mutation ($input: CreateBulkChangeInput!) { createBulkChange(input: $input) {
        bulkChange { id total query skipped { code count } } errors { code field } } }"""
    query = {"corpus": names["corpus"], "state": "failed"}
    left_out = to_global_id("Document", str(Document.objects.filter(title="Sale 0001").get().pk))
    values = {
        "kind": "MOVE",
        "query": json.dumps(query),
        "folderId": to_global_id("Folder", names["top"]),
        "excludedIds": [left_out],
        "expected": 7,
    }
    change = api.execute(mutation, {"input": values})["createBulkChange"]["bulkChange"]
    assert (change["total"], json.loads(change["query"]), change["skipped"]) == (7, query, [])
    run_jobs()
    undo = "mutation ($id: ID!) { undoBulkChange(input: {id: $id}) { bulkChange { state isUndone changed } } }"
    undone = api.execute(undo, {"id": change["id"]})["undoBulkChange"]["bulkChange"]
    assert (undone["state"], undone["isUndone"], undone["changed"] > 0) == ("WAITING", True, True)
    refused = api.execute(mutation, {"input": values | {"expected": 8}})["createBulkChange"]["errors"]
    assert refused == [{"code": "selection_changed", "field": None}]
