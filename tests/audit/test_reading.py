"""List, filter and export the log."""

import json
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from audit.actions import Action
from audit.log import record
from audit.models import AuditEntry
from core.api.testing import ApiClient
from corpuses.annotations.labels.services import create_label, update_label
from corpuses.corpora.services import add_documents, create_corpus
from documents.tests.factories import parsed_document
from users.models import User

pytestmark = pytest.mark.django_db
URL = "/api/v1/audit-log"
GRAPHQL = """query ($action: String, $outcome: AuditOutcome, $first: Int, $after: String) {
  auditLog(action: $action, outcome: $outcome, first: $first, after: $after) {
    pageInfo { hasNextPage endCursor }
    edges { node { action created outcome interface address details objectName documentTitle actor { username } } }
  }
}"""


def _graphql(client, **variables) -> dict:
    result = client.graphql(GRAPHQL, variables)
    assert result.errors == []
    return result.data["auditLog"]


@pytest.fixture
def corpus(user):
    return create_corpus(owner=user, title="Leases")


def _changes(corpus, count: int) -> None:
    for number in range(count):
        actor = User.objects.create_user(f"editor{number}")
        record(Action.CORPUS_CHANGED, corpus, actor=actor, fields=["title"])


def test_filters(api, user, corpus):
    _changes(corpus, 2)
    editor = User.objects.get(username="editor1")
    later = timezone.now() + timedelta(seconds=1)

    def actions(**query) -> list[str]:
        return [entry["action"] for entry in api.get(URL, query).json()["results"]]

    assert actions(object=corpus.pk) == ["corpus.changed", "corpus.changed", "corpus.created"]
    assert actions(object=corpus.pk, action="corpus.created") == ["corpus.created"]
    assert set(actions(action="corpus.")) == {"corpus.changed", "corpus.created"}
    assert actions(actor=editor.pk) == ["corpus.changed"]
    assert actions(outcome="failure") == []
    assert actions(object=corpus.pk, created_after=later.isoformat()) == []
    assert len(actions(object=corpus.pk, created_before=later.isoformat())) == 3
    assert api.get(URL, {"objekt": corpus.pk}).status_code == 400
    assert [edge["node"]["action"] for edge in _graphql(api, action="corpus.changed")["edges"]] == [
        "corpus.changed"
    ] * 2
    assert _graphql(api, outcome="FAILURE")["edges"] == []


def test_entries_name_their_objects_and_documents(api, user, other_user, corpus):
    document = parsed_document(user, "The tenant pays.", title="Lease 7")
    foreign = parsed_document(other_user, "The tenant pays.", title="Private")
    add_documents(corpus, [document], actor=user)
    label = create_label(corpus, name="Rent", actor=user)
    record(Action.CORPUS_DOCUMENT_ADDED, corpus, actor=other_user, document_id=foreign.pk)

    def names(**query) -> list[tuple[str, str | None, str | None]]:
        entries = api.get(URL, {"object": corpus.pk, **query}).json()["results"]
        return [(entry["action"], entry["object_name"], entry["document_title"]) for entry in entries]

    assert names() == [
        ("label.created", "Rent", None),
        ("corpus.document_added", "Leases", "Lease 7"),
        ("corpus.created", "Leases", None),
    ]
    update_label(label, actor=user, name="Base rent")
    assert names(action="label.created") == [("label.created", "Base rent", None)]
    nodes = [edge["node"] for edge in _graphql(api, action="corpus.document_added")["edges"]]
    assert [(node["objectName"], node["documentTitle"]) for node in nodes] == [("Leases", "Lease 7")]


def test_staff_do_not_see_titles_of_what_they_may_not_see(admin_user, user, corpus):
    document = parsed_document(user, "The tenant pays.", title="Lease 7")
    add_documents(corpus, [document], actor=user)
    entries = ApiClient(admin_user).get(URL, {"everyone": "true", "object": corpus.pk}).json()["results"]
    assert {entry["action"] for entry in entries} == {"corpus.document_added", "corpus.created"}
    assert {(entry["object_name"], entry["document_title"]) for entry in entries} == {(None, None)}


def test_pages_by_cursor(api, corpus):
    _changes(corpus, 4)
    page = api.get(URL, {"action": "corpus.", "page_size": 3}).json()
    rest = api.get(page["next"]).json()
    assert (len(page["results"]), len(rest["results"]), rest["next"]) == (3, 2, None)
    first = _graphql(api, action="corpus.", first=3)
    second = _graphql(api, action="corpus.", first=3, after=first["pageInfo"]["endCursor"])
    assert (len(first["edges"]), len(second["edges"])) == (3, 2)


@pytest.mark.parametrize("read", [lambda api: api.get(URL).json()["results"], lambda api: _graphql(api)["edges"]])
def test_the_number_of_queries_is_constant(api, corpus, read):
    def queries(entries: int) -> int:
        with CaptureQueriesContext(connection) as captured:
            assert len(read(api)) >= entries
        return len(captured)

    _changes(corpus, 1)
    read(api)
    few = queries(1)
    for number in range(5):
        record(Action.CORPUS_CHANGED, corpus, actor=User.objects.create_user(f"more{number}"))
    assert queries(6) == few <= 6


def test_the_export_has_all_entries_in_lines(admin_user, corpus, monkeypatch):
    monkeypatch.setattr("audit.entries._BATCH", 3)
    _changes(corpus, 7)
    client = ApiClient(admin_user)
    response = client.get(f"{URL}/export", {"everyone": "true"})
    assert response["Content-Type"] == "application/jsonl"
    lines = [json.loads(line) for line in response.body.splitlines()]
    keys = list(AuditEntry.objects.order_by("id").values_list("pk", flat=True))
    assert [line["id"] for line in lines] == [str(key) for key in keys]
    assert lines[-1]["action"] == "audit_log.exported"
    changed = [line for line in lines if line["action"] == "corpus.changed"]
    assert [line["actor"]["username"] for line in changed] == [f"editor{number}" for number in range(7)]
    output = StringIO()
    call_command("export_audit_log", action="corpus.changed", stdout=output)
    assert [json.loads(line)["action"] for line in output.getvalue().splitlines()] == ["corpus.changed"] * 7


def test_the_admin_shows_entries_and_changes_none(admin_client, corpus):
    entry = AuditEntry.objects.get(action="corpus.created")
    page = admin_client.get("/admin/audit/auditentry/", {"q": str(corpus.pk)})
    assert str(entry.pk).encode() in page.content
    assert admin_client.get(f"/admin/audit/auditentry/{entry.pk}/change/").status_code == 200
    assert admin_client.post(f"/admin/audit/auditentry/{entry.pk}/change/", {}).status_code == 403
    assert admin_client.post(f"/admin/audit/auditentry/{entry.pk}/delete/", {"post": "yes"}).status_code == 403
    assert admin_client.get("/admin/audit/auditentry/add/").status_code == 403
