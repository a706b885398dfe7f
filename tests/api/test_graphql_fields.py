"""Every field of the schema can be queried and has the right value."""

import json
import re
from base64 import b64encode

import pytest
from django.db import transaction
from django.utils import timezone
from graphql import GraphQLObjectType, get_named_type, is_leaf_type, is_required_argument

from audit.models import AuditEntry
from config.schema import schema
from core.api.testing import ApiClient
from core.db.ids import uuid7
from corpuses.analyzers.models import AnalysisResult, AnalysisRun, RemoteAnalyzer
from corpuses.annotations.models import Relation
from corpuses.bulk.models import BulkChange
from corpuses.comments.models import Notification, Thread
from corpuses.comments.services import ThreadDraft, create_thread
from corpuses.conversations.models import Conversation
from corpuses.exports.models import Export
from corpuses.extracts.models import Cell, Column, Extract, ExtractRow, Fieldset
from corpuses.fields.models import DocumentField
from corpuses.models import Archive, Corpus, Folder
from corpuses.obligations.models import CalendarFeed, Obligation
from corpuses.saved_views.models import SavedView
from documents.models import Document, Page
from tasks.runtime import queue
from tests.api.populated import finish_executions, populate, relate, rows_of
from users.accounts.api_tokens import create_token
from users.accounts.models import ApiToken
from users.models import User
from users.sharing.models import Team, TeamInvitation
from users.sharing.teams import create_team

pytestmark = pytest.mark.django_db

NODES = [kind.name for kind in schema.graphql_schema.get_possible_types(schema.graphql_schema.get_type("Node"))]


@pytest.fixture(scope="module")
def nodes(module_rows):
    """Return a row of each type, made once; all belong to one user."""
    (corpus,) = populate(User.objects.create_user("ada", "ada@example.org", "correct horse"))
    return rows(corpus)


@pytest.fixture
def user(db, nodes):
    return User.objects.get(pk=nodes["User"].pk)


@pytest.fixture
def corpus(db, nodes):
    return Corpus.objects.get(pk=nodes["Corpus"].pk)


def selection(kind: GraphQLObjectType, *, is_nested: bool = False) -> str:
    """Return every field of a type; of a node in a node, which has a test of its own, only the values."""
    fields = []
    for name, field in kind.fields.items():
        inner = get_named_type(field.type)
        if any(is_required_argument(argument) for argument in field.args.values()):
            continue
        if is_leaf_type(inner):
            fields.append(name)
        elif not is_nested:
            arguments = "(first: 2)" if "first" in field.args else ""
            fields.append(f"{name}{arguments} {{ {selection(inner, is_nested=inner.name in NODES)} }}")
    return " ".join(fields) or "__typename"


def node(client: ApiClient, key, fields="id"):
    return client.graphql(
        f"query ($id: ID!) {{ node(id: $id) {{ __typename ... on Node {{ {fields} }} }} }}", {"id": key}
    )


def rows(corpus):
    document, annotation, action, execution = rows_of(corpus)
    return {
        "User": corpus.owner,
        "Document": document,
        "Page": Page.objects.filter(revision=document.revision_id).first(),
        "Corpus": corpus,
        "Label": annotation.label,
        "Annotation": annotation,
        "Relation": Relation.objects.first() or relate(annotation),
        "Edit": annotation.edits.first(),
        "CorpusAction": action,
        **_extracts(corpus, document),
        **_analyses(corpus, document, action),
        **_comments(corpus),
        **_conversation(corpus),
        "ActionExecution": execution,
        "Obligation": _obligation(annotation),
        "CalendarFeed": CalendarFeed.objects.get_or_create(corpus=corpus, owner=corpus.owner)[0],
        "Export": _export(corpus),
        "BulkChange": BulkChange.objects.get_or_create(owner=corpus.owner, kind="retry", total=1, job=corpus.pk)[0],
        "SavedView": SavedView.objects.get_or_create(owner=corpus.owner, kind="documents", name="Failed")[0],
        "DocumentField": DocumentField.objects.get_or_create(corpus=corpus, name="Rent", type="number")[0],
        "RemoteAnalyzer": RemoteAnalyzer.objects.get_or_create(corpus=corpus, name="Risk", encrypted_secret=b"")[0],
        "Folder": Folder.objects.get_or_create(corpus=corpus, name="F", path="F")[0],
        "Archive": Archive.objects.get_or_create(corpus=corpus, owner=corpus.owner, upload=corpus.pk, size=1)[0],
        "AuditEntry": AuditEntry.objects.get_or_create(
            owner_id=corpus.owner_id,
            action="corpus.changed",
            outcome="success",
            interface="rest",
            credential="none",
            object_kind="corpus",
            object_id=corpus.pk,
        )[0],
        "ApiToken": ApiToken.objects.get_or_create(owner=corpus.owner, name="t", scopes=["read"], digest="0" * 64)[0],
        "Team": Team.objects.filter(created_by=corpus.owner).first() or create_team("T", actor=corpus.owner),
        "TeamInvitation": _invitation(corpus.owner),
        "Share": corpus.shares.get_or_create(token_hash="0" * 64, role="viewer")[0],
        "Job": queue.jobs_of([document.pk])[document.pk][0],
    }


