"""The annotations of a corpus by document, date and place, in REST and GraphQL; and the export of a choice of them."""

import csv
import io
import json
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from graphql_relay import to_global_id

from core.db.ids import uuid7
from corpuses.annotations.models import Annotation
from corpuses.annotations.moving import lose_places, move_annotations
from corpuses.annotations.services import AnnotationDraft, annotate, annotate_many
from corpuses.corpora.services import add_documents, create_corpus
from corpuses.exports.models import Export
from corpuses.exports.sources import open_source
from documents.tests.factories import parsed_document, publish
from tests.plain_job import PlainJob

pytestmark = pytest.mark.django_db

OLD = "The tenant pays the rent of 500 dollars on the first day of each month. The landlord repairs the roof."
NEW = "The tenant pays the rent of 650 dollars on the first day of each month. The roof is new."
CERTAIN, UNCERTAIN, NOT_FOUND = "first day of each month", "the rent of 500 dollars on", "landlord repairs"
URL = "/api/v1/annotations"


@pytest.fixture
def corpus(user):
    return create_corpus(owner=user, title="Leases")


@pytest.fixture
def documents(corpus, user):
    documents = [parsed_document(user, OLD, title=f"Lease {number}") for number in (1, 2)]
    add_documents(corpus, documents, actor=user)
    return documents


@pytest.fixture
def moved(corpus, user, documents):
    """Annotate both documents alike, and read the first one again with another text."""
    for document in documents:
        for quote in (CERTAIN, UNCERTAIN, NOT_FOUND):
            start = OLD.index(quote)
            draft = AnnotationDraft(label_name="Duty", start=start, end=start + len(quote))
            annotate(draft, corpus=corpus, document=document, actor=user)
    revision = publish(documents[0], NEW)
    lose_places(documents[0], revision)
    move_annotations(documents[0].pk, revision.pk, job=PlainJob())
    return documents[0]


def by_rest(api, **query):
    rows = api.get(URL, {"order_by": "place", **query}).json()["results"]
    return [row["quote"] for row in rows]


def by_graphql(api, arguments):
    query = f"{{ annotations({arguments}, orderBy: PLACE) {{ edges {{ node {{ quote }} }} }} }}"
    return [edge["node"]["quote"] for edge in api.execute(query)["annotations"]["edges"]]


@pytest.mark.parametrize(
    ("placement", "expected"),
    [
        ("to_check", ["the rent of 650 dollars on", NOT_FOUND]),
        ("uncertain", ["the rent of 650 dollars on"]),
        ("not_found", [NOT_FOUND]),
    ],
)
def test_the_annotations_of_a_corpus_to_check_are_listed(api, corpus, moved, placement, expected):
    assert by_rest(api, corpus=corpus.pk, placement=placement) == expected
    assert by_graphql(api, f'corpusId: "{corpus.pk}", placement: {placement.upper()}') == expected


def test_the_rest_is_certain(api, corpus, moved, documents):
    assert sorted(by_rest(api, corpus=corpus.pk, placement="certain")) == sorted(
        [CERTAIN, CERTAIN, UNCERTAIN, NOT_FOUND]
    )
    refused = api.get(URL, {"corpus": corpus.pk, "placement": "lost"})
    assert (refused.status_code, refused.json()["error"]["field"]) == (400, "placement")


def test_filters_combine(api, corpus, moved, documents):
    Annotation.objects.filter(quote=NOT_FOUND).update(created=datetime(2026, 5, 1, tzinfo=UTC))
    given = {"corpus": corpus.pk, "created_after": "2026-05-01", "created_before": "2026-05-02"}
    assert by_rest(api, **given) == [NOT_FOUND, NOT_FOUND]
    assert by_rest(api, **given, document=documents[1].pk) == [NOT_FOUND]
    assert by_rest(api, **given, document=documents[1].pk, placement="to_check") == []
    key = to_global_id("Document", str(moved.pk))
    within = f'corpusId: "{corpus.pk}", documentId: "{key}", placement: TO_CHECK'
    assert by_graphql(api, f'{within}, createdBefore: "2026-05-02T00:00:00Z"') == [NOT_FOUND]


def test_the_number_of_queries_does_not_depend_on_the_rows(api, user, corpus, moved):
    def count():
        with CaptureQueriesContext(connection) as queries:
            found = by_graphql(api, f'corpusId: "{corpus.pk}", placement: TO_CHECK')
            by_rest(api, corpus=corpus.pk, placement="to_check")
        return len(found), len(queries)

    count()
    few = count()
    for start in range(0, 30, 2):
        draft = AnnotationDraft(label_name="Party", start=start, end=start + 12)
        annotate(draft, corpus=corpus, document=moved, actor=user)
    Annotation.objects.filter(document=moved).update(confidence=0.7)
    many = count()
    assert many[0] > few[0]
    assert many[1] == few[1]


