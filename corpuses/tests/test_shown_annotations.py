"""The annotations that the viewer shows when it opens a document: of which corpus, and with how many queries."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from corpuses.annotations.services import AnnotationDraft, annotate
from corpuses.models import CorpusDocument
from corpuses.services.corpora import create_corpus, personal_corpus

pytestmark = pytest.mark.django_db

SHOWN = """query ($id: ID!, $corpus: ID) { document(id: $id) { shownAnnotations(corpusId: $corpus) {
    corpus { title } annotations { edges { node { quote label { name } creator { username } } } } } } }"""
LISTED = """{ documents { edges { node { owner { username } shownAnnotations {
    corpus { title } annotations { edges { node { quote label { name } } } } } } } } }"""


def shown(api, document, corpus=None):
    data = api.graphql(SHOWN, {"id": str(document.pk), "corpus": str(corpus.pk) if corpus else None}).data
    return data["document"]["shownAnnotations"]


def label(document, corpus, user, name):
    annotate(AnnotationDraft(label_name=name, start=0, end=3), corpus=corpus, document=document, actor=user)


def labels(result):
    return [edge["node"]["label"]["name"] for edge in result["annotations"]["edges"]]


def test_the_only_corpus_is_shown_first(api, user, corpus, add_parsed):
    document = add_parsed("The tenant pays.")
    label(document, corpus, user, "Rent")
    result = shown(api, document)
    assert (result["corpus"]["title"], labels(result)) == ("Contracts", ["Rent"])
    assert result["annotations"]["edges"][0]["node"]["creator"] == {"username": "ada"}


def test_the_personal_corpus_is_preferred_if_it_contains_the_document(api, user, corpus, add_parsed):
    document = add_parsed("The tenant pays.")
    CorpusDocument.objects.create(corpus=personal_corpus(user), document=document)
    assert shown(api, document)["corpus"]["title"] == "My documents"


def test_the_personal_corpus_is_shown_if_no_corpus_contains_the_document(api, add_parsed):
    document = add_parsed("The tenant pays.")
    CorpusDocument.objects.all().delete()
    assert shown(api, document) == {"corpus": {"title": "My documents"}, "annotations": {"edges": []}}


def test_a_corpus_can_be_requested(api, user, corpus, add_parsed):
    document = add_parsed("The tenant pays.")
    other = create_corpus(owner=user, title="Other")
    CorpusDocument.objects.create(corpus=other, document=document)
    label(document, corpus, user, "Rent")
    label(document, other, user, "Lease")
    assert labels(shown(api, document, corpus)) == ["Rent"]
    assert labels(shown(api, document, other)) == ["Lease"]
    assert shown(api, document, personal_corpus(user))["corpus"]["title"] == "My documents"


def test_a_corpus_of_other_documents_is_not_shown(api, user, add_parsed):
    document = add_parsed("The tenant pays.")
    other = create_corpus(owner=user, title="Other")
    assert shown(api, document, other)["corpus"]["title"] == "Contracts"


def test_annotations_of_hidden_corpora_are_not_shown(other_api, user, other_user, corpus, add_parsed):
    document = add_parsed("The tenant pays.")
    label(document, corpus, user, "Rent")
    document.is_public = True
    document.save()
    assert shown(other_api, document, corpus) == {"corpus": {"title": "My documents"}, "annotations": {"edges": []}}


def test_anonymous_users_see_a_public_corpus(anonymous_api, user, corpus, add_parsed):
    document = add_parsed("The tenant pays.")
    document.is_public = True
    document.save()
    assert shown(anonymous_api, document) is None
    corpus.is_public = True
    corpus.save()
    assert shown(anonymous_api, document)["corpus"]["title"] == "Contracts"


def test_many_documents_need_no_more_queries_than_one(api, user, corpus, add_parsed):
    def cost():
        with CaptureQueriesContext(connection) as captured:
            assert api.graphql(LISTED).codes == []
        return len(captured)

    label(add_parsed("The tenant pays."), corpus, user, "Rent")
    cost()
    before = cost()
    for _ in range(3):
        label(add_parsed("The tenant pays."), corpus, user, "Rent")
    assert cost() == before
