"""The review of suggestions by REST and GraphQL: by id and by filter, refusals, lists and exports."""

import csv
import io
import json

import pytest
from graphql_relay import to_global_id

from audit.models import AuditEntry
from core.db.ids import uuid7
from corpuses.annotations.models import Annotation
from corpuses.annotations.services import AnnotationDraft, annotate, annotate_many
from corpuses.corpora.services import add_documents, create_corpus
from documents.tests.factories import parsed_document

pytestmark = pytest.mark.django_db

TEXT = "The tenant pays rent. The landlord repairs the roof."
REVIEW = """mutation Review($input: ReviewAnnotationsInput!) {
    reviewAnnotations(input: $input) { reviewed errors { code field } }
}"""
REVIEWS = "/api/v1/annotation-reviews"


@pytest.fixture
def documents(user):
    return [parsed_document(user, TEXT, title=f"Lease {number}") for number in (1, 2)]


@pytest.fixture
def corpus(user, documents):
    corpus = create_corpus(owner=user, title="Leases")
    add_documents(corpus, documents, actor=user)
    for document in documents:
        found = [(4, 10, "Party"), (16, 20, "Money")]
        annotate_many(corpus, document.revision, found, source="analyzer", origin="action:1")
    annotate(AnnotationDraft(label_name="Party", start=0, end=3), corpus=corpus, document=documents[0], actor=user)
    return corpus


def keys(**lookups):
    return [str(key) for key in Annotation.objects.filter(**lookups).values_list("pk", flat=True)]


def by_rest(api, **body):
    response = api.send("post", REVIEWS, body)
    return response.status_code, response.json()


def by_graphql(api, **values):
    return api.graphql(REVIEW, {"input": values}).data["reviewAnnotations"]


def test_suggestions_are_reviewed_by_id(api, user, corpus, documents):
    chosen = keys(document=documents[0], source="analyzer")
    assert by_rest(api, annotations=chosen, review="accepted") == (200, {"reviewed": 2})
    accepted = api.get(f"/api/v1/annotations/{chosen[0]}").json()
    assert (accepted["review"], accepted["reviewer"]) == ("accepted", str(user.pk))
    assert accepted["reviewed"]
    assert by_graphql(api, annotationIds=chosen[:1], review="PENDING") == {"reviewed": 1, "errors": []}
    fields = "... on Annotation { review reviewed reviewer { username } }"
    node = api.execute(f'{{ node(id: "{to_global_id("Annotation", chosen[1])}") {{ {fields} }} }}')["node"]
    assert (node["review"], node["reviewer"]) == ("ACCEPTED", {"username": user.username})
    assert by_graphql(api, annotationIds=chosen[:1], review="REJECTED")["reviewed"] == 1
    assert api.get(f"/api/v1/annotations/{chosen[0]}").status_code == 404
    assert api.send("post", f"/api/v1/bin/{chosen[0]}/restore").status_code == 200
    assert api.get(f"/api/v1/annotations/{chosen[0]}").json()["review"] == "pending"


def test_all_that_match_a_filter_are_reviewed(api, corpus, documents):
    label = str(Annotation.objects.filter(label__name="Money").first().label_id)
    assert by_rest(api, corpus=str(corpus.pk), label=label, review="accepted") == (200, {"reviewed": 2})
    values = {"corpusId": str(corpus.pk), "documentId": str(documents[1].pk), "source": "ANALYZER", "search": "tenant"}
    assert by_graphql(api, **values, review="REJECTED") == {"reviewed": 1, "errors": []}
    assert by_rest(api, corpus=str(corpus.pk), review="accepted") == (200, {"reviewed": 1})
    assert Annotation.objects.filter(source="human").get().review is None


def test_those_with_any_of_several_labels_are_reviewed(api, corpus):
    labels = sorted({str(each) for each in Annotation.objects.values_list("label_id", flat=True)})
    about = {"corpus": str(corpus.pk)}
    assert by_rest(api, **about, label=labels, review="accepted") == (200, {"reviewed": 4})
    assert AuditEntry.objects.latest("pk").details["label"] == ", ".join(labels)
    assert by_graphql(api, corpusId=str(corpus.pk), labelIds=labels[:1], review="PENDING")["reviewed"] == 2
    one_more = {"corpusId": str(corpus.pk), "labelIds": labels}
    assert by_graphql(api, **one_more, review="REJECTED")["reviewed"] == 2
    assert by_rest(api, **about, label=["rent"], review="accepted")[0] == 400


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "annotations"),
        ({"annotations": [str(uuid7())], "corpus": str(uuid7())}, "annotations"),
        ({"annotations": []}, "annotations"),
        ({"annotations": [str(uuid7())] * 1001}, "annotations"),
    ],
)
def test_invalid_selections_are_refused(api, body, field):
    status, answer = by_rest(api, review="accepted", **body)
    assert (status, answer["error"]["code"]) == (400, "invalid")


def test_what_is_missing_or_was_made_by_users_is_refused(api, other_api, corpus):
    (human,) = keys(source="human")
    status, answer = by_rest(api, annotations=[human], review="rejected")
    assert (status, answer["error"]["code"]) == (409, "annotation_not_suggested")
    assert by_graphql(api, annotationIds=[human], review="REJECTED")["errors"][0]["code"] == "annotation_not_suggested"
    assert by_rest(api, annotations=[str(uuid7())], review="rejected")[0] == 404
    chosen = keys(source="analyzer")
    assert by_rest(other_api, annotations=chosen, review="rejected")[0] == 404
    assert by_rest(other_api, corpus=str(corpus.pk), review="rejected")[0] == 404
    assert len(keys()) == 5


def test_lists_filter_by_the_state(api, corpus, documents):
    by_rest(api, annotations=keys(document=documents[1]), review="accepted")
    for state, expected in (("pending", 2), ("accepted", 2), ("rejected", 0)):
        listed = api.get("/api/v1/annotations", {"corpus": str(corpus.pk), "review": state}).json()["results"]
        query = f'{{ annotations(corpusId: "{corpus.pk}", review: {state.upper()}) {{ totalCount }} }}'
        assert len(listed) == api.execute(query)["annotations"]["totalCount"] == expected


def test_exports_have_the_state(api, corpus, documents):
    by_rest(api, annotations=keys(document=documents[1]), review="accepted")
    path = f"/api/v1/corpuses/{corpus.pk}/annotations/export"
    lines = list(csv.DictReader(io.StringIO(api.get(path).body.decode("utf-8-sig"))))
    assert sorted(line["review"] for line in lines) == ["", "accepted", "accepted", "pending", "pending"]
    pending = api.get(path, {"format": "jsonl", "review": "pending"}).body.decode().splitlines()
    assert [json.loads(line)["review"] for line in pending] == ["pending", "pending"]
    items = json.loads(api.get(path, {"format": "jsonld"}).body)["items"]
    bodies = [body for item in items for body in item["body"] if body["purpose"] == "assessing"]
    assert sorted(body["value"] for body in bodies) == ["accepted", "accepted", "pending", "pending"]


def test_a_list_loads_all_reviewers_at_once(api, user, other_user, corpus, django_assert_max_num_queries):
    query = f'{{ annotations(corpusId: "{corpus.pk}") {{ edges {{ node {{ review reviewer {{ username }} }} }} }} }}'
    Annotation.objects.filter(source="analyzer").update(reviewer=other_user, reviewed="2026-11-20T00:00:00Z")
    with django_assert_max_num_queries(7):
        nodes = [each["node"] for each in api.execute(query)["annotations"]["edges"]]
    assert sum(node["reviewer"] is not None for node in nodes) == 4