def test_the_list_to_check_has_an_index(corpus, moved):
    findings = [(start, end, "Article") for start in range(40) for end in range(start + 3, start + 41)]
    annotate_many(corpus, moved.revision, findings, source="analyzer", origin="action:1")
    rows = Annotation.objects.filter(corpus=corpus, confidence__lt=1).order_by()
    with connection.cursor() as cursor:
        cursor.execute("analyze corpuses_annotation")  # without it, the plan depends on the tests that ran before
    assert "annotation_to_check" in rows.explain()


def test_others_see_nothing_to_check(other_api, corpus, moved):
    assert other_api.get(URL, {"corpus": corpus.pk, "placement": "to_check"}).status_code == 404
    assert by_rest(other_api, placement="to_check") == []


def test_suggestions_to_check_are_reviewed_at_once(api, corpus, moved):
    revision = moved.revision
    annotate_many(corpus, revision, [(4, 10, "Party"), (0, 3, "Article")], source="analyzer", origin="action:1")
    Annotation.objects.filter(label__name="Party").update(confidence=0.7)
    body = {"corpus": str(corpus.pk), "placement": "to_check", "review": "accepted"}
    assert api.send("POST", "/api/v1/annotation-reviews", body).json() == {"reviewed": 1}
    before = (datetime.now(UTC) - timedelta(days=1)).isoformat()
    body = {"corpus": str(corpus.pk), "created_before": before, "review": "accepted"}
    assert api.send("POST", "/api/v1/annotation-reviews", body).json() == {"reviewed": 0}
    mutation = "mutation ($input: ReviewAnnotationsInput!) { reviewAnnotations(input: $input) { reviewed } }"
    given = {"corpusId": str(corpus.pk), "review": "ACCEPTED"}
    for placement, reviewed in (("TO_CHECK", 0), ("CERTAIN", 1)):
        answer = api.execute(mutation, {"input": {**given, "placement": placement}})
        assert answer["reviewAnnotations"] == {"reviewed": reviewed}


def exported(api, corpus, rows="annotations", **query):
    response = api.get(f"/api/v1/corpuses/{corpus.pk}/{rows}/export", query)
    assert response.status_code == 200, response.content
    lines = csv.DictReader(io.StringIO(response.body.decode("utf-8-sig")))
    return [line["quote" if rows == "annotations" else "title"] for line in lines]


def test_all_that_match_are_exported_without_the_excluded_ones(api, user, corpus, moved):
    assert exported(api, corpus, placement="to_check") == ["the rent of 650 dollars on", NOT_FOUND]
    lost = str(Annotation.objects.get(document=moved, confidence=0).pk)
    assert exported(api, corpus, placement="to_check", excluded=lost) == ["the rent of 650 dollars on"]
    query = {"placement": "to_check", "excluded": [lost, str(uuid7())]}
    started = api.send("POST", f"/api/v1/corpuses/{corpus.pk}/exports", {"kind": "annotations", "query": query})
    assert started.status_code == 202, started.json()
    assert open_source(Export.objects.get(), user).count() == 1


def test_the_annotations_of_several_documents_are_exported(api, user, corpus, moved, documents):
    third = parsed_document(user, OLD, title="Lease 3")
    add_documents(corpus, [third], actor=user)
    annotate(AnnotationDraft(label_name="Party", start=4, end=10), corpus=corpus, document=third, actor=user)
    chosen = [str(documents[0].pk), str(third.pk)]
    assert len(exported(api, corpus, document=chosen)) == 4
    assert exported(api, corpus, document=third.pk) == ["tenant"]
    assert api.get(f"/api/v1/corpuses/{corpus.pk}/annotations/export", {"document": uuid7()}).status_code == 404


def test_selected_documents_are_exported(api, user, corpus, documents):
    keys = [str(each.pk) for each in documents]
    assert exported(api, corpus, rows="documents", document=keys[1]) == ["Lease 2"]
    assert exported(api, corpus, rows="documents", excluded=keys[1]) == ["Lease 1"]
    assert exported(api, corpus, rows="documents", search="Lease", excluded=keys) == []
    mutation = "mutation ($input: CreateExportInput!) { createExport(input: $input) { errors { code } } }"
    values = {"corpusId": str(corpus.pk), "kind": "DOCUMENTS", "query": json.dumps({"excluded": keys[:1]})}
    assert api.execute(mutation, {"input": values})["createExport"]["errors"] == []
    assert open_source(Export.objects.get(), user).count() == 1