def _obligation(annotation):
    about = {"annotation": annotation, "corpus": annotation.corpus, "document": annotation.document}
    return Obligation.objects.get_or_create(**about, defaults={"kind": "payment"})[0]


def _extracts(corpus, document):
    fieldset, _ = Fieldset.objects.get_or_create(corpus=corpus, name="Facts")
    extract, _ = Extract.objects.get_or_create(corpus=corpus, fieldset=fieldset, name="Facts", creator=corpus.owner)
    column, _ = Column.objects.get_or_create(extract=extract, name="Rent", question="How much?")
    row, _ = ExtractRow.objects.get_or_create(extract=extract, document=document)
    cell, _ = Cell.objects.get_or_create(row=row, column=column)
    return {"Fieldset": fieldset, "Extract": extract, "ExtractRow": row, "Cell": cell}


def _analyses(corpus, document, action):
    run, _ = AnalysisRun.objects.get_or_create(
        corpus=corpus,
        document=document,
        revision=document.revision,
        action=action,
        settings_version=1,
        defaults={"analyzer": "patterns", "started": timezone.now()},
    )
    result, _ = AnalysisResult.objects.get_or_create(run=run, kind="finding", label="Date")
    return {"AnalysisRun": run, "AnalysisResult": result}


def _comments(corpus):
    thread = Thread.objects.first() or create_thread(corpus, ThreadDraft(text="Is it signed?"), actor=corpus.owner)
    comment = thread.comments.get()
    found, _ = Notification.objects.get_or_create(owner=corpus.owner, corpus=corpus, comment=comment, kind="reply")
    return {"Thread": thread, "Comment": comment, "Notification": found}


def _conversation(corpus):
    conversation, _ = Conversation.objects.get_or_create(
        owner=corpus.owner,
        tenant=corpus.tenant,
        corpus=corpus,
        document=corpus.documents.first(),
        selection=[[1, 0, 1]],
    )
    citation = {"document": str(corpus.pk), "title": "T", "page": 1, "start": 0, "end": 1, "quote": "L"}
    sentence = {"text": "L", "is_verified": True, "citations": [citation | {"spans": [[1, 0, 0]]}]}
    message, _ = conversation.messages.get_or_create(
        order=1, role="assistant", state="complete", sentences=[sentence], has_answer=True
    )
    message.tool_calls.get_or_create(name="search")
    message.proposals.get_or_create(kind="comment", document=conversation.document, text="Is it signed?")
    return {"Conversation": conversation, "Message": message}


def _export(corpus):
    kind = {"kind": "annotations", "format": "csv", "job": corpus.pk}
    return Export.objects.get_or_create(owner=corpus.owner, corpus=corpus, **kind)[0]


def _invitation(user):
    found = TeamInvitation.objects.filter(user=user).first()
    return found or TeamInvitation.objects.create(user=user, team=Team.objects.create(name="I"), created_by=user)


def global_id(kind, row):
    return b64encode(f"{kind}:{getattr(row, 'pk', None) or row.id}".encode()).decode()


