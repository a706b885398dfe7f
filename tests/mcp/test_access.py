"""Tools show and do what the token's user may see and do in the other APIs, and every call is in the audit log."""

import httpx
import pytest
from django.db import transaction

from audit.models import AuditEntry
from core.access import Role
from core.api.testing import ApiClient
from corpuses.annotations.labels.services import create_label
from corpuses.corpora.services import add_documents, create_corpus, update_corpus
from corpuses.extracts.columns import ColumnDraft
from corpuses.extracts.fieldsets import FieldsetDraft, create_fieldset
from corpuses.extracts.runs import ExtractDraft, start_extract
from corpuses.mcp.registry import TOOLS
from corpuses.mcp.server import create_server
from corpuses.models import CorpusShare
from corpuses.search.indexing import embed_revision
from documents.services.deletion import delete_document
from documents.tests.factories import parsed_document
from tests.mcp.client import ToolFailed
from tests.mcp.table import ACTORS, TABLE
from tests.plain_job import PlainJob
from tests.timeouts import until
from users.models import User

RENT = ColumnDraft(name="Rent", question="How much is the rent?")
pytestmark = pytest.mark.django_db(transaction=True)

INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    },
}
HEADERS = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}


@pytest.fixture
def clients(user, other_user, corpus, annotation, client_of):
    """Return a client of each actor of the table."""
    viewer = User.objects.create_user("grace", "grace@example.org", "battery staple")
    CorpusShare.objects.create(target=corpus, user=viewer, role=Role.VIEWER, created_by=user)
    elsewhere = create_corpus(owner=user, title="Payroll")
    add_documents(elsewhere, [parsed_document(user, "Wages.", title="Wages")], actor=user)
    return {
        "owner": client_of(user),
        "viewer": client_of(viewer),
        "reading_token": client_of(user, scopes=["read"]),
        "limited_token": client_of(user, corpora=[corpus.pk]),
        "other_limited_token": client_of(user, corpora=[elsewhere.pk]),
        "other_user": client_of(other_user),
    }


WITHOUT_OBJECT = {
    "search": {"query": "rent"},
    "list_corpora": {},
    "list_documents": {},
    "list_annotations": {},
    "ask": {"question": "How much is the rent?"},
}


def test_what_others_have_published_is_not_read(user, other_user, corpus, document, annotation, client_of):
    """Tools have no `scope`: what they may read without being given an object is that of the user, or shared."""
    embed_revision(document.revision, job=PlainJob())
    update_corpus(corpus, actor=user, is_public=True)
    create_server()  # loads the tools
    objects = {"corpus", "document", "extract", "job"}
    required = {
        name: {field for field, info in tool.arguments.model_fields.items() if info.is_required()}
        for name, tool in TOOLS.items()
    }
    assert {name for name, fields in required.items() if not fields & objects} == set(WITHOUT_OBJECT)
    results = {name: client_of(other_user).call(name, **arguments) for name, arguments in WITHOUT_OBJECT.items()}
    assert [
        name for name, result in results.items() if str(document.pk) in str(result) or "Leases" in str(result)
    ] == []
    assert client_of(other_user).call("get_document", document=str(document.pk))["id"] == str(document.pk)


def test_corpora_that_forbid_language_models_are_not_read(client, user, corpus, document, annotation):
    other = parsed_document(user, "The rent of the barn is 300 euros.", title="Barn")
    elsewhere = create_corpus(owner=user, title="Barns")
    add_documents(elsewhere, [other, document], actor=user)
    for each in (document, other):
        embed_revision(each.revision, job=PlainJob())
    fieldset = create_fieldset(FieldsetDraft(columns=[RENT], name="Terms"), corpus=elsewhere, actor=user)
    extract = start_extract(ExtractDraft(fieldset=fieldset), corpus=elsewhere, actor=user)
    jobs = {row.document_id: str(row.job) for row in extract.rows.all()}
    update_corpus(corpus, actor=user, description="What Ada rents.")
    question = "How much is the rent?"
    assert len(client.call("list_documents")["documents"]) == 2
    update_corpus(corpus, actor=user, allows_language_models=False)
    assert [each["id"] for each in client.call("list_documents")["documents"]] == [str(other.pk)]
    assert [each["id"] for each in client.call("search", query="rent")["documents"]] == [str(other.pk)]
    assert {each["document"] for each in client.call("ask", question=question)["answers"]} == {str(other.pk)}
    assert client.call("list_annotations")["annotations"] == []
    rows = client.call("get_extract_cells", extract=str(extract.pk))["rows"]
    assert [each["document"] for each in rows] == [str(other.pk)]
    listed = {each["title"]: each for each in client.call("list_corpora")["corpora"]}
    assert [listed[title]["allows_language_models"] for title in ("Leases", "Barns")] == [False, True]
    assert listed["Leases"]["description"] == ""
    assert client.call("get_job", job=jobs[other.pk])["subject"] == "Barn"
    one, all_ = {"document": str(document.pk)}, {"corpus": str(corpus.pk)}
    for name, arguments in (
        ("get_document", one),
        ("read_pages", one),
        ("find_in_document", one | {"query": "rent"}),
        ("list_annotations", one),
        ("ask", one | {"question": question}),
        ("search", all_ | {"query": "rent"}),
        ("list_documents", all_),
        ("list_extracts", all_),
        ("get_job", {"job": jobs[document.pk]}),
    ):
        with pytest.raises(ToolFailed) as refused:
            client.call(name, **arguments)
        assert refused.value.code == "llm_not_allowed", name


