"""Every connection of the schema needs as many queries for many rows as for few.

The connections are read from the schema, so that a new one fails here until `grow` creates rows for it.
"""

import pytest
from django.db import connection
from django.db.models import CharField
from django.db.models.functions import Cast
from django.test.utils import CaptureQueriesContext, override_settings
from django.utils import timezone
from graphql import get_named_type, is_leaf_type, is_required_argument

from config.schema import schema
from core.api.testing import ApiClient
from core.db.ids import uuid7
from corpuses.analyzers.models import AnalysisResult, AnalysisRun, RemoteAnalyzer
from corpuses.annotations.document_labels.services import label_documents
from corpuses.annotations.labels.services import delete_label
from corpuses.annotations.models import Label
from corpuses.bulk.models import BulkChange
from corpuses.comments.models import Notification
from corpuses.comments.services import ThreadDraft, create_comment, create_thread
from corpuses.conversations.models import Conversation
from corpuses.exports.models import Export
from corpuses.extracts.models import Cell, Column, Extract, ExtractRow
from corpuses.fields.services import create_field
from corpuses.fields.setting import set_field_values
from corpuses.models import Archive, Folder
from corpuses.obligations.models import CalendarFeed, Obligation
from corpuses.saved_views.models import SavedView
from corpuses.similarity.models import SimilarGroup
from documents.models import Document
from documents.tests.factories import parsed_document
from tests.api.populated import populate, relate
from users.accounts.models import ApiToken
from users.models import User
from users.sharing.models import TeamInvitation
from users.sharing.teams import create_team

pytestmark = pytest.mark.django_db

SCHEMA = schema.graphql_schema
# The query for each type that has connections.
PARENTS = {
    "Query": "{ %s }",
    "Corpus": "{ corpuses(first: 20) { edges { node { %s } } } }",
    "Folder": "{ corpuses(first: 20) { edges { node { folders { edges { node { %s } } } } } } }",
    "Archive": "{ corpuses(first: 20) { edges { node { archives { edges { node { %s } } } } } } }",
    "Thread": "{ corpuses(first: 20) { edges { node { threads { edges { node { %s } } } } } } }",
    "Conversation": "{ conversations(first: 20) { edges { node { %s } } } }",
    "Extract": "{ corpuses(first: 20) { edges { node { extracts { edges { node { %s } } } } } } }",
    "Document": "{ documents(first: 20) { edges { node { %s } } } }",
    "AnalysisRun": "{ corpuses(first: 20) { edges { node { analysisRuns { edges { node { %s } } } } } } }",
}
# Lists for which `grow` creates no rows, and the test that checks their number of queries.
ELSEWHERE = {
    "Query.deadLetters": "tests/api/test_operations_graphql.py",
    "Query.tenantQueues": "tests/api/test_operations_graphql.py",
}


def connections():
    for name, kind in SCHEMA.type_map.items():
        if name.startswith("__") or not hasattr(kind, "fields") or name.endswith("Input"):
            continue
        for field_name, field in kind.fields.items():
            if get_named_type(field.type).name.endswith("Connection"):
                yield f"{name}.{field_name}", field


CONNECTIONS = dict(connections())


def selection(kind, depth):
    """Return every field of a type, to this depth, without connections, which have their own test cases."""
    fields = []
    for name, field in kind.fields.items():
        inner = get_named_type(field.type)
        if any(is_required_argument(argument) for argument in field.args.values()) or inner.name.endswith("Connection"):
            continue
        if is_leaf_type(inner):
            fields.append(name)
        elif depth and name != "personalCorpus":
            fields.append(f"{name} {{ {selection(inner, depth - 1)} }}")
    return " ".join(fields) or "__typename"


def query_for(name):
    parent, field_name = name.split(".")
    field = CONNECTIONS[name]
    node = get_named_type(get_named_type(get_named_type(field.type).fields["edges"].type).fields["node"].type)
    rows = f"edges {{ cursor node {{ {selection(node, 1)} }} }}"
    return PARENTS[parent] % f"{field_name}(first: 200) {{ totalCount pageInfo {{ endCursor }} {rows} }}"


