"""Annotations with any of several labels: a repeated parameter in REST, a list in GraphQL."""

import json

import pytest
from graphql_relay import to_global_id

from core.db.ids import uuid7
from corpuses.annotations.labels.services import create_label
from corpuses.annotations.services import AnnotationDraft, annotate
from corpuses.corpora.services import add_documents, create_corpus
from documents.tests.factories import parsed_document

pytestmark = pytest.mark.django_db

URL = "/api/v1/annotations"


@pytest.fixture
def own_corpus(user):
    return create_corpus(owner=user, title="Leases")


@pytest.fixture
def labels(user, own_corpus):
    """Three labels, the last one below the second."""
    keys = []
    for name, above in (("Party", None), ("Date", None), ("Notice", 1)):
        parent = None if above is None else keys[above]
        keys.append(create_label(own_corpus, name=name, parent=parent, actor=user).pk)
    return [str(key) for key in keys]


@pytest.fixture
def annotations(user, own_corpus, labels):
    document = parsed_document(user, "The tenant pays rent.", title="Lease")
    add_documents(own_corpus, [document], actor=user)
    drafts = [
        AnnotationDraft(label_id=key, start=place, end=place + 3) for key, place in zip(labels, (0, 4, 11), strict=True)
    ]
    return [str(annotate(draft, corpus=own_corpus, document=document, actor=user).pk) for draft in drafts]


def by_rest(api, labels):
    rows = api.get(URL, {"label": labels, "order_by": "oldest"}).json()["results"]
    return [row["id"] for row in rows]


def by_graphql(api, arguments):
    query = f"{{ annotations({arguments}, orderBy: OLDEST) {{ totalCount edges {{ node {{ uuid }} }} }} }}"
    return [edge["node"]["uuid"] for edge in api.execute(query)["annotations"]["edges"]]


@pytest.mark.parametrize(
    ("chosen", "expected"), [([0], [0]), ([1], [1, 2]), ([0, 2], [0, 2]), ([0, 1], [0, 1, 2]), ([1, 2, 1], [1, 2])]
)
def test_annotations_with_any_of_the_labels_or_those_below_them_are_found(api, labels, annotations, chosen, expected):
    keys = [labels[number] for number in chosen]
    found = [annotations[number] for number in expected]
    assert by_rest(api, keys) == found
    assert by_graphql(api, f"labelIds: {json.dumps(keys)}") == found
    assert by_graphql(api, f"labelIds: {json.dumps([to_global_id('Label', key) for key in keys])}") == found


def test_one_label_works_as_before(api, labels, annotations):
    assert by_graphql(api, f'labelId: "{labels[0]}"') == annotations[:1]
    both = f'labelId: "{labels[0]}", labelIds: ["{labels[2]}"]'
    assert by_graphql(api, both) == [annotations[0], annotations[2]]


def test_empty_values_are_no_filter(api, annotations):
    assert by_rest(api, [""]) == by_graphql(api, "labelIds: []") == annotations


def test_pages_keep_all_labels(api, labels, annotations):
    page = api.get(URL, {"label": [labels[0], labels[2]], "page_size": 1, "order_by": "oldest"}).json()
    assert [row["id"] for row in api.get(page["next"]).json()["results"]] == [annotations[2]]


def test_too_many_or_malformed_labels_are_refused(api, annotations):
    many = [str(uuid7()) for _ in range(51)]
    for labels in (many, [many[0], "rent"]):
        response = api.get(URL, {"label": labels})
        assert (response.status_code, response.json()["error"]["code"]) == (400, "invalid")
    (error,) = api.graphql(f"{{ annotations(labelIds: {json.dumps(many)}) {{ totalCount }} }}").errors
    assert error["extensions"]["code"] == "invalid"
