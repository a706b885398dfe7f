"""Values that analyzers suggest for fields of documents: accepted, rejected, undone, and suggested again."""

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from graphql_relay import to_global_id

from audit.models import AuditEntry
from core.api.testing import ApiClient
from corpuses.actions.models import CorpusAction
from corpuses.analyzers.checking import CheckedResults
from corpuses.analyzers.models import AnalysisResult
from corpuses.analyzers.protocol import Metadata
from corpuses.analyzers.runs import begin_run, complete_run
from corpuses.annotations.models import Edit
from corpuses.fields.models import FieldValue
from corpuses.fields.services import create_field, delete_field
from corpuses.fields.setting import set_field_values
from corpuses.fields.suggested_values import ValueReview, review_value, reviews_of
from corpuses.models import CorpusDocument, CorpusShare
from corpuses.undo.services import redo_edits, undo_edits
from events.models import Event

pytestmark = pytest.mark.django_db

ACCEPTED, REJECTED = ValueReview.ACCEPTED, ValueReview.REJECTED


@pytest.fixture
def document(add_parsed):
    return add_parsed("The tenant is Ada.")


@pytest.fixture
def action(corpus):
    return CorpusAction.objects.create(
        corpus=corpus, kind="analyze", name="Terms", analyzer="terms", triggers=["manual"]
    )


@pytest.fixture
def analyze(corpus, action):
    """Store the values that a run suggests for a document; return the results."""

    @transaction.atomic
    def run(document, *values, version=1):
        begun = begin_run(
            corpus,
            document.revision,
            action_id=action.pk,
            settings_version=version,
            analyzer="terms",
            settings={},
            job=None,
        )
        complete_run(begun, CheckedResults(metadata=[Metadata(*pair) for pair in values]))
        return list(AnalysisResult.objects.filter(run=begun))

    return run


@pytest.fixture
def field_of(user, corpus):
    return lambda name, type_="string", **others: create_field(corpus, name=name, type=type_, actor=user, **others)


def review_of(result):
    return reviews_of([result]).get(result.pk)


def value_of(field):
    return list(FieldValue.objects.filter(field=field).values_list("values", flat=True))


def review_by_rest(client, result, review):
    return client.send("POST", f"/api/v1/analysis-results/{result.pk}/review", {"review": review})


def test_a_value_is_pending_until_it_is_accepted_or_rejected(user, document, field_of, analyze):
    tenant, landlord = field_of("Tenant"), field_of("Landlord")
    landlord_result, tenant_result = analyze(document, ("Landlord", "Bob"), ("Tenant", "Ada"))
    client = ApiClient(user)
    assert (review_of(tenant_result), review_of(landlord_result)) == ("pending", "pending")
    assert review_by_rest(client, tenant_result, "accepted").json()["review"] == "accepted"
    assert review_by_rest(client, landlord_result, "rejected").json()["review"] == "rejected"
    assert (value_of(tenant), value_of(landlord)) == ([["Ada"]], [])
    listed = client.get(f"/api/v1/analysis-runs/{tenant_result.run_id}/results").json()["results"]
    assert {row["label"]: row["review"] for row in listed} == {"Tenant": "accepted", "Landlord": "rejected"}


def test_repeated_reviews_change_nothing(user, document, field_of, analyze):
    field_of("Tenant"), field_of("Landlord")
    for result, review in zip(analyze(document, ("Landlord", "Bob"), ("Tenant", "Ada")), ValueReview, strict=True):
        review_value(result, review, actor=user)
        before = Edit.objects.count(), AuditEntry.objects.count(), Event.objects.count()
        review_value(result, review, actor=user)
        assert (Edit.objects.count(), AuditEntry.objects.count(), Event.objects.count()) == before


def test_graphql_has_the_same_review(user, document, field_of, analyze):
    field = field_of("Tenant")
    (result,) = analyze(document, ("Tenant", "Ada"))
    mutation = """mutation ($input: ReviewSuggestedValueInput!) {
      reviewSuggestedValue(input: $input) { analysisResult { review value } errors { code } }
    }"""
    key = to_global_id("AnalysisResult", result.pk)
    client = ApiClient(user)
    payload = client.execute(mutation, {"input": {"id": key, "review": "ACCEPTED"}})["reviewSuggestedValue"]
    assert payload == {"analysisResult": {"review": "ACCEPTED", "value": "Ada"}, "errors": []}
    assert value_of(field) == [["Ada"]]
    refused = client.execute(mutation, {"input": {"id": key, "review": "REJECTED"}})["reviewSuggestedValue"]
    assert [error["code"] for error in refused["errors"]] == ["value_accepted"]


def test_undoing_a_review_makes_the_value_pending_again(user, document, field_of, analyze):
    field = field_of("Tenant")
    set_field_values(field, [document], ["Bob"], actor=user)
    (result,) = analyze(document, ("Tenant", "Ada"))
    review_value(result, ACCEPTED, actor=user)
    group = Edit.objects.latest("pk").group
    undo_edits(group, actor=user)
    assert (review_of(result), value_of(field)) == ("pending", [["Bob"]])
    redo_edits(group, actor=user)
    assert (review_of(result), value_of(field)) == ("accepted", [["Ada"]])
    undo_edits(group, actor=user)
    review_value(result, REJECTED, actor=user)
    group = Edit.objects.latest("pk").group
    undo_edits(group, actor=user)
    assert (review_of(result), value_of(field)) == ("pending", [["Bob"]])
    redo_edits(group, actor=user)
    assert (review_of(result), value_of(field)) == ("rejected", [["Bob"]])
    reviews = AuditEntry.objects.filter(action="field.value_reviewed").order_by("pk")
    assert [entry.details["review"] for entry in reviews] == [
        *("accepted", "pending", "accepted", "pending"),
        *("rejected", "pending", "rejected"),
    ]


