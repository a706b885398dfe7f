"""Search by the approved values of extracts: the facet `field` and its filter."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from core.api.testing import ApiClient
from corpuses.corpora.services import add_documents
from corpuses.extracts.columns import ColumnDraft
from corpuses.extracts.fieldsets import FieldsetDraft, create_fieldset
from corpuses.extracts.models import Cell
from corpuses.extracts.runs import ExtractDraft, start_extract
from corpuses.models import Corpus, CorpusShare
from documents.models import Document
from documents.tests.factories import parsed_document

pytestmark = pytest.mark.django_db

SEARCH = "/api/v1/search"
QUOTE = "The law of Ohio governs."
GRAPHQL = """query ($query: String, $field: String) { search(query: $query, field: $field) {
    totalCount facets { facet name values { value name count } } documents { document { title } } } }"""


@pytest.fixture
def column(user, corpus):
    """Return a question about four leases. Its answers: Ohio (approved, twice), Texas (edited), Ohio (unreviewed)."""
    leases = [parsed_document(user, f"{QUOTE} Lease {number}.", title=f"Lease {number}") for number in range(4)]
    add_documents(corpus, leases, actor=user)
    draft = FieldsetDraft(name="Facts", columns=[ColumnDraft(name="Governing law", question="Which law governs?")])
    fieldset = create_fieldset(draft, corpus=corpus, actor=user)
    keys = [lease.pk for lease in leases]
    extract = start_extract(ExtractDraft(fieldset=fieldset, documents=keys), corpus=corpus, actor=user)
    column = extract.columns.get()
    source = {"start": 0, "end": len(QUOTE), "page": 1, "quote": QUOTE}
    values = [("Ohio", "approved"), ("Ohio", "approved"), ("Texas", "edited"), ("Ohio", "unreviewed")]
    for row, (text, review) in zip(extract.rows.order_by("document__title"), values, strict=True):
        Cell.objects.create(
            row=row, column=column, status="found", text=text, value=text, sources=[source], review=review
        )
    extract.rows.update(state="done", finished=timezone.now())
    return column


def field_facets(api, query="type:pdf", **filters):
    return [each for each in api.get(SEARCH, {"query": query, **filters}).json()["facets"] if each["facet"] == "field"]


def test_the_facet_counts_approved_values(api, column):
    (facet,) = field_facets(api)
    assert facet["name"] == "Governing law"
    assert [(each["name"], each["count"]) for each in facet["values"]] == [("Ohio", 2), ("Texas", 1)]


def test_a_value_of_the_facet_is_a_filter(api, column):
    (facet,) = field_facets(api)
    ohio = facet["values"][0]["value"]
    body = api.get(SEARCH, {"query": "type:pdf", "field": ohio}).json()
    assert [each["title"] for each in body["results"]] == ["Lease 1", "Lease 0"]
    found = api.execute(GRAPHQL, {"query": "type:pdf", "field": ohio})["search"]
    assert [each["document"]["title"] for each in found["documents"]] == ["Lease 1", "Lease 0"]
    assert [each | {"facet": each["facet"].lower()} for each in found["facets"]] == body["facets"]
    # A copy of the question in another run is the same field.
    assert ohio == f"{column.lineage}:Ohio"


def test_only_members_of_the_corpus_have_its_fields(user, other_user, corpus, column):
    # proves: S3-6
    everyone = ApiClient(other_user)
    Document.objects.update(is_public=True)
    Corpus.objects.filter(pk=corpus.pk).update(is_public=True)
    ohio = f"{column.lineage}:Ohio"

    def found():
        body = everyone.get(SEARCH, {"query": "type:pdf", "field": ohio, "scope": "public"}).json()
        return len(field_facets(everyone, scope="public")), body["total_count"]

    assert (
        everyone.get(SEARCH, {"query": "type:pdf", "scope": "public"}).json()["total_count"] == Document.objects.count()
    )
    assert found() == (0, 0)
    CorpusShare.objects.create(target=corpus, user=other_user, role="viewer", created_by=user)
    assert found() == (1, 2)


def test_values_of_deleted_extracts_and_sentences_are_no_fields(api, column):
    Cell.objects.filter(text="Texas").update(text="x" * 101)
    assert [each["name"] for each in field_facets(api)[0]["values"]] == ["Ohio"]
    column.extract.deleted_at = timezone.now()
    column.extract.save()
    assert field_facets(api) == []


@pytest.mark.parametrize("field", ["Ohio", "x:Ohio", ":"])
def test_a_field_that_cannot_be_read_is_refused(api, field):
    response = api.get(SEARCH, {"query": "law", "field": field})
    assert (response.status_code, response.json()["error"]["code"]) == (400, "invalid_search_field")


def test_the_number_of_queries_does_not_depend_on_the_values(api, column):
    def cost():
        with CaptureQueriesContext(connection) as captured:
            field_facets(api)
        return len(captured)

    few = cost()
    for number, cell in enumerate(Cell.objects.all()):
        Cell.objects.filter(pk=cell.pk).update(text=f"Value {number}", review="approved")
    assert cost() == few