def grow(user, times):
    corpora = populate(user, documents=2 * times, corpora=times)
    first, *others = corpora[0].documents.order_by("pk")
    Document.objects.filter(pk__in=[each.pk for each in others]).update(parent=first, path=Cast("pk", CharField()))
    for document in Document.objects.filter(parent=first):
        older = parsed_document(user, "Older", title="Older")
        Document.objects.filter(pk=document.pk).update(version_number=2)
        Document.objects.filter(pk=older.pk).update(lineage=document.lineage, superseded_by=document)
    for number, corpus in enumerate(corpora):
        folder = Folder.objects.create(corpus=corpus, name=f"F{number}", path=f"F{number}")
        corpus.memberships.filter(pk__in=corpus.memberships.order_by("pk")[:1]).update(folder=folder)
        query = {"folder": str(folder.pk)}
        RemoteAnalyzer.objects.create(corpus=corpus, name="Risk", encrypted_secret=b"")
        SavedView.objects.create(owner=user, corpus=corpus, kind="corpus_documents", name="F", query=query)
        archive = Archive.objects.create(corpus=corpus, owner=user, upload=corpus.pk, size=1)
        archive.entries.create(number=0, path="lease.pdf", size=1, state="skipped")
        team = create_team(f"Team {number}", actor=user)
        TeamInvitation.objects.create(team=team, user=user, created_by=user)
        deleted = Label.objects.create(corpus=corpus, name="Deleted", color="#2f7fc4")
        delete_label(deleted, actor=user)
        ApiToken.objects.create(owner=user, name="t", scopes=["read"], start="cty_", digest=f"{corpus.pk.hex:0>64}")
        label_documents(corpus.labels.first(), list(corpus.documents.all()), actor=user)
        field = create_field(corpus, name="Rent", type="number", actor=user)
        set_field_values(field, list(corpus.documents.all()), ["1200"], actor=user)
        grow_extracts(corpus, user)
        grow_analyses(corpus)
        for annotation in list(corpus.annotations.all()):
            relate(annotation)
            about = {"corpus": corpus, "document_id": annotation.document_id, "annotation": annotation}
            Obligation.objects.create(**about, kind="payment", due="2028-02-29")
        grow_similar(corpus)
        CalendarFeed.objects.create(corpus=corpus, owner=user)
        thread = create_thread(corpus, ThreadDraft(text="Is it signed?"), actor=user)
        comment = create_comment(thread, text="Yes.", actor=user)
        conversation = Conversation.objects.create(
            owner=user, tenant=user.tenant, corpus=corpus, document=corpus.documents.first()
        )
        message = conversation.messages.create(order=0, role="user", state="complete", text="Who pays?")
        message.tool_calls.create(name="search")
        message.proposals.create(kind="comment", document=conversation.document, text="Is it signed?")
        Notification.objects.create(owner=user, corpus=corpus, comment=comment, kind="reply")
        Export.objects.create(owner=user, corpus=corpus, kind="annotations", format="csv", job=corpus.pk)
        BulkChange.objects.create(owner=user, corpus=corpus, kind="retry", total=2, job=corpus.pk, skipped={"x": 1})


def grow_similar(corpus):
    """Add a group of the documents of a corpus."""
    group = SimilarGroup.objects.create(corpus=corpus, kind="document", size=2)
    for order, document in enumerate(corpus.documents.all()):
        place = {"page": 1, "start": 0, "end": 0, "similarity": 1}
        group.texts.create(order=order, document=document, revision=document.revision, **place)


def grow_analyses(corpus):
    """Add a run of an analyzer on each document, with a result."""
    for document in corpus.documents.all():
        run = AnalysisRun.objects.create(
            corpus=corpus,
            document=document,
            revision=document.revision,
            action=corpus.actions.first(),
            settings_version=1,
            analyzer="patterns",
            started=timezone.now(),
        )
        annotation = corpus.annotations.filter(document=document).first()
        AnalysisResult.objects.create(run=run, kind="finding", label="Date", end=5, annotation=annotation)


def grow_extracts(corpus, user):
    """Add two runs of a question whose answers differ."""
    previous, lineage = None, uuid7()
    for value in ("20", "100"):
        extract = Extract.objects.create(corpus=corpus, name=value, engine="reader", creator=user, previous=previous)
        column = Column.objects.create(extract=extract, name="Rent", question="How much?", lineage=lineage)
        for document in corpus.documents.all():
            row = ExtractRow.objects.create(extract=extract, document=document, revision=document.revision)
            source = {"start": 0, "end": 5, "page": 1, "quote": "Lease"}
            Cell.objects.create(row=row, column=column, status="found", text=value, sort_key=value, sources=[source])
        previous = extract


@pytest.fixture(scope="module")
def counts(module_rows):
    """Return the numbers of queries and of rows for each connection, with few rows and with three times as many."""
    user = User.objects.create_user("ada", "ada@example.org", "correct horse", is_staff=True)
    api, queries = ApiClient(user), {name: query_for(name) for name in CONNECTIONS}
    found = {name: [] for name in CONNECTIONS}
    with override_settings(GRAPHQL_MAX_COST=10**9, RATE_LIMITS={}):
        for times in (1, 3):
            grow(user, times)
            for name, query in queries.items():
                with CaptureQueriesContext(connection) as captured:
                    data = api.execute(query)
                found[name].append(
                    (len(captured), str(data).count("'cursor'"), [each["sql"][:150] for each in captured])
                )
    return found


@pytest.mark.parametrize("name", CONNECTIONS)
def test_the_number_of_queries_does_not_depend_on_the_number_of_rows(counts, name):
    (few_queries, few_rows, _), (many_queries, many_rows, statements) = counts[name]
    assert few_queries == many_queries, statements
    assert many_rows > few_rows > 0 or name in ELSEWHERE, f"{name} is empty: create rows for it in `grow`"


def test_the_connections_tested_elsewhere_exist():
    assert set(ELSEWHERE) <= set(CONNECTIONS)
