"""Nested GraphQL fields follow the same visibility rules as top-level queries."""

import json

import pytest

from corpuses.actions.models import ActionExecution
from documents.models import Document
from tests.api.populated import populate

pytestmark = pytest.mark.django_db


class TestVisibility:
    """Visibility for users who own none of the rows."""

    @pytest.fixture
    def shared(self, user, corpus):
        """Publish a corpus and one of its two documents; neither was added by its owner."""
        (other,) = populate(user)
        corpus.is_public = True
        corpus.save()
        document = corpus.documents.get()
        Document.objects.filter(pk=document.pk).update(is_public=True)
        other.memberships.update(corpus=corpus)
        corpus.memberships.update(added_by=None)
        other.annotations.update(corpus=corpus)
        ActionExecution.objects.filter(action__corpus=other).update(action=corpus.actions.get())
        return document

    def test_other_user_sees_the_public_part(self, other_api, shared, corpus):
        query = """query ($id: ID!) { corpuses(scope: PUBLIC) { edges { node {
            documentCount documents(first: 5) { totalCount edges { node { uuid jobs { uuid } corpuses { title } } } }
            executions { totalCount edges { node { document { uuid } job { uuid } } } } } } }
            annotations(corpusId: $id) {
                totalCount edges { node { document { uuid } creator { username email } } } } }"""
        data = other_api.execute(query, {"id": str(corpus.pk)})
        (edge,) = data["corpuses"]["edges"]
        document = {"uuid": str(shared.pk), "jobs": [], "corpuses": [{"title": "Corpus 0"}]}
        assert edge["node"]["documentCount"] == 1
        assert edge["node"]["documents"] == {"totalCount": 1, "edges": [{"node": document}]}
        assert edge["node"]["executions"] == {"totalCount": 0, "edges": []}
        assert data["annotations"]["totalCount"] == 1
        assert data["annotations"]["edges"][0]["node"]["creator"] == {"username": "ada", "email": ""}

    def test_an_annotation_requires_access_to_corpus_and_document(self, other_api, shared, corpus):
        in_corpus = f'{{ annotations(corpusId: "{corpus.pk}") {{ totalCount }} }}'
        on_document = f'{{ annotations(documentId: "{shared.pk}") {{ totalCount }} }}'
        Document.objects.update(is_public=False)
        assert other_api.execute(in_corpus)["annotations"]["totalCount"] == 0
        Document.objects.update(is_public=True)
        assert other_api.execute(in_corpus)["annotations"]["totalCount"] == 2  # on both documents
        assert other_api.execute(on_document)["annotations"]["totalCount"] == 1
        corpus.is_public = False
        corpus.save()
        assert other_api.execute(on_document)["annotations"]["totalCount"] == 0

    def test_personal_corpus_of_another_user_is_private(self, other_api, shared, corpus):
        query = """query ($id: ID!) {
            annotations(corpusId: $id) { edges { node { creator { personalCorpus { title } } } } } }"""
        response = other_api.graphql(query, {"id": str(corpus.pk)})
        assert response.codes == ["not_allowed"]
        assert response.data["annotations"]["edges"][0]["node"] == {"creator": None}

    def test_lists_of_others_are_empty(self, other_api, corpus):
        # proves: S3-6 S3-8
        query = "{ documents { totalCount } corpuses { totalCount } annotations { totalCount } }"
        assert json.dumps(other_api.execute(query)).count('"totalCount": 0') == 3

    def test_public_objects_of_others_are_only_in_lists_of_public_ones(self, other_api, shared):
        query = """{ documents { totalCount } corpuses { totalCount } annotations { totalCount }
            search: documents(search: "Document") { totalCount } found: corpuses(search: "Corpus") { totalCount }
            all: documents(scope: ALL) { totalCount } }"""
        assert json.dumps(other_api.execute(query)).count('"totalCount": 0') == 6
        query = "{ documents(scope: PUBLIC) { totalCount } corpuses(scope: PUBLIC) { totalCount } }"
        assert json.dumps(other_api.execute(query)).count('"totalCount": 1') == 2

    @pytest.mark.parametrize(
        "query",
        ['documents(corpusId: "{}")', 'annotations(corpusId: "{}")', 'searchCorpus(corpusId: "{}", query: "rent")'],
    )
    def test_a_corpus_of_another_user_is_not_found(self, other_api, corpus, query):
        fields = "{ page }" if "search" in query else "{ totalCount }"
        assert other_api.graphql(f"{{ {query.format(corpus.pk)} {fields} }}").codes == ["not_found"]
