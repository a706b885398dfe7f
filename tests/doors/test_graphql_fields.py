"""Everything the schema offers can be asked, says what it should, and costs the same whatever the number of rows."""

import json
from base64 import b64encode

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from graphql import GraphQLObjectType, get_named_type, is_leaf_type, is_required_argument

from config.schema import schema
from core.api.testing import ApiClient
from core.ids import uuid7
from corpuses.actions.models import ActionExecution
from corpuses.annotations.models import Annotation, Label
from corpuses.services.corpora import personal_corpus
from documents.models import Document
from tasks import queue
from tests.doors.populated import finish_executions, populate, rows_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def corpus(person):
    (corpus,) = populate(person)
    return corpus


def selection(kind: GraphQLObjectType, depth: int) -> str:
    """Every field of a type, so deep."""
    chosen = []
    for name, field in kind.fields.items():
        inner = get_named_type(field.type)
        if any(is_required_argument(argument) for argument in field.args.values()):
            continue
        if is_leaf_type(inner):
            chosen.append(name)
        elif depth:
            arguments = "(first: 2)" if "first" in field.args else ""
            chosen.append(f"{name}{arguments} {{ {selection(inner, depth - 1)} }}")
    return " ".join(chosen) or "__typename"


def node(client: ApiClient, key, fields="id"):
    return client.graphql(
        f"query ($id: ID!) {{ node(id: $id) {{ __typename ... on Node {{ {fields} }} }} }}", {"id": key}
    )


NODES = [kind.name for kind in schema.graphql_schema.get_possible_types(schema.graphql_schema.get_type("Node"))]


def rows(corpus):
    document, annotation, action, execution = rows_of(corpus)
    return {
        "User": corpus.owner,
        "Document": document,
        "Page": document.revision.pages.first(),
        "Corpus": corpus,
        "Label": annotation.label,
        "Annotation": annotation,
        "CorpusAction": action,
        "ActionExecution": execution,
        "Job": queue.jobs_of([document.pk])[document.pk][0],
    }


def global_id(kind, row):
    return b64encode(f"{kind}:{getattr(row, 'pk', None) or row.id}".encode()).decode()


def test_the_table_of_nodes_is_complete(corpus):
    assert set(rows(corpus)) == set(NODES)


@pytest.mark.parametrize("kind", NODES)
def test_every_field_of_every_node_can_be_asked(api, corpus, settings, kind):
    settings.GRAPHQL_MAX_COST = 10**9
    fields = selection(schema.graphql_schema.get_type(kind), depth=3)
    key = global_id(kind, rows(corpus)[kind])
    data = api.ask(f"query ($id: ID!) {{ node(id: $id) {{ ... on {kind} {{ {fields} }} }} }}", {"id": key})
    assert data["node"]["id"] == key


@pytest.mark.parametrize("kind", [kind for kind in NODES if kind != "Page"])
def test_a_node_is_found_by_its_bare_uuid_too(api, corpus, kind):
    row = rows(corpus)[kind]
    assert node(api, str(getattr(row, "pk", None) or row.id)).data["node"]["id"] == global_id(kind, row)


@pytest.mark.parametrize("kind", NODES)
def test_strangers_find_no_node(stranger_api, corpus, kind):
    # proves: S3-8
    answer = node(stranger_api, global_id(kind, rows(corpus)[kind]))
    assert (answer.data, answer.codes) == ({"node": None}, ["not_found"])


@pytest.mark.parametrize(
    "key", ["", "x", "RG9jdW1lbnQ6eA==", "UGFnZTp4", "UGFnZTo5OTk5OTk5OTk5OTk5OTk5OTk5OTk=", "Tm9ib2R5OjE="]
)
def test_an_id_that_names_nothing_finds_nothing(api, key):
    assert node(api, key).codes == ["not_found"]
    assert api.graphql("query ($id: ID!) { document(id: $id) { id } }", {"id": key}).codes == ["not_found"]


def test_an_id_of_another_kind_is_no_id(api, corpus):
    query = "query ($id: ID!) { document(id: $id) { id } }"
    assert api.graphql(query, {"id": global_id("Corpus", corpus)}).codes == ["not_found"]