def test_the_rows_cover_all_node_types(nodes):
    assert set(nodes) == set(NODES)


@pytest.mark.parametrize("kind", NODES)
def test_every_field_of_every_node_can_be_queried(api, nodes, settings, kind):
    settings.GRAPHQL_MAX_COST = 10**9
    settings.GRAPHQL_MAX_TOKENS = 10_000
    fields = selection(schema.graphql_schema.get_type(kind))
    key = global_id(kind, nodes[kind])
    data = api.execute(f"query ($id: ID!) {{ node(id: $id) {{ ... on {kind} {{ {fields} }} }} }}", {"id": key})
    assert data["node"]["id"] == key


@pytest.mark.parametrize("kind", [kind for kind in NODES if kind != "Page"])
def test_a_node_is_found_by_its_uuid(api, nodes, kind):
    row = nodes[kind]
    assert node(api, str(getattr(row, "pk", None) or row.id)).data["node"]["id"] == global_id(kind, row)


@pytest.mark.parametrize("kind", NODES)
def test_other_users_find_no_node(other_api, nodes, kind):
    # proves: S3-8
    response = node(other_api, global_id(kind, nodes[kind]))
    assert (response.data, response.codes) == ({"node": None}, ["not_found"])


@pytest.mark.parametrize(
    "key", ["", "x", "RG9jdW1lbnQ6eA==", "UGFnZTp4", "UGFnZTo5OTk5OTk5OTk5OTk5OTk5OTk5OTk=", "Tm9ib2R5OjE="]
)
def test_an_invalid_id_is_not_found(api, key):
    assert node(api, key).codes == ["not_found"]
    assert api.graphql("query ($id: ID!) { document(id: $id) { id } }", {"id": key}).codes == ["not_found"]


def test_an_id_of_another_type_is_not_found(api, corpus):
    query = "query ($id: ID!) { document(id: $id) { id } }"
    assert api.graphql(query, {"id": global_id("Corpus", corpus)}).codes == ["not_found"]


def unsigned(value):
    """Remove the signatures of URLs."""
    return json.loads(re.sub(r"[?&](expires|signature)=\w+", "", json.dumps(value)))


def page(document, **fields):
    return {**fields, "tokensUrl": f"/api/v1/documents/{document.pk}/pages/{fields['number']}/tokens?revision=1"}


def test_document_fields(api, corpus):
    document = corpus.documents.get()
    query = """query ($id: ID!) { document(id: $id) {
        uuid title size sha256 state backendLock revision failure { code } warnings { code } fileUrl pdfUrl thumbnailUrl
        pages { totalCount edges { node { number tokensUrl textStart textEnd tokenCount } } }
        structure { order kind level page text box table { rows cells { text isHeader box } } }
        jobs { kind state status steps { name state } }
        corpuses { title isPersonal }
    } }"""
    data = unsigned(api.execute(query, {"id": str(document.pk)})["document"])
    url = f"/api/v1/documents/{document.pk}"
    assert data["pages"] == {
        "totalCount": 2,
        "edges": [
            {"node": page(document, number=1, textStart=0, textEnd=28, tokenCount=5)},
            {"node": page(document, number=2, textStart=28, textEnd=41, tokenCount=2)},
        ],
    }
    assert [(item["kind"], item["text"]) for item in data["structure"]] == [
        ("HEADING", "Lease"),
        ("TABLE", "The tenant pays rent."),
    ]
    assert data["structure"][1]["table"] == {
        "rows": 1,
        "cells": [{"text": "Rent", "isHeader": True, "box": [1.0, 2.0, 3.0, 4.0]}],
    }
    assert data["jobs"][-1]["kind"] == "documents.process"
    assert (data["jobs"][-1]["state"], data["jobs"][-1]["status"]) == ("WAITING", "queued")
    assert [step["state"] for step in data["jobs"][-1]["steps"]] == ["WAITING"] * 3
    assert data["corpuses"] == [{"title": "Corpus 0", "isPersonal": False}]
    assert (data["state"], data["backendLock"], data["revision"]) == ("READY", False, 1)
    assert data["warnings"] == [{"code": "no_text_on_page"}]
    assert (data["fileUrl"], data["thumbnailUrl"]) == (f"{url}/file", None)
    assert data["pdfUrl"] == f"{url}/pdf?v={document.blob_id}"