def test_every_tool_has_a_row():
    create_server()
    assert TABLE.keys() == TOOLS.keys()
    for name, (_, outcomes) in TABLE.items():
        assert outcomes.keys() == set(ACTORS), name


def test_tools_obey_the_access_rules(clients, user, corpus, document):
    create_label(corpus, name="Rent", actor=user)
    embed_revision(document.revision, job=PlainJob())
    draft = FieldsetDraft(name="Terms", columns=[ColumnDraft(name="Rent", question="How much is the rent?")])
    fieldset = create_fieldset(draft, corpus=corpus, actor=user)
    extract = start_extract(ExtractDraft(fieldset=fieldset), corpus=corpus, actor=user)
    objects = {"corpus": corpus, "document": document, "fieldset": fieldset, "extract": extract}
    keys = {name: str(each.pk) for name, each in objects.items()} | {"job": str(extract.rows.get().job)}
    wrong = {}
    for name, (arguments, outcomes) in TABLE.items():
        given = {each: value.format(**keys) if isinstance(value, str) else value for each, value in arguments.items()}
        for actor, expected in outcomes.items():
            if (outcome := _outcome(clients[actor], name, given, keys)) != expected:
                wrong[name, actor] = outcome
    assert wrong == {}


def _outcome(client, name, arguments, keys):
    try:
        result = client.call(name, **arguments)
    except ToolFailed as failed:
        return failed.code
    return "ok" if any(key in str(result) for key in keys.values()) else "empty"


def test_what_does_not_exist_and_what_is_hidden_answer_alike(clients, document):
    errors = []
    for key in (document.pk, "01990c6e-0a11-7c22-8d33-1f2e3d4c5b6a"):
        with pytest.raises(ToolFailed) as failed:
            clients["other_user"].call("get_document", document=str(key))
        errors.append({name: value for name, value in failed.value.error.items() if name != "request_id"})
    assert errors[0] == errors[1]


def test_calls_are_in_the_audit_log(client, user, document):
    client.call("read_pages", document=str(document.pk))
    client.call("list_corpora")
    with pytest.raises(ToolFailed):
        client.call("read_pages", document=str(document.pk), first_page=9)
    entries = AuditEntry.objects.filter(action="mcp.tool_called").order_by("id")
    until(lambda: entries.count() == 3)  # they are written after the response
    shown = [(each.object_kind, each.object_id, each.details, each.outcome, each.reason) for each in entries]
    assert shown == [
        ("document", document.pk, {"tool": "read_pages"}, "success", ""),
        ("user", user.pk, {"tool": "list_corpora"}, "success", ""),
        ("document", document.pk, {"tool": "read_pages"}, "failure", "invalid"),
    ]
    assert {(each.interface, each.credential, each.actor_id) for each in entries} == {("mcp", "api_token", user.pk)}
    assert AuditEntry.objects.filter(action="document.opened", object_id=document.pk).count() == 1


def test_a_token_is_required(live_web, user, corpus):
    session = ApiClient(user).cookies["sessionid"].value
    for headers in ({}, {"Authorization": "Bearer cty_wrong"}, {"Cookie": f"sessionid={session}"}):
        response = httpx.post(f"{live_web.url}/mcp", json=INITIALIZE, headers=HEADERS | headers, trust_env=False)
        assert response.status_code == 401
        assert response.headers["WWW-Authenticate"].startswith("Bearer ")
        assert response.json()["error"]["code"] in {"not_authenticated", "invalid_token"}


def test_pages_of_other_sites_are_refused(live_web, client):
    headers = HEADERS | {"Authorization": f"Bearer {client.token}"}
    for origin, status in ((live_web.url, 200), ("https://evil.example", 403), ("null", 403)):
        response = httpx.post(
            f"{live_web.url}/mcp", json=INITIALIZE, headers=headers | {"Origin": origin}, trust_env=False
        )
        assert response.status_code == status, origin


def test_other_methods_and_broken_messages(live_web, client):
    headers = HEADERS | {"Authorization": f"Bearer {client.token}"}
    with httpx.Client(base_url=live_web.url, headers=headers, trust_env=False) as http:
        assert http.get("/mcp").status_code == 405
        assert http.delete("/mcp").status_code == 405
        assert http.post("/mcp", content=b"{").json()["error"]["code"] == -32700
        assert http.post("/mcp", content=b"[" * 100_000).status_code == 400
        call = {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "drop", "arguments": {}}}
        assert http.post("/mcp", json=call).json()["error"]["code"] == -32602
        response = http.post("/mcp", json=INITIALIZE)
        assert (response.status_code, response.headers["X-Request-ID"] != "") == (200, True)
        assert "mcp-session-id" not in response.headers


def test_a_deleted_document_is_gone_at_once(client, user, document):
    with transaction.atomic():
        delete_document(document, actor=user)
    with pytest.raises(ToolFailed) as failed:
        client.call("read_pages", document=str(document.pk))
    assert failed.value.code == "not_found"