def test_a_document_tells_what_it_is(api, corpus):
    document = corpus.documents.get()
    query = """query ($id: ID!) { document(id: $id) {
        uuid title size sha256 state backendLock revision failure { code } warnings { code } fileUrl pdfUrl thumbnailUrl
        pages { totalCount edges { node { number tokensUrl textStart textEnd tokenCount } } }
        structure { order kind level page text box table { rows cells { text isHeader box } } }
        jobs { kind state status steps { name state } }
        corpuses { title isPersonal }
    } }"""
    found = api.ask(query, {"id": str(document.pk)})["document"]
    address = f"/api/v1/documents/{document.pk}"
    assert found["pages"] == {
        "totalCount": 2,
        "edges": [
            {"node": {"number": 1, "tokensUrl": f"{address}/pages/1/tokens?revision=1", "textStart": 0, "textEnd": 28, "tokenCount": 5}},
            {"node": {"number": 2, "tokensUrl": f"{address}/pages/2/tokens?revision=1", "textStart": 28, "textEnd": 41, "tokenCount": 2}},
        ],
    }  # fmt: skip
    assert [(item["kind"], item["text"]) for item in found["structure"]] == [
        ("HEADING", "Lease"),
        ("TABLE", "The tenant pays rent."),
    ]
    assert found["structure"][1]["table"] == {
        "rows": 1,
        "cells": [{"text": "Rent", "isHeader": True, "box": [1.0, 2.0, 3.0, 4.0]}],
    }
    assert found["jobs"][-1]["kind"] == "documents.process"
    assert (found["jobs"][-1]["state"], found["jobs"][-1]["status"]) == ("WAITING", "queued")
    assert [step["state"] for step in found["jobs"][-1]["steps"]] == ["WAITING"] * 3
    assert found["corpuses"] == [{"title": "Corpus 0", "isPersonal": False}]
    assert (found["state"], found["backendLock"], found["revision"]) == ("READY", False, 1)
    assert found["warnings"] == [{"code": "no_text_on_page"}]
    assert (found["fileUrl"], found["pdfUrl"], found["thumbnailUrl"]) == (f"{address}/file", f"{address}/pdf", None)


def test_the_structure_of_one_page(api, corpus):
    query = "query ($id: ID!, $page: Int) { document(id: $id) { structure(page: $page) { order } } }"
    key = str(corpus.documents.get().pk)
    assert len(api.ask(query, {"id": key, "page": 1})["document"]["structure"]) == 2
    assert api.ask(query, {"id": key, "page": 2})["document"]["structure"] == []


def test_a_failed_document_says_why(api, corpus):
    Document.objects.update(state="failed", failure_code="corrupt_document", failure_message="It is damaged.")
    found = api.ask("{ documents { edges { node { state failure { code message } } } } }")["documents"]["edges"][0][
        "node"
    ]
    assert found == {"state": "FAILED", "failure": {"code": "corrupt_document", "message": "It is damaged."}}


def test_pages_of_a_first_parse_can_be_read_already(api, corpus):
    document = corpus.documents.get()
    Document.objects.update(state="processing", backend_lock=True, revision=None)
    document.revisions.update(published=None)
    found = api.ask("{ documents { edges { node { revision pdfUrl pages { totalCount } } } } }")
    node = found["documents"]["edges"][0]["node"]
    assert (node["revision"], node["pages"]["totalCount"]) == (None, 2)


def test_you_and_your_personal_corpus(api, person):
    found = api.ask("{ me { username email personalCorpus { title isPersonal } } }")["me"]
    assert found == {
        "username": "ada",
        "email": "ada@example.org",
        "personalCorpus": {"title": "My documents", "isPersonal": True},
    }


def test_executions_are_newest_first_with_their_jobs(api, corpus):
    finish_executions(corpus)
    query = """query ($id: ID!, $document: ID) { corpus(id: $id) { executions(documentId: $document) { totalCount edges { node {
        state message finished action { kind name enabled } document { title } job { state kind }
    } } } } }"""
    found = api.ask(query, {"id": str(corpus.pk), "document": str(corpus.documents.get().pk)})["corpus"]["executions"]
    assert found["totalCount"] == 1
    node = found["edges"][0]["node"]
    assert (node["state"], node["message"], node["action"]["kind"]) == ("SUCCESS", "Done.", "EMBED")
    assert node["document"] == {"title": "Document 0"}
    assert node["job"] == {"state": "WAITING", "kind": "corpuses.embed"}
    assert api.ask(query, {"id": str(corpus.pk), "document": str(uuid7())})["corpus"]["executions"]["totalCount"] == 0