def test_the_pages_as_columns(api, corpus):
    document = corpus.documents.get()
    query = """query ($id: ID!, $after: Int!) { document(id: $id) { pageColumns(after: $after) {
        numbers labels widths heights tokenCounts textStarts textEnds tokensUrls } } }"""

    def columns(after):
        return unsigned(api.execute(query, {"id": str(document.pk), "after": after})["document"]["pageColumns"])

    assert columns(0) == {
        "numbers": [1, 2],
        "labels": ["", ""],
        "widths": [612.0, 612.0],
        "heights": [792.0, 792.0],
        "tokenCounts": [5, 2],
        "textStarts": [0, 28],
        "textEnds": [28, 41],
        "tokensUrls": [page(document, number=number)["tokensUrl"] for number in (1, 2)],
    }
    assert columns(1)["textStarts"] == [28]
    assert columns(2)["numbers"] == []


def test_the_structure_of_one_page(api, corpus):
    query = "query ($id: ID!, $page: Int) { document(id: $id) { structure(page: $page) { order } } }"
    key = str(corpus.documents.get().pk)
    assert len(api.execute(query, {"id": key, "page": 1})["document"]["structure"]) == 2
    assert api.execute(query, {"id": key, "page": 2})["document"]["structure"] == []


def test_a_failed_document_has_a_code_and_a_message(api, corpus):
    Document.objects.update(state="failed", failure_code="corrupt_document", failure_message="It is damaged.")
    data = api.execute("{ documents { edges { node { state failure { code message } } } } }")["documents"]["edges"][0][
        "node"
    ]
    assert data == {"state": "FAILED", "failure": {"code": "corrupt_document", "message": "It is damaged."}}


def test_pages_are_available_during_the_first_parse(api, corpus):
    document = corpus.documents.get()
    Document.objects.update(state="processing", backend_lock=True, revision=None)
    document.revisions.update(published=None)
    data = api.execute("{ documents { edges { node { revision pdfUrl pages { totalCount } } } } }")
    node = data["documents"]["edges"][0]["node"]
    assert (node["revision"], node["pages"]["totalCount"]) == (None, 2)


def test_me_and_the_personal_corpus(api, user):
    data = api.execute("{ me { username email personalCorpus { title isPersonal } } }")["me"]
    assert data == {
        "username": "ada",
        "email": "ada@example.org",
        "personalCorpus": {"title": "My documents", "isPersonal": True},
    }


def test_executions_are_newest_first_with_their_jobs(api, corpus):
    finish_executions(corpus)
    query = """query ($id: ID!, $document: ID) { corpus(id: $id) { executions(documentId: $document) {
        totalCount edges { node {
            state message finished action { kind name enabled } document { title } job { state kind }
        } } } } }"""
    data = api.execute(query, {"id": str(corpus.pk), "document": str(corpus.documents.get().pk)})["corpus"][
        "executions"
    ]
    assert data["totalCount"] == 1
    node = data["edges"][0]["node"]
    assert (node["state"], node["message"], node["action"]["kind"]) == ("SUCCESS", "Done.", "EMBED")
    assert node["document"] == {"title": "Document 0"}
    assert node["job"] == {"state": "WAITING", "kind": "corpuses.embed"}
    assert (
        api.execute(query, {"id": str(corpus.pk), "document": str(uuid7())})["corpus"]["executions"]["totalCount"] == 0
    )


def test_a_token_finds_nodes_by_uuid_and_skips_types_it_may_not_see(user, corpus):
    with transaction.atomic():
        _, token = create_token(owner=user, name="t", scopes=["read"])
    token_api = ApiClient(headers={"Authorization": f"Bearer {token}"})
    data = {
        kind: node(token_api, str(row.id)) for kind, row in rows(corpus).items() if kind not in {"Page", "ApiToken"}
    }
    assert {kind: response.codes for kind, response in data.items() if response.errors} == {}
    assert node(token_api, global_id("ApiToken", rows(corpus)["ApiToken"])).codes == ["user_session_required"]
