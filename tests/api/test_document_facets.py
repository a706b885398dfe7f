"""Facets of lists of documents: visible documents are counted by type, state, language and owner, in both APIs."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from core.api.testing import ApiClient
from corpuses.corpora.services import add_documents, create_corpus
from corpuses.models import CorpusShare
from documents.models import Document
from documents.tests.factories import parsed_document
from users.models import User

pytestmark = pytest.mark.django_db

V1 = "/api/v1"
WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
# Title, type, state, language.
DOCUMENTS = [
    ("Lease 0", "application/pdf", "ready", "en"),
    ("Lease 1", "application/pdf", "partial", "de"),
    ("Lease 2", WORD, "ready", "en"),
    ("Budget", "text/csv", "ready", ""),
]


@pytest.fixture
def corpus(user):
    corpus = create_corpus(owner=user, title="Leases")
    for title, mime_type, state, language in DOCUMENTS:
        document = parsed_document(user, "The tenant pays.", title=title)
        Document.objects.filter(pk=document.pk).update(mime_type=mime_type, state=state, language=language)
        add_documents(corpus, [document], actor=user)
    return corpus


def facets(api: ApiClient, query: str = "") -> dict[str, dict[str, int]]:
    response = api.get(f"{V1}/document-facets{query}")
    assert response.status_code == 200, response.body
    found = response.json()["facets"]
    return {each["facet"]: {value["value"]: value["count"] for value in each["values"]} for each in found}


def test_values_are_counted_the_most_frequent_first(api, user, corpus):
    found = facets(api)
    assert list(found) == ["type", "state", "language", "owner"]
    assert list(found["type"].items()) == [("application/pdf", 2), (WORD, 1), ("text/csv", 1)]
    assert found["state"] == {"ready": 3, "partial": 1}
    assert found["language"] == {"en": 2, "de": 1}
    assert found["owner"] == {str(user.pk): 4}
    User.objects.filter(pk=user.pk).update(name="Ada Lovelace")
    (owner,) = api.get(f"{V1}/document-facets").json()["facets"][3]["values"]
    assert owner["name"] == "Ada Lovelace"


def test_each_facet_follows_the_other_filters_but_not_its_own(api, corpus):
    found = facets(api, "?type=pdf")
    assert found["type"] == {"application/pdf": 2, WORD: 1, "text/csv": 1}
    assert found["state"] == {"ready": 1, "partial": 1}
    both = facets(api, "?type=pdf&state=ready&search=lease")
    assert both["type"] == {"application/pdf": 1, WORD: 1}
    assert both["state"] == {"ready": 1, "partial": 1}
    assert both["language"] == {"en": 1}


def test_a_chosen_value_that_no_document_has_can_be_seen(api, corpus):
    assert facets(api, "?language=fr&search=budget")["language"] == {"fr": 0}
    assert facets(api, "?type=png")["type"]["image/png"] == 0


def test_both_apis_count_the_same(api, corpus):
    query = 'documentFacets(type: "pdf", state: READY) { facet name values { value name count } }'
    by_graphql = api.execute(f"{{ {query} }}")["documentFacets"]
    by_rest = api.get(f"{V1}/document-facets?type=pdf&state=ready").json()["facets"]
    assert [each | {"facet": each["facet"].lower()} for each in by_graphql] == by_rest


def test_only_visible_documents_are_counted(api, other_api, user, other_user, corpus):
    assert facets(other_api) == {}
    parsed_document(other_user, "Private.", title="Of another user")
    assert facets(other_api)["state"] == {"ready": 1}
    CorpusShare.objects.create(target=corpus, user=other_user, role="viewer", created_by=user)
    assert sum(facets(other_api)["state"].values()) == 5
    assert sum(facets(other_api, "?scope=mine")["state"].values()) == 1
    assert sum(facets(other_api, f"?corpus={corpus.pk}")["state"].values()) == 4
    assert sum(facets(api)["owner"].values()) == 4


def test_a_corpus_has_to_be_visible(other_api, corpus):
    assert other_api.get(f"{V1}/document-facets?corpus={corpus.pk}").status_code == 404
    response = other_api.graphql(f'{{ documentFacets(corpusId: "{corpus.pk}") {{ name }} }}')
    assert response.codes == ["not_found"]


@pytest.mark.parametrize("query", ["", "?type=pdf&state=ready&language=en"])
def test_the_number_of_queries_does_not_grow(api, user, corpus, query):
    with CaptureQueriesContext(connection) as few:
        facets(api, query)
    for number in range(10):
        document = parsed_document(user, "The tenant pays.", title=f"Note {number}")
        Document.objects.filter(pk=document.pk).update(mime_type=f"text/x-{number}", language=f"a{number}")
    with CaptureQueriesContext(connection) as many:
        facets(api, query)
    assert len(many) == len(few)
    assert sum("COUNT(" in each["sql"] for each in many) == 1


def test_the_documents_are_read_once(api, corpus):
    with CaptureQueriesContext(connection) as queries:
        facets(api, f"?corpus={corpus.pk}")
    (counting,) = [each["sql"] for each in queries.captured_queries if "GROUP BY" in each["sql"]]
    # Not once more, as the rows whose keys are those of the list.
    assert '"documents_document"."id" IN (SELECT V0."id"' not in counting
