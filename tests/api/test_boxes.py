"""Boxes in REST and GraphQL: created, changed, listed, refused."""

import pytest

from corpuses.annotations.models import Annotation
from corpuses.corpora.services import add_documents, create_corpus
from documents.tests.factories import parsed_document

pytestmark = pytest.mark.django_db

BOX = {"page": 2, "left": 0.1, "top": 0.25, "right": 0.6, "bottom": 0.5}
CREATE = """mutation Create($input: CreateAnnotationInput!) {
    createAnnotation(input: $input) {
        annotation { id page quote spans { page } box { page left top right bottom } }
        errors { code field }
    }
}"""
UPDATE = """mutation Update($input: UpdateAnnotationInput!) {
    updateAnnotation(input: $input) { annotation { box { page left top right bottom } } errors { code field } }
}"""


@pytest.fixture
def document(user):
    return parsed_document(user, "The tenant pays rent.", "")


@pytest.fixture
def corpus(user, document):
    corpus = create_corpus(owner=user, title="Leases")
    add_documents(corpus, [document], actor=user)
    return corpus


@pytest.fixture
def body(corpus, document):
    return {"corpus": str(corpus.pk), "document": str(document.pk), "label_name": "Figure"}


def test_a_box_is_created_listed_and_changed_in_rest(api, corpus, body):
    created = api.send("post", "/api/v1/annotations", {**body, "box": BOX})
    assert created.status_code == 201, created.content
    annotation = created.json()
    assert (annotation["box"], annotation["page"], annotation["quote"], annotation["spans"]) == (BOX, 2, "", [])
    (listed,) = api.get("/api/v1/annotations", {"corpus": str(corpus.pk)}).json()["results"]
    assert listed["box"] == BOX
    whole = {"page": 1, "left": 0, "top": 0, "right": 1, "bottom": 1}
    changed = api.send("patch", f"/api/v1/annotations/{annotation['id']}", {"box": whole}).json()
    assert (changed["box"], changed["quote"]) == (whole, "The tenant pays rent.")
    passage = api.send("patch", f"/api/v1/annotations/{annotation['id']}", {"start": 0, "end": 10}).json()
    assert (passage["box"], passage["quote"]) == (None, "The tenant")


@pytest.mark.parametrize(
    "box",
    [
        {**BOX, "right": 0.1},
        {**BOX, "bottom": 1.5},
        {**BOX, "left": -0.5},
        {**BOX, "page": 3},
        {**BOX, "page": 0},
        {**BOX, "left": "NaN"},
        {"page": 1},
        [0.1, 0.2, 0.3, 0.4],
    ],
)
def test_other_boxes_are_refused(api, body, box):
    refused = api.send("post", "/api/v1/annotations", {**body, "box": box})
    assert refused.status_code == 400, refused.content
    assert refused.json()["error"]["field"].startswith("box")
    assert not Annotation.objects.exists()


def test_a_box_and_a_passage_are_refused(api, body):
    refused = api.send("post", "/api/v1/annotations", {**body, "box": BOX, "start": 0, "end": 3})
    assert (refused.status_code, refused.json()["error"]["field"]) == (400, "box")


def test_a_box_is_created_and_changed_in_graphql(api, corpus, document):
    values = {"corpusId": str(corpus.pk), "documentId": str(document.pk), "labelName": "Figure", "box": BOX}
    created = api.graphql(CREATE, {"input": values}).data["createAnnotation"]
    assert created["errors"] == []
    assert created["annotation"]["box"] == BOX
    change = {"id": created["annotation"]["id"], "box": {**BOX, "page": 1}}
    updated = api.graphql(UPDATE, {"input": change}).data["updateAnnotation"]
    assert updated["annotation"]["box"] == {**BOX, "page": 1}
    refused = api.graphql(UPDATE, {"input": {**change, "box": {**BOX, "right": 0}}}).data["updateAnnotation"]
    assert [each["field"] for each in refused["errors"]] == ["box"]