class TestLists:
    """Searched, narrowed, and gone through page by page."""

    def titles(self, api, arguments):
        found = api.ask(f"{{ documents({arguments}) {{ edges {{ node {{ title }} }} }} }}")
        return [edge["node"]["title"] for edge in found["documents"]["edges"]]

    def test_documents_are_searched_and_narrowed(self, api, person, corpus):
        populate(person, documents=2)
        Document.objects.filter(title="Document 1").update(state="failed", failure_code="x", backend_lock=False)
        assert self.titles(api, 'search: "ument 1"') == ["Document 1"]
        assert self.titles(api, "state: FAILED") == ["Document 1"]
        assert self.titles(api, f'corpusId: "{corpus.pk}"') == ["Document 0"]
        assert self.titles(api, f'corpusId: "{corpus.pk}", state: FAILED') == []

    def test_pages_follow_each_other_without_gap_or_overlap(self, api, person):
        populate(person, documents=5)
        query = """query ($after: String) { documents(first: 2, after: $after) {
            totalCount pageInfo { hasNextPage hasPreviousPage endCursor } edges { cursor node { title } } } }"""
        seen, after, pages = [], None, []
        while True:
            found = api.ask(query, {"after": after})["documents"]
            seen += [edge["node"]["title"] for edge in found["edges"]]
            pages.append((found["pageInfo"]["hasNextPage"], found["pageInfo"]["hasPreviousPage"]))
            after = found["pageInfo"]["endCursor"]
            if not found["pageInfo"]["hasNextPage"]:
                break
        assert seen == [f"Document {number}" for number in (4, 3, 2, 1, 0)]
        assert pages == [(True, False), (True, True), (False, True)]
        assert found["totalCount"] == 5

    def test_your_own_corpus_comes_first_and_pages_keep_the_order(self, api, person):
        populate(person, documents=0, corpora=3)
        personal_corpus(person)
        query = "query ($after: String) { corpuses(first: 2, after: $after) { pageInfo { endCursor } edges { node { title } } } }"
        first = api.ask(query)["corpuses"]
        second = api.ask(query, {"after": first["pageInfo"]["endCursor"]})["corpuses"]
        titles = [edge["node"]["title"] for edge in first["edges"] + second["edges"]]
        assert titles == ["My documents", "Corpus 2", "Corpus 1", "Corpus 0"]

    def test_corpora_are_searched(self, api, person):
        populate(person, documents=0, corpora=2)
        query = '{ corpuses(search: "corpus 1 lea") { edges { node { title } } } }'
        assert api.ask(query)["corpuses"]["edges"] == [{"node": {"title": "Corpus 1"}}]

    def test_pages_of_nested_lists_are_cut_for_each_parent(self, api, person):
        populate(person, documents=3, corpora=2)
        query = """{ corpuses { edges { node { documentCount documents(first: 2) {
            totalCount pageInfo { hasNextPage } edges { node { title } } } } } } }"""
        for edge in api.ask(query)["corpuses"]["edges"]:
            assert edge["node"]["documentCount"] == 3
            assert edge["node"]["documents"] == {
                "totalCount": 3,
                "pageInfo": {"hasNextPage": True},
                "edges": [{"node": {"title": "Document 2"}}, {"node": {"title": "Document 1"}}],
            }


class TestSight:
    """What is nested is seen by the same rules as what is asked for directly."""

    @pytest.fixture
    def shared(self, person, corpus):
        """Corpus and document are public; a second document in it is not."""
        (other,) = populate(person)
        corpus.is_public = True
        corpus.save()
        document = corpus.documents.get()
        Document.objects.filter(pk=document.pk).update(is_public=True)
        other.memberships.update(corpus=corpus)
        other.annotations.update(corpus=corpus)
        ActionExecution.objects.filter(action__corpus=other).update(action=corpus.actions.get())
        return document

    def test_a_stranger_sees_the_public_part(self, stranger_api, shared):
        query = """{ corpuses { edges { node {
            documentCount documents(first: 5) { totalCount edges { node { uuid jobs { uuid } corpuses { title } } } }
            executions { totalCount edges { node { document { uuid } job { uuid } } } } } } }
            annotations { totalCount edges { node { document { uuid } creator { username email } } } } }"""
        data = stranger_api.ask(query)
        (edge,) = data["corpuses"]["edges"]
        document = {"uuid": str(shared.pk), "jobs": [], "corpuses": [{"title": "Corpus 0"}]}
        assert edge["node"]["documentCount"] == 1
        assert edge["node"]["documents"] == {"totalCount": 1, "edges": [{"node": document}]}
        assert edge["node"]["executions"]["totalCount"] == 1
        assert edge["node"]["executions"]["edges"][0]["node"] == {"document": {"uuid": str(shared.pk)}, "job": None}
        assert data["annotations"]["totalCount"] == 1
        assert data["annotations"]["edges"][0]["node"]["creator"] == {"username": "ada", "email": ""}

    def test_an_annotation_is_seen_by_those_who_see_both(self, stranger_api, shared, corpus):
        Document.objects.update(is_public=False)
        assert stranger_api.ask("{ annotations { totalCount } }")["annotations"]["totalCount"] == 0
        Document.objects.update(is_public=True)
        corpus.is_public = False
        corpus.save()
        assert stranger_api.ask("{ annotations { totalCount } }")["annotations"]["totalCount"] == 0

    def test_a_strangers_own_corpus_is_theirs_alone(self, stranger_api, shared):
        query = "{ annotations { edges { node { creator { personalCorpus { title } } } } } }"
        answer = stranger_api.graphql(query)
        assert answer.codes == ["not_allowed"]
        assert answer.data["annotations"]["edges"][0]["node"] == {"creator": None}

    def test_lists_of_others_are_empty(self, stranger_api, corpus):
        # proves: S3-6 S3-8
        query = "{ documents { totalCount } corpuses { totalCount } annotations { totalCount } }"
        assert json.dumps(stranger_api.ask(query)).count('"totalCount": 0') == 3

    @pytest.mark.parametrize(
        "query",
        ['documents(corpusId: "{}")', 'annotations(corpusId: "{}")', 'searchCorpus(corpusId: "{}", query: "rent")'],
    )
    def test_naming_a_corpus_of_others_finds_nothing(self, stranger_api, corpus, query):
        fields = "{ page }" if "search" in query else "{ totalCount }"
        assert stranger_api.graphql(f"{{ {query.format(corpus.pk)} {fields} }}").codes == ["not_found"]