def test_edits_say_what_was_reviewed(user, document, field_of, analyze):
    field_of("Tenant"), field_of("Landlord")
    for result, review in zip(analyze(document, ("Landlord", "Bob"), ("Tenant", "Ada")), ValueReview, strict=True):
        review_value(result, review, actor=user)
    rows = ApiClient(user).get(f"/api/v1/edits?document={document.pk}").json()["results"]
    assert [(row["kind"], row["field_name"], row["value_before"], row["value_after"]) for row in rows] == [
        ("rejected", "Tenant", None, "Ada"),
        ("accepted", "Landlord", "", "Bob"),
    ]


def test_another_run_does_not_ask_again_about_the_same_value(user, document, field_of, analyze):
    rent, tenant = field_of("Rent", "number"), field_of("Tenant")
    first = analyze(document, ("Rent", "1,250"), ("Tenant", "Ada"))
    review_value(first[0], ACCEPTED, actor=user)
    review_value(first[1], REJECTED, actor=user)
    again = analyze(document, ("Rent", "1,250"), ("Tenant", "Ada"))
    assert [review_of(each) for each in again] == ["accepted", "rejected"]
    other = analyze(document, ("Rent", "1,300"), ("Tenant", "Bob"), version=2)
    assert [review_of(each) for each in other] == ["pending", "pending"]
    assert (value_of(rent), value_of(tenant)) == ([["1250"]], [])


def test_a_value_that_the_document_has_is_accepted(user, document, field_of, analyze):
    field = field_of("Rent", "number")
    set_field_values(field, [document], ["1250"], actor=user)
    same, other_form = analyze(document, ("Rent", "1250"), ("Rent", "1,250"))
    assert (review_of(same), review_of(other_form)) == ("accepted", "pending")
    review_value(other_form, ACCEPTED, actor=user)
    assert (review_of(other_form), value_of(field)) == ("accepted", [["1250"]])
    undo_edits(Edit.objects.latest("pk").group, actor=user)
    assert (review_of(other_form), value_of(field)) == ("pending", [["1250"]])


def test_a_rejected_value_can_be_accepted_but_not_the_other_way_round(user, document, field_of, analyze):
    field = field_of("Tenant")
    (result,) = analyze(document, ("Tenant", "Ada"))
    review_value(result, REJECTED, actor=user)
    review_value(result, ACCEPTED, actor=user)
    refused = review_by_rest(ApiClient(user), result, "rejected")
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "value_accepted")
    assert (review_of(result), value_of(field)) == ("accepted", [["Ada"]])


def test_values_of_a_list_are_added(user, document, field_of, analyze):
    field = field_of("Parties", "list", choices=["Ada", "Bob", "Eve"])
    set_field_values(field, [document], ["Eve"], actor=user)
    for result in analyze(document, ("Parties", "Bob"), ("Parties", "Ada")):
        review_value(result, ACCEPTED, actor=user)
        assert review_of(result) == "accepted"
    assert value_of(field) == [["Ada", "Bob", "Eve"]]


def test_only_values_for_a_field_of_the_corpus_are_reviewed(user, document, field_of, analyze):
    (unknown,) = analyze(document, ("Tenant", "Ada"))
    assert review_of(unknown) is None
    client = ApiClient(user)
    refused = review_by_rest(client, unknown, "accepted")
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "value_not_suggested")
    field = field_of("Tenant")
    assert review_of(unknown) == "pending"
    (empty,) = analyze(document, ("Tenant", " "), version=2)
    assert review_of(empty) is None
    delete_field(field, actor=user)
    assert review_of(unknown) is None


def test_a_value_of_another_type_can_only_be_rejected(user, document, field_of, analyze):
    field_of("Rent", "number")
    (result,) = analyze(document, ("Rent", "much"))
    client = ApiClient(user)
    refused = review_by_rest(client, result, "accepted")
    assert (refused.status_code, refused.json()["error"]["code"]) == (400, "invalid_field_value")
    assert review_of(result) == "pending"
    assert review_by_rest(client, result, "rejected").json()["review"] == "rejected"


def test_reviewing_needs_the_permission_to_set_values(user, other_user, corpus, document, field_of, analyze):
    field_of("Tenant")
    (result,) = analyze(document, ("Tenant", "Ada"))
    client = ApiClient(other_user)
    assert review_by_rest(client, result, "accepted").status_code == 404
    share = CorpusShare.objects.create(target=corpus, user=other_user, role="viewer", created_by=user)
    assert review_by_rest(client, result, "accepted").status_code == 403
    assert review_by_rest(client, result, "rejected").status_code == 403
    share.role = "annotator"
    share.save()
    assert review_by_rest(client, result, "accepted").json()["review"] == "accepted"


def test_documents_that_have_left_the_corpus_get_no_value(user, corpus, document, field_of, analyze):
    field_of("Tenant")
    (result,) = analyze(document, ("Tenant", "Ada"))
    CorpusDocument.objects.filter(corpus=corpus, document=document).delete()
    assert review_by_rest(ApiClient(user), result, "rejected").status_code == 404
    assert not Edit.objects.filter(subject="field_value").exists()


def test_more_values_cost_no_more_queries(user, document, field_of, analyze):
    client = ApiClient(user)
    field_of("Tenant")
    counts = []
    for number in (2, 40):
        results = analyze(document, *[("Tenant", f"Ada {index}") for index in range(number)], version=number)
        with CaptureQueriesContext(connection) as queries:
            listed = client.get(f"/api/v1/analysis-runs/{results[0].run_id}/results").json()["results"]
        assert {row["review"] for row in listed} == {"pending"}
        counts.append(len(queries))
    assert counts[0] == counts[1]
