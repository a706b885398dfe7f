"""Lists in GraphQL: pages, filters, and a constant number of queries."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from config.schema import schema
from corpuses.annotations.models import Annotation, Label
from corpuses.corpora.services import personal_corpus
from documents.models import Document
from tests.api.populated import populate

pytestmark = pytest.mark.django_db


ALL_FIELDS = """{ documents { totalCount edges { node { title failure { code } warnings { code }
    pages(first: 5) { totalCount edges { node { number tokensUrl } } } structure { text table { cells { text } } }
    jobs { state steps { name } } corpuses { title labels { name } actions { name } documentCount } } } } }"""

LISTS = {
    # the query, and its maximum of SQL queries besides session and user
    "documents": ("{ documents { edges { node { title size revision warnings { code } } } } }", 1),
    "count": ("{ documents(first: 1) { totalCount } }", 2),
    "count of a list that is shown whole": ("{ documents { totalCount } }", 1),
    "pages": ("{ documents { edges { node { pages(first: 5) { edges { node { number tokensUrl } } } } } } }", 2),
    "page columns": ("{ documents(first: 5) { edges { node { pageColumns { numbers tokensUrls } } } } }", 2),
    "structure": ("{ documents { edges { node { structure { text table { rows } } } } } }", 3),
    "jobs": ("{ documents { edges { node { jobs { state steps { name } } } } } }", 3),
    "all fields of documents": (ALL_FIELDS, 13),
    "corpora": ("{ corpuses { edges { node { title documentCount labels { name } actions { name } } } } }", 4),
    "documents of corpora": (
        "{ corpuses { edges { node { documents(first: 5) { totalCount edges { node { size } } } } } } }",
        3,
    ),
    "labels": ("{ corpuses { edges { node { labels { name description position annotationCount } } } } }", 4),
    "executions": (
        ("{ corpuses { edges { node { executions(first: 5) { totalCount edges { node "
        "{ action { name } document { title } startedBy { username } job { state } } } } } } } }"),
        7,
    ),
    "actions": (
        "{ corpuses { edges { node { actions { name questions { name } executionCounts { failed } } } } } }",
        4,
    ),
    "annotations": (
        ("{ annotations { totalCount edges { node { quote label { name } creator { username } corpus { title } "
        "document { title } spans { first } } } } }"),
        6,
    ),
    "nested lists": (
        ("{ corpuses { edges { node { documents(first: 5) { edges { node { corpuses { documents(first: 5) "
        "{ edges { node { title } } } } } } } } } } }"),
        4,
    ),
}  # fmt: skip


def queries_of(api, query):
    with CaptureQueriesContext(
        connection,
    ) as captured:
        api.execute(query)
    return len(captured) - 2  # session and user


def test_the_number_of_queries_does_not_depend_on_the_length_of_a_list(api, user, settings):
    settings.GRAPHQL_MAX_COST = 10**9
    for size in ({"documents": 1, "corpora": 1}, {"documents": 19, "corpora": 3}):
        populate(user, **size)
        numbers = {name: (queries_of(api, query), limit) for name, (query, limit) in LISTS.items()}
        assert {name: (number, limit) for name, (number, limit) in numbers.items() if number > limit} == {}


class TestLists:
    """Search, filters, pages."""

    def titles(self, api, arguments):
        data = api.execute(f"{{ documents({arguments}) {{ edges {{ node {{ title }} }} }} }}")
        return [edge["node"]["title"] for edge in data["documents"]["edges"]]

    def test_documents_are_searched_and_filtered(self, api, user, corpus):
        populate(user, documents=2)
        Document.objects.filter(title="Document 1").update(state="failed", failure_code="x", backend_lock=False)
        assert self.titles(api, 'search: "ument 1"') == ["Document 1"]
        assert self.titles(api, "state: FAILED") == ["Document 1"]
        assert self.titles(api, f'corpusId: "{corpus.pk}"') == ["Document 0"]
        assert self.titles(api, f'corpusId: "{corpus.pk}", state: FAILED') == []

    def test_pages_follow_each_other_without_gap_or_overlap(self, api, user):
        populate(user, documents=5)
        query = """query ($after: String) { documents(first: 2, after: $after) {
            totalCount pageInfo { hasNextPage hasPreviousPage endCursor } edges { cursor node { title } } } }"""
        titles, after, pages = [], None, []
        while True:
            data = api.execute(query, {"after": after})["documents"]
            titles += [edge["node"]["title"] for edge in data["edges"]]
            pages.append((data["pageInfo"]["hasNextPage"], data["pageInfo"]["hasPreviousPage"]))
            after = data["pageInfo"]["endCursor"]
            if not data["pageInfo"]["hasNextPage"]:
                break
        assert titles == [f"Document {number}" for number in (4, 3, 2, 1, 0)]
        assert pages == [(True, False), (True, True), (False, True)]
        assert data["totalCount"] == 5

    def test_your_own_corpus_comes_first_and_pages_keep_the_order(self, api, user):
        populate(user, documents=0, corpora=3)
        personal_corpus(user)
        query = """query ($after: String) { corpuses(first: 2, after: $after) {
            pageInfo { endCursor } edges { node { title } } } }"""
        first = api.execute(query)["corpuses"]
        second = api.execute(query, {"after": first["pageInfo"]["endCursor"]})["corpuses"]
        titles = [edge["node"]["title"] for edge in first["edges"] + second["edges"]]
        assert titles == ["My documents", "Corpus 2", "Corpus 1", "Corpus 0"]

    def test_corpora_are_searched(self, api, user):
        populate(user, documents=0, corpora=2)
        query = '{ corpuses(search: "corpus 1 lea") { edges { node { title } } } }'
        assert api.execute(query)["corpuses"]["edges"] == [{"node": {"title": "Corpus 1"}}]

    def test_pages_of_nested_lists_are_cut_for_each_parent(self, api, user):
        populate(user, documents=3, corpora=2)
        query = """{ corpuses { edges { node { documentCount documents(first: 2) {
            totalCount pageInfo { hasNextPage } edges { node { title } } } } } } }"""
        for edge in api.execute(query)["corpuses"]["edges"]:
            assert edge["node"]["documentCount"] == 3
            assert edge["node"]["documents"] == {
                "totalCount": 3,
                "pageInfo": {"hasNextPage": True},
                "edges": [{"node": {"title": "Document 2"}}, {"node": {"title": "Document 1"}}],
            }


class TestAnnotations:
    """Annotations in the order of the text."""

    QUERY = """query ($corpus: ID, $document: ID, $page: Int) {
        annotations(corpusId: $corpus, documentId: $document, page: $page) { totalCount edges { node {
            uuid page start end quote note source spans { page first last } label { name color } creator { username }
        } } } }"""

    def test_annotation_passage_has_three_formats(self, api, corpus):
        (edge,) = api.execute(self.QUERY, {"corpus": str(corpus.pk)})["annotations"]["edges"]
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

    def test_annotations_can_be_filtered(self, api, user, corpus):
        populate(user)
        document = corpus.documents.get()
        assert api.execute(self.QUERY)["annotations"]["totalCount"] == 2
        assert api.execute(self.QUERY, {"corpus": str(corpus.pk)})["annotations"]["totalCount"] == 1
        assert api.execute(self.QUERY, {"document": str(document.pk), "page": 1})["annotations"]["totalCount"] == 1
        assert api.execute(self.QUERY, {"document": str(document.pk), "page": 2})["annotations"]["totalCount"] == 0


@pytest.mark.parametrize("field", ["documents", "corpuses", "annotations", "jobs"])
def test_null_means_not_given(api, corpus, field):
    """Clients send null for variables that are not set."""
    arguments = {argument for argument in schema.graphql_schema.query_type.fields[field].args if argument != "everyone"}
    arguments_as_null = ", ".join(f"{name}: null" for name in sorted(arguments))
    count = "totalCount edges { cursor }"
    assert api.execute(f"{{ {field}({arguments_as_null}) {{ {count} }} }}") == api.execute(
        f"{{ {field} {{ {count} }} }}"
    )