EVERYTHING = """{ documents { totalCount edges { node { title failure { code } warnings { code }
    pages(first: 5) { totalCount edges { node { number tokensUrl } } } structure { text table { cells { text } } }
    jobs { state steps { name } } corpuses { title labels { name } actions { name } documentCount } } } } }"""

LISTS = {
    # the query, and how many it may cost besides session and person
    "documents": ("{ documents { edges { node { title size revision warnings { code } } } } }", 1),
    "count": ("{ documents { totalCount } }", 2),
    "pages": ("{ documents { edges { node { pages(first: 5) { edges { node { number tokensUrl } } } } } } }", 2),
    "structure": ("{ documents { edges { node { structure { text table { rows } } } } } }", 3),
    "jobs": ("{ documents { edges { node { jobs { state steps { name } } } } } }", 3),
    "of documents": (EVERYTHING, 13),
    "corpora": ("{ corpuses { edges { node { title documentCount labels { name } actions { name } } } } }", 4),
    "documents of corpora": ("{ corpuses { edges { node { documents(first: 5) { totalCount edges { node { size } } } } } } }", 3),
    "executions": (
        ("{ corpuses { edges { node { executions(first: 5) { totalCount edges { node "
        "{ action { name } document { title } job { state } } } } } } } }"),
        7,
    ),
    "annotations": (
        ("{ annotations { totalCount edges { node { quote label { name } creator { username } corpus { title } "
        "document { title } spans { first } } } } }"),
        6,
    ),
    "circles": (
        ("{ corpuses { edges { node { documents(first: 5) { edges { node { corpuses { documents(first: 5) "
        "{ edges { node { title } } } } } } } } } } }"),
        4,
    ),
}  # fmt: skip


def queries_of(api, query):
    with CaptureQueriesContext(
        connection,
    ) as captured:
        api.ask(query)
    return len(captured) - 2  # session and person


@pytest.mark.parametrize("name", LISTS)
def test_a_list_costs_the_same_whatever_its_length(api, person, settings, name):
    settings.GRAPHQL_MAX_COST = 10**9
    query, most = LISTS[name]
    populate(person, documents=1, corpora=1)
    assert queries_of(api, query) <= most
    populate(person, documents=19, corpora=3)
    assert queries_of(api, query) <= most


class TestAnnotations:
    """Listed in the order of the text."""

    QUERY = """query ($corpus: ID, $document: ID, $page: Int) {
        annotations(corpusId: $corpus, documentId: $document, page: $page) { totalCount edges { node {
            uuid page start end quote note source spans { page first last } label { name color } creator { username }
        } } } }"""

    def test_an_annotation_tells_its_passage_three_ways(self, api, corpus):
        (edge,) = api.ask(self.QUERY, {"corpus": str(corpus.pk)})["annotations"]["edges"]
        annotation = Annotation.objects.get()
        assert edge["node"] == {
            "uuid": str(annotation.pk),
            "page": 1,
            "start": 6,
            "end": 16,
            "quote": "The tenant",
            "note": "Look.",
            "source": "HUMAN",
            "spans": [{"page": 1, "first": 1, "last": 2}],
            "label": {"name": "Duty", "color": Label.objects.get().color},
            "creator": {"username": "ada"},
        }

    def test_they_can_be_narrowed(self, api, person, corpus):
        populate(person)
        document = corpus.documents.get()
        assert api.ask(self.QUERY)["annotations"]["totalCount"] == 2
        assert api.ask(self.QUERY, {"corpus": str(corpus.pk)})["annotations"]["totalCount"] == 1
        assert api.ask(self.QUERY, {"document": str(document.pk), "page": 1})["annotations"]["totalCount"] == 1
        assert api.ask(self.QUERY, {"document": str(document.pk), "page": 2})["annotations"]["totalCount"] == 0
